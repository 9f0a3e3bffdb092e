import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { usePunches } from '../../api/punches.ts'
import { type Me, useMe } from '../../api/start.ts'
import { useAnchor } from '../../components/page/anchor.ts'
import { useInParts } from '../../components/page/in_parts.ts'
import { Card, Skeleton } from '../../components/page/page.tsx'
import { useToday } from '../../components/time/now.ts'
import { dateText, deviceZone, sameClock, zoneName } from '../../time.ts'
import './clock.css'
import { t } from '../../language.ts'
import { takeContinued } from './continuing.ts'
import { type Entry, runningOf, useEntries } from './entries.ts'
import { useClockJobs, useNewJobs } from './jobs.ts'
import { Day, DaySkeleton } from './later.tsx'
import { OffClock } from './off_clock.tsx'
import { OnClock } from './on_clock.tsx'
import type { Troubled } from './trouble.tsx'
import { type ClockIn, useClockIn } from './use_clock_in.ts'
import { Waiting } from './waiting.tsx'

/**
 * What the clock puts on a page: the clock itself, with what keeps it from being up to date, and the day's entries. Until it
 * is `ready`, nothing else should load, so that people can clock in soon.
 */
export type ClockParts = { clock: ReactNode; day: ReactNode; ready: boolean }

/** Where people clock in and out; `arrange` puts its parts on the page. */
export function ClockParts({ arrange }: { arrange: (parts: ClockParts) => ReactNode }) {
  const me = useMe()
  const entries = useEntries()
  const jobs = useClockJobs()
  const ready = entries.data !== undefined && jobs.ready
  const shows = useInParts(ready)
  const error = ready ? null : (entries.error ?? jobs.error)
  useNewJobs(entries.data, jobs)
  useAnchor('clock', shows, () => document.querySelector<HTMLElement>('.clock-button')?.focus())
  // Below the buttons, so that it moves none of them when it comes and goes.
  const waiting = <Waiting error={error} again={jobs.again} ready={ready} />
  if (shows) return <Loaded entries={entries.data!} waiting={waiting} arrange={arrange} />
  const clock = (
    <Card className="clock-card" label={clockName(me)}>
      <Now />
      {!error && <Skeleton lines={4} height={52} />}
      {waiting}
    </Card>
  )
  return arrange({ clock, day: <DaySkeleton />, ready: false })
}

/** Today's date, and the time zone if it differs from the device's. */
function Now() {
  const { zone } = useMe()
  const today = useToday(zone)
  return (
    <header className="clock-now">
      <h2>{dateText(today, { weekday: 'long', month: 'long', day: 'numeric' })}</h2>
      {!sameClock(zone, deviceZone()) && (
        <p className="quiet">
          {t('Times are shown in {place} time ({zone}), not your device’s time zone.', {
            place: placeOf(zone),
            zone: zoneName(zone),
          })}
        </p>
      )}
    </header>
  )
}

/** The clock and the day's entries, which can be continued. */
function Loaded({
  entries,
  waiting,
  arrange,
}: {
  entries: readonly Entry[]
  waiting: ReactNode
  arrange: (parts: ClockParts) => ReactNode
}) {
  const me = useMe()
  // The error stays when the face changes, as the new state may explain it.
  const [problem, setProblem] = useState<string>()
  const isOpen = useIsOpen()
  const clockIn = useClockIn({ onProblem: setProblem, isOpen })
  const isOn = runningOf(entries) !== undefined
  const latest = useRef({ entries, clockIn, isOn })
  latest.current = { entries, clockIn, isOn }
  useEffect(() => {
    if (!clockIn.ready) return
    const id = takeContinued()
    const { entries, clockIn: now, isOn } = latest.current
    const entry = entries.find(({ of }) => of === id)
    if (entry && !isOn) now.continue(entry)
  }, [clockIn.ready])
  return arrange({
    ready: true,
    clock: (
      <Card className="clock-card" label={clockName(me)}>
        <Now />
        <Face entries={entries} clockIn={clockIn} problem={problem} onProblem={setProblem} isOpen={isOpen} />
        {waiting}
      </Card>
    ),
    day: <Day entries={entries} onContinue={isOn || clockIn.busy || !clockIn.ready ? undefined : clockIn.continue} />,
  })
}

/** Whether a page is still open, for answers that may come after it was left. */
function useIsOpen(): () => boolean {
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  return useCallback(() => open.current, [])
}

function Face({ entries, clockIn, ...troubled }: Troubled & { entries: readonly Entry[]; clockIn: ClockIn }) {
  const running = runningOf(entries)
  const isSending = usePunches().some(({ waits, refused }) => !waits && !refused)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(running?.key)
  const isFocusLost = useRef(false)
  useEffect(() => {
    if (shown.current !== running?.key) isFocusLost.current = true
    shown.current = running?.key
    if (!isFocusLost.current) return
    // The clicked button is gone; move the focus to the one in its place for keyboard users. While that one is busy with an
    // earlier press, it takes no focus.
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('.clock-button')?.focus()
    isFocusLost.current = document.activeElement === document.body
  })
  return (
    <div ref={box} className="clock-face" data-sending={isSending || undefined}>
      {running ? (
        <OnClock key={running.key} entries={entries} running={running} {...troubled} />
      ) : (
        <OffClock clockIn={clockIn} problem={troubled.problem} />
      )}
    </div>
  )
}

/** The company’s name for its clock. The default name is translated. */
function clockName({ settings }: Me): string {
  const name = String(settings.general?.timeclock_label ?? '')
  return name === '' ? t('Clock') : name === 'Time Clock' ? t('Time Clock') : name
}

/** `New York` for `America/New_York`. */
function placeOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}
