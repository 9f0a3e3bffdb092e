import { useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { useJobOptions } from '../../components/fields/options.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { nameOf } from '../../components/people/names.ts'
import { Dot } from '../../components/people/person.tsx'
import { t } from '../../language.ts'
import { giveJobs } from './assigning.ts'

type User = Records['users']

/** A person's jobs: those available to everyone, and those assigned to them. */
export function PersonJobs({ user }: { user: User }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const assigned = useRecords('jobcode_assignments', { user_ids: [user.id], active: 'yes', type: 'all' })
  const jobs = useJobs()
  const mayAssign = me.may('manage_users') || (user.group_id !== 0 && me.manages.includes(user.group_id))
  return (
    <Card
      title={t('Assigned jobs')}
      actions={
        mayAssign && user.active && assigned.data && <Button onClick={() => setOpen(true)}>{t('Change')}</Button>
      }
    >
      <Loaded of={assigned} skeleton={<Skeleton lines={3} height={28} />}>
        {(records) => {
          const own = new Set(records.flatMap(({ user_id, jobcode_id }) => (user_id === 0 ? [] : [jobcode_id])))
          const shared = records.flatMap(({ user_id, jobcode_id }) => (user_id === 0 ? [jobcode_id] : []))
          return (
            <>
              <JobNames label={t('Assigned directly')} ids={topsOf([...own], jobs.byId)} none={t('None yet.@@jobs')} />
              <JobNames
                label={t('Available to everyone')}
                ids={topsOf(shared, jobs.byId)}
                none={t('No job is available to everyone.')}
              />
              {open && <Choose user={user} own={own} onClose={() => setOpen(false)} />}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function JobNames({ label, ids, none }: { label: string; ids: readonly number[]; none: string }) {
  const { byId } = useJobs()
  return (
    <div>
      <h3 className="label">{label}</h3>
      {ids.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <ul className="people-jobs">
          {ids.map((id) => (
            <li key={id}>
              <Dot id={id} />
              <span>
                <JobWords job={byId.get(id)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function JobWords({ job }: { job: ReturnType<JobsById['get']> }) {
  if (!job?.record.has_children) return job?.path
  return rich(t('{job}<quiet> and everything inside</quiet>', { job: job.path }), {
    quiet: (text) => <span className="quiet">{text}</span>,
  })
}

type JobsById = ReturnType<typeof useJobs>['byId']

/** Without jobs that are below another one in the list. */
function topsOf(ids: readonly number[], byId: JobsById): number[] {
  const all = new Set(ids)
  return ids.filter((id) => {
    const job = byId.get(id)
    return job?.active && !all.has(job.record.parent_id)
  })
}

function Choose({ user, own, onClose }: { user: User; own: ReadonlySet<number>; onClose: () => void }) {
  const { byId } = useJobs()
  const options = useJobOptions(notForAll)
  const records = useMemo(() => [...byId.values()].map(({ record }) => record), [byId])
  const [chosen, setChosen] = useState(own)
  // Sub-jobs are turned on and off together with their parent.
  const turn = (after: ReadonlySet<number>) => {
    const on = withAllBelow(after.difference(chosen), records)
    const off = withAllBelow(chosen.difference(after), records)
    setChosen(after.union(on).difference(off))
  }
  const save = async () => {
    await giveJobs(user.id, chosen)
    toast(t('Jobs for {name} saved.', { name: nameOf(user) }))
  }
  return (
    <ActionDialog title={t('Jobs for {name}', { name: nameOf(user) })} label={t('Save')} run={save} onClose={onClose}>
      <CheckList
        label={t('Jobs')}
        things="jobs"
        hint={t('Jobs available to everyone aren’t listed. Jobs added inside a selected job later are included.')}
        options={options}
        chosen={chosen}
        onChange={turn}
      />
    </ActionDialog>
  )
}

function withAllBelow(ids: ReadonlySet<number>, jobs: readonly Records['jobcodes'][]): ReadonlySet<number> {
  const found = new Set(ids)
  const below = Map.groupBy(
    jobs.filter(({ active }) => active),
    ({ parent_id }) => parent_id,
  )
  for (const id of found) for (const job of below.get(id) ?? []) found.add(job.id)
  return found
}

function notForAll({ assigned_to_all }: Records['jobcodes']): boolean {
  return !assigned_to_all
}
