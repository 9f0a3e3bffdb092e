import { Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded } from '../../components/page/page.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { useMoment } from '../../components/time/moment.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'

type Hold = AnswerOf<'GET /api/console/legal_holds'>['holds'][number]

/** Legal holds: records that must not be deleted for now. */
export function Holds() {
  const found = useAnswer('setup', '/api/console/legal_holds')
  const [adding, setAdding] = useState(false)
  const add = (
    <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('Add legal hold')}
    </Button>
  )
  return (
    <Card title={t('Legal holds')} actions={add}>
      <Loaded of={found}>
        {({ holds }) =>
          holds.length === 0 ? (
            <Empty icon={<Scale size={40} aria-hidden="true" />} title={t('No legal holds')}>
              {t(
                'During a dispute or an inspection, a hold keeps records from being deleted, whatever is chosen above.',
              )}
            </Empty>
          ) : (
            <ul className="rows retention-rows">
              {holds.map((hold) => (
                <HoldRow key={hold.id} hold={hold} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <AddHold onClose={() => setAdding(false)} />}
    </Card>
  )
}

const long = { dateStyle: 'medium' } as const

function rangeText({ start_date, end_date }: Hold): string {
  const [start, end] = [start_date && dateText(start_date, long), end_date && dateText(end_date, long)]
  if (start && end) return t('{start} to {end}', { start, end })
  if (start) return t('From {date}', { date: start })
  return end ? t('Until {date}', { date: end }) : t('All dates')
}

function HoldRow({ hold }: { hold: Hold }) {
  const [sure, setSure] = useState(false)
  const moment = useMoment()
  const { id, reason, created, created_by, released, released_by } = hold
  const of = hold.of?.name ?? t('The whole company')
  const run = async () => {
    await ask('POST', '/api/console/legal_holds/{id}/release', { params: { id } })
    toast(t('Released.'))
  }
  return (
    <li>
      <div>
        <strong>{of}</strong> {released === null && <span className="badge warn">{t('Holds')}</span>}
        <p>{reason}</p>
        <p className="quiet">
          {[
            rangeText(hold),
            t('added {time} {name}', { time: moment(created), name: created_by.name }),
            ...(released
              ? [t('released {time} {name}', { time: moment(released), name: released_by?.name ?? '' })]
              : []),
          ].join(' · ')}
        </p>
      </div>
      {released === null && <Button onClick={() => setSure(true)}>{t('Release')}</Button>}
      {sure && (
        <ActionDialog
          title={t('Release the hold of {name}?', { name: of })}
          label={t('Release')}
          run={run}
          onClose={() => setSure(false)}
        >
          <p>{t('Its records are then kept as long as chosen, and deleted if they are older.')}</p>
        </ActionDialog>
      )}
    </li>
  )
}

const archivedNote = ({ active }: { active?: boolean }) => (active === false ? t('Archived') : undefined)

function AddHold({ onClose }: { onClose: () => void }) {
  const people = useRecords('users', { active: 'both' })
  const [userId, setUserId] = useState(0)
  const [dates, setDates] = useState({ start_date: '', end_date: '' })
  const [reason, setReason] = useState('')
  const run = async () => {
    const body = { user_id: userId || null, ...dates, reason }
    await ask('POST', '/api/console/legal_holds', { body })
    toast(t('Saved.'))
  }
  return (
    <ActionDialog
      title={t('Add a legal hold')}
      label={t('Save')}
      run={run}
      disabled={reason.trim() === ''}
      onClose={onClose}
    >
      <PersonPicker
        label={t('Whose records')}
        people={people.data ?? []}
        value={userId}
        none={t('The whole company')}
        detail={archivedNote}
        onChange={setUserId}
      />
      <TextField
        label={t('From')}
        hint={t('Leave it empty for all earlier records, too.')}
        type="date"
        value={dates.start_date}
        onChange={({ target }) => setDates({ ...dates, start_date: target.value })}
      />
      <TextField
        label={t('To')}
        hint={t('Leave it empty for all later records, too.')}
        type="date"
        value={dates.end_date}
        onChange={({ target }) => setDates({ ...dates, end_date: target.value })}
      />
      <TextField
        label={t('Reason')}
        hint={t('Such as the name of the dispute.')}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionDialog>
  )
}
