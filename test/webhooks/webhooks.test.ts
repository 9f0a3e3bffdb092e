import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../client/src/webhooks.ts'
import { run as runCommand } from '../../src/cli/program.ts'
import type { Resolve } from '../../src/company/public_addresses.ts'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { queueChanges } from '../../src/webhooks/queue.ts'
import { WebhookSender } from '../../src/webhooks/sender.ts'
import { openHooks } from '../../src/webhooks/transport.ts'
import { ask } from '../app_api/ask.ts'
import { clockhouse, on } from '../cli/command.ts'
import { type HookReply, Receiver } from '../support/receiver.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

// Webhooks: what changes is sent, signed, in order, again until it has arrived, and to nothing private.

onEither('webhooks', (database) => {
  let server: TestServer
  let company: TestCompany
  let receiver: Receiver
  before(async () => {
    server = await TestServer.start(database, {
      CLOCKHOUSE_WEBHOOK_RETRIES: '5 300 1800',
      CLOCKHOUSE_WEBHOOKS_MAX: '3',
    })
    receiver = await Receiver.start()
  })
  beforeEach(async () => {
    company = await server.company()
    receiver.take()
  })
  // What still waits for its next attempt would be sent during a later test that moves the clock.
  afterEach(async () => {
    for (const { id } of (await hooks('GET')).body.webhooks) await hooks('DELETE', `/${id}`)
  })
  after(async () => {
    receiver.stop()
    await server.stop()
  })

  const hooks = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown, who = company) =>
    ask(server, who, method, `/webhooks${path}`, body)
  const add = async (more: Values = {}, who = company): Promise<{ id: number; secret: string }> => {
    const answer = await hooks('POST', '', { url: `${receiver.url}/hook`, types: ['*'], ...more }, who)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return { id: answer.body.webhook.id, secret: answer.body.secret }
  }
  const shown = async (id: number): Promise<Values> =>
    (await hooks('GET')).body.webhooks.find((hook: Values) => hook.id === id)
  const audited = async (): Promise<Values[]> =>
    (await ask(server, company, 'GET', '/audit?kind=exports&limit=100')).body.lines
  const group = (name: string) => server.createOne(company, 'groups', { name })
  const told = () => receiver.take().map(({ body }) => `${body.type} ${body.data?.record?.name ?? body.data?.id ?? ''}`)

  test('changes arrive in order, with the record if wished, and the official library and ours verify them', async () => {
    const { secret } = await add({ types: ['group.*', 'timesheet.deleted'], payload: 'full' })
    await add({ url: `${receiver.url}/thin`, types: ['*.archived'] })
    const made = await group('First')
    await server.put(company, '/groups', [{ id: made.id, name: 'Second' }])
    await server.put(company, '/groups', [{ id: made.id, active: false }])
    await server.round()
    const [full, thin] = [
      receiver.got.filter(({ path }) => path === '/hook'),
      receiver.got.filter(({ path }) => path === '/thin'),
    ]
    assert.deepEqual(
      full.map(({ body }) => [body.type, body.data.record.name, body.data.user_id, body.data.application]),
      [
        ['group.created', 'First', company.adminId, 'Test client'],
        ['group.updated', 'Second', company.adminId, 'Test client'],
        ['group.archived', 'Second', company.adminId, 'Test client'],
      ],
    )
    const [listed] = await server.list(company, 'groups', `?ids=${made.id}&active=both`)
    assert.deepEqual(full[2]!.body.data.record, listed)
    const { sequence } = full[2]!.body.data
    assert.deepEqual(
      thin.map(({ body }) => body.data),
      [{ resource: 'groups', id: made.id, sequence, user_id: company.adminId, application: 'Test client' }],
    )
    for (const { text, headers } of full) {
      assert.deepEqual(new Webhook(secret).verify(text, headers as Record<string, string>), JSON.parse(text))
      assert.deepEqual(await verifyWebhook(secret, { headers, body: text } as never), JSON.parse(text))
      assert.throws(() => new Webhook(secret).verify(text.replace('group', 'grope'), headers as Record<string, string>))
    }
    assert.equal(new Set(full.map(({ headers }) => headers['webhook-id'])).size, 3)
    await server.round()
    assert.equal(receiver.got.length, 4)
  })

  test('the filter of a webhook lets through changes that name one of its people, groups or jobs, before or after', async () => {
    const crew = await group('Crew')
    const [inside, outside] = [await server.user(company, { group_id: crew.id }), await server.user(company)]
    const job = await server.createOne(company, 'jobcodes', { name: 'Digging' })
    await add({ types: ['timesheet.*'], filter: { group_ids: [crew.id] } })
    await add({
      url: `${receiver.url}/job`,
      types: ['timesheet.*'],
      filter: { jobcode_ids: [job.id], user_ids: [outside.id] },
    })
    const time = (user_id: number, jobcode_id: number) =>
      server.createOne(company, 'timesheets', { user_id, jobcode_id, type: 'manual', date: '2026-02-01', duration: 60 })
    await server.post(company, '/jobcode_assignments', [{ user_id: outside.id, jobcode_id: job.id }])
    const [of, other] = [await time(inside.id, 0), await time(outside.id, job.id)]
    await time(outside.id, 0)
    await server.put(company, '/timesheets', [{ id: other.id, jobcode_id: 0 }])
    await server.round()
    const got = receiver.take().map(({ path, body }) => `${path} ${body.type} ${body.data.id}`)
    assert.deepEqual(
      got.filter((text) => text.startsWith('/hook')),
      [`/hook timesheet.created ${of.id}`],
    )
    assert.deepEqual(
      got.filter((text) => text.startsWith('/job')),
      [`/job timesheet.created ${other.id}`, `/job timesheet.updated ${other.id}`],
    )
  })

  test('a token with scopes has only webhooks and deliveries about records that it may read', async () => {
    const limited = async (scopes: string): Promise<TestCompany> => {
      const account = { companyId: company.id, userId: company.adminId }
      return { ...company, token: (await createToken(server.world, { ...account, name: 'Limited', scopes })).token }
    }
    const [app, reader] = [
      await limited('groups:read jobcodes:read webhooks:write'),
      await limited('webhooks:read read'),
    ]
    const all = await add()
    const refused = await hooks('POST', '', { url: receiver.url, types: ['group.*', 'user.created'] }, app)
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [403, 'Forbidden: types: the scopes of this token do not include users:read'],
    )
    const own = await add({ types: ['group.*', 'jobcode.created'] }, app)
    assert.deepEqual(
      (await hooks('GET', '', undefined, app)).body.webhooks.map(({ id }: Values) => id),
      [own.id],
    )
    assert.equal((await hooks('PUT', `/${all.id}`, { url: receiver.url }, app)).status, 404)
    assert.equal((await hooks('PUT', `/${own.id}`, { types: ['*'] }, app)).status, 403)
    assert.equal((await hooks('PUT', `/${own.id}`, { payload: 'full' }, app)).status, 200)
    assert.equal((await hooks('GET', '', undefined, reader)).body.webhooks.length, 2)
    assert.equal((await hooks('DELETE', `/${own.id}`, undefined, reader)).status, 403)
    assert.equal((await hooks('GET', '', undefined, await limited('read write'))).status, 200)
    assert.equal((await hooks('GET', '', undefined, await limited('groups:read'))).status, 403)
    // It once told of people, too.
    await hooks('PUT', `/${own.id}`, { types: ['*'] })
    await server.user(company)
    await group('Seen')
    await server.round()
    await hooks('PUT', `/${own.id}`, { types: ['group.*'] })
    const { deliveries } = (await hooks('GET', `/${own.id}/deliveries`, undefined, app)).body
    assert.deepEqual(
      deliveries.map(({ type }: Values) => type),
      ['group.created'],
    )
    const hidden = (await hooks('GET', `/${own.id}/deliveries`)).body.deliveries.find(
      ({ resource }: Values) => resource === 'users',
    )
    for (const [method, path, body] of [
      ['GET', `/deliveries/${hidden.number}`, undefined],
      ['POST', '/replay', { number: hidden.number }],
    ] as const)
      assert.equal((await hooks(method, `/${own.id}${path}`, body, app)).status, 404, path)
    const replayed = await hooks('POST', `/${own.id}/replay`, { from: new Date(0).toISOString() }, app)
    assert.equal(replayed.body.replayed, 1)
    await server.round()
  })

  describe('answers of receivers', () => {
    const cases: [words: string, reply: HookReply, error: RegExp, seconds: number | 'off'][] = [
      [
        'of 301',
        { status: 301, headers: { location: '/elsewhere' } },
        /answered 301, and redirects are not followed/,
        5,
      ],
      ['of 400', { status: 400, text: 'no' }, /answered 400/, 5],
      ['of 410', { status: 410 }, /410 Gone/, 'off'],
      ['of 429 with Retry-After', { status: 429, headers: { 'retry-after': '90' } }, /answered 429/, 90],
      ['of 500', { status: 500, text: 'x'.repeat(9000) }, /answered 500/, 5],
      ['that is cut', 'cut', /closed without an answer/, 5],
    ]
    for (const [words, reply, error, seconds] of cases)
      test(`${seconds === 'off' ? 'a webhook is switched off' : `a message is sent again ${seconds} seconds`} after an answer ${words}`, async () => {
        const { id } = await add({ types: ['group.created'] })
        await group('One')
        await group('Two')
        receiver.answers.push(reply)
        await server.round()
        const after = await shown(id)
        const [, first] = (await hooks('GET', `/${id}/deliveries`)).body.deliveries
        assert.match(first.error, error)
        assert.deepEqual([first.state, first.attempts, after.waiting], ['queued', 1, 2])
        assert.equal(receiver.got.length, 1)
        if (seconds === 'off') {
          assert.deepEqual([after.active, /410 Gone/.test(after.off_reason)], [false, true])
          server.pass(86_400)
          await server.round()
          assert.equal(receiver.got.length, 1)
          await hooks('PUT', `/${id}`, { active: true })
        } else {
          server.pass(seconds - 1)
          await server.round()
          assert.equal(receiver.got.length, 1)
          server.pass(1)
        }
        await server.round()
        assert.equal(receiver.got[0]!.headers['webhook-id'], receiver.got[1]!.headers['webhook-id'])
        assert.equal(receiver.got[0]!.text, receiver.got[1]!.text)
        assert.equal(receiver.got.length, 3)
        const ended = await shown(id)
        assert.deepEqual([ended.waiting, ended.failures, ended.active, ended.off_reason], [0, 0, true, ''])
        const { delivery } = (await hooks('GET', `/${id}/deliveries/1`)).body
        assert.deepEqual([delivery.state, delivery.status, delivery.attempts > 0], ['delivered', 200, true])
        assert.equal(delivery.body, receiver.got[1]!.text)
      })
  })

  test('a receiver that fails until the last retry is switched off, and the administrators are notified', async () => {
    const { id } = await add({ types: ['group.created'] })
    await group('One')
    receiver.usual = () => ({ status: 503, text: 'closed' })
    for (const seconds of [0, 5, 300, 1800, 86_400]) {
      server.pass(seconds)
      await server.round()
    }
    receiver.usual = () => ({ status: 200 })
    assert.equal(receiver.take().length, 4)
    const off = await shown(id)
    assert.deepEqual([off.active, off.off_reason], [false, 'the receiver answered 503, 4 times in a row'])
    const { messages } = (await ask(server, company, 'GET', '/messages')).body
    assert.match(messages[0].message, /^The webhook to 127\.0\.0\.1:\d+ was switched off: the receiver answered 503/)
    const { host } = new URL(receiver.url)
    const [line] = await audited()
    assert.equal(
      line?.sentence,
      `The server switched off webhook ${id}, which sends to ${host}: the receiver answered 503, 4 times in a row.`,
    )
    await group('Two')
    await hooks('PUT', `/${id}`, { active: true })
    await server.round()
    assert.deepEqual((await hooks('GET', `/${id}/deliveries?state=delivered`)).body.deliveries.length, 2)
    assert.deepEqual(told().length, 2)
    await hooks('PUT', `/${id}`, { active: false })
    await group('Three')
    await hooks('PUT', `/${id}`, { active: true, skip_waiting: true })
    await group('Four')
    await server.round()
    assert.equal(told().length, 1)
  })

  test('a receiver that fails delays neither other kinds of records nor other webhooks', async () => {
    const { id } = await add()
    await add({ url: `${receiver.url}/other` })
    receiver.usual = ({ path, body }) => ({ status: path === '/hook' && body.data.resource === 'groups' ? 500 : 200 })
    await group('One')
    await server.createOne(company, 'jobcodes', { name: 'Free' })
    await server.round()
    receiver.usual = () => ({ status: 200 })
    const got = receiver.take().map(({ path, body }) => `${path} ${body.type}`)
    assert.ok(got.includes('/hook jobcode.created') && got.includes('/other group.created'), got.join())
    assert.equal((await shown(id)).waiting, 1)
  })

  test('the secret of a webhook is shown once; after it was replaced, both sign until the overlap ends', async () => {
    const { id, secret: old } = await add({ types: ['group.created'] })
    const { body } = await hooks('POST', `/${id}/secret`, { overlap_hours: 2 })
    const { text } = await server.get(company, '/current_user')
    const listing =
      JSON.stringify((await hooks('GET')).body) + JSON.stringify((await hooks('GET', `/${id}/deliveries`)).body)
    const stored = await server.db.read.all(sql`select * from webhooks`)
    for (const secret of [old, body.secret]) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.ok(![listing, text, JSON.stringify(stored)].some((text) => text.includes(secret.slice(6, 30))))
    }
    const verifies = async (secret: string) => {
      await group(`Group ${server.world.uuid()}`)
      await server.round()
      const { text, headers } = receiver.take()[0]!
      try {
        return Boolean(new Webhook(secret).verify(text, headers as Record<string, string>))
      } catch {
        return false
      }
    }
    assert.deepEqual([await verifies(old), await verifies(body.secret)], [true, true])
    server.pass(2 * 3600)
    assert.deepEqual([await verifies(old), await verifies(body.secret)], [false, true])
    await hooks('POST', `/${id}/secret`, { overlap_hours: 0 })
    assert.equal(await verifies(body.secret), false)
  })

  test('a test message is sent once, even to a webhook that is off, and its answer is stored', async () => {
    const { id } = await add({ active: false })
    receiver.answers.push({ status: 418, text: 'a teapot' }, { status: 204 })
    for (const [state, status, answer] of [
      ['failed', 418, 'a teapot'],
      ['delivered', 204, ''],
    ]) {
      const { number } = (await hooks('POST', `/${id}/test`)).body
      await server.round()
      server.pass(600)
      await server.round()
      const { delivery } = (await hooks('GET', `/${id}/deliveries/${number}`)).body
      assert.deepEqual([delivery.state, delivery.status, delivery.answer], [state, status, answer])
      assert.deepEqual(told(), ['webhook.test '])
    }
  })

  test('a webhook request without a body may name a content type', async () => {
    const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
    const { id } = await add()
    const send = async (method: 'POST' | 'DELETE', path: string) =>
      (await server.app.inject({ method, url: `/api/v1/webhooks${path}`, headers })).statusCode
    const statuses = [await send('POST', `/${id}/test`), await send('DELETE', `/${id}`), await send('POST', '')]
    assert.deepEqual(statuses, [200, 200, 417])
    for (const [payload, told] of [
      ['{', /the body is not JSON$/],
      [
        '{"url":"https://example.com","types":["*"],"filter":{"__proto__":{}}}',
        /__proto__ cannot be the name of a property$/,
      ],
    ] as const) {
      const reply = await server.app.inject({ method: 'POST', url: '/api/v1/webhooks', headers, payload })
      assert.equal(reply.statusCode, 400, payload)
      assert.match(reply.json().error.message, told)
    }
  })

  test('a delivery, those of a period, or all from a position in the change log are sent again', async () => {
    const { id } = await add({ types: ['group.created'], payload: 'full' })
    const { cursor } = (await server.get(company, '/changes?cursor=now')).body
    await group('One')
    await server.round()
    server.pass(60)
    const from = new Date(server.now / 1000).toISOString()
    await group('Two')
    await group('Three')
    await server.round()
    assert.deepEqual(told(), ['group.created One', 'group.created Two', 'group.created Three'])
    const ids = (await hooks('GET', `/${id}/deliveries`)).body.deliveries.map(({ message_id }: Values) => message_id)
    const replay = async (body: unknown) => {
      const { body: answer } = await hooks('POST', `/${id}/replay`, body)
      await server.round()
      return [answer.replayed, ...receiver.take().map(({ body }) => body.data.record.name)]
    }
    assert.deepEqual(await replay({ number: 2 }), [1, 'Two'])
    assert.deepEqual(await replay({ from, until: new Date(server.now / 1000 + 1).toISOString() }), [
      3,
      'Two',
      'Three',
      'Two',
    ])
    const [, ...again] = await replay({ cursor })
    assert.deepEqual(again, ['One', 'Two', 'Three'])
    const { deliveries } = (await hooks('GET', `/${id}/deliveries?limit=3`)).body
    assert.deepEqual(
      deliveries.map(({ message_id }: Values) => message_id),
      ids,
    )
    assert.deepEqual(await replay({ from, state: 'failed' }), [0])
    for (const [body, status] of [
      [{}, 417],
      [{ number: 1, from }, 417],
      [{ number: 999 }, 404],
      [{ from: 'yesterday' }, 417],
      [{ cursor: 'yesterday' }, 417],
      [{ sequence: 99_999 }, 410],
    ] as const)
      assert.equal((await hooks('POST', `/${id}/replay`, body)).status, status, JSON.stringify(body))
  })

  test('changes that the change log no longer holds are reported as a gap', async () => {
    const { id } = await add({ types: ['group.created'] })
    await hooks('PUT', `/${id}`, { active: false })
    await group('One')
    await group('Two')
    const { last_change } = (await server.db.read.get<{ last_change: number }>(
      sql`select last_change from companies where company_id = ${company.id}`,
    ))!
    await runStatements(server, `delete from changes where company_id = ${company.id} and sequence < ${last_change}`)
    await hooks('PUT', `/${id}`, { active: true })
    await server.round()
    const [gap, ...rest] = receiver.take()
    assert.deepEqual([gap!.body.type, gap!.body.data.until, rest], ['webhook.gap', last_change, []])
  })

  test('a gap that the receiver refuses is reported again', async () => {
    const { id } = await add({ types: ['group.created'] })
    await hooks('PUT', `/${id}`, { active: false })
    await group('One')
    await group('Two')
    await runStatements(server, `delete from changes where company_id = ${company.id}`)
    await hooks('PUT', `/${id}`, { active: true })
    receiver.answers.push({ status: 500 })
    await server.round()
    server.pass(5)
    await server.round()
    assert.deepEqual(told(), ['webhook.gap ', 'webhook.gap '])
    assert.equal((await shown(id)).waiting, 0)
  })

  test('queued messages are kept however old they become, and sent when the webhook is switched on again', async () => {
    const { id } = await add({ types: ['group.created'] })
    await group('Sent')
    await server.round()
    receiver.answers.push({ status: 410 })
    await group('Kept')
    await server.round()
    const many = 40 * 86_400
    await runStatements(
      server,
      `update webhook_deliveries set created = created - ${many * 1_000_000} where company_id = ${company.id}`,
    )
    // Old rows are looked for once a day.
    server.pass(86_400)
    await server.round()
    const numbers = (await hooks('GET', `/${id}/deliveries`)).body.deliveries.map(({ number }: Values) => number)
    assert.deepEqual(numbers, [2])
    receiver.take()
    await hooks('PUT', `/${id}`, { active: true })
    await server.round()
    assert.equal(told().length, 1)
  })

  test('a webhook that stays off has no messages waiting once these are skipped', async () => {
    const { id } = await add({ types: ['group.created'] })
    receiver.answers.push({ status: 410 })
    await group('One')
    await server.round()
    assert.equal((await shown(id)).waiting, 1)
    await hooks('PUT', `/${id}`, { active: false, skip_waiting: true })
    assert.equal((await shown(id)).waiting, 0)
  })

  test('a message that is skipped while it is being sent ends once, and is not replayed without its body', async () => {
    for (const status of [200, 500]) {
      const { id } = await add({ types: ['group.created'] })
      await group(`Answered ${status}`)
      const { hooks: usual } = server.world
      const send: typeof usual.send = async () => {
        await runStatements(
          server,
          `update webhook_deliveries set state = 'skipped', body = '' where company_id = ${company.id} and webhook_id = ${id}`,
          `update webhooks set waiting = waiting - 1 where company_id = ${company.id} and id = ${id}`,
        )
        return { outcome: 'answered', status, retryAfter: '', text: '', milliseconds: 1 }
      }
      const sender = new WebhookSender({ ...server.world, hooks: { ...usual, send } }, server.config)
      await sender.begin()
      await sender.ended()
      server.pass(5)
      await server.round()
      const { waiting, failures } = await shown(id)
      const [{ state }] = (await hooks('GET', `/${id}/deliveries`)).body.deliveries
      assert.deepEqual([waiting, failures, state], [0, 0, 'skipped'])
      assert.equal((await hooks('POST', `/${id}/replay`, { number: 1 })).status, 404)
      await hooks('DELETE', `/${id}`)
    }
    assert.deepEqual(told(), [])
  })

  test('the changes of one company are sent before all those of another are queued', async () => {
    const large = await server.company()
    await add({ types: ['group.created'] }, large)
    await add({ types: ['group.created'] })
    for (let part = 0; part < 9; part++)
      await server.post(
        large,
        '/groups',
        Array.from({ length: 50 }, (_, index) => ({ name: `Number ${part} ${index}` })),
      )
    await group('Small')
    const turns: number[][] = []
    await queueChanges(server.world, undefined, async () => {
      const rows = await server.db.read.all<{ company_id: number; waiting: number }>(
        sql`select company_id, waiting from webhooks order by company_id`,
      )
      const waiting = (of: TestCompany) => rows.find(({ company_id }) => company_id === of.id)!.waiting
      turns.push([waiting(large), waiting(company)])
    })
    assert.deepEqual(turns, [
      [200, 1],
      [400, 1],
      [450, 1],
    ])
    await server.round()
  })

  test('the command line manages webhooks, and listens', async () => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await clockhouse(['webhook', ...args], { env: on(server.place) })
      assert.equal(code, 0, stderr)
      return stdout
    }
    const here = [
      '--company',
      (await server.get(company, '/current_user')).body.results.users[company.adminId].client_url,
    ]
    assert.match(await run('list', ...here), /There are no webhooks/)
    let stderr = ''
    let found = (_address: string) => {}
    const address = new Promise<string>((resolve) => {
      found = resolve
    })
    const secret = (
      await run('add', `${receiver.url}/cli`, '--type', 'group.*', '--user', `${company.adminId}`, ...here)
    ).trim()
    const printed: string[] = []
    const listening = runCommand(['webhook', 'listen', '--port', '0', '--count', '2', '--secret', secret], {
      ...{ env: {}, interactive: false, readInput: () => '', exitCode: 0 },
      write: (text) => printed.push(text),
      writeError: (text) => {
        stderr += text
        const url = /Listening at (\S+)/.exec(stderr)?.[1]
        if (url) found(url)
      },
    })
    const id = JSON.parse(await run('list', '--json', ...here))[0].id
    await run('set', `${id}`, '--url', await address, '--payload', 'full', '--user', 'all', ...here)
    await group('Heard')
    await server.round()
    await run('rotate', `${id}`, '--overlap-hours', '0', ...here)
    assert.match(await run('test', `${id}`, ...here), /--number 2/)
    await server.round()
    assert.equal(await listening, 0)
    assert.match(printed[0]!, /^msg_\w+ verified\n {2}\{"type":"group.created".*"name":"Heard"/)
    assert.match(printed[1]!, /^msg_\w+ REFUSED: webhook-signature fits neither/)
    assert.match(
      await run('deliveries', `${id}`, ...here),
      /webhook\.test +- +failed +1 +the receiver answered 401\n1 /,
    )
    assert.match(
      await run('deliveries', `${id}`, '--number', '1', ...here),
      /^delivered after 1 attempt,[\s\S]*"Heard"/,
    )
    await run('set', `${id}`, '--url', receiver.url, ...here)
    assert.match(await run('replay', `${id}`, '--number', '1', ...here), /^Queued again: 1 delivery\.$/m)
    await server.round()
    assert.deepEqual(told(), ['group.created Heard'])
    await run('set', `${id}`, '--off', ...here)
    assert.match(await run('list', ...here), / off\n$/)
    await run('remove', `${id}`, ...here)
    assert.deepEqual((await hooks('GET')).body.webhooks, [])
    const sentences = (await audited()).map(({ sentence }) => sentence.replace(/ \(.*?\)/, ''))
    assert.deepEqual(
      [sentences[0], sentences.at(-1)],
      [
        `clockhouse webhook remove deleted webhook ${id}.`,
        `clockhouse webhook add added webhook ${id}, which sends to ${new URL(receiver.url).host}.`,
      ],
    )
  })

  test('the audit records who has data sent where, but nothing secret', async () => {
    const { id, secret } = await add({ url: `${receiver.url}/in-the-path?key=in-the-query`, types: ['group.*'] })
    await group('First')
    await server.round()
    await hooks('PUT', `/${id}`, { active: false })
    await hooks('POST', `/${id}/secret`, { overlap_hours: 1 })
    assert.equal((await hooks('POST', `/${id}/replay`, { number: 1 })).status, 200)
    assert.equal((await hooks('POST', `/${id}/replay`, { sequence: 0 })).status, 200)
    await hooks('DELETE', `/${id}`)
    assert.equal((await hooks('DELETE', `/${id}`)).status, 404)
    const { host } = new URL(receiver.url)
    const lines = await audited()
    const by = 'Ada Admin'
    assert.deepEqual(
      lines.map(({ sentence }) => sentence),
      [
        `${by} deleted webhook ${id}.`,
        `${by} sent messages of webhook ${id} again.`,
        `${by} sent messages of webhook ${id} again.`,
        `${by} replaced the secret of webhook ${id}.`,
        `${by} changed webhook ${id}, which sends to ${host}.`,
        `${by} added webhook ${id}, which sends to ${host}.`,
      ],
    )
    assert.deepEqual(lines.at(-1)!.details, { host, types: ['group.*'], payload: 'thin', active: true })
    assert.ok(lines.every(({ user_id, record_id }) => user_id === company.adminId && record_id === id))
    const stored = JSON.stringify(
      await server.db.read.all(sql`select details, personal from audit_lines
      where company_id = ${company.id}`),
    )
    assert.ok(!stored.includes('in-the-') && !stored.includes(secret), stored)
  })

  test('invalid webhooks are refused by name, and other companies see nothing of them', async () => {
    const { id } = await add({ types: ['group.created'] })
    const good = { url: `${receiver.url}/x`, types: ['*'] }
    const cases: [body: Values, words: RegExp][] = [
      [{ ...good, url: 'ftp://example.com' }, /^Expectation Failed: url: the address is not https/],
      [{ ...good, url: 'http://example.com' }, /url: the address is not https/],
      [{ ...good, url: 'https://10.0.0.1/x' }, /url: the address is in a private network/],
      [{ ...good, url: 'https://router.local/x' }, /url: the address is in a private network/],
      [{ ...good, url: 'https://[fd00::1]/x' }, /private network/],
      [{ ...good, url: 'https://a:b@example.com/x' }, /username/],
      [{ ...good, url: `https://example.com/${'x'.repeat(2000)}` }, /url: it is too long/],
      [{ ...good, types: [] }, /types: at least one/],
      [{ ...good, types: ['group.created', 'group.painted'] }, /types: there is no event "group.painted"/],
      [{ ...good, filter: { user_ids: [] } }, /filter\.user_ids/],
      [{ ...good, filter: { moons: [1] } }, /filter/],
      [{ ...good, filter: { jobcode_ids: [77] } }, /filter\.jobcode_ids: there is no jobcode 77/],
      [{ ...good, payload: 'thick' }, /payload/],
    ]
    for (const [body, words] of cases) {
      const answer = await hooks('POST', '', body)
      assert.deepEqual([answer.status, words.test(answer.body.error.message)], [417, true], JSON.stringify(answer.body))
    }
    await add()
    await add()
    assert.match((await hooks('POST', '', good)).body.error.message, /at most 3 webhooks/)
    const [worker, stranger] = [await server.user(company), await server.company()]
    assert.equal((await hooks('GET', '', undefined, { ...company, token: worker.token })).status, 403)
    assert.deepEqual((await hooks('GET', '', undefined, stranger)).body.webhooks, [])
    for (const [method, path, body] of [
      ['PUT', '', { active: false }],
      ['DELETE', ''],
      ['POST', '/secret', {}],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/1'],
      ['POST', '/replay', { number: 1 }],
    ] as const)
      assert.equal((await hooks(method, `/${id}${path}`, body, stranger)).status, 404, `${method} ${path}`)
    assert.equal((await shown(id)).active, true)
    await hooks('DELETE', `/${id}`)
    await group('Untold')
    await server.round()
    assert.equal(receiver.take().filter(({ body }) => body.type === 'group.created').length, 2)
  })
})

