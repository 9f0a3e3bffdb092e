import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnyResource } from '../../src/engine/resource.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken, deleteToken } from '../../src/oauth/tokens.ts'
import { reports } from '../../src/reports/index.ts'
import { textOf } from '../../src/rules/refusals/index.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { resources, samples } from '../support/samples.ts'
import { fresh, settle } from '../support/sampling.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// What is true of every resource. A new one is included automatically; if its items need more than texts,
// test/support/samples.ts describes how to create them. In `npm test`, tests of what is the same for all, such as how requests
// are read, ask a part of the resources, others in each test.

/** Records of each resource that the company has: more than the largest `per_page`. */
const count = 55

/** An id that no record has. */
const never = 2_000_000_001

/** Every path of the API with its methods. */
const paths = new Map<string, string[]>([
  ...resources.map((resource): [string, string[]] => [`/${resource.name}`, methodsOf(resource)]),
  ...reports.map((report): [string, string[]] => [`/reports/${report.name}`, ['GET', 'POST']]),
  ['/reports', ['GET']],
  ['/files/raw', ['GET']],
  ['/current_user', ['GET']],
  ['/effective_settings', ['GET']],
  ['/last_modified_timestamps', ['GET']],
  ['/changes', ['GET']],
])

const listable = resources.filter((resource) => quirks.get(resource.name)?.listed !== false)
const numbered = listable.filter(({ filters }) => 'ids' in filters)
const written = resources.filter((resource) => resource.create || resource.update)
const created = resources.filter((resource) => resource.create)
/** Resources without supplemental data. */
const alone = [
  'customfields',
  'customfielditem_jobcode_filters',
  'customfielditem_user_filters',
  'invitations',
  'managed_clients',
  'notifications',
  'schedule_calendars',
]
const deletable = resources.filter((resource) => resource.remove)

