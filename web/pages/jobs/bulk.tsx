import { useState } from 'react'
import { create, update } from '../../api/records.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { changing } from '../../components/dialogs/changing.ts'
import { sayOutcomes } from '../../components/dialogs/outcome.ts'
import { RadioList } from '../../components/listing/checklist.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { useParentOptions } from './parent.tsx'
import { PeopleChoice } from './people_choice.tsx'
import type { JobRecord } from './tree.ts'

type Props = { jobs: readonly JobRecord[]; onClose: (done: boolean) => void }

const pairsMax = 2000

/** Assigns several jobs to people or to everyone. */
export function AssignDialog({ jobs, onClose }: Props) {
  const [everyone, setEveryone] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const names = jobs.map(({ name }) => name)
  const pairs = jobs.flatMap(({ id }) => [...chosen].map((user_id) => ({ user_id, jobcode_id: id })))
  const run = async () => {
    if (everyone) {
      const before = jobs.filter(({ assigned_to_all }) => !assigned_to_all)
      const outcomes = await update(
        'jobcodes',
        jobs.map(({ id }) => ({ id, assigned_to_all: true })),
      )
      const undo = () =>
        update(
          'jobcodes',
          before.map(({ id }) => ({ id, assigned_to_all: false })),
        )
      sayOutcomes(
        outcomes,
        names,
        (done) =>
          done.length === 1
            ? t('Everyone can use {name}.', { name: done[0]! })
            : t('{count, plural, one {Everyone can use # job.} other {Everyone can use # jobs.}}', {
                count: done.length,
              }),
        () => changing(undo),
      )
      return
    }
    const outcomes = await create('jobcode_assignments', pairs)
    const pairNames = jobs.flatMap(({ name }) => [...chosen].map(() => name))
    sayOutcomes(outcomes, pairNames, () => assignedText(chosen.size, names))
  }
  const tooMany = !everyone && pairs.length > pairsMax
  return (
    <ActionDialog
      title={
        names.length === 1
          ? t('Who can use {name}', { name: names[0]! })
          : t('{count, plural, one {Who can use # job} other {Who can use # jobs}}', { count: names.length })
      }
      label={t('Assign')}
      disabled={tooMany || (!everyone && chosen.size === 0)}
      run={run}
      onClose={onClose}
    >
      <PeopleChoice everyone={everyone} onEveryone={setEveryone} chosen={chosen} onChosen={setChosen} />
      <p className="hint">{t('People already assigned stay assigned. Jobs under these are included.')}</p>
      {tooMany && <Notice kind="warn">{t('That’s too many at once. Choose fewer jobs or people.')}</Notice>}
    </ActionDialog>
  )
}

/** Moves several jobs under another one or to the top level. */
export function MoveDialog({ jobs, all, onClose }: Props & { all: readonly JobRecord[] }) {
  const [to, setTo] = useState<number>()
  const options = useParentOptions(
    all,
    jobs.map(({ id }) => id),
  )
  const names = jobs.map(({ name }) => name)
  const run = async () => {
    const before = jobs.map(({ id, parent_id }) => ({ id, parent_id }))
    const outcomes = await update(
      'jobcodes',
      jobs.map(({ id }) => ({ id, parent_id: to })),
    )
    sayOutcomes(
      outcomes,
      names,
      (done) =>
        done.length === 1
          ? t('{name} moved.', { name: done[0]! })
          : t('{count, plural, one {# job moved.} other {# jobs moved.}}', { count: done.length }),
      () => changing(() => update('jobcodes', before)),
    )
  }
  return (
    <ActionDialog
      title={
        names.length === 1
          ? t('Move {name}', { name: names[0]! })
          : t('{count, plural, one {Move # job} other {Move # jobs}}', { count: names.length })
      }
      label={t('Move')}
      disabled={to === undefined}
      run={run}
      onClose={onClose}
    >
      <RadioList label={t('Parent job')} things="jobs" options={options} chosen={to} onChange={setTo} />
    </ActionDialog>
  )
}

/** `One person can use Siding.`, `3 people can use 2 jobs.` */
function assignedText(people: number, jobs: readonly string[]): string {
  if (jobs.length === 1)
    return t('{people, plural, one {One person can use {job}.} other {# people can use {job}.}}', {
      people,
      job: jobs[0]!,
    })
  return t('{people, plural, one {One person can use {jobs} jobs.} other {# people can use {jobs} jobs.}}', {
    people,
    jobs: jobs.length,
  })
}
