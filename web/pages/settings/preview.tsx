import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { dateText, rangeText } from '../../time.ts'
import type { Change, Scope } from './form.ts'

type Shown = AnswerOf<'POST /api/console/settings/preview'>
const pauseMs = 600
const waiting = <Skeleton lines={2} height={20} />

/** If there are more people than this, the rest is shown on request. */
const shownMax = 5

type Paid = Shown['people'][number]['before']

/** Shows what unsaved changes would do, once a person has stopped typing. Its key is the change. */
export function Preview({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const pause = setTimeout(() => setOpen(true), pauseMs)
    return () => clearTimeout(pause)
  }, [])
  return open ? children : waiting
}

/** When a change would take effect, and what it would change in the current pay period and the previous one. */
export function Effects({ scope, change }: { scope: Scope; change: Change }) {
  const body = { ...scope, ...change, alters_approved: true }
  const effects = useQuery<Shown>({
    queryKey: ['time', 'settings/preview', body],
    queryFn: () => ask('POST', '/api/console/settings/preview', { body }),
    retry: false,
  })
  return <Answer of={effects} dates={(shown) => fromTexts(shown, change)} />
}

/** The same for a change of the breaks that are due. */
export function BreakEffects({ change }: { change: BodyOf<'POST /api/console/break_rules/preview'> }) {
  const body = { ...change, alters_approved: true }
  const effects = useQuery<Shown>({
    queryKey: ['time', 'break_rules/preview', body],
    queryFn: () => ask('POST', '/api/console/break_rules/preview', { body }),
    retry: false,
  })
  return <Answer of={effects} dates={({ from }) => [dayText(rulesHold, from)]} />
}

/** The same for a change of the working pattern. */
export function PatternEffects({ change }: { change: BodyOf<'POST /api/console/working_pattern/preview'> }) {
  const body = { ...change, alters_approved: true }
  const effects = useQuery<Shown>({
    queryKey: ['time', 'working_pattern/preview', body],
    queryFn: () => ask('POST', '/api/console/working_pattern/preview', { body }),
    retry: false,
  })
  return <Answer of={effects} dates={({ from }) => [dayText(changesHold, from)]} />
}

function Answer({ of, dates }: { of: UseQueryResult<Shown>; dates: (shown: Shown) => readonly string[] }) {
  // Saving shows the error in its place.
  if (of.error) return <p className="hint">{of.error.message}</p>
  return (
    <Loaded of={of} skeleton={waiting}>
      {(shown) => <Result shown={shown} dates={dates(shown)} />}
    </Loaded>
  )
}

/** `dates` says what takes effect when. */
function Result({ shown, dates }: { shown: Shown; dates: readonly string[] }) {
  const { altered_to, ended } = shown
  return (
    <div className="settings-preview" role="status">
      {dates.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {altered_to && (
        <Notice kind="warn">
          {t('Time through {day} is already approved.', { day: dateText(altered_to, { dateStyle: 'long' }) })}
        </Notice>
      )}
      {ended && <People of={ended} words={inPeriods.ended} />}
      {shown.people.length > 0 ? (
        <People of={shown} words={inPeriods.current} />
      ) : (
        <p>
          {t('No one’s pay changes in the current pay period, {period}.', {
            period: rangeText(shown.start_date, shown.end_date),
          })}
        </p>
      )}
    </div>
  )
}

const inPeriods = {
  current: msg(
    '{count, plural, one {The pay of one person changes in the current pay period, {period}} other {The pay of # people changes in the current pay period, {period}}}',
  ),
  ended: msg(
    '{count, plural, one {The pay of one person changes in the last pay period, {period}} other {The pay of # people changes in the last pay period, {period}}}',
  ),
}

/** The people whose pay changes in a period, and how it changes. */
function People({ of, words }: { of: Pick<Shown, 'start_date' | 'end_date' | 'people'>; words: string }) {
  const { start_date, end_date, people } = of
  return (
    <details open={people.length <= shownMax}>
      <summary>{t(words, { count: people.length, period: rangeText(start_date, end_date) })}</summary>
      <ul className="settings-rules">
        {people.map(({ user_id, name, before, after }) => (
          <li key={user_id}>
            {name}: <PaidText paid={before} /> → <PaidText paid={after} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const rulesHold = {
  always: msg('The rules apply from the beginning, to all time.'),
  since: msg('The rules apply from {day}.'),
}
const changesHold = {
  always: msg('The changes apply from the beginning, to all time.'),
  since: msg('The changes apply from {day}.'),
}

/** `The rules hold from November 8, 2026.` */
function fromTexts({ from, overtime_from }: Shown, { overtime, settings = {} }: Change): string[] {
  return [
    ...(overtime === undefined ? [] : [dayText(rulesHold, overtime_from)]),
    ...(Object.keys(settings).length === 0 ? [] : [dayText(changesHold, from)]),
  ]
}

function dayText(words: { always: string; since: string }, day: string | null): string {
  return day === null ? t(words.always) : t(words.since, { day: dateText(day, { dateStyle: 'long' }) })
}

function PaidText({ paid }: { paid: Paid }) {
  const hours = useHours()
  const overtime = Object.entries(paid.overtime).sort(([a], [b]) => Number(a) - Number(b))
  const gross =
    typeof paid.gross_cents === 'number' ? [t('{amount} gross', { amount: centsText(paid.gross_cents) })] : []
  const sums = overtime.map(([rate, sum]) => `${hours(sum)} × ${rate}`)
  const breaks = paid.break_premium ? [t('{hours} for breaks not provided', { hours: hours(paid.break_premium) })] : []
  return <>{[t('{hours} regular', { hours: hours(paid.regular) }), ...sums, ...breaks, ...gross].join(', ')}</>
}
