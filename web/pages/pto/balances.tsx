import '../../components/listing/takes_all.css'
import { useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { type Column, useList } from '../../components/listing/list.ts'
import { ListFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { BalanceDialog } from './balance_dialog.tsx'
import './pto.css'
import { PtoSections } from './sections.tsx'

type User = Records['users']
type Kind = Records['jobcodes']

/** Everyone's balances of paid time off, and their corrections. */
export function Balances() {
  const kinds = useRecords('jobcodes', { type: 'pto', active: 'yes' })
  const users = useRecords('users', { active: 'yes' })
  const [open, setOpen] = useState<User>()
  const shown = kinds.data && users.data ? { kinds: kinds.data, users: users.data } : undefined
  return (
    <Page
      title={t('Time off policies')}
      about={t('What people have left. Approved time off, including future days, is already deducted.')}
    >
      <PtoSections />
      <Card>
        <Loaded of={{ ...users, data: shown }} skeleton={<Skeleton lines={6} height={52} />}>
          {({ kinds, users }) =>
            kinds.length === 0 ? (
              <Empty title={t('No paid time off yet')}>{t('Add a type such as Vacation under Policies.')}</Empty>
            ) : (
              <Table kinds={kinds} users={users} onOpen={setOpen} />
            )
          }
        </Loaded>
      </Card>
      {open && shown && (
        <BalanceDialog
          key={open.id}
          user={shown.users.find(({ id }) => id === open.id) ?? open}
          kinds={shown.kinds}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

const filters = {
  group: { initial: '', keeps: (user: User, value: string) => value === '' || String(user.group_id) === value },
}

function Table({
  kinds,
  users,
  onOpen,
}: {
  kinds: readonly Kind[]
  users: readonly User[]
  onOpen: (user: User) => void
}) {
  const hours = useHours()
  const groups = useRecords('groups', { active: 'yes' })
  const columns = useMemo(
    (): Column<User>[] => [
      {
        key: 'name',
        name: t('Name'),
        by: nameOf,
        cell: (user) => (
          <button type="button" className="listing-open takes-all" onClick={() => onOpen(user)}>
            {nameOf(user)}
          </button>
        ),
      },
      ...kinds.map(
        ({ id, name }): Column<User> => ({
          key: String(id),
          name,
          number: true,
          by: (user) => user.pto_balances[id] ?? 0,
          cell: (user) => <Balance seconds={user.pto_balances[id] ?? 0} text={hours(user.pto_balances[id] ?? 0)} />,
        }),
      ),
    ],
    [kinds, hours, onOpen],
  )
  const list = useList({ rows: users, text: nameOf, columns, filters })
  return (
    <>
      <ListTools list={list} things={['person', 'people']}>
        <ListFilter list={list} name="group" label={t('Group')}>
          <option value="">{t('All groups')}</option>
          {groups.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ListFilter>
      </ListTools>
      <ListTable list={list} columns={columns} label={t('Balances')} nameOf={nameOf} />
    </>
  )
}

function Balance({ seconds, text }: { seconds: number; text: string }) {
  return <span className={seconds < 0 ? 'pto-below' : undefined}>{text}</span>
}
