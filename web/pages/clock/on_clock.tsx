import { Coffee, Square, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { read } from '../../api/punches.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import {
  CustomFields,
  type FieldValues,
  fieldProblems,
  shownValues,
  useFieldRules,
} from '../../parts/custom_fields.tsx'
import { TextArea } from '../../parts/field.tsx'
import { JobDialog, JobPicker, useJobWord } from '../../parts/job_picker.tsx'
import { isBreak, type Job, useJobs } from '../../parts/jobs.ts'
import { say } from '../../parts/toast.tsx'
import { clockTime, dateText, deviceZone, sameClock, today, zoneName } from '../../time.ts'
import { type Said, type Step, useAct } from './act.ts'
import { type Draft, useDraft } from './draft.ts'
import { EndQuestion } from './end_question.tsx'
import { beforeBreak, type Entry } from './entries.ts'
import { Forgotten } from './forgotten.tsx'
import { mayChangePast, reopen } from './past.ts'
import { usePlace } from './place.tsx'
import { SwitchDialog } from './switch_dialog.tsx'
import { Timer } from './timer.tsx'
import { Trouble, type Troubled } from './trouble.tsx'

type Asking = 'end' | 'job' | { switchTo: number } | undefined

/** Longest note of an entry. */
const notesMax = 4000

