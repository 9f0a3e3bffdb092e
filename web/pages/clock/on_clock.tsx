import { Coffee, Square, Undo2 } from 'lucide-react'
import { useMe } from '../../api/start.ts'
import { CustomFields } from '../../components/fields/custom_fields.tsx'
import { TextArea } from '../../components/fields/field.tsx'
import { JobPicker } from '../../components/jobs/job_picker.tsx'
import { type Job, useJobWord } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { inSentence, t } from '../../language.ts'
import { clockTime, dateText, deviceZone, sameClock, today, zoneName } from '../../time.ts'
import type { Entry } from './entries.ts'
import { useClockJobs } from './jobs.ts'
import { Forgotten, PlaceDialog, Questions } from './later.tsx'
import { Timer } from './timer.tsx'
import { Trouble } from './trouble.tsx'
import { type ClockOut, type Running, useClockOut } from './use_clock_out.ts'

/** Maximum length of a note. */
const notesMax = 4000

type Part = { clock: ClockOut }

/** The clock while work or a break is running. */
export function OnClock(props: Running) {
  const me = useMe()
  const clock = useClockOut(props)
  const { running, problem } = props
  const { content, pause } = clock
  const notes = content.note === 'off' ? undefined : content.notes
  return (
    <>
      <Since running={running} pause={pause} />
      {!me.isOn('general', 'hide_working_time') && <Timer since={running.start} />}
      <Forgotten running={running} notes={notes} onEnd={(step) => clock.attempt(step)} />
      <Trouble problem={problem} />
      <div className="clock-form">
        {pause ? <BackTo clock={clock} /> : <CurrentJob clock={clock} jobId={running.jobId} />}
        <CustomFields
          fields={content.fields}
          values={content.values}
          onChange={(values) => clock.write({ values })}
          problems={clock.tried ? content.problems : {}}
        />
        {content.note !== 'off' && <Notes clock={clock} />}
      </div>
      {pause ? <BreakButtons clock={clock} /> : <WorkButtons clock={clock} />}
      {clock.asking && <Questions clock={clock} />}
      {clock.placeQuestion && <PlaceDialog {...clock.placeQuestion} />}
    </>
  )
}

function Since({ running, pause }: { running: Entry; pause: Job | undefined }) {
  const { zone, settings } = useMe()
  const time = clockTime(running.start, zone, Number(settings.general?.time_format ?? 12) === 12)
  const day = running.date === today(zone) ? '' : `${dateText(running.date, { weekday: 'long' })}, `
  const elsewhere = sameClock(zone, deviceZone()) ? '' : ` ${zoneName(zone)}`
  const when = `${day}${time}${elsewhere}`
  return (
    <p className="clock-state on" role="status">
      {pause
        ? t('On {pause} since {when}', { pause: inSentence(pause.name), when })
        : t('On the clock since {when}', { when })}
    </p>
  )
}

function BackTo({ clock: { back } }: Part) {
  const { pathOf } = useClockJobs()
  return back && <p className="clock-back quiet">{t('Next: back to {job}', { job: pathOf(back.jobId) })}</p>
}

function CurrentJob({ clock, jobId }: Part & { jobId: number }) {
  const word = inSentence(useJobWord())
  const { pathOf } = useClockJobs()
  return (
    <JobPicker
      text={pathOf(jobId)}
      label={t('Current {job}', { job: word })}
      title={t('Switch {job}', { job: word })}
      value={jobId}
      onChange={(id) => void clock.choose(id)}
    />
  )
}

function Notes({ clock: { content, tried, noteBox, write } }: Part) {
  const required = content.note === 'required'
  return (
    <div ref={noteBox}>
      <TextArea
        label={t('Notes')}
        rows={2}
        maxLength={notesMax}
        required={required}
        value={content.notes}
        hint={required ? t('Your company requires a note. Saved as you type.') : t('Saved as you type.')}
        error={tried && content.noteMissing ? t('Enter what you worked on first.') : undefined}
        onChange={(event) => write({ notes: event.target.value })}
      />
    </div>
  )
}

function BreakButtons({ clock: { busy, back, clockOut, finish, setAsking } }: Part) {
  const end = () => (back ? void finish({ jobId: back.jobId, values: back.values }) : setAsking('job'))
  return (
    <>
      <Button
        kind="primary"
        className="clock-button"
        icon={<Undo2 size={22} aria-hidden="true" />}
        busy={busy}
        onClick={end}
      >
        {t('End break')}
      </Button>
      <div className="clock-others">
        <Button disabled={busy} icon={<Square size={16} aria-hidden="true" />} onClick={() => void clockOut()}>
          {t('Clock out')}
        </Button>
      </div>
    </>
  )
}

function WorkButtons({ clock: { busy, pauses, content, clockOut, finish, ifComplete, setAsking } }: Part) {
  const me = useMe()
  const askFirst = pauses.length > 0 && !me.isOn('breaks', 'hide_pre_clockout_option')
  return (
    <>
      <Button
        kind="danger"
        className="clock-button"
        icon={<Square size={20} aria-hidden="true" />}
        busy={busy}
        onClick={() => ifComplete(() => (askFirst ? setAsking('end') : void clockOut()))}
      >
        {t('Clock out')}
      </Button>
      <div className="clock-others">
        {pauses.map(({ id, name }) => (
          <Button
            key={id}
            disabled={busy}
            icon={<Coffee size={18} aria-hidden="true" />}
            onClick={() => ifComplete(() => void finish({ jobId: id, values: content.values }))}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}
