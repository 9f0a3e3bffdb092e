import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { addDays, localDate, weekday } from '../../src/rules/time/calendar.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const day = 86_400

onEither('holidays', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values): Promise<Values> => {
    const told = await ask(server, ada, method, path, body)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    return told.body
  }
  const refused = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: Values | undefined, why: RegExp) => {
    const told = await ask(server, ada, method, path, body)
    assert.ok([404, 417].includes(told.status), `${told.status}`)
    assert.match(told.body.error.message.replace(/^(Expectation Failed|Not Found): /, ''), why)
  }
  const make = async (item: Values): Promise<string> => {
    const { calendar } = await send('POST', '/holiday_calendars', item)
    return `/holiday_calendars/${calendar.id}`
  }
  const add = (of: string, ...holidays: [date: string, name: string][]) =>
    send('POST', `${of}/holidays`, { holidays: holidays.map(([date, name]) => ({ date, name })) })

  describe('holiday calendars', () => {
    test('a holiday calendar applies to everyone, or to groups that have their own', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const boss = await server.user(ada)
      const worker = await server.user(ada, { group_id: group.id })
      const everyone = await make({ name: 'United States' })
      const berlin = await make({ name: 'Germany', group_ids: [group.id] })
      await add(everyone, ['2026-07-03', 'Independence Day'])
      await add(berlin, ['2026-10-03', 'Tag der Deutschen Einheit'], ['2026-07-03', 'Betriebsfest'])
      const seen = async (who: { token: string }, more = '') => {
        const path = `/holidays?start_date=2026-07-01&end_date=2026-12-31${more}`
        return (await ask(server, who, 'GET', path)).body.holidays.map((each: Values) => `${each.date} ${each.name}`)
      }
      assert.deepEqual(await seen(boss, `&user_id=${boss.id}`), ['2026-07-03 Independence Day'])
      const german = ['2026-07-03 Betriebsfest', '2026-10-03 Tag der Deutschen Einheit']
      assert.deepEqual(await seen(worker, `&user_id=${worker.id}`), german)
      assert.deepEqual(await seen(ada, `&user_id=${worker.id}`), german)
      assert.deepEqual(await seen(boss), ['2026-07-03 Independence Day', ...german])
      const hidden = `/holidays?start_date=2026-07-01&end_date=2026-12-31&user_id=${worker.id}`
      assert.equal((await ask(server, boss, 'GET', hidden)).status, 404)
      await send('DELETE', berlin)
      assert.deepEqual(await seen(worker, `&user_id=${worker.id}`), ['2026-07-03 Independence Day'])
    })

    test('the name, the default and the groups of holiday calendars change one by one', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const first = await make({ name: 'First', group_ids: [group.id] })
      const second = await make({ name: 'Second' })
      await send('PUT', second, { is_default: true, group_ids: [group.id] })
      await send('PUT', first, { name: ' Erste ' })
      const { calendars } = (await ask(server, ada, 'GET', '/holiday_calendars')).body
      assert.deepEqual(
        calendars.map(({ name, is_default, group_ids }: Values) => [name, is_default, group_ids]),
        [
          ['Erste', false, []],
          ['Second', true, [group.id]],
        ],
      )
    })

    test('an invalid holiday calendar is refused by name', async () => {
      const of = await make({ name: 'United States' })
      await add(of, ['2026-12-25', 'Christmas Day'])
      const holidays = (...dates: string[]) => ({ holidays: dates.map((date) => ({ date, name: 'Day' })) })
      const cases: [string, Values, RegExp][] = [
        [`${of}/holidays`, holidays('2026-12-25'), /^date: 2026-12-25 is already Christmas Day in United States$/],
        [`${of}/holidays`, holidays('2026-12-26', '2026-12-26'), /^date: 2026-12-26 is already Day in United States$/],
        [`${of}/holidays`, holidays('2026-02-30'), /^date: must be a date such as/],
        [`${of}/holidays`, holidays('1999-12-31'), /^date: must be from 2000 to 2100/],
        [`${of}/holidays`, { holidays: [{ date: '2026-12-26', name: ' ' }] }, /^name: must be text of 1 to 100/],
        [`${of}/import`, { country: 'XX', years: [2026] }, /^country: there is no country XX/],
        [`${of}/import`, { country: 'DE', region: 'XX', years: [2026] }, /^region: DE has no region XX; .*BY,/],
        [`${of}/import`, { country: 'DE', years: [1990] }, /^years: must be from 2000 to 2100, not 1990/],
        ['/holiday_calendars', { name: 'united states' }, /^name: there is already a calendar United States$/],
        ['/holiday_calendars', { name: ' ' }, /^name: must be text of 1 to 64/],
        ['/holiday_calendars', { name: 'Other', group_ids: [999_999] }, /^group_ids: there is no group 999999/],
        [`${of}/grant`, { date: '2026-12-25' }, /grant no paid time off/],
        [`${of}/grant`, { date: '2026-12-24' }, /^date: United States has no holiday on 2026-12-24/],
      ]
      for (const [path, body, why] of cases) await refused('POST', path, body, why)
      await refused('DELETE', `${of}/holidays/2026-12-24`, undefined, /^date: United States has no holiday/)
      const work = await server.createOne(ada, 'jobcodes', { name: 'Work' })
      const pay = { jobcode_id: work.id, seconds: 28_800, weekends: false }
      await refused('PUT', of, { pay }, /^pay.jobcode_id: there is no active jobcode \d+ of type pto/)
      const { calendars } = (await ask(server, ada, 'GET', '/holiday_calendars')).body
      assert.deepEqual(calendars[0].holidays, [{ date: '2026-12-25', name: 'Christmas Day' }], 'nothing was written')
    })

    test('a company has at most 20 holiday calendars, with at most 500 holidays each', async () => {
      const of = await make({ name: 'Calendar 0' })
      for (let n = 1; n < 20; n++) await make({ name: `Calendar ${n}` })
      await refused('POST', '/holiday_calendars', { name: 'Too many' }, /at most 20 calendars/)
      const dates = (month: string) =>
        Array.from({ length: 28 }, (_, n): [string, string] => [`${month}-${String(n + 1).padStart(2, '0')}`, 'Day'])
      for (let n = 0; n < 17; n++) await add(of, ...dates(`20${10 + n}-01`))
      const more = dates('2040-01').map(([date, name]) => ({ date, name }))
      await refused('POST', `${of}/holidays`, { holidays: more }, /would have 504 holidays; at most 500/)
    })

    test('importing public holidays into a calendar keeps the existing ones', async () => {
      const of = await make({ name: 'California' })
      await add(of, ['2026-12-25', 'Our Christmas'])
      const wanted = { country: 'us', region: 'ca', years: [2026, 2027] }
      const { added, left_out, calendar } = await send('POST', `${of}/import`, wanted)
      assert.deepEqual(left_out, [{ date: '2026-12-25', name: 'Christmas Day', reason: 'already there' }])
      assert.ok(added.some(({ date, name }: Values) => date === '2026-11-26' && name === 'Thanksgiving Day'))
      assert.ok(calendar.holidays.some(({ date, name }: Values) => date === '2026-12-25' && name === 'Our Christmas'))
      const again = await send('POST', `${of}/import`, wanted)
      assert.deepEqual([again.added, again.left_out.length], [[], added.length + 1])
    })
  })

  test('public holidays are named in the language that is asked for, or else in English', async () => {
    const of = await make({ name: 'Worldwide' })
    const named = async (language: string, country: string, date: string) => {
      const headers = { 'accept-language': language }
      await ask(server, ada, 'POST', `${of}/import`, { country, years: [2026] }, { headers })
      const { body } = await ask(server, ada, 'GET', '/holiday_calendars')
      const { holidays } = body.calendars.find(({ name }: Values) => name === 'Worldwide')
      return holidays.find((holiday: Values) => holiday.date === date)?.name
    }
    assert.equal(await named('de-AT,de;q=0.9', 'AT', '2026-10-26'), 'Nationalfeiertag')
    assert.equal(await named('fr', 'DE', '2026-04-03'), 'Vendredi saint')
    assert.equal(await named('fr', 'JP', '2026-02-11'), 'Foundation Day', 'for lack of a French name')
    const headers = { 'accept-language': 'de' }
    const { body } = await ask(server, ada, 'GET', '/public_holidays', undefined, { headers })
    assert.ok(body.countries.some(({ code, name }: Values) => code === 'AT' && name === 'Österreich'))
  })

  describe('work on holidays', () => {
    const payroll = async (user: { id: number }): Promise<Values> => {
      const data = { user_ids: user.id, start_date: '2026-02-22', end_date: '2026-02-28' }
      const { body } = await server.call(ada.token, 'POST', '/reports/payroll', { data })
      return body.results.payroll_report[user.id]
    }
    const works = async (user: { id: number }, date: string, hours: number) => {
      const job = await server.createOne(ada, 'jobcodes', { name: `Job ${user.id} ${date}`, assigned_to_all: true })
      const item = { user_id: user.id, jobcode_id: job.id, type: 'manual', date, duration: hours * 3600 }
      await server.createOne(ada, 'timesheets', item)
    }
    const overtime = [
      { name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 2 },
      { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 },
    ]

    test('work on a holiday is paid by the calendar that applies to the person, and by its changes at once', async () => {
      await send('PUT', '/settings', { overtime })
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const worker = await server.user(ada)
      const german = await server.user(ada, { group_id: group.id })
      for (const who of [worker, german]) for (const date of ['2026-02-24', '2026-02-25']) await works(who, date, 8)
      const byRule = async (who: { id: number }) => (await payroll(who)).overtime_by_rule
      assert.deepEqual(await byRule(worker), {}, 'without holidays')
      const everyone = await make({ name: 'Everyone' })
      await add(everyone, ['2026-02-24', 'Founding Day'])
      assert.deepEqual([await byRule(worker), await byRule(german)], [{ holiday: 28_800 }, { holiday: 28_800 }])
      const berlin = await make({ name: 'Germany', group_ids: [group.id] })
      assert.deepEqual([await byRule(worker), await byRule(german)], [{ holiday: 28_800 }, {}])
      await add(berlin, ['2026-02-25', 'Feiertag'], ['2026-02-24', 'Gründungstag'])
      assert.deepEqual([await byRule(worker), await byRule(german)], [{ holiday: 28_800 }, { holiday: 57_600 }])
      const row = await payroll(german)
      assert.deepEqual([row.total_re_seconds, row.total_dt_seconds], [0, 57_600])
      const days = 'start_date=2026-02-22&end_date=2026-02-28'
      const { people } = (await ask(server, ada, 'GET', `/approvals?${days}&user_ids=${german.id}`)).body
      assert.deepEqual(people[0].overtime_by_rule, { holiday: 57_600 }, 'approvals show the same')
      const rules = (await ask(server, ada, 'GET', `/time_rules?user_id=${german.id}`)).body
      assert.deepEqual(rules.workdays.holidays, ['2026-02-24', '2026-02-25'], 'and so does the timesheet')
      await send('DELETE', `${everyone}/holidays/2026-02-24`)
      assert.deepEqual(await byRule(worker), {})
    })

    test('a change of holidays never alters how approved time is paid, unless that is confirmed', async () => {
      await send('PUT', '/settings', { overtime })
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const worker = await server.user(ada)
      await works(worker, '2026-02-24', 8)
      const of = await make({ name: 'Everyone' })
      const other = await make({ name: 'Other', group_ids: [group.id] })
      await add(of, ['2026-02-23', 'Founding Day'])
      await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-25' }])
      const holidays = [{ date: '2026-02-24', name: 'Parade' }]
      const why = /^date: 2026-02-2[34] is in approved time, .*alters_approved/
      await refused('POST', `${of}/holidays`, { holidays }, why)
      await refused('DELETE', `${of}/holidays/2026-02-23`, undefined, why)
      await refused('DELETE', of, undefined, why)
      await refused('PUT', of, { is_default: false }, why)
      await refused('PUT', other, { is_default: true }, why)
      await send('POST', `${other}/holidays`, { holidays })
      const filled = await send('POST', `${of}/import`, { country: 'US', years: [2026] })
      const isLate = ({ date }: Values) => date > '2026-02-25'
      assert.ok(filled.added.length > 8 && filled.added.every(isLate), 'an import leaves out what is approved')
      assert.ok(filled.left_out.length >= 3)
      for (const { reason } of filled.left_out) assert.equal(reason, 'approved')
      assert.deepEqual((await payroll(worker)).overtime_by_rule, {})
      await send('POST', `${of}/holidays`, { holidays, alters_approved: true })
      assert.deepEqual((await payroll(worker)).overtime_by_rule, { holiday: 28_800 })
    })
  })

  describe('holiday pay', () => {
    let jobcode_id = 0
    beforeEach(async () => {
      const item = { name: 'Holiday', type: 'pto', assigned_to_all: true }
      jobcode_id = (await server.createOne(ada, 'jobcodes', item)).id
    })
    const paying = (more: Values = {}) => ({ pay: { jobcode_id, seconds: 28_800, weekends: false, ...more } })
    const sheetsOf = async (user: { id: number }): Promise<Values[]> =>
      server.list(ada, 'timesheets', `?user_ids=${user.id}&start_date=2026-01-01&end_date=2027-12-31`)
    const datesOf = async (user: { id: number }) => (await sheetsOf(user)).map(({ date }) => date)
    /** The balance that is shown, which must be the ledger less the time taken. */
    const balance = async (user: { id: number }) => {
      const shown = (await server.list(ada, 'users', `?ids=${user.id}`))[0]!.pto_balances[jobcode_id]
      const own = sql`company_id = ${ada.id} and user_id = ${user.id} and jobcode_id = ${jobcode_id}`
      const rows = await server.db.read.all<{ seconds: number }>(
        sql`select seconds from pto_ledger where ${own} union all select -duration from timesheets where ${own}`,
      )
      assert.equal(
        rows.reduce((sum, { seconds }) => sum + seconds, 0),
        shown,
      )
      return shown
    }
    /** The date so many days after the clock of the server, which tests move on. */
    const inDays = (days: number) => addDays(localDate(server.now, 'America/Denver'), days)
    const tomorrow = async (beforeRound: () => Promise<unknown> = async () => {}) => {
      server.pass(day)
      ada.token = await server.token(ada.id, ada.adminId)
      await beforeRound()
      await server.round()
    }
    const approve = (user: { id: number }, date: string) =>
      server.put(ada, '/users', [{ id: user.id, approved_to: date }])
    const outcome = (granted: number, skipped: Values = {}) => {
      const none = { 'granted before': 0, 'has an entry': 0, approved: 0, 'not employed': 0, 'day off': 0 }
      return { granted, skipped: { ...none, ...skipped } }
    }
    beforeEach(async () => {
      await server.put(ada, '/users', [{ id: ada.adminId, permissions: { time_tracking: false } }])
    })

    test('holiday pay becomes a timesheet on the day of the holiday, once, and draws from no balance', async () => {
      const worker = await server.user(ada)
      const of = await make({ name: 'Everyone', ...paying({ weekends: true }) })
      await add(of, [inDays(1), 'Founding Day'], [inDays(-1), 'Too late'])
      await server.round()
      assert.deepEqual(await datesOf(worker), [], 'not before its day')
      await tomorrow()
      await server.round()
      const [sheet, ...more] = await sheetsOf(worker)
      assert.deepEqual(more, [])
      assert.deepEqual(
        [sheet!.date, sheet!.type, sheet!.duration, sheet!.jobcode_id, sheet!.notes],
        [inDays(0), 'manual', 28_800, jobcode_id, 'Founding Day'],
      )
      assert.equal(await balance(worker), 0)
      await server.put(ada, '/timesheets', [{ id: sheet!.id, duration: 14_400 }])
      assert.equal((await sheetsOf(worker))[0]!.duration, 14_400)
      assert.equal(await balance(worker), 0, 'nor when it is changed')
      await server.delete(ada, `/timesheets?ids=${sheet!.id}`)
      assert.equal(await balance(worker), 0, 'nor when it is deleted')
      const again = await send('POST', `${of}/grant`, { date: inDays(0) })
      assert.deepEqual(again, outcome(0, { 'granted before': 1 }))
      await server.round()
      assert.deepEqual(await datesOf(worker), [], 'a deleted one does not come back')
    })

    test('a holiday is not paid twice: further paid time off on its day is refused', async () => {
      const worker = await server.user(ada)
      const vacation = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
      await add(await make({ name: 'Everyone', ...paying({ weekends: true }) }), [inDays(1), 'Founding Day'])
      await tomorrow()
      const [holiday] = await sheetsOf(worker)
      const write = async (method: 'post' | 'put', item: Values): Promise<Values> => {
        const { body } = await server[method](ada, '/timesheets', [item])
        return Object.values<Values>(body.results.timesheets)[0]!
      }
      const off = { user_id: worker.id, jobcode_id: vacation.id, type: 'manual', date: inDays(0), duration: 28_800 }
      const twice = new RegExp(
        `^jobcode_id: ${inDays(0)} is a holiday that is paid already \\(timesheet ${holiday!.id}\\)$`,
      )
      const isRefused = async (method: 'post' | 'put', item: Values, about = twice) => {
        const { _status_code, _status_extra } = await write(method, item)
        assert.equal(_status_code, 417)
        assert.match(_status_extra, about)
      }
      await isRefused('post', off)
      await isRefused('post', { ...off, jobcode_id })
      const before = await write('post', { ...off, date: inDays(-1) })
      assert.equal(before._status_code, 200)
      await isRefused('put', { id: before.id, date: inDays(0) })
      const work = await write('post', { ...off, jobcode_id: 0, duration: 3600 })
      assert.equal(work._status_code, 200, 'work on a holiday is work')
      await isRefused('put', { id: work.id, jobcode_id: vacation.id })
      const requested = await server.post(ada, '/time_off_requests', [
        {
          user_id: worker.id,
          status: 'approved',
          time_off_request_entries: [
            { entry_method: 'manual', jobcode_id: vacation.id, date: inDays(0), duration: 28_800, status: 'approved' },
          ],
        },
      ])
      assert.match(requested.text, /is a holiday that is paid already/)
      assert.deepEqual((await datesOf(worker)).sort(), [inDays(-1), inDays(0), inDays(0)])
      // The entry of the holiday itself can be changed, or make room.
      assert.equal((await write('put', { id: holiday!.id, notes: 'half a day', duration: 14_400 }))._status_code, 200)
      await server.delete(ada, `/timesheets?ids=${holiday!.id}`)
      assert.equal((await write('post', off))._status_code, 200)
    })

    test('holiday pay that is moved to another jobcode is drawn like any time off', async () => {
      const worker = await server.user(ada)
      const vacation = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
      await add(await make({ name: 'Everyone', ...paying({ weekends: true }) }), [inDays(1), 'Founding Day'])
      await tomorrow()
      const [sheet] = await sheetsOf(worker)
      await server.put(ada, '/timesheets', [{ id: sheet!.id, jobcode_id: vacation.id }])
      const [user] = await server.list(ada, 'users', `?ids=${worker.id}`)
      assert.deepEqual(user!.pto_balances, { [jobcode_id]: 0, [vacation.id]: -28_800 })
    })

    test('holiday pay is for active people who track time and to whom the calendar applies', async () => {
      const date = inDays(1)
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const worker = await server.user(ada)
      const others = [
        await server.user(ada, { group_id: group.id }),
        await server.user(ada, { permissions: { time_tracking: false } }),
        await server.user(ada, { hire_date: inDays(2) }),
        await server.user(ada, { term_date: inDays(0) }),
        await server.user(ada),
        await server.user(ada),
      ]
      await server.put(ada, '/users', [{ id: others[4]!.id, active: false }])
      const own = await server.user(ada)
      const item = { user_id: own.id, jobcode_id, type: 'manual', date, duration: 14_400 }
      await server.createOne(ada, 'timesheets', item)
      const of = await make({ name: 'Everyone', ...paying({ weekends: true }) })
      await make({ name: 'Germany', group_ids: [group.id] })
      await add(of, [date, 'Founding Day'])
      await tomorrow(() => approve(others[5]!, date))
      assert.deepEqual(await datesOf(worker), [date])
      for (const [index, user] of others.entries()) assert.deepEqual(await datesOf(user), [], `${index}`)
      assert.deepEqual(
        (await sheetsOf(own)).map(({ duration }) => duration),
        [14_400],
        'who has an entry gets no second one',
      )
    })

    test('holiday pay is granted on request to named people, with other hours', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Berlin' })
      const [one, two] = [await server.user(ada), await server.user(ada, { group_id: group.id })]
      const of = await make({ name: 'Everyone', ...paying({ weekends: true }) })
      await make({ name: 'Other', group_ids: [group.id] })
      await add(of, [inDays(0), 'Founding Day'])
      const date = inDays(0)
      assert.deepEqual(await send('POST', `${of}/grant`, { date, user_ids: [two.id], seconds: 14_400 }), outcome(1))
      assert.deepEqual([(await sheetsOf(two))[0]!.duration, await datesOf(one)], [14_400, []])
      assert.equal(await balance(two), 0)
      assert.deepEqual(await send('POST', `${of}/grant`, { date, user_ids: [one.id] }), outcome(1))
      assert.equal((await sheetsOf(one))[0]!.duration, 28_800)
      const again = { date, user_ids: [one.id, two.id] }
      assert.deepEqual(await send('POST', `${of}/grant`, again), outcome(0, { 'granted before': 2 }))
      await refused('POST', `${of}/grant`, { date, user_ids: [99_999] }, /user_ids: there is no active user 99999/)
      await refused('POST', `${of}/grant`, { date, seconds: 90_000 }, /seconds/)
    })

    test('holiday pay is granted on request to people who were left out at first', async () => {
      const worker = await server.user(ada)
      const approved = await server.user(ada)
      const of = await make({ name: 'Everyone', ...paying({ weekends: true }) })
      await add(of, [inDays(1), 'Founding Day'], [inDays(2), 'Parade'])
      await tomorrow(() => approve(approved, inDays(0)))
      assert.deepEqual([await datesOf(worker), await datesOf(approved)], [[inDays(0)], []])
      const skipped = { 'granted before': 1, approved: 1 }
      assert.deepEqual(await send('POST', `${of}/grant`, { date: inDays(0) }), outcome(0, skipped))
      await approve(approved, inDays(-1))
      const late = outcome(1, { 'granted before': 1 })
      assert.deepEqual(await send('POST', `${of}/grant`, { date: inDays(0) }), late)
      assert.deepEqual(await datesOf(approved), [inDays(0)])
      await refused('POST', `${of}/grant`, { date: inDays(1) }, /has not come for everyone yet/)
    })

    test('holiday pay is caught up on after a pause, leaves out weekends, and ends with its jobcode', async () => {
      const worker = await server.user(ada)
      const of = await make({ name: 'Everyone', ...paying() })
      const week = Array.from({ length: 7 }, (_, n) => inDays(n + 1))
      await add(of, ...week.map((date): [string, string] => [date, 'Festival']))
      server.pass(6 * day)
      await tomorrow()
      const weekdays = week.filter((date) => ![0, 6].includes(weekday(date)))
      assert.equal(weekdays.length, 5)
      assert.deepEqual((await datesOf(worker)).sort(), weekdays)
      await server.put(ada, '/jobcodes', [{ id: jobcode_id, active: false }])
      await add(of, ...Array.from({ length: 7 }, (_, n): [string, string] => [inDays(n + 1), 'Festival']))
      server.pass(6 * day)
      await tomorrow()
      assert.equal((await datesOf(worker)).length, 5)
    })

    test('holiday pay waits until the day has begun in every time zone of the company', async () => {
      const worker = await server.user(ada)
      const far = await server.user(ada)
      const settings = { general: { tz: 'Pacific/Honolulu' } }
      await send('PUT', '/settings', { for: 'user', id: far.id, settings })
      const of = await make({ name: 'Everyone', ...paying({ weekends: true }) })
      await add(of, [inDays(1), 'Founding Day'])
      // From 8:00 to 1:00 of the next day in Denver, where it is 21:00 in Honolulu.
      server.pass(17 * 3600)
      await server.round()
      assert.deepEqual(await datesOf(worker), [])
      server.pass(4 * 3600)
      ada.token = await server.token(ada.id, ada.adminId)
      await server.round()
      assert.deepEqual([await datesOf(worker), await datesOf(far)], [[inDays(0)], [inDays(0)]])
      server.pass(3 * 3600)
      const [, history] = await server.db.read.all<{ origin: string }>(
        sql`select origin from timesheet_history where company_id = ${ada.id} order by recorded`,
      )
      assert.equal(history!.origin, 'holiday pay')
    })
  })
})
