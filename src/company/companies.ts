import type { CompanyRow } from '../engine/company_snapshot.ts'
import { type Handle, type Operation, oneRow, operation, sql, type Tx } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { startOfTime } from '../rules/time/timesheets.ts'
import { type Break, insertBreaks } from './breaks/breaks.ts'

/** The name of every new company's schedule calendar. */
const firstCalendar = 'Schedule'

/** The data of a new company: its name, its first administrator (with a hashed password) and its time zone. */
type NewCompany = {
  company_name: string
  /** Account identifier in URLs; derived from the name if omitted. */
  client_url?: string
  first_name: string
  last_name: string
  username: string
  email: string
  /** argon2id hash, '' for none yet. */
  password: string
  tz: string
  /** Other general settings that differ from the default. */
  settings?: Readonly<Record<string, string | number>>
  /** Breaks to start with; none if omitted. */
  breaks?: readonly Break[]
  /** Refuse if any company exists. */
  only_first?: boolean
}

/** The new company, or why it was refused. */
type CreatedCompany = { company_id: number; user_id: number; client_url: string } | { refused: 'exists' | 'client_url' }

/** Creates a company and its first administrator. */
export const createCompany: Operation<NewCompany, CreatedCompany> = operation('createCompany', async (tx, given) => {
  const company_id = await nextCompanyId(tx)
  if (given.only_first && (await hasCompany(tx))) return { refused: 'exists' }
  const client_url = await freeSlug(tx, given.client_url ?? slug(given.company_name), given.client_url === undefined)
  if (!client_url) return { refused: 'client_url' }
  await insertCompany(tx, { company_id, name: given.company_name, client_url, id_next: 0, id_limit: 0 })
  const work = await UnitOfWork.begin(tx, company_id, { userId: 0, application: '' })
  const user = work.insert('users', administrator(given))
  work.insert('schedule_calendars', { name: firstCalendar })
  insertBreaks(given.breaks ?? [], work)
  for (const [key, value] of Object.entries({ ...given.settings, tz: given.tz }))
    work.append('settings', {
      scope: 'company',
      scope_id: 0,
      section: 'general',
      key,
      value: JSON.stringify(value),
      last_modified: tx.now,
    })
  await work.flush()
  return { company_id, user_id: user.id, client_url }
})

/** The id for a new company. Until the end of the transaction, no other company can be created. */
export async function nextCompanyId(tx: Tx): Promise<number> {
  const next = sql`update counters set last = last + 1 where name = 'company' returning last`
  return (await oneRow<{ last: number }>(tx, next)).last
}

type FirstRow = Pick<CompanyRow, 'company_id' | 'name' | 'client_url' | 'id_next' | 'id_limit'>

/** Inserts the row of a company and its short name. */
export async function insertCompany(
  tx: Tx,
  { company_id, name, client_url, id_next, id_limit }: FirstRow,
): Promise<void> {
  await tx.run(sql`insert into company_names (client_url, company_id) values (${client_url}, ${company_id})`)
  await tx.run(sql`insert into companies
    (company_id, name, client_url, version, setup_version, stamp, id_next, id_limit, last_modified, created)
    values (${company_id}, ${name}, ${client_url}, 1, 1, 0, ${id_next}, ${id_limit}, '{}', ${tx.now})`)
}

/** Whether there is any company. */
export async function hasCompany(handle: Handle): Promise<boolean> {
  return (await handle.get(sql`select company_id from company_names limit 1`)) !== undefined
}

/** The id of the company if the server has only one, so people need not be asked for it. */
export async function onlyCompany(handle: Pick<Handle, 'all'>): Promise<number | undefined> {
  const rows = await handle.all<{ company_id: number }>(sql`select company_id from company_names limit 2`)
  return rows.length === 1 ? rows[0]?.company_id : undefined
}

/** The id of the company with this short name. */
export async function companyNamed(handle: Handle, clientUrl: string): Promise<number | undefined> {
  const named = sql`select company_id from company_names where client_url = ${clientUrl}`
  return (await handle.get<{ company_id: number }>(named))?.company_id
}

/** A company as the command line lists it. */
export type CompanySummary = Pick<CompanyRow, 'company_id' | 'name' | 'client_url' | 'created'>

function administrator(given: NewCompany) {
  const { first_name, last_name, username, email, password } = given
  const permissions = { admin: true, mobile: true, time_tracking: true }
  return newUser({ first_name, last_name, username, email, password, permissions })
}

/** A new user with the given values over the defaults, for users who are not created through the API. */
export function newUser(given: Item): Item {
  return {
    display_name: '',
    group_id: 0,
    active: true,
    employee_number: 0,
    salaried: false,
    exempt: false,
    email: '',
    email_verified: false,
    payroll_id: '',
    mobile_number: '',
    hire_date: '0000-00-00',
    term_date: '0000-00-00',
    job_title: '',
    gender: '',
    last_active: 0,
    submitted_to: startOfTime,
    approved_to: startOfTime,
    require_password_change: false,
    password: '',
    login_pin: '',
    pay_rate: 0,
    pay_interval: 'hour',
    permissions: { mobile: true, time_tracking: true },
    customfields: {},
    pto_balances: {},
    ...given,
  }
}

async function freeSlug(tx: Tx, wanted: string, mayVary: boolean): Promise<string | undefined> {
  const rows = await tx.all<{ client_url: string }>(
    sql`select client_url from company_names where client_url like ${`${wanted}%`}`,
  )
  const taken = new Set(rows.map((row) => row.client_url))
  if (!taken.has(wanted)) return wanted
  if (!mayVary) return undefined
  for (let number = 2; ; number++) if (!taken.has(`${wanted}${number}`)) return `${wanted}${number}`
}

/** The letters and digits of a name, for use in a URL. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '')
    .toLowerCase()
  return plain.slice(0, 40) || 'company'
}
