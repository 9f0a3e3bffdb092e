import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { checkAudit } from '../../src/audit/check.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { sendDueReports } from '../../src/jobs/saved_reports.ts'
import { claimMail } from '../../src/notifications/mails.ts'
import { anonymize } from '../../src/people_data/anonymize.ts'
import { rowsOf } from '../exports/exporting.ts'
import { Mailbox } from '../support/mailbox.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

const day = 86_400

onEither('saved reports', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let ada: TestCompany
  let crew = 0
  let [manager, worker]: { id: number; token: string }[] = []
  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })
  beforeEach(async () => {
    ada = await server.company()
    crew = (await server.createOne(ada, 'groups', { name: 'Crew' })).id
    manager = await server.user(ada, { first_name: 'Mia', email: 'mia@example.com' })
    worker = await server.user(ada, { first_name: 'Bo', last_name: 'Berg', group_id: crew, email: 'bo@example.com' })
    await server.put(ada, '/groups', [{ id: crew, manager_ids: String(manager.id) }])
    await ask(server, ada, 'PUT', '/pay', { data: [{ user_id: worker.id, pay_rate: 20, pay_interval: 'hour' }] })
    const manual = { type: 'manual', jobcode_id: 0, date: '2026-02-24' }
    await server.post(ada, '/timesheets', [
      { ...manual, user_id: worker.id, duration: 8 * 3600 },
      { ...manual, user_id: ada.adminId, duration: 3600 },
    ])
    await server.put(ada, '/users', [{ id: ada.adminId, email: 'ada@example.com' }])
    await prove(ada.adminId, manager.id, worker.id)
    await server.round()
    mailbox.take()
  })

  /** As if these people had opened a link that was sent to their address. */
  const prove = (...ids: number[]) =>
    runStatements(
      server,
      `update users set email_vouched_by = 'mail' where company_id = ${ada.id} and id in (${ids.join()})`,
    )
  /** To whom reports were handed over, as the audit tells. */
  const handedOver = async () => {
    const rows = await server.db.read.all<{ details: string }>(
      sql`select details from audit_lines where company_id = ${ada.id} and event = 'report sent' order by sequence`,
    )
    return rows.flatMap(({ details }) => JSON.parse(details).recipients).sort((a, b) => a - b)
  }
  const report = { name: 'Last week', search: 'range=last-week&by=person', shared: false, schedule: null }
  const weekly = { every: 'weekly', weekday: 2, hour: 7, format: 'csv', user_ids: [] as number[] }
  const save = async (who: { token: string }, more: Values = {}, status = 200) => {
    const told = await ask(server, who, 'POST', '/saved_reports', { ...report, ...more })
    assert.equal(told.status, status, JSON.stringify(told.body))
    return told.body
  }
  const seen = async (who: { token: string }): Promise<string[]> =>
    (await ask(server, who, 'GET', '/saved_reports')).body.reports.map(({ name }: Values) => name)
  /** Sends what is due, and gives what arrived: to whom, and the people in the file. */
  const arrived = async () => {
    await Promise.all([server.round(), server.round()])
    await server.round()
    return mailbox
      .take()
      .map((mail) => {
        const [file] = mail.attachments
        const rows = rowsOf(Buffer.from(file!.content as ArrayBuffer).toString())
        return { to: mail.to![0]!.address, mail, file: file!.filename, people: rows.map(({ Person }) => Person), rows }
      })
      .sort((a, b) => (a.to! < b.to! ? -1 : 1))
  }

  test('a saved report is private or shared with users who see other people’s time; its owner and administrators change it', async () => {
    const own = await save(ada)
    const shared = await save(manager!, { name: 'Crew', shared: true })
    await save(worker!, { name: 'Mine' })
    assert.deepEqual(await seen(ada), ['Crew', 'Last week'])
    assert.deepEqual(await seen(manager!), ['Crew'])
    assert.deepEqual(await seen(worker!), ['Mine'])
    assert.deepEqual([own.may_change, own.user_id, own.search], [true, ada.adminId, report.search])
    await save(worker!, { shared: true }, 403)
    await save(worker!, { schedule: { ...weekly, user_ids: [worker!.id] } }, 403)
    const put = (who: { token: string }, id: number, name: string) =>
      ask(server, who, 'PUT', `/saved_reports/${id}`, { ...report, name, shared: true })
    assert.equal((await put(manager!, own.id, 'Taken')).status, 404)
    assert.equal((await put(worker!, shared.id, 'Taken')).status, 404)
    assert.equal((await put(ada, shared.id, 'Our crew')).body.name, 'Our crew')
    assert.deepEqual(await seen(manager!), ['Our crew'])
    await put(ada, own.id, 'All')
    assert.equal((await put(manager!, own.id, 'Taken')).status, 403)
    assert.equal((await ask(server, manager!, 'DELETE', `/saved_reports/${own.id}`)).status, 403)
    assert.equal((await ask(server, manager!, 'DELETE', `/saved_reports/${shared.id}`)).status, 200)
    assert.deepEqual(await seen(ada), ['All'])
  })

  test('a scheduled report arrives once at its hour, with what each person may see, and not for a week without time', async () => {
    const user_ids = [ada.adminId, manager!.id]
    const saved = await save(ada, { shared: true, schedule: { ...weekly, user_ids } })
    assert.equal(saved.next, '2026-03-03T14:00:00+00:00')
    assert.deepEqual(await arrived(), [])
    server.pass(day)
    const [first, second, ...more] = await arrived()
    assert.deepEqual(more, [])
    assert.deepEqual([first!.to, second!.to], ['ada@example.com', 'mia@example.com'])
    assert.equal(first!.file, 'hours-2026-02-22-to-2026-02-28.csv')
    assert.ok(first!.people.includes('Bo Berg') && first!.people.length === 3, 'two people and the total')
    assert.deepEqual(second!.people, ['Bo Berg', 'Total'])
    assert.deepEqual(
      [first!, second!].map(({ rows }) => 'Cost' in rows[0]!),
      [true, false],
      'money only for administrators',
    )
    assert.equal(first!.mail.subject, 'Last week: 2026-02-22 to 2026-02-28')
    assert.match(
      first!.mail.text!,
      /Open the report: http:\/\/time\.example\.com\/reports\/hours\?range=last-week&by=person/,
    )
    assert.deepEqual(await handedOver(), user_ids)
    assert.deepEqual(await arrived(), [], 'once')
    server.pass(7 * day)
    const later = await arrived()
    assert.deepEqual(later, [], 'there is no time in the week after')
    const [{ next }] = (await ask(server, ada, 'GET', '/saved_reports')).body.reports
    assert.equal(next, '2026-03-17T13:00:00+00:00')
    server.pass(-8 * day)
  })

  test('a scheduled report is not sent to people who lost the right to see it', async () => {
    const user_ids = [ada.adminId, manager!.id, worker!.id]
    await save(manager!, { shared: true, schedule: { ...weekly, user_ids } })
    server.pass(day)
    assert.deepEqual(
      (await arrived()).map(({ to }) => to),
      ['ada@example.com', 'mia@example.com'],
    )
    assert.deepEqual(await handedOver(), [ada.adminId, manager!.id], 'the audit names no one who got nothing')
    const notes = await server.db.read.all<{ message: string }>(
      sql`select message from notifications where company_id = ${ada.id} and user_id = ${manager!.id}`,
    )
    assert.deepEqual(
      notes.map(({ message }) => message),
      ['The report “Last week” does not reach Bo Berg: they have no email address, or may not see it.'],
    )
    await server.put(ada, '/groups', [{ id: crew, manager_ids: '' }])
    await server.post(ada, '/timesheets', [
      { type: 'manual', jobcode_id: 0, date: '2026-03-02', user_id: worker!.id, duration: 3600 },
    ])
    server.pass(7 * day)
    assert.deepEqual(
      (await arrived()).map(({ to }) => to),
      ['ada@example.com'],
    )
    server.pass(-8 * day)
  })

  test('a report goes as a link that asks for signing in to an address that is not proved to be the person’s', async () => {
    await save(ada, { shared: true, schedule: { ...weekly, user_ids: [ada.adminId, manager!.id] } })
    await server.put(manager!, '/users', [{ id: manager!.id, email: 'elsewhere@evil.example' }])
    await server.round()
    mailbox.take()
    server.pass(day)
    await server.round()
    await server.round()
    const mails = mailbox.take().sort((a, b) => (a.to![0]!.address! < b.to![0]!.address! ? -1 : 1))
    assert.deepEqual(
      mails.map(({ to, attachments }) => [to![0]!.address, attachments.length]),
      [
        ['ada@example.com', 1],
        ['elsewhere@evil.example', 0],
      ],
    )
    assert.match(mails[1]!.text!, /is ready\. Sign in to see it\./)
    assert.match(mails[1]!.text!, /Open the report: http:\/\/time\.example\.com\/reports\/hours\?range=last-week/)
    assert.deepEqual(await handedOver(), [ada.adminId])
    server.pass(-day)
  })

  test('a scheduled report reaches no archived people, and arrives neither after it is deleted nor twice', async () => {
    const gone = await save(ada, { name: 'Gone', schedule: { ...weekly, user_ids: [ada.adminId] } })
    await ask(server, ada, 'DELETE', `/saved_reports/${gone.id}`)
    await save(ada, { shared: true, schedule: { ...weekly, user_ids: [manager!.id] } })
    await server.put(ada, '/users', [{ id: manager!.id, active: false }])
    await save(ada, { name: 'Cut', schedule: { ...weekly, user_ids: [ada.adminId] } })
    server.pass(day)
    await sendDueReports(server.world)
    // A process claims it and is gone; whether it has sent it is not known.
    const [queued] = await server.db.read.all<{ id: number; due: number }>(
      sql`select id, due from mails where company_id = ${ada.id} and subject like 'Cut%'`,
    )
    const claim = { companyId: ada.id, id: Number(queued!.id), due: Number(queued!.due), hash: '', judged: server.now }
    assert.ok(await server.db.write(claimMail, claim, server.now))
    server.pass(301)
    assert.deepEqual(await arrived(), [])
    const [mail] = await server.db.read.all<{ state: string; error: string }>(
      sql`select state, error from mails where company_id = ${ada.id} and subject like 'Cut%'`,
    )
    assert.equal(mail!.state, 'failed')
    server.pass(-day - 301)
  })

  test('the audit of a sent report loses its name with the person who chose it, or whom it names', async () => {
    await server.put(ada, '/users', [{ id: manager!.id, email: 'mia@example.com' }])
    const schedule = { ...weekly, user_ids: [ada.adminId] }
    await save(ada, { name: 'The week of Bo Berg', shared: true, schedule })
    await save(manager!, { name: 'What Mia wants to know', shared: true, schedule })
    server.pass(day)
    assert.equal((await arrived()).length, 2)
    const lines = () =>
      server.db.read.all<{ details: string; personal: string; user_id: number }>(
        sql`select details, personal, user_id from audit_lines where company_id = ${ada.id} and record_type = 'saved_reports'`,
      )
    const sentences = async () =>
      (await ask(server, ada, 'GET', '/audit?kind=exports')).body.lines.map(({ sentence }: Values) => sentence)
    const told = (await sentences()).filter((sentence: string) => sentence.includes('was sent by email'))
    assert.equal(told.length, 2)
    for (const { details } of await lines()) assert.ok(!/Berg|Mia/.test(details), details)
    const forget = async (userId: number) => {
      await server.put(ada, '/users', [{ id: userId, active: false }])
      const author = { userId: ada.adminId, application: '' }
      await server.db.write(anonymize, { companyId: ada.id, userId, author }, server.now)
    }
    const named = async () => (await lines()).map(({ personal }) => JSON.parse(personal || '{}').name ?? '').sort()
    assert.deepEqual(await named(), [
      ...['The week of Bo Berg', 'The week of Bo Berg', 'What Mia wants to know', 'What Mia wants to know'],
    ])
    await forget(worker!.id)
    assert.deepEqual(await named(), ['', '', 'What Mia wants to know', 'What Mia wants to know'])
    await forget(manager!.id)
    assert.deepEqual(await named(), ['', '', '', ''])
    assert.equal((await checkAudit(server.db.read, ada.id)).problem, undefined)
  })

  test('an invalid saved report is refused by name', async () => {
    const table: [Values, RegExp][] = [
      [{ name: '' }, /^name/],
      [{ schedule: { ...weekly, user_ids: [] } }, /^schedule/],
      [
        { schedule: { ...weekly, user_ids: [manager!.id] } },
        /^schedule\.user_ids: a private report is sent to its owner only/,
      ],
      [{ schedule: { ...weekly, user_ids: [999_999] } }, /^schedule\.user_ids: there is no active user 999999/],
      [{ schedule: { ...weekly, hour: 24, user_ids: [ada.adminId] } }, /^schedule/],
      [{ schedule: { ...weekly, every: 'hourly', user_ids: [ada.adminId] } }, /^schedule/],
    ]
    for (const [more, message] of table)
      assert.match((await save(ada, more, 417)).error.message.replace(/^Expectation Failed: /, ''), message)
  })
})
