import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Loaded } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { t } from '../../language.ts'
import { decide, redecide } from './changes.ts'
import { AddNote, RequestCard } from './request_card.tsx'
import { type SentRequest, useRequests } from './requests.ts'
import { rightsOver } from './rights.ts'

/** A request in a window, with the actions the user may take. */
export function RequestWindow({ id, today, onClose }: { id: number; today: string; onClose: () => void }) {
  const requests = useRequests({ ids: [id] })
  const request = requests.data?.[0]
  return (
    <Dialog title={t('Time off')} onClose={onClose} footer={request && <Actions request={request} onClose={onClose} />}>
      <Loaded of={requests}>
        {([found]) =>
          found ? (
            <RequestCard request={found} today={today} whose>
              <AddNote request={found} />
            </RequestCard>
          ) : (
            <p className="quiet">{t('This request no longer exists.')}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Actions({ request, onClose }: { request: SentRequest; onClose: () => void }) {
  const me = useMe()
  const { byId } = usePeople()
  const user = byId.get(request.userId)
  const { approves, oversees } = rightsOver(me, user)
  const name = user ? nameOf(user) : ''
  const run = async (change: Promise<boolean>) => {
    if (await change) onClose()
  }
  const { status } = request
  if (status === 'pending' && approves)
    return (
      <>
        <Button onClick={() => void run(decide(request, 'denied', '', name))}>{t('Deny')}</Button>
        <Button kind="primary" onClick={() => void run(decide(request, 'approved', '', name))}>
          {t('Approve')}
        </Button>
      </>
    )
  if (status === 'approved' && oversees)
    return (
      <Button onClick={() => void run(redecide(request, 'canceled', t('Time off for {name} canceled.', { name })))}>
        {t('Cancel time off')}
      </Button>
    )
  if ((status === 'denied' || status === 'canceled') && oversees)
    return (
      <Button
        onClick={() => void run(redecide(request, 'pending', t('Time off request for {name} reopened.', { name })))}
      >
        {t('Reopen')}
      </Button>
    )
  return <Button onClick={onClose}>{t('Close')}</Button>
}