onBoth('every resource', (database) => {
  let server: TestServer
  let company: TestCompany
  let other: TestCompany

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('First')
    other = await server.company('Second')
    for (const { name } of resources) await samples[name]!.make(server, company, count)
    for (const { name } of resources) await samples[name]!.make(server, other, 3)
    await settle(server, company)
  })
  after(() => server.stop())

  let turn = 0
  /** All of these in `npm run test:all`; else one in so many, others each time. */
  const some = <T>(list: readonly T[], { sqlite = 2, postgres = 6 } = {}): T[] => {
    const every = isFull ? 1 : { sqlite, postgres }[database]
    turn += 1
    return list.filter((_, index) => (index + turn) % every === 0)
  }
  const all = ({ name }: AnyResource) => samples[name]!.all(company)
  /** Records; none for resources that cannot be listed. */
  const listed = async (resource: AnyResource, more: string) =>
    quirks.get(resource.name)?.listed === false ? [] : server.list(company, resource.name, all(resource) + more)
  const idsOf = async (resource: AnyResource, more = '') =>
    (await listed(resource, more)).map((row) => row.id as number)
  const request = (method: string, path: string, headers: Record<string, string> = {}, payload?: string) =>
    server.app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${company.token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const refused = (answer: Answer, status: number, hint: string) => {
    assert.equal(answer.status, status, `${hint}: ${answer.text}`)
    assert.deepEqual(Object.keys(answer.body), ['error'], hint)
    assert.equal(answer.body.error.code, status, hint)
    assert.match(answer.body.error.message, status === 417 ? /^Expectation Failed: ./ : /^[A-Z][A-Za-z ]+: ./, hint)
  }

  describe('tokens', () => {
    const everywhere = async (headers: Record<string, string>, expected: Values | undefined) => {
      for (const [path, methods] of some([...paths]))
        for (const method of methods) {
          const response = await request(
            method,
            path,
            headers,
            method === 'GET' || method === 'DELETE' ? undefined : '{}',
          )
          const hint = `${method} ${path} ${JSON.stringify(headers).slice(0, 80)}`
          assert.equal(response.statusCode, 401, hint)
          assert.match(String(response.headers['content-type']), /^application\/json/, hint)
          const { error, error_description, ...rest } = response.json()
          // The body matches the original API, the header RFC 6750.
          const challenge = error === 'invalid_request' ? 'Bearer' : 'Bearer error="invalid_token"'
          assert.equal(response.headers['www-authenticate'], challenge, hint)
          assert.deepEqual([typeof error, typeof error_description, rest], ['string', 'string', {}], hint)
          if (expected) assert.deepEqual({ error, error_description }, expected, hint)
          else assert.notEqual(error_description, 'The access token provided has expired', hint)
        }
    }

    test('a missing or malformed token is 401', async () => {
      const headers = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer x', 'S.1__1', 'Bearer S.1__zz']
      const long = ['Bearer S.999999999__00', `Bearer S.${'9'.repeat(30)}__00`, `Bearer ${'x'.repeat(4000)}`]
      for (const authorization of [...headers, ...long]) await everywhere({ authorization }, undefined)
    })

    test('an expired token is 401 with the words that clients know', async () => {
      const token = await server.token(company.id, company.adminId, 60)
      assert.equal((await server.get({ token }, '/current_user')).status, 200)
      server.pass(60)
      const description = 'The access token provided has expired'
      await everywhere({ authorization: `Bearer ${token}` }, { error: 'invalid_grant', error_description: description })
    })

    test('a deleted token is 401 immediately', async () => {
      const account = { companyId: company.id, userId: company.adminId }
      const { id, token } = await createToken(server.world, { ...account, name: 'To be deleted' })
      assert.equal((await server.get({ token }, '/current_user')).status, 200)
      assert.equal(await deleteToken(server.world, { ...account, id }), true)
      await everywhere({ authorization: `Bearer ${token}` }, undefined)
    })

    test('an archived person’s token is 401 immediately, and remains so after a restore', async () => {
      const leaver = await server.user(company)
      assert.equal((await server.get(leaver, '/users')).status, 200)
      await server.put(company, '/users', [{ id: leaver.id, active: false }])
      await everywhere({ authorization: `Bearer ${leaver.token}` }, undefined)
      await server.put(company, '/users', [{ id: leaver.id, active: true }])
      assert.equal((await server.get(leaver, '/users')).status, 401)
    })
  })

  describe('paths and methods', () => {
    test('an unsupported method is 405 and names the supported ones', async () => {
      for (const [path, methods] of paths)
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
          (name) => !methods.includes(name),
        )) {
          const response = await request(method, path)
          assert.equal(response.statusCode, 405, `${method} ${path}`)
          const allowed = methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name))
          assert.deepEqual(String(response.headers.allow).split(', '), allowed, `${method} ${path}`)
          assert.equal(response.json().error.code, 405, `${method} ${path}`)
        }
    })

    test('an unknown path is 404 as JSON', async () => {
      for (const path of ['', '/', '/nothing', '/timesheets/5', '/users/current', '/../v2/users', '/Timesheets'])
        refused(await server.call(company.token, 'GET', path), 404, path)
      refused(await server.call(company.token, 'POST', '/reports/nothing', {}), 404, '/reports/nothing')
      refused(await server.call(company.token, 'GET', '/%zz'), 400, '/%zz')
    })

    test('doubled and trailing slashes, a bare question mark and a content type make no difference', async () => {
      const json = { 'content-type': 'application/json; charset=utf-8' }
      for (const [path, methods] of some([...paths])) {
        if (!methods.includes('GET')) continue
        const plain = await request('GET', path)
        const same = [
          await request('GET', `/${path}`),
          await request('GET', `${path}/`),
          await request('GET', `${path}?`),
          await request('GET', path, { 'content-type': 'application/json' }),
          await request('GET', path, json),
        ]
        for (const response of same)
          assert.deepEqual([response.statusCode, response.body], [plain.statusCode, plain.body], path)
      }
      for (const resource of deletable) {
        const plain = await request('DELETE', `/${resource.name}?ids=${never}`)
        assert.equal(plain.statusCode, 200)
        for (const headers of [json, { 'content-type': 'application/json' }])
          assert.equal((await request('DELETE', `/${resource.name}/?ids=${never}`, headers)).body, plain.body)
      }
    })
  })

  describe('batches', () => {
    test('more than 50 items are 413 and nothing is done', async () => {
      for (const resource of written) {
        const kept = await listed(resource, '&page=1')
        const { item, change } = samples[resource.name]!
        if (resource.create) {
          const items = Array.from({ length: 51 }, (_, n) => item!(n + 1000, company))
          refused(await server.post(company, `/${resource.name}`, items), 413, `POST ${resource.name}`)
        }
        if (resource.update) {
          const items = Array.from({ length: 51 }, () => ({ id: kept[0]!.id, ...change }))
          refused(await server.put(company, `/${resource.name}`, items), 413, `PUT ${resource.name}`)
        }
        assert.deepEqual(await listed(resource, '&page=1'), kept, resource.name)
      }
      for (const resource of deletable) {
        const ids = await idsOf(resource, '&page=1')
        const others = Array.from({ length: 50 }, (_, n) => never + n)
        refused(
          await server.delete(company, `/${resource.name}?ids=${[ids[0], ...others]}`),
          413,
          `DELETE ${resource.name}`,
        )
        assert.deepEqual(await idsOf(resource, '&page=1'), ids, resource.name)
      }
    })

    test('missing or empty data is 417, invalid JSON is 400, too large a body is 413', async () => {
      for (const resource of some(written)) {
        const verbs = [...(resource.create ? ['POST'] : []), ...(resource.update ? ['PUT'] : [])] as ('POST' | 'PUT')[]
        for (const verb of verbs) {
          const send = (body: string) => server.call(company.token, verb, `/${resource.name}`, body)
          for (const body of [
            '{}',
            '{"data":[]}',
            '{"data":null}',
            '{"data":"x"}',
            '{"data":5}',
            '[]',
            '5',
            '"x"',
            'null',
            // Refused for its depth before it is parsed.
            '['.repeat(50_000),
          ])
            refused(await send(body), 417, `${verb} ${resource.name} ${body.slice(0, 20)}`)
          for (const body of ['', 'data=1', '{"data":[', '{"data":[{}]', "{'data':[]}", '{"data":[{}]}x'])
            refused(await send(body), 400, `${verb} ${resource.name} ${body.slice(0, 20)}`)
          refused(await send(`{"data":["${'x'.repeat(1_100_000)}"]}`), 413, `${verb} ${resource.name} 1.1 MB`)
        }
      }
    })

    test('an element that is not an object, and names that every object inherits, are refused one by one', async () => {
      for (const resource of written) {
        const verb = resource.create ? 'POST' : 'PUT'
        const unusual = [
          '{"constructor":1}',
          '{"toString":1}',
          '{"__proto__":1,"hasOwnProperty":2}',
          '5',
          'null',
          '[]',
          '"x"',
          'true',
        ]
        const answer = await server.call(company.token, verb, `/${resource.name}`, `{"data":[${unusual}]}`)
        assert.equal(answer.status, 200, `${resource.name}: ${answer.text}`)
        const items = Object.values<Values>(answer.body.results[quirks.get(resource.name)?.results ?? resource.name])
        assert.equal(items.length, unusual.length)
        for (const [index, item] of items.entries()) {
          assert.ok(
            [404, quirks.get(resource.name)?.refusedAs ?? 417].includes(item._status_code),
            `${resource.name} ${unusual[index]}: ${JSON.stringify(item)}`,
          )
          assert.equal(textOf(item._status_reason), item._status_extra)
        }
      }
    })

    test('whole records sent back after reference data has changed are accepted, and nothing changes', async () => {
      const setup: [string, () => Values][] = [
        ['groups', () => ({ name: fresh() })],
        ['jobcodes', () => ({ name: fresh() })],
      ]
      for (const resource of some(
        resources.filter(({ update }) => update),
        { sqlite: 1 },
      ))
        for (const [changed, item] of setup) {
          const rows = await listed(resource, '&limit=50')
          await server.createOne(company, changed, item())
          const answer = await server.put(company, `/${resource.name}`, rows)
          for (const { _status_code, _status_extra } of Object.values<Values>(answer.body.results[resource.name]))
            assert.deepEqual([_status_code, _status_extra], [200, undefined], `${resource.name} after ${changed}`)
          const now = new Map((await listed(resource, '&limit=200')).map((row) => [row.id, row]))
          for (const row of rows) assert.deepEqual(now.get(row.id), row, resource.name)
        }
    })

    test('a required field that is missing, null, "", [] or {} is refused', async () => {
      // Fields required only for some items.
      const needed: Record<string, string[]> = {
        timesheets: ['date', 'duration'],
        time_off_request_entries: ['date', 'duration'],
        schedule_events: ['end'],
      }
      for (const resource of some(created, { sqlite: 1 })) {
        const { name } = resource
        const item = samples[name]!.item!(2100, company)
        const required = Object.entries<AnyResource['fields'][string]>(resource.fields)
          .filter(([, field]) => field.required)
          .map(([field]) => field)
        const ids = await idsOf(resource, '&limit=200')
        for (const field of [...required, ...(needed[name] ?? [])]) {
          const items = [undefined, null, '', [], {}].map((value) => ({ ...item, [field]: value }))
          const { body, text } = await server.post(company, `/${name}`, items)
          const results: Values[] = Object.values(body.results[quirks.get(resource.name)?.results ?? name])
          assert.deepEqual(
            results.map(({ _status_code }) => _status_code),
            items.map(() => quirks.get(resource.name)?.refusedAs ?? 417),
            `${name}.${field}: ${text.slice(0, 500)}`,
          )
        }
        assert.deepEqual(await idsOf(resource, '&limit=200'), ids, name)
      }
    })

    test('unknown properties are refused by name, even names that every JavaScript object has', async () => {
      for (const resource of created) {
        const item = samples[resource.name]!.item!(2000, company)
        const { body } = await server.post(company, `/${resource.name}`, [
          { ...item, flavor: 1 },
          { ...item, constructor: 1 },
        ])
        const items: Values[] = Object.values(body.results[quirks.get(resource.name)?.results ?? resource.name])
        assert.deepEqual(
          items.map((result) => [result._status_code, result._status_extra]),
          [
            [quirks.get(resource.name)?.refusedAs ?? 417, 'Invalid params: flavor'],
            [quirks.get(resource.name)?.refusedAs ?? 417, 'Invalid params: constructor'],
          ],
          resource.name,
        )
      }
    })
  })

  describe('pages', () => {
    test('limit is 1 to 200 or 417; per_page and page are clamped', async () => {
      for (const resource of some(listable)) {
        const { name } = resource
        const get = (more: string) => server.get(company, `/${name}${all(resource)}${more}`)
        for (const limit of ['0', '201', '-1', '1.5', 'abc', '1e2', '99999999999999999999'])
          refused(await get(`&limit=${limit}`), 417, `${name} limit=${limit}`)
        const total = (await idsOf(resource, '&limit=200')).length
        assert.ok(total >= count && total <= 200, `${name} has ${total}`)
        const sizes: [string, number][] = [
          ['&limit=200', total],
          ['&limit=1', 1],
          ['&limit=7&per_page=20', 7],
          ['&per_page=7', 7],
          ['&per_page=500', 50],
          ['&per_page=0', 50],
          ['&per_page=-3', 50],
          ['&per_page=x', 50],
          ['&limit=&per_page=', Math.min(resource.pageDefault ?? total, total)],
          ['', Math.min(resource.pageDefault ?? total, total)],
        ]
        for (const [more, size] of sizes) assert.equal((await idsOf(resource, more)).length, size, `${name}${more}`)
        const first = await idsOf(resource, '&limit=5')
        for (const page of ['0', '-1', 'x', '', '1.5', '1'])
          assert.deepEqual(await idsOf(resource, `&limit=5&page=${page}`), first, `${name} page=${page}`)
        for (const page of ['1000', '99999999999', '1e300']) {
          const answer = await get(`&page=${page}`)
          assert.deepEqual([answer.body.results[name], answer.body.more], [{}, false], `${name} page=${page}`)
        }
      }
    })

    test('pages are parts of one list: every record once, in order, with more set except on the last', async () => {
      for (const resource of listable) {
        const whole = await idsOf(resource, '&limit=200')
        assert.equal(new Set(whole).size, whole.length)
        for (const size of isFull ? [1, 7, 50, whole.length] : [23, whole.length]) {
          const parts: number[] = []
          for (let page = 1; ; page++) {
            const answer = await server.get(company, `/${resource.name}${all(resource)}&limit=${size}&page=${page}`)
            const { body } = answer
            parts.push(...idsIn(answer, resource.name))
            assert.equal(body.more, parts.length < whole.length, `${resource.name} size ${size} page ${page}`)
            if (quirks.get(resource.name)?.repeats) assert.equal(body.results.more, body.more)
            if (quirks.get(resource.name)?.repeats === 'all')
              assert.deepEqual(body.results.supplemental_data, body.supplemental_data)
            assert.equal(Object.keys(body.results)[0], resource.name)
            if (!body.more) break
          }
          assert.deepEqual(parts, whole, `${resource.name} size ${size}`)
        }
      }
    })

    test('the records of an answer are in the order of the list, not of their ids', async () => {
      for (const resource of listable) {
        const { order } = samples[resource.name]!
        const rows = await listed(resource, '&limit=200')
        const keys = rows.map(order)
        assert.deepEqual(keys, keys.toSorted(compare), resource.name)
        const ids = rows.map((row) => row.id)
        if (samples[resource.name]!.reversed)
          assert.notDeepEqual(
            ids,
            ids.toSorted((a, b) => a - b),
            resource.name,
          )
      }
    })
  })

  describe('filters', () => {
    test('a list of ids is accepted in every form that clients send', async () => {
      for (const resource of some(numbered)) {
        const [a, b] = (await idsOf(resource, '&limit=9')).slice(3, 5) as [number, number]
        const forms = [
          `ids=${a},${b}`,
          `ids=${a}%2C${b}`,
          `ids[]=${a}&ids[]=${b}`,
          `ids%5B%5D=${a}&ids%5B%5D=${b}`,
          `ids[0]=${a}&ids[1]=${b}`,
          `ids=${a}&ids=${b}`,
          `ids=${b},${a},${b}`,
          `ids=%20${a}%20,%20${b}%20`,
          `ids=+${a}+,+${b}`,
          `ids=${a},,${b},`,
          `ids=${a},${b},${never}`,
        ]
        for (const form of forms)
          assert.deepEqual(await idsOf(resource, `&${form}`), [a, b], `${resource.name} ${form}`)
        assert.deepEqual(await idsOf(resource, `&ids=${a}`), [a])
        for (const bad of ['x', '1.5', '9007199254740992', `${a};${b}`])
          refused(
            await server.get(company, `/${resource.name}${all(resource)}&ids=${bad}`),
            417,
            `${resource.name} ids=${bad}`,
          )
      }
    })

    test('a delete accepts the same forms, and each id once', async () => {
      for (const resource of deletable) {
        const forms = (a: number, b: number) => [
          `ids=${a},${b}`,
          `ids=${a}%2C${b}`,
          `ids[]=${a}&ids[]=${b}`,
          `ids[0]=${a}&ids[1]=${b}`,
          `ids=${a}&ids=${b}`,
          `ids=%20${a}%20,+${b},${a}`,
        ]
        for (const form of forms(never, never + 1)) {
          const { body } = await server.delete(company, `/${resource.name}?${form}`)
          assert.deepEqual(Object.keys(body.results[resource.name]), [String(never), String(never + 1)], form)
        }
      }
    })

    test('a delete answers each id as it was sent, even if it is not an id', async () => {
      for (const resource of deletable) {
        const ids = ['9999999999', '0', '-1', 'x', '1.5', '"', '\\', '__proto__']
        const answer = await server.delete(company, `/${resource.name}?ids=${encodeURIComponent(ids.join(','))}`)
        assert.equal(answer.status, 200, answer.text)
        const results = new Map<string, Values>(Object.entries(answer.body.results[resource.name]))
        assert.deepEqual([...results.keys()].sort(), ids.toSorted())
        for (const [id, item] of results)
          assert.deepEqual([[404, 417].includes(item._status_code), item.id], [true, id])
      }
    })

    test('no match is an empty object, and an empty value is no filter', async () => {
      for (const resource of listable) {
        const nothing = samples[resource.name]!.nothing ?? `${all(resource)}&ids=${never}`
        const answer = await server.get(company, `/${resource.name}${nothing}`)
        assert.ok(answer.text.startsWith(`{"results":{"${resource.name}":{}`), answer.text)
        assert.deepEqual([answer.body.results[resource.name], answer.body.more], [{}, false])
        assert.deepEqual(answer.body.supplemental_data, alone.includes(resource.name) ? undefined : {}, resource.name)
        assert.deepEqual(await idsOf(resource, '&ids=&no_such_filter=1'), await idsOf(resource), resource.name)
      }
    })

    test('supplemental_data=no omits the key, anything other than yes or no is 417', async () => {
      for (const resource of some(listable)) {
        const get = (value: string) =>
          server.get(company, `/${resource.name}${all(resource)}&supplemental_data=${value}`)
        for (const value of ['no', 'No', 'false', '0'])
          assert.deepEqual('supplemental_data' in (await get(value)).body, false)
        for (const value of ['yes', 'YES', 'true', '1', ''])
          assert.equal('supplemental_data' in (await get(value)).body, !alone.includes(resource.name), resource.name)
        refused(await get('maybe'), 417, resource.name)
      }
      for (const resource of created) {
        const { body } = await server.post(company, `/${resource.name}`, [{}])
        assert.equal('supplemental_data' in body, !alone.includes(resource.name), `POST ${resource.name}`)
      }
      const [project] = await server.list(company, 'projects')
      for (const { name } of reports) {
        const filters = { start_date: '2026-02-01', end_date: '2026-03-02', project_id: project!.id }
        const asked = await server.call(company.token, 'POST', `/reports/${name}`, { data: filters })
        assert.equal(typeof asked.body.supplemental_data, 'object', name)
        const data = { ...filters, supplemental_data: 'no' }
        assert.equal(
          'supplemental_data' in (await server.call(company.token, 'POST', `/reports/${name}`, { data })).body,
          false,
        )
      }
    })

    test('modified_since accepts every form of an instant that clients send', async () => {
      server.pass(1800)
      for (const resource of some(resources.filter(({ filters }) => 'modified_since' in filters))) {
        const { name } = resource
        const [id, ...rest] = await idsOf(resource)
        await samples[name]!.touch(server, company, id!)
        assert.ok(rest.length > 0)
        // A deletion is a record of its own; elsewhere only the record that was changed is newer.
        const changed = (
          await server.list(company, name, `${samples[name]!.all(company)}&modified_since=${instant(-1)}Z`)
        ).map((row) => row.id)
        assert.ok(changed.length >= 1 && changed.length < count, `${name}: ${changed.length} changed`)
        const cut = instant(-60)
        const local = new Date(server.now / 1000 - 60_000 - 7 * 3_600_000).toISOString().slice(0, 19)
        const forms = [
          `${cut}Z`,
          `${cut}%2B00:00`,
          `${cut}+00:00`,
          `${cut}%20%2000:00`.replace('%20%20', '%20'),
          `${cut}%252B00:00`,
          `${cut}.123456Z`,
          `${cut}.999999%2B00:00`,
          `${local}-07:00`,
          `${local}-0700`,
        ]
        for (const form of forms) {
          const rows = await server.list(company, name, `${samples[name]!.all(company)}&modified_since=${form}`)
          assert.deepEqual(
            rows.map((row) => row.id),
            changed,
            `${name} modified_since=${form}`,
          )
        }
        if ('modified_before' in resource.filters) {
          const before = await server.list(
            company,
            name,
            `${samples[name]!.all(company)}&modified_before=${cut}Z&limit=200`,
          )
          assert.ok(before.length > 0 && before.every((row) => !changed.includes(row.id)), `${name} modified_before`)
        }
        for (const bad of ['yesterday', '2026-13-01T00:00:00Z', '2026-03-02'])
          refused(
            await server.get(company, `/${name}${samples[name]!.all(company)}&modified_since=${bad}`),
            417,
            `${name} ${bad}`,
          )
        server.pass(1800)
      }
    })

    const instant = (seconds: number) => new Date(server.now / 1000 + seconds * 1000).toISOString().slice(0, 19)
  })

  describe('the walls between companies', () => {
    /** The answer without the record's id. */
    const without = (answer: Answer, id: number) => [
      answer.status,
      answer.text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'ID'),
    ]

    test('another company’s records do not exist for any verb', async () => {
      for (const resource of listable) {
        const { name } = resource
        const theirs = await server.list(other, name, samples[name]!.all(other))
        const id = theirs[0]!.id as number
        const sameFor = async (ask: (id: number) => Promise<Answer>, hint: string) =>
          assert.deepEqual(without(await ask(id), id), without(await ask(never), never), `${hint} ${name}`)
        assert.ok(!(await idsOf(resource, '&limit=200')).includes(id), name)
        if (numbered.includes(resource)) assert.deepEqual(await idsOf(resource, `&ids=${id}`), [], name)
        await sameFor((id) => server.get(company, `/${name}${all(resource)}&ids=${id}`), 'GET')
        if (resource.update)
          await sameFor((id) => server.put(company, `/${name}`, [{ id, ...samples[name]!.change }]), 'PUT')
        if (resource.remove) await sameFor((id) => server.delete(company, `/${name}?ids=${id}`), 'DELETE')
        const now = await server.list(other, name, samples[name]!.all(other))
        assert.deepEqual(now, theirs, `${name} of the other company`)
      }
    })

    test('another company’s records cannot be referenced', async () => {
      for (const resource of written) {
        const { name } = resource
        const { references = {}, item, change } = samples[name]!
        const writable = Object.entries<AnyResource['fields'][string]>(resource.fields)
          .filter(([field, { access }]) => /_ids?$/.test(field) && (access === 'read-write' || access === 'create'))
          .map(([field]) => field)
          .filter((field) => field !== 'payroll_id') // a text of the company's own
        assert.deepEqual(Object.keys(references).sort(), writable.sort(), `references of ${name}`)
        const [own] = await idsOf(resource, '&limit=1')
        for (const [field, target] of Object.entries(references)) {
          const [theirs] = await server.list(other, target, samples[target]!.all(other))
          const id = theirs!.id as number
          const value = (id: number) => (field.endsWith('_ids') ? [id] : id)
          const post = async (id: number) =>
            server.post(company, `/${name}`, [{ ...item!(3000, company), [field]: value(id) }])
          const put = async (id: number) =>
            server.put(company, `/${name}`, [{ id: own, ...change, [field]: value(id) }])
          for (const ask of [...(resource.create ? [post] : []), ...(resource.update ? [put] : [])]) {
            const answer = await ask(id)
            const [result] = Object.values<Values>(answer.body.results[name])
            assert.equal(
              result!._status_code,
              quirks.get(resource.name)?.refusedAs ?? 417,
              `${name}.${field}: ${answer.text}`,
            )
            assert.deepEqual(without(answer, id), without(await ask(never), never), `${name}.${field}`)
          }
        }
      }
    })

    test('filters with another company’s ids find nothing', async () => {
      for (const resource of resources)
        for (const [field, target] of Object.entries(samples[resource.name]!.numbers ?? {})) {
          const [theirs] = await server.list(other, target, samples[target]!.all(other))
          const query = `${all(resource)}&${field}=${theirs!.id}`
          assert.deepEqual(await server.list(company, resource.name, query), [], `${resource.name} ${field}`)
        }
    })
  })

  describe('changes', () => {
    test('an unchanged answer is 304, and any change anywhere makes a new ETag', async () => {
      const alone = /^\/(reports|files\/raw|changes)/ // Depends on more than the company, or never changes.
      const cacheable = [...paths].filter(([path, methods]) => methods.includes('GET') && !alone.test(path))
      const tagOf = async (path: string) => {
        const name = path.slice(1)
        const response = await request('GET', path + (samples[name]?.all(company) ?? ''))
        assert.equal(response.statusCode, 200, path)
        return String(response.headers.etag)
      }
      const colleague = await server.user(company, { permissions: { admin: true } })
      await settle(server, colleague)
      for (const [path] of cacheable) {
        const url = path + (samples[path.slice(1)]?.all(company) ?? '')
        const etag = await tagOf(path)
        const again = await request('GET', url, { 'if-none-match': etag })
        assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag], path)
        assert.equal((await request('GET', url, { 'if-none-match': '"other"' })).statusCode, 200)
        const foreign = await request('GET', url, { authorization: `Bearer ${colleague.token}`, 'if-none-match': etag })
        assert.equal(foreign.statusCode, 200, `${path}: another person’s ETag`)
      }
      for (const resource of resources) {
        const own = cacheable.filter(([path]) => path === `/${resource.name}`)
        const asked = new Set([...own, ...some(cacheable, { sqlite: 5, postgres: 10 })])
        const before = new Map<string, string>()
        for (const [path] of asked) before.set(path, await tagOf(path))
        const [id] = await idsOf(resource)
        await samples[resource.name]!.touch(server, company, id!)
        for (const [path] of asked) {
          const response = await request('GET', path + (samples[path.slice(1)]?.all(company) ?? ''), {
            'if-none-match': before.get(path)!,
          })
          assert.equal(response.statusCode, 200, `${path} after a change of ${resource.name}`)
          assert.notEqual(response.headers.etag, before.get(path))
        }
      }
    })

    test('last_modified_timestamps never lag behind what a listing shows, and are exact after each write', async () => {
      const stamps = async () =>
        (await server.get(company, `/last_modified_timestamps?endpoints=${resources.map(({ name }) => name)}`)).body
          .results.last_modified_timestamps
      const showing = resources.filter(
        ({ filters, fields }) => 'modified_since' in filters && fields.last_modified.clearance < 3,
      )
      for (const resource of resources.filter(({ filters }) => 'modified_since' in filters)) {
        server.pass(60)
        const [id] = await idsOf(resource)
        await samples[resource.name]!.touch(server, company, id!)
        const shown = await stamps()
        const now = new Date(server.now / 1000).toISOString().slice(0, 19)
        assert.equal(shown[resource.name], `${now}+00:00`, resource.name)
        const own = showing.filter(({ name }) => name === resource.name)
        for (const { name } of new Set([...own, ...some(showing, { sqlite: 5, postgres: 10 })])) {
          const rows = await server.list(company, name, `${samples[name]!.all(company)}&limit=200`)
          const newest = rows
            .map((row) => row.last_modified as string)
            .sort()
            .at(-1)!
          assert.ok(shown[name] >= newest, `${name}: ${shown[name]} is before ${newest}`)
          if (name !== 'timesheets') assert.equal(shown[name], newest, `${name} after a change of ${resource.name}`)
        }
      }
    })
  })
})

function methodsOf(resource: AnyResource): string[] {
  return [
    ...(quirks.get(resource.name)?.listed === false ? [] : ['GET']),
    ...(resource.create ? ['POST'] : []),
    ...(resource.update || quirks.get(resource.name)?.putCreates ? ['PUT'] : []),
    ...(resource.remove ? ['DELETE'] : []),
  ]
}

/** The ids of a page in the order of the answer's bytes, which a parsed object loses. */
function idsIn({ body, text }: Answer, name: string): number[] {
  const places = Object.values<Values>(body.results[name]).map(({ id }) => ({ id, at: text.indexOf(`"${id}":{`) }))
  return places.sort((a, b) => a.at - b.at).map(({ id }) => id)
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
