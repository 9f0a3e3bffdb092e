import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { createInvitation } from '../../src/identity/links/invitations.ts'
import { addCompany, addUser, Browser, password, runStatement, type Server, startServer } from '../oauth/support.ts'
import { onEither } from '../support/server.ts'

const chosen = 'a password of my own'

onEither('the page of an invitation', (database) => {
  let server: Server
  let companyId: number
  let ben: number

  before(async () => {
    server = await startServer(database)
    companyId = (await addCompany(server)).companyId
    ben = await addUser(server, companyId, 'ben')
  })
  after(() => server.close())

  const invited = async (userId = ben) => (await createInvitation(server.world, { companyId, userId })).path
  const both = (text: string) => ({ password: text, again: text })
  const signIn = async (text: string) =>
    (await new Browser(server.origin).open('/sign-in')).submit({ username: 'ben', password: text })

  test('an invitation of a nonexistent company is unknown like any other', async () => {
    const page = await new Browser(server.origin).open(`/invitation/S.9999999999__${'a'.repeat(48)}`)
    assert.equal(page.status, 404)
  })

  test('an invitation sets a password, once, and signs in; other browsers are signed out', async () => {
    const elsewhere = new Browser(server.origin)
    await (await elsewhere.open('/sign-in')).submit({ username: 'ben', password })
    const path = await invited()
    const browser = new Browser(server.origin)
    const page = await browser.open(path)
    assert.equal(page.status, 200)
    assert.match(page.title, /^Welcome, ben/)
    assert.match(page.text, /Northyard/)
    const home = await page.submit(both(chosen))
    assert.match(home.title, /^Hello, ben/)
    assert.equal((await elsewhere.open('/account')).title, 'Sign in')
    assert.match((await signIn(chosen)).title, /^Hello/)
    assert.equal((await signIn(password)).status, 403)
    for (const again of [await browser.open(path), await page.submit(both('yet another password'))]) {
      assert.ok([410, 403].includes(again.status))
      assert.doesNotMatch(again.text, /name="password"/)
    }
    const used = await new Browser(server.origin).open(path)
    assert.deepEqual([used.status, used.title], [410, 'This link no longer works'])
    assert.match(used.text, /already/)
    const [row] = await server.db.read.all<{ require_password_change: number }>(
      sql`select require_password_change from users where id = ${ben}`,
    )
    assert.equal(row!.require_password_change, 0)
  })

  test('an invitation works without JavaScript, hides its address from other sites, and is stored as a hash', async () => {
    const path = await invited()
    const page = await new Browser(server.origin).fetch(path)
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'self'/)
    assert.equal(page.headers.get('referrer-policy'), 'same-origin')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(await page.text(), /<script|style=|onclick/)
    const rows = JSON.stringify(await server.db.read.all(sql`select * from invitations`))
    assert.equal(rows.includes(path.split('/').at(-1)!), false)
    assert.doesNotMatch(server.log.join(), new RegExp(path.split('__').at(-1)!))
  })

  test('an unacceptable password is asked for again, and the invitation keeps working', async () => {
    const page = await new Browser(server.origin).open(await invited())
    for (const [fields, hint] of [
      [both('too short'), 'at least 10'],
      [both('x'.repeat(1001)), 'at most 1000'],
      [both(`${chosen}\0`), 'characters'],
      [{ password: chosen, again: `${chosen}.` }, 'do not match'],
      [{}, 'at least 10'],
    ] as const) {
      const again = await page.submit({ password: '', ...fields })
      assert.equal(again.status, 422)
      assert.match(/role="alert">(.*?)</.exec(again.text)![1]!, new RegExp(hint))
      assert.doesNotMatch(again.text, /too short"|xxxx/)
    }
    assert.match((await page.submit(both('this one will do'))).title, /^Hello/)
  })

  test('a password may have any characters, is masked, and counts exactly as it was chosen', async () => {
    const field = /<input [^>]*name="password"[^>]*>/
    const signInField = field.exec((await new Browser(server.origin).open('/sign-in')).text)![0]
    assert.match(signInField, /type="password".*autocomplete="current-password"/)
    for (const text of ['onlylowercaseletters', '  Ünï çödé 密碼 🔑 \'"<b>\\ &  ', 'Long one. '.repeat(100)]) {
      const page = await new Browser(server.origin).open(await invited())
      const [shown] = field.exec(page.text)!
      assert.match(shown, /type="password".*autocomplete="new-password"/)
      assert.doesNotMatch(`${signInField}${shown}`, /maxlength|pattern|onpaste/)
      assert.match((await page.submit(both(text))).title, /^Hello/)
      assert.match((await signIn(text)).title, /^Hello/, text)
      for (const near of [text.toUpperCase(), text.slice(0, -1), `${text} `, text.normalize('NFKD').trim()]) {
        if (near !== text) assert.equal((await signIn(near)).status, 403, near)
        server.pass(86_401)
      }
    }
    await (await new Browser(server.origin).open(await invited())).submit(both(chosen))
  })

  test('an invitation that is replaced, expired, unknown or of a person who has left lets no one in', async () => {
    const first = await invited()
    const second = await invited()
    const status = async (path: string) => {
      const page = await new Browser(server.origin).open(path)
      assert.doesNotMatch(page.text, /name="password"/)
      return page.status
    }
    assert.equal(await status(first), 404)
    const malformed = [
      'x',
      `S.${companyId}__${'0'.repeat(48)}`,
      `S.999__${'0'.repeat(48)}`,
      '%00',
      '__proto__',
      "S.1__'",
    ]
    for (const token of malformed) assert.equal(await status(`/invitation/${token}`), 404, token)
    const open = await new Browser(server.origin).open(second)
    server.pass(7 * 86_400 + 1)
    assert.equal(await status(second), 410)
    assert.equal((await open.submit(both(chosen))).status, 410)

    const third = await invited()
    const form = await new Browser(server.origin).open(third)
    await server.db.write(runStatement, `update users set active = 0 where id = ${ben}`, 0)
    assert.equal(await status(third), 404)
    assert.equal((await form.submit(both(chosen))).status, 404)
    await assert.rejects(invited(), /archived/)
    await server.db.write(runStatement, `update users set active = 1 where id = ${ben}`, 0)
  })

  test('one of several concurrent requests with an invitation sets the password', async () => {
    // Earlier attempts are forgotten.
    server.pass(2 * 86_400)
    const path = await invited()
    const pages = await Promise.all([1, 2, 3, 4].map(() => new Browser(server.origin).open(path)))
    const results = await Promise.all(pages.map((page, index) => page.submit(both(`password number ${index}`))))
    const inside = results.flatMap((page, index) => (/^Hello/.test(page.title) ? [index] : []))
    assert.equal(inside.length, 1)
    assert.deepEqual(results.map((page) => page.status).sort(), [200, 410, 410, 410])
    assert.match((await signIn(`password number ${inside[0]}`)).title, /^Hello/)
  })

  test('invitation forms from elsewhere are refused', async () => {
    const path = await invited()
    const page = await new Browser(server.origin).open(path)
    assert.equal((await page.submit({ ...both(chosen), token: '' })).status, 403)
    assert.equal((await page.submit(both(chosen), { origin: 'https://evil.example' })).status, 403)
    assert.equal((await page.submit(both(chosen), { 'sec-fetch-site': 'cross-site' })).status, 403)
    const others = (await new Browser(server.origin).open(path)).form().fields
    assert.equal((await page.submit({ ...both(chosen), ...others })).status, 403, "another browser's token")
    assert.match((await page.submit(both(chosen))).title, /^Hello/)
  })

  test('guessing invitation links is rate limited', async () => {
    const page = await new Browser(server.origin).open(await invited())
    const guess = async (n: number) => {
      const { fields } = page.form()
      return page.browser.open(`/invitation/S.${companyId}__${String(n).padStart(48, '0')}`, {
        method: 'POST',
        headers: {
          origin: server.origin,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ ...fields, ...both(chosen) }).toString(),
      })
    }
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await guess(n)).status)
    assert.deepEqual([statuses.slice(0, 5), statuses.at(-1)], [Array(5).fill(404), 429])
  })
})

onEither('an invitation from an address that is not allowed', (database) => {
  test('an invitation opened from an address that the company does not allow is not used up', async () => {
    let open = false
    const server = await startServer(database, { mayConnect: () => open })
    try {
      const { companyId, userId } = await addCompany(server)
      const { path } = await createInvitation(server.world, { companyId, userId })
      const page = await new Browser(server.origin).open(path)
      const fields = { password: chosen, again: chosen }
      assert.equal((await page.submit(fields)).status, 403)
      open = true
      assert.match((await page.submit(fields)).title, /^Hello, Dana/)
    } finally {
      await server.close()
    }
  })
})
