import assert from 'node:assert/strict'
import type { Values } from '../../src/engine/table.ts'
import { type Database, type TestCompany, TestServer } from './server.ts'

type Person = { id: number; token: string }

/** A company with a crew, its manager, and kinds of time off: the starting point of the time off tests. */
export class Crew {
  readonly server: TestServer
  readonly company: TestCompany
  manager!: Person
  worker!: Person
  colleague!: Person
  /** Has approve_timesheets and belongs to no group. */
  approver!: Person
  /** Neither manages the crew nor belongs to it. */
  outsider!: Person
  group!: Values
  vacation!: Values

  private constructor(server: TestServer, company: TestCompany) {
    this.server = server
    this.company = company
  }

  static async start(database: Database): Promise<Crew> {
    const server = await TestServer.start(database)
    const company = await server.company()
    const crew = new Crew(server, company)
    crew.manager = await server.user(company)
    crew.group = await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [crew.manager.id] })
    const group_id = crew.group.id
    crew.worker = await server.user(company, { group_id, first_name: 'Worker', last_name: 'Two' })
    crew.colleague = await server.user(company, { group_id })
    crew.approver = await server.user(company, { permissions: { approve_timesheets: true } })
    crew.outsider = await server.user(company)
    const vacation = { name: 'Vacation', short_code: 'vac', type: 'pto', assigned_to_all: true }
    crew.vacation = await server.createOne(company, 'jobcodes', vacation)
    // Some of the tests span years.
    const lasting = (userId: number) => server.token(company.id, userId, 10 * 365 * 86400)
    company.token = await lasting(company.adminId)
    for (const who of [crew.manager, crew.worker, crew.colleague, crew.approver, crew.outsider])
      who.token = await lasting(who.id)
    return crew
  }

  /** Eight hours of vacation on a date. */
  day(date: string, properties: Values = {}): Values {
    return { entry_method: 'manual', date, duration: 28800, jobcode_id: this.vacation.id, ...properties }
  }

  /** From eight to twelve in Denver. */
  morning(date: string, properties: Values = {}): Values {
    const times = { start_time: `${date}T08:00:00-06:00`, end_time: `${date}T12:00:00-06:00` }
    return { entry_method: 'regular', duration: 14400, ...times, jobcode_id: this.vacation.id, ...properties }
  }

  /** A new request of the worker. */
  request(entries: Values[], properties: Values = {}, who: { token: string } = this.worker): Promise<Values> {
    return this.server.createOne(who, 'time_off_requests', { time_off_request_entries: entries, ...properties })
  }

  /** Sends one item and returns its outcome, with the supplemental data. */
  async put(who: { token: string }, resource: string, item: Values): Promise<Values> {
    return this.#one(await this.server.put(who, `/${resource}`, [item]), resource)
  }

  async post(who: { token: string }, resource: string, item: Values): Promise<Values> {
    return this.#one(await this.server.post(who, `/${resource}`, [item]), resource)
  }

  #one({ body, text }: { body: Values; text: string }, resource: string): Values {
    const [result] = Object.values<Values>(body.results?.[resource] ?? {})
    assert.ok(result, text)
    return { ...result, supplemental: body.supplemental_data }
  }

  async entry(id: number): Promise<Values> {
    const [entry] = await this.server.list(this.company, 'time_off_request_entries', `?ids=${id}`)
    return entry!
  }

  async record(id: number): Promise<Values> {
    const [request] = await this.server.list(this.company, 'time_off_requests', `?ids=${id}`)
    return request!
  }

  /** A person's current vacation timesheets. */
  timesheets(user: Person = this.worker): Promise<Values[]> {
    const query = `?user_ids=${user.id}&jobcode_ids=${this.vacation.id}&start_date=2000-01-01&on_the_clock=both`
    return this.server.list(this.company, 'timesheets', query)
  }

  async balance(user: Person = this.worker): Promise<number> {
    const [row] = await this.server.list(this.company, 'users', `?ids=${user.id}`)
    return row!.pto_balances[this.vacation.id]
  }
}
