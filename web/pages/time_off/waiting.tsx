import { CalendarClock, Check, Inbox, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { TextField } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { useDaySeconds, useHours } from '../../components/time/hours.ts'
import { timeFormatOf } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { instant } from '../../time.ts'
import { useShifts } from '../schedule/data.ts'
import type { Shift } from '../schedule/shift/shifts.ts'
import { daysText, spanText } from '../schedule/texts.ts'
import { decide } from './changes.ts'
import { OffStrip } from './off_strip.tsx'
import { RequestCard } from './request_card.tsx'
import { type Entry, type SentRequest, useRequests } from './requests.ts'
import { rightsOver } from './rights.ts'
import { countedDays } from './texts.ts'

/** The maximum number of requests shown at once. */
const shownMax = 50

/** Pending entries that the user may decide. */
export function useWaiting(): { data: readonly Entry[] | undefined; error: Error | null; refetch: () => unknown } {
  const me = useMe()
  const { byId, ready } = usePeople()
  const { data, error, refetch } = useRecords('time_off_request_entries', { status: 'pending' })
  const mine =
    data && ready
      ? data.filter(({ active, user_id }) => active && byId.has(user_id) && rightsOver(me, byId.get(user_id)).approves)
      : undefined
  return { data: mine, error, refetch }
}

/** The request that was decided, and its place in the list, until it has left the list. */
type Decided = RefObject<{ id: number; place: number } | undefined>

/** Once a decided request is gone, and the focus with it, moves the focus to the next one, or to the page's heading. */
function useNextFocus(decided: Decided): void {
  useEffect(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('.time-off-waiting > li')]
    if (!decided.current || cards.some((card) => card.dataset.request === String(decided.current?.id))) return
    const { place } = decided.current
    decided.current = undefined
    if (document.activeElement === document.body)
      (cards[place] ?? cards.at(-1) ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  })
}

/** Requests awaiting the user's approval, earliest time off first. */
export function Waiting({ today }: { today: string }) {
  const waiting = useWaiting()
  const decided: Decided = useRef(undefined)
  useNextFocus(decided)
  return (
    <Loaded of={waiting} skeleton={<Skeleton lines={3} height={180} />}>
      {(entries) => {
        const ids = [...new Set(entries.map(({ time_off_request_id }) => time_off_request_id))]
        if (ids.length > 0)
          return <List ids={ids.slice(0, shownMax)} more={ids.length - shownMax} {...{ today, decided }} />
        return (
          <Card>
            <Empty icon={<Inbox size={36} aria-hidden="true" />} title={t('You’re all caught up.')}>
              {t('Time off requests that need your approval appear here. The calendar shows who is off when.')}
            </Empty>
          </Card>
        )
      }}
    </Loaded>
  )
}

type ListProps = { ids: readonly number[]; more: number; today: string; decided: Decided }

function List({ ids, more, today, decided }: ListProps) {
  const requests = useRequests({ ids }, { keep: true })
  useNextFocus(decided)
  return (
    <Loaded of={requests} skeleton={<Skeleton lines={3} height={180} />}>
      {(list) => (
        <>
          <h2 className="unseen">{t('Awaiting your approval')}</h2>
          <ul className="time-off-waiting">
            {list
              .filter(isWaiting)
              .toReversed()
              .map((request, place) => (
                <li key={request.id} className="card" data-request={request.id} tabIndex={-1}>
                  <Decision {...{ request, today, decided, place }} />
                </li>
              ))}
          </ul>
          {more > 0 && (
            <p className="quiet">{t('{count} more are pending. They appear as you decide these.', { count: more })}</p>
          )}
        </>
      )}
    </Loaded>
  )
}

/** A response from before an undo still has the decision; deciding again based on it would change nothing. */
function isWaiting({ entries }: SentRequest): boolean {
  return entries.some(({ status }) => status === 'pending')
}

type DecisionProps = { request: SentRequest; today: string; decided: Decided; place: number }

function Decision({ request, today, decided, place }: DecisionProps) {
  const { byId } = usePeople()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState<'approved' | 'denied'>()
  const user = byId.get(request.userId)
  const name = user ? nameOf(user) : ''
  const first = name.split(' ')[0]
  const id = useId()
  const run = async (status: 'approved' | 'denied') => {
    setBusy(status)
    decided.current = { id: request.id, place }
    if (!(await decide(request, status, message.trim(), name))) decided.current = undefined
    setBusy(undefined)
  }
  return (
    <RequestCard request={request} today={today} whose>
      <Balance request={request} />
      <Planned request={request} />
      <OffStrip request={request} />
      <div className="time-off-decision" id={id}>
        <TextField
          label={t('Message to {name} (optional)', { name: first! })}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button
          icon={<X size={18} aria-hidden="true" />}
          busy={busy === 'denied'}
          disabled={busy !== undefined}
          onClick={() => void run('denied')}
        >
          {rich(t('Deny<unseen> {name}</unseen>', { name }), unseen)}
        </Button>
        <Button
          kind="primary"
          icon={<Check size={18} aria-hidden="true" />}
          busy={busy === 'approved'}
          disabled={busy !== undefined}
          onClick={() => void run('approved')}
        >
          {rich(t('Approve<unseen> {name}</unseen>', { name }), unseen)}
        </Button>
      </div>
    </RequestCard>
  )
}

/** For screen readers: whose button it is. */
const unseen = { unseen: (text: string) => <span className="unseen">{text}</span> }

/** The person's balance, and what would remain. */
function Balance({ request }: { request: SentRequest }) {
  const { byId } = usePeople()
  const { byId: jobs } = useJobs()
  const hours = useHours()
  const daySeconds = useDaySeconds(request.userId)
  const kinds = request.kinds.filter((kind) => jobs.get(kind)?.kind === 'pto')
  return kinds.map((kind) => {
    const has = byId.get(request.userId)?.pto_balances[kind] ?? 0
    const wanted = request.entries.reduce(
      (sum, { jobcode_id, status, duration }) => (jobcode_id === kind && status === 'pending' ? sum + duration : sum),
      0,
    )
    const left = has - wanted
    return (
      <p key={kind} className={left < 0 ? 'time-off-short' : 'quiet'}>
        {t('{kind}: has {hours} ({days}), {left} would remain.', {
          kind: jobs.get(kind)?.name ?? '',
          hours: hours(has),
          days: countedDays(has / daySeconds),
          left: hours(left),
        })}
      </p>
    )
  })
}

/** The person's shifts at that time. */
function Planned({ request }: { request: SentRequest }) {
  const me = useMe()
  const shifts =
    useShifts({ first: request.first, last: request.last }, { userId: request.userId, drafts: false }).data ?? []
  const clashing = shifts.filter((shift) => touches(shift, request.entries))
  if (clashing.length === 0) return null
  return (
    <div className="time-off-planned">
      <CalendarClock size={18} aria-hidden="true" />
      <div>
        {t('Scheduled during this time:')}
        <ul>
          {clashing.slice(0, 5).map((shift) => (
            <li key={shift.id}>
              {daysText(shift)}, {spanText(shift, timeFormatOf(me))}
              {shift.record.title && ` · ${shift.record.title}`}
            </li>
          ))}
          {clashing.length > 5 && <li>{t('and {count} more', { count: clashing.length - 5 })}</li>}
        </ul>
      </div>
    </div>
  )
}

/** Whether a shift overlaps one of these entries. */
function touches({ start, end }: Pick<Shift, 'start' | 'end'>, entries: readonly Entry[]): boolean {
  return entries.some((entry) => start < instant(entry.end_time) && instant(entry.start_time) < end)
}
