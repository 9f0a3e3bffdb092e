import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Code } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, Loaded } from '../../components/page.tsx'
import { toast, toastError } from '../../components/toast.ts'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { type Delivery, indented, outcomes, type Webhook } from './webhook.ts'

/** How often the log is refetched while something is queued, in milliseconds. */
const lookMs = 1500

/**
 * The log of a webhook's deliveries, each with its request, its answer and a button to resend it, and a button to send
 * a test.
 */
export function WebhookDeliveries({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const params = { id: hook.id }
  const cache = useQueryClient()
  const key = ['time', 'webhook', hook.id]
  const log = useQuery({
    queryKey: key,
    queryFn: () => ask('GET', '/api/v1/webhooks/{id}/deliveries', { params }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some((one) => one.state === 'queued') ? lookMs : false),
  })
  const [shown, setShown] = useState<number>()
  const act = (request: Promise<unknown>, words: string) =>
    request.then(() => {
      toast(words)
      return cache.invalidateQueries({ queryKey: key })
    }, toastError)
  const test = () => act(ask('POST', '/api/v1/webhooks/{id}/test', { params }), t('Test sent.'))
  const again = (number: number) =>
    act(ask('POST', '/api/v1/webhooks/{id}/replay', { params, body: { number } }), t('It is sent again.'))
  return (
    <Dialog
      title={t('Deliveries to {name}', { name: new URL(hook.url).host })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={test}>{t('Send a test')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <Loaded of={log}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty title={t('Nothing has been sent yet')}>{t('Send a test to see what arrives.')}</Empty>
          ) : (
            <ul className="rows">
              {deliveries.map((one) => (
                <li key={one.number}>
                  <Summary {...one} />
                  <div className="actions">
                    <Button
                      aria-expanded={shown === one.number}
                      onClick={() => setShown(shown === one.number ? undefined : one.number)}
                    >
                      {t('Details')}
                    </Button>
                    {one.state !== 'queued' && <Button onClick={() => again(one.number)}>{t('Send again')}</Button>}
                  </div>
                  {shown === one.number && <Whole id={hook.id} number={one.number} attempts={one.attempts} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Summary({ type, record_id, state, error, status, created, attempts }: Delivery) {
  const { text, look } = outcomes[state]
  const more = [
    momentText(created),
    attempts > 0 && t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }),
    error || (status > 0 && status),
  ].filter(Boolean)
  return (
    <div>
      <strong>
        {type} {record_id > 0 && record_id}
      </strong>{' '}
      <span className={`badge ${look}`}>{t(text)}</span>
      <p className="quiet">{more.join(' · ')}</p>
    </div>
  )
}

function Whole({ id, number, attempts }: { id: number; number: number; attempts: number }) {
  const found = useQuery({
    queryKey: ['time', 'webhook', id, number, attempts],
    queryFn: () => ask('GET', '/api/v1/webhooks/{id}/deliveries/{number}', { params: { id, number } }),
  })
  return (
    <Loaded of={found}>
      {({ delivery: { body, answer } }) => (
        <div className="form">
          <Code text={indented(body)} label={t('Request')} />
          {answer !== '' && <Code text={answer} label={t('Response')} />}
        </div>
      )}
    </Loaded>
  )
}
