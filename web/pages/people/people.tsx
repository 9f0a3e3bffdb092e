import { ListPlus, Upload, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { activeFilter, type Column, useList, useSelection } from '../../components/listing/list.ts'
import { ActiveFilter, BulkBar, ListFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { Avatar } from '../../components/people/person.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { whenText } from '../../time.ts'
import { AddSeveral, FirstPeople } from './add_several.tsx'
import { archivePeople, restorePeople } from './archive.ts'
import { BulkDialog, type BulkKind } from './bulk.tsx'
import type { PersonLink } from './invite.ts'
import { LinkSheet } from './link_sheet.tsx'
import './people.css'
import { t } from '../../language.ts'
import { roleOf, roles, roleText } from './permission_words.ts'

type User = Records['users']
type Group = Records['groups']

/** Everyone in the company. */
export default function PeoplePage() {
  const me = useMe()
  const users = useRecords('users', { active: 'both' })
  const groups = useRecords('groups', { active: 'yes' })
  const manages = me.may('manage_users')
  const [adding, setAdding] = useState(false)
  // Shown here, because the form of the first people is gone once there are some.
  const [sheet, setSheet] = useState<readonly PersonLink[]>([])
  const isFirst = manages && users.data?.length === 1
  return (
    <Page
      title={t('People')}
      actions={
        manages && (
          <>
            <ButtonLink href="/people/import" icon={<Upload size={18} aria-hidden="true" />}>
              {t('Import')}
            </ButtonLink>
            {!isFirst && (
              <Button icon={<ListPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
                {t('Add several')}
              </Button>
            )}
            <ButtonLink
              href="/people/new"
              kind={isFirst ? 'plain' : 'primary'}
              icon={<UserPlus size={18} aria-hidden="true" />}
            >
              {t('Add a person')}
            </ButtonLink>
          </>
        )
      }
    >
      <Loaded
        // On a phone, a group's name makes a card one line taller.
        of={groups.data || groups.error ? users : { ...users, data: undefined }}
        skeleton={
          <Card>
            <Skeleton lines={8} height={52} />
          </Card>
        }
      >
        {(people) =>
          people.length > 1 || !manages ? (
            <People people={people} groups={groups.data ?? []} />
          ) : (
            <FirstPeople groups={groups.data ?? []} onAdded={setSheet} />
          )
        }
      </Loaded>
      {adding && <AddSeveral groups={groups.data ?? []} onAdded={setSheet} onClose={() => setAdding(false)} />}
      {sheet.length > 0 && <LinkSheet links={sheet} onClose={() => setSheet([])} />}
    </Page>
  )
}

function People({ people, groups }: { people: readonly User[]; groups: readonly Group[] }) {
  const me = useMe()
  const twelve = useTwelve()
  const manages = me.may('manage_users')
  const [bulk, setBulk] = useState<BulkKind>()
  const { columns, text } = useMemo(() => listOf(groups, me.zone, twelve), [groups, me.zone, twelve])
  const list = useList({ rows: people, text, columns, filters })
  const selection = useSelection(list.rows)
  const chosen = list.rows.filter(({ id }) => selection.has(id))
  const finish = (change: Promise<boolean>) => void change.then((done) => done && selection.clear())
  return (
    <Card>
      <ListTools list={list} things={['person', 'people']}>
        <ListFilter list={list} name="group" label={t('Group')}>
          <option value="">{t('All groups')}</option>
          <option value="0">{t('No group')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ListFilter>
        {manages && (
          <ListFilter list={list} name="role" label={t('Role')}>
            <option value="">{t('All roles')}</option>
            {roles.map(({ key, name }) => (
              <option key={key} value={name}>
                {t(name)}
              </option>
            ))}
          </ListFilter>
        )}
        <ActiveFilter list={list} />
      </ListTools>
      <ListTable
        list={list}
        columns={columns}
        label={t('People')}
        nameOf={nameOf}
        hrefOf={({ id }) => `/people/${id}`}
        isDim={({ active }) => !active}
        selection={manages ? selection : undefined}
      />
      <BulkBar selection={selection}>
        {chosen.some(({ active }) => active) && (
          <>
            <Button onClick={() => setBulk('group')}>{t('Change group')}</Button>
            <Button onClick={() => setBulk('jobs')}>{t('Assign jobs')}</Button>
            <Button onClick={() => setBulk('invite')}>{t('Invite')}</Button>
            <Button onClick={() => finish(archivePeople(chosen.filter(({ active }) => active)))}>{t('Archive')}</Button>
          </>
        )}
        {chosen.some(({ active }) => !active) && (
          <Button onClick={() => finish(restorePeople(chosen.filter(({ active }) => !active)))}>{t('Restore')}</Button>
        )}
      </BulkBar>
      {bulk && (
        <BulkDialog
          kind={bulk}
          people={chosen.filter(({ active }) => active)}
          groups={groups}
          onClose={(done) => {
            setBulk(undefined)
            if (done) selection.clear()
          }}
        />
      )}
    </Card>
  )
}

const filters = {
  ...activeFilter,
  group: { initial: '', keeps: (user: User, value: string) => value === '' || user.group_id === Number(value) },
  role: {
    initial: '',
    keeps: ({ permissions }: User, value: string) => value === '' || roleOf(permissions ?? {}).role?.name === value,
  },
}

function listOf(groups: readonly Group[], zone: string, twelve: boolean) {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const groupName = ({ group_id }: User) => names.get(group_id) ?? ''
  const columns: Column<User>[] = [
    {
      key: 'name',
      name: t('Name'),
      by: nameOf,
      cell: (user) => (
        <>
          <Avatar name={nameOf(user)} />
          <span className="two-lines">
            <span>
              {nameOf(user)} {!user.active && <span className="badge">{t('Archived')}</span>}
            </span>
            {user.job_title && <small>{user.job_title}</small>}
          </span>
        </>
      ),
    },
    { key: 'group', name: t('Group'), by: groupName, cell: groupName },
    {
      key: 'role',
      name: t('Role'),
      by: ({ permissions }) => (permissions ? roleText(permissions) : ''),
      cell: ({ permissions }) => (permissions ? roleText(permissions) : ''),
    },
    {
      key: 'contact',
      name: t('Email'),
      wide: true,
      by: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      key: 'number',
      name: t('Number'),
      wide: true,
      number: true,
      by: ({ employee_number }) => employee_number,
      cell: ({ employee_number }) => employee_number || '',
    },
    {
      key: 'seen',
      name: t('Last active'),
      by: ({ last_active }) => last_active,
      cell: ({ last_active }) => (last_active ? whenText(last_active, zone, twelve) : t('Never')),
    },
  ]
  const text = (user: User) =>
    [
      nameOf(user),
      user.first_name,
      user.last_name,
      user.username,
      user.email,
      user.mobile_number,
      user.payroll_id,
      user.employee_number || '',
      user.job_title,
      groupName(user),
    ].join(' ')
  return { columns, text }
}
