import { msg } from '../../../src/rules/language/messages.ts'
import type { Records } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { centsText } from '../../components/time/money.ts'

/** A job as the API returns it. */
export type JobRecord = Records['jobcodes']

/** A row of the job list: its place in the tree, and whether it is expanded. */
export type JobRow = {
  id: number
  name: string
  active: boolean
  record: JobRecord
  /** Its parents from the top: `Aspen Ridge Homes › Lot 14 garage`; '' at the top level. */
  above: string
  level: number
  /** Undefined if it has no sub-jobs. */
  open: boolean | undefined
}

/** Names of the job types on screen. */
export const kinds: Readonly<Record<JobRecord['type'], string>> = {
  regular: msg('Work'),
  pto: msg('Time off'),
  unpaid_time_off: msg('Unpaid time off'),
  paid_break: msg('Paid break'),
  unpaid_break: msg('Unpaid break'),
}

/** True for breaks, which have their own page. */
export function isFixed({ type }: JobRecord): boolean {
  return type === 'paid_break' || type === 'unpaid_break'
}

/** A row for every job, as a flat list. */
export function rowsOf(jobs: readonly JobRecord[]): JobRow[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const aboves = new Map<number, string>([[0, '']])
  const pathTo = (id: number): string => {
    const known = aboves.get(id)
    if (known !== undefined) return known
    const job = byId.get(id)
    // Set first, so that a cycle ends.
    aboves.set(id, '')
    const above = job ? pathTo(job.parent_id) : ''
    const path = job ? [above, job.name].filter(Boolean).join(' › ') : ''
    aboves.set(id, path)
    return path
  }
  return jobs.map((record) => {
    const { id, name, active, parent_id } = record
    return { id, name, active, record, above: pathTo(parent_id), level: 1, open: undefined }
  })
}

/** The rows as a tree: each expanded row is followed by its sub-jobs, in the given order. */
export function treeOf(rows: readonly JobRow[], opened: ReadonlySet<number>): JobRow[] {
  const present = new Set(rows.map(({ id }) => id))
  const inside = Map.groupBy(rows, ({ record }) => (present.has(record.parent_id) ? record.parent_id : 0))
  const found: JobRow[] = []
  const add = (row: JobRow, level: number) => {
    const children = inside.get(row.id) ?? []
    const open = children.length === 0 ? undefined : opened.has(row.id)
    found.push({ ...row, level, open })
    if (open) for (const child of children) add(child, level + 1)
  }
  for (const row of inside.get(0) ?? []) add(row, 1)
  return found
}

/** The jobs and everything under them, each after its parent. */
export function withAllInside(ids: Iterable<number>, jobs: readonly JobRecord[]): JobRecord[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const inside = Map.groupBy(jobs, ({ parent_id }) => parent_id)
  const found = new Set(ids)
  for (const id of found) for (const { id: child } of inside.get(id) ?? []) found.add(child)
  return [...found].flatMap((id) => byId.get(id) ?? [])
}

/** `82.00`; '' if not billable. */
export function rateText({ billable, billable_rate }: JobRecord): string {
  return billable ? centsText(billable_rate * 100) : ''
}

/** What stands between the names of a path, however it is typed; a slash is part of a name. */
export const pathSign = /[-–—=]*[>›»]|→/

/** The names in a path like `Aspen Ridge Homes > Lot 14`, from the top. */
export function namesIn(path: string): string[] {
  return path
    .split(pathSign)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A path normalized for comparison. */
export function pathKey(names: readonly string[]): string {
  return names.map(folded).join('\u0001')
}

/** Jobs by their paths. */
export function jobsByPath(jobs: readonly JobRecord[]): Map<string, JobRecord> {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const namesOf = (job: JobRecord): string[] => {
    const parent = byId.get(job.parent_id)
    return parent ? [...namesOf(parent), job.name] : [job.name]
  }
  return new Map(jobs.map((job) => [pathKey(namesOf(job)), job]))
}
