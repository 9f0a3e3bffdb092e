import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { act, creating, madeBy, madeIn, updating } from '../../api/actions.ts'
import type { Records } from '../../api/records.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { usePeopleOptions } from '../../components/fields/options.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { archiveGroups, restoreGroups } from './archive.ts'

type Group = Records['groups']
type User = Records['users']

const labels = { name: msg('Name'), manager_ids: msg('Managers'), group_id: msg('Group') }

/** Edits a group's name, members and managers. Without `group`, adds a new one. */
export function GroupDialog({
  group,
  users,
  onClose,
}: {
  group: Group | undefined
  users: readonly User[]
  onClose: () => void
}) {
  const people = usePeopleOptions()
  const inIt = new Set(
    group ? users.flatMap(({ id, group_id, active }) => (active && group_id === group.id ? [id] : [])) : [],
  )
  const [members, setMembers] = useState<ReadonlySet<number>>(inIt)
  const [managers, setManagers] = useState<ReadonlySet<number>>(new Set(group?.manager_ids.map(Number)))
  const form = useForm({ name: group?.name ?? '' }, labels)
  const moved = users.filter(({ id, group_id }) => members.has(id) && group_id !== 0 && group_id !== group?.id)
  const save = form.onSubmit((_, { name }) =>
    changing(async () => {
      const item = { name, manager_ids: [...managers] }
      const saved = group ? updating('groups', [{ id: group.id, ...item }]) : creating('groups', [item])
      const changes = [
        ...[...members.difference(inIt)].map((id) => ({ id, group_id: group?.id ?? madeIn(0) })),
        ...[...inIt.difference(members)].map((id) => ({ id, group_id: 0 })),
      ]
      const [outcomes] = await act([saved, updating('users', changes)], form.sent)
      const { name: known } = madeBy<Group>(outcomes)
      toast(group ? t('{name} saved.', { name: known }) : t('{name} added.', { name: known }))
      onClose()
    }),
  )
  const archive = () => {
    if (!group) return
    onClose()
    void (group.active ? archiveGroups([group], users) : restoreGroups([group]))
  }
  return (
    <Dialog
      title={group ? group.name : t('Add a group')}
      size="large"
      onClose={onClose}
      footer={
        <>
          {group && (
            <Button kind="quiet" onClick={archive}>
              {group.active ? t('Archive') : t('Restore')}
            </Button>
          )}
          <span className="groups-gap" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="group" kind="primary" busy={form.busy}>
            {group ? t('Save') : t('Add group')}
          </Button>
        </>
      }
    >
      <form id="group" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
        {group?.active !== false && (
          <div className="groups-two">
            <CheckList
              label={t('Members')}
              things="people"
              hint={
                moved.length === 0
                  ? t('A person can be in only one group.')
                  : t(
                      '{count, plural, =1 {One person moves} one {# person moves} other {# people move}} here from another group.',
                      { count: moved.length },
                    )
              }
              options={people}
              chosen={members}
              onChange={setMembers}
            />
            <CheckList
              label={t('Managers')}
              things="people"
              hint={t('Can see and approve members’ time.')}
              options={people}
              chosen={managers}
              onChange={setManagers}
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}
