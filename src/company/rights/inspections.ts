import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, operation, type Sql, type Statement, sql, type Tx } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import type { Inspection } from '../../rules/people/inspection.ts'
import { type Reason, reason } from '../../rules/refusals/reason.ts'
import { identityKey, isPlain, plainOf } from '../../rules/text/identity.ts'
import { addDays, daysBetween, firstInstantOf, isDate, localDate } from '../../rules/time/calendar.ts'
import { newUser } from '../companies.ts'
import { loadSettings, zoneFor } from '../settings/settings.ts'
import { notOwnClaim } from './own_claims.ts'

/** The longest an inspection may last, in days. */
const daysMax = 366

/** An inspection as it is stored; the name is that of the user. Instants are microseconds. */
type InspectionRow = {
  user_id: number
  first_name: string
  last_name: string
  username: string
  email: string
  authority: string
  ends: number
  records_from: string
  records_to: string
  group_ids: string
  created: number
  /** When it ended; 0 while it has not. */
  ended: number
}

/** The inspections of a company, the newest first. */
export function inspectionsOf(handle: Handle, companyId: number): Promise<InspectionRow[]> {
  return handle.all<InspectionRow>(sql`select i.*, u.first_name, u.last_name, u.username, u.email from inspections i
    join users u on u.company_id = i.company_id and u.id = i.user_id
    where i.company_id = ${companyId} order by i.created desc, i.user_id desc`)
}

/** What a user may inspect; undefined if nothing, or no longer. */
export async function inspectionOf(company: CompanySnapshot, userId: number): Promise<Inspection | undefined> {
  type Row = Pick<InspectionRow, 'ends' | 'records_from' | 'records_to' | 'group_ids'>
  const [row] = await company.ask<Row>(sql`select ends, records_from, records_to, group_ids from inspections
    where company_id = ${company.row.company_id} and user_id = ${userId} and ended = 0`)
  if (!row) return undefined
  return {
    ends: Number(row.ends),
    from: row.records_from,
    to: row.records_to,
    groups: row.group_ids.split(',').filter(Boolean).map(Number),
  }
}

/** A new inspector: their name, authority and last day, and what they may see: dates, '' for no limit, and groups. */
type NewInspector = {
  first_name: string
  last_name: string
  email: string
  authority: string
  end_date: string
  records_from: string
  records_to: string
  group_ids: readonly number[]
}

type Adding = { companyId: number; author: Author; inspector: NewInspector }

/** Adds a user who only reads, until the end of a date in the company's time zone. RequestError 417 names what is wrong. */
export const addInspector = operation(
  'inspections.add',
  async (tx, { companyId, author, inspector }: Adding): Promise<{ id: number; username: string }> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const { company } = work
    await loadSettings(company)
    const zone = zoneFor(company)
    const problem = problemOf(inspector, await company.list('groups'), localDate(tx.now, zone))
    if (problem) throw new RequestError(417, problem)
    await refuseTakenAddress(tx, companyId, inspector.email)
    const { authority, end_date, records_from, records_to, group_ids } = inspector
    const [first_name, last_name] = [inspector.first_name.trim(), inspector.last_name.trim()]
    const username = await freeUsername(tx, companyId, work.nextId())
    const { email } = inspector
    const permissions = { inspector: true }
    const { id } = work.insert('users', newUser({ first_name, last_name, email, username, permissions }))
    const ends = firstInstantOf(addDays(end_date, 1), 0, zone)
    work.append('inspections', {
      ...{ user_id: id, authority: authority.trim(), ends, records_from, records_to, group_ids: group_ids.join() },
      ...{ created: tx.now, created_by_user_id: author.userId, ended: 0, ended_by_user_id: 0 },
    })
    const details = { until: end_date, from: records_from, to: records_to, group_ids: group_ids.join() }
    work.audit({ kind: 'rights', event: 'inspector added', type: 'users', id, details, personal: { authority } })
    await work.flush()
    return { id, username }
  },
  ({ companyId }) => companyId,
)

function addressProblem(email: string): Reason | undefined {
  if (email !== '' && !/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email)) return reason('address_malformed')
  return isPlain(email) ? undefined : reason('letters_not_plain', { field: 'email', plain: plainOf(email) })
}

function problemOf(given: NewInspector, groups: readonly RecordOf<'groups'>[], today: string): Reason | undefined {
  const { email, end_date, records_from, records_to, group_ids } = given
  for (const name of ['first_name', 'last_name', 'authority'] as const)
    if (given[name].trim() === '') return reason('missing', { field: name })
  const problem = addressProblem(email)
  if (problem) return problem
  for (const [name, date] of Object.entries({ end_date, records_from, records_to }))
    if ((name === 'end_date' || date !== '') && !isDate(date)) return reason('date_malformed', { field: name })
  if (end_date < today) return reason('inspection_in_past')
  if (daysBetween(today, end_date) > daysMax) return reason('inspection_too_long', { max: daysMax })
  if (records_from !== '' && records_to !== '' && records_to < records_from) return reason('records_reversed')
  const missing = group_ids.find((id) => !groups.some((group) => group.id === id && group.active))
  return missing === undefined ? undefined : reason('no_such_group', { id: missing })
}

/** If two people had the same address, neither could sign in with it. */
async function refuseTakenAddress(tx: Tx, companyId: number, email: string): Promise<void> {
  const key = identityKey(email)
  if (key === '') return
  const taken = await tx.get(sql`select 1 from users
    where company_id = ${companyId} and active = 1 and ((email_key = ${key} and ${notOwnClaim}) or username_key = ${key})`)
  if (taken) throw new RequestError(417, 'inspector_address_taken')
}

async function freeUsername(tx: Tx, companyId: number, number: number): Promise<string> {
  const wanted = `inspector-${number}`
  const taken = await tx.get(sql`select 1 from users where company_id = ${companyId} and username_key = ${wanted}`)
  return taken ? `${wanted}-2` : wanted
}

type Ending = { companyId: number; author: Author; userId: number }

/** Ends an inspection: the user is archived and signed out. RequestError 404 if there is none, 417 if it has ended. */
export const endInspection = operation(
  'inspections.end',
  async (tx, { companyId, author, userId }: Ending): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const own = sql`company_id = ${companyId} and user_id = ${userId}`
    const row = await tx.get<{ ended: number }>(sql`select ended from inspections where ${own}`)
    if (!row) throw new RequestError(404, 'no_such_inspector', { id: userId })
    if (Number(row.ended) > 0) {
      // Two servers may find the same expired inspection.
      if (author.userId === 0 && author.application === '') return
      throw new RequestError(417, 'inspection_ended', { id: userId })
    }
    await work.load('users', sql`id = ${userId}`)
    work.change('users', userId, { active: false })
    await tx.run(sql`update inspections set ended = ${tx.now}, ended_by_user_id = ${author.userId} where ${own}`)
    for (const table of [sql`sessions`, sql`access_tokens`, sql`invitations`, sql`password_resets`])
      await tx.run(sql`delete from ${table} where ${own}`)
    work.audit({ kind: 'rights', event: 'inspector ended', type: 'users', id: userId })
    await work.flush()
  },
  ({ companyId }) => companyId,
)

/** Inspections past their end that are not ended yet. `own`: the condition on companies. */
export function dueInspections(own: Sql, now: number): Statement {
  return sql`select company_id, user_id from inspections where ${own} and ended = 0 and ends <= ${now}`
}
