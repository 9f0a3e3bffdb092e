import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Actor } from '../../src/engine/context.ts'
import type { Sql, Statement } from '../../src/engine/sql.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { answer, reports } from '../../src/reports/index.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { resources, samples } from '../support/samples.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

// How the databases look up time: no question may read all time ever recorded. Asked with and without statistics, since
// planners choose by them.

/** Tables that grow as long as a company works. */
const growing = /\b(timesheets|timesheets_deleted|timesheet_history|geolocations|notifications)\b/

const month = 'start_date=2026-02-01&end_date=2026-02-28'

/** Questions about little or much time, and the index that answers each without reading what does not match. */
const questions: readonly [question: string, index: string][] = [
  [`/timesheets?${month}`, 'timesheets_date'],
  [`/timesheets?${month}&page=40`, 'timesheets_date'],
  [`/timesheets?${month}&user_ids=USER`, 'timesheets_user_date'],
  [`/timesheets?${month}&group_ids=GROUP`, 'timesheets_user_date'],
  [`/timesheets?${month}&payroll_ids=P1`, 'timesheets_user_date'],
  [`/timesheets?${month}&jobcode_ids=JOB`, 'timesheets_jobcode'],
  [`/timesheets?${month}&jobcode_ids=0`, 'timesheets_jobcode'],
  [`/timesheets?${month}&jobcode_type=pto`, 'timesheets_jobcode'],
  ['/timesheets?start_date=2000-01-01', 'timesheets_date'],
  ['/timesheets?start_date=2000-01-01&on_the_clock=yes', 'timesheets_running'],
  ['/timesheets?start_date=2000-01-01&on_the_clock=both', 'timesheets_date'],
  ['/timesheets?start_date=2000-01-01&jobcode_ids=JOB', 'timesheets_jobcode'],
  ['/timesheets?start_date=2000-01-01&jobcode_type=unpaid_break', 'timesheets_jobcode'],
  ['/timesheets?ids=1,2,3', 'PRIMARY KEY'],
  ['/timesheets?modified_since=2026-03-01T00:00:00Z', 'timesheets_modified'],
  ['/timesheets?modified_before=2030-01-01T00:00:00Z', 'timesheets_modified'],
  ['/timesheets?modified_since=2001-01-01T00:00:00Z&modified_before=2030-01-01T00:00:00Z', 'timesheets_modified'],
  ['/timesheets?modified_since=2001-01-01T00:00:00Z&user_ids=USER', 'timesheets_modified'],
  [`/timesheets_deleted?${month}`, 'timesheets_deleted_date'],
  ['/timesheets_deleted?modified_since=2026-03-01T00:00:00Z', 'timesheets_deleted_modified'],
  ['/timesheets_deleted?modified_before=2001-01-01T00:00:00Z', 'timesheets_deleted_modified'],
]

const lightReports = [['current_totals', 'timesheets_running']] as const

