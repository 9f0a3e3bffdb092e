import { Link } from 'wouter'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { linesOf, type Message } from './groups.ts'

type Messages = { messages: readonly Message[]; isNew: (one: Message) => boolean }

/** The messages of the bell, newest first. */
export default function BellList({ messages, isNew }: Messages) {
  return (
    <ul>
      {linesOf(messages, dayOf).map(({ key, title, messages: [first, ...rest] }) =>
        rest.length === 0 ? (
          <li key={key} className={isNew(first!) ? 'new' : undefined}>
            <Row message={first!} isNew={isNew(first!)} />
          </li>
        ) : (
          <Several key={key} title={title} messages={[first!, ...rest]} isNew={isNew} />
        ),
      )}
    </ul>
  )
}

/** Several messages of one kind, which open below their title. */
function Several({ title, messages, isNew }: Messages & { title: string }) {
  return (
    <li className={messages.some(isNew) ? 'new' : undefined}>
      <details>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the menu open. */}
        <summary onClick={(event) => event.stopPropagation()}>
          <p>{title}</p>
          <small className="hint">{momentText(messages[0]!.time)}</small>
        </summary>
        <ul>
          {messages.map((message) => (
            <li key={message.id}>
              <Row message={message} isNew={isNew(message)} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function Row({ message: { message, path, time }, isNew }: { message: Message; isNew: boolean }) {
  const content = (
    <>
      <p>
        {isNew && <span className="unseen">{t('New:')} </span>}
        {message}
      </p>
      <small className="hint">{momentText(time)}</small>
    </>
  )
  return path ? (
    <Link href={path} state={{ moved: true }}>
      {content}
    </Link>
  ) : (
    <div>{content}</div>
  )
}

/** The day of a message on the reader's device. */
function dayOf(time: string): string {
  return new Date(time).toDateString()
}
