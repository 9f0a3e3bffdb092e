import { MessageSquare, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useMe } from '../../api/start.ts'
import { TextField } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { Avatar, Dot } from '../../components/people/person.tsx'
import { useDaySeconds, useHours } from '../../components/time/hours.ts'
import { momentIn } from '../../components/time/moment.ts'
import { timeFormatOf } from '../../components/time/time_format.ts'
import { locale, t } from '../../language.ts'
import { dateText, whenText as shortMoment } from '../../time.ts'
import { addNote } from './changes.ts'
import type { Entry, SentRequest } from './requests.ts'
import { countedDays, partText, statusWords, whenText } from './texts.ts'

/** A request: dates, kind, amount, status and notes. */
export function RequestCard({
  request,
  today,
  whose,
  children,
}: {
  request: SentRequest
  today: string
  /** Whether the card shows whose it is. */
  whose: boolean
  /** The request's actions. */
  children?: ReactNode
}) {
  const { byId } = usePeople()
  const { pathOf } = useJobs()
  const hours = useHours()
  const daySeconds = useDaySeconds(request.userId)
  const user = byId.get(request.userId)
  const name = user ? nameOf(user) : t('Former employee')
  const { text, badge } = statusWords[request.status]
  const days = new Set(request.entries.map(({ date }) => date)).size
  return (
    <article className="time-off-request">
      <header>
        {whose && <Avatar name={name} />}
        <div className="time-off-head">
          {whose && <h3>{name}</h3>}
          <When request={request} today={today} heading={!whose} />
          <p className="time-off-what">
            {request.kinds.map((kind) => (
              <span key={kind} className="time-off-kind">
                <Dot id={kind} />
                {pathOf(kind)}
              </span>
            ))}
            <span className="quiet">
              {hours(request.seconds)}
              {request.entries[0]?.entry_method === 'manual' && ` · ${countedDays(days)}`}
              {days > 1 &&
                request.seconds !== days * daySeconds &&
                ` · ${t('{hours} a day', { hours: hours(request.seconds / days) })}`}
            </span>
          </p>
        </div>
        <span className={`badge ${badge}`}>{t(text)}</span>
      </header>
      <Days request={request} />
      <Notes request={request} nameOf={(id) => (byId.has(id) ? nameOf(byId.get(id)!) : t('Someone'))} />
      {children}
    </article>
  )
}

function When({ request, today, heading }: { request: SentRequest; today: string; heading: boolean }) {
  const text = whenText(request, today, timeFormatOf(useMe()))
  return heading ? <h3>{text}</h3> : <p>{text}</p>
}

/** The days one by one, if their statuses differ. */
function Days({ request }: { request: SentRequest }) {
  const me = useMe()
  const hours = useHours()
  const { entries, status } = request
  const alike = entries.every((entry) => entry.status === status)
  if (alike) return null
  const line = (entry: Entry) =>
    `${dateText(entry.date)}, ${entry.entry_method === 'regular' ? partText(entry, timeFormatOf(me)) : hours(entry.duration)}`
  return (
    <ul className="time-off-days">
      {entries.map((entry) => (
        <li key={entry.id}>
          {line(entry)}{' '}
          <span className={`badge ${statusWords[entry.status].badge}`}>{t(statusWords[entry.status].text)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The history: the request, its notes and the decision. */
function Notes({ request, nameOf }: { request: SentRequest; nameOf: (userId: number) => string }) {
  const me = useMe()
  const { zone, twelve } = timeFormatOf(me)
  const when = (iso: string) => shortMoment(iso, zone, twelve)
  const deciders = [...new Set(request.entries.map(({ approver_user_id }) => approver_user_id))].filter(
    (id) => id !== 0,
  )
  const names = new Intl.ListFormat(locale()).format(
    deciders.map((id) => (id === me.user.id ? t('you@@who decided') : nameOf(id))),
  )
  const { status } = request
  const sentence = sentences[deciders.length > 0 && (status === 'approved' || status === 'denied') ? status : 'open']
  return (
    <ul className="time-off-notes">
      {request.notes.map((note) => (
        <li key={note.id}>
          <MessageSquare size={16} aria-hidden="true" />
          <span>
            <span className="time-off-note">{note.note}</span>
            <span className="hint">
              {note.user_id === me.user.id ? t('You@@author') : nameOf(note.user_id)}, {when(note.created)}
            </span>
          </span>
        </li>
      ))}
      <li className="hint">{t(sentence, { when: momentIn(zone, request.created, twelve), names })}</li>
    </ul>
  )
}

const sentences = {
  open: msg('Requested {when}.'),
  approved: msg('Requested {when}, approved by {names}.'),
  denied: msg('Requested {when}, denied by {names}.'),
}

/** A field to add a note to a request. */
export function AddNote({ request }: { request: SentRequest }) {
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return
    setBusy(true)
    if (await addNote(request, note.trim())) setNote('')
    setBusy(false)
  }
  return (
    <form className="time-off-add-note" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('Add a note')}
        hideLabel
        placeholder={t('Add a note…')}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={busy} icon={<Send size={18} aria-hidden="true" />} label={t('Send')} />
    </form>
  )
}
