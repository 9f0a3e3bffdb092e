import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useMe } from '../../api/start.ts'
import { inSentence, t } from '../../language.ts'
import { type Entry, runningOf, useEntries } from '../../pages/clock/entries.ts'
import { useClockJobs } from '../../pages/clock/jobs.ts'
import { PlaceDialog, Questions } from '../../pages/clock/later.tsx'
import { useClockIn } from '../../pages/clock/use_clock_in.ts'
import { useClockOut } from '../../pages/clock/use_clock_out.ts'
import { toast, toastError } from '../dialogs/toast.ts'
import { fieldProblems } from '../fields/field_rules.ts'
import { JobDialog } from '../jobs/job_picker.tsx'
import { useJobWord } from '../jobs/jobs.ts'

type Done = { onDone: () => void }

/**
 * Clocks the person in or out, whatever page is open, and asks what the clock would ask. If something must be entered
 * first, the clock opens.
 */
export default function ClockNow({ onDone }: Done) {
  const entries = useEntries().data
  const { ready } = useClockJobs()
  // What runs now must not decide again once it has been changed.
  const [running, setRunning] = useState<Entry | null>()
  if (running === undefined && entries && ready) setRunning(runningOf(entries) ?? null)
  if (running === undefined || !entries) return null
  return running ? <Out entries={entries} running={running} onDone={onDone} /> : <In onDone={onDone} />
}

/** Problems show as toasts, on whatever page. */
const alwaysOpen = () => true

function In({ onDone }: Done) {
  const toClock = useToClock(onDone)
  const problem = useRef<string>(undefined)
  const clockIn = useClockIn({
    onProblem: (text) => {
      problem.current = text
    },
    isOpen: alwaysOpen,
  })
  const { ready, job, fields, values, placeQuestion } = clockIn
  const { pathOf } = useClockJobs()
  const word = inSentence(useJobWord())
  const [choosing, setChoosing] = useState(false)
  const begin = async (id: number) => {
    await clockIn.begin(id)
    if (problem.current) toastError(problem.current)
    else toast(id === 0 ? t('You’re clocked in.') : t('You’re clocked in on {job}.', { job: pathOf(id) }))
    onDone()
  }
  useOnce(ready, () => {
    if (Object.keys(fieldProblems(fields, values)).length > 0) toClock()
    else if (job === undefined) setChoosing(true)
    else void begin(job)
  })
  if (choosing)
    return (
      <JobDialog
        value={undefined}
        title={t('Clock in: choose a {job}', { job: word })}
        onClose={onDone}
        onChoose={(id) => {
          setChoosing(false)
          void begin(id)
        }}
      />
    )
  return placeQuestion && <PlaceDialog {...placeQuestion} />
}

function Out({ entries, running, onDone }: Done & { entries: readonly Entry[]; running: Entry }) {
  const me = useMe()
  const toClock = useToClock(onDone)
  const [begun, setBegun] = useState(false)
  const clock = useClockOut({
    entries,
    running,
    problem: undefined,
    onProblem: (text) => {
      if (text) toastError(text)
    },
    isOpen: alwaysOpen,
  })
  const { asking, busy, content, pause, pauses } = clock
  const run = async () => {
    if (!pause && !content.complete) return toClock()
    if (!pause && pauses.length > 0 && !me.isOn('breaks', 'hide_pre_clockout_option')) clock.setAsking('end')
    else await clock.clockOut()
    setBegun(true)
  }
  useOnce(true, () => void run())
  const isOver = begun && asking === undefined && !busy
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  return asking && <Questions clock={clock} />
}

function useToClock(onDone: () => void): () => void {
  const [, navigate] = useLocation()
  return () => {
    onDone()
    navigate('/#clock', { state: { moved: true } })
  }
}

/** Runs something once, as soon as it is possible. */
function useOnce(ready: boolean, run: () => void): void {
  const has = useRef(false)
  useEffect(() => {
    if (!ready || has.current) return
    has.current = true
    run()
  })
}
