import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { usePeopleOptions } from '../../components/fields/options.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Segments } from '../../components/listing/segments.tsx'
import { Button } from '../../components/page/button.tsx'
import { FieldProblem } from '../../components/page/refusals.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText, readHours } from '../../time.ts'
import { type Calendar, grantText, type Holiday } from './words.ts'

const labels = { seconds: msg('Hours'), user_ids: msg('People') }

const forAll = msg('Adds {hours} of {job} on {date} for everyone who was employed on that day and doesn’t have it yet.')
const forSome = msg(
  'Adds {hours} of {job} on {date} for the selected people if they were employed on that day and don’t have it yet.',
)

/** Grants holiday pay manually: to everyone who lacks it, or to selected people, with other hours if necessary. */
export function GrantDialog({
  calendar,
  holiday: { date, name },
  onClose,
}: {
  calendar: Calendar
  holiday: Holiday
  onClose: () => void
}) {
  const hours = useHours()
  const { pathOf } = useJobs()
  const people = usePeopleOptions()
  const { seconds: usual, jobcode_id } = calendar.pay ?? { seconds: 0, jobcode_id: 0 }
  const [whom, setWhom] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const form = useForm({ seconds: hours(usual), user_ids: '' }, labels)
  const seconds = readHours(form.values.seconds)
  const save = form.onSubmit(async () => {
    if (seconds === undefined || seconds < 60 || seconds > 86_400)
      throw new FieldProblem('seconds', t('must be like 8 or 7:30'))
    const body = { date, seconds, ...(whom === 'some' && { user_ids: [...chosen] }) }
    const path = '/api/console/holiday_calendars/{id}/grant'
    const outcome = await changing(() => ask('POST', path, { params: { id: calendar.id }, body }))
    toast(t('{name}: {outcome}', { name, outcome: grantText(outcome) }))
    onClose()
  })
  return (
    <Dialog
      title={t('Grant holiday pay?')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            form="grant"
            kind="primary"
            busy={form.busy}
            disabled={whom === 'some' && chosen.size === 0}
          >
            {t('Grant')}
          </Button>
        </>
      }
    >
      <form id="grant" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <p>
          {t(whom === 'all' ? forAll : forSome, {
            hours: hours(seconds ?? usual),
            job: pathOf(jobcode_id),
            date: dateText(date, { dateStyle: 'long' }),
          })}
        </p>
        <Segments
          label={t('Who gets it')}
          value={whom}
          options={[
            { value: 'all', text: t('Everyone') },
            { value: 'some', text: t('Selected people') },
          ]}
          onChange={setWhom}
        />
        {whom === 'some' && (
          <CheckList label={t('People')} things="people" options={people} chosen={chosen} onChange={setChosen} />
        )}
        <TextField
          {...form.text('seconds')}
          hint={t('{calendar} grants {hours}.', { calendar: calendar.name, hours: hours(usual) })}
          inputMode="decimal"
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
