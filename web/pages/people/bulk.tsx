import { useState } from 'react'
import { create, type Records, update } from '../../api/records.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { changing } from '../../components/dialogs/changing.ts'
import { sayOutcomes } from '../../components/dialogs/outcome.ts'
import { SelectField } from '../../components/fields/field.tsx'
import { useJobOptions } from '../../components/fields/options.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Notice } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { InviteMany } from './invite_many.tsx'

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
  return kind === 'jobs' ? <AssignJobs {...props} /> : <InviteMany {...props} />
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
      (names) => movedText(names, group?.name),
      () => changing(() => update('users', before)),
    )
  }
  return (
    <ActionDialog title={t('Change group')} label={t('Change group')} run={run} onClose={onClose} disabled={to === ''}>
      <SelectField
        label={
          people.length === 1
            ? t('Group of {name}', whoOf(people))
            : t('Group of {count, plural, one {# person} other {# people}}', whoOf(people))
        }
        value={to}
        onChange={(event) => setTo(event.target.value)}
      >
        <option value="">{t('Choose…')}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="0">{t('No group')}</option>
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
    sayOutcomes(outcomes, names, () => assignedText(chosen.size, people))
  }
  return (
    <ActionDialog
      title={t('Assign jobs')}
      label={t('Assign')}
      run={run}
      onClose={onClose}
      disabled={chosen.size === 0 || pairs.length > pairsMax}
    >
      <p>
        {people.length === 1
          ? t('Assign these jobs, and everything inside them, to {name}. Jobs they already have stay.', whoOf(people))
          : t(
              'Assign these jobs, and everything inside them, to {count, plural, one {# person} other {# people}}. Jobs they already have stay.',
              whoOf(people),
            )}
      </p>
      <CheckList label={t('Jobs')} things="jobs" options={options} chosen={chosen} onChange={setChosen} />
      {pairs.length > pairsMax && (
        <Notice kind="warn">{t('That’s too many at once. Select fewer jobs or people.')}</Notice>
      )}
    </ActionDialog>
  )
}

function notForAll({ assigned_to_all }: Records['jobcodes']): boolean {
  return !assigned_to_all
}

/** The name of one person, and how many there are, for sentences about one or several. */
function whoOf(people: readonly User[]) {
  return { name: people[0] ? nameOf(people[0]) : '', count: people.length }
}

function movedText(names: readonly string[], group: string | undefined): string {
  const values = { name: names[0]!, count: names.length, group: group ?? '' }
  if (names.length === 1) return group ? t('{name} now in {group}.', values) : t('{name} now in no group.', values)
  return group
    ? t('{count, plural, one {# person now in {group}.} other {# people now in {group}.}}', values)
    : t('{count, plural, one {# person now in no group.} other {# people now in no group.}}', values)
}

function assignedText(jobs: number, people: readonly User[]): string {
  const values = { ...whoOf(people), jobs }
  return people.length === 1
    ? t('{jobs, plural, one {# job assigned to {name}.} other {# jobs assigned to {name}.}}', values)
    : t(
        '{jobs, plural, one {# job} other {# jobs}} assigned to {count, plural, one {# person} other {# people}}.',
        values,
      )
}
