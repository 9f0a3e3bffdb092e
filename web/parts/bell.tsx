import './bell.css'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../api/queries.ts'
import { useMe } from '../api/start.tsx'
import { momentText } from '../time.ts'
import { Menu } from './menu.tsx'

const daysShown = 30

type Message = { id: number; message: string; time: string }

/** Messages to whoever is signed in, newest first; how many have come since they looked last stands on the bell. */
export function Bell() {
  const { user } = useMe()
  const key = `clockhouse-read-${user.id}`
  const [read, setRead] = useState(() => Number(localStorage.getItem(key) ?? 0))
  const found = useAnswer<{ messages: Message[] }>('setup', '/api/console/messages')
  const messages = found.data?.messages ?? []
  const unread = messages.filter(({ id }) => id > read).length
  // What is new stays marked while the list is open.
  const put = () => {
    const newest = Math.max(read, ...messages.map(({ id }) => id))
    localStorage.setItem(key, String(newest))
    setRead(newest)
  }
  return (
    <Menu
      className="bell"
      onClose={put}
      button={
        <>
          <BellIcon size={22} aria-hidden="true" />
          <span className="unseen">Messages{unread > 0 && `, ${unread} new`}</span>
          {unread > 0 && (
            <span className="bell-count" aria-hidden="true">
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </>
      }
    >
      <h2>Messages</h2>
      {messages.length === 0 ? (
        <p className="quiet">Nothing in the last {daysShown} days.</p>
      ) : (
        <ul>
          {messages.map(({ id, message, time }) => (
            <li key={id} className={id > read ? 'new' : undefined}>
              <p>{message}</p>
              <small className="hint">{momentText(time)}</small>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  )
}
