import './deliveries.css'
import { BellRing } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { type KindName, kinds } from '../../../src/rules/notifications/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { type Column, useList } from '../../components/listing/list.ts'
import { ListFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'

/** One delivery of a notification, as the API returns it. */
type Delivery = AnswerOf<'GET /api/console/deliveries'>['deliveries'][number]

type Row = Delivery & { name: string; when: string }

const states = {
  queued: { text: msg('Queued'), look: 'info' },
  sending: { text: msg('Sending'), look: 'info' },
  sent: { text: msg('Sent'), look: 'good' },
  failed: { text: msg('Failed'), look: 'bad' },
} as const

const columns: readonly Column<Row>[] = [
  { key: 'who', name: msg('Person'), cell: ({ name }) => name },
  { key: 'what', name: msg('Notification'), cell: (row) => <What {...row} /> },
  { key: 'way', name: msg('Channel'), cell: (row) => <Way {...row} /> },
  { key: 'outcome', name: msg('Outcome'), cell: (row) => <Outcome {...row} /> },
  { key: 'when', name: msg('When'), cell: ({ when }) => when },
]

// The server has already filtered by person and outcome.
const filters = {
  person: { initial: '', keeps: () => true },
  state: { initial: '', keeps: () => true },
  way: { initial: '', keeps: ({ channel }: Row, value: string) => value === '' || channel === value },
}

const textOf = ({ name, message, target }: Row) => `${name} ${message} ${target}`

/** The notifications sent: to whom, how, and with what outcome. */
export default function DeliveriesPage() {
  const { zone } = useMe()
  const twelve = useTwelve()
  const [search] = useSearchParams()
  const found = useAnswer('time', '/api/console/deliveries', {
    user_id: search.get('person') ?? undefined,
    state: search.get('state') ?? undefined,
  })
  const people = useRecords('users', { active: 'both' })
  const names = useMemo(() => new Map((people.data ?? []).map((user) => [user.id, nameOf(user)])), [people.data])
  const rows = useMemo(
    () =>
      (found.data?.deliveries ?? []).map((delivery) => ({
        ...delivery,
        name: names.get(delivery.user_id) ?? t('Person {id}', { id: delivery.user_id }),
        when: whenText(delivery.settled ?? delivery.created, zone, twelve),
      })),
    [found.data, names, zone, twelve],
  )
  const named = columns.map((column) => ({ ...column, name: t(column.name) }))
  const list = useList({ rows, text: textOf, columns: named, filters })
  return (
    <Page
      title={t('Notifications sent')}
      about={t('The latest 100 sent to devices and by email. All of them are also under the bell in the app.')}
    >
      <Card className="deliveries">
        <ListTools list={list} things={['notification', 'notifications']}>
          <PersonPicker
            label={t('Person')}
            hideLabel
            none={t('Everyone')}
            people={people.data ?? []}
            value={Number(list.value('person'))}
            text={t('Person {id}', { id: list.value('person') })}
            onChange={(id) => list.set('person', id === 0 ? '' : String(id))}
          />
          <ListFilter list={list} name="state" label={t('Outcome')}>
            <option value="">{t('All outcomes')}</option>
            {Object.entries(states).map(([state, { text }]) => (
              <option key={state} value={state}>
                {t(text)}
              </option>
            ))}
          </ListFilter>
          <ListFilter list={list} name="way" label={t('Channel')}>
            <option value="">{t('All channels')}</option>
            <option value="push">{t('to a device')}</option>
            <option value="email">{t('by email')}</option>
          </ListFilter>
        </ListTools>
        <Loaded of={found} skeleton={<Skeleton lines={6} height={56} />}>
          {() =>
            rows.length === 0 && !list.narrowed ? (
              <Empty icon={<BellRing size={40} aria-hidden="true" />} title={t('Nothing has been sent yet')}>
                {t('Reminders, alerts and messages appear here once they are sent to a device or by email.')}
              </Empty>
            ) : (
              <ListTable list={list} columns={named} label={t('Notifications sent')} nameOf={({ name }) => name} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function What({ kind, message }: Row) {
  return (
    <span className="two-lines">
      <span className="deliveries-text">{message}</span>
      <small>{t(kinds[kind as KindName]?.title ?? kind)}</small>
    </span>
  )
}

function Way({ channel, target }: Row) {
  return (
    <span className="two-lines">
      <span>{channel === 'push' ? t('Device') : t('Email')}</span>
      {target && <small>{target}</small>}
    </span>
  )
}

function Outcome({ state, error, status, attempts }: Row) {
  const { text, look } = states[state]
  const more = [
    state !== 'sent' && error && `${error}${status > 0 ? ` (${status})` : ''}`,
    attempts > 1 && t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }),
  ].filter(Boolean)
  return (
    <span className="two-lines deliveries-outcome">
      <span className={`badge ${look}`}>{t(text)}</span>
      {more.length > 0 && <small>{more.join(' · ')}</small>}
    </span>
  )
}