onBoth('plans of statements about time', (database) => {
  let server: TestServer
  let company: TestCompany
  const asked: Statement[] = []
  const known: Record<string, string> = {}

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const user = await server.user(company, { group_id: group.id, payroll_id: 'P1' })
    const parent = await server.createOne(company, 'jobcodes', { name: 'Customer', assigned_to_all: true })
    const job = await server.createOne(company, 'jobcodes', {
      name: 'Job',
      parent_id: parent.id,
      assigned_to_all: true,
    })
    const entries = Array.from({ length: 28 }, (_, day) => ({
      user_id: user.id,
      jobcode_id: job.id,
      type: 'manual',
      date: `2026-02-${String(day + 1).padStart(2, '0')}`,
      duration: 3600,
    }))
    await server.post(company, '/timesheets', entries)
    Object.assign(known, { USER: user.id, GROUP: group.id, JOB: parent.id })
    listen(server, asked)
  })
  after(() => stop(server))

  for (const statistics of ['without', 'with'] as const)
    test(`no statement about time reads all time, ${statistics} statistics`, async () => {
      if (statistics === 'with') await runStatements(server, 'analyze')
      const findings: string[] = []
      const check = async (question: string, answer: { status: number; text: string }, index: string) => {
        assert.equal(answer.status, 200, `${question}: ${answer.text}`)
        const statements = asked.splice(0).filter(({ text }) => growing.test(text))
        const steps = (await Promise.all(statements.map((one) => stepsOf(server, one)))).flat()
        for (const step of steps.filter(grows)) findings.push(`${question}: ${step}`)
        // PostgreSQL may know a better one for a few rows.
        const found = steps.filter((step) => growing.test(step.split(' ')[1]!))
        if (database === 'sqlite' && !found.some((step) => step.includes(index)))
          findings.push(`${question} is not answered by ${index}: ${found.join('; ')}`)
      }
      for (const [question, index] of questions) {
        const path = question.replace(/USER|GROUP|JOB/g, (name) => known[name]!)
        await check(question, await server.get(company, path), index)
      }
      for (const [name, index] of lightReports)
        await check(name, await server.call(company.token, 'POST', `/reports/${name}`, { data: {} }), index)
      assert.deepEqual(findings, [])
    })
})

onBoth('plans of all lists and reports', (database) => {
  let server: TestServer
  let company: TestCompany
  const asked: Statement[] = []
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) await samples[name]!.make(server, company, 3)
    listen(server, asked)
  })
  after(() => stop(server))

  /** Every list with each of its filters, and its plans. */
  const lists = async (check: (question: string) => Promise<void>) => {
    for (const { name, filters } of resources) {
      if (quirks.get(name)?.listed === false) continue
      const all = samples[name]!.all(company)
      await check(`/${name}${all}`)
      for (const [label, { schema }] of Object.entries(filters))
        await check(`/${name}${all}&${label}=${encodeURIComponent(givenFor(schema))}`)
    }
  }

  for (const statistics of ['without', 'with'] as const)
    test(`no list or report reads all of a table that grows forever, ${statistics} statistics`, async () => {
      if (statistics === 'with') await runStatements(server, 'analyze')
      const findings = new Set<string>()
      let answered = 0
      const judge = async (question: string) => {
        // What can match nothing reads nothing, whatever its plan is.
        const statements = asked.splice(0).filter(({ text }) => forever.test(text) && !text.includes('1 = 0'))
        for (const step of (await Promise.all(statements.map((one) => stepsOf(server, one)))).flat())
          if (readsAll(step)) findings.add(`${question}: ${step}`)
      }
      await lists(async (question) => {
        const { status, text } = await server.get(company, question)
        assert.ok(status === 200 || status === 417, `${question}: ${text}`)
        if (status === 200) answered += 1
        await judge(question)
      })
      assert.ok(answered >= 200, `${answered} lists were answered`)
      const [actor, now] = [administrator(company), server.now]
      const [project] = await server.list(company, 'projects')
      const filters = { start_date: '2026-02-01', end_date: '2026-02-28', project_id: String(project!.id) }
      for (const { name } of reports) {
        const question = {
          report: name,
          given: new Map(Object.entries(filters).map(([key, value]) => [key, [value]])),
          actor,
          now,
        }
        await answer(question, server.db.read, () => {})
        await judge(`/reports/${name}`)
      }
      assert.deepEqual([...findings], [])
    })
})

