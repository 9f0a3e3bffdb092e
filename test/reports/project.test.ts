import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { addDays, localDate, printUtc } from '../../src/rules/time/calendar.ts'
import { ask as askApp } from '../app_api/ask.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

const range = { start_date: '2026-02-16', end_date: '2026-02-22' }

onBoth('the project report', (database) => {
  let server: TestServer
  let company: TestCompany
  const ids: Values = {}
  const items: Values = {}
  let one: { id: number; token: string }
  let two: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    const create = async (resource: string, item: Values) => (await server.createOne(company, resource, item)).id
    ids.customer = await create('jobcodes', { name: 'Customer' })
    ids.site = await create('jobcodes', { name: 'Site', parent_id: ids.customer, assigned_to_all: true })
    ids.office = await create('jobcodes', { name: 'Office', assigned_to_all: true })
    ids.vacation = (await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Vacation', type: 'pto' })]))[0]!.id
    ids.task = await create('customfields', { name: 'Task', type: 'managed-list', show_to_all: true })
    ids.tool = await create('customfields', { name: 'Tool', type: 'managed-list', show_to_all: true })
    ids.place = await create('customfields', { name: 'Place', type: 'free-form', show_to_all: true })
    for (const [field, name] of [
      ['task', 'Wiring'],
      ['task', 'Paint'],
      ['tool', 'Ärger'],
    ] as const)
      items[name] = await create('customfielditems', { customfield_id: ids[field], name })
    ids.group = await create('groups', { name: 'Crew' })
    one = await server.user(company, { group_id: ids.group })
    two = await server.user(company)
    const recordTime = (
      user: { id: number },
      jobcode_id: number,
      duration: number,
      customfields: Values = {},
      date = '2026-02-16',
    ) => create('timesheets', { user_id: user.id, jobcode_id, type: 'manual', date, duration, customfields })
    await recordTime(one, ids.site, 4.25 * 3600, { [ids.task]: 'Wiring', [ids.tool]: 'Ärger', [ids.place]: 'Roof' })
    await recordTime(one, ids.office, 3600, { [ids.task]: 'Paint' })
    await recordTime(two, ids.site, 7200, { [ids.task]: 'Wiring' })
    await recordTime(two, 0, 1800)
    await recordTime(two, ids.vacation, 8 * 3600)
    await recordTime(two, ids.site, 3600, { [ids.task]: 'Wiring' }, '2026-02-23')
    await server.createOne(company, 'timesheets', {
      user_id: one.id,
      jobcode_id: ids.site,
      type: 'regular',
      start: '2026-03-02T07:00:00-07:00',
      end: '',
    })
  })
  after(() => server.stop())

  const ask = (who: { token: string }, data: unknown) => server.call(who.token, 'POST', '/reports/project', { data })
  const totalsOf = async (data: Values, who: { token: string } = company) => {
    const { body, text } = await ask(who, { ...range, ...data })
    assert.ok(body.results, text)
    return body.results.project_report.totals
  }

  test('the project report has hours by user, group, jobcode and custom field item', async () => {
    const { body, status, text } = await ask(company, range)
    assert.equal(status, 200, text)
    assert.deepEqual(body.results, {
      filters: { user_ids: [], group_ids: [], jobcode_type: 'all', customfielditems: {}, jobcode_ids: [] },
      project_report: {
        ...range,
        totals: {
          users: { [one.id]: '5.25', [two.id]: '10.50' },
          groups: { 0: 10.5, [ids.group]: 5.25 },
          jobcodes: { 0: '0.50', [ids.site]: '6.25', [ids.office]: '1.00', [ids.vacation]: '8.00' },
          customfields: {
            [ids.task]: { 0: '8.50', [items.Wiring]: '6.25', [items.Paint]: '1.00' },
            [ids.tool]: { 0: '11.50', [items.Ärger]: '4.25' },
            [ids.place]: { 0: '15.75' },
          },
        },
      },
    })
    const related = body.supplemental_data
    assert.deepEqual(Object.keys(related).sort(), ['customfielditems', 'customfields', 'groups', 'jobcodes', 'users'])
    assert.deepEqual(Object.keys(related.customfielditems).map(Number).sort(), Object.values(items).sort())
    assert.equal(related.customfields[ids.place].name, 'Place')
    assert.equal(related.groups[ids.group].name, 'Crew')
    assert.equal(related.jobcodes[ids.customer].name, 'Customer', 'parents are included')
    assert.equal('supplemental_data' in (await ask(company, { ...range, supplemental_data: 'no' })).body, false)
  })

  test('the project report is filtered by people, groups, jobcodes including children, and type', async () => {
    assert.deepEqual((await totalsOf({ user_ids: [one.id] })).users, { [one.id]: '5.25' })
    assert.deepEqual((await totalsOf({ group_ids: String(ids.group) })).users, { [one.id]: '5.25' })
    assert.deepEqual((await totalsOf({ jobcode_ids: [ids.customer] })).jobcodes, { [ids.site]: '6.25' })
    assert.deepEqual((await totalsOf({ jobcode_ids: ['0'] })).jobcodes, { 0: '0.50' })
    assert.deepEqual((await totalsOf({ jobcode_type: 'pto' })).users, { [two.id]: '8.00' })
    const regular = await totalsOf({ jobcode_type: 'regular' })
    assert.deepEqual(
      Object.keys(regular.jobcodes).map(Number),
      [0, ids.site, ids.office].sort((a, b) => a! - b!),
    )
    assert.deepEqual(await totalsOf({ jobcode_type: 'both' }), await totalsOf({}))
    const { body } = await ask(company, {
      ...range,
      user_ids: `${one.id}`,
      group_ids: ids.group,
      jobcode_ids: [ids.site],
      jobcode_type: 'both',
    })
    assert.deepEqual(body.results.filters, {
      user_ids: [String(one.id)],
      group_ids: [String(ids.group)],
      jobcode_type: 'both',
      customfielditems: {},
      jobcode_ids: [String(ids.site)],
    })
  })

  test('the project report is filtered by custom field values: any within a field, all across fields', async () => {
    const task = String(ids.task)
    const tool = String(ids.tool)
    const hours = async (customfielditems: unknown) => (await totalsOf({ customfielditems })).users
    const both = { [one.id]: '4.25', [two.id]: '2.00' }
    assert.deepEqual(await hours({ [task]: ['Wiring'] }), both)
    assert.deepEqual(await hours({ [task]: 'wiring' }), both)
    assert.deepEqual(await hours({ [task]: ['Wiring', 'Paint'] }), { [one.id]: '5.25', [two.id]: '2.00' })
    assert.deepEqual(await hours({ [task]: ['Wiring'], [tool]: ['ÄRGER'] }), { [one.id]: '4.25' })
    assert.deepEqual(await hours({ [task]: ['Paint'], [tool]: ['Ärger'] }), {})
    assert.deepEqual(await hours({ [String(ids.place)]: ['Roof'] }), { [one.id]: '4.25' })
    assert.deepEqual(await hours({ [task]: ['Nothing'] }), {})
    assert.deepEqual(await hours({ 4711: ['Wiring'] }), {})
    assert.deepEqual(await hours({ 9999999999: ['Wiring'] }), {})
    for (const none of [{}, [], '', null, { [task]: [] }, { [task]: null }])
      assert.equal(Object.keys(await hours(none)).length, 2, JSON.stringify(none))

    const { body } = await ask(company, { ...range, customfielditems: { [task]: ['Wiring'] } })
    assert.deepEqual(body.results.filters.customfielditems, { [task]: ['Wiring'] })
    assert.deepEqual(body.results.project_report.totals.customfields, {
      [task]: { [items.Wiring]: '6.25' },
      [tool]: { 0: '2.00', [items.Ärger]: '4.25' },
      [String(ids.place)]: { 0: '6.25' },
    })
    const query = new URLSearchParams(range)
    for (const form of [`[${task}]`, `[${task}][]`, `[${task}][0]`]) {
      const url = `/reports/project?${query}&customfielditems${encodeURIComponent(form)}=Wiring`
      assert.deepEqual((await server.get(company, url)).body, body, form)
    }
    const json = encodeURIComponent(JSON.stringify({ [task]: ['Wiring'] }))
    assert.deepEqual(
      (await server.get(company, `/reports?report=project&${query}&customfielditems=${json}`)).body,
      body,
    )
  })

  test('the project report consists of empty objects when there is no time', async () => {
    const { body } = await ask(company, { start_date: '2020-01-01', end_date: '2020-12-31' })
    assert.deepEqual(body.results.project_report.totals, { users: {}, groups: {}, jobcodes: {}, customfields: {} })
    assert.deepEqual(body.supplemental_data, {})
  })

  test('the project report sums seconds before rounding half up', async () => {
    const other = await server.company(`Rounding ${database}`)
    const recordTime = (from: string, to: string) =>
      server.createOne(other, 'timesheets', {
        user_id: other.adminId,
        jobcode_id: 0,
        type: 'regular',
        start: from,
        end: to,
      })
    await recordTime('2026-02-16T08:00:00-07:00', '2026-02-16T08:00:09-07:00')
    const totals = async () => await totalsOf({}, other)
    assert.equal((await totals()).users[other.adminId], '0.00')
    await recordTime('2026-02-16T09:00:00-07:00', '2026-02-16T09:00:09-07:00')
    const after = await totals()
    assert.equal(after.users[other.adminId], '0.01')
    assert.deepEqual(after.groups, { 0: 0.01 })
  })

  test('the project report has the parts of split shifts on its days, however long they and the range are', async () => {
    const zone = 'America/Denver'
    const other = await server.company(`Split ${database}`, zone)
    const settings = { general: { shift_boundary: 'split' } }
    assert.equal((await askApp(server, other, 'PUT', '/settings', { settings })).status, 200)
    const jobs = (await seed(server, other.id, 'jobcodes', [jobcodeRow({ name: 'A' }), jobcodeRow({ name: 'B' })])).map(
      ({ id }) => Number(id),
    )
    const hours: { day: string; job: number }[] = []
    const items: Values[] = []
    const lengths = [7, 31, 10, 100, 6, 168, 9, 50, 12]
    for (let at = Date.UTC(2025, 11, 28), n = 0; at < Date.UTC(2026, 1, 10); n++) {
      const [length, job] = [lengths[n % lengths.length]!, jobs[n % 2]!]
      for (let hour = 0; hour < length; hour++)
        hours.push({ day: localDate((at + hour * 3_600_000) * 1000, zone), job })
      const [start, end] = [at, at + length * 3_600_000].map((each) => printUtc(each * 1000))
      items.push({ user_id: other.adminId, jobcode_id: job, type: 'regular', start, end })
      at += (length + 5 + (n % 7)) * 3_600_000
    }
    const { body, text } = await server.post(other, '/timesheets', items)
    for (const item of Object.values<Values>(body.results.timesheets)) assert.equal(item._status_code, 200, text)
    for (let start_date = '2025-12-26'; start_date < '2026-02-14'; start_date = addDays(start_date, 3))
      for (const days of [1, 4, 12, 33, 40, 41, 47]) {
        const end_date = addDays(start_date, days - 1)
        const { users, jobcodes } = await totalsOf({ start_date, end_date }, other)
        const within = hours.filter(({ day }) => day >= start_date && day <= end_date)
        const found = [users[other.adminId], ...jobs.map((job) => jobcodes[job])].map((text) => Number(text ?? 0))
        const wanted = [within.length, ...jobs.map((job) => within.filter((hour) => hour.job === job).length)]
        assert.deepEqual(found, wanted, `${start_date} to ${end_date}`)
      }
  })

  test('the project report refuses missing and invalid parameters by name', async () => {
    for (const [data, named] of [
      [0, 'start_date'],
      [{ start_date: '2026-02-16' }, 'end_date'],
      [{ start_date: '2026-02-22', end_date: '2026-02-16' }, 'start_date'],
      [{ ...range, jobcode_type: 'weekly' }, 'jobcode_type'],
      [{ ...range, jobcode_ids: { a: 1 } }, 'jobcode_ids'],
      [{ ...range, customfielditems: 'Wiring' }, 'customfielditems'],
      [{ ...range, customfielditems: ['Wiring'] }, 'customfielditems'],
      [{ ...range, customfielditems: { task: ['Wiring'] } }, 'customfielditems'],
      [{ ...range, customfielditems: { 1: [{ a: 1 }] } }, 'customfielditems'],
      [{ ...range, customfielditems: { 1: ['\0'] } }, 'customfielditems'],
      [{ ...range, customfielditems: { 1: Array.from({ length: 201 }, (_, n) => `x${n}`) } }, 'customfielditems'],
    ] as const) {
      const { status, body } = await ask(company, data)
      assert.equal(status, 417, JSON.stringify(data))
      assert.match(body.error.message, new RegExp(named))
    }
  })

  test('the project report shows everyone only to people with reports, and to others the people they may see', async () => {
    const reporter = await server.user(company, { permissions: { reports: true } })
    const approver = await server.user(company, { permissions: { approve_timesheets: true } })
    const manager = await server.user(company)
    await server.put(company, '/groups', [{ id: ids.group, manager_ids: [manager.id] }])
    assert.equal(Object.keys((await totalsOf({}, reporter)).users).length, 2)
    assert.deepEqual((await totalsOf({}, approver)).users, {})
    assert.deepEqual((await totalsOf({}, manager)).users, { [one.id]: '5.25' })
    assert.deepEqual((await totalsOf({}, two)).users, { [two.id]: '10.50' })
    assert.deepEqual((await totalsOf({ user_ids: [one.id] }, two)).users, {})
    const stranger = await server.company(`Stranger ${database}`)
    assert.deepEqual((await totalsOf({ user_ids: [one.id], jobcode_ids: [ids.site] }, stranger)).users, {})
  })

  test('archived items, fields, jobcodes and people still count and appear in the project report', async () => {
    await server.put(company, '/customfielditems', [{ id: items.Wiring, active: false }])
    await server.put(company, '/customfields', [{ id: ids.tool, active: false }])
    await server.put(company, '/jobcodes', [{ id: ids.office, active: false }])
    await server.put(company, '/users', [{ id: two.id, active: false }])
    const { body } = await ask(company, range)
    const { users, jobcodes, customfields } = body.results.project_report.totals
    assert.equal(users[two.id], '10.50')
    assert.equal(jobcodes[ids.office], '1.00')
    assert.equal(customfields[ids.task][items.Wiring], '6.25')
    assert.equal(customfields[ids.tool][items.Ärger], '4.25')
    assert.equal(body.supplemental_data.customfielditems[items.Wiring].active, false)
  })
})
