import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const week = 'start_date=2026-02-15&end_date=2026-02-21'

onEither('amounts of pay', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    await insertSetting(server, company.id, 'general', 'payroll_type', 'weekly')
    await insertSetting(server, company.id, 'general', 'payroll_end_date', '2026-02-21')
    worker = await server.user(company, { last_name: 'Fahrer', payroll_id: '7' })
  })

  const ok = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const told = await ask(server, company, method, path, body)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    return told.body
  }
  const add = async (...amounts: Values[]): Promise<Values[]> =>
    (await ok('POST', '/pay_amounts', { amounts: amounts.map((one) => ({ user_id: worker.id, ...one })) })).amounts
  const refusal = async (amount: Values, more: Values = {}) => {
    const { status, body } = await ask(server, company, 'POST', '/pay_amounts', {
      amounts: [{ user_id: worker.id, ...amount }],
      ...more,
    })
    assert.equal(status, 417, JSON.stringify(amount))
    return body.error.message.replace(/^Expectation Failed: /, '')
  }
  const pay = (rate: number) => ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate })
  const work = async (hours: number, days = [16, 17, 18, 19, 20]) => {
    const items = days.map((day) => {
      return { user_id: worker.id, jobcode_id: 0, type: 'manual', date: `2026-02-${day}`, duration: hours * 3600 }
    })
    assert.equal((await server.post(company, '/timesheets', items)).status, 200)
  }
  const gross = async (range = week) => (await ok('GET', `/gross_pay?${range}`)).people[0]
  const lines = async (range = week) =>
    (await gross(range)).lines.map(({ kind, multiplier, amount_cents }: Values) => [kind, multiplier, amount_cents])

  test('a bonus enters the regular rate of its workweeks, a discretionary one does not', async () => {
    await pay(12)
    await work(9.2)
    // 29 CFR 778.110(b): 46 h at 12.00 and a bonus of 46.00: regular rate 13.00, 46 x 13 + 6 x 6.50 = 637.00.
    await add({ kind: 'bonus', date: '2026-02-20', from: '2026-02-15', to: '2026-02-21', amount: 46 })
    assert.deepEqual(await lines(), [
      ['work', 1, 48_000],
      ['work', 1.5, 7200 + 3900],
      ['bonus', 1, 4600],
    ])
    assert.equal((await gross()).gross_cents, 63_700)
    assert.deepEqual((await gross()).regular_rates, [{ week: '2026-02-15', rate: 13 }])
    await add(
      { kind: 'discretionary_bonus', date: '2026-02-20', amount: 100 },
      { kind: 'tips', date: '2026-02-20', amount: 30.5 },
      { kind: 'reimbursement', date: '2026-02-20', amount: 12.25, note: 'Parking' },
    )
    const paid = await gross()
    assert.deepEqual(paid.regular_rates, [{ week: '2026-02-15', rate: 13 }])
    assert.deepEqual([paid.gross_cents, paid.repaid_cents], [63_700 + 10_000 + 3050 + 1225, 1225])
  })

  test('a bonus for four weeks is spread over their workweeks', async () => {
    await pay(10)
    await work(10)
    // 80.00 for four weeks: 20.00 in the week, 520 / 50 = 10.40; 10 h x 0.5 x 10.40 = 52.00.
    await add({ kind: 'commission', date: '2026-02-27', from: '2026-02-01', to: '2026-02-28', amount: 80 })
    assert.deepEqual(await lines(), [
      ['work', 1, 40_000],
      ['work', 1.5, 15_200],
    ])
    assert.equal((await gross('start_date=2026-02-22&end_date=2026-02-28')).gross_cents, 8000)
  })

  test('piece work pays by the piece, with its rest periods and overtime on what it makes an hour', async () => {
    // No rate by the hour. 45 h and 50 pieces at 18.00: 900.00. With 50 min of rest (Labor Code 226.2): 900 / (45 - 5/6) =
    // 20.3773… an hour, 16.98 for the rest; regular rate 916.981… / 45 = 20.3773…, 5 h x 0.5 x 20.3773… = 50.94.
    await work(9)
    await add(
      ...[16, 17, 18, 19, 20].map((day) => {
        return { kind: 'piece', date: `2026-02-${day}`, quantity: 10, unit_rate: 18, rest_minutes: 10 }
      }),
    )
    assert.deepEqual(await lines(), [
      ['work', 1, 0],
      ['work', 1.5, 5094],
      ['piece', 1, 90_000],
      ['rest_periods', 1, 1698],
    ])
    const { lines: found, seconds_without_rate } = await gross()
    assert.equal(seconds_without_rate, 0)
    assert.deepEqual(
      found
        .find(({ kind }: Values) => kind === 'piece')
        .parts.map(({ quantity, rate, amount_cents }: Values) => [quantity, rate, amount_cents]),
      Array(5).fill([10, 18, 18_000]),
    )
  })

  test('people are paid amounts without any time, on every page and in every file', async () => {
    await add({ kind: 'bonus', date: '2026-02-18', amount: 250 })
    assert.deepEqual(await lines(), [['bonus', 1, 25_000]])
    const hours = await ok('GET', `/hours?${week}&money=yes`)
    const cost = hours.columns.findIndex(({ key }: Values) => key === 'cost')
    assert.deepEqual(
      hours.rows.map(({ values }: Values) => (values as number[])[cost]),
      [25_000],
    )
    const [row] = rowsOf((await download(server, company, `/exports/payroll?${week}&money=yes`)).body)
    assert.deepEqual([row!.kind, row!.description, row!.hours, row!.cost], ['bonus', 'Bonus', '0.00', '250.00'])
    const plain = await download(server, company, `/exports/payroll?${week}`)
    assert.ok(!plain.body.includes('Bonus'))
  })

  test('payroll files carry amounts where the program has a place, and name the others', async () => {
    await pay(20)
    await work(8)
    await add(
      { kind: 'bonus', date: '2026-02-18', amount: 250 },
      { kind: 'bonus', date: '2026-02-20', amount: 50 },
      { kind: 'tips', date: '2026-02-20', amount: 31 },
    )
    const settings = {
      adp_workforce_now: {
        company_code: 'ABC',
        batch_id: 'B1',
        earnings_3: { bonus: 'BON' },
        earnings_4: { tips: 'TIP' },
      },
      paychex_spi: { client_id: '1234', pay_components: { regular: 'Hourly', bonus: 'Bonus', tips: 'Tips' } },
    }
    await ok('PUT', '/exports/setup', settings)
    const [adp] = rowsOf((await download(server, company, `/exports/adp_workforce_now?${week}`)).body)
    assert.deepEqual(
      ['Reg Hours', 'Earnings 3 Code', 'Earnings 3 Amount', 'Earnings 4 Code', 'Earnings 4 Amount'].map(
        (name) => adp![name],
      ),
      ['40.00', 'BON', '300.00', 'TIP', '31.00'],
    )
    const paychex = rowsOf((await download(server, company, `/exports/paychex_spi?${week}`)).body)
    assert.deepEqual(
      paychex.map((row) => [row['Pay Component'], row.Hours, row.Amount]),
      [
        ['Hourly', '40.00', ''],
        ['Bonus', '', '300.00'],
        ['Tips', '', '31.00'],
      ],
    )
    for (const target of ['gusto', 'quickbooks_online']) {
      const { problems } = (await download(server, company, `/exports/${target}/check?${week}`)).json()
      const named = problems.filter(({ message }: Values) => String(message).includes('so add it there'))
      assert.deepEqual(
        named.map(({ name, field, blocking }: Values) => [String(name).includes('Fahrer'), field, blocking]),
        [
          [true, 'bonus', false],
          [true, 'tips', false],
        ],
      )
    }
    await ok('PUT', '/exports/setup', { adp_workforce_now: { company_code: 'ABC', batch_id: 'B1' } })
    const refused = await download(server, company, `/exports/adp_workforce_now?${week}`)
    assert.equal(refused.statusCode, 417)
    assert.match(refused.body, /has 300.00 of “Bonus”, but no Earnings code is set for it/)
    // A manager who may export hours sees no pay, only that amounts are missing.
    const manager = await server.user(company, { permissions: { approve_timesheets: true, reports: true } })
    const check = (await download(server, manager, `/exports/adp_workforce_now/check?${week}`)).json()
    assert.ok(check.problems.some(({ field }: Values) => field === 'amounts'))
    assert.ok(!JSON.stringify(check.problems).includes('300'))
  })

  test('amounts are approved with the time of their dates, and then corrected by others', async () => {
    await pay(20)
    await work(8)
    const [bonus] = await add({ kind: 'bonus', date: '2026-02-18', amount: 250, note: 'Safety' })
    assert.deepEqual([bonus!.approved, bonus!.by_user_id, bonus!.from], [false, company.adminId, '2026-02-18'])
    await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-21' }])
    const listed = (await ok('GET', `/pay_amounts?${week}&user_id=${worker.id}`)).amounts
    assert.deepEqual(
      listed.map(({ amount, approved, note }: Values) => [amount, approved, note]),
      [[250, true, 'Safety']],
    )
    assert.match(await refusal({ kind: 'bonus', date: '2026-02-20', amount: 5 }), /^date: time through 2026-02-21/)
    const removed = await ask(server, company, 'DELETE', `/pay_amounts/${bonus!.id}`)
    assert.equal(removed.status, 417)
    assert.match(removed.body.error.message, /date: time through 2026-02-21 is approved/)
    // One that was earned in approved weeks changes their regular rate, so it needs consent.
    const late = { kind: 'bonus', date: '2026-02-25', from: '2026-02-01', to: '2026-02-25', amount: 25 }
    assert.match(await refusal(late), /^from: time through 2026-02-21 is approved and would be paid/)
    assert.equal(
      (
        await ask(server, company, 'POST', '/pay_amounts', {
          amounts: [{ user_id: worker.id, ...late }],
          alters_approved: true,
        })
      ).status,
      200,
    )
    const correction = { kind: 'bonus', date: '2026-02-25', amount: -100, corrects: bonus!.id }
    assert.match(await refusal({ ...correction, corrects: undefined }), /^amount: only a correction/)
    assert.match(
      await refusal({ ...correction, amount: -250.01 }, { alters_approved: true }),
      /^amount: with it, less than/,
    )
    assert.match(await refusal({ ...correction, kind: 'tips' }), /^corrects: the amount/)
    const { amounts } = await ok('POST', '/pay_amounts', {
      amounts: [{ user_id: worker.id, ...correction }],
      alters_approved: true,
    })
    assert.deepEqual([amounts[0].amount, amounts[0].from, amounts[0].corrects], [-100, '2026-02-18', bonus!.id])
    assert.equal((await gross('start_date=2026-02-22&end_date=2026-02-28')).gross_cents, -10_000 + 2500)
    assert.equal((await ask(server, company, 'DELETE', `/pay_amounts/${bonus!.id}`)).status, 417)
    await ok('DELETE', `/pay_amounts/${amounts[0].id}?alters_approved=true`)
    assert.equal((await ask(server, company, 'DELETE', `/pay_amounts/${amounts[0].id}`)).status, 404)
  })

  test('invalid amounts are refused by name, and none of their request is added', async () => {
    const good = { kind: 'bonus', date: '2026-02-18', amount: 10 }
    const piece = { kind: 'piece', date: '2026-02-18', quantity: 2, unit_rate: 1.5 }
    const table: [Values, RegExp][] = [
      [{ ...good, kind: 'gift' }, /^amounts\.0\.kind/],
      [{ ...good, user_id: 999_999 }, /^user_id: there is no user 999999/],
      [{ ...good, date: '2026-02-30' }, /^date: 2026-02-30 is not a date/],
      [{ kind: 'bonus', amount: 10 }, /^date: {2}is not a date/],
      [{ ...good, from: '2026-02-19', to: '2026-02-17' }, /^to: 2026-02-17 is before 2026-02-19/],
      [{ ...good, from: '2024-02-19', to: '2026-02-17' }, /^to: an amount is earned within at most 366 days/],
      [{ ...good, amount: 0 }, /^amount: must not be 0/],
      [{ ...good, amount: 10.001 }, /^amount: can have at most two decimals/],
      [{ ...good, amount: -1 }, /^amount: only a correction/],
      [{ ...good, amount: 1_000_000 }, /^amount must be a number/],
      [{ ...good, amount: undefined }, /^amount must be a number/],
      [{ ...good, quantity: 2 }, /^quantity is only for piece work/],
      [{ ...good, corrects: 999_999 }, /^corrects: there is no amount 999999/],
      [{ ...piece, amount: 3 }, /^amount: piece work is paid by quantity/],
      [{ ...piece, quantity: 0 }, /^quantity must be a number/],
      [{ ...piece, unit_rate: undefined }, /^unit_rate must be a number/],
      [{ ...piece, unit_rate: 0.00001 }, /^unit_rate can have at most four decimals/],
      [{ ...piece, rest_minutes: 1441 }, /^rest_minutes must be a number/],
      [
        { ...piece, rest_minutes: 10, from: '2026-02-15', to: '2026-02-18' },
        /^rest_minutes: rest periods are those of one day/,
      ],
    ]
    for (const [amount, message] of table) assert.match(await refusal(amount), message, JSON.stringify(amount))
    const two = await ask(server, company, 'POST', '/pay_amounts', {
      amounts: [good, { ...good, amount: -1 }].map((one) => ({ user_id: worker.id, ...one })),
    })
    assert.match(two.body.error.message, /amounts\.1\.amount: only a correction/)
    assert.deepEqual((await ok('GET', `/pay_amounts?${week}`)).amounts, [])
    assert.equal((await ask(server, company, 'GET', '/pay_amounts?start_date=2026-02-15&end_date=x')).status, 417)
  })

  test('only administrators see and change amounts, and they are in the audit', async () => {
    const [bonus] = await add({ kind: 'bonus', date: '2026-02-18', amount: 250, note: 'Sorcery' })
    const manager = await server.user(company, {
      permissions: { approve_timesheets: true, reports: true, manage_users: true },
    })
    for (const who of [worker, manager]) {
      assert.equal((await ask(server, who, 'GET', `/pay_amounts?${week}`)).status, 403)
      assert.equal((await ask(server, who, 'DELETE', `/pay_amounts/${bonus!.id}`)).status, 403)
      const body = { amounts: [{ user_id: worker.id, kind: 'tips', date: '2026-02-18', amount: 1 }] }
      assert.equal((await ask(server, who, 'POST', '/pay_amounts', body)).status, 403)
    }
    await ok('DELETE', `/pay_amounts/${bonus!.id}`)
    const { lines } = await ok('GET', '/audit?limit=200')
    const told = lines.filter(({ event }: Values) => String(event).startsWith('amount'))
    assert.deepEqual(told.map(({ event }: Values) => event).sort(), ['amount of pay removed', 'amounts of pay added'])
    assert.ok(JSON.stringify(told).includes('25000') && !JSON.stringify(told).includes('Sorcery'))
  })
})
