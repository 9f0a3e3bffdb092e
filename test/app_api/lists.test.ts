import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('long lists', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (let start = 0; start < 250; start += 50)
      await server.post(
        company,
        '/jobcodes',
        Array.from({ length: 50 }, (_, index) => ({ name: `Job ${start + index}`, assigned_to_all: index % 2 === 0 })),
      )
  })
  after(() => server.stop())

  test('a long list comes in one answer, with the records and filters of the public API', async () => {
    const { status, body } = await ask(server, company, 'GET', '/lists/jobcodes?supplemental_data=no')
    assert.equal(status, 200)
    assert.equal(body.more, false)
    assert.equal(Object.keys(body.results.jobcodes).length, 250)
    const [first] = Object.keys(body.results.jobcodes)
    const one = await server.get(company, `/jobcodes?ids=${first}&supplemental_data=no`)
    const same = await ask(server, company, 'GET', `/lists/jobcodes?ids=${first}&supplemental_data=no`)
    assert.deepEqual(same.body, one.body)
  })

  test('a long list has what the person may see', async () => {
    const worker = await server.user(company)
    const { body } = await ask(server, worker, 'GET', '/lists/jobcodes?supplemental_data=no')
    assert.equal(Object.keys(body.results.jobcodes).length, 125)
    const path = `/lists/jobcode_assignments?user_ids=${worker.id}&active=yes&type=all`
    const { body: assigned } = await ask(server, worker, 'GET', path)
    assert.equal(Object.keys(assigned.results.jobcode_assignments).length, 125)
  })

  test('a long list is not sent again while nothing changes', async () => {
    const path = '/lists/jobcodes?type=all&active=both'
    const { headers, body: first } = await ask(server, company, 'GET', path)
    const etag = String(headers.etag)
    assert.equal(headers['cache-control'], 'private, no-cache')
    const again = (path: string) => ask(server, company, 'GET', path, undefined, { headers: { 'if-none-match': etag } })
    assert.equal((await again(path)).status, 304)
    const texts = [await ask(server, company, 'GET', path), await ask(server, company, 'GET', path)]
    assert.deepEqual(texts[1]!.body, texts[0]!.body)
    await server.post(company, '/jobcodes', [{ name: 'One more' }])
    const { status, body } = await again(path)
    assert.equal(status, 200)
    assert.equal(Object.keys(body.results.jobcodes).length, Object.keys(first.results.jobcodes).length + 1)
  })

  test('a long list with an invalid filter is refused by name', async () => {
    const refused = async (query: string) => {
      const { status, body } = await ask(server, company, 'GET', `/lists/jobcodes?${query}`)
      return [status, body.error.message]
    }
    assert.deepEqual(await refused('colour=red'), [417, 'Expectation Failed: colour: there is no such field'])
    const [status, message] = await refused('active=perhaps')
    assert.equal(status, 417)
    assert.match(message, /active/)
  })
})
