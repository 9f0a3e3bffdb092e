import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { addDays } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Days, weeks, hours of the clock and holidays are those of the zone in which a person works, unless the group or the
// company fix one for everybody.

onEither('people in several time zones', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const ok = async (company: TestCompany, path: string, body: Values) => {
    const { status, body: answer } = await ask(server, company, 'PUT', path, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer
  }

  /** A company and a worker of it, each in a zone. */
  const working = async (at: string, zone: string, body: Values = {}) => {
    const company = await server.company(undefined, at)
    const { id } = await server.user(company)
    const job = (await server.createOne(company, 'jobcodes', { name: 'Work', assigned_to_all: true })).id
    if (zone !== at) await ok(company, '/settings', { for: 'user', id, settings: { general: { tz: zone } } })
    await ok(company, '/settings', body)
    const work = (start: string, end: string) =>
      server.createOne(company, 'timesheets', { user_id: id, type: 'regular', jobcode_id: job, start, end })
    /** Hours by day and by multiplier, of each range. */
    const paid = async (start_date: string, end_date = start_date) => {
      const query = `start_date=${start_date}&end_date=${end_date}&user_ids=${id}`
      const { text } = await server.get(company, `/reports/payroll?${query}`)
      const { total_re_seconds, overtime_seconds } = JSON.parse(text).results.payroll_report[id] ?? {}
      const hours = Object.entries<number>(overtime_seconds ?? {}).filter(([, seconds]) => seconds > 0)
      return Object.fromEntries([
        ['1', (total_re_seconds ?? 0) / 3600],
        ...hours.map(([rate, seconds]) => [rate, seconds / 3600]),
      ])
    }
    return { company, id, work, paid }
  }

  const night = { name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.25, start: '22:00', end: '06:00' }

  describe('a night from 22:00 to 06:00 where the person is', () => {
    const places: [string, string, string][] = [
      ['America/Denver', '-06:00', '2026-10-13'],
      ['America/New_York', '-04:00', '2026-10-13'],
      ['America/Los_Angeles', '-07:00', '2026-10-13'],
      ['Pacific/Honolulu', '-10:00', '2026-10-13'],
      ['Australia/Sydney', '+11:00', '2026-10-13'],
    ]
    for (const [zone, offset, date] of places)
      for (const shift_boundary of ['start', 'split'])
        test(`a night of ${zone} is one for a company in Denver whose shifts ${shift_boundary}`, async () => {
          const settings = { general: { shift_boundary } }
          const { work, paid } = await working('America/Denver', zone, { settings, overtime: [night] })
          await work(`${date}T22:00:00${offset}`, `2026-10-14T06:00:00${offset}`)
          assert.deepEqual(await paid('2026-10-11', '2026-10-17'), { 1: 0, 1.25: 8 })
          const days = [await paid('2026-10-13'), await paid('2026-10-14')]
          const split = shift_boundary === 'split'
          assert.deepEqual(
            days,
            split
              ? [
                  { 1: 0, 1.25: 2 },
                  { 1: 0, 1.25: 6 },
                ]
              : [{ 1: 0, 1.25: 8 }, { 1: 0 }],
          )
        })
  })

  test('a day of 11 hours in Los Angeles has 3 hours of overtime by California’s rules', async () => {
    const { work, paid } = await working('America/Denver', 'America/Los_Angeles', { overtime: 'california' })
    await work('2026-10-13T13:00:00-07:00', '2026-10-14T00:00:00-07:00')
    assert.deepEqual(await paid('2026-10-11', '2026-10-17'), { 1: 8, 1.5: 3 })
    assert.deepEqual(await paid('2026-10-14'), { 1: 0 }, 'nothing on a day without work')
  })

  describe('a rule for Mondays or Tuesdays', () => {
    for (const end of ['23:59', '24:00'])
      for (const shift_boundary of ['start', 'split'])
        for (const fixed of [undefined, 'America/Los_Angeles'])
          test(`to ${end} pays the day of ${fixed ?? 'Sydney'}, with shifts that ${shift_boundary}`, async () => {
            const rule = (day: string) => [
              { name: day, kind: 'clock', after_hours: 0, multiplier: 2, days: [day], start: '00:00', end },
            ]
            const settings = { general: { shift_boundary } }
            const at = ['America/Los_Angeles', 'Australia/Sydney'] as const
            const { company, work, paid } = await working(...at, { settings, overtime: rule('mon') })
            if (fixed) await ok(company, '/working_pattern', { zone: fixed })
            await work('2026-06-16T08:00:00+10:00', '2026-06-16T10:00:00+10:00')
            const double = async () => (await paid('2026-06-14', '2026-06-20'))[2] ?? 0
            const monday = await double()
            await ok(company, '/settings', { overtime: rule('tue') })
            assert.deepEqual([monday, await double()], fixed ? [2, 0] : [0, 2])
            assert.deepEqual(
              [await paid('2026-06-15'), await paid('2026-06-16')].map((day) => (day[1] ?? 0) + (day[2] ?? 0)),
              fixed ? [2, 0] : [0, 2],
              'the hours are on the day that is paid',
            )
          })
  })

  for (const shift_boundary of ['start', 'split'])
    test(`where workdays start at 22:00, a holiday is its date, with shifts that ${shift_boundary}`, async () => {
      const overtime = [{ name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 1.5 }]
      const settings = { general: { shift_boundary, workday_start: 22 } }
      const zone = 'America/Los_Angeles'
      const { company, work, paid } = await working(zone, zone, { settings, overtime })
      const {
        body: { calendar },
      } = await ask(server, company, 'POST', '/holiday_calendars', { name: 'All', is_default: true })
      const holidays = [{ date: '2026-06-16', name: 'Holiday' }]
      const { status } = await ask(server, company, 'POST', `/holiday_calendars/${calendar.id}/holidays`, { holidays })
      assert.equal(status, 200, JSON.stringify(calendar))
      await work('2026-06-16T10:00:00-07:00', '2026-06-16T18:00:00-07:00')
      assert.deepEqual(await paid('2026-06-14', '2026-06-20'), { 1: 0, 1.5: 8 })
      await work('2026-06-17T10:00:00-07:00', '2026-06-17T18:00:00-07:00')
      assert.deepEqual(await paid('2026-06-14', '2026-06-20'), { 1: 8, 1.5: 8 })
    })

  test('a zone fixed by the group comes before the person’s, and a person’s before the group’s', async () => {
    const { company, id, work, paid } = await working('America/Denver', 'Australia/Sydney', { overtime: [night] })
    const group = (await server.createOne(company, 'groups', { name: 'Crew' })).id
    await server.put(company, '/users', [{ id, group_id: group }])
    await ok(company, '/working_pattern', { for: 'group', id: group, zone: 'America/Denver' })
    await work('2026-06-15T22:00:00-06:00', '2026-06-16T06:00:00-06:00')
    assert.deepEqual(await paid('2026-06-14', '2026-06-20'), { 1: 0, 1.25: 8 })
    await ok(company, '/working_pattern', { for: 'user', id, zone: 'own', from: null })
    assert.deepEqual(await paid('2026-06-14', '2026-06-20'), { 1: 8 }, 'in Sydney it is afternoon')
  })

  test('a change of zone takes effect at the start of the next workweek, and what is approved stays', async () => {
    const { company, id, work, paid } = await working('America/Denver', 'America/Denver', {
      settings: { general: { shift_boundary: 'split' } },
      overtime: [night],
    })
    // Today is Monday, March 2. Nights of Denver in the week before and in this one, and a night that is noon in Sydney.
    for (const date of ['2026-02-23', '2026-03-02'])
      await work(`${date}T22:00:00-07:00`, `${addDays(date, 1)}T06:00:00-07:00`)
    await work('2026-03-11T19:00:00-06:00', '2026-03-12T03:00:00-06:00')
    await server.put(company, '/users', [{ id, approved_to: '2026-02-28' }])
    const weeks = [
      ['2026-02-22', '2026-02-28'],
      ['2026-03-01', '2026-03-07'],
      ['2026-03-08', '2026-03-14'],
    ] as const
    const all = async () => [await paid(...weeks[0]), await paid(...weeks[1]), await paid(...weeks[2])]
    const body = { for: 'user', id, settings: { general: { tz: 'Australia/Sydney' } } }
    const { earlier } = await ok(company, '/settings', body)
    assert.deepEqual(earlier, [{ setting: 'general.tz', until: '2026-03-08', value: null }])
    assert.deepEqual(await all(), [{ 1: 0, 1.25: 8 }, { 1: 0, 1.25: 8 }, { 1: 8 }])
    const inside = { ...body, settings: { general: { tz: 'Asia/Tokyo' } }, settings_from: '2026-03-04' }
    const refused = await ask(server, company, 'PUT', '/settings', inside)
    assert.equal(refused.status, 417)
    assert.match(refused.body.error.message, /such as 2026-03-08/)
  })
})
