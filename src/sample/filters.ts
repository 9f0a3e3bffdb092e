import type { RecordOf } from '../engine/table.ts'
import { valueAt } from '../rules/elements.ts'
import { offeredItems } from '../rules/time/offers.ts'
import type { PlacedJob } from './company.ts'
import type { Options } from './options.ts'

type Wanted = { field: string; items: readonly string[]; ended?: true } & (
  | { jobs: readonly string[] }
  | { groups: readonly string[] }
  | { users: readonly string[] }
)

/** Which items are offered for which jobs, groups and users. One filter has been removed and has no effect. */
const wanted: readonly Wanted[] = [
  { field: 'permit', items: ['CC-1041'], jobs: ['cedar/gym/tearoff', 'cedar/gym/decking', 'cedar/gym/shingles'] },
  { field: 'permit', items: ['CC-1057', 'CC-1102'], jobs: ['cedar/library/demolition', 'cedar/library/drywall'] },
  { field: 'cost', items: ['Labor', 'Supervision'], groups: ['Office'] },
  { field: 'cost', items: ['Labor', 'Rework'], users: ['kenji'] },
  { field: 'cost', items: ['Equipment'], users: ['noah'], ended: true },
]

/** The ids of a field's items by name, by the field's key. */
export type Choices = Record<string, { field: number; names: Map<string, number> }>

/** The parts of the company that have filters. */
type Company = {
  founded: number
  groups: readonly { id: number; name: string }[]
  placed: readonly PlacedJob[]
  jobAt: (path: string) => PlacedJob
  recordOf: (job: PlacedJob) => RecordOf<'jobcodes'>
  choices: Choices
  userId: (username: string) => number
}

type Lists = Record<string, number[]>

/** Creates the item filters, the records that show them, and a lookup of the items offered to a user on a job. */
export function makeFilters(company: Company, { nextId }: Options) {
  const last_modified = company.founded
  const shown = new Map<number, { applies_to: string; lists: Lists }>()
  const filters: RecordOf<'customfielditem_filters'>[] = []
  for (const { field, items, ended, ...target } of wanted)
    for (const [applies_to, id] of targetsOf(target, company)) {
      const lists: Lists = shown.get(id)?.lists ?? {}
      const { field: customfield_id, names } = company.choices[field]!
      const numbers = items.map((name) => valueAt(names, name))
      for (const customfielditem_id of numbers) {
        const row = { id: nextId(), active: !ended, applies_to, applies_to_id: id, customfield_id, customfielditem_id }
        filters.push({ ...row, last_modified })
      }
      lists[customfield_id] = ended ? [] : numbers.toSorted((a, b) => a - b)
      shown.set(id, { applies_to, lists })
    }
  for (const job of company.placed) {
    const lists = shown.get(job.id)?.lists
    if (lists) company.recordOf(job).filtered_customfielditems = lists
  }
  const rows = [...shown].map(([id, { applies_to, lists }]) => ({
    id,
    applies_to,
    type: applies_to === 'users' ? 'user' : 'group',
    filtered_customfielditems: lists,
    last_modified,
  }))
  const of = (id: number) => shown.get(id)?.lists ?? {}
  return {
    filters,
    byJobcode: rows.filter((row) => row.applies_to === 'jobcodes'),
    byPerson: rows.filter((row) => row.applies_to !== 'jobcodes'),
    offered: (key: string, user: RecordOf<'users'>, job: PlacedJob): readonly number[] => {
      const { field, names } = company.choices[key]!
      return offeredItems(field, of(user.id), of(user.group_id), of(job.id)) ?? [...names.values()]
    },
  }
}

function targetsOf(target: Partial<Record<'jobs' | 'groups' | 'users', readonly string[]>>, company: Company) {
  const { jobs = [], groups = [], users = [] } = target
  const group = (name: string): number => company.groups.find((row) => row.name === name)!.id
  return [
    ...jobs.map((path) => ['jobcodes', company.jobAt(path).id] as const),
    ...groups.map((name) => ['groups', group(name)] as const),
    ...users.map((name) => ['users', company.userId(name)] as const),
  ]
}
