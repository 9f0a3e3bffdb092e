import { RequestError } from '../engine/errors.ts'
import { type Handle, inList, name, type Operation, operation, type Row, sql } from '../engine/sql.ts'
import { type Item, type RecordOf, type TableName, tableNamed } from '../engine/table.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { identityKey } from '../rules/text/identity.ts'
import type { Story } from './options.ts'

// Filling a company in steps: the progress is stored, and every step names where it starts, so another run, even in
// another process, generates the same data and creates only what is missing.

/** The progress in records. */
export type Progress = { state: 'running' | 'done' | 'failed'; done: number; of: number }

/** The stored state: the progress and the generator's options. `numbers` are ranges of reserved ids. */
export type Begun = Progress &
  Pick<Story, 'seed' | 'now' | 'ownerId' | 'calendarId' | 'zone'> & { numbers: readonly Range[] }

/** Ids that follow each other. */
export type Range = { first: number; count: number }

/** Part of a company, in the order of creation. */
export type Part = { table: string; isResource: boolean; rows: readonly Item[] }

/** Maximum number of users a company may have before it is filled. */
const peopleMax = 5

/** Tables that must be empty, with their names for messages. */
const absent = {
  timesheets: 'time',
  timesheets_deleted: 'deleted time',
  jobcodes: 'jobs',
  groups: 'groups',
  customfields: 'custom fields',
  locations: 'locations',
  projects: 'projects',
}

/** A run that has made no progress for this long, in microseconds, has failed. */
const patience = 60_000_000

/** The stored state of a company, or undefined. A run without progress counts as failed. */
export async function begunIn(handle: Handle, companyId: number, now: number): Promise<Begun | undefined> {
  const row = await handle.get<{ value: string; last_modified: number }>(
    sql`select value, last_modified from settings where company_id = ${companyId} and scope = ${'company'}
      and scope_id = 0 and section = ${section}`,
  )
  if (!row) return undefined
  const begun: Begun = JSON.parse(row.value)
  return begun.state === 'running' && row.last_modified < now - patience ? { ...begun, state: 'failed' } : begun
}

/** The reason a company cannot be filled, or undefined. */
export async function obstacle(handle: Handle, companyId: number): Promise<string | undefined> {
  const people = await handle.get<{ count: number }>(
    sql`select count(*) as count from users where company_id = ${companyId}`,
  )
  if (people!.count > peopleMax) return `it has more than ${peopleMax} people`
  for (const [table, words] of Object.entries(absent)) {
    // A new company already has breaks; sample data fits beside them.
    const ownOnly = table === 'jobcodes' ? sql`and type in ('regular', 'pto')` : sql``
    const found = await handle.get(
      sql`select 1 as there from ${name(table)} where company_id = ${companyId} ${ownOnly} limit 1`,
    )
    if (found) return `it already has ${words}`
  }
  return undefined
}

type Beginning = { companyId: number; ownerId: number; seed: number; zone: string; numbersMax: number }

/**
 * Starts filling a company, or continues where an earlier run stopped; `mine` is false while another run is active.
 * Throws RequestError 417 if the company has too much data already.
 */
export const beginSample: Operation<Beginning, Begun & { mine: boolean }> = operation(
  'sample.begin',
  async (tx, { companyId, numbersMax, ...rest }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const known = await begunIn(tx, companyId, tx.now)
    if (known?.state === 'done') throw new RequestError(417, 'sample_data_exists')
    if (known?.state === 'running') return { ...known, mine: false }
    const begun: Begun = known ? { ...known, state: 'running' } : await firstTime(work, { numbersMax, ...rest })
    await keep(work, begun)
    await work.flush()
    return { ...begun, mine: true }
  },
)

async function firstTime(work: UnitOfWork, { numbersMax, ...rest }: Omit<Beginning, 'companyId'>): Promise<Begun> {
  const companyId = work.company.row.company_id
  const why = await obstacle(work.tx, companyId)
  if (why) throw new RequestError(417, 'company_not_empty', { reason: why })
  const [calendar] = await work.load('schedule_calendars', sql`1 = 1`)
  await work.reserve(numbersMax)
  const numbers = rangesOf(Array.from({ length: numbersMax }, () => work.nextId()))
  return { state: 'running', done: 0, of: 0, ...rest, now: work.tx.now, calendarId: calendar!.id, numbers }
}

