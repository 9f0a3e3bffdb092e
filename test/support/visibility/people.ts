import assert from 'node:assert/strict'
import type { Values } from '../../../src/engine/table.ts'
import { ask } from '../../app_api/ask.ts'
import type { TestCompany, TestServer } from '../server.ts'

/** A person with what the table of who sees what asks for. */
export type Person = { id: number; token: string; name: string; group: number; manages: number[] }

/** Someone who asks: their rights as they were given to them, not as the server computes them. */
export type Caller = Person & {
  isAdmin: boolean
  permissions: ReadonlySet<string>
  inspects?: { groups: readonly number[]; from: string }
}

/** The permissions of the vendor's documentation (users.md), and the two that it names elsewhere. */
export const permissionNames = [
  ...['admin', 'mobile', 'status_box', 'reports', 'manage_timesheets', 'manage_authorization', 'manage_users'],
  ...['manage_my_timesheets', 'manage_jobcodes', 'pin_login', 'approve_timesheets', 'manage_schedules'],
  ...['external_access', 'manage_my_schedule', 'manage_company_schedules', 'view_company_schedules'],
  ...['view_group_schedules', 'manage_no_schedules', 'view_my_schedules', 'view_projects', 'manage_projects'],
  'time_tracking',
]

/** The people of the company: two groups, people in them and in none, and one caller for each kind of rights. */
export type Cast = {
  crew: number
  others: number
  /** A member of the crew, one of the other group, one of no group. */
  near: Person
  far: Person
  lone: Person
  callers: Caller[]
}

type Kind = { permissions: readonly string[]; manages?: boolean; isMember?: boolean }

/** One caller for each permission, and those whose rights depend on a group; with `all`, also managers with each. */
function kinds(all: boolean): [string, Kind][] {
  const single = permissionNames.filter((name) => name !== 'admin' && name !== 'time_tracking')
  return [
    ['plain', { permissions: [] }],
    ...single.map((name): [string, Kind] => [name, { permissions: [name] }]),
    ['manager', { permissions: [], manages: true }],
    ['planner', { permissions: ['manage_schedules'], manages: true }],
    ['viewer', { permissions: ['view_group_schedules'], manages: true }],
    ['member', { permissions: ['view_group_schedules', 'manage_my_schedule'], isMember: true }],
    ['muted', { permissions: ['manage_company_schedules', 'manage_no_schedules'] }],
    ...(all ? single : []).map((name): [string, Kind] => [`manager ${name}`, { permissions: [name], manages: true }]),
  ]
}

/** Adds the people. Their private fields have texts that occur nowhere else. */
export async function addPeople(server: TestServer, company: TestCompany, all: boolean): Promise<Cast> {
  const crew = (await server.createOne(company, 'groups', { name: 'Crew' })).id
  const others = (await server.createOne(company, 'groups', { name: 'Others' })).id
  let number = 0
  const add = async (name: string, group: number, permissions: readonly string[]): Promise<Person> => {
    number += 1
    const own = { mobile_number: `555-9${number}73`, payroll_id: `payroll-${number}`, username: `login.${number}` }
    const granted = { time_tracking: true, ...Object.fromEntries(permissions.map((permission) => [permission, true])) }
    const last_name = `Person${number}`
    const item = {
      first_name: 'Zed',
      last_name,
      group_id: group,
      permissions: granted,
      hire_date: '2020-02-02',
      ...own,
    }
    const { id, token } = await server.user(company, item)
    return { id, token, name, group, manages: [] }
  }
  const [near, far, lone] = [await add('near', crew, []), await add('far', others, []), await add('lone', 0, [])]
  const callers: Caller[] = []
  for (const [name, { permissions, manages, isMember }] of kinds(all)) {
    const person = await add(name, isMember ? crew : 0, permissions)
    const granted = new Set(['time_tracking', 'mobile', ...permissions])
    callers.push({ ...person, isAdmin: false, permissions: granted, manages: manages ? [crew] : [] })
  }
  const managers = callers.flatMap(({ id, manages }) => (manages.length > 0 ? id : []))
  const told = await server.put(company, '/groups', [{ id: crew, manager_ids: managers.join() }])
  assert.equal(told.status, 200, told.text)
  await pay(server, company, [near, far, lone, ...callers])
  callers.push(await administrator(server, company))
  callers.push(await inspector(server, company, 'inspector', {}))
  callers.push(await inspector(server, company, 'inspector of the crew', { groups: [crew], from: '2026-02-01' }))
  return { crew, others, near, far, lone, callers }
}

async function pay(server: TestServer, company: TestCompany, people: readonly Person[]): Promise<void> {
  const data = people.map(({ id }, index) => ({ user_id: id, pay_rate: 70 + index + 0.37, pay_interval: 'hour' }))
  const { status, body } = await ask(server, company, 'PUT', '/pay', { data })
  assert.equal(status, 200, JSON.stringify(body))
}

async function administrator(server: TestServer, company: TestCompany): Promise<Caller> {
  const { adminId: id, token } = company
  const { body } = await server.get(company, '/current_user')
  const [user] = Object.values<Values>(body.results.users)
  const permissions = new Set(permissionNames.filter((name) => user!.permissions[name]))
  return { id, token, name: 'administrator', group: 0, manages: [], isAdmin: true, permissions }
}

async function inspector(
  server: TestServer,
  company: TestCompany,
  name: string,
  { groups = [], from = '' }: { groups?: number[]; from?: string },
): Promise<Caller> {
  const given = { first_name: 'Ines', last_name: name, authority: 'Labor office', end_date: '2026-06-01' }
  const scope = { group_ids: groups, records_from: from }
  const { status, body } = await ask(server, company, 'POST', '/inspectors', { ...given, ...scope })
  assert.equal(status, 200, JSON.stringify(body))
  const token = await server.token(company.id, body.id)
  // Those of certain groups see what their managers see, all others what `reports` shows (peoples-data.md).
  const permissions = new Set(groups.length > 0 ? [] : ['reports'])
  return {
    id: body.id,
    token,
    name,
    group: 0,
    manages: groups,
    isAdmin: false,
    permissions,
    inspects: { groups, from },
  }
}
