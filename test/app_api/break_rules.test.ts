import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { addDays, localDate } from '../../src/rules/time/calendar.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('meal and rest breaks', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let groupId: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    groupId = (await server.createOne(ada, 'groups', { name: 'Crew' })).id
    worker = await server.user(ada, { group_id: groupId })
  })

  const choose = async (body: object) => {
    const told = await ask(server, ada, 'PUT', '/break_rules', body)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    return told.body
  }
  const meal = async (): Promise<number> =>
    (await ask(server, ada, 'POST', '/breaks', { name: 'Meal', type: 'unpaid_break' })).body.id
  const punch = (date: string, from: string, to: string, jobcode_id = 0) =>
    server.createOne(ada, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id, type: 'regular' },
      ...{ start: `${date}T${from}:00-07:00`, end: `${date}T${to}:00-07:00` },
    })
  const issues = async (): Promise<string[]> => {
    const query = 'start_date=2026-02-16&end_date=2026-02-22'
    const { body } = await ask(server, ada, 'GET', `/approvals?${query}`)
    const { exceptions } = body.people.find(({ user_id }: Values) => user_id === worker.id)
    return exceptions.map(({ date, words }: Values) => `${date} ${words}`)
  }

  test('a meal break that was missed, late or short is an exception in approvals', async () => {
    const break_id = await meal()
    await punch('2026-02-16', '08:00', '13:30')
    await punch('2026-02-17', '08:00', '13:30')
    await punch('2026-02-17', '13:30', '14:00', break_id)
    await punch('2026-02-17', '14:00', '16:00')
    await punch('2026-02-18', '08:00', '12:00')
    await punch('2026-02-18', '12:00', '12:20', break_id)
    await punch('2026-02-18', '12:20', '16:00')
    await punch('2026-02-19', '08:00', '12:00')
    await punch('2026-02-19', '12:30', '16:00')
    await punch('2026-02-20', '08:00', '12:00')
    assert.deepEqual(await issues(), [], 'by default none are due')
    await choose({ rules: 'california_meals' })
    assert.deepEqual(await issues(), [
      '2026-02-16 No meal break of 30 minutes in 5 hours 30 minutes of work; one was due within 5 hours',
      '2026-02-17 The meal break began after 5 hours 30 minutes of work; it was due within 5 hours',
      '2026-02-18 A meal break of 20 minutes after 4 hours of work; 30 minutes were due',
    ])
    await server.put(ada, '/users', [{ id: worker.id, exempt: true }])
    assert.deepEqual(await issues(), [], 'none are due to people who are exempt')
  })

  test('two meal breaks due in one long shift are two exceptions that name which one each is about', async () => {
    const break_id = await meal()
    await punch('2026-02-16', '08:00', '19:00')
    await punch('2026-02-17', '08:00', '12:00')
    await punch('2026-02-17', '12:00', '12:20', break_id)
    await punch('2026-02-17', '12:20', '17:00')
    await punch('2026-02-17', '17:00', '17:20', break_id)
    await punch('2026-02-17', '17:20', '20:00')
    await choose({ rules: 'california_meals' })
    assert.deepEqual(await issues(), [
      '2026-02-16 No meal break of 30 minutes in 11 hours of work; one was due within 5 hours',
      '2026-02-16 No meal break of 30 minutes in 11 hours of work; one was due within 10 hours',
      '2026-02-17 A meal break of 20 minutes after 4 hours of work; 30 minutes were due',
      '2026-02-17 A meal break of 20 minutes after 8 hours 40 minutes of work; 30 minutes were due',
    ])
    const asks = { name: 'lunch', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 6 }
    await choose({ rules: [asks] })
    const [first] = await issues()
    assert.equal(first, '2026-02-16 No meal break of 30 minutes in 11 hours of work; one was due after 6 hours')
  })

  test('break rules are chosen for the company, a group and a user; the narrowest choice counts', async () => {
    await punch('2026-02-16', '08:00', '13:30')
    const own = { name: 'tea', kind: 'rest', minutes: 15, pay: 'any', after_hours: 2, every_hours: 2 }
    await choose({ rules: 'california_meals' })
    await choose({ for: 'group', id: groupId, rules: 'eu' })
    assert.deepEqual(await issues(), [])
    const saved = await choose({ for: 'user', id: worker.id, rules: [own], premium: false })
    assert.deepEqual(saved, { for: 'user', id: worker.id, rules: [own], premium: false })
    assert.deepEqual(await issues(), ['2026-02-16 0 of 3 rest breaks of 15 minutes taken'])
    assert.equal((await choose({ for: 'user', id: worker.id, rules: null })).rules, null)
    assert.deepEqual(await issues(), [])
    const { body } = await ask(server, ada, 'GET', `/break_rules?for=group&id=${groupId}`)
    assert.deepEqual([body.rules, body.premium, body.presets.none], ['eu', null, []])
  })

  test('breaks that were not provided are paid with an hour a day where the company wants that', async () => {
    for (const date of ['2026-02-16', '2026-02-17', '2026-02-22']) {
      await punch(date, '08:00', '13:30')
      await punch(date, '14:30', '19:30')
    }
    const premium = async (): Promise<unknown> => {
      const data = { start_date: '2026-02-16', end_date: '2026-02-21', user_ids: worker.id }
      const { body } = await server.call(ada.token, 'POST', '/reports/payroll', { data })
      return body.results.payroll_report[worker.id].break_premium_seconds
    }
    await choose({ rules: 'california' })
    assert.equal(await premium(), undefined)
    await choose({ premium: true })
    assert.deepEqual(await premium(), { meal: 7200, rest: 7200 })
    await choose({ for: 'user', id: worker.id, rules: 'california_meals' })
    assert.deepEqual(await premium(), { meal: 7200, rest: 0 })
    await choose({ for: 'user', id: worker.id, premium: false })
    assert.equal(await premium(), undefined)
  })

  test('a change of break rules shows what it would alter in the running pay period before it is saved', async () => {
    const rate = { user_id: worker.id, jobcode_id: 0, from: null, rate: 20 }
    assert.equal((await ask(server, ada, 'POST', '/pay_rates', rate)).status, 200)
    const today = localDate(server.now, 'America/Denver')
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: 0, type: 'regular' },
      ...{ start: `${addDays(today, -1)}T08:00:00-07:00`, end: `${addDays(today, -1)}T14:00:00-07:00` },
    })
    const preview = async (body: object) => (await ask(server, ada, 'POST', '/break_rules/preview', body)).body
    const plain = { regular: 6 * 3600, overtime: {}, gross_cents: 12000 }
    const paid = { ...plain, break_premium: 3600, gross_cents: 14000 }
    const shown = await preview({ rules: 'california_meals', premium: true })
    assert.deepEqual([shown.from, shown.altered_to], [null, null])
    assert.deepEqual(
      shown.people.map(({ user_id, before, after }: Values) => [user_id, before, after]),
      [[worker.id, plain, paid]],
    )
    assert.deepEqual((await preview({ rules: 'california_meals' })).people, [], 'issues alone change no pay')
    assert.deepEqual((await ask(server, ada, 'GET', '/break_rules')).body.rules, null, 'nothing is saved')
    await choose({ rules: 'california_meals', premium: true })
    const fewer = await preview({ for: 'group', id: groupId, premium: false })
    assert.deepEqual([fewer.people[0].before, fewer.people[0].after], [paid, plain])
    await server.put(ada, '/users', [{ id: worker.id, approved_to: today }])
    const early = await ask(server, ada, 'POST', '/break_rules/preview', { premium: false, from: null })
    assert.match(early.body.error.message, /must be after .*alters_approved/)
    assert.equal((await preview({ premium: false, from: null, alters_approved: true })).altered_to, today)
    assert.match((await preview({ rules: 'texas' })).error.message, /^Expectation Failed: rules: /)
  })

  test('people are asked about missed breaks at clock-out, and the answer is kept with the entry', async () => {
    const due = async () => (await ask(server, worker, 'GET', '/due_breaks')).body
    const answerBreak = async (timesheet_id: number, answer: string, rule = 'meal', who = worker) =>
      ask(server, who, 'POST', '/break_answers', { timesheet_id, answers: [{ rule, answer }] })
    await choose({ rules: 'california', premium: true })
    assert.deepEqual(await due(), { timesheet_id: null, breaks: [] })
    const start = new Date(server.now / 1000).toISOString()
    const running = await server.createOne(worker, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: 0, type: 'regular', start, end: '' },
    })
    server.pass(3 * 3600)
    assert.deepEqual(await due(), { timesheet_id: running.id, breaks: [] })
    server.pass(3 * 3600)
    assert.deepEqual(await due(), {
      timesheet_id: running.id,
      breaks: [
        {
          ...{ rule: 'meal', kind: 'meal', answer: null, waivable: true },
          words: 'No meal break of 30 minutes in 6 hours of work; one was due within 5 hours',
        },
        {
          ...{ rule: 'rest', kind: 'rest', answer: null, waivable: true },
          words: '0 of 1 rest breaks of 10 minutes taken',
        },
      ],
    })
    assert.equal((await answerBreak(running.id, 'prevented')).status, 200)
    assert.equal((await answerBreak(running.id, 'taken', 'rest')).status, 200)
    assert.deepEqual(
      (await due()).breaks.map(({ rule, answer }: Values) => [rule, answer]),
      [['meal', 'prevented']],
    )
    const query = 'start_date=2026-03-01&end_date=2026-03-07'
    const seen = async (): Promise<unknown> => {
      const { body } = await ask(server, ada, 'GET', `/approvals?${query}`)
      const { exceptions } = body.people.find(({ user_id }: Values) => user_id === worker.id)
      return exceptions.map(({ words }: Values) => words)
    }
    await server.put(worker, '/timesheets', [{ id: running.id, end: new Date(server.now / 1000).toISOString() }])
    assert.deepEqual(await seen(), [
      'No meal break of 30 minutes in 6 hours of work; one was due within 5 hours. They said they could not take it',
    ])
    const data = { start_date: '2026-03-01', end_date: '2026-03-07', user_ids: worker.id }
    const premium = async (): Promise<unknown> => {
      const { body } = await server.call(ada.token, 'POST', '/reports/payroll', { data })
      return body.results.payroll_report[worker.id].break_premium_seconds
    }
    assert.deepEqual(await premium(), { meal: 3600, rest: 0 })
    await answerBreak(running.id, 'waived')
    assert.deepEqual([await seen(), await premium()], [[], { meal: 0, rest: 0 }])

    assert.equal((await answerBreak(running.id, 'waived', 'meal', ada as never)).status, 404)
    assert.equal((await answerBreak(running.id, 'forgotten')).status, 417)
    const unknown = await answerBreak(running.id, 'taken', 'siesta')
    assert.equal(unknown.body.error?.message, 'Expectation Failed: answers: no break rule for you is called siesta')
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-03-02' }])
    assert.match((await answerBreak(running.id, 'taken')).body.error.message, /your time up to 2026-03-02 is approved/)

    const recordedAnswers = async () => {
      const { body } = await ask(server, ada, 'GET', `/timesheet_history?timesheet_id=${running.id}`)
      return body.entries.flatMap(({ origin, who }: Values) => (origin ? [[origin, who.user_id]] : [])).reverse()
    }
    const answers = ['about breaks: meal prevented', 'about breaks: rest taken', 'about breaks: meal waived']
    assert.deepEqual(
      await recordedAnswers(),
      answers.map((answer) => [answer, worker.id]),
    )
    const kept = async () =>
      server.db.read.all(
        sql`select rule from break_answers where company_id = ${ada.id} and timesheet_id = ${running.id}`,
      )
    assert.equal((await kept()).length, 2)
    assert.equal((await server.delete(ada, `/timesheets?ids=${running.id}&reason=Entered%20twice`)).status, 200)
    assert.deepEqual(await kept(), [], 'they go away with their entry')
    assert.equal((await recordedAnswers()).length, 3, 'and stay in its history')
    server.pass(-6 * 3600)
  })

  test('invalid break rules are refused by name', async () => {
    const rule = { name: 'tea', kind: 'rest', minutes: 15, pay: 'any', after_hours: 2 }
    for (const [body, message] of [
      [{ rules: 'texas' }, /^rules: break rules must be none, california/],
      [{ rules: [rule, rule] }, /^rules: there are two rules called tea/],
      [{ rules: [rule, { ...rule, name: 'long', minutes: 20 }] }, /^rules: rules tea and long contradict each other/],
      [{ rules: [{ ...rule, by_hours: 30 }] }, /^rules: rule 1: by_hours must be a number from 0 to 24/],
      [{ rules: [{ ...rule, by_hours: 2, every_hours: 4 }] }, /every_hours cannot be combined/],
      [{ premium: 'yes' }, /premium/],
      [{ for: 'group' }, /^id: required/],
    ] as const) {
      const told = await ask(server, ada, 'PUT', '/break_rules', body)
      assert.equal(told.status, 417, JSON.stringify(told.body))
      assert.match(told.body.error.message.replace('Expectation Failed: ', ''), message)
    }
    assert.equal((await ask(server, worker, 'GET', '/break_rules')).status, 403)
  })
})
