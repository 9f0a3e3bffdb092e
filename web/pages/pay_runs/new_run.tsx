import { useState } from 'react'
import { useLocation } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { Loaded, Skeleton } from '../../components/page/page.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'
import { today } from '../../time.ts'
import { isReady, Obstacles, Sums, useForeseen, WithoutRate } from './foreseen.tsx'
import { PaidTable } from './paid_table.tsx'
import { isClosedPeriod, type Run, runKindWords } from './words.ts'

/** The kinds of runs for one person, and what they pay. */
const kinds = {
  final: msg('The days through their last one, what has changed since, and balances that are paid out at the end.'),
  off_cycle: msg('These days, and what has changed since the last pay run.'),
  correction: msg('Only what has changed since the last pay run.'),
} as const

/** Closes a run for one person, beside those of pay periods, after showing what it pays. `runs` are those that exist. */
export function NewRun({ runs, onClose }: { runs: readonly Run[]; onClose: () => void }) {
  const me = useMe()
  const people = useRecords('users', { active: 'both' })
  const [, navigate] = useLocation()
  const now = today(me.zone)
  const [kind, setKind] = useState<keyof typeof kinds>('final')
  const [userId, setUserId] = useState(0)
  const [dates, setDates] = useState(() => ({ start_date: firstUnpaid(runs, now), end_date: now }))
  const hasDates = kind !== 'correction'
  const { start_date, end_date } = hasDates ? dates : { start_date: now, end_date: now }
  const isComplete = userId !== 0 && start_date !== '' && start_date <= end_date
  const plan = { kind, start_date, end_date, user_ids: [userId] }
  const foreseen = useForeseen(plan, isComplete)
  const run = async () => {
    const body = { kind, user_ids: [userId], ...(hasDates && dates), close: true }
    const { pay_run } = await ask('POST', '/api/console/pay_runs', { body })
    navigate(`/pay_runs/${pay_run.id}`)
  }
  return (
    <ActionDialog
      title={t('Pay run for one person')}
      label={t('Close pay run')}
      run={run}
      disabled={!isComplete || !foreseen.data || !isReady(foreseen.data, plan)}
      onClose={onClose}
    >
      <SelectField
        label={t('Kind')}
        hint={t(kinds[kind])}
        value={kind}
        onChange={({ target }) => setKind(target.value as keyof typeof kinds)}
      >
        {Object.keys(kinds).map((name) => (
          <option key={name} value={name}>
            {t(runKindWords[name as keyof typeof kinds])}
          </option>
        ))}
      </SelectField>
      <PersonPicker label={t('Person')} people={people.data ?? []} value={userId} onChange={setUserId} />
      {hasDates && (
        <div className="form-row">
          <TextField
            label={t('First day')}
            type="date"
            max={now}
            value={dates.start_date}
            onChange={({ target }) => setDates({ ...dates, start_date: target.value })}
          />
          <TextField
            label={t('Last day')}
            type="date"
            max={now}
            value={dates.end_date}
            error={end_date < start_date ? t('The last day can’t be before the first.') : undefined}
            onChange={({ target }) => setDates({ ...dates, end_date: target.value })}
          />
        </div>
      )}
      {isComplete && (
        <Loaded of={foreseen} skeleton={<Skeleton lines={2} height={32} />}>
          {(found) => (
            <>
              <Obstacles found={found} plan={plan} />
              <WithoutRate people={found.people} hasRates={found.has_rates} />
              <p role="status">
                <Sums people={found.people} />
              </p>
              {found.people.length > 0 && <PaidTable people={found.people} label={t('What it would pay')} />}
            </>
          )}
        </Loaded>
      )}
    </ActionDialog>
  )
}

/** The day after the last pay period that was paid; '' if that is in the future, or none was. */
function firstUnpaid(runs: readonly Run[], now: string): string {
  const last = runs.filter(isClosedPeriod).map(({ end_date }) => end_date)
  const next = last.length > 0 ? addDays(last.toSorted().at(-1)!, 1) : ''
  return next <= now ? next : ''
}
