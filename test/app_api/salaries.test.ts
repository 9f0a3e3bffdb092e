import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { download, rowsOf, sheetOf } from '../exports/exporting.ts'
import { pagesOf } from '../exports/pdf_text.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

// Salaries over HTTP. The pay period is two weeks from Sunday, 15 February 2026; today is 2 March.

const twoWeeks = 'start_date=2026-02-15&end_date=2026-02-28'
const firstWeek = 'start_date=2026-02-15&end_date=2026-02-21'

onEither('salaries', (database) => {
  let server: TestServer
  let company: TestCompany
  let job = 0
  let unpaid = 0
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    await insertSetting(server, company.id, 'general', 'payroll_end_date', '2026-02-28')
    job = (await server.createOne(company, 'jobcodes', { name: 'Office', assigned_to_all: true })).id
    const [off] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Unpaid', type: 'unpaid_time_off' })])
    unpaid = Number(off!.id)
  })

  const person = async (rate: Values, more: Values = {}) => {
    const user = await server.user(company, more)
    await ok('POST', '/pay_rates', { user_id: user.id, from: null, ...rate })
    return user
  }
  const ok = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const told = await ask(server, company, method, path, body)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    return told.body
  }
  const work = async (user_id: number, days: readonly number[], hours: number, jobcode_id = job) => {
    const items = days.map((day) => {
      return { user_id, jobcode_id, type: 'manual', date: `2026-02-${day}`, duration: hours * 3600 }
    })
    const { status, text } = await server.post(company, '/timesheets', items)
    assert.equal(status, 200, text)
  }
  const grossOf = async (user_id: number, range: string) => {
    const { people } = await ok('GET', `/gross_pay?${range}&user_ids=${user_id}`)
    return people[0]?.gross_cents ?? 0
  }
  const [week, next] = [
    [16, 17, 18, 19, 20],
    [23, 24, 25, 26, 27],
  ]

  test('an exempt person is paid the salary of every week with work, whatever the hours', async () => {
    for (const hours of [6.2, 11]) {
      const { id } = await person({ per: 'year', rate: 52_000 }, { exempt: true })
      await work(id, [...week, ...next], hours)
      assert.equal(await grossOf(id, twoWeeks), 200_000)
    }
    for (const hours of [8, 10, 6]) {
      const { id } = await person({ per: 'year', rate: 52_000 }, { exempt: true })
      await work(id, week, hours)
      assert.equal(await grossOf(id, firstWeek), 100_000, `${hours} h a day`)
    }
  })

  test('a salary that is not exempt has overtime on its hourly equivalent', async () => {
    const { id } = await person({ per: 'year', rate: 52_000 })
    await work(id, week, 9)
    assert.equal(await grossOf(id, firstWeek), 118_750)
    const { people } = await ok('GET', `/gross_pay?${firstWeek}&user_ids=${id}`)
    assert.deepEqual(people[0].lines, [
      {
        ...{ kind: 'salary', rate: 52_000, per: 'year', multiplier: 1, seconds: 144_000, amount_cents: 100_000 },
        parts: [
          {
            ...{ part: 'salary', from: '2026-02-15', to: '2026-02-21', salary: 1000, days: 5, of_days: 5 },
            amount_cents: 100_000,
          },
        ],
      },
      {
        ...{ kind: 'work', rate: 52_000, per: 'year', multiplier: 1.5, seconds: 18_000, amount_cents: 18_750 },
        parts: [
          { part: 'straight', seconds: 18_000, rate: 25, factor: 1, amount_cents: 12_500 },
          { part: 'premium', seconds: 18_000, rate: 25, factor: 0.5, week: '2026-02-15', amount_cents: 6250 },
        ],
      },
    ])
    const fluctuating = await person({ per: 'week', rate: 600, fluctuating: true })
    await work(fluctuating.id, [16, 17, 18, 19], 10)
    await work(fluctuating.id, [20], 8)
    // 29 CFR 778.114: 600 / 48 = 12.50; 8 x 0.5 x 12.50.
    assert.equal(await grossOf(fluctuating.id, firstWeek), 65_000)
    const short = await person({ per: 'week', rate: 182.7, week_hours: 35 })
    await work(short.id, week, 9)
    // 29 CFR 778.113: 182.70 + 5 x 5.22 + 5 x 7.83.
    assert.equal(await grossOf(short.id, firstWeek), 24_795)
  })

  test('a salary is reduced by whole days of unpaid time off, and shared by the days of the first and the last week', async () => {
    const off = await person({ per: 'year', rate: 52_000 }, { exempt: true })
    await work(off.id, [16, 17, 18], 8)
    await work(off.id, [19], 8, unpaid)
    await work(off.id, [20], 4, unpaid)
    await work(off.id, [20], 4)
    assert.equal(await grossOf(off.id, firstWeek), 80_000)
    const hired = await person({ per: 'year', rate: 52_000 }, { exempt: true, hire_date: '2026-02-18' })
    await work(hired.id, [18, 19, 20], 8)
    assert.equal(await grossOf(hired.id, firstWeek), 60_000)
    const left = await person({ per: 'year', rate: 52_000 }, { exempt: true, term_date: '2026-02-24' })
    await work(left.id, [...week, 23, 24], 8)
    assert.equal(await grossOf(left.id, twoWeeks), 140_000)
    // A raise within a week: 3 days of 200.00 and 2 of 260.00.
    const raised = await person({ per: 'year', rate: 52_000 }, { exempt: true })
    await ok('POST', '/pay_rates', { user_id: raised.id, from: '2026-02-19', per: 'year', rate: 67_600 })
    await work(raised.id, week, 8)
    assert.equal(await grossOf(raised.id, firstWeek), 112_000)
  })

  test('in a week with published shifts, those are the days that a salary pays, before the pattern', async () => {
    const calendar = (await server.list(company, 'schedule_calendars'))[0]!.id
    const publish = (id: number, days: readonly number[]) =>
      Promise.all(
        days.map((day) =>
          server.createOne(company, 'schedule_events', {
            ...{ schedule_calendar_id: calendar, assigned_user_ids: [String(id)], draft: false },
            ...{ start: `2026-02-${day}T08:00:00-07:00`, end: `2026-02-${day}T16:00:00-07:00` },
          }),
        ),
      )
    // Tuesday to Saturday instead of Monday to Friday: Saturday is a whole day of the five, Monday is none.
    const { id } = await person({ per: 'year', rate: 52_000 }, { exempt: true })
    await publish(id, [17, 18, 19, 20, 21])
    await work(id, [17, 18, 19, 20], 8)
    assert.equal(await grossOf(id, firstWeek), 100_000)
    await work(id, [21], 8, unpaid)
    assert.equal(await grossOf(id, firstWeek), 80_000)
    // Hired on Thursday, with shifts from then on: three days of six, as Monday to Wednesday are those of the pattern.
    const hired = await person({ per: 'year', rate: 52_000 }, { exempt: true, hire_date: '2026-02-19' })
    await publish(hired.id, [19, 20, 21])
    await work(hired.id, [19, 20, 21], 8)
    assert.equal(await grossOf(hired.id, firstWeek), 50_000)
    const half = 'start_date=2026-02-20&end_date=2026-02-21'
    assert.equal(await grossOf(hired.id, half), 33_333)
  })

  test('a day that a split shift reaches into is no whole day off, whether or not rates depend on jobs', async () => {
    await ok('PUT', '/settings', { settings: { general: { shift_boundary: 'split' } } })
    const { id } = await person({ per: 'year', rate: 52_000 }, { exempt: true })
    // Tuesday from 20:00 to 0:30 on Wednesday, which is otherwise off without pay.
    const night = { start: '2026-02-17T20:00:00-07:00', end: '2026-02-18T00:30:00-07:00' }
    await server.createOne(company, 'timesheets', { user_id: id, type: 'regular', jobcode_id: job, ...night })
    await work(id, [18], 8, unpaid)
    assert.equal(await grossOf(id, firstWeek), 100_000)
    await ok('POST', '/pay_rates', { jobcode_id: job, from: null, rate: 20 })
    assert.equal(await grossOf(id, firstWeek), 100_000)
    await work(id, [19], 8, unpaid)
    assert.equal(await grossOf(id, firstWeek), 80_000)
  })

  test('half months and months have their share of a year, and their days add up to it', async () => {
    const { id } = await person({ per: 'year', rate: 50_000 }, { exempt: true })
    await work(
      id,
      [...week, ...next, 9, 10, 11, 12, 13].map(Number).filter((day) => day > 9),
      8,
    )
    await insertSetting(server, company.id, 'general', 'payroll_type', 'semimonthly')
    await server.put(company, '/users', [{ id: company.adminId, first_name: 'Ada' }])
    const half = 'start_date=2026-02-16&end_date=2026-02-28'
    assert.equal(await grossOf(id, half), 208_333)
    let sum = 0
    for (let day = 16; day <= 28; day++) sum += await grossOf(id, `start_date=2026-02-${day}&end_date=2026-02-${day}`)
    assert.equal(sum, 208_333)
  })

  test('every page and file has the same salary', async () => {
    const { id } = await person({ per: 'month', rate: 5000 }, { exempt: true, last_name: 'Chef' })
    const other = (await server.createOne(company, 'jobcodes', { name: 'Site', assigned_to_all: true })).id
    await work(id, week, 7)
    await work(id, next, 3)
    await work(id, next, 5, other)
    // 60,000 / 52 = 1,153.846…, twice.
    const cents = 230_770
    assert.equal(await grossOf(id, twoWeeks), cents)
    const hours = await ok('GET', `/hours?${twoWeeks}&money=yes`)
    const cost = hours.columns.findIndex(({ key }: Values) => key === 'cost')
    assert.equal(
      hours.rows.reduce((sum: number, { values }: Values) => sum + Number((values as number[])[cost]), 0),
      cents,
    )
    for (const target of ['payroll', 'jobs', 'timesheets']) {
      const file = await download(server, company, `/exports/${target}?${twoWeeks}&money=yes`)
      const sum = rowsOf(file.body).reduce((all, { cost }) => all + Math.round(Number(cost) * 100), 0)
      assert.equal(sum, cents, target)
    }
    const book = await download(server, company, `/exports/payroll?${twoWeeks}&money=yes&format=xlsx`)
    const [head, row] = sheetOf(book.rawPayload)
    assert.equal(row![head!.indexOf('Gross pay')], 2307.7)
    const pdf = await download(server, company, `/exports/payroll?${twoWeeks}&money=yes&format=pdf`)
    const paper = pagesOf(pdf.rawPayload).flat().join(' ')
    for (const text of ['Salary 5000.00 a month 75.00 2,307.70', '2026-02-15 to 2026-02-21 1,153.8462 × 5/5 1,153.85'])
      assert.ok(paper.includes(text), `${text} in ${paper}`)
  })

  test('the check of a payroll file names the weeks for which a salary is not paid', async () => {
    const { id } = await person({ per: 'year', rate: 52_000 }, { exempt: true, last_name: 'Chef' })
    await work(id, [16], 8)
    assert.equal(await grossOf(id, twoWeeks), 100_000)
    const told = await download(server, company, `/exports/payroll/check?${twoWeeks}&money=yes`)
    const named = told.json().problems.filter(({ field }: Values) => field === 'salary')
    assert.deepEqual(
      named.map(({ message, blocking }: Values) => [message, blocking]),
      [['has a salary, but no time in the workweek from 2026-02-22, so it is not paid for it', false]],
    )
  })

  test('the public API shows a salary by the year, and the list of rates what it is meant for', async () => {
    const { id } = await person({ per: 'month', rate: 4000, week_hours: 35 })
    const [user] = await server.list(company, 'users', `?ids=${id}`)
    assert.deepEqual([user!.pay_rate, user!.pay_interval], [48_000, 'year'])
    const { rates } = await ok('GET', `/pay_rates?user_id=${id}`)
    assert.deepEqual(rates, [
      { user_id: id, jobcode_id: 0, from: null, rate: 4000, per: 'month', week_hours: 35, fluctuating: false },
    ])
  })

  test('a salary and an hourly rate on one day are refused by name', async () => {
    const { id } = await person({ per: 'hour', rate: 20 })
    const table: [Values, RegExp | undefined][] = [
      [{ from: '2026-03-01', per: 'year', rate: 50_000 }, undefined],
      [{ from: '2026-03-01', per: 'hour', rate: 25 }, /^per: a salary pays all .* see 2026-03-01/],
      [{ from: '2026-03-10', jobcode_id: job, rate: 30 }, /^per: a salary pays all .* see 2026-03-10/],
      [{ from: '2026-02-01', jobcode_id: job, rate: 30 }, undefined],
      [{ from: '2026-02-01', per: 'month', rate: 4000 }, /^per: a salary pays all .* see 2026-02-01/],
      [{ from: '2026-04-01', per: 'hour', rate: 25, week_hours: 35 }, /^week_hours: only salaries/],
      [{ from: '2026-04-01', per: 'hour', rate: 25, fluctuating: true }, /^week_hours: only salaries/],
      [{ from: '2026-04-01', per: 'day', rate: 25 }, /^per/],
      [{ from: '2026-04-01', per: 'week', rate: 25, week_hours: 0 }, /^week_hours/],
      [{ from: '2026-04-01', per: 'week', rate: 25, week_hours: 169 }, /^week_hours/],
    ]
    for (const [rate, refused] of table) {
      const { status, body } = await ask(server, company, 'POST', '/pay_rates', { user_id: id, ...rate })
      assert.equal(status, refused ? 417 : 200, JSON.stringify([rate, body]))
      if (refused) assert.match(body.error.message.replace(/^Expectation Failed: /, ''), refused)
    }
  })

  test('rates from before a salary and an hourly rate on one day were refused can be changed, and removed', async () => {
    const { id } = await person({ per: 'hour', rate: 20 })
    const other = (await server.createOne(company, 'jobcodes', { name: 'Yard', assigned_to_all: true })).id
    for (const jobcode_id of [job, other])
      await ok('POST', '/pay_rates', { user_id: id, jobcode_id, from: '2026-02-01', rate: 30 })
    await runStatements(
      server,
      `update pay_rates set per = 'year' where company_id = ${company.id} and user_id = ${id} and jobcode_id = 0`,
    )
    await ok('POST', '/pay_rates', { user_id: id, from: '2026-03-01', per: 'year', rate: 60_000 })
    await ok('PUT', '/pay', { data: [{ user_id: id, pay_rate: 61_000, pay_interval: 'year' }] })
    const added = { user_id: id, jobcode_id: job, from: '2026-02-10', rate: 35 }
    const { status, body } = await ask(server, company, 'POST', '/pay_rates', added)
    assert.deepEqual([status, /a salary pays all/.test(body.error.message)], [417, true], 'not more of them')
    for (const jobcode_id of [job, other])
      await ok('DELETE', `/pay_rates?user_id=${id}&jobcode_id=${jobcode_id}&from=2026-02-01`)
  })
})
