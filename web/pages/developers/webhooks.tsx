import { sentence } from '../../components/page/refusals.ts'
import './developers.css'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAnswer, useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded } from '../../components/page/page.tsx'
import { counts } from '../../components/page/things.ts'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { DevelopersPage } from './frame.tsx'
import { stateOf, type Webhook } from './webhook.ts'
import { WebhookDeliveries } from './webhook_deliveries.tsx'
import { WebhookForm } from './webhook_form.tsx'

/** Webhooks: addresses of other programs that are notified of changes. */
export default function WebhooksPage() {
  const found = useAnswer('setup', '/api/v1/webhooks')
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [log, setLog] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('Add a webhook')}
    </Button>
  )
  return (
    <DevelopersPage actions={add}>
      <Loaded of={found}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Card>
              <Empty icon={<WebhookIcon size={40} aria-hidden="true" />} title={t('No webhooks yet')} action={add}>
                {t('A webhook immediately tells another program what changes here, so it doesn’t have to keep asking.')}
              </Empty>
            </Card>
          ) : (
            <ul className="developers-list">
              {webhooks.map((hook) => (
                <li key={hook.id}>
                  <WebhookCard hook={hook} onEdit={setEdited} onLog={setLog} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <WebhookForm
          hook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onMade={setSecret}
        />
      )}
      {log && <WebhookDeliveries hook={log} onClose={() => setLog(undefined)} />}
      {secret && (
        <Secrets
          title={t('Secret of the webhook')}
          about={t('It is shown only once. The receiver needs it to verify that messages come from here.')}
          values={[{ name: t('Secret'), value: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </DevelopersPage>
  )
}

type CardProps = {
  hook: Webhook
  onEdit: (hook: Webhook) => void
  onLog: (hook: Webhook) => void
  onSecret: (secret: string) => void
}

function WebhookCard({ hook, onEdit, onLog, onSecret }: CardProps) {
  const [asking, setAsking] = useState<'secret' | 'delete'>()
  const switchOn = useChange(() => ask('PUT', '/api/v1/webhooks/{id}', { ...of, body: { active: true } }))
  const on = () =>
    switchOn.mutate(undefined, {
      onSuccess: () => toast(t('Switched on. It continues where it stopped.')),
      onError: toastError,
    })
  const of = { params: { id: hook.id } }
  const { text, look } = stateOf(hook)
  const done = () => setAsking(undefined)
  return (
    <Card
      title={hook.description || new URL(hook.url).host}
      actions={
        <>
          {!hook.active && (
            <Button kind="primary" busy={switchOn.isPending} onClick={on}>
              {t('Switch on')}
            </Button>
          )}
          <Button onClick={() => onLog(hook)}>{t('Deliveries')}</Button>
          <Button onClick={() => onEdit(hook)}>{t('Edit')}</Button>
          <Button onClick={() => setAsking('secret')}>{t('New secret')}</Button>
          <Button onClick={() => setAsking('delete')}>{t('Delete')}</Button>
        </>
      }
    >
      <dl className="facts">
        <Fact name={t('Address')}>
          <code>{hook.url}</code>
        </Fact>
        <Fact name={t('Events')}>
          <code>{hook.types.join(', ')}</code>
        </Fact>
        <Only filter={hook.filter} />
        <Fact name={t('Contents')}>
          {hook.payload === 'full' ? t('The whole record') : t('Only which record has changed')}
        </Fact>
        {hook.application && <Fact name={t('Application')}>{hook.application.name}</Fact>}
        <Fact name={t('State')}>
          <span className={`badge ${look}`}>{t(text)}</span> {hook.off_reason && sentence(t(hook.off_reason))}
          {hook.next_attempt && t('Next attempt {when}', { when: momentText(hook.next_attempt) })}
        </Fact>
        <Fact name={t('Waiting deliveries')}>{hook.waiting}</Fact>
      </dl>
      {asking === 'secret' && (
        <Confirm
          title={t('Create a new secret for {app}?', { app: new URL(hook.url).host })}
          action={t('Create new secret')}
          run={() => ask('POST', '/api/v1/webhooks/{id}/secret', { ...of, body: {} })}
          onClose={done}
          onDone={({ secret }) => {
            done()
            onSecret(secret)
          }}
        >
          <p>{t('For 24 hours messages are signed with both secrets, so the receiver can change over.')}</p>
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm
          title={t('Delete {name}?', { name: new URL(hook.url).host })}
          action={t('Delete')}
          run={() => ask('DELETE', '/api/v1/webhooks/{id}', of)}
          onClose={done}
          onDone={() => {
            done()
            toast(t('Webhook deleted.'))
          }}
        >
          <p>{t('The receiver gets no more messages, and the delivery log is deleted.')}</p>
        </Confirm>
      )}
    </Card>
  )
}

/** The groups, people and jobs whose records alone are sent. */
function Only({ filter: { group_ids = [], user_ids = [], jobcode_ids = [] } }: Pick<Webhook, 'filter'>) {
  const groups = useRecords('groups')
  const name = (id: number) => groups.data?.find((group) => group.id === id)?.name ?? t('Group {id}', { id })
  const parts = [
    ...group_ids.map(name),
    user_ids.length > 0 && t(counts.people, { count: user_ids.length }),
    jobcode_ids.length > 0 && t(counts.jobs, { count: jobcode_ids.length }),
  ].filter(Boolean)
  return parts.length > 0 && <Fact name={t('Only records of')}>{parts.join(', ')}</Fact>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
