import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { useSeconds } from '../../components/now.ts'
import { Notice } from '../../components/page.tsx'
import { TimeField } from '../../components/time_field.tsx'
import { isTimeOfDay } from '../../components/time_of_day.ts'
import { clockTime, dateText, inputTime, instant, isoAt, isoOf, serverNow, spoken, today } from '../../time.ts'
import type { Step } from './act.ts'
import type { Entry } from './entries.ts'
import { mayChangePast } from './past.ts'

const longHours = 12
const usualHours = 8

/** Warns about an entry that has run so long that the person probably forgot to clock out, and lets them fix it. */
export default function Forgotten({
  running,
  notes,
  onEnd,
}: {
  running: Entry
  /** Its current note; undefined if notes are off. */
  notes: string | undefined
  onEnd: (step: Step) => Promise<boolean>
}) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const override = me.isOn('general', 'clockout_override') ? Number(me.settings.general?.clockout_override_hours) : 0
  const limit = Math.min(longHours, override || longHours)
  const hours = Math.floor((useSeconds() - instant(running.start) / 1e6) / 3600)
  if (hours < limit) return null
  return (
    <>
      <Notice kind="warn" title={`You’ve been on the clock for ${spoken(hours * 3600)}.`}>
        <div className="actions">
          Is that right?
          <Button onClick={() => setOpen(true)}>I forgot to clock out</Button>
        </div>
      </Notice>
      {open && <EndedAt running={running} notes={notes} onClose={() => setOpen(false)} onEnd={onEnd} />}
    </>
  )
}

function EndedAt({ running, notes, onClose, onEnd }: Parameters<typeof Forgotten>[0] & { onClose: () => void }) {
  const me = useMe()
  const { zone } = me
  const begun = instant(running.start)
  const guess = isoAt(Math.min(begun + usualHours * 3600e6, serverNow()), zone)
  const [date, setDate] = useState(today(zone, instant(guess)))
  const [time, setTime] = useState(inputTime(guess, zone))
  const mayChange = mayChangePast(me)
  const at = date !== '' && isTimeOfDay(time) ? isoOf(date, time, zone) : undefined
  const problem =
    at === undefined
      ? 'Enter a date and a time.'
      : instant(at) <= begun
        ? `That’s before you clocked in (${said(running.start)}).`
        : instant(at) > serverNow()
          ? 'That’s in the future.'
          : undefined

  function said(iso: string): string {
    const twelve = Number(me.settings.general?.time_format ?? 12) === 12
    return `${dateText(today(zone, instant(iso)))}, ${clockTime(iso, zone, twelve)}`
  }

  const end = async () => {
    if (at === undefined || problem) return
    onClose()
    if (mayChange) return onEnd({ do: 'end', entry: running, at })
    const note = `Forgot to clock out. Stopped ${said(at)}.`
    return onEnd({
      do: 'end',
      entry: running,
      ...(notes !== undefined && { notes: notes === '' ? note : `${notes}\n${note}` }),
    })
  }

  return (
    <Dialog
      title="When did you stop?"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={problem !== undefined} onClick={() => void end()}>
            {mayChange ? 'Save' : 'Clock out and notify manager'}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="form-row">
          <TextField label="Day" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
          <TimeField label="Time" value={time} error={problem} onChange={setTime} />
        </div>
        {!mayChange && (
          <Notice>
            Only your manager can change past time. You’ll be clocked out now
            {notes === undefined ? '. Tell them when you stopped.' : ', with a note to them about when you stopped.'}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
