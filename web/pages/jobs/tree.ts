import type { Records } from '../../api/records.ts'

/** A job as the record has it. */
export type JobRecord = Records['jobcodes']

/** A job in the list: where it stands, and whether what is inside it shows. */
export type JobRow = {
  id: number
  name: string
  active: boolean
  record: JobRecord
  /** What it is inside of, from the top: `Aspen Ridge Homes › Lot 14 garage`, '' at the top. */
  above: string
  level: number
  /** Undefined when nothing is inside. */
  open: boolean | undefined
}

/** Kinds of jobs as people call them. */
export const kinds: Readonly<Record<JobRecord['type'], string>> = {
  regular: 'Work',
  pto: 'Time off',
  unpaid_time_off: 'Unpaid time off',
  paid_break: 'Paid break',
  unpaid_break: 'Unpaid break',
}

/** True for what the app shows but nobody changes here. */
export function isFixed({ type }: JobRecord): boolean {
  return type === 'paid_break' || type === 'unpaid_break'
}

/** A row for every job, without regard to what is inside what. */
export function rowsOf(jobs: readonly JobRecord[]): JobRow[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const aboves = new Map<number, string>([[0, '']])
  const pathTo = (id: number): string => {
    const known = aboves.get(id)
    if (known !== undefined) return known
    const job = byId.get(id)
    // Set first, lest a circle never ends.
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

/** The rows as a tree: below each open one those inside it, in the order in which they come. */
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

/** The jobs and all that is inside them, each after the one it is inside of. */
export function withAllInside(ids: Iterable<number>, jobs: readonly JobRecord[]): JobRecord[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const inside = Map.groupBy(jobs, ({ parent_id }) => parent_id)
  const found = new Set(ids)
  for (const id of found) for (const { id: child } of inside.get(id) ?? []) found.add(child)
  return [...found].flatMap((id) => byId.get(id) ?? [])
}

const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `82.00`, '' when nobody is billed. */
export function rateText({ billable, billable_rate }: JobRecord): string {
  return billable ? money.format(billable_rate) : ''
}
