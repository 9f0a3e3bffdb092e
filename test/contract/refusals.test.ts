import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('the reasons of refusals', (database) => {
  let server: TestServer
  let company: TestCompany

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  test('a refused item has the code, the field and the values of its sentence', async () => {
    const { body } = await server.post(company, '/groups', [{ name: 'x'.repeat(300) }, { name: 'Roof' }])
    const { '1': refused, '2': made } = body.results.groups
    assert.deepEqual(refused, {
      _status_code: 417,
      _status_message: 'Expectation Failed',
      _status_extra: 'name must be at most 64 characters',
      _status_reason: { code: 'too_long', field: 'name', values: { max: 64 } },
      name: 'x'.repeat(300),
    })
    assert.equal('_status_reason' in made, false)
  })

  test('an error tells the reason to a session and in the API of the app, and else only its sentence', async () => {
    const detail = 'limit must be between 1 and 200'
    const message = `Expectation Failed: ${detail}`
    const reason = { code: 'out_of_range', field: 'limit', values: { min: 1, max: 200 } }
    const cookie = await server.session(company.id, company.adminId)
    const told = async (path: string, headers: Record<string, string>) =>
      (await server.app.inject({ method: 'GET', url: path, headers })).json()
    const withToken = { authorization: `Bearer ${company.token}` }
    assert.deepEqual(await told('/api/v1/users?limit=0', { cookie }), { error: { code: 417, message, detail, reason } })
    assert.deepEqual(await told('/api/v1/users?limit=0', withToken), { error: { code: 417, message } })
    assert.deepEqual(await told('/api/console/corrections?start_date=x', withToken), {
      error: {
        code: 417,
        message: 'Expectation Failed: start_date: must be a date such as 2026-03-14',
        detail: 'start_date: must be a date such as 2026-03-14',
        reason: { code: 'date_malformed', field: 'start_date' },
      },
    })
  })
})
