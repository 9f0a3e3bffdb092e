import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { noteInAudit } from '../../src/audit/write.ts'
import { name, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { anonymize as anonymizePerson } from '../../src/people_data/anonymize.ts'
import { clockhouse, on } from '../cli/command.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { hashOf, password } from '../oauth/support.ts'
import { Receiver } from '../support/receiver.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { contents, runStatements } from '../support/statements.ts'
import { ask, askSignedIn } from './ask.ts'

onEither('people’s data', (database) => {
  let server: TestServer
  let ada: TestCompany
  let cookie: string
  let slug: string
  let ben: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    slug = (await server.list(ada, 'users'))[0]!.client_url
    const credentials = { companyId: ada.id, userId: ada.adminId, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    cookie = await server.session(ada.id, ada.adminId)
    ben = await server.user(ada, { first_name: 'Ben', last_name: 'Colewater', mobile_number: '555-0101' })
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })
    const about = { jobcode_id: job.id, type: 'manual', date: '2026-02-16' }
    const sheet = await server.createOne(ada, 'timesheets', {
      ...{ ...about, user_id: ben.id, duration: 3600, notes: 'my knee hurts' },
    })
    await server.put(ada, '/timesheets', [{ id: sheet.id, notes: 'my knee hurts more' }])
    await server.createOne(ada, 'timesheets', { ...about, user_id: ada.adminId, duration: 7200, notes: 'of another' })
  })

  const anonymize = (body: object) => askSignedIn(server, cookie, 'POST', `/users/${ben.id}/anonymization`, body)
  const note = (id: number, userId: number, details: Record<string, unknown>) => {
    const entry = { kind: 'people', event: 'added', type: 'users', id, userId, details }
    return server.db.write(noteInAudit, { companyId: ada.id, entry }, server.now)
  }
  const archive = () => server.put(ada, '/users', [{ id: ben.id, active: false }])
  const verify = () => clockhouse(['audit', 'verify', '--company', slug], { env: on(server.place) })

  test('a person is anonymized also if a report with their name was sent more often than a statement has parameters', async () => {
    const sent = 33_000
    await runStatements(
      server,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sent})
        insert into audit_lines (company_id, sequence, made, kind, event, record_type, record_id, user_id, user_company,
          source, program, details, salt, personal, digest, hash)
        select ${ada.id}, 1000000 + i, 0, 'exports', 'sent', 'saved_reports', 1, 0, ${ada.id}, '', '', '{}', 'salt',
          '{"name":"Hours of Ben Colewater"}', '', '' from n`,
    )
    await archive()
    const author = { userId: ada.adminId, application: '' }
    await server.db.write(anonymizePerson, { companyId: ada.id, userId: ben.id, author }, server.now)
    const [left] = await server.db.read.all<{ n: number }>(
      sql`select count(*) as n from audit_lines where company_id = ${ada.id} and personal like '%Colewater%'`,
    )
    assert.equal(left!.n, 0)
  })

  test('the person and administrators download a person’s data, without secrets or data of others', async () => {
    await ask(server, ada, 'PUT', '/pay', { data: [{ user_id: ben.id, pay_rate: 31, pay_interval: 'hour' }] })
    const [calendar] = await server.list(ada, 'schedule_calendars')
    for (const draft of [true, false])
      await server.createOne(ada, 'schedule_events', {
        ...{ schedule_calendar_id: calendar!.id, assigned_user_ids: [ben.id], draft, all_day: false },
        ...{ start: '2026-03-01T08:00:00+00:00', end: '2026-03-01T16:00:00+00:00' },
      })
    await note(ada.adminId, ben.id, {})
    await note(ben.id, ada.adminId, { changes: { pay_rate: [null, 30] } })
    const own = await download(server, ben, '/own_data')
    assert.equal(own.statusCode, 200, own.body)
    const files = unzipSync(own.rawPayload)
    const data = JSON.parse(strFromU8(files['data.json']!))
    assert.deepEqual([data.users.length, data.users[0].last_name, data.users[0].password], [1, 'Colewater', undefined])
    assert.deepEqual(
      data.timesheets.map(({ notes }: Values) => notes),
      ['my knee hurts more'],
    )
    assert.equal(rowsOf(strFromU8(files['timesheets.csv']!))[0]!.duration, '3600')
    assert.match(data.timesheets[0].created, /^20\d\d-/)
    assert.ok(data.audit_lines.length > 0)
    const by = await download(server, ada, `/users/${ben.id}/data`)
    assert.equal(by.statusCode, 200)
    const toAdministrators = JSON.parse(strFromU8(unzipSync(by.rawPayload)['data.json']!))
    const payOf = ({ users, audit_lines }: Record<string, Values[]>) => [
      users![0]!.pay_rate,
      audit_lines!.filter(({ kind }) => kind === 'pay').length,
    ]
    assert.deepEqual(
      [payOf(data), payOf(toAdministrators)],
      [
        [undefined, 0],
        [31, 1],
      ],
    )
    assert.ok(!JSON.stringify(data).includes('pay_rate'))
    for (const line of data.audit_lines)
      assert.deepEqual([line.record_type, line.record_id, line.personal], ['users', ben.id, undefined])
    assert.deepEqual([data.schedule_events.length, data.pay_rates], [1, undefined], 'no drafts')
    assert.equal((await download(server, ben, `/users/${ada.adminId}/data`)).statusCode, 403)
    const { stdout } = await clockhouse(['audit', 'list', '--kind', 'exports', '--company', slug], {
      env: on(server.place),
    })
    assert.match(stdout, /Ada Admin downloaded the data of Ben Colewater\./)
  })

  test('a person is anonymized for good with the password and the name; time stays, and the audit is whole', async () => {
    const right = { password, name: 'Ben Colewater' }
    assert.match((await anonymize(right)).body.error.message, /archive the person first/)
    await archive()
    assert.equal((await anonymize({ ...right, password: 'wrong' })).status, 417)
    assert.equal((await anonymize({ ...right, name: 'Ben' })).status, 417)
    const [before] = await server.list(ada, 'users', `?ids=${ben.id}&active=both`)
    const cursor = (await server.get(ada, '/changes?cursor=now')).body.cursor
    server.pass(60)
    assert.deepEqual((await anonymize(right)).body, { anonymized: ben.id })
    const [after] = await server.list(ada, 'users', `?ids=${ben.id}&active=both`)
    assert.deepEqual([after!.first_name, after!.last_name], ['Former', `person ${ben.id}`])
    assert.ok(after!.last_modified > before!.last_modified)
    const sheets = await server.list(ada, 'timesheets', '?start_date=2026-02-01')
    assert.deepEqual(
      sheets.map(({ duration, notes }) => [duration, notes]).sort(([a], [b]) => a - b),
      [
        [3600, ''],
        [7200, 'of another'],
      ],
    )
    for (const table of ['users', 'timesheets', 'timesheet_history', 'changes', 'audit_lines', 'mails']) {
      const rows = await server.db.read.all(sql`select * from ${name(table)} where company_id = ${ada.id}`)
      assert.ok(!/Colewater|555-0101|my knee/.test(JSON.stringify(rows)), table)
    }
    assert.equal((await server.get(ada, `/changes?cursor=${cursor}`)).status, 410, 'followers of the feed begin again')
    const { code, stdout } = await verify()
    assert.equal(code, 0, stdout)
    assert.match(stdout, /unbroken, \d+ without what named an anonymized person/)
  })

  test('anonymizing a person also clears webhooks, corrections, reasons and the change log', async (context) => {
    const receiver = await Receiver.start()
    context.after(() => receiver.stop())
    const hook = { url: `${receiver.url}/hook`, types: ['*'], payload: 'full' }
    const { id } = (await ask(server, ada, 'POST', '/webhooks', hook)).body.webhook
    await server.put(ada, '/users', [{ id: ben.id, mobile_number: '555-0102' }])
    const group = await server.createOne(ada, 'groups', { name: 'Stays' })
    await server.round()
    receiver.usual = () => ({ status: 500 })
    await server.put(ada, '/users', [{ id: ben.id, job_title: 'of Colewater and Sons' }])
    await server.put(ada, '/groups', [{ id: group.id, name: 'Stays, too' }])
    const [sheet] = await server.list(ada, 'timesheets', `?user_ids=${ben.id}&start_date=2026-02-01`)
    await runStatements(
      server,
      `insert into corrections (company_id, id, user_id, timesheet_id, action, date, changes, reason, status, created,
        decided, decided_by_user_id, message) values (${ada.id}, 1, ${ben.id}, ${sheet!.id}, 'change', '2026-02-16',
        '{"notes":"my knee hurts most"}', 'my knee', 'open', 1, 0, 0, '')`,
      `update timesheet_history set reason = 'my knee' where company_id = ${ada.id} and timesheet_id = ${sheet!.id}`,
    )
    await server.round()
    const other = await server.user(ada, { username: `former-${ben.id}` })
    await archive()
    const author = { userId: ada.adminId, application: '' }
    await server.db.write(anonymizePerson, { companyId: ada.id, userId: ben.id, author }, server.now)
    for (const table of ['webhook_deliveries', 'corrections', 'timesheet_history', 'changes', 'outbox']) {
      const rows = await server.db.read.all(sql`select * from ${name(table)} where company_id = ${ada.id}`)
      assert.ok(!/Colewater|555-010|my knee/.test(JSON.stringify(rows)), table)
    }
    const [left] = await server.list(ada, 'users', `?ids=${ben.id}&active=both`)
    assert.equal(left!.username, `former-${ben.id}-2`, `former-${ben.id} is ${other.id}`)
    receiver.usual = () => ({ status: 200 })
    receiver.take()
    server.pass(3600)
    await server.round()
    const sent = receiver.take()
    assert.ok(sent.some(({ text }) => text.includes('Stays, too')))
    assert.ok(!sent.some(({ text }) => /Colewater|555-010|my knee/.test(text)))
    const [shown] = (await ask(server, ada, 'GET', '/webhooks')).body.webhooks
    assert.equal(shown.waiting, 0)
    const [emptied] = await server.db.read.all<{ number: number }>(
      sql`select number from webhook_deliveries where company_id = ${ada.id} and body = '' order by number`,
    )
    const again = await ask(server, ada, 'POST', `/webhooks/${id}/replay`, { number: emptied!.number })
    assert.equal(again.status, 404)
    assert.equal((await ask(server, ada, 'GET', `/webhooks/${id}/deliveries/${emptied!.number}`)).status, 200)
  })

  test('nothing that names or describes an anonymized person is left in any column, nor in the bytes of the file', async () => {
    const told = { first_name: 'Zoe', last_name: 'Zzplant-last', email: 'zoe@zzplant-mail.example' }
    const zoe = await server.user(ada, { ...told, username: 'zzplant-user', payroll_id: 'zzplant-payroll' })
    const key = { 'idempotency-key': 'zoe-1' }
    const more = { display_name: 'zzplant-display', mobile_number: '555-zzplant', job_title: 'zzplant-job' }
    await server.call(ada.token, 'PUT', '/users', { data: [{ id: zoe.id, ...more }] }, key)
    await server.put(ada, '/users', [{ id: zoe.id, last_name: 'Zzplant-married' }])
    const job = (await server.list(ada, 'jobcodes')).find(({ name }) => name === 'Roof')
    const entry = { user_id: zoe.id, jobcode_id: job!.id, type: 'manual', date: '2026-02-17', duration: 3600 }
    const deleted = await server.createOne(ada, 'timesheets', { ...entry, notes: 'zzplant-deleted-note' })
    await server.createOne(ada, 'timesheets', { ...entry, date: '2026-02-18', notes: 'zzplant-note' })
    await server.delete(ada, `/timesheets?ids=${deleted.id}`)
    const place = { user_id: zoe.id, created: '2026-02-18T10:00:00+00:00', latitude: 40, longitude: -105, accuracy: 5 }
    const device = { device_identifier: 'zzplant-device', source: 'gps', altitude: 0 }
    await server.post(zoe, '/geolocations', [{ ...place, ...device }])
    await server.createOne(ada, 'notifications', { user_id: zoe.id, message: 'zzplant-message' })
    const back = { user_id: zoe.id, start_date: '2026-02-16', message: 'zzplant-sent-back' }
    await ask(server, ada, 'POST', '/approvals/send_back', back)
    await ask(server, zoe, 'POST', '/tokens', { name: 'zzplant-token', expires: '2026-06-01T00:00:00Z' })
    const report = { name: 'zzplant-report', search: '', shared: false, schedule: null }
    await ask(server, zoe, 'POST', '/saved_reports', report)
    const asked = { action: 'add', jobcode_id: job!.id, date: '2026-02-16', duration: 3600, reason: 'zzplant-reason' }
    const proposed = await ask(server, zoe, 'POST', '/corrections', asked)
    assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
    await runStatements(
      server,
      `insert into scim_records (company_id, kind, record_id, external_id, deleted) values (${ada.id}, 'users', ${zoe.id}, 'zzplant-scim', 0)`,
    )
    server.pass(60)
    await server.round()
    assert.ok(JSON.stringify(await contents(server)).match(/zzplant/gi)!.length > 30)
    await server.put(ada, '/users', [{ id: zoe.id, active: false }])
    const author = { userId: ada.adminId, application: '' }
    await server.db.write(anonymizePerson, { companyId: ada.id, userId: zoe.id, author }, server.now)
    const left = Object.entries(await contents(server)).flatMap(([table, rows]) =>
      rows.flatMap((row) => (/zzplant/i.test(row) ? [`${table}: ${row}`] : [])),
    )
    assert.deepEqual(left, [])
    if (database === 'postgres') return
    const file = join(server.place.data, 'clockhouse.db')
    const beside = new DatabaseSync(file)
    beside.exec('pragma wal_checkpoint(passive)')
    beside.close()
    assert.deepEqual(
      readFileSync(file)
        .toString('latin1')
        .match(/.{0,30}zzplant.{0,30}/gi) ?? [],
      [],
    )
  })

  for (const [first_name, display_name] of [
    ['Ben', ''],
    ['Robben', ''],
    ['Beth', 'Ben Colewater (office)'],
  ] as const)
    test(`what was told of another person, ${display_name || `${first_name} Colewater`}, stays`, async () => {
      await server.user(ada, { first_name, last_name: 'Colewater', display_name })
      const called = display_name || `${first_name} Colewater`
      for (const message of [`${called} is on vacation`, 'Call 555-0101'])
        await server.createOne(ada, 'notifications', { user_id: ada.adminId, message })
      await archive()
      assert.equal((await anonymize({ password, name: 'Ben Colewater' })).status, 200)
      const left = await server.list(ada, 'notifications')
      assert.deepEqual(
        left.map(({ message }) => message),
        [`${called} is on vacation`],
      )
    })

  test('a write that named an anonymized person is not repeated, though its kept answer is gone', async () => {
    const write = (user_id: number, key: string) => {
      const item = { user_id, jobcode_id: 0, type: 'manual', date: '2026-02-20', duration: 3600 }
      return server.call(ada.token, 'POST', '/timesheets', { data: [item] }, { 'idempotency-key': key })
    }
    const [ofBen, own] = [await write(ben.id, 'of-ben'), await write(ada.adminId, 'own')]
    assert.deepEqual([ofBen.status, own.status], [200, 200])
    await archive()
    assert.equal((await anonymize({ password, name: 'Ben Colewater' })).status, 200)
    const again = await write(ben.id, 'of-ben')
    assert.equal(again.status, 417)
    assert.match(again.text, /was carried out before/)
    assert.equal((await write(ada.adminId, 'own')).text, own.text)
    assert.equal((await server.list(ada, 'timesheets', '?start_date=2026-02-20')).length, 2)
  })

  test('a person is anonymized at the command line', async () => {
    await archive()
    const env = on(server.place)
    const run = (wanted: string) =>
      clockhouse(['user', 'anonymize', String(ben.id), '--name', wanted, '--company', slug], { env })
    assert.equal((await run('Ben Cole')).code, 1)
    assert.equal((await run('Ben Colewater')).code, 0)
    assert.equal((await verify()).code, 0)
  })
})
