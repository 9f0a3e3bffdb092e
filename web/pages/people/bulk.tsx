import { useState } from 'react'
import { create, type Records, update } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/action_dialog.tsx'
import { CheckList } from '../../components/checklist.tsx'
import { SelectField } from '../../components/field.tsx'
import { nameOf } from '../../components/names.ts'
import { useJobOptions } from '../../components/options.ts'
import { oneOrMany, sayOutcomes } from '../../components/outcome.ts'
import { Notice } from '../../components/page.tsx'
import { changing } from '../../components/restoring.ts'
import { invite } from './invite.ts'

type User = Records['users']

/** Actions on several people at once that ask something first. */
export type BulkKind = 'group' | 'jobs' | 'invite'

type Props = {
  people: readonly User[]
  groups: readonly Records['groups'][]
  onClose: (done: boolean) => void
}

/** The dialog of a bulk action. */
export function BulkDialog({ kind, ...props }: Props & { kind: BulkKind }) {
  if (kind === 'group') return <ChangeGroup {...props} />
  return kind === 'jobs' ? <AssignJobs {...props} /> : <Invite {...props} />
}

function ChangeGroup({ people, groups, onClose }: Props) {
  const [to, setTo] = useState('')
  const run = async () => {
    const group = groups.find(({ id }) => id === Number(to))
    const before = people.map(({ id, group_id }) => ({ id, group_id }))
    const outcomes = await update(
      'users',
      people.map(({ id }) => ({ id, group_id: Number(to) })),
    )
    sayOutcomes(
      outcomes,
      people.map(nameOf),
      (names) => `${oneOrMany(names, 'people')} now in ${group?.name ?? 'no group'}.`,
      () => changing(() => update('users', before)),
    )
  }
  return (
    <ActionDialog title="Change group" label="Change group" run={run} onClose={onClose} disabled={to === ''}>
      <SelectField label={`Group of ${peopleText(people)}`} value={to} onChange={(event) => setTo(event.target.value)}>
        <option value="">Choose…</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="0">No group</option>
      </SelectField>
    </ActionDialog>
  )
}

const pairsMax = 2000

function AssignJobs({ people, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const options = useJobOptions(notForAll)
  const pairs = people.flatMap(({ id }) => [...chosen].map((jobcode_id) => ({ user_id: id, jobcode_id })))
  const names = people.flatMap((user) => [...chosen].map(() => nameOf(user)))
  const run = async () => {
    const outcomes = await create('jobcode_assignments', pairs)
    sayOutcomes(outcomes, names, () => `${jobsText(chosen.size)} assigned to ${peopleText(people)}.`)
  }
  return (
    <ActionDialog
      title="Assign jobs"
      label="Assign"
      run={run}
      onClose={onClose}
      disabled={chosen.size === 0 || pairs.length > pairsMax}
    >
      <p>Assign these jobs, and everything inside them, to {peopleText(people)}. Jobs they already have stay.</p>
      <CheckList label="Jobs" things="jobs" options={options} chosen={chosen} onChange={setChosen} />
      {pairs.length > pairsMax && <Notice kind="warn">That’s too many at once. Select fewer jobs or people.</Notice>}
    </ActionDialog>
  )
}

function Invite({ people, onClose }: Props) {
  const me = useMe()
  const reachable = people.filter(({ email }) => email !== '')
  const run = async () => {
    const outcomes = await invite(reachable)
    sayOutcomes(outcomes, reachable.map(nameOf), (names) => `${oneOrMany(names, 'people')} invited.`)
  }
  const without = people.length - reachable.length
  return (
    <ActionDialog
      title="Invite"
      label={`Invite ${reachable.length}`}
      run={run}
      onClose={onClose}
      disabled={reachable.length === 0 || !me.sends_mail}
    >
      <p>{inviteText(reachable, me.sends_mail)}</p>
      {without > 0 && reachable.length > 0 && me.sends_mail && (
        <Notice kind="warn">{without} of them have no email address and won’t be invited.</Notice>
      )}
    </ActionDialog>
  )
}

function inviteText(people: readonly User[], sendsMail: boolean): string {
  if (!sendsMail)
    return 'This server isn’t set up to send email. An administrator can create a link to share on each person’s page.'
  if (people.length === 0) return 'None of them has an email address.'
  return `${peopleText(people)} will get an email with a link to set a password. The link is valid for 7 days; earlier links stop working.`
}

function notForAll({ assigned_to_all }: Records['jobcodes']): boolean {
  return !assigned_to_all
}

function peopleText(people: readonly User[]): string {
  return oneOrMany(people.map(nameOf), 'people')
}

function jobsText(count: number): string {
  return count === 1 ? '1 job' : `${count} jobs`
}