describe('the transport of webhooks', () => {
  const message = { id: 'msg_1', body: '{}', secrets: ['whsec_AAAA'] }
  const open = { ...readConfig({}), webhookPrivate: 'yes', host: '0.0.0.0' }
  const clock = () => 0

  test('webhooks connect to no private address, however the name is looked up at that moment', async () => {
    const resolve: Resolve = (_name, _options, done) => done(null, [{ address: '10.0.0.1', family: 4 }])
    const hooks = openHooks({ ...open, webhookPrivate: 'no' }, clock, { resolve })
    for (const url of ['https://rebound.example.com/', 'https://169.254.169.254/', 'http://127.0.0.1:1/'])
      assert.match(JSON.stringify(await hooks.send({ ...message, url })), /private network|not https/, url)
  })

  test('webhooks wait for no answer longer than their time, and keep the beginning of a long one', async () => {
    const receiver = await Receiver.start()
    const { url } = receiver
    const hooks = openHooks(open, clock, { waitMs: 100 })
    receiver.answers.push('silence', { status: 200, text: 'long '.repeat(20_000) })
    const [silent, long] = [await hooks.send({ ...message, url }), await hooks.send({ ...message, url })]
    receiver.stop()
    assert.deepEqual([silent.outcome, 'error' in silent && silent.error], ['unanswered', 'no answer in 0.1 seconds'])
    assert.deepEqual([long.outcome, 'text' in long && long.text.length], ['answered', 4000])
    const gone = await hooks.send({ ...message, url })
    assert.equal('error' in gone && gone.error, 'the connection was refused')
  })

  test('webhooks keep their time also when a reused connection is closed and another one is tried', async () => {
    const requests: ServerResponse[] = []
    const server = createServer((request, response) => {
      request.resume()
      if (requests.push(response) === 1) response.end()
      if (requests.length === 2) setTimeout(() => request.socket.destroy(), 700)
    })
    await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const hooks = openHooks(open, clock, { waitMs: 1000 })
    await hooks.send({ ...message, url })
    const silent = await hooks.send({ ...message, url })
    server.closeAllConnections()
    server.close()
    assert.deepEqual([silent.outcome, requests.length], ['unanswered', 3])
    // The retry has what is left of the time, and not 1,000 ms of its own.
    assert.ok(silent.milliseconds < 1600, `${silent.milliseconds} ms`)
  })
})
