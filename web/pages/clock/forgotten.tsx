import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { TimeField } from '../../components/fields/time_field.tsx'
import { isTimeOfDay } from '../../components/fields/time_of_day.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { useSeconds } from '../../components/time/now.ts'
import { t } from '../../language.ts'
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
      <Notice kind="warn" title={t('You’ve been on the clock for {time}.', { time: spoken(hours * 3600) })}>
        <div className="actions">
          {t('Is that right?')}
          <Button onClick={() => setOpen(true)}>{t('I forgot to clock out')}</Button>
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
      ? t('Enter a date and a time.')
      : instant(at) <= begun
        ? t('That’s before you clocked in ({when}).', { when: said(running.start) })
        : instant(at) > serverNow()
          ? t('That’s in the future.')
          : undefined

  function said(iso: string): string {
    const twelve = Number(me.settings.general?.time_format ?? 12) === 12
    return `${dateText(today(zone, instant(iso)))}, ${clockTime(iso, zone, twelve)}`
  }

  const end = async () => {
    if (at === undefined || problem) return
    onClose()
    if (mayChange) return onEnd({ do: 'end', entry: running, at })
    const note = t('Forgot to clock out. Stopped {when}.', { when: said(at) })
    return onEnd({
      do: 'end',
      entry: running,
      ...(notes !== undefined && { notes: notes === '' ? note : `${notes}\n${note}` }),
    })
  }

  return (
    <Dialog
      title={t('When did you stop?')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" disabled={problem !== undefined} onClick={() => void end()}>
            {mayChange ? t('Save') : t('Clock out and notify manager')}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="form-row">
          <TextField label={t('Day')} type="date" value={date} onChange={(event) => setDate(event.target.value)} />
          <TimeField label={t('Time@@time of day')} value={time} error={problem} onChange={setTime} />
        </div>
        {!mayChange && (
          <Notice>
            {t('Only your manager can change past time.')}{' '}
            {notes === undefined
              ? t('You’ll be clocked out now. Tell them when you stopped.')
              : t('You’ll be clocked out now, with a note to them about when you stopped.')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
