import { Palmtree } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Balances } from './balances.tsx'
import { cancel, redecide } from './changes.ts'
import { AddNote, RequestCard } from './request_card.tsx'
import { type SentRequest, useRequests } from './requests.ts'
import { rightsOver } from './rights.ts'

const shownAtFirst = 10

/** The user's balances and requests. */
export function Mine({ today, onRequest }: { today: string; onRequest: () => void }) {
  const me = useMe()
  const requests = useRequests({ user_ids: me.user.id })
  // The balances are above the requests and would push them down.
  const { ready } = useJobs()
  return (
    <Loaded
      of={{ ...requests, data: ready ? requests.data : undefined }}
      skeleton={<Skeleton lines={3} height={130} />}
    >
      {(all) => {
        const ahead = all.filter(({ last, status }) => last >= today || status === 'pending')
        const before = all.filter((request) => !ahead.includes(request))
        return (
          <>
            <Balances requests={all} today={today} />
            {all.length === 0 ? (
              <Card>
                <Empty
                  icon={<Palmtree size={36} aria-hidden="true" />}
                  title={t('You haven’t requested any time off yet.')}
                  action={
                    <Button kind="primary" onClick={onRequest}>
                      {t('Request time off')}
                    </Button>
                  }
                >
                  {t('Choose the days, add a note if you like, and you’ll be notified of the decision.')}
                </Empty>
              </Card>
            ) : (
              <>
                <Requests
                  title={t('Upcoming')}
                  requests={ahead.toReversed()}
                  today={today}
                  empty={t('No upcoming time off.')}
                />
                {before.length > 0 && <Requests title={t('Past')} requests={before} today={today} empty="" />}
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
  requests: readonly SentRequest[]
  today: string
  empty: string
}) {
  const [all, setAll] = useState(false)
  const shown = all ? requests : requests.slice(0, shownAtFirst)
  return (
    <Card title={title}>
      {requests.length === 0 && <p className="quiet">{empty}</p>}
      <ul className="time-off-requests">
        {shown.map((request) => (
          <li key={request.id}>
            <RequestCard request={request} today={today} whose={false}>
              <OwnActions request={request} today={today} />
            </RequestCard>
          </li>
        ))}
      </ul>
      {shown.length < requests.length && (
        <Button onClick={() => setAll(true)}>{t('Show all {count}', { count: requests.length })}</Button>
      )}
    </Card>
  )
}

function OwnActions({ request, today }: { request: SentRequest; today: string }) {
  const me = useMe()
  const { oversees } = rightsOver(me, me.user)
  const isPending = request.entries.every(({ status }) => status === 'pending')
  const ahead = request.status === 'approved' && request.last >= today
  if (!isPending && !ahead) return null
  return (
    <>
      <div className="time-off-actions">
        <AddNote request={request} />
        {isPending && <Button onClick={() => void cancel(request, oversees)}>{t('Cancel request')}</Button>}
        {ahead && oversees && (
          <Button onClick={() => void redecide(request, 'canceled', t('Time off canceled.'))}>
            {t('Cancel time off')}
          </Button>
        )}
      </div>
      {ahead && !oversees && <p className="hint">{t('Plans changed? Ask your approver to cancel it.')}</p>}
    </>
  )
}
