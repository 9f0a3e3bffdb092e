import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { readConfig } from '../../src/config.ts'
import { createTables } from '../../src/db/sqlite/tables.ts'
import type { Field } from '../../src/engine/fields.ts'
import { resourceNamed } from '../../src/engine/resource.ts'
import type { Values } from '../../src/engine/table.ts'
import { resources } from '../../src/resources/index.ts'
import { generate, numbersMax } from '../../src/sample/generate.ts'
import { fillSandbox } from '../../src/sandbox/company.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { databaseFolder } from '../support/folders.ts'
import { Receiver } from '../support/receiver.ts'
import { onEither, startOfTests } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { clockhouse, RunningSandbox } from './command.ts'

const hour = 3_600_000_000
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const total = (rows: readonly Values[], name: string) => rows.reduce((sum, row) => sum + row[name], 0)

/** The company of a seed at an instant, with numbers that count from 1. */
function company(seed: number, now: number, more: { people?: number; months?: number } = {}) {
  let count = 0
  const plan = generate({
    seed,
    now,
    ownerId: 1_000_000,
    calendarId: 1_000_000,
    password: '',
    nextId: () => ++count,
    ...more,
  })
  assert.ok(count < 0.8 * numbersMax(more), `${count} numbers`)
  const records: readonly (readonly [resource: string, rows: Values[]])[] = plan.records
  return { ...plan, records, count, of: (resource: string) => records.find(([name]) => name === resource)?.[1] ?? [] }
}

