import { useState } from 'react'
import { act, creating, removing } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import { only, type Records, update } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { usePressed } from '../../components/fields/pressed.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { EveryoneOrSelected, PeopleList } from './people_choice.tsx'
import type { JobRecord } from './tree.ts'

type Assignment = Records['jobcode_assignments']

/** Who can record time on a job: everyone or selected people. */
export function JobPeople({ job }: { job: JobRecord }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const assigned = useRecords('jobcode_assignments', { jobcode_id: job.id, active: 'yes', type: 'all' })
  const users = useRecords('users', { active: 'both' })
  const mayAssign = me.may('manage_users', 'manage_jobcodes') || me.manages.length > 0
  const { shown, press } = usePressed()
  const everyone = shown(job.id, job.assigned_to_all)
  const setEveryone = (assigned_to_all: boolean) => {
    const saving = changing(async () => only(await update('jobcodes', [{ id: job.id, assigned_to_all }])))
    press(job.id, assigned_to_all, saving)
    saving.then(
      () =>
        toast(
          assigned_to_all
            ? t('Everyone can use {name}.', { name: job.name })
            : t('Only selected people can use {name}.', { name: job.name }),
        ),
      toastError,
    )
  }
  return (
    <Card
      title={t('Who can use it')}
      actions={!everyone && mayAssign && assigned.data && <Button onClick={() => setOpen(true)}>{t('Change')}</Button>}
    >
      {me.may('manage_jobcodes') ? (
        <EveryoneOrSelected everyone={everyone} onEveryone={setEveryone} />
      ) : (
        job.assigned_to_all && <p>{t('Everyone')}</p>
      )}
      {!everyone && (
        <Loaded of={assigned} skeleton={<Skeleton lines={1} height={28} />}>
          {(records) => {
            const ids = new Set(records.map(({ user_id }) => user_id))
            const people = (users.data ?? []).filter(({ id, active }) => active && ids.has(id))
            return (
              <>
                {people.length === 0 ? (
                  <p className="quiet">{t('No one yet.')}</p>
                ) : (
                  <ul className="jobs-names">
                    {people.map((user) => (
                      <li key={user.id} className="badge">
                        {nameOf(user)}
                      </li>
                    ))}
                  </ul>
                )}
                {job.has_children && <p className="hint">{t('Anyone who can use it can use its sub-jobs too.')}</p>}
                {open && <Choose job={job} assigned={records} onClose={() => setOpen(false)} />}
              </>
            )
          }}
        </Loaded>
      )}
    </Card>
  )
}

function Choose({ job, assigned, onClose }: { job: JobRecord; assigned: readonly Assignment[]; onClose: () => void }) {
  const before = new Set(assigned.map(({ user_id }) => user_id))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(before)
  const save = async () => {
    const gone = assigned.filter(({ user_id }) => !chosen.has(user_id))
    const come = [...chosen.difference(before)]
    await act([
      removing(
        'jobcode_assignments',
        gone.map(({ id }) => id),
      ),
      creating(
        'jobcode_assignments',
        come.map((user_id) => ({ user_id, jobcode_id: job.id })),
      ),
    ])
    toast(t('People for {job} saved.', { job: job.name }))
  }
  return (
    <ActionDialog title={t('Who can use {name}', { name: job.name })} label={t('Save')} run={save} onClose={onClose}>
      <PeopleList chosen={chosen} onChosen={setChosen} />
    </ActionDialog>
  )
}
