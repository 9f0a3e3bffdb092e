import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { download, rowsOf, sheetOf } from './exporting.ts'
import { pagesOf } from './pdf_text.ts'

const range = 'start_date=2026-02-15&end_date=2026-02-28'
const hour = 3600

/** The stored settings of every payroll program. */
const setup = {
  payroll: { codes: { regular: 'REG', overtime: 'OT', pto: 'VAC' } },
  quickbooks_desktop: {
    company_name: 'Rivera Gärten',
    company_create_time: '1140128400',
    payroll_items: { regular: 'Hourly', overtime: 'Hourly OT', pto: 'PTO' },
    items: { default: 'Labor' },
  },
  quickbooks_online: { payroll_items: { overtime: 'Overtime Pay', pto: 'Paid time off' }, items: { default: 'Labor' } },
  adp_workforce_now: { company_code: 'RG', batch_id: 'CLOCK', hours_3: { pto: 'VAC' } },
  paychex_spi: { client_id: '0012A345', pay_components: { regular: 'Hourly', overtime: 'Overtime', pto: 'Vacation' } },
  gusto: { columns: { pto: 'vacation_hours' } },
}

onEither('payroll files', (database) => {
  let server: TestServer
  let company: TestCompany
  let wanda: { id: number; token: string }
  let zoe: { id: number; token: string }
  let terrace: Values
  let field: Values

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('Rivera Gärten')
    const [vacation, lunch] = await seed(server, company.id, 'jobcodes', [
      jobcodeRow({ name: 'Vacation', type: 'pto' }),
      jobcodeRow({ name: 'Lunch', type: 'unpaid_break' }),
    ])
    const customer = await server.createOne(company, 'jobcodes', { name: 'Ocean "View"', assigned_to_all: true })
    terrace = await server.createOne(company, 'jobcodes', {
      name: 'Terrace',
      parent_id: customer.id,
      billable: true,
      assigned_to_all: true,
    })
    field = await server.createOne(company, 'customfields', {
      name: 'Paint',
      applies_to: 'timesheet',
      type: 'free-form',
    })
    wanda = await server.user(company, { last_name: 'Worker', payroll_id: '123', employee_number: 7 })
    zoe = await server.user(company, { first_name: 'Zoë', last_name: 'Ash', payroll_id: '9' })
    const day = (date: number, from: string, to: string) => ({
      type: 'regular',
      user_id: wanda.id,
      start: `2026-02-${date}T${from}:00-07:00`,
      end: `2026-02-${date}T${to}:00-07:00`,
    })
    const answer = await server.post(company, '/timesheets', [
      ...[16, 17, 18, 19].map((date) => ({ ...day(date, '08:00', '17:00'), jobcode_id: 0 })),
      {
        ...day(20, '08:00', '12:00'),
        jobcode_id: terrace.id,
        notes: '=1+1\tof, "these"\r\nlines',
        customfields: { [field.id]: '@Red' },
      },
      { ...day(20, '12:00', '12:30'), jobcode_id: lunch!.id },
      { ...day(20, '12:30', '17:30'), jobcode_id: terrace.id },
      { type: 'manual', user_id: wanda.id, jobcode_id: vacation!.id, date: '2026-02-23', duration: 8 * hour },
      { type: 'manual', user_id: zoe.id, jobcode_id: 0, date: '2026-02-16', duration: 7 * hour + 1008 },
    ])
    const statuses = Object.values<Values>(answer.body.results.timesheets).map((item) => item._status_code)
    assert.deepEqual(statuses, Array(9).fill(200))
  })
  after(() => server.stop())

  test('administrators see the available files and change their settings, which are stored by section', async () => {
    const before = await ask(server, company, 'GET', '/exports')
    assert.equal(before.status, 200)
    assert.deepEqual(
      before.body.targets.map((target: Values) => [
        target.name,
        target.formats.map(({ format }: Values) => format).join(),
        target.options.map(({ name }: Values) => name).join(),
      ]),
      [
        ['payroll', 'csv,xlsx,pdf', 'start_date,end_date,user_ids,group_ids,jobcode_ids,money,decimal_mark'],
        [
          'hours',
          'csv,xlsx,pdf',
          'start_date,end_date,user_ids,group_ids,jobcode_ids,item_ids,billable,group_by,sort,money,decimal_mark',
        ],
        ['jobs', 'csv,xlsx,pdf', 'start_date,end_date,user_ids,group_ids,jobcode_ids,money,decimal_mark'],
        ['projects', 'csv,xlsx,pdf', 'start_date,end_date,decimal_mark'],
        ['timesheets', 'csv,xlsx,pdf', 'start_date,end_date,user_ids,group_ids,jobcode_ids,money,decimal_mark'],
        ['quickbooks_desktop', 'iif', 'start_date,end_date,user_ids,group_ids,jobcode_ids,long_notes'],
        ['quickbooks_online', 'csv', 'start_date,end_date,user_ids,group_ids,jobcode_ids'],
        ['adp_workforce_now', 'csv', 'start_date,end_date,user_ids,group_ids'],
        ['paychex_spi', 'csv', 'start_date,end_date,user_ids,group_ids'],
        ['gusto', 'csv', 'start_date,end_date,user_ids,group_ids'],
      ],
    )
    assert.deepEqual([before.body.setup, before.body.may_set_up], [{}, true])
    const decimals: [string, string[]][] = before.body.targets.map((one: { name: string; decimals: string[] }) => [
      one.name,
      one.decimals,
    ])
    assert.deepEqual(
      decimals.filter(([name]) => ['payroll', 'timesheets', 'gusto', 'quickbooks_desktop'].includes(name)),
      [
        ['payroll', ['csv', 'xlsx', 'pdf']],
        ['timesheets', ['csv', 'xlsx']],
        ['quickbooks_desktop', []],
        ['gusto', ['csv']],
      ],
      'where hours and minutes become decimals',
    )

    const put = (who: { token: string }, body: unknown) => ask(server, who, 'PUT', '/exports/setup', body)
    assert.equal((await put(wanda, { gusto: {} })).status, 403)
    const wrong: [body: unknown, named: string][] = [
      [{ adp_workforce_now: { company_code: 'ABCD' } }, 'adp_workforce_now.company_code'],
      [{ adp_workforce_now: { batch: 'X' } }, 'adp_workforce_now'],
      [{ paychex_spi: { pay_components: { regular: 'x'.repeat(21) } } }, 'paychex_spi.pay_components.regular'],
      [{ paychex_spi: { pay_components: { sundays: 'Hourly' } } }, 'paychex_spi.pay_components'],
      [{ quickbooks_online: { items: { 1: 'a\tb' } } }, 'quickbooks_online.items.1'],
      [{ gusto: { columns: { pto: 'holidays' } } }, 'gusto.columns.pto'],
      [{ xero: {} }, 'xero'],
      [[], 'body'],
    ]
    for (const [body, named] of wrong) {
      const answer = await put(company, body)
      assert.deepEqual(
        [answer.status, answer.body.error.message.includes(named)],
        [417, true],
        JSON.stringify(answer.body),
      )
    }
    const { gusto, ...rest } = setup
    assert.equal((await put(company, rest)).status, 200)
    assert.deepEqual((await put(company, { gusto })).body, { setup })
    assert.deepEqual((await ask(server, company, 'GET', '/exports')).body.setup, setup)
    const own = await ask(server, wanda, 'GET', '/exports')
    assert.deepEqual([own.body.setup, own.body.may_set_up], [null, false])
  })

  test('the CSV file of timesheets contains no formulas, and quotes values when necessary', async () => {
    const { statusCode, body, headers } = await download(server, company, `/exports/timesheets?${range}`)
    assert.equal(statusCode, 200)
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)))
    const lines = body.split('\r\n')
    assert.equal(
      lines[0],
      '\uFEFFid,user_id,employee_number,payroll_id,last_name,first_name,group,date,start,end,zone,start_utc,end_utc,hours,seconds,regular_seconds,overtime_seconds,time_off_seconds,overtime,job,type,billable,approved,notes,Paint',
    )
    const [friday, first] = [body.slice(body.indexOf('2026-02-20 08:00')), lines[1]!]
    assert.ok(
      first.includes(`,${zoe.id},,9,Ash,Zoë,,2026-02-16,,,America/Denver,,,7.28,26208,26208,0,0,,,regular,no,no,,`),
      first,
    )
    const expected =
      '2026-02-20 08:00:00,2026-02-20 12:00:00,America/Denver,2026-02-20 15:00:00Z,2026-02-20 19:00:00Z,4.00,14400,14400,0,0,,"Ocean ""View"" › Terrace",regular,yes,no,"\'=1+1\tof, ""these""\r\nlines",\'@Red\r\n'
    assert.equal(friday.slice(0, expected.length), expected)
    const report = await server.get(company, `/reports/payroll?${range}&user_ids=${wanda.id}`)
    const { total_re_seconds, total_ot_seconds, total_pto_seconds } = report.body.results.payroll_report[wanda.id]
    const own = rowsOf(body.replaceAll('"\'=1+1\tof, ""these""\r\nlines"', 'notes')).filter(
      (row) => row.user_id === String(wanda.id),
    )
    const sum = (column: string) => own.reduce((sum, row) => sum + Number(row[column]), 0)
    assert.deepEqual(
      [sum('regular_seconds'), sum('overtime_seconds'), sum('time_off_seconds')],
      [total_re_seconds, total_ot_seconds, total_pto_seconds],
    )
    assert.equal(own.find((row) => row.type === 'unpaid_break')?.regular_seconds, '0')
  })

  test('a file of some jobcodes includes their children, and computes overtime from all of the time', async () => {
    const only = async (jobcode_ids: string) =>
      rowsOf((await download(server, company, `/exports/payroll?${range}&jobcode_ids=${jobcode_ids}`)).body).map(
        (row) => [row.last_name, row.kind, row.hours, row.code].join(),
      )
    assert.deepEqual(await only(String(terrace.parent_id)), ['Worker,regular,4.00,REG', 'Worker,overtime,5.00,OT'])
    assert.deepEqual(await only('0'), ['Ash,regular,7.28,REG', 'Worker,regular,36.00,REG'])
    assert.deepEqual(await only('999999'), [])
  })

  test('the spreadsheet of timesheets has typed numbers and dates, and text is never a formula', async () => {
    const answer = await download(server, company, `/exports/timesheets?format=xlsx&${range}&user_ids=${wanda.id}`)
    assert.equal(
      answer.headers['content-disposition'],
      'attachment; filename="timesheets-2026-02-15-to-2026-02-28.xlsx"',
    )
    const rows = sheetOf(answer.rawPayload)
    assert.equal(rows.length, 9)
    const shown = Object.fromEntries(rows[0]!.map((name, index) => [name, rows[5]![index]]))
    assert.deepEqual(
      [shown['User ID'], shown.Date, shown.Hours, shown.Seconds, shown.Job, shown.Notes, shown.Paint],
      [wanda.id, 46073, 4, 14400, 'Ocean "View" › Terrace', '=1+1\tof, "these"\r\nlines', '@Red'],
    )
    // Times are numbers of days, in the zone of the person and in UTC.
    assert.ok(Math.abs(Number(shown.Start) - (46073 + 8 / 24)) < 1e-6, String(shown.Start))
    assert.ok(Math.abs(Number(shown['Start UTC']) - (46073 + 15 / 24)) < 1e-6, String(shown['Start UTC']))
    assert.ok(!strFromU8(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml']!).includes('<f>'))
  })

  test('the PDF of timesheets has one for each person and pay period, ready to sign', async () => {
    const answer = await download(server, company, `/exports/timesheets?format=pdf&${range}`)
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
    const pages = pagesOf(answer.rawPayload)
    assert.equal(pages.length, 2)
    const [zoes, wandas] = pages.map((texts) => texts.join('|'))
    assert.ok(
      zoes!.startsWith('Rivera Gärten|Timesheet|Zoë Ash|Sun 2/15/2026 to Sat 2/28/2026|Payroll ID 9|'),
      String(zoes),
    )
    for (const text of [
      'Wanda Worker|Sun 2/15/2026 to Sat 2/28/2026|Employee number 7 · Payroll ID 123|Times in America/Denver|',
      'Mon 2/16/2026|8:00 AM|5:00 PM|9:00|9:00|',
      'Fri 2/20/2026|8:00 AM|12:00 PM|Ocean "View" ',
      '|12:30 PM|5:30 PM|Ocean "View" ',
      '|5:00|9:00|5:00|',
      '|Lunch|(0:30)|',
      'Regular|40:00|Overtime|5:00|Time off: Vacation|8:00|Total hours|53:00|',
      'Employee’s signature|Date|Supervisor’s signature|Date|',
    ])
      assert.ok(wandas!.includes(text), `${text} in ${wandas}`)
  })

  test('files are in the language of the browser, or in the one that the person has chosen', async () => {
    const get = async (path: string, language: string) => {
      const headers = { authorization: `Bearer ${company.token}`, 'accept-language': language }
      return (await server.app.inject({ method: 'GET', url: `/api/console${path}`, headers })).rawPayload
    }
    const sheet = `/exports/timesheets?format=pdf&${range}`
    const [zoes, wandas] = pagesOf(await get(sheet, 'de')).map((texts) => texts.join('|'))
    assert.ok(zoes!.startsWith('Rivera Gärten|Stundenzettel|Zoë Ash|So 2/15/2026 bis Sa 2/28/2026|'), String(zoes))
    assert.ok(wandas!.includes('|Datum|Beginn|Ende|Auftrag|Notizen|Stunden|Tag|Überstunden|'), String(wandas))
    assert.ok(wandas!.includes('|Überstunden|5:00|'), String(wandas))
    const [table] = pagesOf(await get(`/exports/payroll?format=pdf&${range}`, 'de'))
    assert.equal(table![1], 'Stunden für die Lohnabrechnung, 2/15/2026 bis 2/28/2026')
    assert.ok(table!.includes('Nachname'), String(table))
    // Programs read the names of columns and kinds.
    const [row] = rowsOf((await get(`/exports/payroll?format=csv&${range}`, 'de')).toString())
    assert.deepEqual([row!.kind, row!.last_name], ['regular', 'Ash'])
    const choose = (language: string | null) => ask(server, company, 'PUT', '/own_settings', { language })
    assert.equal((await choose('en')).status, 200)
    const [chosen] = pagesOf(await get(sheet, 'de'))
    assert.equal(chosen![1], 'Timesheet')
    assert.equal((await choose(null)).status, 200)
    const [again] = pagesOf(await get(sheet, 'de'))
    assert.equal(again![1], 'Stundenzettel')
  })

  test('PDF files print names in every script, and report characters that no font has', async () => {
    const other = await server.company(`Names ${database}`)
    const names = [
      ['Łukasz', 'Żółć'],
      ['Íñigo', 'Ñandú'],
      ['Đặng Văn', 'Ťažký'],
      ['Олена', 'Шевченко'],
      ['Γιώργος', 'Δήμου'],
      ['Işıl', 'Öğüç'],
      ['小明', '王'],
      ['민준', '김'],
      ['さくら', '田中'],
      ['דוד', 'בן גוריון'],
      ['محمد', 'علي'],
      ['Rare', '\u{20bb7}'],
    ] as const
    const people = []
    for (const [first_name, last_name] of names) {
      const person = await server.user(other, { first_name, last_name })
      people.push(person)
      await server.createOne(other, 'timesheets', {
        type: 'manual',
        user_id: person.id,
        jobcode_id: 0,
        date: '2026-02-16',
        duration: hour,
        notes: `${first_name} (${last_name})`,
      })
    }
    const table = await download(server, other, `/exports/payroll?format=pdf&${range}`)
    const [texts] = pagesOf(table.rawPayload)
    assert.deepEqual(texts!.slice(2, 7), ['Payroll ID', 'Last name', 'First name', 'Regular', 'Total'])
    const note = 'Characters missing from this file’s fonts are shown as boxes.'
    for (const name of names.slice(0, -1).flat()) {
      const drawn = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(name) ? [...name].reverse().join('') : name
      assert.ok(texts!.includes(drawn), `${name} in ${texts}`)
    }
    assert.ok(texts!.includes(note))
    const sheets = pagesOf((await download(server, other, `/exports/timesheets?format=pdf&${range}`)).rawPayload)
    assert.equal(sheets.length, names.length)
    for (const [first, last] of names.slice(0, 6)) {
      const sheet = sheets.find((texts) => texts.includes(`${first} ${last}`)) ?? []
      assert.ok(sheet.includes(`${first} (${last})`), `${first} ${last} in ${sheets}`)
      assert.ok(!sheet.includes(note))
    }
    // The last name is to the left of the first, and the parentheses still enclose it.
    const drawn = `(${[...'בן גוריון'].reverse().join('')}) דוד`
    assert.ok(
      sheets.some((texts) => texts.includes(drawn)),
      `${drawn} in ${sheets}`,
    )
    const check = await ask(server, other, 'GET', `/exports/payroll/check?format=pdf&${range}`)
    assert.deepEqual(
      check.body.problems.filter(({ field }: Values) => field === 'last_name').map(({ user_id }: Values) => user_id),
      [people.at(-1)!.id],
    )
  })

  test('the QuickBooks Desktop file has tabs, Windows encoding, and overtime as a separate payroll item', async () => {
    const answer = await download(server, company, `/exports/quickbooks_desktop?${range}`)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(
      answer.headers['content-disposition'],
      'attachment; filename="quickbooks-2026-02-15-to-2026-02-28.iif"',
    )
    const lines = answer.rawPayload.toString('latin1').split('\r\n')
    const job = '"Ocean ""View"":Terrace"'
    const note = '"=1+1 of, ""these"" lines"'
    assert.deepEqual(lines, [
      '!TIMERHDR\tVER\tREL\tCOMPANYNAME\tFROMTIMER\tCOMPANYCREATETIME',
      'TIMERHDR\t8\t0\tRivera Gärten\tY\t1140128400',
      '!TIMEACT\tDATE\tJOB\tEMP\tITEM\tPITEM\tDURATION\tPROJ\tNOTE\tBILLINGSTATUS',
      'TIMEACT\t02/16/26\t\tZoë Ash\tLabor\tHourly\t7:17\t\t\t0',
      ...[16, 17, 18, 19].map((date) => `TIMEACT\t02/${date}/26\t\tWanda Worker\tLabor\tHourly\t9:00\t\t\t0`),
      `TIMEACT\t02/20/26\t${job}\tWanda Worker\tLabor\tHourly\t4:00\t\t${note}\t1`,
      `TIMEACT\t02/20/26\t${job}\tWanda Worker\tLabor\tHourly OT\t5:00\t\t\t1`,
      'TIMEACT\t02/23/26\t\tWanda Worker\t\tPTO\t8:00\t\t\t0',
      '',
    ])
  })

  test('the files for QuickBooks Online, ADP, Paychex and Gusto have the columns of these programs', async () => {
    const expected: Record<string, { name: string; lines: string[] }> = {
      quickbooks_online: {
        name: 'quickbooks-online-2026-02-15-to-2026-02-28.csv',
        lines: [
          'Name,Transaction Date,Customer,Service Item,Payroll item,Duration,Class,Billable,Notes',
          'Zoë Ash,02/16/2026,,Labor,,7:17,,N,',
          ...[16, 17, 18, 19].map((date) => `Wanda Worker,02/${date}/2026,,Labor,,9:00,,N,`),
          // A program reads it, so the notes are as they were written, on two lines.
          'Wanda Worker,02/20/2026,"Ocean ""View"":Terrace",Labor,,4:00,,Y,"=1+1\tof, ""these""',
          'lines"',
          'Wanda Worker,02/20/2026,"Ocean ""View"":Terrace",Labor,Overtime Pay,5:00,,Y,',
          'Wanda Worker,02/23/2026,,,Paid time off,8:00,,N,',
        ],
      },
      adp_workforce_now: {
        name: 'PRRG_EPI.csv',
        lines: [
          'Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount,Temp Dept,Temp Rate,Earnings 3 Code,Earnings 3 Amount,Earnings 4 Code,Earnings 4 Amount,Earnings 5 Code,Earnings 5 Amount',
          'RG,CLOCK,000009,7.28,,,,,,,,,,,,,',
          'RG,CLOCK,000123,40.00,5.00,VAC,8.00,,,,,,,,,,',
        ],
      },
      paychex_spi: {
        name: 'paychex-2026-02-15-to-2026-02-28.csv',
        lines: [
          'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate #,Hours,Units,Line Date,Amount,Check Seq,Override State,Override Local,Local Jurisdiction,Labor Assignment',
          '0012A345,9,,,Hourly,,,7.28,,,,,,,,',
          '0012A345,123,,,Hourly,,,40.00,,,,,,,,',
          '0012A345,123,,,Overtime,,,5.00,,,,,,,,',
          '0012A345,123,,,Vacation,,,8.00,,,,,,,,',
        ],
      },
      gusto: {
        name: 'gusto-2026-02-15-to-2026-02-28.csv',
        lines: [
          'last_name,first_name,gusto_employee_id,regular_hours,overtime_hours,vacation_hours,sick_hours',
          'Ash,Zoë,9,7.28,0.00,0.00,0.00',
          'Worker,Wanda,123,40.00,5.00,8.00,0.00',
        ],
      },
    }
    for (const [target, { name, lines }] of Object.entries(expected)) {
      const answer = await download(server, company, `/exports/${target}?${range}`)
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${name}"`, answer.body)
      assert.deepEqual(answer.body.split('\r\n'), [...lines, ''], target)
    }
  })

  test('files for programs have names and notes as they were written, files for people guard them against formulas', async () => {
    const other = await server.company(`Guards ${database}`)
    const dash = await server.user(other, { first_name: '-Dash', last_name: '=Sum', payroll_id: '77' })
    await server.post(other, '/timesheets', [
      {
        ...{ type: 'manual', user_id: dash.id, jobcode_id: 0, date: '2026-02-16', duration: hour },
        notes: '- replaced valve\n+ cleaned up',
      },
    ])
    const items = { payroll_items: {}, items: { default: 'Labor' } }
    await ask(server, other, 'PUT', '/exports/setup', { quickbooks_online: items })
    const file = async (target: string) => (await download(server, other, `/exports/${target}?${range}`)).body
    assert.deepEqual((await file('quickbooks_online')).split('\r\n').slice(1), [
      '-Dash =Sum,02/16/2026,,Labor,,1:00,,N,"- replaced valve\n+ cleaned up"',
      '',
    ])
    assert.match(await file('gusto'), /\r\n=Sum,-Dash,77,/)
    assert.match(await file('timesheets'), /,77,'=Sum,'-Dash,.*,"'- replaced valve\n\+ cleaned up"\r\n/)
  })

  test('CSV files have decimal commas and semicolons on request, but not those that programs read', async () => {
    const files: [target: string, row: string | undefined][] = []
    for (const target of ['payroll', 'hours', 'jobs', 'projects', 'timesheets']) {
      const { statusCode, body } = await download(server, company, `/exports/${target}?${range}&decimal_mark=comma`)
      assert.equal(statusCode, 200, body)
      files.push([target, body.split('\r\n')[1]])
    }
    const { payroll, jobs, timesheets } = Object.fromEntries(files)
    assert.match(payroll!, new RegExp(`^${zoe.id};;9;Ash;Zoë;.*;regular;.*;7,28;`))
    assert.match(jobs!, /;7,28;26208/)
    assert.match(timesheets!, /;2026-02-16;;;America\/Denver;;;7,28;26208;/)
    const point = (await download(server, company, `/exports/jobs?${range}&decimal_mark=point`)).body
    assert.equal(point, (await download(server, company, `/exports/jobs?${range}`)).body)
    const sheets = await Promise.all(
      ['point', 'comma'].map((mark) =>
        download(server, company, `/exports/jobs?format=xlsx&${range}&decimal_mark=${mark}`),
      ),
    )
    assert.deepEqual(...(sheets.map((answer) => sheetOf(answer.rawPayload)) as [unknown, unknown]))
    for (const [target, mark, named] of [
      ['jobs', 'dot', /decimal_mark must be one of point, comma/],
      ['gusto', 'comma', /decimal_mark: gusto has no such option/],
      ['quickbooks_online', 'comma', /decimal_mark: quickbooks_online has no such option/],
    ] as const) {
      const { statusCode, body } = await download(server, company, `/exports/${target}?${range}&decimal_mark=${mark}`)
      assert.equal(statusCode, 417)
      assert.match(body, named)
    }
  })

  test('the file of hours by jobcode has a row for each person, jobcode and kind', async () => {
    const { body } = await download(server, company, `/exports/jobs?${range}`)
    assert.deepEqual(
      rowsOf(body).map((row) => [row.last_name, row.job, row.kind, row.hours].join()),
      [
        'Ash,(no job),regular,7.28',
        'Worker,(no job),regular,36.00',
        'Worker,Ocean "View" › Terrace,regular,4.00',
        'Worker,Ocean "View" › Terrace,overtime,5.00',
        'Worker,Vacation,pto,8.00',
      ],
    )
  })

  test('the file of projects compares them with their estimates, with the same seconds as in their report', async () => {
    const projects = await Promise.all(
      ['North wing', 'South wing'].map((name) =>
        server.createOne(company, 'projects', { name, parent_jobcode_id: 0, due_date: '2026-06-30' }),
      ),
    )
    const estimate = await server.createOne(company, 'estimates', { project_id: projects[0]!.id, estimate_by: 'none' })
    await server.createOne(company, 'estimate_items', {
      estimate_id: estimate.id,
      type: 'none',
      estimated_seconds: 40 * hour,
    })
    const items = projects.map(({ jobcode_id }, place) => {
      return { type: 'manual', user_id: zoe.id, jobcode_id, date: `2026-04-0${place + 1}`, duration: 10 * hour }
    })
    for (const { jobcode_id } of projects)
      await server.createOne(company, 'jobcode_assignments', { user_id: zoe.id, jobcode_id })
    for (const item of items) await server.createOne(company, 'timesheets', item)
    const april = 'start_date=2026-04-01&end_date=2026-04-01'
    const { body } = await download(server, company, `/exports/projects?${april}`)
    const [row, ...rest] = rowsOf(body)
    assert.equal(rest.length, 0)
    assert.deepEqual(
      [row!.project, row!.due_date, row!.tracked_hours, row!.estimated_hours, row!.used_percent],
      ['North wing', '2026-06-30', '10.00', '40.00', '25'],
    )
    const report = await server.get(company, `/reports/project_estimate?project_ids=${projects[0]!.id}`)
    assert.equal(Number(row!.tracked_seconds), report.body.results[projects[0]!.id].total_tracked_seconds)
    const check = await ask(server, company, 'GET', `/exports/projects/check?${april}`)
    assert.deepEqual([check.body.rows, check.body.totals.total_seconds, check.body.problems], [1, 10 * hour, []])
    assert.equal((await download(server, zoe, `/exports/projects?${april}&user_ids=1`)).statusCode, 417)
    assert.equal((await download(server, company, `/exports/projects?format=pdf&${april}`)).statusCode, 200)
  })

  test('problems that prevent a file are listed by person and field, before the file and instead of it', async () => {
    const other = await server.company(`Problems ${database}`)
    await insertSetting(server, other.id, 'general', 'daily_doubletime', '1')
    const nora = await server.user(other, { first_name: 'Nora', last_name: 'Numberless' })
    await server.post(other, '/timesheets', [
      { type: 'manual', user_id: nora.id, jobcode_id: 0, date: '2026-02-17', duration: 14 * hour },
      { type: 'regular', user_id: nora.id, jobcode_id: 0, start: '2026-02-27T08:00:00-07:00', end: '' },
    ])
    const check = await ask(server, other, 'GET', `/exports/adp_workforce_now/check?${range}`)
    const name = 'Nora Numberless'
    assert.deepEqual(
      check.body.problems.map(({ user_id, name, field, blocking }: Values) => [user_id, name, field, blocking]),
      [
        [0, '', 'setup.adp_workforce_now.company_code', true],
        [0, '', 'setup.adp_workforce_now.batch_id', true],
        [nora.id, name, 'payroll_id', true],
        [nora.id, name, 'setup.adp_workforce_now.hours_3.double', true],
        [nora.id, name, 'end', false],
        [nora.id, name, 'approved_to', false],
      ],
    )
    const { problem_count, rows, totals } = check.body
    assert.deepEqual([problem_count, rows], [6, 1])
    assert.deepEqual(totals, {
      people: 1,
      regular_seconds: 12 * hour,
      overtime_seconds: 0,
      double_seconds: 2 * hour,
      other_overtime_seconds: 0,
      pto_seconds: 0,
      total_seconds: 14 * hour,
      break_premium_seconds: 0,
      shown_seconds: 50400,
      file_seconds: 50400,
    })
    const refused = await download(server, other, `/exports/adp_workforce_now?${range}`)
    assert.deepEqual(
      [refused.statusCode, refused.json().error.message],
      [
        417,
        'Expectation Failed: setup.adp_workforce_now.company_code: enter the company code ADP gave you (and 3 more)',
      ],
    )
    const gusto = await download(server, other, `/exports/gusto?start_date=2026-02-16&end_date=2026-02-21`)
    assert.match(gusto.json().error.message, /start_date: 2026-02-16 splits a workweek: it must be a Sunday/)
  })
})
