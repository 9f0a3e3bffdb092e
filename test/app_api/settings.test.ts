import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { linkClient } from '../../src/resources/managed_clients.ts'
import { settingForms } from '../../src/rules/settings/forms.ts'
import { catalog } from '../../src/rules/settings/settings.ts'
import { addDays } from '../../src/rules/time/calendar.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('settings of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company('Northside')
  })

  const read = async (query = '') => {
    const { status, body } = await ask(server, ada, 'GET', `/settings${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const put = (body: unknown, who: { token: string } = ada) => ask(server, who, 'PUT', '/settings', body)
  const effective = async (who: { token: string }, query = ''): Promise<Record<string, Values>> =>
    (await server.get(who, `/effective_settings${query}`)).body.results.effective_settings
  const stateOf = async () => (await ask(server, ada, 'GET', '/start')).body.company

  test('settings come with the company and with what each one accepts', async () => {
    const shown = await read()
    assert.deepEqual(
      [shown.company.name, shown.for, shown.id, shown.overtime, shown.set],
      ['Northside', 'company', 0, 'settings', { general: { tz: 'America/Denver' } }],
    )
    assert.equal(shown.settings.general.tz, 'America/Denver')
    assert.equal(shown.settings.mobile_app_settings.location_tracking, 'off', 'even when not installed')
    assert.deepEqual(Object.keys(shown.settings).sort(), Object.keys(settingForms).sort())
    assert.ok(shown.zones.includes('Europe/Berlin') && shown.zones.includes('UTC'))
    assert.deepEqual(shown.presets.federal, [{ name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 }])
    const { about, ...form } = shown.forms.general.week_start
    assert.deepEqual(form, {
      default: 0,
      expected: 'a whole number from 0 to 6',
      kind: 'number',
      min: 0,
      max: 6,
      decimals: 0,
      dated: true,
    })
    assert.match(about, /workweek/)
  })

  test('changed settings apply to everyone at once, in the types of the catalog', async () => {
    const worker = await server.user(ada)
    const before = await stateOf()
    const { status, body } = await put({
      name: ' Northside Builders ',
      settings: {
        general: { tz: 'Europe/Berlin', week_start: '1', weekly_regular_hours: 38.5, calculate_overtime: false },
        approvals: { employee_approval: 0 },
        schedule: { business_hours_start: '06:30' },
      },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.company.name, body.settings.general.week_start], ['Northside Builders', 1])
    const { general, approvals, schedule } = await effective(worker)
    const { tz, week_start, weekly_regular_hours, calculate_overtime } = general!.settings
    assert.deepEqual([tz, week_start, weekly_regular_hours, calculate_overtime], ['Europe/Berlin', 1, '38.5', '0'])
    assert.deepEqual(
      [approvals!.settings.employee_approval, schedule!.settings.business_hours_start],
      ['0', '06:30:00'],
    )
    const { body: user } = await server.get(worker, '/current_user')
    assert.equal(Object.values<Values>(user.results.users)[0]!.company_name, 'Northside Builders')
    const now = await stateOf()
    assert.ok(now.version > before.version && now.setup_version > before.setup_version)
  })

  test('a setting that is saved again changes nothing; a new value changes its section only', async () => {
    await put({ settings: { general: { week_start: 1 } } })
    server.pass(60)
    const [before, state] = [await effective(ada), await stateOf()]
    await put({
      name: 'Northside',
      settings: { general: { week_start: 1, time_format: 12 }, approvals: { installed: 1 } },
    })
    assert.deepEqual([await effective(ada), (await stateOf()).setup_version], [before, state.setup_version])
    await put({ settings: { approvals: { employee_approval: 0 } } })
    const after = await effective(ada)
    assert.equal(after.general!.last_modified, before.general!.last_modified)
    assert.equal(after.approvals!.last_modified, new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00'))
  })

  test('groups and people keep their own settings until these are reset', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const worker = await server.user(ada, { group_id: group.id })
    const hours = async () => (await effective(worker)).general!.settings.lunch_length
    assert.equal((await put({ for: 'group', id: group.id, settings: { general: { lunch_length: 0.5 } } })).status, 200)
    assert.equal(await hours(), 0.5)
    const shown = await read(`?for=user&id=${worker.id}`)
    assert.deepEqual([shown.settings.general.lunch_length, shown.set, shown.overtime], [0.5, {}, null])
    await put({ for: 'user', id: worker.id, settings: { general: { lunch_length: 0.75, tz: 'Europe/Rome' } } })
    assert.equal(await hours(), 0.75)
    assert.deepEqual((await read(`?for=user&id=${worker.id}`)).set, {
      general: { lunch_length: 0.75, tz: 'Europe/Rome' },
    })
    server.pass(60)
    const stamp = (await effective(worker)).general!.last_modified
    await put({ for: 'user', id: worker.id, settings: { general: { lunch_length: null } } })
    assert.equal(await hours(), 0.5)
    assert.ok((await effective(worker)).general!.last_modified > stamp, 'a reset is a change')
    assert.equal((await effective(ada)).general!.settings.lunch_length, 1)
    const refused = await put({ for: 'group', id: group.id, settings: { general: { payroll_type: 'weekly' } } })
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [417, 'Expectation Failed: general.payroll_type: can be set for the whole company only'],
    )
  })

  test('reports use newly chosen overtime rules at once', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const worker = await server.user(ada, { group_id: group.id })
    const sheet = { user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-02-16', duration: 14 * 3600 }
    await server.createOne(ada, 'timesheets', sheet)
    const rules = async () => {
      const query = 'start_date=2026-02-16&end_date=2026-02-16'
      const { body } = await server.get(ada, `/reports/payroll?${query}`)
      return body.results.payroll_report[worker.id].overtime_by_rule
    }
    const custom = [{ name: 'long_day', kind: 'daily', after_hours: 13.5, multiplier: 2 }]
    const steps: [object, object][] = [
      [{ overtime: 'california' }, { daily: 14400, daily_double: 7200 }],
      [{ for: 'group', id: group.id, overtime: custom }, { long_day: 1800 }],
      [{ for: 'user', id: worker.id, overtime: 'settings' }, {}],
      [{ for: 'user', id: worker.id, overtime: null }, { long_day: 1800 }],
      [
        { for: 'group', id: group.id, overtime: null },
        { daily: 14400, daily_double: 7200 },
      ],
      [{ overtime: 'settings' }, {}],
    ]
    for (const [body, expected] of steps) {
      const { status } = await put(body)
      assert.deepEqual([status, await rules()], [200, expected], JSON.stringify(body))
    }
    await put({ for: 'group', id: group.id, overtime: custom })
    assert.deepEqual((await read(`?for=group&id=${group.id}`)).overtime, custom)
  })

  test('an invalid setting is refused by name, with what it accepts', async () => {
    const wrong: [object, RegExp][] = [
      [{ general: { tz: 'Mars/Olympus' } }, /general\.tz: must be a time zone such as America\/Denver$/],
      [{ general: { tz: 'america/denver' } }, /general\.tz/],
      [{ general: { week_start: 7 } }, /general\.week_start: must be a whole number from 0 to 6$/],
      [{ general: { week_start: 1.5 } }, /general\.week_start/],
      [{ general: { week_start: '' } }, /general\.week_start/],
      [{ general: { week_start: [1] } }, /general\.week_start/],
      [{ general: { weekly_regular_hours: '169' } }, /general\.weekly_regular_hours: must be a number from 0 to 168/],
      [{ general: { daily_regular_hours: 1e300 } }, /general\.daily_regular_hours/],
      [{ general: { calculate_overtime: 'yes' } }, /general\.calculate_overtime: must be 1 or 0$/],
      [{ general: { payroll_end_date: '2026-02-30' } }, /general\.payroll_end_date: must be a date/],
      [{ general: { payroll_type: 'yearly' } }, /general\.payroll_type: must be one of weekly, biweekly/],
      [{ general: { payroll_month_end_day: 32 } }, /general\.payroll_month_end_day/],
      [
        { general: { payroll_type: 'semimonthly', payroll_first_end_day: 20, payroll_last_end_day: 20 } },
        /general\.payroll_first_end_day: must be before payroll_last_end_day, which is 20$/,
      ],
      [
        { general: { lunch_deduct: 1, lunch_threshold: 0.5 } },
        /general\.lunch_length: must be shorter than lunch_threshold, which is 0\.5 hours$/,
      ],
      [
        { general: { min_rest_hours: 4 } },
        /general\.min_rest_hours: must be 0 or longer than shift_pause_hours, which is 4 hours; /,
      ],
      [
        { general: { shift_pause_hours: 8 } },
        /general\.shift_pause_hours: must be shorter than min_rest_hours, which is 8 hours; /,
      ],
      [{ general: { jc_label: ' ' } }, /general\.jc_label: must be text of 1 to 40 characters/],
      [{ general: { jc_label: 'a\u0000b' } }, /settings\.general\.jc_label: contains characters/],
      [{ general: { timecard_fields: 'JOBCODE,x' } }, /general\.timecard_fields: must be JOBCODE and numbers/],
      [{ general: { weak_start: 1 } }, /general\.weak_start: there is no such setting/],
      [{ general: { constructor: 1 } }, /general\.constructor: there is no such setting/],
      [{ quickbooks: { installed: '1' } }, /quickbooks\.installed: .*cannot be changed/],
      [{ schedule: { business_hours_end: '24:00' } }, /schedule\.business_hours_end: must be a time of day/],
      [{ mobile_app_settings: { location_tracking: 'always' } }, /must be one of off, optional/],
    ]
    const before = await read()
    for (const [settings, message] of wrong) {
      const { status, body } = await put({ name: 'Changed', settings })
      assert.equal(status, 417, JSON.stringify(settings))
      assert.match(body.error.message, message)
    }
    const written = { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 }
    const others: [object, RegExp][] = [
      [{ name: ' ' }, /name: must be text/],
      [{ name: 'n'.repeat(101) }, /name: must be text/],
      [{ overtime: 'texas' }, /overtime: .*federal, california/],
      [{ overtime: [{ name: 'A', kind: 'daily', after_hours: 1, multiplier: 2 }] }, /overtime: rule 1: name/],
      [{ overtime: [{ name: 'a', kind: 'daily', after_hours: '1', multiplier: 2 }] }, /overtime/],
      [{ for: 'group', settings: {} }, /id: required/],
      [{ id: 7 }, /id: only with/],
      [{ for: 'everyone', id: 7 }, /for: must be one of company, group, user$/],
      [{ setings: {} }, /setings: there is no such field/],
      [{ overtime: [{ ...written, over: 2 }] }, /overtime\.0\.over: there is no such field$/],
      [{ overtime: [{ ...written, multiplier: '2' }] }, /overtime\.0\.multiplier: must be a number$/],
      [{ overtime: [{ name: 'weekly' }] }, /overtime\.0\.kind: required$/],
      [{ overtime: 40 }, /overtime: must be text, a list or null$/],
    ]
    for (const [change, message] of others) {
      const { status, body } = await put(change)
      assert.equal(status, 417, JSON.stringify(change))
      assert.match(body.error.message, message)
    }
    assert.deepEqual(await read(), before, 'everything is changed, or nothing')
  })

  test('a setting without effect cannot be saved but is still shown', async () => {
    const fixed = Object.entries<Values>(catalog).flatMap(([section, entries]) =>
      Object.keys(entries).flatMap((key) => (entries[key].form ? [] : [[section, key] as const])),
    )
    assert.ok(
      fixed.some(([, key]) => key === 'timesheet_map') && fixed.some(([, key]) => key === 'parent_clockin_display'),
    )
    for (const [section, key] of fixed) {
      const { status, body } = await put({ settings: { general: { week_start: 3 }, [section]: { [key]: 1 } } })
      assert.equal(status, 417, `${section}.${key}`)
      assert.match(body.error.message, new RegExp(`: ${section}\\.${key}: .*cannot be changed$`))
    }
    const { general, time_entry } = await effective(ada)
    assert.deepEqual([general!.settings.week_start, general!.settings.parent_clockin_display], [0, 0])
    assert.deepEqual([time_entry!.settings.timesheet_map, time_entry!.settings.pto_entry], [1, 1])
  })

  test('only administrators of the company see and change its settings', async () => {
    const worker = await server.user(ada, { permissions: { manage_users: true } })
    for (const method of ['GET', 'PUT'] as const) {
      const told = await ask(server, worker, method, '/settings', method === 'PUT' ? {} : undefined)
      assert.equal(told.status, 403)
    }
    const other = await server.company()
    const strangers = await server.createOne(other, 'groups', { name: 'Theirs' })
    const theirs = { for: 'group', id: strangers.id, settings: { general: { week_start: 3 } } }
    assert.equal((await put(theirs)).status, 404)
    assert.equal((await ask(server, ada, 'GET', `/settings?for=user&id=${other.adminId}`)).status, 404)
    assert.equal((await ask(server, other, 'GET', `/settings?for=group&id=${strangers.id}`)).status, 200)
  })

  test('a person who stops being an administrator during the request changes nothing', async () => {
    const second = await server.user(ada, { permissions: { admin: true } })
    await ask(server, second, 'GET', '/settings')
    const [, told] = await Promise.all([
      server.put(ada, '/users', [{ id: second.id, permissions: { admin: false } }]),
      put({ settings: { general: { week_start: 5 } } }, second),
    ])
    const { week_start } = (await read()).settings.general
    assert.deepEqual([told.status, week_start], told.status === 200 ? [200, 5] : [403, 0])
    assert.equal((await put({ settings: { general: { week_start: 6 } } }, second)).status, 403)
  })

  test('a company’s new name appears in the companies that manage it', async () => {
    const office = await server.company('Office')
    await server.put(office, '/users', [{ id: office.adminId, permissions: { external_access: true } }])
    await server.db.write(linkClient, { companyId: office.id, managedId: ada.id, active: true }, server.now)
    const names = async () => (await server.list(office, 'managed_clients')).map((one) => one.company_name)
    assert.deepEqual(await names(), ['Northside'])
    await put({ name: 'Southside' })
    assert.deepEqual(await names(), ['Southside'])
    const [link] = await server.list(office, 'managed_clients')
    const headers = { 'vnd.tsheets.managedclientid': link!.id }
    const told = await ask(server, office, 'PUT', '/settings', { name: 'Westside' }, { headers })
    assert.deepEqual([told.status, await names()], [200, ['Westside']])
  })

  test('overtime presets of laws split shifts, unless the company chose how', async () => {
    const boundary = (shown: Values) => [shown.overtime, shown.settings.general.shift_boundary]
    assert.deepEqual(boundary(await read()), ['settings', 'start'])
    assert.deepEqual(boundary((await put({ overtime: 'none' })).body), ['none', 'start'])
    assert.deepEqual(boundary((await put({ overtime: 'federal' })).body), ['federal', 'split'])
    const starts = { settings: { general: { shift_boundary: 'start' } } }
    assert.deepEqual(boundary((await put(starts)).body), ['federal', 'start'])
    assert.deepEqual(boundary((await put({ overtime: 'colorado' })).body), ['colorado', 'start'])
    const worker = await server.user(ada)
    const own = { for: 'user', id: worker.id }
    assert.deepEqual(boundary((await put({ ...own, overtime: 'alaska' })).body), ['alaska', 'split'])
    const both = { overtime: 'kentucky', settings: { general: { shift_boundary: 'start' } } }
    const other = await server.user(ada)
    assert.deepEqual(boundary((await put({ for: 'user', id: other.id, ...both })).body), ['kentucky', 'start'])
    // The vendor's API does not know these settings.
    const general = (await effective(ada)).general!.settings
    for (const key of ['workday_start', 'shift_boundary', 'shift_pause_hours', 'min_rest_hours'])
      assert.equal(key in general, false, key)
  })

  test('a rule about rest and the break that ends a shift are refused where one would rule out the other', async () => {
    const rest = (after_hours: number) => ({
      overtime: [{ name: 'rest', kind: 'rest', after_hours, multiplier: 1.5 }],
    })
    const pause = (shift_pause_hours: number) => ({ settings: { general: { shift_pause_hours } } })
    const worker = await server.user(ada)
    for (const scope of [{}, { for: 'user', id: worker.id }]) {
      const refused = async (change: Values, message: RegExp) => {
        const { status, body } = await put({ ...scope, ...change })
        assert.equal(status, 417, JSON.stringify(change))
        assert.match(body.error.message, message)
      }
      await refused(
        rest(4),
        /overtime: rule rest would never apply: after_hours must be more than shift_pause_hours, which is 4 hours$/,
      )
      assert.equal((await put({ ...scope, ...rest(6) })).status, 200)
      await refused(pause(6), /general\.shift_pause_hours: must be less than the 6 hours of rest of rule rest$/)
      assert.equal((await put({ ...scope, ...pause(5.5) })).status, 200)
      assert.equal((await put({ ...scope, ...pause(4), overtime: 'federal' })).status, 200)
    }
  })

  test('impossible overtime rules and workdays are refused by name', async () => {
    const daily = { name: 'daily', kind: 'daily', after_hours: 8, multiplier: 1.5 }
    const night = { name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.25, start: '22:00', end: '06:00' }
    const cases: [Values, RegExp][] = [
      [
        { overtime: [daily, { ...daily, name: 'again' }] },
        /overtime: rules daily and again would pay the same hours twice/,
      ],
      [{ overtime: [daily, { ...daily, name: 'late', after_hours: 9 }] }, /overtime: rule late contradicts rule daily/],
      [
        { overtime: [night, { ...night, name: 'early', start: '05:00', end: '07:00' }] },
        /night and early overlap in time/,
      ],
      [{ overtime: [{ ...night, end: '6' }] }, /overtime: rule 1: end must be a time/],
      [{ overtime: 'federal', overtime_from: '2026-02-30' }, /overtime_from: must be a date/],
      [{ overtime_from: '2026-02-20' }, /overtime_from: only together with overtime/],
      [{ settings: { general: { workday_start: 4.5 } } }, /general.workday_start: must be a whole number from 0 to 23/],
      [{ settings: { general: { workday_start: '04:30' } } }, /general.workday_start: must be a whole number/],
      [{ settings: { general: { workday_start: 24 } } }, /general.workday_start: must be a whole number/],
      [{ settings: { rounding: { minutes: 90 } } }, /rounding.minutes: must be one of 0, 5, 6, 10, 15/],
      [
        { settings: { general: { shift_boundary: 'midnight' } } },
        /general.shift_boundary: must be one of start, split/,
      ],
      [
        { settings: { general: { shift_pause_hours: 0 } } },
        /general.shift_pause_hours: must be a number from 0.25 to 24/,
      ],
    ]
    for (const [body, message] of cases) {
      const answer = await put(body)
      assert.equal(answer.status, 417, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    const own = { for: 'user', id: (await server.user(ada)).id, settings: { general: { workday_start: 4 } } }
    assert.match((await put(own)).body.error.message, /workday_start: can be set for the whole company only/)
  })

  test('overtime rules apply from a date, and approved time keeps its rules', async () => {
    const worker = await server.user(ada)
    for (const date of ['2026-02-12', '2026-02-17'])
      await server.createOne(ada, 'timesheets', {
        ...{ user_id: worker.id, jobcode_id: 0, type: 'manual', date, duration: 14 * 3600 },
      })
    const paid = async () => {
      const data = { start_date: '2026-02-08', end_date: '2026-02-21' }
      const { body } = await server.call(ada.token, 'POST', '/reports/payroll', { data })
      return body.results.payroll_report[worker.id].overtime_by_rule
    }
    await put({ overtime: 'california' })
    assert.deepEqual(await paid(), { daily: 8 * 3600, daily_double: 4 * 3600 })
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])

    const next = (await put({ overtime: 'colorado' })).body
    assert.deepEqual(next.overtime_versions, [
      { from: null, rules: 'california' },
      { from: '2026-02-15', rules: 'colorado' },
    ])
    assert.deepEqual([next.overtime, next.approved_to], ['colorado', '2026-02-14'])
    assert.deepEqual(await paid(), { daily: (4 + 2) * 3600, daily_double: 2 * 3600 })

    for (const overtime_from of ['2026-02-14', null]) {
      const { status, body } = await put({ overtime: 'none', overtime_from })
      assert.equal(status, 417)
      assert.match(body.error.message, /overtime_from: must be after 2026-02-14, the last approved day/)
    }
    const later = await put({ overtime: 'none', overtime_from: '2026-02-18' })
    assert.equal(later.body.overtime_versions.length, 3)
    assert.deepEqual(await paid(), { daily: (4 + 2) * 3600, daily_double: 2 * 3600 })
    const own = await put({ for: 'user', id: worker.id, overtime: 'alaska' })
    assert.deepEqual(own.body.overtime_versions, [
      { from: null, rules: null },
      { from: '2026-02-15', rules: 'alaska' },
    ])
    assert.deepEqual(await paid(), { daily: (4 + 6) * 3600, daily_double: 2 * 3600 })
    const all = await put({ for: 'user', id: worker.id, overtime: 'none', overtime_from: null, alters_approved: true })
    assert.equal(all.body.overtime, 'none')
    assert.deepEqual(await paid(), {})
  })

  test('the preview of a setting shows what it would change in the running pay period', async () => {
    const [long, short] = [await server.user(ada), await server.user(ada)]
    const { body: start } = await ask(server, ada, 'GET', '/start')
    const date = start.now.slice(0, 10)
    for (const [user, hours] of [
      [long, 14],
      [short, 6],
    ] as const)
      await server.createOne(ada, 'timesheets', {
        ...{ user_id: user.id, jobcode_id: 0, type: 'manual', date, duration: hours * 3600 },
      })
    const preview = (body: unknown) => ask(server, ada, 'POST', '/settings/preview', body)
    const { status, body } = await preview({ overtime: 'california' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.start_date <= date && body.end_date >= date)
    assert.deepEqual(
      body.people.map(({ user_id, before, after }: Values) => ({ user_id, before, after })),
      [
        {
          user_id: long.id,
          before: { regular: 14 * 3600, overtime: {}, gross_cents: null },
          after: { regular: 8 * 3600, overtime: { 1.5: 4 * 3600, 2: 2 * 3600 }, gross_cents: null },
        },
      ],
    )
    assert.equal((await read()).overtime, 'settings', 'nothing is saved')
    const daily = { settings: { general: { daily_overtime: 1, daily_regular_hours: 5 } } }
    assert.equal((await preview({ for: 'user', id: short.id, ...daily })).body.people.length, 1)
    assert.equal((await preview(daily)).body.people.length, 2)
    assert.deepEqual((await preview({ overtime: 'federal' })).body.people, [])
    assert.equal(body.ended, null, 'there is no time in the pay period before')
    const last = addDays(body.start_date, -1)
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: short.id, jobcode_id: 0, type: 'manual', date: last, duration: 9 * 3600 },
    })
    const { ended } = (await preview({ overtime: 'california' })).body
    assert.equal(ended.end_date, last)
    assert.deepEqual(
      ended.people.map(({ user_id, after }: Values) => [user_id, after.overtime]),
      [[short.id, { 1.5: 3600 }]],
    )
    const fromNow = { overtime: 'california', overtime_from: body.start_date }
    assert.equal((await preview(fromNow)).body.ended, null, 'it does not reach back')
    assert.equal((await preview({ overtime: 'texas' })).status, 417)
    assert.equal((await preview({ for: 'group', id: 99_999, overtime: 'federal' })).status, 404)
    assert.equal((await ask(server, long, 'POST', '/settings/preview', { overtime: 'none' })).status, 403)
  })

  test('the preview of a setting shows what the change would cost', async () => {
    const { body: start } = await ask(server, ada, 'GET', '/start')
    const date = start.now.slice(0, 10)
    const work = (who: { id: number }, duration: number, jobcode_id = 0) =>
      server.createOne(ada, 'timesheets', { user_id: who.id, jobcode_id, type: 'manual', date, duration })
    const [paid, unpaid, brief] = [await server.user(ada), await server.user(ada), await server.user(ada)]
    await work(paid, 14 * 3600)
    await work(unpaid, 14 * 3600)
    await work(brief, 4320)
    const rate = (item: Values) =>
      ask(server, ada, 'POST', '/pay_rates', { from: '2026-01-01', rate: 20, per: 'hour', ...item })
    for (const { id } of [paid, brief]) assert.equal((await rate({ user_id: id })).status, 200)
    const preview = async (body: Values) => {
      const { body: shown } = await ask(server, ada, 'POST', '/settings/preview', body)
      return Object.fromEntries(
        shown.people.map(({ user_id, before, after }: Values) => [user_id, [before.gross_cents, after.gross_cents]]),
      )
    }
    // 8 hours at 20, 4 at 30 and 2 at 40.
    assert.deepEqual(await preview({ overtime: 'california' }), {
      [paid.id]: [28_000, 36_000],
      [unpaid.id]: [null, null],
    })
    // An hour and twelve minutes become an hour and a quarter.
    const up = { settings: { rounding: { minutes: 15, direction: 'up', of: 'day' } } }
    assert.deepEqual(await preview(up), { [brief.id]: [2400, 2500] })
    // How several rates are paid changes no hours.
    const other = await server.createOne(ada, 'jobcodes', { name: 'Other', assigned_to_all: true })
    assert.equal((await rate({ user_id: paid.id, jobcode_id: other.id, rate: 40 })).status, 200)
    await work(paid, 4 * 3600, other.id)
    await ask(server, ada, 'PUT', '/settings', { overtime: 'california' })
    // 14 hours at 20 and 4 at 40 are 440; 10 of the 18 hours are overtime, 4 at 1.5 and 6 at 2.
    const premium = ((4 * 0.5 + 6) * 440) / 18
    const inEffect = 2 * 20 + (4 * 40 + 2 * 20)
    assert.deepEqual(await preview({ settings: { general: { overtime_pay: 'rate_in_effect' } } }), {
      [paid.id]: [Math.round((440 + premium) * 100), Math.round((440 + inEffect) * 100)],
    })
  })

  test('the preview of a setting shows from which day it would apply, and what is approved by then', async () => {
    const worker = await server.user(ada)
    const preview = async (body: Values) => {
      const { status, body: shown } = await ask(server, ada, 'POST', '/settings/preview', body)
      const { from, overtime_from, altered_to } = shown
      return status === 200 ? { from, overtime_from, altered_to } : status
    }
    const rounding = { settings: { rounding: { minutes: 15 } } }
    const always = { from: null, overtime_from: null, altered_to: null }
    assert.deepEqual(await preview(rounding), always)
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-11' }])
    const cases: [Values, Values | number][] = [
      [rounding, { ...always, from: '2026-02-15' }],
      [{ ...rounding, settings_from: '2026-02-09' }, 417],
      [
        { ...rounding, settings_from: '2026-02-09', alters_approved: true },
        { ...always, from: '2026-02-09', altered_to: '2026-02-11' },
      ],
      [
        { ...rounding, settings_from: null, alters_approved: true },
        { ...always, altered_to: '2026-02-11' },
      ],
      [
        { ...rounding, settings_from: '2026-02-12', alters_approved: true },
        { ...always, from: '2026-02-12' },
      ],
      [{ overtime: 'federal' }, { ...always, overtime_from: '2026-02-12' }],
      [
        { overtime: 'federal', overtime_from: null, alters_approved: true },
        { ...always, altered_to: '2026-02-11' },
      ],
    ]
    for (const [body, shown] of cases) assert.deepEqual(await preview(body), shown, JSON.stringify(body))
  })
})
