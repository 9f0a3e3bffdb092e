import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('personal settings', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const put = async (token: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await server.app.inject({
      method: 'PUT',
      url: '/api/console/own_settings',
      headers,
      payload,
    })
    return { status: statusCode, message: JSON.parse(body).error?.message ?? '' }
  }
  const general = async (who: { token: string }) =>
    (await server.get(who, '/effective_settings')).body.results.effective_settings.general.settings

  test('the first answer of a day differs from the next only by the time', async () => {
    const start = async () => {
      const headers = { authorization: `Bearer ${company.token}` }
      const { now, user, ...rest } = (await server.app.inject({ url: '/api/console/start', headers })).json()
      return { now, rest }
    }
    await start()
    const first = await start()
    server.pass(17)
    const second = await start()
    assert.notEqual(second.now, first.now)
    assert.deepEqual(second.rest, first.rest)
  })

  test('everyone chooses their clock format, and their time zone if the company allows it', async () => {
    const worker = await server.user(company)
    assert.equal((await put(worker.token, { time_format: 24 })).status, 200)
    assert.equal((await general(worker)).time_format, 24)
    assert.equal((await general(company)).time_format, 12)
    const refused = await put(worker.token, { tz: 'Europe/Madrid' })
    assert.equal(refused.status, 403)
    assert.match(refused.message, /tz: your company/)

    assert.equal((await put(company.token, { tz: 'Europe/Madrid' })).status, 200)
    assert.equal((await general(company)).tz, 'Europe/Madrid')
    assert.equal((await general(worker)).tz, 'America/Denver')

    const headers = { authorization: `Bearer ${company.token}` }
    const payload = { settings: { general: { emp_panel_tz: 1 } } }
    await server.app.inject({ method: 'PUT', url: '/api/console/settings', headers, payload })
    assert.equal((await put(worker.token, { tz: 'America/New_York' })).status, 200)
    assert.equal((await general(worker)).tz, 'America/New_York')
    assert.equal((await put(worker.token, { tz: null })).status, 200)
    assert.equal((await general(worker)).tz, 'America/Denver')
  })

  test('invalid personal settings are refused by name', async () => {
    for (const [body, field] of [
      [{ tz: 'Mars/Olympus' }, 'tz'],
      [{ time_format: 13 }, 'time_format'],
      [{ week_start: 1 }, 'week_start'],
    ] as const) {
      const { status, message } = await put(company.token, body)
      assert.equal(status, 417)
      assert.match(message, new RegExp(`: ${field}: `))
    }
  })
})
