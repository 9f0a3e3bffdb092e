import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { type Sent, sentBy } from './sent.ts'

// Weeks go by, on both sides of a clock change in the north and of one in the south. Due times are computed here with
// Temporal, independently of the program’s calendar.

const denver = 'America/Denver'
const sydney = 'Australia/Sydney'
type Zone = typeof denver | typeof sydney
const every = 'Sun,Mon,Tue,Wed,Thu,Fri,Sat'
const hour = 3600e6

type Span = {
  name: string
  first: string
  last: string
  /** Times at which people are reminded to clock out: each is skipped or occurs twice on some day. */
  ambiguous: { [zone in Zone]: string }
  /** Evenings in Denver on which Dora clocks in, at eight, and forgets to clock out. */
  evenings: string[]
}

const weeks: Span[] = [
  {
    name: 'March 8 in Denver, April 5 in Sydney',
    first: '2026-03-04',
    last: '2026-04-08',
    ambiguous: { [denver]: '02:30', [sydney]: '02:30' },
    evenings: ['2026-03-05', '2026-03-07', '2026-03-20'],
  },
  {
    name: 'October 4 in Sydney, November 1 in Denver',
    first: '2026-09-30',
    last: '2026-11-04',
    ambiguous: { [denver]: '01:30', [sydney]: '02:30' },
    evenings: ['2026-10-16', '2026-10-31', '2026-11-02'],
  },
]

/** The same for the days around the clock changes in Denver, from the Wednesday before. */
const days: Span[] = [
  { ...weeks[0]!, name: 'March 8 in Denver', last: '2026-03-09', evenings: ['2026-03-05', '2026-03-07'] },
  { ...weeks[1]!, name: 'November 1 in Denver', first: '2026-10-28', last: '2026-11-02', evenings: ['2026-10-31'] },
]

const zoned = (date: string, time: string, zone: string) => Temporal.ZonedDateTime.from(`${date}T${time}:00[${zone}]`)

/** The first instant at which clocks in the zone show that time on that date, or skip it. */
function firstAt(date: string, time: string, zone: string): number {
  const found = zoned(date, time, zone)
  const skipped = found.toPlainTime().toString().slice(0, 5) !== time
  const instant = skipped ? found.getTimeZoneTransition('previous')! : found
  return instant.epochMilliseconds * 1000
}

function datesOf({ first, last }: Span): string[] {
  const dates: string[] = []
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 }))
    dates.push(day.toString())
  return dates
}

