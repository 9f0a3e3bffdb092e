import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { checkAudit } from '../../src/audit/check.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { tellAuditHeads } from '../../src/jobs/audit_heads.ts'
import { Sight } from '../../src/sight/sight.ts'
import { clockhouse, on } from '../cli/command.ts'
import { rowsOf } from '../exports/exporting.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

onEither('the audit', (database) => {
  let server: TestServer
  let origin: string
  let ada: TestCompany
  let slug: string
  let ben: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    origin = await server.listen()
    await server.company('Another company')
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    slug = (await server.list(ada, 'users'))[0]!.client_url
    ben = await server.user(ada, { first_name: 'Ben', last_name: 'Cole', username: 'ben' })
  })

  const lines = async (query = ''): Promise<Values[]> => {
    const { status, body } = await ask(server, ada, 'GET', `/audit?limit=200${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.lines
  }
  const sentences = async (query = '') => (await lines(query)).map(({ sentence }) => sentence)
  const pay = (pay_rate: number) =>
    ask(server, ada, 'PUT', '/pay', { data: [{ user_id: ben.id, pay_rate, pay_interval: 'hour' }] })
  const command = (...args: string[]) => clockhouse(['audit', ...args, '--company', slug], { env: on(server.place) })
  const verify = async (...more: string[]) => {
    const { code, stdout } = await command('verify', '--json', ...more)
    return { code, ...JSON.parse(stdout)[0] }
  }

  test('approvals, submissions and dates are told as people say them', async () => {
    await server.put(ada, '/users', [{ id: ben.id, submitted_to: '2026-02-21' }])
    await server.put(ada, '/users', [{ id: ben.id, approved_to: '2026-02-21' }])
    await server.put(ada, '/users', [{ id: ben.id, approved_to: '2026-02-14' }])
    await server.put(ada, '/users', [{ id: ben.id, hire_date: '2026-01-05' }])
    await server.put(ada, '/users', [{ id: ada.adminId, submitted_to: '2026-02-21' }])
    await server.put(ada, '/users', [{ id: ben.id, submitted_to: '2000-01-01', approved_to: '2000-01-01' }])
    const dates = { start_date: '2026-02-08', end_date: '2026-02-14' }
    assert.equal((await ask(server, ada, 'POST', '/pay_runs', dates)).status, 200)
    const found = (await sentences()).map((sentence) => sentence.replaceAll(/\s/g, ' '))
    for (const sentence of [
      'Ada Admin submitted the time of Ben Cole through Feb 21, 2026.',
      'Ada Admin approved the time of Ben Cole through Feb 21, 2026.',
      'Ada Admin took back the approval of the time of Ben Cole after Feb 14, 2026.',
      'Ada Admin took back the approval of the time of Ben Cole.',
      'Ada Admin submitted their time through Feb 21, 2026.',
      'Ada Admin added pay run Feb 8 – 14, 2026.',
    ])
      assert.ok(found.includes(sentence), `${sentence} is missing in\n${found.join('\n')}`)
    assert.ok(found.some((sentence) => /“Hire date” of Ben Cole from .* to Jan 5, 2026\.$/.test(sentence)))
    assert.ok(!found.some((sentence) => /\d{4}-\d\d-\d\d/.test(sentence)), found.join('\n'))
  })

  test('the audit tells in sentences who changed what, and can be filtered', async () => {
    await pay(20)
    await pay(22)
    const dee = await server.user(ada, { first_name: 'Dee', last_name: 'Low' })
    await ask(server, ada, 'POST', '/pay_rates', { user_id: dee.id, from: null, rate: 23 })
    await server.put(ada, '/users', [{ id: ben.id, permissions: { admin: true }, mobile_number: '555-0101' }])
    await ask(server, ada, 'PUT', '/settings', { scope: 'company', settings: { general: { week_start: 1 } } })
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })
    await server.put(ada, '/jobcodes', [{ id: job.id, name: 'Roofing' }])
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: ben.id, jobcode_id: job.id, type: 'manual', date: '2026-02-16', duration: 3600 },
    })
    const found = await sentences()
    for (const sentence of [
      'Ada Admin added Ben Cole.',
      'Ada Admin changed “Pay rate” of Ben Cole from 20.00 to 22.00.',
      'Ada Admin changed “Pay rate” of Ben Cole from nothing to 20.00.',
      'Ada Admin set the pay of Dee Low to 23.00 from the beginning.',
      'Ada Admin changed “Permissions” of Ben Cole from nothing to admin.',
      'Ada Admin changed “Mobile phone” of Ben Cole from nothing to 555-0101.',
      'Ada Admin added job “Roofing”.',
      'Ada Admin changed “Name” of job “Roofing” from Roof to Roofing.',
    ])
      assert.ok(found.includes(sentence), `${sentence} is missing in\n${found.join('\n')}`)
    assert.ok(!found.some((sentence) => /timesheet/i.test(sentence)))
    const [newest] = await lines()
    assert.deepEqual([newest!.source, newest!.address, newest!.user_id], ['request', '127.0.0.1', ada.adminId])
    assert.ok((await lines('&kind=rights')).every(({ kind }) => kind === 'rights'))
    assert.ok((await lines(`&user_id=${ben.id}`)).every(({ record_id }) => record_id === ben.id))
    assert.equal((await lines(`&type=jobcodes&record_id=${job.id}`)).length, 2)
    assert.deepEqual(await lines('&end_date=2026-03-01'), [])
    assert.deepEqual(await sentences('&search=ROOFING%20changed'), [
      'Ada Admin changed “Name” of job “Roofing” from Roof to Roofing.',
    ])
    assert.deepEqual(await lines('&search=roofing%20nothing'), [])
    const first = (await ask(server, ada, 'GET', '/audit?search=ben&limit=1')).body
    const second = (await ask(server, ada, 'GET', `/audit?search=ben&limit=1&before=${first.next}`)).body
    assert.equal(first.lines.length + second.lines.length, 2)
    assert.ok(first.lines[0].sequence > second.lines[0].sequence)
    assert.equal((await lines(`&before=${newest!.sequence}`))[0]!.sequence, newest!.sequence - 1)
    assert.equal((await ask(server, ada, 'GET', '/audit?start_date=soon')).status, 417)
    assert.equal((await ask(server, await server.user(ada), 'GET', '/audit')).status, 403)
  })

  test('the audit names locations by their label, or else by their address', async () => {
    await server.createOne(ada, 'locations', { label: 'Harbour job', addr1: '9 Harbour Street' })
    await server.createOne(ada, 'locations', { addr1: '2 Mill Lane', city: 'Port Vale' })
    const found = await sentences('&type=locations')
    assert.deepEqual(found, ['Ada Admin added location “2 Mill Lane”.', 'Ada Admin added location “Harbour job”.'])
  })

  test('the audit has sign-ins, also those that failed, but nothing secret', async () => {
    const credentials = { companyId: ada.id, userId: ben.id, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    const browser = new Browser(origin)
    await (await browser.open('/sign-in')).submit({ company: slug, username: 'ben', password: 'not this one' })
    await (await browser.open('/sign-in')).submit({ company: slug, username: 'ben', password })
    const found = await lines('&kind=sign_ins')
    const events = found.map(({ event, user_id }) => [event, user_id])
    assert.ok(
      events.some(([event, who]) => event === 'signed in' && who === ben.id),
      JSON.stringify(events),
    )
    assert.ok(
      events.some(([event, who]) => event === 'sign-in failed' && who === 0),
      JSON.stringify(events),
    )
    const stored = await server.db.read.all(sql`select * from audit_lines where company_id = ${ada.id}`)
    assert.ok(!/argon2|not this one/.test(JSON.stringify(stored)))
  })

  test('the audit records exports, access tokens and commands', async () => {
    const range = 'start_date=2026-02-15&end_date=2026-02-21'
    const { statusCode } = await server.app.inject({
      url: `/api/console/exports/hours?${range}`,
      headers: { authorization: `Bearer ${ada.token}` },
    })
    assert.equal(statusCode, 200)
    await clockhouse(['token', 'create', '--user', 'ben', '--name', 'Script', '--company', slug], {
      env: on(server.place),
    })
    const [made] = await lines('&kind=tokens')
    assert.match(made!.sentence, /^clockhouse token create \(.+\) created an access token for Ben Cole\.$/)
    assert.equal((await sentences('&kind=exports'))[0], 'Ada Admin exported “Hours” for Feb 15\u2009–\u200921, 2026.')
    const file = await server.app.inject({
      url: '/api/console/audit/export?format=csv',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const rows = rowsOf(file.body)
    assert.deepEqual(
      rows.map(({ sequence }) => Number(sequence)),
      rows.map((_, index) => index + 1),
    )
    assert.equal(rows.at(-1)!.event, 'audit exported')
    const told = await command('export', '--format', 'jsonl')
    assert.deepEqual(told.stdout.split('\n').length - 1, rows.length + 1)
    assert.match((await command('list')).stdout, /created an access token for Ben Cole/)
  })

  const damages: [what: string, statement: (last: number) => string, place: (last: number) => number][] = [
    ['a line that was changed', () => `update audit_lines set event = 'deleted' where sequence = 2`, () => 2],
    ['a person who was changed', () => `update audit_lines set personal = '{}' where sequence = 2`, () => 2],
    [
      'a person who was removed',
      (last) => `update audit_lines set personal = '' where sequence = ${last}`,
      (last) => last,
    ],
    ['a line that was removed', () => 'delete from audit_lines where sequence = 2', () => 3],
    ['lines cut off', (last) => `delete from audit_lines where sequence = ${last}`, (last) => last],
  ]
  for (const [what, statement, place] of damages)
    test(`verifying the audit finds ${what}`, async () => {
      await server.put(ada, '/users', [{ id: ben.id, mobile_number: '555-0101' }])
      await server.put(ada, '/users', [{ id: ben.id, mobile_number: '555-0102' }])
      const { code, lines, head, problem } = await verify()
      assert.deepEqual([code, problem], [0, null])
      await runStatements(server, `${statement(lines)} and company_id = ${ada.id}`)
      const after = await verify('--head', `${head.sequence}:${head.hash}`)
      assert.deepEqual([after.code, after.problem.sequence], [1, place(lines)])
    })

  test('an audit to which lines are added while it is verified is whole', async () => {
    let reads = 0
    const all: typeof server.db.read.all = async (query) => {
      const found = await server.db.read.all<never>(query)
      if (++reads === 2) await server.put(ada, '/users', [{ id: ben.id, mobile_number: '555-0103' }])
      return found
    }
    const { problem } = await checkAudit(Object.assign(Object.create(server.db.read), { all }), ada.id)
    assert.deepEqual([reads, problem], [3, undefined])
  })

  test('the audit records SCIM tokens', async () => {
    const { status, body } = await ask(server, ada, 'POST', '/scim_tokens', { name: 'Directory' })
    assert.equal(status, 200, JSON.stringify(body))
    const [{ id }] = (await ask(server, ada, 'GET', '/scim_tokens')).body.tokens
    await ask(server, ada, 'DELETE', `/scim_tokens/${id}`)
    const found = await sentences('&kind=tokens')
    assert.deepEqual(found.slice(0, 2), ['Ada Admin deleted a SCIM token.', 'Ada Admin created a SCIM token.'])
  })

  test('the audit records invitations that a program sends', async () => {
    const invitation = { contact_method: 'email', contact_info: 'ben@example.com', user_id: ben.id }
    assert.equal((await server.post(ada, '/invitations', [invitation])).status, 200)
    assert.equal((await sentences('&kind=sign_ins'))[0], 'Ada Admin invited Ben Cole.')
  })

  test('the audit records only the host of a webhook’s address, which may contain a secret', async () => {
    const hook = { url: 'https://93.184.215.14/token-1234', types: ['*'] }
    const made = await ask(server, ada, 'POST', '/webhooks', hook)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { id } = made.body.webhook
    await ask(server, ada, 'PUT', `/webhooks/${id}`, { payload: 'full' })
    await ask(server, ada, 'POST', `/webhooks/${id}/secret`, {})
    await ask(server, ada, 'POST', `/webhooks/${id}/replay`, { from: new Date(0).toISOString() })
    await ask(server, ada, 'DELETE', `/webhooks/${id}`)
    const found = await lines('&type=webhooks')
    assert.deepEqual(
      found.map(({ sentence }) => sentence),
      [
        `Ada Admin deleted webhook ${id}.`,
        `Ada Admin sent messages of webhook ${id} again.`,
        `Ada Admin replaced the secret of webhook ${id}.`,
        `Ada Admin changed webhook ${id}, which sends to 93.184.215.14.`,
        `Ada Admin added webhook ${id}, which sends to 93.184.215.14.`,
      ],
    )
    assert.ok(!JSON.stringify(found).includes('token-1234'))
  })

  test('the head of the audit, logged once a day, proves that the audit was rewritten', async () => {
    const { head } = await verify()
    assert.equal((await verify('--head', `${head.sequence}:${head.hash}`)).code, 0)
    const other = await verify('--head', `${head.sequence}:${'0'.repeat(64)}`)
    assert.deepEqual([other.code, other.problem.sequence], [1, head.sequence])
    const told: unknown[] = []
    const log = { info: (details: unknown) => void told.push(details), warn: () => {}, error: () => {} }
    const world = { db: server.db, now: () => server.now, sight: new Sight('test', log, log), log: server.world.log }
    await tellAuditHeads(world)
    await tellAuditHeads(world)
    assert.deepEqual(
      (told as { company: number; head: string }[]).filter(({ company }) => company === ada.id).map(({ head }) => head),
      [`${head.sequence}:${head.hash}`],
    )
  })
})
