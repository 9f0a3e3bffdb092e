import { t } from '../../language.ts'
import './bell.css'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AnswerOf } from '../../api/contract.ts'
import { queries, useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { later } from '../dialogs/later.tsx'
import { Menu } from '../dialogs/menu.tsx'
import { toast, toastError } from '../dialogs/toast.ts'
import { Loaded, Skeleton } from '../page/page.tsx'
import { setUnread } from '../page/title.ts'
import type { Message } from './groups.ts'

const daysShown = 30
const toastMax = 140

type Messages = AnswerOf<'GET /api/console/messages'>

const path = '/api/console/messages'

const waiting = () => <Skeleton lines={2} />
const BellList = later(() => import('./bell_list.tsx'), waiting)

/**
 * The user's messages, newest first, with the number of unread ones on the bell. Opening the list marks them as read.
 */
export function Bell() {
  const me = useMe()
  const answer = useAnswer('time', path)
  const { messages = [], unread = 0 } = answer.data ?? {}
  // New messages stay marked while the list is open.
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  useArrivals(answer.data?.messages)
  useEffect(() => setUnread(unread), [unread])
  const open = () => {
    const ids = messages.filter(({ read }) => !read).map(({ id }) => id)
    setFresh(new Set(ids))
    if (ids.length > 0) void markRead({ ids })
  }
  // Opening the list marks the messages in it as read, but not older ones or those that arrive meanwhile.
  const listed = messages.filter(({ read }) => !read)
  const isNew = ({ id, read }: Message) => fresh.has(id) || !read
  const isMore = unread > listed.length || listed.some(({ id }) => !fresh.has(id))
  return (
    <Menu
      className="bell"
      anchor="messages"
      onOpen={open}
      onClose={() => setFresh(new Set())}
      button={
        <>
          <BellIcon size={22} aria-hidden="true" />
          <span className="unseen">{unread > 0 ? t('Messages, {unread} new', { unread }) : t('Messages')}</span>
          {unread > 0 && (
            <span className="bell-count" aria-hidden="true">
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </>
      }
    >
      <div className="bell-head">
        <h2>{t('Messages')}</h2>
        {isMore && (
          <button
            type="button"
            className="link"
            onClick={(event) => {
              event.stopPropagation()
              void markRead({ all: true })
            }}
          >
            {t('Mark all as read')}
          </button>
        )}
      </div>
      <Loaded of={answer} skeleton={waiting()}>
        {() =>
          messages.length === 0 ? (
            <p className="quiet bell-none">{t('Nothing in the last {days} days.', { days: daysShown })}</p>
          ) : (
            <BellList messages={messages} isNew={isNew} />
          )
        }
      </Loaded>
      <div className="bell-foot">
        <Link href="/me#notifications">{t('Notification settings')}</Link>
        {me.is_admin && me.outbox && <Link href="/outbox">{t('Open the outbox')}</Link>}
      </div>
    </Menu>
  )
}

/** Shows a toast for messages that arrive while the app is open. */
function useArrivals(messages: readonly Message[] | undefined): void {
  const [, go] = useLocation()
  const seen = useRef<ReadonlySet<number>>(undefined)
  useEffect(() => {
    if (!messages) return
    const before = seen.current
    seen.current = new Set(messages.map(({ id }) => id))
    const arrived = before ? messages.filter(({ id, read }) => !read && !before.has(id)) : []
    const [newest] = arrived
    if (!newest) return
    if (arrived.length > 1)
      toast(t('{count, plural, one {# new message.} other {# new messages.}}', { count: arrived.length }))
    else
      toast(short(newest.message), newest.path ? { label: t('Show@@button'), run: () => go(newest.path) } : undefined)
  }, [messages, go])
}

/** Marks messages as read, in the list at once and on the server. */
async function markRead(which: { ids: number[] } | { all: true }): Promise<void> {
  const isMeant = (id: number) => !('ids' in which) || which.ids.includes(id)
  try {
    const { unread } = await ask('PUT', `${path}/read`, { body: which })
    queries.setQueriesData<Messages>(
      { queryKey: ['time', path] },
      (before) =>
        before && {
          unread,
          messages: before.messages.map((message) => (isMeant(message.id) ? { ...message, read: true } : message)),
        },
    )
  } catch (problem) {
    toastError(problem)
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > toastMax ? `${line.slice(0, toastMax - 1).trimEnd()}…` : line
}
