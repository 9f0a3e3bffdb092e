import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import type { BodyOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { Empty, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { isoOf, momentText, today } from '../../time.ts'
import { type Delivery, indented, outcomeOf, type Webhook } from './webhook.ts'

/** How often the log is refetched while something is queued, in milliseconds. */
const lookMs = 1500

const atOnce = 50

/** The deliveries of a webhook, newest first, a page at a time. They are refetched while something is queued. */
function useLog(id: number) {
  const key = ['time', 'webhook', id]
  const cache = useQueryClient()
  const log = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam: before }) =>
      ask('GET', '/api/v1/webhooks/{id}/deliveries', {
        params: { id },
        query: { limit: atOnce, ...(before !== undefined && { before }) },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ deliveries }) => (deliveries.length === atOnce ? deliveries.at(-1)?.number : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((one) => one.state === 'queued')) ? lookMs : false,
  })
  const act = <A,>(request: Promise<A>, words: (answer: A) => string) =>
    request.then((answer) => {
      toast(words(answer))
      return cache.invalidateQueries({ queryKey: key })
    }, toastError)
  return { log, act }
}

/**
 * The log of a webhook's deliveries, each with its request, its answer and a button to resend it, and buttons to send a
 * test and to resend those of some days.
 */
export function WebhookDeliveries({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const params = { id: hook.id }
  const { log, act } = useLog(hook.id)
  const [shown, setShown] = useState<number>()
  const [chooses, setChooses] = useState(false)
  const test = () => act(ask('POST', '/api/v1/webhooks/{id}/test', { params }), () => t('A test is on its way.'))
  const replay = (body: BodyOf<'POST /api/v1/webhooks/{id}/replay'>) =>
    act(ask('POST', '/api/v1/webhooks/{id}/replay', { params, body }), ({ replayed }) =>
      t(
        '{count, plural, =0 {Nothing to send again.} one {# message is sent again.} other {# messages are sent again.}}',
        {
          count: replayed,
        },
      ),
    )
  return (
    <Dialog
      title={t('Deliveries to {name}', { name: new URL(hook.url).host })}
      onClose={onClose}
      footer={
        <>
          <Button aria-expanded={chooses} onClick={() => setChooses(!chooses)}>
            {t('Send several again')}
          </Button>
          <Button onClick={test}>{t('Send a test')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {chooses && <DaysAgain onSend={(span) => replay(span).finally(() => setChooses(false))} />}
      <Loaded of={log}>
        {({ pages }) =>
          pages[0]!.deliveries.length === 0 ? (
            <Empty title={t('Nothing has been sent yet')}>{t('Send a test to see what arrives.')}</Empty>
          ) : (
            <>
              <ul className="rows">
                {pages.flatMap(({ deliveries }) =>
                  deliveries.map((one) => (
                    <li key={one.number} className="developers-delivery">
                      <Summary {...one} />
                      <div className="actions">
                        {one.state !== 'queued' && (
                          <Button onClick={() => replay({ number: one.number })}>{t('Send again')}</Button>
                        )}
                        <Button
                          aria-expanded={shown === one.number}
                          onClick={() => setShown(shown === one.number ? undefined : one.number)}
                        >
                          {t('Details')}
                        </Button>
                      </div>
                      {shown === one.number && <Whole id={hook.id} number={one.number} attempts={one.attempts} />}
                    </li>
                  )),
                )}
              </ul>
              {log.hasNextPage && (
                <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  {t('Show more')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Asks for the days whose ended deliveries are sent again. */
function DaysAgain({ onSend }: { onSend: (span: { from: string; until: string }) => Promise<unknown> }) {
  const { zone } = useMe()
  const [first, setFirst] = useState(today(zone))
  const [last, setLast] = useState(today(zone))
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const span = { from: isoOf(first, '00:00', zone), until: isoOf(addDays(last, 1), '00:00', zone) }
    void onSend(span).finally(() => setBusy(false))
  }
  return (
    <form className="form developers-again" onSubmit={submit}>
      <div className="form-row">
        <TextField
          label={t('From')}
          type="date"
          required
          max={last}
          value={first}
          onChange={({ target }) => setFirst(target.value)}
        />
        <TextField
          label={t('Through')}
          type="date"
          required
          min={first}
          value={last}
          onChange={({ target }) => setLast(target.value)}
        />
      </div>
      <p className="quiet">{t('Messages created on these days are sent again, except those still queued.')}</p>
      <div className="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t('Send again')}
        </Button>
      </div>
    </form>
  )
}

function Summary(delivery: Delivery) {
  const { type, record_id, error, status, created, attempts } = delivery
  const { text, look } = outcomeOf(delivery)
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
        <div className="form developers-whole">
          <Code text={indented(body)} label={t('Request')} />
          {answer !== '' && <Code text={answer} label={t('Response')} />}
        </div>
      )}
    </Loaded>
  )
}