onBoth('plans of statements about open pages', (database) => {
  test('the token of each open page is looked up in its company only', async () => {
    const server = await TestServer.start(database)
    const ended: number[] = []
    for (const at of [0, 1, 2]) {
      const { id: companyId, adminId: userId, token } = await server.company()
      const hash = at === 2 ? 'unknown' : digest(token)
      server.live.listen({
        companyId,
        userId,
        credential: { companyId, hash },
        tell: () => {},
        end: () => ended.push(at),
      })
    }
    const asked: Statement[] = []
    listen(server, asked)
    for (let beat = 0; beat < 20; beat++) await server.live.beat()
    const [statement] = asked.filter(({ text }) => /\baccess_tokens\b/.test(text))
    assert.match(statement!.text, /where \(company_id, hash\) in \(values/)
    const steps = await stepsOf(server, statement!)
    assert.deepEqual(
      steps.filter((step) => /^(SCAN (access_tokens|sessions)|.*Seq Scan on (access_tokens|sessions))/.test(step)),
      [],
    )
    assert.deepEqual(ended, [2])
    await stop(server)
  })
})

/** A value for a filter. */
function givenFor({ type, format, enum: allowed }: Record<string, unknown>): string {
  if (Array.isArray(allowed)) return String(allowed[0])
  if (format === 'date') return '2026-02-10'
  if (format === 'date-time') return '2026-02-10T00:00:00Z'
  return type === 'boolean' ? 'yes' : type === 'integer' ? '1' : '1,2'
}

function administrator({ id, adminId }: TestCompany): Actor {
  return { companyId: id, userId: adminId, isAdmin: true, permissions: new Set(), manages: [], application: '' }
}

/**
 * Tables of which a company has more every year. Not among them: `timesheets_deleted` and `project_activity_replies`, of
 * which some filters read all that the company has.
 */
const forever =
  /\b(timesheets|timesheet_history|geolocations|notifications|schedule_events|time_off_request_entries|pto_ledger|changes|audit_lines|project_activities|project_notes)\b/

/** Whether a step reads the whole table, without an index or all of the company. */
function readsAll(step: string): boolean {
  if (/^(SCAN \S|.*Seq Scan on )/.test(step)) return forever.test(step)
  return forever.test(step.split(' USING ')[0]!) && /^SEARCH \w+ USING .*\(company_id=\?\)$/.test(step)
}

/** Remembers the statements that the server sends to the database. */
function listen({ db }: TestServer, asked: Statement[]): void {
  for (const way of ['all', 'tuples', 'get'] as const) {
    const send = db.read[way].bind(db.read) as (query: Statement) => never
    db.read[way] = ((query: Statement) => {
      if (!query.sql.startsWith('explain')) asked.push(query)
      return send(query)
    }) as never
  }
}

/** Whether a step of a plan takes longer the more time, or the more jobcodes, there are. */
function grows(step: string): boolean {
  if (/^(SCAN \S|.*Seq Scan on )/.test(step)) return growing.test(step)
  // In the tree of jobcodes: all of the company, for each one that was found.
  return /^SEARCH \w USING .*jobcodes_\w+ \(company_id=\?\)$/.test(step)
}

async function stepsOf(server: TestServer, statement: Statement): Promise<string[]> {
  if (server.db.dialect === 'postgres') return stepsOnPostgres(server, statement)
  const { sql: text, values } = statement
  const explain = { sql: `explain query plan ${text}`, text, values: values as Sql['values'] }
  return (await server.db.read.all<{ detail: string }>(explain)).map(({ detail }) => detail)
}

async function stepsOnPostgres(server: TestServer, statement: Statement): Promise<string[]> {
  const planner = planners.get(server) ?? connected(server)
  planners.set(server, planner)
  const { rows } = await (await planner).query(`explain ${statement.text}`, [...statement.values])
  return rows.map((row) => String(row['QUERY PLAN']).trim())
}

/** A connection to the database of each server, which asks for plans. */
const planners = new WeakMap<TestServer, Promise<pg.Client>>()

async function connected({ place }: TestServer): Promise<pg.Client> {
  const url = new URL(place.databaseUrl)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const client = new pg.Client({
    connectionString: url.href,
    // Of few rows, reading all is always cheapest.
    options: `-c enable_seqscan=off${schema ? ` -c search_path=${schema}` : ''}`,
  })
  await client.connect()
  return client
}

async function stop(server: TestServer): Promise<void> {
  await (await planners.get(server))?.end()
  await server.stop()
}
