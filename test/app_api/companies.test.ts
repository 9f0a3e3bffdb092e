import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/engine/sql.ts'
import { Browser } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

const wanted = {
  company_name: 'Hill Roofing',
  country: 'DE',
  tz: 'Berlin',
  first_name: 'Ada',
  last_name: 'Hill',
  email: 'ada@hill.example',
  username: 'ada',
  password: 'four words of mine',
  breaks: true,
}

const refused: readonly [field: string, value: string, message: RegExp][] = [
  ['company_name', ' ', /^company_name: Enter the company name/],
  ['tz', 'Nowhere', /^tz: Choose a time zone/],
  ['email', 'anna@weber', /^email: Enter a complete email address/],
  ['username', 'anna weber', /^username: A username has no spaces/],
  ['password', 'too short', /^password: The password must have at least 10/],
  ['password', 'aaaaaaaaaaaa', /^password: That password is too easy to guess/],
  ['password', '1234567890', /^password: That password is too easy to guess/],
  ['password', 'ADA@hill.example', /^password: The password must not be your username/],
]

onEither('another company', (database) => {
  let server: TestServer
  let company: TestCompany
  let cookie: string
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_MORE_COMPANIES: '1' })
    company = await server.company()
    cookie = await server.session(company.id, company.adminId)
  })
  after(() => server.stop())

  const create = (body: object, by = cookie) => askSignedIn(server, by, 'POST', '/companies', body)

  test('another company is created with its first administrator, who signs in to it alone', async () => {
    assert.equal((await ask(server, company, 'GET', '/start')).body.more_companies, true)
    const { status, body } = await create(wanted)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['client_url', 'company_id', 'username'])
    assert.notEqual(body.company_id, company.id)
    assert.deepEqual([body.client_url, body.username], ['hillroofing', 'ada'])
    assert.equal((await create(wanted)).body.client_url, 'hillroofing2', 'the short name is derived and unique')

    const theirs = await server.session(body.company_id, (await usersOf(body.company_id))[0]!)
    const { settings, company: told } = (await askSignedIn(server, theirs, 'GET', '/start')).body
    const { tz, country, currency, week_start, time_format } = settings.general
    assert.deepEqual([tz, country, currency, week_start, time_format], ['Europe/Berlin', 'DE', 'EUR', 1, 24])
    assert.deepEqual([told.name, told.client_url], ['Hill Roofing', 'hillroofing'])
    assert.equal((await askSignedIn(server, theirs, 'GET', '/breaks')).body.breaks.length, 2)

    const origin = await server.listen()
    const browser = new Browser(origin)
    const page = await browser.open('/sign-in')
    await page.submit({ company: 'hillroofing', username: 'ada', password: wanted.password })
    assert.equal((await browser.open('/account')).title, 'Hello, Ada Hill')
  })

  test('an invalid company is refused by the name of the field that is wrong', async () => {
    for (const [field, value, message] of refused) {
      const { status, body } = await create({ ...wanted, [field]: value })
      assert.equal(status, 417, field)
      assert.match(body.error.message.replace('Expectation Failed: ', ''), message)
    }
  })

  test('only signed-in administrators create another company', async () => {
    const { id } = await server.user(company, { permissions: { manage_users: true } })
    assert.equal((await create(wanted, await server.session(company.id, id))).status, 403)
  })

  test('another company is refused unless the server is set up for it', async () => {
    const closed = await TestServer.start(database)
    try {
      const one = await closed.company()
      assert.equal((await ask(closed, one, 'GET', '/start')).body.more_companies, false)
      const { status, body } = await askSignedIn(
        closed,
        await closed.session(one.id, one.adminId),
        'POST',
        '/companies',
        wanted,
      )
      assert.equal(status, 403)
      assert.match(body.error.message, /CLOCKHOUSE_MORE_COMPANIES=1/)
    } finally {
      await closed.stop()
    }
  })

  async function usersOf(companyId: number): Promise<number[]> {
    const rows = await server.db.read.all<{ id: number }>(sql`select id from users where company_id = ${companyId}`)
    return rows.map(({ id }) => id)
  }
})

test('the setting CLOCKHOUSE_MORE_COMPANIES must be 1 or 0', () => {
  assert.equal(readConfig({}).moreCompanies, false)
  assert.throws(() => readConfig({ CLOCKHOUSE_MORE_COMPANIES: 'maybe' }), /CLOCKHOUSE_MORE_COMPANIES must be 1 or 0/)
})
