import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Email } from 'postal-mime'
import { sql } from '../../src/engine/sql.ts'
import { openMailer } from '../../src/notifications/mailer.ts'
import { deliverMails } from '../../src/notifications/mails.ts'
import type { KindName } from '../../src/rules/notifications/kinds.ts'
import { type Fault, FaultyMailServer } from '../support/faulty_mail_server.ts'
import { Mailbox } from '../support/mailbox.ts'
import { outcomeOf, queueNotice } from '../support/notices.ts'
import { insertRow } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// Notifications by mail, from the queue to the inbox.

onEither('mails of notifications', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let company: TestCompany
  let userId: number

  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    userId = (await server.user(company, { email: 'wanda@example.com' })).id
    mailbox.take()
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })

  type More = Partial<Parameters<typeof queueNotice>[1]>
  const queue = (message: string, more: More = {}) =>
    queueNotice(server, { companyId: company.id, userId, address: 'wanda@example.com', message, ...more })
  /** Queues one and returns it as it arrived. */
  const arrived = async (message: string, more: More = {}): Promise<Email> => {
    await queue(message, more)
    await server.round()
    const mails = mailbox.take()
    assert.equal(mails.length, 1)
    return mails[0]!
  }
  const header = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value

  test('a notification by mail arrives once, in the company’s name, with its text, its link, and an unsubscribe link', async () => {
    const message = 'New shift: Delivery, Mon 2026-03-09 13:00 to 17:00\nCanceled shift: Tue 2026-03-10, all day'
    const id = await queue(message, { kind: 'shift', path: '/schedule' })
    assert.deepEqual(mailbox.take(), [], 'nothing is sent before the round')
    await Promise.all([server.round(), server.round(), server.round()])
    await server.round()
    const [mail, ...more] = mailbox.take()
    assert.deepEqual(more, [])
    assert.deepEqual(mail!.from, { name: 'Northyard', address: 'no-reply@time.example.com' })
    assert.deepEqual(
      mail!.to!.map((to) => to.address),
      ['wanda@example.com'],
    )
    assert.equal(mail!.subject, 'Your schedule has changed')
    assert.match(mail!.messageId!, /^<[\d.]+@time\.example\.com>$/)
    assert.equal(header(mail!, 'auto-submitted'), 'auto-generated')
    const stop = header(mail!, 'list-unsubscribe')!
    assert.match(stop, /^<http:\/\/time\.example\.com\/unsubscribe\/[\w.-]+>$/)
    assert.equal(header(mail!, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const foot = [
      'Open the schedule: http://time.example.com/schedule',
      '',
      '-- ',
      'Northyard',
      'You are receiving this because Northyard sends you “Shifts” notifications by email.',
      'Notification settings: http://time.example.com/me',
      `Stop these emails: ${stop.slice(1, -1)}`,
    ].join('\n')
    assert.equal(mail!.text!.trim(), `${message}\n\n${foot}`)
    const plain = mail!.html!
    assert.match(plain, /<a href="http:\/\/time\.example\.com\/schedule"[^>]*>Open the schedule<\/a>/)
    assert.ok(plain.includes(`href="${stop.slice(1, -1)}"`))
    assert.match(plain, /href="http:\/\/time\.example\.com\/me"/)
    assert.match(plain, /name="color-scheme" content="light dark"/)
    assert.doesNotMatch(plain, /<script|<img|<link|url\(|@import/)
    assert.deepEqual(await outcomeOf(server, id), {
      notification: 'delivered',
      delivery: 'sent',
      attempts: 1,
      status: 250,
      error: '',
    })
    const [row] = await server.db.read.all<{ text: string }>(
      sql`select text from mails where company_id = ${company.id}`,
    )
    assert.equal(row!.text, '', 'what was sent is not kept')
  })

  const subjects: { message: string; kind?: KindName; subject: string }[] = [
    { message: 'Bring the keys\nand the van', subject: 'Bring the keys' },
    { message: '  \n\nSecond line first', subject: 'Second line first' },
    { message: 'Überstunden für Łukasz: 残業 🕐', subject: 'Überstunden für Łukasz: 残業 🕐' },
    { message: `${'word '.repeat(30)}end`, subject: `${'word '.repeat(19)}word…` },
    { message: '残'.repeat(400), subject: `${'残'.repeat(100)}…` },
    { message: 'Hi\r\nBcc: you@evil.example\r\n\r\nX', subject: 'Hi' },
    { message: 'Hi\u2028Bcc: you@evil.example', subject: 'Hi Bcc: you@evil.example' },
    { message: 'It is 8:00', kind: 'clock-in', subject: 'Time to clock in' },
  ]
  test('the subjects of mails fit on one line, in every script, and remain subjects', async () => {
    for (const { message, kind, subject } of subjects) {
      const mail = await arrived(message, kind ? { kind } : {})
      assert.equal(mail.subject, subject)
      assert.deepEqual([mail.to!.length, mail.bcc, mail.cc], [1, undefined, undefined])
      // All lines of the message are there.
      for (const line of message.split(/[\r\n\u2028]+/)) assert.ok(mail.text!.includes(line.trim()), line)
    }
  })

  test('text written by people is text, never markup or a header', async () => {
    const evil = await server.company('Evil "Corp" <x@evil.example>')
    const { id } = await server.user(evil, { email: 'bo@example.com' })
    const message = '<script>alert(1)</script>\n{link}\n\n{link}\n\n"><img src=x>'
    const mail = await arrived(message, { companyId: evil.id, userId: id, address: 'bo@example.com' })
    assert.deepEqual(mail.from, { name: 'Evil "Corp" <x@evil.example>', address: 'no-reply@time.example.com' })
    assert.doesNotMatch(mail.html!, /<script|<img|<x@/)
    assert.equal(mail.text!.split('{link}').length, 3, 'only mails written by the server have such links')
  })

  test('a company name in another script is the sender’s name', async () => {
    const name = 'Бригада «Север» 北組'
    const other = await server.company(name)
    const { id } = await server.user(other, { email: 'ola@example.com' })
    const mail = await arrived('Привет\nмир', { companyId: other.id, userId: id, address: 'ola@example.com' })
    assert.equal(mail.from!.name, name)
    assert.match(mail.text!, /^Привет\nмир\n/)
    assert.match(mail.html!, /Привет<br>\s*мир/)
  })

  const standings: { pushes: ('sent' | 'failed' | 'queued')[]; address: string; notification: string }[] = [
    { pushes: [], address: 'wanda@example.com', notification: 'delivered' },
    { pushes: ['failed'], address: 'wanda@example.com', notification: 'delivered' },
    { pushes: ['sent', 'failed'], address: 'gone@example.com', notification: 'delivered' },
    { pushes: ['failed', 'failed'], address: 'gone@example.com', notification: 'failed' },
    { pushes: [], address: 'gone@example.com', notification: 'failed' },
  ]
  test('a notification is delivered when any part of it was sent, and failed when none was', async () => {
    mailbox.unknown.add('gone@example.com')
    for (const { pushes, address, notification } of standings) {
      const id = await queue('Hello', { pushes, address })
      await server.round()
      const outcome = await outcomeOf(server, id)
      assert.equal(outcome.notification, notification, JSON.stringify({ pushes, address, outcome }))
      if (address.startsWith('gone')) assert.match(outcome.error, /no such mailbox/)
    }
  })

  test('an archived person gets no mails, and expired mails are not sent', async () => {
    const archived = await queue('Hello')
    const { id: other } = await server.user(company, { email: 'late@example.com' })
    const late = await queue('Hurry', { userId: other, address: 'late@example.com', worth: 60 })
    await server.put(company, '/users', [{ id: userId, active: false }])
    server.pass(61)
    await server.round()
    assert.deepEqual(mailbox.take(), [])
    const [first, second] = [await outcomeOf(server, archived), await outcomeOf(server, late)]
    assert.deepEqual([first.notification, first.error], ['failed', 'the person is archived'])
    assert.deepEqual([second.notification, second.error], ['failed', 'it could not be sent in time'])
  })

  test('a person who turns mails off while one is waiting does not get that one', async () => {
    const id = await queue('New shift', { kind: 'shift' })
    const choices = JSON.stringify({ kinds: { shift: { email: false } } })
    await insertRow(server, 'notification_choices', { company_id: company.id, user_id: userId, choices })
    await server.round()
    assert.deepEqual(mailbox.take(), [])
    const { notification, error } = await outcomeOf(server, id)
    assert.deepEqual([notification, error], ['failed', 'the person has unsubscribed'])
  })

  test('a process that dies while sending leaves a mail that is not sent again, and is marked so', async () => {
    const id = await queue('Hello')
    const cut = { ...server.world, mailer: { send: () => new Promise<never>(() => {}) } }
    void deliverMails(cut, server.config)
    while ((await outcomeOf(server, id)).delivery !== 'sending') await new Promise((resolve) => setImmediate(resolve))
    server.pass(299)
    await server.round()
    assert.equal((await outcomeOf(server, id)).delivery, 'sending', 'it may still be in flight')
    server.pass(2)
    await server.round()
    await server.round()
    assert.deepEqual(mailbox.take(), [])
    assert.deepEqual(await outcomeOf(server, id), {
      notification: 'failed',
      delivery: 'failed',
      attempts: 1,
      status: 0,
      error: 'the server stopped while it was being sent; it may have arrived',
    })
  })

  test('a mail server that was down gets all mails when it is back, each once', async () => {
    await mailbox.stop()
    const ids = []
    for (let count = 0; count < 5; count++) ids.push(await queue(`Number ${count}`))
    for (let minute = 0; minute < 60; minute++) {
      await server.round()
      server.pass(60)
    }
    assert.match((await outcomeOf(server, ids[0]!)).error, /ECONNREFUSED/)
    await mailbox.start()
    await server.round()
    server.pass(60)
    await server.round()
    const subjects = mailbox.take().map(({ subject }) => subject)
    assert.deepEqual(subjects.toSorted(), ['Number 0', 'Number 1', 'Number 2', 'Number 3', 'Number 4'])
    for (const id of ids) assert.equal((await outcomeOf(server, id)).notification, 'delivered')
  })

  // What each fault means: the mail is sent when the server is well again, or not sent again, because it may have arrived.
  const outcomes = {
    later: { state: 'queued', words: 'is sent later' },
    failed: { state: 'failed', words: 'is given up' },
    unknown: { state: 'failed', words: 'is not sent again' },
  }
  const faults: (Fault & { means: keyof typeof outcomes; error?: RegExp })[] = [
    { at: 'greeting', does: 'silence', means: 'later' },
    { at: 'greeting', does: 'hang up', means: 'later' },
    { at: 'greeting', does: 'HTTP/1.1 400 Bad Request', means: 'later' },
    { at: 'greeting', does: '421 too busy', means: 'later', error: /too busy/ },
    { at: 'greeting', does: '554 not you', means: 'later', error: /not you/ },
    { at: 'greeting', does: 'babble', means: 'later' },
    { at: 'EHLO', does: 'hang up', means: 'later' },
    { at: 'MAIL', does: '451 wait', means: 'later' },
    { at: 'MAIL', does: '550 wrong sender', means: 'later', error: /wrong sender/ },
    { at: 'RCPT', does: '450 greylisted', means: 'later', error: /greylisted/ },
    { at: 'RCPT', does: '550 no such mailbox', means: 'failed', error: /no such mailbox/ },
    { at: 'RCPT', does: '\u0000\u0001 what', means: 'later' },
    { at: 'DATA', does: '451 disk full', means: 'later', error: /disk full/ },
    { at: 'DATA', does: '554 no', means: 'failed' },
    { at: 'DATA', does: 'hang up', means: 'later' },
    { at: 'DATA', does: 'silence', means: 'later' },
    { at: 'body', does: '451 try again', means: 'later' },
    { at: 'body', does: '421 closing', means: 'later' },
    { at: 'body', does: '554 looks like spam', means: 'failed', error: /looks like spam/ },
    { at: 'body', does: 'hang up', means: 'unknown', error: /^no answer; it may have arrived/ },
    { at: 'body', does: 'silence', means: 'unknown', error: /^no answer; it may have arrived/ },
    { at: 'body', does: 'babble', means: 'unknown', error: /^no answer; it may have arrived/ },
    { at: 'body', does: 'certainly', means: 'unknown', error: /^no answer; it may have arrived/ },
  ]
  /** Mails that take until the timeout; the short run has one for a greeting and one for a body. */
  const isEndless = ({ does }: Fault) => does === 'silence' || does === 'babble'
  const isShort = ({ at, does }: Fault) => does === 'silence' && (at === 'greeting' || at === 'body')
  for (const fault of faults) {
    const { at, does, means, error } = fault
    const { state, words } = outcomes[means]
    const run = isEndless(fault) && !isShort(fault) ? nightly.test : test
    run(`a mail ${words} after its server answered ${at} with ${JSON.stringify(does)}`, async () => {
      const faulty = new FaultyMailServer(fault)
      const config = { ...server.config, smtpUrl: `smtp://127.0.0.1:${await faulty.start()}` }
      const mailer = await openMailer(
        config,
        server.world,
        isEndless(fault) ? { answerMs: 1000, mailMs: 2000 } : undefined,
      )
      const id = await queue('Hello')
      const log = { ...server.world.log, warn: () => {} } as typeof server.world.log
      await deliverMails({ ...server.world, log, mailer }, config).finally(() => faulty.stop())
      const outcome = await outcomeOf(server, id)
      assert.equal(outcome.delivery, state, JSON.stringify(outcome))
      assert.match(outcome.error, error ?? /./)
      assert.equal(faulty.bodies, at === 'body' ? 1 : 0)
      for (let minute = 0; minute < 3; minute++) {
        server.pass(60)
        await server.round()
      }
      assert.equal(mailbox.take().length, means === 'later' ? 1 : 0)
      assert.equal((await outcomeOf(server, id)).notification, means === 'later' ? 'delivered' : 'failed')
    })
  }

  test('an address that has to wait does not delay mails to others', async () => {
    const faulty = new FaultyMailServer({ at: 'RCPT', does: '450 greylisted' })
    const config = { ...server.config, smtpUrl: `smtp://127.0.0.1:${await faulty.start()}` }
    const mailer = await openMailer(config, server.world)
    const ids = [await queue('One'), await queue('Two')]
    await deliverMails({ ...server.world, mailer }, config).finally(() => faulty.stop())
    for (const id of ids) assert.equal((await outcomeOf(server, id)).attempts, 1)
  })

  test('expired mails are given up even without a mail server', async () => {
    const id = await queue('Hello', { worth: 60 })
    const world = { ...server.world, mailer: undefined }
    await deliverMails(world, server.config)
    assert.equal((await outcomeOf(server, id)).delivery, 'queued')
    server.pass(61)
    await deliverMails(world, server.config)
    assert.equal((await outcomeOf(server, id)).notification, 'failed')
  })
})
