import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { CorrectionsToDecide } from '../../components/corrections/corrections.tsx'
import type { Correction } from '../../components/corrections/lines.ts'
import { Dialog } from '../../components/dialog.tsx'
import { TextArea } from '../../components/field.tsx'
import { useHours, useShownUnit } from '../../components/hours.ts'
import { Card, Notice } from '../../components/page.tsx'
import { Avatar } from '../../components/person.tsx'
import { dateText } from '../../time.ts'
import type { Approving } from './approving.ts'
import { type Person, type State, shownHours } from './state.ts'

const states: Record<State, { words: string; kind: string }> = {
  approved: { words: 'approved', kind: 'good' },
  submitted: { words: 'submitted', kind: 'info' },
  open: { words: 'not submitted', kind: '' },
}

/** A person's time: totals, exceptions and actions. */
export function PersonRow({
  person,
  corrections,
  state,
  period,
  end,
  approving,
}: {
  person: Person
  /** Those that wait for a decision. */
  corrections: readonly Correction[]
  state: State
  period: { start: string; end: string }
  end: string
  approving: Approving
}) {
  const [sending, setSending] = useState(false)
  const { name, user_id, exceptions, running } = person
  const hours = useHours()
  const { work, overtime, timeOff } = shownHours(person, useShownUnit())
  const sheet = (date: string) => `/timesheet/${date}?user=${user_id}`
  const facts = [
    `${hours(work)} work`,
    overtime > 0 && `${hours(overtime)} overtime`,
    timeOff > 0 && `${hours(timeOff)} time off`,
  ].filter(Boolean)
  return (
    <Card className="approvals-person">
      <div className="approvals-row">
        <Avatar name={name} size={40} />
        <div className="approvals-who">
          <h2>
            <Link href={sheet(period.start)}>{name}</Link>
          </h2>
          <p className="quiet">{facts.join(' · ')}</p>
        </div>
        <span className={`badge ${states[state].kind}`}>{states[state].words}</span>
        <div className="actions">
          {state === 'approved' ? (
            <Button aria-label={`Reopen ${name}’s time`} onClick={() => approving.reopen(person)}>
              Reopen
            </Button>
          ) : (
            <>
              <Button aria-label={`Send back ${name}’s time`} onClick={() => setSending(true)}>
                Send back
              </Button>
              <Button
                kind="primary"
                aria-label={`Approve ${name}’s time`}
                disabled={running !== null}
                title={running === null ? undefined : 'You can’t approve someone who is on the clock'}
                onClick={() => approving.approve([person])}
              >
                Approve
              </Button>
            </>
          )}
        </div>
      </div>
      {exceptions.length > 0 && (
        <ul className="approvals-odd">
          {exceptions.map(({ kind, date, words, timesheet_ids }) => (
            <li key={`${kind} ${date} ${timesheet_ids.join()}`}>
              <TriangleAlert size={16} aria-hidden="true" />
              <Link href={sheet(date)}>{dateText(date)}</Link>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
      <CorrectionsToDecide corrections={corrections} zone={person.zone} />
      {sending && <SendBack person={person} end={end} approving={approving} onClose={() => setSending(false)} />}
    </Card>
  )
}

function SendBack({
  person,
  end,
  approving,
  onClose,
}: {
  person: Person
  end: string
  approving: Approving
  onClose: () => void
}) {
  const [text, setText] = useState(() =>
    person.exceptions.map(({ date, words }) => `${dateText(date)}: ${words}`).join('\n'),
  )
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    approving.sendBack(person, text.trim()).then(onClose, (error: Error) => setProblem(error.message))
  }
  return (
    <Dialog
      title={`Send back ${person.name}’s time`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="approvals-back" kind="primary" busy={approving.isBusy}>
            Send back
          </Button>
        </>
      }
    >
      <form id="approvals-back" className="form" onSubmit={submit}>
        {problem && <Notice kind="bad">{problem}</Notice>}
        <p>
          Time through {dateText(end)} will be reopened so {person.name} can correct and resubmit it. They’ll see your
          message in Clockhouse.
        </p>
        <TextArea
          label="What needs to change?"
          rows={5}
          required
          maxLength={1500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
