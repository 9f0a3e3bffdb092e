import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import type { Values } from '../../src/engine/table.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

// What is billed for the days of closed pay runs: the pages, the files of dates and the files of runs say the same.

onBoth('billable amounts of pay runs', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number }
  let jobs: { wiring: number; roof: number; office: number }
  before(async () => {
    server = await TestServer.start(database)
    // Until Thursday, June 25, 2026.
    server.pass(115 * 86_400)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company(undefined, 'America/Los_Angeles')
    worker = await server.user(ada)
    const job = async (name: string, more: Values = {}) =>
      (await server.createOne(ada, 'jobcodes', { name, assigned_to_all: true, ...more })).id as number
    const wiring = await job('Wiring', { billable: true, billable_rate: 82 })
    const roof = await job('Roof', { billable: true, billable_rate: 83.33 })
    jobs = { wiring, roof, office: await job('Office') }
    await ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })
  })

  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Values> => {
    const told = await ask(server, ada, method, path, body)
    assert.equal(told.status, 200, `${method} ${path}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const work = async (date: string, seconds: number, jobcode_id: number) => {
    const entry = { user_id: worker.id, jobcode_id, type: 'manual', date, duration: seconds }
    return (await server.createOne(ada, 'timesheets', entry)).id as number
  }
  const approve = (to: string) => server.put(ada, '/users', [{ id: worker.id, approved_to: to }])
  const close = async (start_date: string, end_date: string): Promise<number> =>
    (await ok('POST', '/pay_runs', { start_date, end_date, close: true })).pay_run.id
  const billedIn = (csv: string) =>
    rowsOf(csv).reduce((sum, { billable_amount }) => sum + Math.round(100 * Number(billable_amount)), 0)

  /** What is billed for the dates, in cents; the same by both pages and the file of these dates. */
  const billed = async (start: string, end: string): Promise<number> => {
    const range = `start_date=${start}&end_date=${end}`
    const { people } = await ok('GET', `/gross_pay?${range}`)
    const { columns, total } = await ok('GET', `/hours?${range}&money=yes`)
    const ofHours = total[columns.findIndex(({ key }: Values) => key === 'billable')]
    const { body } = await download(server, ada, `/exports/payroll?${range}&money=yes`)
    const ofPayroll = people.reduce((sum: number, { billable_cents }: Values) => sum + billable_cents, 0)
    assert.deepEqual([ofPayroll, billedIn(body)], [ofHours, ofHours], `Payroll, its file, and Hours from ${start}`)
    return ofHours
  }
  /** What is billed in the file of a run, by job. */
  const billedByRun = async (id: number): Promise<Values[]> => {
    const { file } = await ok('POST', `/pay_runs/${id}/files`, { target: 'jobs', format: 'csv', money: true })
    const { body } = await download(server, ada, `/pay_runs/${id}/files/${file.number}`)
    return rowsOf(body)
  }

  test('late time on a billable job is billed by the next run, and paid days stay as they were billed', async () => {
    await work('2026-06-02', 8 * 3600, jobs.wiring)
    await approve('2026-06-07')
    const first = await close('2026-06-01', '2026-06-07')
    assert.equal(await billed('2026-06-01', '2026-06-07'), 65_600)
    await approve('2026-05-31')
    const late = await work('2026-06-03', 5400, jobs.wiring)
    await work('2026-06-09', 3600, jobs.office)
    await approve('2026-06-14')
    assert.equal(await billed('2026-06-01', '2026-06-07'), 65_600, 'what a closed run paid stays')
    assert.equal(await billed('2026-06-03', '2026-06-03'), 0)
    const second = await close('2026-06-08', '2026-06-14')
    assert.equal(await billed('2026-06-01', '2026-06-07'), 65_600)
    assert.equal(await billed('2026-06-08', '2026-06-14'), 12_300)
    assert.equal(await billed('2026-06-01', '2026-06-14'), 77_900)
    const amounts = async (id: number) =>
      (await billedByRun(id)).map(({ job, hours, billable_amount }) => [job, hours, billable_amount])
    assert.deepEqual(await amounts(first), [['Wiring', '8.00', '656.00']])
    assert.deepEqual((await amounts(second)).toSorted(), [
      ['Office', '1.00', '0.00'],
      ['Wiring', '1.50', '123.00'],
    ])
    // A new rate applies to time that is added, and to nothing that was paid.
    assert.equal((await server.put(ada, '/jobcodes', [{ id: jobs.wiring, billable_rate: 100 }])).status, 200)
    await approve('2026-05-31')
    assert.equal((await server.delete(ada, `/timesheets?ids=${late}`)).status, 200)
    await work('2026-06-16', 3600, jobs.wiring)
    await approve('2026-06-21')
    await close('2026-06-15', '2026-06-21')
    assert.equal(await billed('2026-06-01', '2026-06-14'), 77_900)
    assert.equal(await billed('2026-06-15', '2026-06-21'), 10_000 - 12_300, 'as it was billed')
  })

  test('whatever becomes known late, all runs together bill all hours', async () => {
    const entry = fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      // Manual time is kept in hundredths of an hour.
      hundredths: fc.integer({ min: 1, max: 300 }),
      job: fc.constantFrom('wiring' as const, 'roof' as const, 'office' as const),
      isLate: fc.boolean(),
      isDeleted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (entries) => {
        ada = await server.company(undefined, 'America/Los_Angeles')
        worker = await server.user(ada)
        await ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })
        const job = async (billable_rate: number) =>
          (
            await server.createOne(ada, 'jobcodes', {
              ...{ name: `At ${billable_rate}`, assigned_to_all: true, billable: billable_rate > 0, billable_rate },
            })
          ).id as number
        jobs = { wiring: await job(82), roof: await job(83.33), office: await job(0) }
        const record = (some: typeof entries) =>
          Promise.all(some.map(({ day, hundredths, job }) => work(`2026-06-0${day}`, hundredths * 36, jobs[job])))
        // So that the first run pays something.
        await work('2026-06-01', 3600, jobs.office)
        const early = entries.filter(({ isLate }) => !isLate)
        const ids = await record(early)
        await approve('2026-06-07')
        await close('2026-06-01', '2026-06-07')
        const before = await billed('2026-06-01', '2026-06-07')
        await approve('2026-05-31')
        await record(entries.filter(({ isLate }) => isLate))
        const gone = ids.filter((_, index) => early[index]!.isDeleted)
        if (gone.length > 0) await server.delete(ada, `/timesheets?ids=${gone.join()}`)
        await work('2026-06-09', 3600, jobs.office)
        await approve('2026-06-14')
        await close('2026-06-08', '2026-06-14')
        assert.equal(await billed('2026-06-01', '2026-06-07'), before)
        const rates = { wiring: 8200, roof: 8333, office: 0 }
        const kept = entries.filter(({ isLate, isDeleted }) => isLate || !isDeleted)
        const due = kept.reduce((sum, { hundredths, job }) => sum + (hundredths * rates[job]) / 100, 0)
        const all = await billed('2026-06-01', '2026-06-14')
        // Each run rounds what it bills on each job.
        assert.ok(Math.abs(all - due) <= 3, `${all} for ${due}`)
      }),
      { numRuns: 12 },
    )
  })
})
