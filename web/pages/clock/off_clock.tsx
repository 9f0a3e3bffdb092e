import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { CustomFields } from '../../components/custom_fields.tsx'
import { type FieldValues, fieldProblems, shownValues, useFieldRules } from '../../components/field_rules.ts'
import { JobDialog, JobPicker } from '../../components/job_picker.tsx'
import { useJobWord } from '../../components/jobs.ts'
import { useRecentJobs } from '../../components/recent_jobs.ts'
import { useAct } from './act.ts'
import { useClockJobs } from './jobs.ts'
import { PlaceDialog } from './later.tsx'
import { usePlace } from './place.ts'
import { Timer } from './timer.tsx'
import { Trouble, type Troubled } from './trouble.tsx'

/** The clock while nothing is running: the next job, and the button to clock in. */
export function OffClock({ problem, onProblem }: Troubled) {
  const me = useMe()
  const jobs = useClockJobs()
  const word = useJobWord().toLowerCase()
  const recent = useRecentJobs()
  const rules = useFieldRules(undefined, jobs)
  const place = usePlace()
  const { act, busy } = useAct()
  const simple = me.isOn('general', 'simple_clockin')
  const noJobs = !jobs.hasJobs
  const [chosen, setChosen] = useState<number>()
  const [values, setValues] = useState<FieldValues>({})
  const [choosing, setChoosing] = useState(false)
  const [tried, setTried] = useState(false)

  const last = recent.find((id) => jobs.byId.get(id)?.kind === 'regular' && jobs.mayUse(id))
  const job = chosen ?? (simple || noJobs ? 0 : last)
  const all = rules.fieldsOf(job, values)
  // One-tap clock-in still asks for what the server requires.
  const fields = simple ? all.filter(({ required }) => required) : all
  const problems = tried ? fieldProblems(fields, values) : {}

  const begin = async (jobId: number) => {
    setTried(true)
    onProblem(undefined)
    const asked = rules.fieldsOf(jobId, values)
    if (Object.keys(fieldProblems(asked, values)).length > 0) return
    try {
      const sample = await place.before()
      const customfields = shownValues(asked, values)
      await act({ do: 'begin', jobId, customfields }, ...(sample ? [{ do: 'place' as const, sample }] : []))
      if (sample) return
      const later = await place.after()
      if (later) await act({ do: 'place', sample: later })
    } catch (error) {
      onProblem((error as Error).message)
    }
  }

  return (
    <>
      <p className="clock-state" role="status">
        Off the clock
      </p>
      {!me.isOn('general', 'hide_working_time') && <Timer since={undefined} />}
      <Trouble problem={problem} />
      <div className="clock-form">
        {!simple && !noJobs && (
          <JobPicker value={job} text={job === undefined ? '' : jobs.pathOf(job)} onChange={setChosen} />
        )}
        <CustomFields fields={fields} values={values} onChange={setValues} problems={problems} />
      </div>
      <Button
        kind="primary"
        className="clock-button"
        icon={<Play size={22} aria-hidden="true" />}
        busy={busy}
        disabled={!rules.ready}
        onClick={() => (job === undefined ? setChoosing(true) : void begin(job))}
      >
        Clock in
      </Button>
      {choosing && (
        <JobDialog
          value={undefined}
          title={`Clock in: choose a ${word}`}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            setChoosing(false)
            setChosen(id)
            void begin(id)
          }}
        />
      )}
      {place.question && (
        <Suspense>
          <PlaceDialog {...place.question} />
        </Suspense>
      )}
    </>
  )
}
