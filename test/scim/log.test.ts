import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { ask, askSignedIn } from '../app_api/ask.ts'
import { hashOf, password } from '../oauth/support.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { expectStatus, logOf, type Provider, patchSchema, providerOf } from './asker.ts'

onBoth('the log of provisioning', (database) => {
  let server: TestServer
  let company: TestCompany
  let provider: Provider

  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    provider = await providerOf(server, company, 'Okta')
  })

  const add = (userName: string, more = {}) =>
    expectStatus(201, provider('POST', '/Users', { userName, displayName: `${userName} Example`, ...more }))
  const patch = (path: string, ...Operations: object[]) =>
    provider('PATCH', path, { schemas: [patchSchema], Operations })
  const settings = (general: object) => ask(server, company, 'PUT', '/settings', { settings: { general } })

  test('the address is set by a path without a filter, and nothing is answered 200 that was not done', async () => {
    const { id } = await add('ann', { emails: [{ value: 'ann@corp.example' }] })
    const path = `/Users/${id}`
    const set = await patch(path, { op: 'replace', path: 'emails.value', value: 'e@corp.example' })
    assert.deepEqual([set.status, set.body.emails[0].value], [200, 'e@corp.example'])
    for (const [operation, named] of [
      [{ op: 'replace', path: 'emails.valeu', value: 'x@corp.example' }, /valeu/],
      [{ op: 'replace', path: 'mail', value: 'x@corp.example' }, /mail/],
      [{ op: 'replace', path: 'emails', value: [{ type: 'work' }] }, /emails/],
      [{ op: 'remove', path: 'active' }, /active/],
      [{ op: 'remove', path: 'name' }, /name\.givenName/],
      [{ op: 'replace', path: 'name', value: 'Ann' }, /name/],
    ] as const) {
      const { status, body } = await patch(path, operation)
      assert.equal(status, 400, JSON.stringify(operation))
      assert.match(body.detail, named)
    }
    const { body } = await provider('GET', path)
    assert.deepEqual([body.emails[0].value, body.active, body.name.givenName], ['e@corp.example', true, 'ann'])
  })

  test('someone is deactivated whatever else a request names, and the log shows what was ignored', async () => {
    const { id } = await add('ann')
    const { status, body } = await patch(`/Users/${id}`, { op: 'replace', value: { active: false, badgeColor: 'red' } })
    assert.deepEqual([status, body.active], [200, false])
    const [line] = (await logOf(server, company)).slice(-1)
    assert.deepEqual([line!.event, line!.ignored], ['archived', ['badgeColor']])
    assert.deepEqual((await server.list(company, 'users', `?ids=${id}`)).length, 0)
  })

  test('a push with someone who is deactivated is done, and one with an unknown id is refused as a whole', async () => {
    const [one, two] = [await add('one'), await add('two')]
    await patch(`/Users/${one.id}`, { op: 'replace', path: 'active', value: false })
    const { id } = await expectStatus(201, provider('POST', '/Groups', { displayName: 'Crew' }))
    const push = (...ids: string[]) =>
      patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: ids.map((value) => ({ value })) })
    const refused = await push(one.id, '4711', two.id)
    assert.deepEqual([refused.status, refused.body.detail], [400, 'members: there is no person 4711'])
    const done = await push(one.id, two.id)
    assert.equal(done.status, 200)
    assert.deepEqual(
      done.body.members.map(({ value }: { value: string }) => value),
      [one.id, two.id],
    )
    const lines = await logOf(server, company)
    assert.deepEqual(
      lines.slice(-2).map(({ event, refused, added }) => [event, refused, added.people.map(({ name }) => name)]),
      [
        ['refused', 'members: there is no person 4711', []],
        ['changed', '', ['one Example', 'two Example']],
      ],
    )
  })

  test('administrators see what came, what was done, ignored and refused, without secrets, and no one else does', async () => {
    const { id } = await add('ann', { password: 'Secret-1', nickName: 'Annie' })
    await patch(`/Users/${id}`, { op: 'replace', value: { title: 'Guide', locale: 'de' } })
    await patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: 7 })
    await provider('POST', '/Users', { userName: 'ann' })
    await provider('POST', '/Users', '{')
    await provider('GET', '/Users?filter=nickName%20eq%20%22private%22')
    await provider('GET', '/Users/ann@corp.example')
    await provider('GET', `/Users/${id}`)
    const lines = await logOf(server, company)
    const short = lines.map((line) => [
      `${line.method} ${line.path} ${line.status}`,
      `${line.event} ${line.type} ${line.record_id} ${line.name}`,
      line.attributes.join(),
      line.ignored.join(),
      line.refused,
    ])
    assert.deepEqual(short, [
      [
        'POST /Users 201',
        `created users ${id} ann Example`,
        'userName,name.givenName,name.familyName,active',
        'password,nickName',
        '',
      ],
      [`PATCH /Users/${id} 200`, `changed users ${id} ann Example`, 'title', 'locale', ''],
      [`PATCH /Users/${id} 400`, `refused users ${id} ann Example`, '', '', 'userName: must be a text'],
      ['POST /Users 409', 'refused users 0 ann', '', '', lines[3]!.refused],
      ['POST /Users 400', 'refused users 0 ', '', '', 'the body is not JSON'],
      ['GET /Users 400', 'refused users 0 ', '', '', 'the filter cannot compare nickname'],
      ['GET /Users/… 404', 'refused users 0 ', '', '', 'there is no resource ann@corp.example'],
    ])
    assert.match(lines[3]!.refused, /username/)
    assert.ok(lines.every(({ token }) => token === 'Okta'))
    assert.doesNotMatch(JSON.stringify(lines), /Secret-1|Annie|private|S\.\d/)
    const worker = await server.user(company, { first_name: 'Wes', last_name: 'Worker' })
    assert.equal((await ask(server, worker, 'GET', '/scim_requests')).status, 403)
    const other = await server.company()
    assert.deepEqual(await logOf(server, other), [])
    const page = (await ask(server, company, 'GET', `/scim_requests?limit=2&before=${lines[3]!.id}`)).body
    assert.deepEqual([page.lines.map((line: { id: number }) => line.id), page.more], [[3, 2], true])
  })

  test('a refused request leaves nothing behind: neither the group nor its members', async () => {
    const { id } = await add('ann')
    await expectStatus(201, provider('POST', '/Groups', { displayName: 'Crew', members: [{ value: id }] }))
    const again = await provider('POST', '/Groups', { displayName: 'crew', members: [{ value: id }] })
    assert.equal(again.status, 409)
    assert.equal((await provider('GET', '/Groups')).body.totalResults, 1)
    assert.equal((await provider('GET', `/Users/${id}`)).body.groups[0].display, 'Crew')
  })

  test('anonymizing a person removes them from the log', async () => {
    const { id } = await add('vera.old', { emails: 'vera@corp.example' })
    const other = await add('other')
    const members = [{ value: id }, { value: other.id }]
    await expectStatus(201, provider('POST', '/Groups', { displayName: 'Crew', members }))
    await provider('POST', '/Users', { userName: 'Vera.Old' })
    await provider('GET', '/Users/vera@corp.example')
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    assert.equal((await logOf(server, company)).length, 6)
    const credentials = { companyId: company.id, userId: company.adminId, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    const cookie = await server.session(company.id, company.adminId)
    const asked = { password, name: 'vera.old Example' }
    const { status, body } = await askSignedIn(server, cookie, 'POST', `/users/${id}/anonymization`, asked)
    assert.equal(status, 200, JSON.stringify(body))
    const lines = await logOf(server, company)
    assert.deepEqual(
      lines.map(({ method, path, added }) => [method, path, added.people.map(({ user_id }) => user_id)]),
      [
        ['POST', '/Users', []],
        ['POST', '/Groups', [Number(other.id)]],
      ],
    )
    assert.doesNotMatch(JSON.stringify(lines), /vera/i)
  })

  test('the log keeps 5,000 requests and 90 days', async () => {
    await add('ann')
    await runStatements(server, `update scim_requests set id = 6000 where company_id = ${company.id}`)
    await runStatements(
      server,
      `insert into scim_requests select company_id, 1000, created, token, method, path, kind, record_id, subject, event,
        status, attributes, ignored, added, removed, added_count, removed_count, detail
        from scim_requests where company_id = ${company.id}`,
    )
    await add('bob')
    assert.deepEqual(
      (await logOf(server, company)).map(({ id }) => id),
      [6000, 6001],
    )
    server.pass(91 * 86_400)
    await server.round()
    const left = await server.db.read.all(sql`select id from scim_requests where company_id = ${company.id}`)
    assert.deepEqual(left, [])
  })

  test('the employee number goes where the company keeps it, and stays if it is not sent', async () => {
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const userOf = async (id: string) => {
      const { body } = await server.get(company, `/users?ids=${id}`)
      const { payroll_id, employee_number } = Object.values<Record<string, unknown>>(body.results.users)[0]!
      return [payroll_id, employee_number]
    }
    const first = await add('ann', { [enterprise]: { employeeNumber: 'E-17' } })
    assert.deepEqual([await userOf(first.id), enterprise in first], [['', 0], false])
    await settings({ scim_employee_number: 'payroll_id' })
    const path = `/Users/${first.id}`
    const set = await patch(path, { op: 'add', path: `${enterprise}:employeeNumber`, value: 'E-17' })
    assert.deepEqual([set.body[enterprise], await userOf(first.id)], [{ employeeNumber: 'E-17' }, ['E-17', 0]])
    await expectStatus(200, provider('PUT', path, { userName: 'ann', name: { givenName: 'Ann' } }))
    assert.deepEqual(await userOf(first.id), ['E-17', 0])
    const twice = await provider('POST', '/Users', { userName: 'bob', [enterprise]: { employeeNumber: 'E-17' } })
    assert.equal(twice.status, 409)
    await patch(path, { op: 'remove', path: `${enterprise}:employeeNumber` })
    assert.deepEqual(await userOf(first.id), ['', 0])
    await settings({ scim_employee_number: 'employee_number' })
    await add('cem', { [enterprise]: { employeeNumber: 42 } })
    const wrong = await provider('POST', '/Users', { userName: 'dan', [enterprise]: { employeeNumber: 'E-17' } })
    assert.deepEqual([wrong.status, /employeeNumber/.test(wrong.body.detail)], [400, true])
    const types = (await provider('GET', '/ResourceTypes/User')).body
    assert.deepEqual(types.schemaExtensions, [{ schema: enterprise, required: false }])
    assert.equal((await provider('GET', `/Schemas/${enterprise}`)).status, 200)
  })
})
