import { useState } from 'react'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { CheckList } from '../../components/checklist.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { FormProblem, useForm } from '../../components/form.tsx'
import { useHours } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { usePeopleOptions } from '../../components/options.ts'
import { changing } from '../../components/restoring.ts'
import { Segments } from '../../components/segments.tsx'
import { toast } from '../../components/toast.ts'
import { dateText, readHours } from '../../time.ts'
import { type Calendar, grantText, type Holiday } from './words.ts'

const labels = { seconds: 'Hours', user_ids: 'People' }

/** Grants holiday pay by hand: for everyone who lacks it, or to people one selects, with other hours if need be. */
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
    if (seconds === undefined || seconds < 60 || seconds > 86_400) throw new Error('seconds: must be like 8 or 7:30')
    const body = { date, seconds, ...(whom === 'some' && { user_ids: [...chosen] }) }
    const path = '/api/console/holiday_calendars/{id}/grant'
    const outcome = await changing(() => ask('POST', path, { params: { id: calendar.id }, body }))
    toast(`${name}: ${grantText(outcome)}`)
    onClose()
  })
  return (
    <Dialog
      title="Grant holiday pay?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="grant"
            kind="primary"
            busy={form.busy}
            disabled={whom === 'some' && chosen.size === 0}
          >
            Grant
          </Button>
        </>
      }
    >
      <form id="grant" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <p>
          Adds {hours(seconds ?? usual)} of {pathOf(jobcode_id)} on {dateText(date, { dateStyle: 'long' })} for{' '}
          {whom === 'all' ? 'everyone who was' : 'the selected people if they were'} employed on that day and{' '}
          {whom === 'all' ? 'doesn’t' : 'don’t'} have it yet.
        </p>
        <Segments
          label="Who gets it"
          value={whom}
          options={[
            { value: 'all', text: 'Everyone' },
            { value: 'some', text: 'Selected people' },
          ]}
          onChange={setWhom}
        />
        {whom === 'some' && (
          <CheckList label="People" things="people" options={people} chosen={chosen} onChange={setChosen} />
        )}
        <TextField
          {...form.text('seconds')}
          hint={`${calendar.name} grants ${hours(usual)}.`}
          inputMode="decimal"
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
