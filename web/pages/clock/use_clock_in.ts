import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { type FieldValues, fieldProblems, shownValues, useFieldRules } from '../../components/fields/field_rules.ts'
import { useRecentJobs } from '../../components/jobs/recent_jobs.ts'
import { useAct } from './act.ts'
import type { Entry } from './entries.ts'
import { useClockJobs } from './jobs.ts'
import { usePlace } from './place.ts'
import type { Troubled } from './trouble.tsx'

/** The next job at the clock and its fields, and clocking in on it. */
export type ClockIn = ReturnType<typeof useClockIn>

/** The job that was chosen for the next clock-in, if any, and its custom fields. */
type Choice = { jobId: number | undefined; values: FieldValues }

/** What stays chosen when the server has answered a clock-in: only what was chosen since, for the next one. */
export function chosenSince(now: Choice, sent: Choice): Choice {
  return {
    jobId: now.jobId === sent.jobId ? undefined : now.jobId,
    values: now.values === sent.values ? {} : now.values,
  }
}

/** Holds what is chosen while nothing is running, and clocks in. */
export function useClockIn({ onProblem, isOpen }: Omit<Troubled, 'problem'>) {
  const me = useMe()
  const jobs = useClockJobs()
  const recent = useRecentJobs()
  const rules = useFieldRules(undefined, jobs)
  const place = usePlace()
  const { act, busy } = useAct(isOpen)
  const simple = me.isOn('general', 'simple_clockin')
  const noJobs = !jobs.hasJobs
  const [choice, setChoice] = useState<Choice>({ jobId: undefined, values: {} })
  const { jobId: chosen, values } = choice
  const [tried, setTried] = useState(false)

  const last = recent.find((id) => jobs.byId.get(id)?.kind === 'regular' && jobs.mayUse(id))
  const job = chosen ?? (simple || noJobs ? 0 : last)
  const all = rules.fieldsOf(job, values)
  // One-tap clock-in still asks for what the server requires.
  const fields = simple ? all.filter(({ required }) => required) : all

  const begin = async (jobId: number, given: FieldValues = values) => {
    onProblem(undefined)
    const asked = rules.fieldsOf(jobId, given)
    const isMissing = Object.keys(fieldProblems(asked, given)).length > 0
    setTried(isMissing)
    if (isMissing) return
    try {
      const sample = await place.before()
      const customfields = shownValues(asked, given)
      const placed = sample ? [{ do: 'place' as const, sample }] : []
      if (!(await act({ do: 'begin', jobId, customfields }, ...placed))) return
      setChoice((now) => chosenSince(now, { jobId, values: given }))
      if (sample) return
      const later = await place.after()
      if (later) await act({ do: 'place', sample: later })
    } catch (error) {
      onProblem((error as Error).message)
    }
  }
  return {
    job,
    /** The path of the job. */
    jobText: job === undefined ? '' : jobs.pathOf(job),
    choose: (jobId: number) => setChoice((now) => ({ ...now, jobId })),
    /** Whether a job can be chosen here at all. */
    choosesJob: !simple && !noJobs,
    fields,
    values,
    setValues: (values: FieldValues) => setChoice((now) => ({ ...now, values })),
    problems: tried ? fieldProblems(fields, values) : {},
    begin,
    /**
     * Clocks in as in an earlier entry: on its job and with its custom fields. The notes are not copied, because they
     * describe what was done then. If a field that is now required is missing, the form asks for it.
     */
    continue: (entry: Pick<Entry, 'jobId' | 'values'>) => {
      setChoice({ jobId: entry.jobId, values: entry.values })
      void begin(entry.jobId, entry.values)
    },
    ready: rules.ready,
    busy,
    placeQuestion: place.question,
  }
}