type Step = { companyId: number; from: number; of: number; part: Part }

/** Creates the next records. Returns false if this is not the next step, because another run is active. */
export const placeSample: Operation<Step, boolean> = operation('sample.place', async (tx, given) => {
  const { companyId, from, of, part } = given
  const { table, isResource, rows } = part
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' }, { history: false })
  const begun = await begunIn(tx, companyId, tx.now)
  if (!begun || begun.state === 'done' || begun.done !== from) return false
  if (!isResource) for (const row of await withoutExisting(work, table, rows as readonly Row[])) work.append(table, row)
  else
    for (const row of table === 'users' ? await apart(work, rows as readonly RecordOf<'users'>[]) : rows)
      work.insertWithId(tableNamed(table).name, row as RecordOf<TableName>)
  const done = from + rows.length
  await keep(work, { ...begun, state: done === of ? 'done' : 'running', done, of })
  await work.flush()
  return true
})

/** Records that a run has failed. */
export const failSample: Operation<{ companyId: number }, void> = operation(
  'sample.fail',
  async (tx, { companyId }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const begun = await begunIn(tx, companyId, tx.now)
    if (begun?.state !== 'running') return
    await keep(work, { ...begun, state: 'failed' })
    await work.flush()
  },
)

/** An internal section of the settings, shown nowhere else. */
export const section = 'sample_data'

async function keep(work: UnitOfWork, begun: Begun): Promise<void> {
  const row = { scope: 'company', scope_id: 0, section, key: 'begun' }
  await work.tx.run(sql`delete from settings where company_id = ${work.company.row.company_id}
    and scope = ${row.scope} and scope_id = 0 and section = ${section}`)
  work.append('settings', { ...row, value: JSON.stringify(begun), last_modified: work.stamp })
}

/** Leaves out settings and shift templates that the company has already, and holidays if it has its own. */
async function withoutExisting(
  { tx, company }: UnitOfWork,
  table: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (table === 'holiday_calendars' || table === 'holidays') {
    const calendars = await tx.all<{ id: number }>(
      sql`select id from holiday_calendars where company_id = ${company.row.company_id}`,
    )
    if (table === 'holiday_calendars') return calendars.length > 0 ? [] : rows
    return rows.filter(({ calendar_id }) => calendars.some(({ id }) => id === calendar_id))
  }
  if (table === 'shift_templates') {
    const taken = await tx.all<{ name_key: string }>(
      sql`select name_key from shift_templates where company_id = ${company.row.company_id}`,
    )
    return rows.filter((row) => !taken.some(({ name_key }) => name_key === row.name_key))
  }
  if (table !== 'settings') return rows
  const known = await tx.all<{ section: string; key: string }>(
    sql`select section, key from settings where company_id = ${company.row.company_id} and scope = ${'company'}`,
  )
  return rows.filter((row) => !known.some(({ section, key }) => section === row.section && key === row.key))
}

/** Replaces usernames and employee numbers that are already taken. */
async function apart(work: UnitOfWork, rows: readonly RecordOf<'users'>[]): Promise<RecordOf<'users'>[]> {
  const keys = rows.map((row) => identityKey(row.username))
  const there = await work.load(
    'users',
    sql`${inList(sql`username_key`, keys)} or employee_number <> 0 or payroll_id <> ''`,
  )
  const taken = (field: 'employee_number' | 'payroll_id', value: unknown) => there.some((user) => user[field] === value)
  return rows.map((row) => ({
    ...row,
    username: there.some((user) => identityKey(user.username) === identityKey(row.username))
      ? `${row.username}.sample`
      : row.username,
    employee_number: taken('employee_number', row.employee_number) ? 0 : row.employee_number,
    payroll_id: taken('payroll_id', row.payroll_id) ? '' : row.payroll_id,
  }))
}

function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last.first + last.count === number) last.count += 1
    else ranges.push({ first: number, count: 1 })
  }
  return ranges
}
