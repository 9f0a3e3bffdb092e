import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CompanyRow } from '../../src/engine/company_snapshot.ts'
import type { Actor } from '../../src/engine/context.ts'
import { textOf } from '../../src/engine/idempotency.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { resourceRemove, resourceWrite } from '../../src/operations.ts'
import { reports } from '../../src/reports/index.ts'
import { resources } from '../../src/resources/index.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { link } from '../support/samples/managed_clients.ts'
import { samples } from '../support/samples.ts'
import { settle } from '../support/sampling.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('managed_clients', (database) => {
  let server: TestServer
  let office: TestCompany
  let yard: TestCompany
  let id: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    office = await server.company('Office')
    yard = await server.company('South Yard')
    id = await link(server, office, yard.id)
    await permit(office.adminId, true)
  })

  const permit = (userId: number, external_access: boolean) =>
    server.put(office, '/users', [{ id: userId, permissions: { external_access } }])

  /** Calls the API with the header that names a managed client. */
  const act = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    data?: unknown,
    { token = office.token, client = String(id), headers = {}, address = '127.0.0.1' } = {},
  ) => {
    const response = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: address,
      headers: { authorization: `Bearer ${token}`, 'vnd.tsheets.ManagedClientId': client, ...headers },
      ...(data === undefined ? {} : { payload: JSON.stringify({ data }) }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
    const body: Values = isJson ? response.json() : {}
    return { status: response.statusCode, headers: response.headers, body, text: response.body }
  }
  const refused = async (answer: ReturnType<typeof act>) => {
    const { status, body, text } = await answer
    assert.equal(status, 403, text)
    assert.deepEqual(body, {
      error: {
        code: 403,
        message: 'Forbidden: vnd.tsheets.ManagedClientId: you may not act in this managed client',
      },
    })
  }

  describe('the list of managed clients', () => {
    test('managed clients are listed as in the documented example', async () => {
      const [company] = await server.db.read.all<CompanyRow>(sql`select * from companies where company_id = ${yard.id}`)
      const { text } = await server.get(office, '/managed_clients')
      const record = {
        id: String(id),
        company_url: company!.client_url,
        company_name: 'South Yard',
        active: true,
        created: '2026-03-02T15:00:00+00:00',
        last_modified: '2026-03-02T15:00:00+00:00',
      }
      const results = { managed_clients: { [id]: record }, more: false }
      assert.equal(text, JSON.stringify({ results, more: false }))
    })

    test('the list of managed clients has active ones by default, in pages', async () => {
      const second = await link(server, office, (await server.company('West Yard')).id)
      await link(server, office, yard.id, false)
      const names = async (query = '') =>
        (await server.list(office, 'managed_clients', query)).map((row) => row.company_name)
      assert.deepEqual(await names(), ['West Yard'])
      assert.deepEqual(await names('?active=no'), ['South Yard'])
      assert.deepEqual(await names('?active=both'), ['South Yard', 'West Yard'])
      assert.deepEqual(await names(`?active=both&ids=${second}`), ['West Yard'])
      assert.deepEqual(await names('?active=both&limit=1&page=2'), ['West Yard'])
      const { body } = await server.get(office, '/managed_clients?active=both&per_page=1')
      assert.deepEqual([body.more, body.results.more], [true, true])
      assert.equal((await server.get(office, '/managed_clients?active=x')).status, 417)
      assert.equal(await link(server, office, yard.id), id, 'a link is restored under its id')
      assert.deepEqual(await server.list(yard, 'managed_clients'), [])
      assert.equal((await server.post(office, '/managed_clients', [{}])).status, 405)
    })

    test('a renamed company is listed under its new name and URL', async () => {
      await runStatements(
        server,
        `update companies set name = 'New Yard', client_url = 'newyard${yard.id}' where company_id = ${yard.id}`,
      )
      const [row] = await server.list(office, 'managed_clients')
      assert.deepEqual([row!.company_name, row!.company_url], ['New Yard', `newyard${yard.id}`])
    })

    test('only administrators see the list of managed clients', async () => {
      const worker = await server.user(office, { permissions: { external_access: true, manage_users: true } })
      const { status, body } = await server.get(worker, '/managed_clients')
      assert.deepEqual([status, body.error.code], [403, 403])
    })

    test('a request in a managed client lists the clients of that company', async () => {
      assert.deepEqual((await act('GET', '/managed_clients')).body.results, { managed_clients: {}, more: false })
      const third = await link(server, yard, (await server.company('Third')).id)
      assert.deepEqual(Object.keys((await act('GET', '/managed_clients')).body.results.managed_clients), [
        String(third),
      ])
      await refused(act('GET', '/users', undefined, { client: String(third) }))
    })
  })

  describe('a request in a managed client', () => {
    test('every GET in a managed client has the records of that company, as its own administrator sees them, and no others', async () => {
      for (const company of [office, yard])
        for (const { name } of resources) await samples[name]!.make(server, company, 3)
      for (const who of [office, yard]) await settle(server, who)
      // A person acting there has read and follows other things than the administrator.
      const personal = ['notes_read_times', 'following', 'unread_replies_count', 'unread_posts_count']
      const plain = (body: Values) =>
        JSON.parse(JSON.stringify(body, (key, value) => (personal.includes(key) ? undefined : value)))
      const listed = resources.filter(
        (resource) => quirks.get(resource.name)?.listed !== false && resource.name !== 'project_activity_read_times',
      )
      for (const { name } of listed) {
        const path = `/${name}${samples[name]!.all(yard)}`
        const theirs = await act('GET', path)
        assert.equal(theirs.status, 200, path)
        assert.deepEqual(plain(theirs.body), plain((await server.get(yard, path)).body), path)
        assert.ok(Object.keys(theirs.body.results[name]).length > 0, name)
        const own = (await server.get(office, `/${name}${samples[name]!.all(office)}`)).body.results[name]
        for (const key of Object.keys(own)) assert.equal(theirs.body.results[name][key], undefined, name)
      }
      const [project] = await server.list(yard, 'projects', '?active=yes')
      for (const { name } of reports) {
        const data = { start_date: '2026-02-20', end_date: '2026-03-02', project_id: project!.id }
        const { status, body } = await act('POST', `/reports/${name}`, data)
        const { body: expected } = await server.call(yard.token, 'POST', `/reports/${name}`, { data })
        assert.deepEqual([status, plain(body)], [200, plain(expected)], name)
      }
      const stamps = `/last_modified_timestamps?endpoints=${listed.map(({ name }) => name)}`
      assert.deepEqual((await act('GET', stamps)).body, (await server.get(yard, stamps)).body)
    })

    test('writes in a managed client take effect at once, and name the real person', async () => {
      const worker = await server.user(yard)
      const created = (
        await act('POST', '/timesheets', [
          { user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-03-02', duration: 3600 },
        ])
      ).body
      const sheet = created.results.timesheets['1']
      assert.deepEqual([sheet._status_code, sheet.created_by_user_id], [200, office.adminId])
      assert.deepEqual(Object.keys(created.supplemental_data.users), [String(worker.id)])
      const changed = (await act('PUT', '/timesheets', [{ id: sheet.id, notes: 'checked' }])).body
      assert.equal(changed.results.timesheets['1'].notes, 'checked')
      const [row] = await server.list(yard, 'timesheets', `?ids=${sheet.id}`)
      assert.deepEqual([row!.notes, row!.created_by_user_id], ['checked', office.adminId])
      assert.equal(
        (await act('DELETE', `/timesheets?ids=${sheet.id}`)).body.results.timesheets[sheet.id]._status_code,
        200,
      )
      const history = await server.db.read.all<Values>(
        sql`select user_id, action from timesheet_history where company_id = ${yard.id} and timesheet_id = ${sheet.id} order by version`,
      )
      assert.deepEqual(
        history.map(({ user_id, action }) => [user_id, action]),
        ['created', 'changed', 'deleted'].map((action) => [office.adminId, action]),
      )
      const group = (await act('POST', '/groups', [{ name: 'Made from afar' }])).body.results.groups['1']
      assert.deepEqual(
        (await server.list(yard, 'groups')).map((row) => row.id),
        [group.id],
      )
      assert.deepEqual(await server.list(office, 'groups'), [])
    })

    test('files of a managed client are read and uploaded, without supplemental data for a user whom that company does not have', async () => {
      const [mine, theirs] = await Promise.all(
        [office, yard].map((company) => server.createOne(company, 'files', samples.files!.item!(1, company))),
      )
      const raw = (file: Values) => act('GET', `/files/raw?id=${file.id}`)
      assert.deepEqual([(await raw(theirs!)).status, (await raw(mine!)).status], [200, 404])
      const { results, supplemental_data } = (await act('POST', '/files', [samples.files!.item!(2, yard)])).body
      const created = results.files['1']
      assert.deepEqual([created._status_code, created.uploaded_by_user_id], [200, office.adminId])
      assert.equal(supplemental_data.users, undefined)
      const rows = await server.list(yard, 'files', `?uploaded_by_user_ids=${office.adminId}`)
      assert.deepEqual(
        rows.map((row) => row.id),
        [created.id],
      )
    })

    test('the current user is the first administrator of the managed company', async () => {
      const current = async () => {
        const { status, body, text } = await act('GET', '/current_user')
        assert.equal(status, 200, text)
        return body
      }
      const expected = (await server.get(yard, '/current_user')).body
      assert.deepEqual(await current(), expected)
      assert.deepEqual(Object.keys(expected.results.users), [String(yard.adminId)])
      const { body } = await act('GET', '/current_user?supplemental_data=no')
      assert.equal('supplemental_data' in body, false)

      const second = await server.user(yard, { permissions: { admin: true } })
      await server.user(yard)
      assert.deepEqual(Object.keys((await current()).results.users), [String(yard.adminId)])
      const stamp = async () =>
        (await act('GET', '/last_modified_timestamps?endpoints=current_user')).body.results.last_modified_timestamps
      server.pass(60)
      await server.put(yard, '/users', [{ id: yard.adminId, display_name: 'Chief' }])
      const { display_name, last_modified } = (await current()).results.users[yard.adminId]
      assert.equal(display_name, 'Chief')
      assert.deepEqual(await stamp(), { current_user: last_modified })
      await server.put(second, '/users', [{ id: yard.adminId, active: false }])
      assert.deepEqual(Object.keys((await current()).results.users), [String(second.id)])
    })

    test('a person in a managed client can set no password there, and sends no notification to themselves', async () => {
      const note = (await act('POST', '/notifications', [{ message: 'Hello' }])).body.results.notifications['1']
      assert.deepEqual(
        [note._status_code, note._status_extra],
        [417, `user_id: there is no active user ${office.adminId}`],
      )
      const item = { id: yard.adminId, password: 'correct horse battery' }
      assert.match((await act('PUT', '/users', [item])).body.results.users['1']._status_extra, /^password/)
      const settings = (await act('GET', '/effective_settings')).body.results.effective_settings
      assert.equal(settings.general.settings.tz, 'America/Denver')
      assert.deepEqual(settings, (await server.get(yard, '/effective_settings')).body.results.effective_settings)
      assert.equal((await act('GET', `/effective_settings?user_id=${yard.adminId}`)).status, 200)
      assert.equal((await act('GET', '/last_modified_timestamps')).status, 200)
    })

    test('no answer and no ETag of one company is used for the other at the same address', async () => {
      // As similar as two companies can be.
      await runStatements(
        server,
        `update companies set version = 77, setup_version = 77, stamp = 77 where company_id in (${office.id}, ${yard.id})`,
      )
      const own = await server.get(office, '/users')
      const theirs = await act('GET', '/users')
      assert.notEqual(own.headers.etag, theirs.headers.etag)
      for (let turn = 0; turn < 2; turn++) {
        assert.deepEqual(Object.keys((await server.get(office, '/users')).body.results.users), [String(office.adminId)])
        assert.deepEqual(Object.keys((await act('GET', '/users')).body.results.users), [String(yard.adminId)])
      }
      const again = (tag: unknown) => act('GET', '/users', undefined, { headers: { 'if-none-match': String(tag) } })
      assert.deepEqual([(await again(theirs.headers.etag)).status, (await again(own.headers.etag)).status], [304, 200])
    })

    test('a request in a managed client without permission is 403 in any case, and before anything is queried', async () => {
      const stranger = await server.company('Stranger')
      const foreign = await link(server, stranger, yard.id)
      for (const client of [
        foreign,
        id + 1,
        0,
        -1,
        yard.id,
        '',
        'x',
        `${id},${id}`,
        `${id}.0`,
        '9'.repeat(40),
        '2147483648',
      ])
        for (const [method, path] of [
          ['GET', '/users'],
          ['GET', '/current_user'],
          ['GET', '/reports'],
          ['DELETE', '/timesheets'],
        ] as const)
          await refused(act(method, path, undefined, { client: String(client) }))
      await refused(act('POST', '/groups', [{ name: 'No' }], { client: String(foreign) }))
      await refused(act('GET', '/users', undefined, { token: stranger.token }))
      const keeper = await server.user(office, { permissions: { external_access: true, manage_users: true } })
      const second = await server.user(office, { permissions: { admin: true } })
      for (const { token } of [keeper, second]) await refused(act('GET', '/users', undefined, { token }))
      await permit(second.id, true)
      assert.equal((await act('GET', '/users', undefined, { token: second.token })).status, 200)
      const { status } = await act('GET', '/users', undefined, { token: `${office.token}0` })
      assert.equal(status, 401)
    })

    test('the access to a managed client ends at once with the link, the permission, or the person', async () => {
      const second = await server.user(office, { permissions: { admin: true, external_access: true } })
      const ask = () => act('GET', '/users', undefined, { token: second.token })
      const put = () => act('POST', '/jobcodes', [{ name: 'The same' }], { token: second.token })
      const works = async () => assert.deepEqual([(await ask()).status, (await put()).status], [200, 200])
      await works()
      await link(server, office, yard.id, false)
      for (const answer of [ask, put]) await refused(answer())
      await link(server, office, yard.id)
      await works()
      await permit(second.id, false)
      for (const answer of [ask, put]) await refused(answer())
      await permit(second.id, true)
      await works()
      await server.put(office, '/users', [{ id: second.id, permissions: { admin: false } }])
      for (const answer of [ask, put]) await refused(answer())
      await server.put(office, '/users', [{ id: second.id, permissions: { admin: true } }])
      await server.put(office, '/users', [{ id: second.id, active: false }])
      assert.deepEqual([(await ask()).status, (await put()).status], [401, 401])
    })

    test('the access to a managed client ends also for a write that was admitted and then had to wait', async () => {
      const second = await server.user(office, { permissions: { admin: true, external_access: true } })
      const actor: Actor = {
        companyId: yard.id,
        userId: second.id,
        isAdmin: true,
        permissions: new Set(),
        manages: [],
        application: '',
        home: { companyId: office.id, clientId: id },
      }
      const body = JSON.stringify({ data: [{ name: 'Late' }] })
      const create = () =>
        server.db.write(resourceWrite, { resource: 'groups', verb: 'create', actor, body }, server.now)
      const remove = () =>
        server.db.write(resourceRemove, { resource: 'timesheets', actor, search: 'ids=1' }, server.now)
      const fails = async (status: number) => {
        for (const write of [create, remove]) await assert.rejects(write(), { status })
      }
      assert.match(textOf(await create()), /"_status_code":200/)
      await link(server, office, yard.id, false)
      await fails(403)
      await link(server, office, yard.id)
      await remove()
      await permit(second.id, false)
      await fails(403)
      await permit(second.id, true)
      const elsewhere = { ...actor, companyId: (await server.company()).id }
      await assert.rejects(
        server.db.write(resourceWrite, { resource: 'groups', verb: 'create', actor: elsewhere, body }, server.now),
        { status: 403 },
      )
      await server.put(office, '/users', [{ id: second.id, active: false }])
      await fails(401)
      assert.equal((await server.list(yard, 'groups')).length, 1)
    })

    test('a request in a managed client must come from the allowed addresses of both companies', async () => {
      const wall = (company: TestCompany, addresses: string) =>
        runStatements(
          server,
          `update companies set block_addresses = ${addresses ? 1 : 0}, allowed_addresses = '${addresses}' where company_id = ${company.id}`,
        )
      const from = async (address: string) => (await act('GET', '/users', undefined, { address })).status
      await wall(yard, '10.0.0.0/8')
      assert.deepEqual([await from('10.1.2.3'), await from('192.0.2.1')], [200, 499])
      await wall(office, '10.1.0.0/16')
      assert.deepEqual([await from('10.1.2.3'), await from('10.2.2.3')], [200, 499])
      await wall(yard, '')
      assert.deepEqual([await from('10.1.2.3'), await from('10.2.2.3')], [200, 499])
    })
  })
})

onBoth('managed clients and the rate limit', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_RATE_LIMIT: '5' })
  })
  after(() => server.stop())

  test('the rate limit counts by token, in any company in which it acts', async () => {
    const office = await server.company()
    const id = await link(server, office, (await server.company()).id)
    await server.put(office, '/users', [{ id: office.adminId, permissions: { external_access: true } }])
    const ask = async (client?: number) => {
      const { statusCode, headers } = await server.app.inject({
        url: '/api/v1/users',
        headers: {
          authorization: `Bearer ${office.token}`,
          ...(client === undefined ? {} : { 'vnd.tsheets.managedclientid': String(client) }),
        },
      })
      return [statusCode, headers['ratelimit-remaining']]
    }
    const seen = [await ask(id), await ask(), await ask(7), await ask(id), await ask(id), await ask()]
    assert.deepEqual(seen, [
      [200, '3'],
      [200, '2'],
      [403, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ])
  })
})
