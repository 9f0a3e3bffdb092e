import '../../components/listing/takes_all.css'
import { Plus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { activeFilter, type Column, useList, useSelection } from '../../components/listing/list.ts'
import { ActiveFilter, BulkBar, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { Avatar } from '../../components/people/person.tsx'
import { t } from '../../language.ts'
import { archiveGroups, restoreGroups } from './archive.ts'
import { GroupDialog } from './group.tsx'
import './groups.css'

type Group = Records['groups']
type User = Records['users']

/** Groups of people and their managers. */
export default function GroupsPage() {
  const me = useMe()
  const groups = useRecords('groups', { active: 'both' })
  const users = useRecords('users', { active: 'both' })
  const [search, setSearch] = useSearchParams()
  const opened = search.get('group') ?? undefined
  const open = (id: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === undefined) after.delete('group')
        else after.set('group', id)
        return after
      },
      { replace: true },
    )
  const mayEdit = me.may('manage_users')
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => open('new')}>
      {t('Add a group')}
    </Button>
  )
  const group = groups.data?.find(({ id }) => String(id) === opened)
  return (
    <Page title={t('Groups')} about={t('Who works together, and who manages them.')} actions={mayEdit && add}>
      <Card>
        <Loaded of={groups} skeleton={<Skeleton lines={5} height={52} />}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon={<Users size={40} aria-hidden="true" />}
                title={t('No groups yet')}
                action={mayEdit ? add : undefined}
              >
                {t('Put people who work together in a group. Its managers can see and approve their time.')}
              </Empty>
            ) : (
              <Groups groups={all} users={users.data ?? []} onOpen={open} />
            )
          }
        </Loaded>
      </Card>
      {users.data && mayEdit && (group || opened === 'new') && (
        <GroupDialog key={opened} group={group} users={users.data} onClose={() => open(undefined)} />
      )}
    </Page>
  )
}

function Groups({
  groups,
  users,
  onOpen,
}: {
  groups: readonly Group[]
  users: readonly User[]
  onOpen: (id: string) => void
}) {
  const me = useMe()
  const mayEdit = me.may('manage_users')
  const { columns, text } = useMemo(() => listOf(users, mayEdit ? onOpen : undefined), [users, mayEdit, onOpen])
  const list = useList({ rows: groups, text, columns, filters: activeFilter })
  const selection = useSelection(list.rows)
  const chosen = list.rows.filter(({ id }) => selection.has(id))
  const finish = (change: Promise<boolean>) => void change.then((done) => done && selection.clear())
  return (
    <>
      <ListTools list={list} things={['group', 'groups']}>
        <ActiveFilter list={list} />
      </ListTools>
      <ListTable
        list={list}
        columns={columns}
        label={t('Groups')}
        nameOf={({ name }) => name}
        isDim={({ active }) => !active}
        selection={mayEdit ? selection : undefined}
      />
      <BulkBar selection={selection}>
        {chosen.some(({ active }) => active) && (
          <Button
            onClick={() =>
              finish(
                archiveGroups(
                  chosen.filter(({ active }) => active),
                  users,
                ),
              )
            }
          >
            {t('Archive')}
          </Button>
        )}
        {chosen.some(({ active }) => !active) && (
          <Button onClick={() => finish(restoreGroups(chosen.filter(({ active }) => !active)))}>{t('Restore')}</Button>
        )}
      </BulkBar>
    </>
  )
}

function listOf(users: readonly User[], onOpen: ((id: string) => void) | undefined) {
  const byId = new Map(users.map((user) => [user.id, user]))
  const members = Map.groupBy(
    users.filter(({ active }) => active),
    ({ group_id }) => group_id,
  )
  const membersOf = ({ id }: Group) => members.get(id) ?? []
  const managersOf = ({ manager_ids }: Group) => manager_ids.flatMap((id) => byId.get(Number(id)) ?? [])
  const columns: Column<Group>[] = [
    {
      key: 'name',
      name: t('Name'),
      by: ({ name }) => name,
      cell: ({ id, name, active }) => (
        <>
          {onOpen ? (
            <button type="button" className="listing-open takes-all" onClick={() => onOpen(String(id))}>
              {name}
            </button>
          ) : (
            name
          )}
          {!active && <span className="badge">{t('Archived')}</span>}
        </>
      ),
    },
    {
      key: 'managers',
      name: t('Managed by'),
      cell: (group) => managersOf(group).map(nameOf).join(', ') || <span className="quiet">{t('No one yet')}</span>,
    },
    {
      key: 'members',
      name: t('Members'),
      by: (group) => membersOf(group).length,
      cell: (group) => <Members people={membersOf(group)} />,
    },
  ]
  const text = (group: Group) =>
    [group.name, ...managersOf(group).map(nameOf), ...membersOf(group).map(nameOf)].join(' ')
  return { columns, text }
}

const facesMax = 5

function Members({ people }: { people: readonly User[] }) {
  if (people.length === 0) return <span className="quiet">{t('No one yet')}</span>
  return (
    <span className="groups-members">
      <span className="groups-faces">
        {people.slice(0, facesMax).map((user) => (
          <Avatar key={user.id} name={nameOf(user)} size={28} />
        ))}
      </span>
      {t('{count, plural, one {# person} other {# people}}', { count: people.length })}
    </span>
  )
}
