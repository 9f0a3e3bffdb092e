import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { catalog, type SettingEntry } from '../../src/rules/settings/settings.ts'
import { addDays } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { download } from '../exports/exporting.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What a company has approved stays as it was paid, whatever it sets afterwards; what comes next follows the new setting.

const approved = { start_date: '2026-02-08', end_date: '2026-02-14' }
const next = { start_date: '2026-02-15', end_date: '2026-02-28' }

/** Each setting that pay depends on, with a value that changes what this person is paid. */
const changes: Readonly<Record<string, Values>> = {
  'general.calculate_overtime': { general: { calculate_overtime: 0 } },
  'general.daily_overtime': { general: { daily_overtime: 1 } },
  'general.daily_doubletime': { general: { daily_doubletime: 1 } },
  'general.daily_regular_hours': { general: { daily_regular_hours: 7 } },
  'general.weekly_regular_hours': { general: { weekly_regular_hours: 30 } },
  'general.pto_overtime': { general: { pto_overtime: 1 } },
  // Instead of 0: time off that no one has taken.
  'general.pto_overtime_jobcodes': { general: { pto_overtime_jobcodes: '0' } },
  'general.overtime_stacking': { general: { overtime_stacking: 'highest' } },
  'general.week_start': { general: { week_start: 1 } },
  'general.workday_start': { general: { workday_start: 10 } },
  'general.shift_boundary': { general: { shift_boundary: 'split' } },
  'general.shift_pause_hours': { general: { shift_pause_hours: 20 } },
  'general.payroll_end_date': { general: { payroll_end_date: '2026-02-10' } },
  'general.overtime_pay': { general: { overtime_pay: 'rate_in_effect' } },
  'general.tz': { general: { tz: 'America/New_York' } },
  'rounding.minutes': { rounding: { minutes: 15 } },
  'rounding.direction': { rounding: { direction: 'up' } },
  'rounding.of': { rounding: { of: 'day' } },
}

/** What must hold already for a change to create a difference. */
const preconditions: Readonly<Record<string, Values>> = {
  'general.daily_regular_hours': { settings: { general: { daily_overtime: 1 } } },
  'general.pto_overtime_jobcodes': { settings: { general: { pto_overtime: 1 } } },
  'general.overtime_stacking': {
    overtime: [
      {
        name: 'sunday',
        kind: 'clock',
        after_hours: 0,
        multiplier: 1.2,
        days: ['sun'],
        start: '00:00',
        end: '24:00',
        adds: true,
      },
      { name: 'late', kind: 'clock', after_hours: 0, multiplier: 1.1, start: '18:00', end: '24:00', adds: true },
    ],
  },
  'general.shift_pause_hours': {
    settings: { general: { min_rest_hours: 0 } },
    overtime: [{ name: 'long', kind: 'consecutive', after_hours: 12, multiplier: 1.5 }],
  },
  'general.payroll_end_date': { overtime: [{ name: 'f', kind: 'fortnight', after_hours: 40, multiplier: 1.5 }] },
  'general.tz': { settings: { general: { shift_boundary: 'split', daily_overtime: 1 } } },
  'rounding.direction': { settings: { rounding: { minutes: 15 } } },
  'rounding.of': { settings: { rounding: { minutes: 15 } } },
}

test('every setting that holds from a date has a case', () => {
  const dated = Object.entries(catalog).flatMap(([section, entries]) =>
    Object.entries<SettingEntry>(entries).flatMap(([key, { dated }]) => (dated ? [`${section}.${key}`] : [])),
  )
  assert.deepEqual(Object.keys(changes).sort(), dated.sort())
})