/** The clock while something runs: work or a break. */
export function OnClock({
  entries,
  running,
  problem,
  onProblem,
}: Troubled & { entries: readonly Entry[]; running: Entry }) {
  const me = useMe()
  const jobs = useJobs()
  const word = useJobWord().toLowerCase()
  const rules = useFieldRules()
  const place = usePlace()
  const { act, busy } = useAct()
  const [asking, setAsking] = useState<Asking>()
  const [tried, setTried] = useState(false)
  const notesField = useRef<HTMLDivElement>(null)

  const attempt = async (...steps: Step[]): Promise<boolean> => {
    setAsking(undefined)
    onProblem(undefined)
    try {
      await act(...steps)
      return true
    } catch (error) {
      onProblem((error as Error).message)
      return false
    }
  }
  const { draft, write, take } = useDraft(`draft ${me.user.id} ${running.key}`, async (unsaved) => {
    await attempt({ do: 'edit', entry: running, ...saidIn(unsaved) })
  })
  const saidIn = ({ notes, values }: Draft): Said => ({
    ...(notes !== undefined && { notes }),
    ...(values && { customfields: shownValues(rules.fieldsOf(running.jobId, values), values) }),
  })

  const job = jobs.byId.get(running.jobId)
  const pause = isBreak(job)
  const notes = draft.notes ?? running.notes
  const values = draft.values ?? running.values
  const fields = pause ? [] : rules.fieldsOf(running.jobId, values)
  const problems = fieldProblems(fields, values)
  const noted = me.isOn('general', 'enable_timesheet_notes') && !pause
  const noteNeeded = noted && me.isOn('general', 'timesheet_notes_required')
  const noteMissing = noteNeeded && notes.trim() === ''
  const incomplete = noteMissing || Object.keys(problems).length > 0

  /** Ends this entry and, if a job is named, begins the next at the same moment. */
  const finish = async (next?: { jobId: number; values: FieldValues }, said: Said = {}) => {
    const closing: Step = { do: 'end', entry: running, ...saidIn(take()), ...said }
    const begin = next && {
      do: 'begin' as const,
      jobId: next.jobId,
      customfields: shownValues(rules.fieldsOf(next.jobId, next.values), next.values),
    }
    const done = await attempt(closing, ...(begin ? [begin] : []))
    if (done && !begin) await sayOut()
    const sample = done && (await place.after())
    if (sample) await attempt({ do: 'place', sample })
    return done
  }
  const sayOut = async () => {
    const { of } = running
    const sent = (await read()).length === 0
    const undo = sent && typeof of === 'number' && mayChangePast(me)
    say('You are clocked out.', undo ? { label: 'Undo', run: () => void reopen(of) } : undefined)
  }
  /** Runs only when this entry says all that it must; otherwise shows what is missing. */
  const ifComplete = (run: () => void) => {
    setTried(incomplete)
    if (!incomplete) run()
    else if (noteMissing) notesField.current?.querySelector('textarea')?.focus()
  }
  const switchTo = async (jobId: number) => {
    if (jobId === running.jobId) return setAsking(undefined)
    const missing = Object.keys(fieldProblems(rules.fieldsOf(jobId, values), values)).length > 0
    if (missing || noteMissing) return setAsking({ switchTo: jobId })
    if (Object.keys(problems).length > 0) return ifComplete(() => {})
    if (await finish({ jobId, values })) say(`${pause ? 'Back to' : 'Switched to'} ${jobs.pathOf(jobId)}.`)
  }

  const before = pause ? beforeBreak(entries, running) : undefined
  const back = before && jobs.mayUse(before.jobId) ? before : undefined
  const pauses = pause ? [] : jobs.breaks
  const askFirst = pauses.length > 0 && !me.isOn('breaks', 'hide_pre_clockout_option')

  return (
    <>
      <Since running={running} pause={pause ? job : undefined} />
      {!me.isOn('general', 'hide_working_time') && <Timer since={running.start} />}
      <Forgotten running={running} notes={noted ? notes : undefined} onEnd={(step) => attempt(step)} />
      <Trouble problem={problem} />
      <div className="clock-form">
        {pause && back && <p className="clock-back quiet">Then back to {jobs.pathOf(back.jobId)}</p>}
        {!pause && (
          <JobPicker
            label={`Current ${word}`}
            title={`Switch ${word}`}
            value={running.jobId}
            onChange={(id) => void switchTo(id)}
          />
        )}
        <CustomFields
          fields={fields}
          values={values}
          onChange={(values) => write({ values })}
          problems={tried ? problems : {}}
        />
        {noted && (
          <div ref={notesField}>
            <TextArea
              label="Notes"
              rows={2}
              maxLength={notesMax}
              required={noteNeeded}
              value={notes}
              hint={noteNeeded ? 'Your company asks for a note. Saved as you type.' : 'Saved as you type.'}
              error={tried && noteMissing ? 'Write what you worked on first.' : undefined}
              onChange={(event) => write({ notes: event.target.value })}
            />
          </div>
        )}
      </div>
      {pause ? (
        <Button
          kind="primary"
          className="clock-button"
          icon={<Undo2 size={22} aria-hidden="true" />}
          busy={busy}
          onClick={() => (back ? void finish({ jobId: back.jobId, values: back.values }) : setAsking('job'))}
        >
          End break
        </Button>
      ) : (
        <Button
          kind="danger"
          className="clock-button"
          icon={<Square size={20} aria-hidden="true" />}
          busy={busy}
          onClick={() => ifComplete(() => (askFirst ? setAsking('end') : void finish()))}
        >
          Clock out
        </Button>
      )}
      <div className="clock-others">
        {pause && (
          <Button disabled={busy} icon={<Square size={16} aria-hidden="true" />} onClick={() => void finish()}>
            Clock out
          </Button>
        )}
        {pauses.map(({ id, name }) => (
          <Button
            key={id}
            disabled={busy}
            icon={<Coffee size={18} aria-hidden="true" />}
            onClick={() => ifComplete(() => void finish({ jobId: id, values }))}
          >
            {name}
          </Button>
        ))}
      </div>
      {asking === 'end' && (
        <EndQuestion
          pauses={pauses}
          onClose={() => setAsking(undefined)}
          onEnd={() => void finish()}
          onPause={(jobId) => void finish({ jobId, values })}
        />
      )}
      {asking === 'job' && (
        <JobDialog
          value={undefined}
          title={`Back to which ${word}?`}
          onClose={() => setAsking(undefined)}
          onChoose={(id) => void switchTo(id)}
        />
      )}
      {typeof asking === 'object' && (
        <SwitchDialog
          jobId={asking.switchTo}
          values={values}
          notes={noteMissing ? notes : undefined}
          onClose={() => setAsking(undefined)}
          onGo={(values, said) => void finish({ jobId: asking.switchTo, values }, said)}
        />
      )}
      {place.dialog}
    </>
  )
}

function Since({ running, pause }: { running: Entry; pause: Job | undefined }) {
  const { zone, settings } = useMe()
  const time = clockTime(running.start, zone, Number(settings.general?.time_format ?? 12) === 12)
  const day = running.date === today(zone) ? '' : `${dateText(running.date, { weekday: 'long' })}, `
  const elsewhere = sameClock(zone, deviceZone()) ? '' : ` ${zoneName(zone)}`
  return (
    <p className="clock-state on" role="status">
      {pause ? `On ${pause.name.toLowerCase()}` : 'On the clock'} since {day}
      {time}
      {elsewhere}
    </p>
  )
}
