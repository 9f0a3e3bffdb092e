import { useRef, useState } from 'react'
import { type Punch, read } from '../../api/punches.ts'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { useFieldRules } from '../../components/fields/field_rules.ts'
import { isBreak } from '../../components/jobs/jobs.ts'
import { useHours, useShownUnit } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { ownName } from '../../own_address.ts'
import { serverNow } from '../../time.ts'
import { type Said, type Step, useAct } from './act.ts'
import { contentOf, type Next, noteRule, saidIn, stepsToEnd, switchTo } from './clock_out.ts'
import { useDraft } from './draft.ts'
import { beforeBreak, type Entry } from './entries.ts'
import { useClockJobs } from './jobs.ts'
import { mayChangePast } from './past.ts'
import { usePlace } from './place.ts'
import { type BreakAnswer, breakAnswersOf, type DueBreak, dueBreaks } from './questions/due_breaks.ts'
import { deductedLunch, offerLunch } from './questions/lunch.ts'
import { useOwnRules } from './rules.ts'
import type { Troubled } from './trouble.tsx'

/** The running entry, the other entries, and where to report errors. */
export type Running = Troubled & { entries: readonly Entry[]; running: Entry }

/**
 * The open dialog. It asks whether to clock out, which job to return to, what a switch needs, or about breaks that were
 * due.
 */
type Asking = 'end' | 'job' | { switchTo: number } | { breaks: readonly DueBreak[] } | undefined

/** The actions on the running entry, and its content. */
export type ClockOut = ReturnType<typeof useClockOut>

/** What a person says about the breaks that were due. */
type Answered = { breakAnswers?: Punch['breakAnswers'] }

/** Manages the content of the running entry and ends it: to clock out, take a break or switch jobs. */
export function useClockOut({ entries, running, onProblem, isOpen }: Running) {
  const me = useMe()
  const jobs = useClockJobs()
  const [hours, unit] = [useHours(), useShownUnit()]
  const rules = useOwnRules()
  const { fieldsOf } = useFieldRules(undefined, jobs)
  const place = usePlace()
  const { act, busy } = useAct(isOpen)
  const [isLooking, setLooking] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  const [tried, setTried] = useState(false)
  const isEnding = useRef(false)
  const noteBox = useRef<HTMLDivElement>(null)

  const attempt = (...steps: Step[]): Promise<boolean> => {
    setAsking(undefined)
    onProblem(undefined)
    return doNow(...steps)
  }
  /** Like `attempt`, for what happens by itself: an open question and an earlier error stay. */
  const doNow = async (...steps: Step[]): Promise<boolean> => {
    try {
      return await act(...steps)
    } catch (error) {
      onProblem((error as Error).message)
      return false
    }
  }
  const draftName = ownName(`draft ${me.user.id} ${running.key}`)
  const { draft, write, take, forget } = useDraft(draftName, async (unsaved) => {
    await doNow({ do: 'edit', entry: running, ...saidIn(unsaved, running.jobId, fieldsOf) })
  })

  const job = jobs.byId.get(running.jobId)
  const onBreak = isBreak(job)
  const content = contentOf(running, draft, { note: noteRule(me.isOn, onBreak), onBreak, fieldsOf })
  const before = onBreak ? beforeBreak(entries, running) : undefined

  /** Ends this entry, to clock out or to start the next one. */
  const finish = async (next?: Next, said: Said & Answered = {}): Promise<boolean> => {
    const all = { ...saidIn(take(), running.jobId, fieldsOf), ...said }
    const done = await attempt(...stepsToEnd(running, all, next, fieldsOf))
    if (done) forget()
    if (done && !next) await sayOut()
    const sample = done && (await place.after())
    if (sample) await doNow({ do: 'place', sample })
    return done
  }
  /** Clocks out; asks first about breaks that were due, unless the person has left the page. A second press is none of its own. */
  const clockOut = async () => {
    if (isEnding.current) return
    isEnding.current = true
    setAsking(undefined)
    setLooking(true)
    try {
      const breaks = await dueBreaks(running)
      if (breaks.length > 0 && isOpen()) setAsking({ breaks })
      else await finish()
    } finally {
      isEnding.current = false
      setLooking(false)
    }
  }
  const answerBreaks = (answers: Readonly<Record<string, BreakAnswer>>) =>
    finish(undefined, { breakAnswers: breakAnswersOf(answers) })
  const sayOut = async () => {
    const { of } = running
    const sent = (await read()).length === 0
    const undo = sent && typeof of === 'number' && mayChangePast(me) && (await import('./reopen.ts')).reopening(of)
    // Loaded with the day below the clock.
    const { workedToday } = await import('./counted.ts')
    const worked = workedToday(entries, running, serverNow(), { me, jobs, rules, unit })
    const lunch = sent && me.isOn('general', 'lunch_deduct') ? await deductedLunch(running) : undefined
    toast(t('You’re clocked out. {hours} today.', { hours: hours(worked - (lunch?.seconds ?? 0)) }), undo || undefined)
    if (lunch) offerLunch(lunch, hours)
  }
  /** Runs only if everything required is filled in; otherwise shows what is missing. */
  const ifComplete = (run: () => void) => {
    setTried(!content.complete)
    if (content.complete) run()
    else if (content.noteMissing) noteBox.current?.querySelector('textarea')?.focus()
  }
  const choose = async (jobId: number) => {
    const way = switchTo(jobId, running.jobId, content, fieldsOf)
    if (way === 'stay') setAsking(undefined)
    else if (way === 'ask') setAsking({ switchTo: jobId })
    else if (way === 'complete') ifComplete(() => {})
    else if (await finish({ jobId, values: content.values })) {
      const job = jobs.pathOf(jobId)
      toast(onBreak ? t('Back to {job}.', { job }) : t('Switched to {job}.', { job }))
    }
  }

  return {
    busy: busy || isLooking,
    attempt,
    finish,
    clockOut,
    answerBreaks,
    ifComplete,
    choose,
    asking,
    setAsking,
    content,
    write,
    noteBox,
    /** Whether to show what is missing: after the first attempt to continue without it. */
    tried,
    /** The running break. */
    pause: onBreak ? job : undefined,
    /** The work that the break interrupts, if the person may still do it. */
    back: before && jobs.mayUse(before.jobId) ? before : undefined,
    /** The breaks that can be started now. */
    pauses: onBreak ? [] : jobs.breaks,
    placeQuestion: place.question,
  }
}