onEither('settings that hold from a date', (database) => {
  let server: TestServer
  let company: TestCompany
  let user: { id: number; token: string }
  let sickness: string
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    user = await server.user(company)
    const job = async (name: string, type = 'regular') =>
      (await server.createOne(company, 'jobcodes', { name, type, assigned_to_all: true })).id
    const [work, other, off] = [await job('Work'), await job('Other work'), await job('Vacation', 'pto')]
    sickness = String(await job('Sickness', 'pto'))
    for (const rate of [
      { user_id: user.id, from: null, rate: 20 },
      { user_id: user.id, jobcode_id: other, from: null, rate: 30 },
    ])
      assert.equal((await ask(server, company, 'POST', '/pay_rates', rate)).status, 200)
    const add = (sheet: Values) => server.createOne(company, 'timesheets', { user_id: user.id, ...sheet })
    const regular = (date: string, from: string, until: string, jobcode_id: number, endDate = date) => {
      const [start, end] = [`${date}T${from}:00-07:00`, `${endDate}T${until}:00-07:00`]
      return add({ type: 'regular', jobcode_id, start, end })
    }
    for (const sunday of ['2026-02-08', '2026-02-15', '2026-02-22']) {
      const on = (days: number) => addDays(sunday, days)
      await regular(sunday, '13:54', '21:11', work)
      for (const day of [1, 2, 3]) {
        await regular(on(day), '07:53', '12:08', other)
        await regular(on(day), '12:41', '17:22', work)
      }
      await add({ type: 'manual', jobcode_id: off, date: on(4), duration: 8 * 3600 })
      await regular(on(5), '06:00', '19:20', work)
      await regular(on(6), '20:04', '08:09', work, on(7))
    }
    await approve(approved.end_date)
  })
  after(() => server.stop())

  const approve = async (approved_to: string) => {
    await server.put(company, '/users', [{ id: user.id, approved_to }])
  }
  const put = (body: Values, path = '/settings') => ask(server, company, 'PUT', path, body)
  const ok = async (body: Values, path?: string) => {
    const answer = await put(body, path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const everywhere = { settings_from: null, overtime_from: null, alters_approved: true }

  /** Every report and file about how a period is paid, as text. */
  const paid = async (range: { start_date: string; end_date: string }) => {
    const report = async (name: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/v1/reports/${name}`,
          headers: { authorization: `Bearer ${company.token}` },
          payload: { data: range },
        })
      ).body.replace(/"last_modified[^}]*/g, '')
    const query = `start_date=${range.start_date}&end_date=${range.end_date}`
    const gross = (await ask(server, company, 'GET', `/gross_pay?${query}`)).body
    const { zone: _, ...approvals } = (await ask(server, company, 'GET', `/approvals?${query}`)).body.people.find(
      (one: Values) => one.user_id === user.id,
    )
    const file = (await download(server, company, `/exports/payroll?${query}&format=csv`)).body
    const reports = { payroll: await report('payroll'), jobs: await report('payroll_by_jobcode') }
    return JSON.stringify({ ...reports, gross, approvals, file: String(file) })
  }

  const rulesOfBreaks = { rules: 'california', premium: true }
  describe('approved time when a setting changes', () => {
    for (const [setting, values] of Object.entries(changes))
      test(`approved time stays as it was paid when ${setting} changes`, async () => {
        const settings =
          setting === 'general.pto_overtime_jobcodes' ? { general: { [setting.slice(8)]: sickness } } : values
        if (preconditions[setting])
          await ok({
            ...preconditions[setting],
            settings_from: null,
            alters_approved: true,
            ...(preconditions[setting].overtime ? { overtime_from: null } : {}),
          })
        const [before, later] = [await paid(approved), await paid(next)]
        // Otherwise a zone changes with the next workweek, because time is recorded.
        const when = setting === 'general.tz' ? { settings_from: next.start_date } : {}
        const { earlier } = await ok({ settings, ...when })
        assert.equal(await paid(approved), before)
        assert.notEqual(await paid(next), later, 'the next period follows the new setting')
        assert.ok(earlier.some((kept: Values) => kept.setting === setting && kept.until === next.start_date))
        const [section, key] = setting.split('.') as [string, string]
        await ok({ settings: { [section]: { [key]: key === 'tz' ? 'America/Denver' : null } }, ...when })
        assert.equal(await paid(next), later, 'and can be taken back')
        const back = await ok({ settings, settings_from: null, alters_approved: true })
        assert.deepEqual(back.earlier, [])
        assert.notEqual(await paid(approved), before, 'approved time changes where the administrator asks for that')
        await reset()
      })

    test('approved time stays as it was paid when break rules and their premium change', async () => {
      const [before, later] = [await paid(approved), await paid(next)]
      await ok(rulesOfBreaks, '/break_rules')
      assert.equal(await paid(approved), before)
      assert.notEqual(await paid(next), later)
      await ok({ rules: null, premium: null, from: null, alters_approved: true }, '/break_rules')
      assert.equal(await paid(next), later)
    })
  })

  /** All settings of this test as they were, for all time. */
  const reset = async () => {
    const settings: Record<string, Record<string, null>> = { general: {}, rounding: {} }
    for (const name of Object.keys(changes)) {
      const [section, key] = name.split('.') as [string, string]
      settings[section]![key] = null
    }
    const general = { ...settings.general, tz: 'America/Denver' }
    await ok({ settings: { ...settings, general }, overtime: null, ...everywhere })
  }

  test('approved time is not changed unless the request asks for that', async () => {
    for (const settings_from of [null, '2026-02-14', '2026-02-01']) {
      const { status, body } = await put({ settings: changes['rounding.minutes'], settings_from })
      assert.equal(status, 417)
      assert.match(body.error.message, /settings_from: must be after 2026-02-14, the last approved day/)
    }
    const cases: [Values, RegExp][] = [
      [{ settings: changes['rounding.minutes'], settings_from: '2026-02-30' }, /settings_from: must be a date/],
      [{ settings: changes['general.week_start'], settings_from: '2026-02-18' }, /such as 2026-02-22/],
      [{ settings: changes['general.workday_start'], settings_from: '2026-02-16' }, /such as 2026-02-22/],
    ]
    for (const [body, message] of cases) {
      const answer = await put(body)
      assert.equal(answer.status, 417, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await put({ from: '2026-02-10', ...rulesOfBreaks }, '/break_rules')).status, 417)
  })

  test('a person’s own settings and the group’s hold from their dates', async () => {
    const [before, later] = [await paid(approved), await paid(next)]
    const own = { for: 'user', id: user.id, settings: changes['general.weekly_regular_hours'] }
    const { earlier } = await ok(own)
    assert.deepEqual(earlier, [{ setting: 'general.weekly_regular_hours', until: '2026-02-15', value: null }])
    assert.equal(await paid(approved), before)
    assert.notEqual(await paid(next), later)
    const whole = await ok({ settings: { general: { weekly_regular_hours: 20 } } })
    assert.deepEqual(
      whole.earlier.map(({ until }: Values) => until),
      ['2026-02-15'],
      'they had none of their own then',
    )
    assert.equal(await paid(approved), before)
    await ok({
      ...own,
      settings: { general: { weekly_regular_hours: null } },
      settings_from: null,
      alters_approved: true,
    })
    await reset()
    assert.equal(await paid(next), later)
  })

  describe('a move to another group', () => {
    /** What pays the person, without the name of the group, which is that of today. */
    const pay = async (range: { start_date: string; end_date: string }) => {
      const query = `start_date=${range.start_date}&end_date=${range.end_date}`
      const report = async (name: string) => {
        const { body } = await server.get(company, `/reports/${name}?${query}&supplemental_data=no`)
        return body.results
      }
      const { people } = (await ask(server, company, 'GET', `/gross_pay?${query}`)).body
      const file = String((await download(server, company, `/exports/payroll?${query}&format=csv`)).body)
      return JSON.stringify([
        await report('payroll'),
        await report('payroll_by_jobcode'),
        people,
        file.replaceAll(/,((Crew|Office)[^,]*)?,(?=2026)/g, ',,'),
      ])
    }
    const move = async (group_id: number) => {
      const { body, text } = await server.put(company, '/users', [{ id: user.id, group_id }])
      assert.equal(Object.values<Values>(body.results.users)[0]!._status_code, 200, text)
    }
    const group = async (name: string) => (await server.createOne(company, 'groups', { name })).id
    const everyRule: Readonly<Record<string, Values>> = {
      settings: { settings: { general: { daily_overtime: 1, daily_regular_hours: 6, pto_overtime: 1 } } },
      'overtime rules': { overtime: 'california' },
      'loadings for nights': {
        overtime: [{ name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.25, start: '20:00', end: '05:00' }],
      },
      holidays: { overtime: [{ name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 2 }] },
    }
    for (const [name, rules] of Object.entries(everyRule))
      test(`a move to a group with other ${name} counts after approved time`, async () => {
        const [crew, office] = [await group(`Crew ${name}`), await group(`Office ${name}`)]
        if (name === 'holidays')
          for (const [group_id, days] of [
            [crew, ['2026-02-09', '2026-02-16']],
            [office, ['2026-02-10', '2026-02-17']],
          ] as const) {
            const { body } = await ask(server, company, 'POST', '/holiday_calendars', {
              name: `${group_id}`,
              group_ids: [group_id],
            })
            for (const date of days)
              await ask(server, company, 'POST', `/holiday_calendars/${body.id}/holidays`, {
                holidays: [{ date, name: date }],
              })
          }
        const own = { for: 'group', id: crew, ...rules }
        await ok(own)
        if (name === 'holidays') await ok({ ...own, id: office })
        await ok({ for: 'group', id: crew, ...rulesOfBreaks }, '/break_rules')
        // Nothing of this person is approved, so the move counts for all time.
        await approve('2000-01-01')
        const nowhere = await pay(approved)
        await move(crew)
        const [inCrew, nextInCrew] = [await pay(approved), await pay(next)]
        assert.notEqual(inCrew, nowhere)
        await approve(approved.end_date)
        await move(office)
        assert.equal(await pay(approved), inCrew, 'approved time is paid as it was')
        const nextInOffice = await pay(next)
        assert.notEqual(nextInOffice, nextInCrew, 'what comes next by the new group')
        await move(crew)
        assert.deepEqual([await pay(approved), await pay(next)], [inCrew, nextInCrew], 'moved back')
        await move(office)
        assert.deepEqual([await pay(approved), await pay(next)], [inCrew, nextInOffice])
        // A change for the group that was left does not reach back either.
        const change = { for: 'group', id: crew, settings: { general: { weekly_regular_hours: 10 } } }
        assert.equal((await put({ ...change, settings_from: '2026-02-08' })).status, 417)
        await ok(change)
        assert.equal(await pay(approved), inCrew)
        // Another move later keeps both.
        await approve('2026-02-21')
        const week = { start_date: '2026-02-15', end_date: '2026-02-21' }
        const inOffice = await pay(week)
        await move(0)
        assert.deepEqual([await pay(approved), await pay(week)], [inCrew, inOffice])
        // Where nothing is approved anymore, a move counts for all time again.
        await approve('2000-01-01')
        await move(crew)
        await move(0)
        assert.equal(await pay(approved), nowhere)
        await approve(approved.end_date)
      })
  })

  test('a person who becomes exempt keeps the overtime and the breaks of approved time', async () => {
    await ok({ overtime: 'california', ...everywhere })
    const forAllTime = { from: null, alters_approved: true }
    await ok({ ...rulesOfBreaks, ...forAllTime }, '/break_rules')
    const exempt = async (value: boolean) => {
      const { body, text } = await server.put(company, '/users', [{ id: user.id, exempt: value }])
      assert.equal(Object.values<Values>(body.results.users)[0]!._status_code, 200, text)
    }
    const overtime = async ({ start_date, end_date }: typeof approved) => {
      const query = `start_date=${start_date}&end_date=${end_date}&user_ids=${user.id}`
      const { payroll_report } = (await server.get(company, `/reports/payroll?${query}`)).body.results
      const { overtime_by_rule, break_premium_seconds } = payroll_report[user.id]
      return [Object.keys(overtime_by_rule).length > 0, break_premium_seconds !== undefined]
    }
    // What pays the person, without the answer's copy of the record, which is that of today.
    const pay = async (range: typeof approved) => (await paid(range)).replaceAll(/exempt\W+(true|false)/g, '')
    await approve(approved.end_date)
    const [before, later] = [await pay(approved), await pay(next)]
    assert.deepEqual([await overtime(approved), await overtime(next)], Array(2).fill([true, true]))
    await exempt(true)
    assert.equal(await pay(approved), before)
    assert.deepEqual(await overtime(next), [false, false])
    await exempt(false)
    assert.deepEqual([await pay(approved), await pay(next)], [before, later])
    // Where nothing is approved, it counts for all time.
    await approve('2000-01-01')
    await exempt(true)
    assert.deepEqual(await overtime(approved), [false, false])
    await exempt(false)
    await approve(approved.end_date)
    await ok({ rules: null, premium: null, ...forAllTime }, '/break_rules')
    await ok({ overtime: null, ...everywhere })
  })

  test('a raise ends a rule for lower wages on its day, not before', async () => {
    const low = { name: 'low', kind: 'daily', after_hours: 8, multiplier: 1.5, pay_below: 25 }
    await ok({ overtime: [low], ...everywhere })
    // People are printed with what they are paid today.
    const paidThen = async () => (await paid(approved)).replace(/pay_rate[^,]*/g, '')
    const [before, later] = [await paidThen(), await paid(next)]
    assert.match(later, /"low"/)
    const raise = { user_id: user.id, from: '2026-02-15', rate: 30 }
    assert.equal((await ask(server, company, 'POST', '/pay_rates', raise)).status, 200)
    assert.equal(await paidThen(), before)
    assert.doesNotMatch(await paid(next), /"low"/)
    // A cut later brings it back.
    const cut = { user_id: user.id, from: '2026-02-22', rate: 20 }
    assert.equal((await ask(server, company, 'POST', '/pay_rates', cut)).status, 200)
    assert.doesNotMatch(await paid({ start_date: '2026-02-15', end_date: '2026-02-21' }), /"low"/)
    assert.match(await paid({ start_date: '2026-02-22', end_date: '2026-02-28' }), /"low"/)
    assert.equal(await paidThen(), before)
    for (const { from } of [raise, cut]) {
      const query = `user_id=${user.id}&jobcode_id=0&from=${from}`
      assert.equal((await ask(server, company, 'DELETE', `/pay_rates?${query}`)).status, 200)
    }
    await ok({ overtime: null, ...everywhere })
  })

  test('the app calculates with the same dated settings', async () => {
    await ok({ settings: { ...changes['general.week_start'], ...changes['rounding.minutes'] } })
    const rules = (await ask(server, user, 'GET', '/time_rules')).body
    assert.deepEqual([rules.week_start, rules.from], [1, '2026-02-15'])
    assert.deepEqual(
      rules.earlier.map(({ from, week_start }: Values) => [from, week_start]),
      [[null, 0]],
    )
    assert.deepEqual(
      rules.rounding.map(({ from, minutes }: Values) => [from, minutes]),
      [
        [null, 0],
        ['2026-02-15', 15],
      ],
    )
    assert.deepEqual((await ask(server, user, 'GET', '/start')).body.rounding, rules.rounding)
    await reset()
  })
})
