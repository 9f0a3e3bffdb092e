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

/** The user's balances and requests. */
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
                  title="You haven’t requested any time off yet."
                  action={
                    <Button kind="primary" onClick={onAsk}>
                      Request time off
                    </Button>
                  }
                >
                  Choose the days, add a note if you like, and you’ll be notified of the decision.
                </Empty>
              </Card>
            ) : (
              <>
                <Requests title="Upcoming" requests={ahead.toReversed()} today={today} empty="No upcoming time off." />
                {before.length > 0 && <Requests title="Past" requests={before} today={today} empty="" />}
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
          <Button onClick={() => void redecide(asked, 'canceled', 'Time off canceled.')}>Cancel time off</Button>
        )}
      </div>
      {ahead && !oversees && <p className="hint">Plans changed? Ask your approver to cancel it.</p>}
    </>
  )
}