onEither('reminders and alerts over weeks', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  for (const span of isFull ? weeks : days)
    test(`reminders, automatic clock-outs and alerts are sent at their minute around ${span.name}`, async () => {
      const moveTo = (instant: number) => server.pass((instant - server.now) / 1e6)
      moveTo(firstAt(span.first, '00:00', denver) - 12 * hour)
      const company = await server.company()
      const admin = { token: await server.token(company.id, company.adminId, 90 * 86400) }
      const dora = await server.user(company)
      const sid = await server.user(company)
      const doraLong = { token: await server.token(company.id, dora.id, 90 * 86400) }
      const set = (key: string, value: unknown) => insertSetting(server, company.id, 'general', key, value)
      await insertSetting(server, company.id, 'general', 'tz', sydney, { scope: 'user', scope_id: sid.id })
      await set('payroll_type', 'weekly')
      await set('clockout_override', 1)
      await set('clockout_override_hours', 16)
      await ask(server, admin, 'PUT', '/alert_rules', { alerts: { long_hours: 12, near_minutes: 60 } })
      const jobcode_id = (await server.createOne(admin, 'jobcodes', { name: 'Job', assigned_to_all: true })).id
      const remind = (user_id: number, reminder_type: string, due_time: string) =>
        server.createOne(admin, 'reminders', {
          ...{ user_id, reminder_type, due_time: `${due_time}:00`, due_days_of_week: every },
          ...{ distribution_methods: 'Push', active: true, enabled: true },
        })
      await remind(0, 'clock-in', '07:55')
      await remind(dora.id, 'clock-out', span.ambiguous[denver])
      await remind(sid.id, 'clock-out', span.ambiguous[sydney])
      // The administrator has submitted everything, and is not reminded.
      await remind(company.adminId, 'clock-in', '07:55').then(({ id }) =>
        server.put(admin, '/reminders', [{ id: Number(id), enabled: false }]),
      )
      const dates = datesOf(span)
      // Pay periods end on Saturdays; Dora works 35 hours on the Wednesdays of her weeks, since no day is longer.
      const worked = dates.flatMap((date) => {
        const day = Temporal.PlainDate.from(date).dayOfWeek
        if (day === 3)
          return [
            { user_id: sid.id, date, duration: 3600 },
            { user_id: dora.id, date, duration: 20 * 3600 },
          ]
        return day === 4 ? [{ user_id: dora.id, date, duration: 15 * 3600 }] : []
      })
      const items = worked.map((item) => ({ ...item, type: 'manual', jobcode_id }))
      const made = await server.post(admin, '/timesheets', items)
      for (const item of Object.values<Values>(made.body.results.timesheets))
        assert.equal(item._status_code, 200, JSON.stringify(item))
      await server.put(admin, '/users', [
        { id: company.adminId, submitted_to: Temporal.PlainDate.from(span.first).subtract({ days: 9 }).toString() },
      ])

      const expected: [number, number, string][] = []
      const expect = (user_id: number, kind: string, at: number) => expected.push([at, user_id, kind])
      for (const date of dates)
        for (const [id, zone] of [
          [dora.id, denver],
          [sid.id, sydney],
        ] as const) {
          expect(id, 'clock-in', firstAt(date, '07:55', zone))
          expect(id, 'clock-out', firstAt(date, span.ambiguous[zone], zone))
          const sunday = Temporal.PlainDate.from(date).dayOfWeek === 7
          if (sunday) expect(id, 'not-submitted', firstAt(date, '09:00', zone))
        }
      const clockIns = span.evenings.map((date) => firstAt(date, '20:00', denver))
      const reported = new Set<string>()
      for (const [index, at] of clockIns.entries()) {
        expect(dora.id, 'long-entry', at + 12 * hour)
        expect(dora.id, 'clocked-out', at + 16 * hour)
        expect(company.adminId, 'clocked-out', at + 16 * hour)
        const evening = Temporal.PlainDate.from(span.evenings[index]!)
        const week = evening.subtract({ days: evening.dayOfWeek % 7 }).toString()
        // From 35 hours on five are left, once a week; a Monday has not reached them yet.
        if (reported.has(week) || evening.dayOfWeek < 4) continue
        reported.add(week)
        expect(company.adminId, 'overtime-near', at + 4 * hour)
        expect(company.adminId, 'overtime', at + 5 * hour)
      }
      const [from, to] = [server.now, firstAt(span.last, '23:00', denver)]
      const due = expected.filter(([at]) => at > from && at <= to)

      // A round half a minute before everything due and at its minute; an hour later clocks may show it again.
      const again = due.filter(([, , kind]) => kind === 'clock-out').map(([at]) => at + hour)
      const ticks = new Set([...due.flatMap(([at]) => [at - 30e6, at]), ...again, ...clockIns])
      // Old rows may have been purged by the end.
      const seen = new Map<number, Sent>()
      const look = async () => {
        for (const sent of await sentBy(server, company.id)) seen.set(sent.id, sent)
      }
      for (const [index, tick] of [...ticks]
        .filter((at) => at <= to)
        .sort((a, b) => a - b)
        .entries()) {
        moveTo(tick)
        if (clockIns.includes(tick)) {
          const start = printLocal(tick, denver)
          await server.createOne(doraLong, 'timesheets', {
            user_id: dora.id,
            type: 'regular',
            start,
            end: '',
            jobcode_id,
          })
        }
        await server.round()
        if (index % 50 === 0) await look()
      }
      await look()
      const line = (at: number, user: number, kind: string) =>
        `${printLocal(at, user === sid.id ? sydney : denver)} ${{ [dora.id]: 'Dora', [sid.id]: 'Sid' }[user] ?? 'Ada'} ${kind}`
      const sent = [...seen.values()].map(({ at, user_id, kind }) => line(at, user_id, kind))
      assert.deepEqual(sent.sort(), due.map(([at, user, kind]) => line(at, user, kind)).sort())
      const ends = await server.db.read.all<{ start: number; end: number }>(
        sql`select "start", "end" from timesheets where company_id = ${company.id} and type = 'regular' order by "start"`,
      )
      assert.deepEqual(
        ends.map(({ start, end }) => [start, end]),
        clockIns.map((at) => [at, at + 16 * hour]),
      )
    })
})
