import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

const chosen = 'a password of my own'

onEither('forgotten passwords', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let origin: string
  let company: TestCompany
  let slug: string
  let wanda: { id: number }

  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
    origin = await server.listen()
    await server.company('Another company')
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    slug = (await server.list(company, 'users'))[0]!.client_url
    wanda = await person('wanda')
    // Earlier attempts are forgotten, and all mail has arrived.
    server.pass(2 * 86_400)
    company.token = await server.token(company.id, company.adminId)
    await server.round()
    mailbox.take()
  })

  const person = async (username: string, properties: Values = {}) => {
    const { id } = await server.user(company, { username, email: `${username}@example.com`, ...properties })
    const credentials = { companyId: company.id, userId: id, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    return { id }
  }
  const browser = () => new Browser(origin, server.config.url)
  const forgotten = async (username: string, of = slug) =>
    (await browser().open('/forgotten')).submit({ company: of, username })
  const mails = async () => {
    await server.round()
    return mailbox.take()
  }
  const linkFor = async (username: string) => {
    await forgotten(username)
    const [mail] = (await mails()).filter(({ text }) => text!.includes('/reset/'))
    return pathIn(mail!)
  }
  const both = (text: string) => ({ password: text, again: text })
  const signIn = async (text: string, username = 'wanda') => {
    const page = await browser().open('/sign-in')
    return page.submit({ company: slug, username, password: text })
  }
  const greeting = async (of: Browser) => (await of.open('/account')).title

  test('a reset link arrives, sets a password once, signs in, and ends all other sessions', async () => {
    const elsewhere = (await signIn(password)).browser
    assert.match(await greeting(elsewhere), /^Hello, Wanda/)
    const start = await browser().open('/sign-in')
    assert.match(start.text, /<a href="\/forgotten">Forgot your password\?<\/a>/)
    assert.equal((await forgotten('wanda')).title, 'Check your email')
    const [mail, ...more] = await mails()
    assert.deepEqual([mail!.to![0]!.address, mail!.from!.name, more], ['wanda@example.com', 'Northyard', []])
    assert.match(mail!.text!, /Your username is wanda\./)
    const path = pathIn(mail!)
    assert.match(path, /^\/reset\/S\./)

    const page = await browser().open(path)
    assert.equal(page.title, 'Choose a new password')
    assert.match(page.text, /Northyard/)
    assert.equal((await page.submit(both('too short'))).status, 422)
    assert.equal((await page.submit({ password: chosen, again: password })).status, 422)
    await page.submit(both(chosen))
    assert.match(await greeting(page.browser), /^Hello, Wanda/)
    assert.equal(await greeting(elsewhere), 'Sign in')
    assert.match(await greeting((await signIn(chosen)).browser), /^Hello/)
    assert.equal((await signIn(password)).status, 403)
    const used = await browser().open(path)
    assert.deepEqual([used.status, used.title], [410, 'This link no longer works'])
    const [user] = await server.list(company, 'users', `?ids=${wanda.id}`)
    assert.equal(user!.email_verified, true, 'who has the link has the address')
  })

  test('a request for a reset link does not reveal whether an account exists', async () => {
    await person('nomail', { email: '' })
    await person('twin1', { email: 'twins@example.com' })
    await person('twin2', { email: 'twins@example.com' })
    const gone = await person('gone')
    await server.put(company, '/users', [{ id: gone.id, active: false }])
    const pages = new Set<string>()
    const written = new Set<number>()
    for (const [name, of] of [
      ['wanda', slug],
      ['nonesuch', slug],
      ['nomail', slug],
      ['gone', slug],
      ['twins@example.com', slug],
      ['wanda', 'nocompany'],
      ['wanda', ''],
      ['wanda', `#${company.id}`],
    ] as const) {
      const statements = server.db.statements()
      const page = await forgotten(name, of)
      written.add(server.db.statements() - statements)
      assert.equal(page.status, 200)
      pages.add(page.text)
    }
    assert.deepEqual([pages.size, written.size], [1, 1])
    assert.deepEqual(
      (await mails()).map((mail) => mail.to![0]!.address),
      ['wanda@example.com'],
    )
    assert.deepEqual(await mails(), [])
    assert.deepEqual(await server.db.read.all(sql`select * from password_requests`), [])
  })

  test('a unique email address works as a username for a reset link', async () => {
    await forgotten(' Wanda@Example.com ')
    assert.deepEqual(
      (await mails()).map((mail) => mail.to![0]!.address),
      ['wanda@example.com'],
    )
  })

  test('a reset link ends after an hour, with the next password, and when the person is archived', async () => {
    const first = await linkFor('wanda')
    const second = await linkFor('wanda')
    const open = await browser().open(first)
    assert.equal(open.status, 200, 'another one does not end it: anyone can ask')
    await (await browser().open(second)).submit(both(chosen))
    assert.equal((await open.submit(both('yet another password'))).status, 410)

    const third = await linkFor('wanda')
    server.pass(3601)
    const late = await browser().open(third)
    assert.equal(late.status, 410)
    assert.match(late.text, /more than an hour old/)

    const fourth = await linkFor('wanda')
    await server.put(company, '/users', [{ id: wanda.id, active: false }])
    assert.equal((await browser().open(fourth)).status, 404)
    for (const malformed of ['x', `S.${company.id}__${'0'.repeat(48)}`, '%00', "S.1__'"])
      assert.equal((await browser().open(`/reset/${malformed}`)).status, 404, malformed)
  })

  test('a changed password ends reset links already sent', async () => {
    const path = await linkFor('wanda')
    const credentials = { companyId: company.id, userId: wanda.id, password: await hashOf(chosen), own: true }
    await server.db.write(setPassword, credentials, server.now)
    assert.equal((await browser().open(path)).status, 410)
  })

  test('nothing that is stored about a reset link can be used to sign in', async () => {
    const path = await linkFor('wanda')
    const token = path.split('__')[1]!
    const tables = await Promise.all([
      server.db.read.all(sql`select * from mails`),
      server.db.read.all(sql`select * from password_resets`),
    ])
    assert.equal(JSON.stringify(tables).includes(token), false)
  })

  test('repeated requests for reset links are rate limited, and do not fill a mailbox', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await forgotten('wanda')).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
    assert.equal((await mails()).length, 3)
    assert.match(await greeting((await signIn(password)).browser), /^Hello/, 'signing in is counted apart')
    server.pass(3601)
    await forgotten('wanda')
    assert.equal((await mails()).length, 1)
  })

  test('a request for a reset link that is too old when the server is back is dropped', async () => {
    await forgotten('wanda')
    server.pass(3601)
    assert.deepEqual(await mails(), [])
  })

  test('requests for reset links from elsewhere and without a username are refused', async () => {
    const page = await browser().open('/forgotten')
    assert.equal((await page.submit({ username: 'wanda', token: '' })).status, 403)
    assert.equal((await page.submit({ username: 'wanda' }, { origin: 'https://evil.example' })).status, 403)
    for (const username of ['', '  ', '\0']) assert.equal((await page.submit({ username, company: slug })).status, 422)
    assert.deepEqual(await mails(), [])
  })

  test('a person who must change the password does so before anything opens', async () => {
    await server.put(company, '/users', [{ id: wanda.id, require_password_change: true }])
    const page = await signIn(password)
    assert.equal(page.title, 'Choose a new password')
    const { browser: half } = page
    assert.equal(half.cookie('clockhouse'), undefined)
    assert.equal(await greeting(half), 'Choose a new password', 'whatever they open')
    assert.equal((await half.fetch('/api/v1/current_user')).status, 401)

    const again = await half.open('/sign-in')
    assert.equal((await again.submit(both(password))).status, 422, 'not the same one again')
    assert.equal((await again.submit(both('too short'))).status, 422)
    assert.equal((await again.submit({ ...both(chosen), token: '' })).status, 403)
    const inside = await again.submit(both(chosen))
    assert.match(await greeting(inside.browser), /^Hello, Wanda/)
    assert.equal((await signIn(password)).status, 403)
    assert.match(await greeting((await signIn(chosen)).browser), /^Hello/, 'once')
  })

  test('a half-finished sign-in is worthless in another browser, later, or after another change', async () => {
    const require = () => server.put(company, '/users', [{ id: wanda.id, require_password_change: true }])
    await require()
    const half = (await signIn(password)).browser
    const thief = browser()
    await thief.open('/sign-in')
    thief.setCookie('clockhouse-stage', half.cookie('clockhouse-stage')!)
    assert.equal(await greeting(thief), 'Sign in')
    const stage = half.cookie('clockhouse-stage')!
    for (const malformed of [
      `${stage}x`,
      `x${stage}`,
      stage.replace('.', '..'),
      'e30.x',
      '.',
      `${'A'.repeat(3000)}.x`,
    ]) {
      half.setCookie('clockhouse-stage', malformed)
      assert.equal(await greeting(half), 'Sign in', malformed)
    }
    half.setCookie('clockhouse-stage', stage)
    const form = await half.open('/sign-in')
    assert.equal(form.title, 'Choose a new password')
    server.pass(601)
    assert.equal((await form.submit({ intent: 'new-password', ...both(chosen) })).status, 403)
    assert.equal(await greeting(half), 'Sign in')

    const second = await signIn(password)
    const credentials = {
      companyId: company.id,
      userId: wanda.id,
      password: await hashOf('from elsewhere'),
      own: false,
    }
    await server.db.write(setPassword, credentials, server.now)
    assert.equal((await second.submit(both(chosen))).status, 403)

    const third = await signIn('from elsewhere')
    assert.equal((await third.submit({ intent: 'start-over' })).title, 'Sign in')
    assert.equal(await greeting(third.browser), 'Sign in')
  })
})

onEither('forgotten passwords without mail', (database) => {
  test('the page for forgotten passwords names who can help where there is no mail', async () => {
    const server = await TestServer.start(database)
    try {
      const origin = await server.listen()
      await server.company('Northyard')
      const page = await new Browser(origin).open('/forgotten')
      assert.equal(page.status, 200)
      assert.match(page.text, /administrator/)
      assert.match(page.text, /clockhouse user invite/)
      assert.doesNotMatch(page.text, /<form/)
    } finally {
      await server.stop()
    }
  })
})
