import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

// Today is Monday, 2026-03-02.
const tuesdayToSaturday = ['tue', 'wed', 'thu', 'fri', 'sat'].map((day) => ({ day, hours: 8 }))
const twoDays = ['tue', 'thu'].map((day) => ({ day, hours: 4 }))

onEither('the working pattern', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let group: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    group = (await server.createOne(ada, 'groups', { name: 'Crew' })).id
    worker = await server.user(ada, { group_id: group })
  })

  const put = (body: Values, who: { token: string } = ada) => ask(server, who, 'PUT', '/working_pattern', body)
  const ok = async (body: Values) => {
    const { status, body: answer } = await put(body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer
  }
  const shown = async (query = '') => (await ask(server, ada, 'GET', `/working_pattern${query}`)).body
  /** Hours by date. */
  const expected = async (start_date: string, end_date: string, who: { token: string } = worker) => {
    const query = `user_id=${worker.id}&start_date=${start_date}&end_date=${end_date}`
    const { status, body } = await ask(server, who, 'GET', `/expected_hours?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.days.map(({ date, seconds }: Values) => [date, Number(seconds) / 3600])
  }
  const publish = async (date: string, from: string, to: string) => {
    const calendar = (await server.list(ada, 'schedule_calendars'))[0]!.id
    await server.createOne(ada, 'schedule_events', {
      ...{
        schedule_calendar_id: calendar,
        assigned_user_ids: [String(worker.id)],
        draft: false,
        timezone: 'America/Denver',
      },
      ...{ start: `${date}T${from}:00-06:00`, end: `${date}T${to}:00-06:00` },
    })
  }

  test('the pattern of a company that has chosen nothing is Monday to Friday for 8 hours in each person’s zone', async () => {
    const { patterns, zone, full_time_share, today } = await shown()
    assert.deepEqual([patterns, zone, full_time_share], [[], null, null])
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({ day, hours: 8 }))
    const usual = { zone: 'America/Denver', workday_start: 0, week_start: 0, full_time_share: 100 }
    assert.deepEqual(today, { days, ...usual })
    assert.deepEqual((await ask(server, worker, 'GET', '/start')).body.working_pattern, { days, ...usual })
  })

  test('the pattern is the person’s, otherwise the group’s, otherwise the company’s, each part by itself', async () => {
    await ok({ days: tuesdayToSaturday, full_time_share: 90 })
    await ok({ for: 'group', id: group, full_time_share: 50, zone: 'Pacific/Honolulu' })
    const own = await ok({ for: 'user', id: worker.id, days: twoDays })
    assert.deepEqual(own.patterns, [{ from: null, days: twoDays }])
    assert.deepEqual([own.today.days, own.today.full_time_share, own.today.zone], [twoDays, 50, 'Pacific/Honolulu'])
    const back = await ok({ for: 'user', id: worker.id, days: null })
    assert.deepEqual([back.patterns, back.today.days], [[], tuesdayToSaturday])
  })

  test('the pattern applies from its dates, and the level above in between', async () => {
    await ok({ days: tuesdayToSaturday })
    const patterns = [
      { from: '2026-03-08', to: '2026-03-14', days: twoDays },
      { from: '2026-03-22', days: [{ day: 'sun', hours: 6, unpaid_break_minutes: 30 }] },
    ]
    const answer = await ok({ for: 'user', id: worker.id, patterns })
    assert.deepEqual(answer.patterns, patterns)
    assert.deepEqual(await expected('2026-03-07', '2026-03-29'), [
      ['2026-03-07', 8],
      ...[10, 12].map((day) => [`2026-03-${day}`, 4]),
      ...[17, 18, 19, 20, 21].map((day) => [`2026-03-${day}`, 8]),
      ...[22, 29].map((day) => [`2026-03-${day}`, 6]),
    ])
    assert.deepEqual((await ok({ for: 'user', id: worker.id, patterns: [] })).patterns, [])
  })

  test('the pattern of approved time changes only if the request asks for that', async () => {
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-03-01' }])
    const later = await ok({ days: tuesdayToSaturday })
    assert.deepEqual(later.patterns, [{ from: '2026-03-08', days: tuesdayToSaturday }])
    const patterns = [{ from: '2026-02-20', days: twoDays }]
    const refused = await put({ patterns })
    assert.deepEqual([refused.status, refused.body.error.reason?.code], [417, 'settings_change_approved_time'])
    assert.deepEqual((await ok({ patterns, alters_approved: true })).patterns, patterns)
  })

  describe('a pattern is refused', () => {
    const day = (more: Values) => ({ days: [{ day: 'mon', hours: 8, ...more }] })
    const cases: [string, Values, string][] = [
      ['without days', { days: [] }, 'pattern_without_days'],
      ['with a day that is none', day({ day: 'someday' }), 'pattern_day_unknown'],
      ['with a day twice', { days: [...twoDays, ...twoDays] }, 'pattern_day_twice'],
      ['with no hours', day({ hours: 0 }), 'pattern_hours_malformed'],
      ['with hours beyond 24', day({ hours: 25 }), 'pattern_day_too_long'],
      ['with a break longer than the day', day({ unpaid_break_minutes: 500 }), 'pattern_break_too_long'],
      ['in an unknown zone', { zone: 'America/Denvr' }, 'pattern_zone_unknown'],
      ['for more than full time', { full_time_share: 120 }, 'full_time_share_malformed'],
      ['with days and patterns', { days: twoDays, patterns: [] }, 'pattern_days_twice'],
      [
        'if two apply on one date',
        {
          patterns: [
            { from: null, to: '2026-04-01', days: twoDays },
            { from: '2026-04-01', days: twoDays },
          ],
        },
        'patterns_overlap',
      ],
      [
        'if two begin on one day',
        {
          patterns: [
            { from: null, days: twoDays },
            { from: null, days: twoDays },
          ],
        },
        'patterns_overlap',
      ],
      [
        'if it ends before it begins',
        { patterns: [{ from: '2026-04-02', to: '2026-04-01', days: twoDays }] },
        'pattern_ends_before_it_starts',
      ],
      ['with a date that is none', { patterns: [{ from: '2026-02-30', days: twoDays }] }, 'pattern_date_malformed'],
      ['from a date that is none', { days: twoDays, from: '2026-02-30' }, 'date_or_null_malformed'],
    ]
    for (const [what, body, code] of cases)
      test(`a pattern is refused ${what}`, async () => {
        const { status, body: answer } = await put(body)
        assert.deepEqual([status, answer.error.reason?.code], [417, code], JSON.stringify(answer))
        assert.deepEqual((await shown()).patterns, [])
      })

    test('a pattern is refused for people who are not there, and from people who are no administrators', async () => {
      assert.equal((await put({ for: 'user', id: 1e9, days: twoDays })).status, 404)
      assert.equal((await put({ days: twoDays }, worker)).status, 403)
      const query = '/expected_hours?start_date=2026-03-01&end_date=2026-03-07'
      assert.equal((await ask(server, worker, 'GET', `${query}&user_id=${ada.adminId}`)).status, 404)
      assert.equal(
        (await ask(server, worker, 'GET', '/expected_hours?start_date=2026-03-07&end_date=2026-03-01')).status,
        417,
      )
    })
  })

  describe('time off from Sunday to Saturday', () => {
    const week = ['2026-03-08', '2026-03-14'] as const
    test('a week off is 5 days of 8 hours with shifts from Tuesday to Saturday', async () => {
      for (const day of [10, 11, 12, 13, 14]) await publish(`2026-03-${day}`, '10:00', '18:00')
      assert.deepEqual(
        await expected(...week),
        [10, 11, 12, 13, 14].map((day) => [`2026-03-${day}`, 8]),
      )
    })
    test('a week off is 2 days of 4 hours with shifts on Tuesday and Thursday', async () => {
      for (const day of [10, 12]) await publish(`2026-03-${day}`, '10:00', '14:00')
      const days = [10, 12].map((day) => [`2026-03-${day}`, 4])
      assert.deepEqual(await expected(...week), days)
      assert.deepEqual(await expected('2026-03-09', '2026-03-11'), days.slice(0, 1), 'also of a part of the week')
      assert.equal((await expected('2026-03-15', '2026-03-21')).length, 5, 'the next week goes by the pattern')
    })
    test('a week off is that of the pattern without shifts, for administrators, too', async () => {
      await ok({ for: 'user', id: worker.id, days: twoDays })
      assert.deepEqual(
        await expected(...week, ada),
        [10, 12].map((day) => [`2026-03-${day}`, 4]),
      )
    })
  })

  test('hours are counted as days of the person', async () => {
    await ok({
      for: 'user',
      id: worker.id,
      days: [
        { day: 'tue', hours: 4 },
        { day: 'thu', hours: 6 },
      ],
    })
    const { body } = await ask(server, ada, 'GET', '/usual_days')
    assert.deepEqual(body, { seconds: 8 * 3600, people: [{ user_id: worker.id, seconds: 5 * 3600 }] })
    const own = await ask(server, worker, 'GET', '/usual_days')
    assert.deepEqual(own.body.people, [{ user_id: worker.id, seconds: 5 * 3600 }])
  })

  test('the pattern decides how much holiday pay a part-timer gets', async () => {
    const other = await server.user(ada)
    const vacation = (await server.createOne(ada, 'jobcodes', { name: 'Holiday', type: 'pto', assigned_to_all: true }))
      .id
    await ok({
      for: 'user',
      id: worker.id,
      days: [
        { day: 'tue', hours: 4.5 },
        { day: 'sat', hours: 3 },
      ],
    })
    const pay = { jobcode_id: vacation, seconds: 8 * 3600, weekends: false }
    const { body } = await ask(server, ada, 'POST', '/holiday_calendars', { name: 'All', is_default: true, pay })
    const holidays = ['2026-03-03', '2026-03-04', '2026-03-07'].map((date) => ({ date, name: date }))
    await ask(server, ada, 'POST', `/holiday_calendars/${body.calendar.id}/holidays`, { holidays })
    server.pass(6 * 86_400)
    await server.round()
    ada.token = await server.token(ada.id, ada.adminId)
    const granted = async (id: number) =>
      (await server.list(ada, 'timesheets', `?user_ids=${id}&start_date=2026-03-01&end_date=2026-03-08`))
        .map(({ date, duration }) => [date, Number(duration) / 3600])
        .sort()
    assert.deepEqual(await granted(worker.id), [
      ['2026-03-03', 4.5],
      ['2026-03-07', 3],
    ])
    assert.deepEqual(await granted(other.id), [
      ['2026-03-03', 8],
      ['2026-03-04', 8],
    ])
  })

  test('changes of the pattern are in the audit with what was before', async () => {
    await ok({ days: twoDays })
    await ok({
      patterns: [
        { from: null, to: '2026-02-28', days: tuesdayToSaturday },
        { from: '2026-03-01', days: twoDays },
      ],
    })
    const { body } = await ask(server, ada, 'GET', '/audit?kind=settings')
    const lines = JSON.stringify(body)
    assert.match(lines, /working_pattern/)
    assert.match(lines, /"sat"/, 'also those of earlier dates')
  })
})
