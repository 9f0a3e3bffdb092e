import { Palmtree } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { Balances } from './balances.tsx'
import { cancel, redecide } from './changes.ts'
import { AddNote, RequestCard } from './request_card.tsx'
import { type Asked, useRequests } from './requests.ts'
import { rightsOver } from './rights.ts'

const shownAtFirst = 10

/** What I have of time off, and what I have asked for. */
export function Mine({ today, onAsk }: { today: string; onAsk: () => void }) {
  const me = useMe()
  const requests = useRequests({ user_ids: me.user.id })
  return (
    <Loaded of={requests} skeleton={<Skeleton lines={3} height={130} />}>
      {(all) => {
        const ahead = all.filter(({ last, status }) => last >= today || status === 'pending')
        const before = all.filter((asked) => !ahead.includes(asked))
        return (
          <>
            <Balances requests={all} today={today} />
            {all.length === 0 ? (
              <Card>
                <Empty
                  icon={<Palmtree size={36} aria-hidden="true" />}
                  title="You have not asked for time off yet."
                  action={
                    <Button kind="primary" onClick={onAsk}>
                      Ask for time off
                    </Button>
                  }
                >
                  Choose the days, say what it is for if you like, and you are told when it is decided.
                </Empty>
              </Card>
            ) : (
              <>
                <Requests title="Coming up" requests={ahead.toReversed()} today={today} empty="Nothing is coming up." />
                {before.length > 0 && <Requests title="Before" requests={before} today={today} empty="" />}
              </>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Requests({
  title,
  requests,
  today,
  empty,
}: {
  title: string
  requests: readonly Asked[]
  today: string
  empty: string
}) {
  const [all, setAll] = useState(false)
  const shown = all ? requests : requests.slice(0, shownAtFirst)
  return (
    <Card title={title}>
      {requests.length === 0 && <p className="quiet">{empty}</p>}
      <ul className="time-off-requests">
        {shown.map((asked) => (
          <li key={asked.id}>
            <RequestCard asked={asked} today={today} whose={false}>
              <OwnActions asked={asked} today={today} />
            </RequestCard>
          </li>
        ))}
      </ul>
      {shown.length < requests.length && <Button onClick={() => setAll(true)}>Show all {requests.length}</Button>}
    </Card>
  )
}

function OwnActions({ asked, today }: { asked: Asked; today: string }) {
  const me = useMe()
  const { oversees } = rightsOver(me, me.user)
  const undecided = asked.entries.every(({ status }) => status === 'pending')
  const ahead = asked.status === 'approved' && asked.last >= today
  if (!undecided && !ahead) return null
  return (
    <>
      <div className="time-off-actions">
        <AddNote asked={asked} />
        {undecided && <Button onClick={() => void cancel(asked, oversees)}>Cancel request</Button>}
        {ahead && oversees && (
          <Button onClick={() => void redecide(asked, 'canceled', 'Your time off is taken back.')}>Take back</Button>
        )}
      </div>
      {ahead && !oversees && (
        <p className="hint">Plans have changed? Whoever approves your time off can take it back: tell them.</p>
      )}
    </>
  )
}
