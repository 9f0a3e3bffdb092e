import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { download, inLines, rowsOf } from './exporting.ts'

const range = 'start_date=2026-02-15&end_date=2026-02-28'

onEither('hours for payroll', (database) => {
  let server: TestServer
  let company: TestCompany
  let wanda: { id: number; token: string }
  let vacation: Values | undefined
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await insertSetting(server, company.id, 'general', 'payroll_type', 'weekly')
    ;[vacation] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Vacation', type: 'pto' })])
    wanda = await server.user(company, { last_name: 'Ärmel', payroll_id: 'W-7', employee_number: 7 })
    const manual = { user_id: wanda.id, type: 'manual', jobcode_id: 0 }
    await server.post(company, '/timesheets', [
      ...[16, 17, 18, 19, 20].map((day) => ({ ...manual, date: `2026-02-${day}`, duration: 9 * 3600 })),
      { ...manual, date: '2026-02-23', duration: 8 * 3600, jobcode_id: vacation?.id },
      { ...manual, date: '2026-02-24', duration: 1008 },
    ])
  })
  after(() => server.stop())

  test('the payroll file has one row per person, pay period and kind of hours, with the seconds of the payroll report', async () => {
    const answer = await download(server, company, `/exports/payroll?format=csv&${range}`)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="payroll-2026-02-15-to-2026-02-28.csv"')
    const head =
      'user_id,employee_number,payroll_id,last_name,first_name,group,period_start,period_end,kind,description,code,hours,seconds'
    const who = `${wanda.id},7,W-7,Ärmel,Wanda,,`
    assert.equal(
      answer.body,
      [
        `\uFEFF${head}`,
        `${who}2026-02-15,2026-02-21,regular,Regular,,40.00,144000`,
        `${who}2026-02-15,2026-02-21,overtime,Overtime,,5.00,18000`,
        `${who}2026-02-22,2026-02-28,regular,Regular,,0.28,1008`,
        `${who}2026-02-22,2026-02-28,pto,Time off: Vacation,,8.00,28800`,
        '',
      ].join('\r\n'),
    )
    const report = await server.get(company, `/reports/payroll?${range}`)
    const { total_re_seconds, total_ot_seconds, total_pto_seconds } = report.body.results.payroll_report[wanda.id]
    const sum = (kind: string) =>
      rowsOf(answer.body).reduce((sum, row) => sum + (row.kind === kind ? Number(row.seconds) : 0), 0)
    assert.deepEqual(
      [total_re_seconds, total_ot_seconds, total_pto_seconds],
      [sum('regular'), sum('overtime'), sum('pto')],
    )
  })

  test('a payroll file with progress has lines of progress, and then the file', async () => {
    const plain = await download(server, company, `/exports/payroll?${range}`)
    const answer = await download(server, company, `/exports/payroll?${range}`, 'application/x-ndjson')
    assert.equal(answer.headers['content-type'], 'application/x-ndjson')
    const { lines, bytes } = inLines(answer)
    const name = 'payroll-2026-02-15-to-2026-02-28.csv'
    assert.deepEqual(lines, [
      { done: 0, of: 7 },
      { done: 7, of: 7 },
      { file: { name, type: 'text/csv; charset=utf-8', bytes: bytes.length } },
    ])
    assert.equal(bytes.toString(), plain.body)
  })
})
