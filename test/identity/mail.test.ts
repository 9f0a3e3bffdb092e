import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/engine/sql.ts'
import { Browser } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

const chosen = 'a password of my own'

onEither('mails of invitations', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let origin: string
  let company: TestCompany

  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
    origin = await server.listen()
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    mailbox.take()
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })

  const invite = async (email: string) => {
    const { id } = await server.user(company, { email, first_name: 'Wanda', last_name: 'Ortiz' })
    const { text } = await server.post(company, '/invitations', [
      { contact_method: 'email', contact_info: email, user_id: id },
    ])
    assert.match(text, /"_status_code":201/)
    return id
  }
  const browser = () => new Browser(origin, server.config.url)
  const stored = async () => JSON.stringify(await server.db.read.all(sql`select * from mails order by id`))

  test('an invitation arrives once, in the company’s name, and its link lets the person in once', async () => {
    const id = await invite('wanda@example.com')
    assert.deepEqual(mailbox.take(), [], 'nothing is sent before the round')
    await Promise.all([server.round(), server.round(), server.round()])
    await server.round()
    const mails = mailbox.take()
    assert.equal(mails.length, 1)
    const mail = mails[0]!
    assert.deepEqual(mail.from, { name: 'Northyard', address: 'no-reply@time.example.com' })
    assert.deepEqual(
      mail.to!.map((to) => to.address),
      ['wanda@example.com'],
    )
    assert.equal(mail.subject, 'Northyard: set your password and sign in')
    assert.match(mail.text!, /^Hello Wanda Ortiz,\n/)
    assert.match(mail.html!, /<a href="http:\/\/time\.example\.com\/invitation\/S\.[^"]+"[^>]*>Set your password<\/a>/)
    assert.doesNotMatch(mail.html!, /<script|<img|<link/)

    const path = pathIn(mail)
    const page = await browser().open(path)
    assert.equal(page.title, 'Welcome, Wanda Ortiz')
    const inside = await page.submit({ password: chosen, again: chosen })
    assert.match((await inside.browser.open('/account')).title, /^Hello, Wanda/)
    const [user] = await server.list(company, 'users', `?ids=${id}`)
    assert.equal(user!.email_verified, true, 'having the link proves the address')
    assert.equal((await browser().open(path)).status, 410)
  })

  test('the link of an invitation is never stored, and its text only until it is sent', async () => {
    await invite('secret@example.com')
    assert.match(await stored(), /secret@example\.com/)
    await server.round()
    const token = pathIn(mailbox.take()[0]!).split('__')[1]!
    const rows = await stored()
    assert.equal(rows.includes(token), false)
    assert.doesNotMatch(rows, /Hello/)
    assert.equal(JSON.stringify(await server.db.read.all(sql`select * from invitations`)).includes(token), false)
  })

  test('a mail server that is down gets the mails later, each once, with the same link', async () => {
    await mailbox.stop()
    await invite('patient@example.com')
    await invite('other@example.com')
    await server.round()
    server.pass(59)
    await mailbox.start()
    await server.round()
    assert.deepEqual(
      mailbox.take().map((mail) => mail.to![0]!.address),
      ['other@example.com'],
      'the first one waits a minute',
    )
    server.pass(1)
    await server.round()
    await server.round()
    const [mail, ...more] = mailbox.take()
    assert.deepEqual([mail!.to![0]!.address, more], ['patient@example.com', []])
    assert.equal((await browser().open(pathIn(mail!))).status, 200)
  })

  test('an invitation whose process dies while sending is sent by another, with a link that works', async () => {
    await invite('interrupted@example.com')
    const cut = { ...server.world, mailer: { send: () => new Promise<never>(() => {}) } }
    const { deliverMails } = await import('../../src/notifications/mails.ts')
    void deliverMails(cut, server.config)
    const sending = async () => (await stored()).includes('"state":"sending"')
    while (!(await sending())) await new Promise((resolve) => setImmediate(resolve))
    await server.round()
    assert.deepEqual(mailbox.take(), [], 'it may still be in flight')
    server.pass(301)
    await server.round()
    const [mail] = mailbox.take()
    assert.equal(mail!.to![0]!.address, 'interrupted@example.com')
    assert.equal((await browser().open(pathIn(mail!))).status, 200)
  })

  test('an address that does not exist is not retried; one that fails for days is given up', async () => {
    mailbox.unknown.add('gone@example.com')
    await invite('gone@example.com')
    await server.round()
    server.pass(86_400)
    await server.round()
    const [refused] = await server.db.read.all<{ state: string; attempts: number; error: string }>(
      sql`select state, attempts, error from mails where address = 'gone@example.com'`,
    )
    assert.deepEqual([refused!.state, refused!.attempts], ['failed', 1])
    assert.match(refused!.error, /no such mailbox/)

    await invite('late@example.com')
    await mailbox.stop()
    for (let days = 0; days < 9; days++) {
      await server.round()
      server.pass(86_400)
    }
    await mailbox.start()
    await server.round()
    assert.deepEqual(mailbox.take(), [], 'its link would be worthless')
    const [late] = await server.db.read.all<{ state: string; text: string }>(
      sql`select state, text from mails where address = 'late@example.com'`,
    )
    assert.deepEqual({ ...late }, { state: 'failed', text: '' })
  })

  test('an archived person gets no mail, and a person invited again does not get the first one', async () => {
    const id = await invite('leaver@example.com')
    await server.put(company, '/users', [{ id, active: false }])
    const twice = await invite('twice@example.com')
    await server.post(company, '/invitations', [{ contact_method: 'email', user_id: twice }])
    await server.round()
    assert.deepEqual(
      mailbox.take().map((mail) => mail.to![0]!.address),
      ['twice@example.com'],
    )
  })

  test('names that contain markup or headers stay plain names', async () => {
    const evil = await server.company('Evil "Corp" <x@evil.example>')
    const { id } = await server.user(evil, {
      first_name: '<b>Bo</b>',
      last_name: 'x\\r\\nBcc: you@evil.example',
      email: 'bo@example.com',
    })
    await server.post(evil, '/invitations', [{ contact_method: 'email', user_id: id }])
    await server.round()
    const [mail] = mailbox.take()
    assert.deepEqual(mail!.from, { name: 'Evil "Corp" <x@evil.example>', address: 'no-reply@time.example.com' })
    assert.deepEqual([mail!.to!.length, mail!.bcc, mail!.cc], [1, undefined, undefined])
    assert.doesNotMatch(mail!.html!, /<b>/)
  })

  test('an invitation stays queued while there is no mail server', async () => {
    const plain = await TestServer.start(database)
    try {
      const quiet = await plain.company()
      const { id } = await plain.user(quiet, { email: 'quiet@example.com' })
      await plain.post(quiet, '/invitations', [{ contact_method: 'email', user_id: id }])
      await plain.round()
      const [row] = await plain.db.read.all<{ state: string; attempts: number }>(sql`select state, attempts from mails`)
      assert.deepEqual({ ...row }, { state: 'queued', attempts: 0 })
    } finally {
      await plain.stop()
    }
  })
})

test('invalid mail settings stop the start with a message that reveals no password', () => {
  const read = (settings: Record<string, string>) => () =>
    readConfig({ CLOCKHOUSE_URL: 'https://time.example.com', ...settings })
  assert.throws(read({ CLOCKHOUSE_SMTP_URL: 'smtp://mail.example.com', CLOCKHOUSE_URL: '' }), /needs CLOCKHOUSE_URL/)
  for (const url of ['mail.example.com', 'https://user:hunter2@mail.example.com', 'smtp:', 'smtp://'])
    assert.throws(read({ CLOCKHOUSE_SMTP_URL: url }), (error: Error) => {
      assert.match(error.message, /^CLOCKHOUSE_SMTP_URL must be a URL such as smtp:/)
      return !error.message.includes('hunter2')
    })
  for (const address of ['Northyard <a@example.com>', 'nonesuch', 'a@b@c', 'a@example.com, b@example.com'])
    assert.throws(read({ CLOCKHOUSE_MAIL_FROM: address }), /^Error: CLOCKHOUSE_MAIL_FROM must be an address/)
  assert.equal(read({ CLOCKHOUSE_SMTP_URL: 'smtps://u:p@mail.example.com' })().mailFrom, '')
})