describe('the company of the sandbox', () => {
  test('the same seed generates the same company, and a different seed a different company', () => {
    assert.deepEqual(company(1, startOfTests).records, company(1, startOfTests).records)
    assert.notDeepEqual(company(1, startOfTests).of('timesheets'), company(2, startOfTests).of('timesheets'))
  })

  test('the company is believable at any hour of the week', () => {
    for (let hours = 0; hours < 24 * 8; hours += isFull ? 5 : 29) {
      const now = startOfTests + hours * hour + 61_000_000
      const { of, records } = company(hours, now)
      const sheets = of('timesheets')
      assert.ok(sheets.length > 3000 && sheets.length < 5000, `${sheets.length} timesheets`)
      const running = sheets.filter((sheet) => sheet.end === null)
      assert.ok(running.length >= 4, `${running.length} on the clock`)
      assert.ok(running.every((sheet) => sheet.start < now && sheet.start > now - 8 * hour))
      for (const [resource, rows] of records)
        for (const row of rows) {
          assert.ok((row.created ?? 0) <= now && row.last_modified <= now, `${resource} ${JSON.stringify(row)}`)
          assert.ok(
            row.last_modified >= (row.created ?? 0) || resource === 'users',
            `${resource} ${JSON.stringify(row)}`,
          )
        }
      assert.ok(sheets.every((sheet) => sheet.type === 'manual' || (sheet.end ?? sheet.start) <= now))
      assertApart(sheets)
      assertEmployed(sheets, of('users'))
    }
  })

  test('timesheets of the company have existing people and jobcodes, and ids are unique', () => {
    const { of, count } = company(7, startOfTests)
    const ids = (resource: string) => new Set(of(resource).map((row) => row.id))
    const users = ids('users')
    const jobcodes = ids('jobcodes')
    const parents = new Set(of('jobcodes').flatMap((row) => (row.active ? [row.parent_id] : [])))
    assert.equal(jobcodes.size, 41)
    assert.equal(users.size, 25)
    const pairs = new Set(of('jobcode_assignments').map((row) => `${row.user_id}/${row.jobcode_id}`))
    for (const sheet of of('timesheets')) {
      assert.ok(users.has(sheet.user_id) && jobcodes.has(sheet.jobcode_id) && !parents.has(sheet.jobcode_id))
      assert.ok(pairs.has(`${sheet.user_id}/${sheet.jobcode_id}`) || pairs.has(`0/${sheet.jobcode_id}`))
    }
    const numbers = of('users').concat(of('timesheets'), of('timesheets_deleted'), of('jobcodes'))
    assert.equal(new Set(numbers.map((row) => row.id)).size, numbers.length)
    assert.ok(count > numbers.length)
    assert.ok(of('timesheets_deleted').length > 5)
    assert.ok(of('timesheets').every((sheet) => sheet.tz === (sheet.date < '2026-03-08' ? -7 : -6)))
  })

  test('the records of the company are complete, and every reference in them exists', () => {
    const { of, records } = company(5, startOfTests)
    for (const [resource, rows] of records)
      for (const [name, field] of Object.entries<Field<unknown>>(resourceNamed(resource).fields)) {
        const wanted = field.schema['x-refers-to'] as string | undefined
        const known = wanted && new Set([0, 1_000_000, ...of(wanted).map((row) => row.id)])
        for (const row of rows) {
          if (field.stored) assert.notEqual(row[name], undefined, `${resource}.${name}`)
          if (known) assert.ok(known.has(row[name]), `${resource}.${name} ${row[name]}`)
        }
      }
    for (const { id, jobcode_id, name, parent_jobcode_id, status } of of('projects')) {
      const jobcode = of('jobcodes').find((row) => row.id === jobcode_id)!
      assert.deepEqual(
        [jobcode.project_id, jobcode.name, jobcode.parent_id, jobcode.active],
        [id, name, parent_jobcode_id, status !== 'complete'],
      )
    }
    for (const { id, linked_objects } of of('locations'))
      assert.deepEqual(
        linked_objects,
        of('jobcodes').flatMap((job) => (job.locations.includes(id) ? [job.id] : [])),
      )
  })

  test('a larger company has the requested number of people', () => {
    const { of } = company(1, startOfTests, { people: 60, months: 1 })
    assert.equal(of('users').length, 60)
    assertApart(of('timesheets'))
  })

  test('companies of 1 to 30 people keep every unique key, whatever the seed', async () => {
    const folder = databaseFolder('clockhouse-keys-')
    try {
      const keysOf = await uniqueKeys(join(folder, 'clockhouse.db'))
      for (let people = 1; people <= 30; people++)
        for (let seed = people; seed < people + (isFull ? 10 : 2); seed++) {
          const { records, of } = company(seed, startOfTests + seed * 31 * hour, { people, months: 1 })
          for (const [table, rows] of records)
            for (const columns of keysOf(table)) {
              const keys = rows.flatMap((row) => keyOf(row, columns))
              assert.equal(new Set(keys).size, keys.length, `${people} people, seed ${seed}: ${table} ${columns}`)
            }
          assertApart(of('timesheets'))
        }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('the sandbox can be filled with few people', async () => {
    for (const people of [1, 2, 5, 11]) {
      const folder = databaseFolder('clockhouse-few-')
      try {
        const config = readConfig({ CLOCKHOUSE_DATA: folder, CLOCKHOUSE_URL: 'http://127.0.0.1' })
        const access = await fillSandbox(config, { seed: people, now: startOfTests, people })
        assert.ok(access.access_token !== '', `${people}`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  })
})

/** The unique keys of the tables, without the company. */
async function uniqueKeys(file: string): Promise<(table: string) => string[][]> {
  await createTables(file, undefined, startOfTests)
  const db = new DatabaseSync(file, { readOnly: true })
  const ask = (text: string) => db.prepare(text).all() as { name: string; unique?: number }[]
  const tables = ask("select name from sqlite_master where type = 'table'").map(({ name }) => name)
  const keys = tables.map((table): [string, string[][]] => {
    const unique = ask(`pragma index_list(${table})`).filter((index) => index.unique === 1)
    const columns = unique.map(({ name }) => ask(`pragma index_info(${name})`).map((column) => column.name))
    return [table, columns.map((names) => names.filter((name) => name !== 'company_id'))]
  })
  db.close()
  const known = new Map(keys)
  return (table) => known.get(table) ?? []
}

/** The key of a record; none if it has no value there, as numbers of people or the end of a timesheet may have none. */
function keyOf(row: Values, columns: readonly string[]): string[] {
  const values = columns.map((column) => row[column.replace(/_key$/, '')])
  const isRunning = columns.length === 1 && columns[0] === 'user_id' && 'end' in row
  if (isRunning && row.end !== null) return []
  return values.every((value) => value !== undefined && value !== '') ? [JSON.stringify(values)] : []
}

/** No two regular timesheets of a person share an instant. */
function assertApart(sheets: readonly Values[]): void {
  const ends = new Map<number, number>()
  for (const sheet of sheets.filter(({ type }) => type === 'regular').toSorted((a, b) => a.start - b.start)) {
    assert.ok(sheet.start >= (ends.get(sheet.user_id) ?? 0), `overlap of ${sheet.user_id} at ${sheet.start}`)
    if (sheet.end !== null) assert.equal(sheet.duration, (sheet.end - sheet.start) / 1_000_000)
    ends.set(sheet.user_id, sheet.end ?? Number.POSITIVE_INFINITY)
  }
}

function assertEmployed(sheets: readonly Values[], users: readonly Values[]): void {
  const byId = new Map(users.map((user) => [user.id, user]))
  for (const { user_id, date } of sheets) {
    const { hire_date, term_date } = byId.get(user_id)!
    assert.ok(date >= hire_date && (term_date === '0000-00-00' || date <= term_date))
  }
}

onEither('clockhouse sandbox', (database) => {
  const server = process.env.TEST_POSTGRES_URL
  const env = { CLOCKHOUSE_DATABASE_URL: database === 'postgres' ? server : undefined }
  let sandbox: RunningSandbox
  let access: Values

  before(async () => {
    sandbox = await RunningSandbox.start(['--seed', '3'], env)
    access = sandbox.access
  })
  after(() => sandbox?.stop())

  const call = async (method: string, path: string, token: string, data?: unknown) => {
    const response = await fetch(access.base_url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    })
    return { status: response.status, body: (await response.json()) as Values }
  }
  const records = (body: Values, resource: string): Values[] => Object.values(body.results[resource])

  test('the access token of a sandbox is its administrator’s', async () => {
    const users = records((await call('GET', '/users?active=both', access.access_token)).body, 'users')
    assert.equal(users.length, 25)
    const me = records((await call('GET', '/current_user', access.access_token)).body, 'users')[0]!
    assert.deepEqual(
      [me.username, me.permissions.admin, me.client_url],
      [access.login_user, true, access.login_company],
    )
    const sheets = await call('GET', '/timesheets?start_date=2026-01-01', access.access_token)
    assert.equal(records(sheets.body, 'timesheets').length, 200)
    assert.equal(sheets.body.more, true)
    const running = await call('GET', '/timesheets?start_date=2026-01-01&on_the_clock=yes', access.access_token)
    assert.ok(records(running.body, 'timesheets').length >= 4)
  })

  /** What a list of each resource asks for, where it asks for something; projects and activities by what they know. */
  const lists = async (): Promise<Record<string, string>> => {
    const field = await first('customfields')
    const calendar = await first('schedule_calendars')
    const project = await first('projects', '?name=Building*')
    const note = await first('project_notes', `?project_id=${project.id}`)
    return {
      customfielditems: `?customfield_id=${field.id}`,
      timesheets: '?start_date=2000-01-01',
      timesheets_deleted: '?modified_since=2000-01-01T00:00:00Z',
      geolocations: '?modified_since=2000-01-01T00:00:00Z',
      project_notes: `?project_id=${project.id}`,
      project_activities: `?project_id=${project.id}`,
      project_activity_replies: `?project_activity_id=${note.linked_objects.project_activities[0]}`,
      time_off_request_entries: '?status=pending',
      reminders: '?user_ids=0',
      schedule_events: `?schedule_calendar_ids=${calendar.id}&start=2000-01-01T00:00:00Z&draft=both`,
    }
  }
  const list = async (name: string, search = ''): Promise<Values[]> => {
    const rows: Values[] = []
    for (let page = 1, more = true; more; page++) {
      const path = `/${name}${search}${search ? '&' : '?'}page=${page}`
      const { status, body } = await call('GET', path, access.access_token)
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
      rows.push(...Object.values(Object.values<Record<string, Values>>(body.results)[0]!))
      more = body.more
    }
    return rows
  }
  const first = async (name: string, search?: string) => (await list(name, search))[0]!

  test('a sandbox has records of every resource', async () => {
    const searches = await lists()
    for (const { name } of resources)
      if (quirks.get(name)?.listed !== false) assert.ok((await list(name, searches[name])).length > 0, name)
  })

  test('the pictures in a sandbox can be downloaded', async () => {
    const sheets = await list('timesheets', `?start_date=${daysAgo(14)}&limit=200`)
    const files = await list('files', `?ids=${sheets.flatMap((sheet) => sheet.attached_files).join() || 0}`)
    const own = await list('files')
    assert.ok(own.length > 0)
    for (const { id, size, file_name } of [...files, ...own]) {
      const answer = await fetch(`${access.base_url}/files/raw?id=${id}`, {
        headers: { authorization: `Bearer ${access.access_token}` },
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.equal(bytes.length, Number(size), file_name)
      assert.equal((await sharp(bytes).metadata()).width, 360)
    }
  })

  test('a sandbox has timesheets for all approved time off, and for no other time off', async () => {
    const statuses = ['pending', 'approved', 'denied', 'canceled']
    for (const status of statuses) {
      const entries = await list('time_off_request_entries', `?status=${status}`)
      assert.ok(entries.length > 0, status)
      const ids = entries.flatMap((entry) => entry.approved_timesheet_id || [])
      assert.equal(ids.length, status === 'approved' ? entries.length : 0)
      const sheets = ids.length > 0 ? await list('timesheets', `?ids=${ids.join()}`) : []
      assert.equal(sheets.length, ids.length)
      const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]))
      for (const { approved_timesheet_id: id, ...entry } of entries.slice(0, sheets.length))
        for (const name of ['user_id', 'jobcode_id', 'date', 'duration'])
          assert.equal(byId.get(id)![name], entry[name], name)
    }
  })

  test('the time off balances in a sandbox are the time granted minus the time taken', async () => {
    const place = { CLOCKHOUSE_DATA: access.data_dir, CLOCKHOUSE_DATABASE_URL: access.database_url }
    const user = await first('users', `?ids=${access.employee_user_id}`)
    const command = ['pto', 'ledger', user.username, '--company', access.login_company, '--json']
    const ledger = (await clockhouse(command, { env: place })).json()
    for (const [jobcode, balance] of Object.entries(user.pto_balances)) {
      const granted = ledger.filter((line: Values) => line.jobcode_id === Number(jobcode))
      const taken = await list('timesheets', `?start_date=2000-01-01&user_ids=${user.id}&jobcode_ids=${jobcode}`)
      assert.ok(granted.length > 0)
      assert.equal(balance, total(granted, 'seconds') - total(taken, 'duration'))
    }
  })

  test('the tracked time of a project in a sandbox is that of its timesheets', async () => {
    const project = await first('projects', '?name=Stair*')
    const path = '/reports/project_estimate_detail'
    const { body } = await call('POST', path, access.access_token, { project_id: project.id })
    const sheets = await list('timesheets', `?start_date=2000-01-01&jobcode_ids=${project.jobcode_id}`)
    const detail = body.projects[project.id]
    assert.ok(sheets.length > 10)
    assert.equal(detail.total_clocked_out_seconds, total(sheets, 'duration'))
    assert.equal(total(detail.estimate_items, 'total_clocked_out_seconds'), total(sheets, 'duration'))
  })

  test('an employee can clock in and out with the employee token of a sandbox', async () => {
    const token = access.employee_access_token
    const me = records((await call('GET', '/current_user', token)).body, 'users')[0]!
    assert.equal(me.id, access.employee_user_id)
    assert.deepEqual(
      [me.permissions.time_tracking, me.permissions.manage_my_timesheets, me.permissions.admin],
      [true, false, false],
    )
    const jobcodes = records((await call('GET', '/jobcodes', token)).body, 'jobcodes')
    for (const { id } of jobcodes.filter((job) => !job.has_children)) {
      const item = { user_id: me.id, jobcode_id: id, type: 'regular', start: new Date().toISOString(), end: '' }
      const created = records((await call('POST', '/timesheets', token, [item])).body, 'timesheets')[0]!
      assert.equal(created._status_code, 200, JSON.stringify(created))
      const out = await call('PUT', '/timesheets', token, [{ id: created.id, end: new Date().toISOString() }])
      assert.equal(records(out.body, 'timesheets')[0]!._status_code, 200, JSON.stringify(out.body))
    }
  })

  test('a sandbox accepts time of the first listed person on the first listed job, as a first program sends it', async () => {
    const firstId = async (path: string) => {
      const answer = await fetch(access.base_url + path, {
        headers: { authorization: `Bearer ${access.access_token}` },
      })
      return Number(/^\{"results":\{"\w+":\{"(\d+)"/.exec(await answer.text())![1])
    }
    const user_id = await firstId('/users')
    const jobcode_id = await firstId('/jobcodes?type=regular')
    const items = [
      { start: '2014-01-18T15:19:21-07:00', end: '2014-01-18T16:19:21-07:00' },
      { start: '2014-01-19T08:00:00-07:00', end: '2014-01-19T17:10:00-07:00' },
    ].map((times) => ({ user_id, jobcode_id, type: 'regular', ...times }))
    const statuses = ({ body }: { body: Values }) => records(body, 'timesheets').map((sheet) => sheet._status_code)
    const made = await call('POST', '/timesheets', access.access_token, items)
    assert.deepEqual(statuses(made), [200, 200], JSON.stringify(made.body.results))
    const ids = records(made.body, 'timesheets').map((sheet) => sheet.id)
    const change = { id: ids[0], end: '2014-01-18T17:19:21-07:00' }
    assert.deepEqual(statuses(await call('PUT', '/timesheets', access.access_token, [change])), [200])
    assert.deepEqual(statuses(await call('DELETE', `/timesheets?ids=${ids}`, access.access_token)), [200, 200])
  })

  test('a sandbox sends no mail: its outbox shows it, with links that lead to the sandbox', async () => {
    const me = await first('users', `?ids=${access.employee_user_id}`)
    const item = { contact_method: 'email', contact_info: me.email, user_id: me.id }
    const invited = await call('POST', '/invitations', access.access_token, [item])
    assert.equal(invited.status, 200)
    const { origin } = new URL(access.base_url)
    // This also sends what is due.
    await fetch(`${access.sandbox_url}/mails`)
    const headers = { authorization: `Bearer ${access.access_token}` }
    const outbox = (await (await fetch(`${origin}/api/console/outbox`, { headers })).json()) as Values
    const mails = outbox.mails.filter((mail: Values) => mail.to === me.email && /set your password/.test(mail.subject))
    assert.equal(mails.length, 1)
    const [link] = /http:\S+\/invitation\/\S+/.exec(mails[0].text)!
    assert.equal(new URL(link).origin, origin)
    assert.equal((await fetch(link)).status, 200)
  })

  test('the application of a sandbox can request access', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: access.client_id,
      redirect_uri: access.redirect_uri,
      state: 'x',
    })
    const answer = await fetch(`${access.base_url}/authorize?${query}`, { redirect: 'manual' })
    assert.ok([302, 303].includes(answer.status), String(answer.status))
  })

  test('commands work on the data of a running sandbox: it refuses a deleted token at the next request', async () => {
    const place = { CLOCKHOUSE_DATA: access.data_dir, CLOCKHOUSE_DATABASE_URL: access.database_url }
    const ofCompany = ['--company', access.login_company]
    const made = await clockhouse(['token', 'create', '--user', 'priya', ...ofCompany, '--json'], { env: place })
    assert.equal(made.code, 0, made.stderr)
    const { id, token } = made.json()
    assert.equal((await call('GET', '/current_user', token)).status, 200)
    assert.equal((await clockhouse(['token', 'delete', String(id), ...ofCompany], { env: place })).code, 0)
    assert.equal((await call('GET', '/current_user', token)).status, 401)
  })

  test('commands go by the clock of a sandbox: a webhook test works while the clock is stopped', async (t) => {
    const env = { CLOCKHOUSE_DATA: access.data_dir, CLOCKHOUSE_DATABASE_URL: access.database_url }
    const hook = async (...args: string[]) =>
      (await clockhouse(['webhook', ...args, '--company', access.login_company, '--json'], { env })).json()
    const clock = async (body: Values): Promise<Values> =>
      (
        await fetch(`${access.sandbox_url}/clock`, { method: 'POST', body: JSON.stringify(body) })
      ).json() as Promise<Values>
    const receiver = await Receiver.start()
    t.after(() => receiver.stop())
    // An hour that is not the machine's.
    const { now } = await clock({ move: '+1h', running: false })
    const added = await hook('add', `${receiver.url}/hook`)
    const { number } = await hook('test', String(added.id))
    const before = Date.now()
    while (receiver.got.length === 0 && Date.now() - before < 10_000) await wait(50)
    assert.deepEqual(
      receiver.got.map(({ body }) => body.type),
      ['webhook.test'],
    )
    const delivery = await hook('deliveries', String(added.id), '--number', String(number))
    assert.equal(Math.floor(Date.parse(delivery.created) / 1000), Math.floor(Date.parse(now) / 1000))
    await clock({ running: true })
  })

  test('a sandbox that stops removes its data', async () => {
    if (database === 'sqlite') assert.ok(existsSync(access.data_dir))
    assert.equal(await sandbox.stop(), 0)
    if (database === 'sqlite') return assert.ok(!existsSync(access.data_dir))
    const client = new pg.Client(server)
    await client.connect()
    const schema = new URL(access.database_url).searchParams.get('schema')
    const { rows } = await client.query('select 1 from information_schema.schemata where schema_name = $1', [schema])
    await client.end()
    assert.deepEqual(rows, [])
  })
})
