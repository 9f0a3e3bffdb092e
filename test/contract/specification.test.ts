import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { upload } from '../support/pictures.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

// The interface specification, row by row, as far as no other test states it as plainly.
// docs/specification.md names the test of each row; test/contract/documents.test.ts checks that it exists.

type Person = { id: number; token: string }

/** What a value has to be: a JSON type, a text format, or an object or array. */
type Kind = 'integer' | 'number' | 'boolean' | 'string' | 'object' | 'array' | RegExp

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/

const timesheetFields: Record<string, Kind> = {
  id: 'integer',
  user_id: 'integer',
  jobcode_id: 'integer',
  start: instant,
  end: instant,
  duration: 'integer',
  date: day,
  tz: 'integer',
  tz_str: 'string',
  type: /^(regular|manual)$/,
  location: 'string',
  active: /^0$/,
  locked: 'integer',
  notes: 'string',
  customfields: 'object',
  last_modified: utc,
}

const notificationFields: Record<string, Kind> = {
  id: 'integer',
  msg_tracking_id: /^\S+$/,
  user_id: 'integer',
  message: 'string',
  method: /^push$/,
  delivery_time: utc,
  created: utc,
  precheck: /^(none|off_the_clock|on_the_clock)$/,
}

const jobcodeFields: Record<string, Kind> = {
  id: 'integer',
  parent_id: 'integer',
  assigned_to_all: 'boolean',
  billable: 'boolean',
  active: 'boolean',
  type: /^(regular|pto|paid_break|unpaid_break)$/,
  has_children: 'boolean',
  billable_rate: 'number',
  short_code: 'string',
  name: 'string',
  last_modified: utc,
  created: utc,
  required_customfields: 'array',
}

const userFields: Record<string, Kind> = {
  id: 'integer',
  first_name: 'string',
  last_name: 'string',
  group_id: 'integer',
  active: 'boolean',
  employee_number: 'integer',
  salaried: 'boolean',
  exempt: 'boolean',
  username: 'string',
  email: 'string',
  payroll_id: 'string',
  hire_date: day,
  term_date: day,
  job_title: 'string',
  gender: 'string',
  last_modified: utc,
  last_active: /^$|\+00:00$/,
  created: utc,
  mobile_number: 'string',
  client_url: 'string',
  approved_to: day,
  submitted_to: day,
}

const customfieldFields: Record<string, Kind> = {
  id: 'integer',
  required: 'boolean',
  applies_to: /^timesheet$/,
  type: /^(free-form|managed-list)$/,
  short_code: 'string',
  regex_filter: 'string',
  name: 'string',
  last_modified: utc,
  created: utc,
  ui_preference: /^(text_box_with_suggest|drop_down)$/,
  required_customfields: 'array',
}

function checkFields(record: Values, fields: Record<string, Kind>): void {
  for (const [name, kind] of Object.entries(fields)) {
    assert.ok(Object.hasOwn(record, name), `${name} is missing in ${JSON.stringify(record)}`)
    const value = record[name]
    const hint = `${name} is ${JSON.stringify(value)}`
    if (kind instanceof RegExp) assert.match(typeof value === 'string' ? value : `no text: ${hint}`, kind, hint)
    else if (kind === 'integer') assert.ok(Number.isSafeInteger(value), hint)
    else if (kind === 'array') assert.ok(Array.isArray(value), hint)
    else if (kind === 'object') assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), hint)
    else assert.equal(typeof value, kind, hint)
  }
}

onBoth('the interface specification', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  /** Sends a batch and returns its outcomes in the order of the request. */
  const send = async (who: { token: string }, resource: string, items: Values[]): Promise<Values[]> => {
    const { status, body, text } = await server.post(who, `/${resource}`, items)
    assert.equal(status, 200, text)
    return items.map((_, index) => body.results[resource][index + 1])
  }
  const erase = async (who: { token: string }, resource: string, ids: unknown[]): Promise<Values> => {
    const { status, body, text } = await server.delete(who, `/${resource}?ids=${ids.join(',')}`)
    assert.equal(status, 200, text)
    return body.results[resource]
  }
  const manual = (userId: number, date: string, more: Values = {}) => ({
    user_id: userId,
    jobcode_id: 0,
    type: 'manual',
    date,
    duration: 3600,
    ...more,
  })
  const regular = (userId: number, start: string, end: string, more: Values = {}) => ({
    user_id: userId,
    jobcode_id: 0,
    type: 'regular',
    start,
    end,
    ...more,
  })
  const codes = (items: Record<string, Values>) => Object.values(items).map((item) => item._status_code)
  const shown = (instant: number) => encodeURIComponent(`${new Date(instant / 1000).toISOString().slice(0, 19)}+00:00`)
  const numbers = (records: Values[]): number[] => records.map((record) => record.id)
  const isEmpty = ({ status, body }: Answer, resource: string) => {
    assert.equal(status, 200)
    assert.deepEqual(body.results[resource], {})
  }

  describe('records', () => {
    let company: TestCompany
    let worker: Person
    let child: Values
    let field: Values
    before(async () => {
      company = await server.company()
      worker = await server.user(company)
      const parent = await server.createOne(company, 'jobcodes', { name: 'North yard', assigned_to_all: true })
      child = await server.createOne(company, 'jobcodes', {
        name: 'Roof',
        parent_id: parent.id,
        assigned_to_all: true,
        billable: true,
        billable_rate: 12.5,
      })
      const made = { type: 'free-form', applies_to: 'timesheet', show_to_all: true }
      field = await server.createOne(company, 'customfields', { name: 'Reference', ...made })
      await send(company, 'timesheets', [
        regular(worker.id, '2026-02-03T08:00:00-07:00', '2026-02-03T10:30:00-07:00', {
          jobcode_id: child.id,
          notes: 'shingles',
          customfields: { [field.id]: 'R-1' },
        }),
        manual(worker.id, '2026-02-04'),
      ])
    })

    test('a listed timesheet has every field', async () => {
      const [worked, typed] = await server.list(company, 'timesheets', '?start_date=2026-02-03&end_date=2026-02-04')
      checkFields(worked!, timesheetFields)
      checkFields(typed!, timesheetFields)
      assert.deepEqual(
        ['type', 'start', 'end', 'duration', 'date', 'tz'].map((name) => worked![name]),
        ['regular', '2026-02-03T08:00:00-07:00', '2026-02-03T10:30:00-07:00', 9000, '2026-02-03', -7],
      )
      assert.deepEqual([typed!.type, typed!.jobcode_id, typed!.duration], ['manual', 0, 3600])
      for (const sheet of [worked!, typed!])
        assert.equal(sheet.duration, (Date.parse(sheet.end) - Date.parse(sheet.start)) / 1000)
      assert.deepEqual(worked!.customfields, { [field.id]: 'R-1' })
    })

    test('a deleted timesheet has every field', async () => {
      const items = [
        regular(worker.id, '2026-01-06T08:00:00-07:00', '2026-01-06T10:30:00-07:00', {
          jobcode_id: child.id,
          customfields: { [field.id]: 'R-2' },
        }),
        manual(worker.id, '2026-01-07', { notes: 'typed' }),
      ]
      const made = await send(company, 'timesheets', items)
      const ids = numbers(made)
      const listed = await server.list(company, 'timesheets', `?ids=${ids}`)
      await erase(company, 'timesheets', ids)
      const deleted = await server.list(company, 'timesheets_deleted', `?ids=${ids}`)
      assert.equal(deleted.length, 2)
      for (const [index, sheet] of deleted.entries()) {
        checkFields(sheet, timesheetFields)
        for (const name of Object.keys(timesheetFields).filter((name) => name !== 'last_modified'))
          assert.deepEqual(sheet[name], listed[index]![name], name)
      }
    })

    test('a notification has every field', async () => {
      const [made] = await send(company, 'notifications', [{ message: 'Shift starts now' }])
      checkFields(made!, notificationFields)
      const [listed] = await server.list(company, 'notifications', `?ids=${made!.id}`)
      checkFields(listed!, notificationFields)
      assert.equal(listed!.user_id, company.adminId, 'the requesting user')
    })

    test('an item of a batch has every field of an outcome', async () => {
      const [done, failed] = await send(company, 'notifications', [{ message: 'x' }, {}])
      assert.deepEqual([done!._status_code, done!._status_message, '_status_extra' in done!], [200, 'Created', false])
      assert.equal(failed!._status_code, 417)
      checkFields(failed!, { _status_code: 'integer', _status_message: /./, _status_extra: /message/ })
      for (const resource of ['notifications', 'timesheets']) {
        const id =
          resource === 'notifications'
            ? done!.id
            : (await send(company, resource, [manual(worker.id, '2026-01-08')]))[0]!.id
        const outcomes = await erase(company, resource, [id, 2000000000])
        assert.deepEqual(outcomes[id], { _status_code: 200, _status_message: 'OK, deleted', id: String(id) })
        checkFields(outcomes['2000000000'], {
          _status_code: 'integer',
          _status_message: /./,
          _status_extra: /./,
          id: /^2000000000$/,
        })
      }
    })

    test('supplemental records have every field', async () => {
      const { body } = await server.get(company, `/timesheets?start_date=2026-02-03&end_date=2026-02-04`)
      const { jobcodes, users, customfields } = body.supplemental_data
      const jobcode = jobcodes[child.id]
      checkFields(jobcode, jobcodeFields)
      assert.ok('filtered_customfielditems' in jobcode)
      assert.deepEqual([jobcode.billable, jobcode.billable_rate, jobcode.parent_id > 0], [true, 12.5, true])
      const parent = jobcodes[jobcode.parent_id]
      checkFields(parent, jobcodeFields)
      assert.deepEqual([parent.parent_id, parent.has_children], [0, true])
      checkFields(users[worker.id], userFields)
      assert.deepEqual([users[worker.id].group_id, users[worker.id].hire_date], [0, '0000-00-00'])
      checkFields(customfields[field.id], customfieldFields)
    })
  })

  describe('the envelope', () => {
    let company: TestCompany
    let worker: Person
    before(async () => {
      company = await server.company()
      worker = await server.user(company)
      const made = await send(company, 'timesheets', [
        manual(worker.id, '2026-02-03'),
        manual(worker.id, '2026-02-04'),
        manual(worker.id, '2026-02-05'),
        manual(worker.id, '2026-02-06'),
      ])
      await erase(company, 'timesheets', numbers(made.slice(2)))
      await send(company, 'notifications', [{ message: 'a' }, { message: 'b' }])
    })
    const lists = {
      timesheets: '/timesheets?start_date=2026-02-01',
      timesheets_deleted: '/timesheets_deleted?start_date=2026-02-01&end_date=2026-02-28',
      notifications: '/notifications?delivery_after=2026-01-01T00:00:00Z',
    }

    test('results hold one map, named after the resource and keyed by record id', async () => {
      for (const [resource, path] of Object.entries(lists)) {
        const { status, headers, body } = await server.get(company, path)
        assert.equal(status, 200)
        assert.match(String(headers['content-type']), /^application\/json/)
        assert.equal(Object.keys(body.results)[0], resource)
        const records = Object.entries<Values>(body.results[resource])
        assert.equal(records.length, 2)
        for (const [key, record] of records) assert.equal(key, String(record.id))
      }
    })

    test('no match is an empty object', async () => {
      isEmpty(await server.get(company, '/timesheets?start_date=2030-01-01'), 'timesheets')
      isEmpty(await server.get(company, '/timesheets_deleted?ids=2000000000'), 'timesheets_deleted')
      isEmpty(await server.get(company, '/notifications?ids=2000000000'), 'notifications')
    })

    test('more is next to the results of timesheets and timesheets_deleted, and inside those of notifications', async () => {
      for (const [resource, path] of Object.entries(lists))
        for (const [page, more] of [
          [1, true],
          [2, false],
        ]) {
          const { body } = await server.get(company, `${path}&per_page=1&page=${page}`)
          assert.equal(resource === 'notifications' ? body.results.more : body.more, more, `${resource}, page ${page}`)
        }
    })

    test('every listing of timesheets has supplemental data, unless it is switched off', async () => {
      for (const path of [lists.timesheets, lists.timesheets_deleted]) {
        const usual = await server.get(company, path)
        assert.deepEqual(Object.keys(usual.body.supplemental_data.users), [String(worker.id)])
        assert.deepEqual((await server.get(company, `${path}&supplemental_data=yes`)).body, usual.body)
        const small = await server.get(company, `${path}&supplemental_data=no`)
        assert.equal('supplemental_data' in small.body, false)
        assert.ok(small.text.length < usual.text.length)
        assert.deepEqual(small.body.results, usual.body.results)
      }
    })

    test('a client that stores timesheets with their supplemental data can show them without asking again', async () => {
      const north = await server.createOne(company, 'jobcodes', { name: 'North', assigned_to_all: true })
      const roof = await server.createOne(company, 'jobcodes', {
        name: 'Roof',
        parent_id: north.id,
        assigned_to_all: true,
      })
      const site = await server.createOne(company, 'customfields', {
        name: 'Site',
        type: 'free-form',
        applies_to: 'timesheet',
        show_to_all: true,
      })
      const names = ['Cora', 'Abel', 'Bert']
      const people = await Promise.all(
        names.map((first_name) => server.user(company, { first_name, last_name: `Of ${first_name}` })),
      )
      await send(
        company,
        'timesheets',
        people.map(({ id }, index) =>
          manual(id, `2026-01-1${index}`, { jobcode_id: roof.id, customfields: { [site.id]: `gate ${index}` } }),
        ),
      )

      const sheets: Values[] = []
      const stored: Record<string, Record<string, Values>> = { users: {}, jobcodes: {}, customfields: {} }
      for (let page = 1; ; page++) {
        const { body } = await server.get(
          company,
          `/timesheets?start_date=2026-01-10&end_date=2026-01-12&per_page=1&page=${page}`,
        )
        sheets.push(...Object.values<Values>(body.results.timesheets))
        for (const section in stored) Object.assign(stored[section]!, body.supplemental_data[section])
        if (!body.more) break
      }
      await server.put(company, '/jobcodes', [{ id: north.id, active: false }])
      await server.put(
        company,
        '/users',
        people.map(({ id }) => ({ id, active: false })),
      )

      const jobName = (id: number): string => {
        const { name, parent_id } = stored.jobcodes![id]!
        return parent_id === 0 ? name : `${jobName(parent_id)} › ${name}`
      }
      const lines = sheets.map(({ user_id, jobcode_id, customfields }) => {
        const choices = Object.entries(customfields).map(([id, value]) => `${stored.customfields![id]!.name}: ${value}`)
        return [stored.users![user_id]!.first_name, jobName(jobcode_id), ...choices].join(', ')
      })
      assert.deepEqual(
        lines,
        names.map((name, index) => `${name}, North › Roof, Site: gate ${index}`),
      )
    })
  })

  describe('states', () => {
    let company: TestCompany
    before(async () => {
      company = await server.company()
    })

    test('a deleted timesheet is permanently gone and listed as deleted; timesheets cannot be archived', async () => {
      const worker = await server.user(company)
      const [made] = await send(company, 'timesheets', [manual(worker.id, '2026-02-03')])
      const { id } = made!
      const archived = await server.put(company, '/timesheets', [{ id, active: false }])
      assert.equal(archived.body.results.timesheets['1']._status_code, 417)
      isEmpty(await server.get(company, `/timesheets_deleted?ids=${id}`), 'timesheets_deleted')

      assert.deepEqual(codes(await erase(company, 'timesheets', [id])), [200])
      isEmpty(await server.get(company, `/timesheets?ids=${id}&on_the_clock=both`), 'timesheets')
      const gone = await server.put(company, '/timesheets', [{ id, notes: 'back?' }])
      assert.equal(gone.body.results.timesheets['1']._status_code, 404)
      assert.deepEqual(numbers(await server.list(company, 'timesheets_deleted', `?ids=${id}`)), [id])
    })

    test('the files of a deleted timesheet go with it, unless something else has them', async () => {
      const [own, shared] = (await send(company, 'files', [upload(), upload()])).map((item) => item.id)
      const [made] = await send(company, 'timesheets', [
        manual(company.adminId, '2026-02-05', { attached_files: [own, shared] }),
        manual(company.adminId, '2026-02-05', { attached_files: [shared] }),
      ])
      assert.deepEqual(made!.attached_files, [own, shared])
      assert.deepEqual(codes(await erase(company, 'timesheets', [made!.id])), [200])
      assert.deepEqual(numbers(await server.list(company, 'files', `?ids=${own},${shared}`)), [shared])
      assert.equal((await server.get(company, `/files/raw?id=${own}`)).status, 404)
      assert.equal((await server.get(company, `/files/raw?id=${shared}`)).status, 200)
    })

    test('a timesheet whose deletion is a conflict stays, and comes back unmodified with 409', async () => {
      const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
      const [made] = await send(worker, 'timesheets', [manual(worker.id, '2026-02-03', { notes: 'approved' })])
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-10' }])
      const [record] = await server.list(worker, 'timesheets', `?ids=${made!.id}`)
      const erased = (await erase(worker, 'timesheets', [made!.id]))[made!.id]
      const { _status_code, _status_message, _status_extra, _status_reason, ...rest } = erased
      assert.deepEqual([_status_code, typeof _status_message, typeof _status_extra], [409, 'string', 'string'])
      assert.deepEqual(_status_reason, { code: 'time_approved', values: { date: '2026-02-10' } })
      assert.deepEqual(rest, { ...record, id: String(made!.id) })
      assert.deepEqual(await server.list(worker, 'timesheets', `?ids=${made!.id}`), [record])
      isEmpty(await server.get(worker, `/timesheets_deleted?ids=${made!.id}`), 'timesheets_deleted')
    })

    test('deleting timesheets has the outcomes 200, 404, 409 and 417, each on its own', async () => {
      const worker = await server.user(company)
      const own = await server.user(company, { permissions: { manage_my_timesheets: true } })
      const [fine, closed] = await send(own, 'timesheets', [manual(own.id, '2026-02-20'), manual(own.id, '2026-02-03')])
      await server.put(company, '/users', [{ id: own.id, approved_to: '2026-02-10' }])
      const mixed = await erase(own, 'timesheets', [fine!.id, closed!.id, 2000000000])
      assert.deepEqual(
        [fine!.id, closed!.id, 2000000000].map((id) => mixed[id]._status_code),
        [200, 409, 404],
      )
      assert.deepEqual(codes(await erase(own, 'timesheets', [fine!.id])), [404], 'deleted before')
      const [past] = await send(company, 'timesheets', [manual(worker.id, '2026-02-20')])
      const refused = (await erase(worker, 'timesheets', [past!.id]))[past!.id]
      assert.deepEqual([refused._status_code, typeof refused._status_extra], [417, 'string'], 'not allowed')
      assert.equal((await server.list(company, 'timesheets', `?ids=${past!.id}`)).length, 1)
    })

    test('without ids no timesheet is deleted', async () => {
      const [made] = await send(company, 'timesheets', [manual(company.adminId, '2026-02-03')])
      isEmpty(await server.delete(company, '/timesheets'), 'timesheets')
      isEmpty(await server.delete(company, '/timesheets?ids='), 'timesheets')
      isEmpty(await server.delete(company, `/timesheets?user_ids=${company.adminId}`), 'timesheets')
      assert.equal((await server.list(company, 'timesheets', `?ids=${made!.id}`)).length, 1)
    })

    test('a scheduled notification can be deleted; one that is delivered or deleted is 404', async () => {
      const items = await send(company, 'notifications', [{ message: 'a' }, { message: 'b' }, { message: 'c' }])
      const [scheduled, delivered, discarded] = numbers(items) as [number, number, number]
      await runStatements(
        server,
        `update notifications set state = 'delivered' where company_id = ${company.id} and id = ${delivered}`,
        `update notifications set state = 'discarded' where company_id = ${company.id} and id = ${discarded}`,
      )
      assert.deepEqual(numbers(await server.list(company, 'notifications')), [scheduled])
      const first = await erase(company, 'notifications', [scheduled, delivered, discarded])
      assert.deepEqual(
        [scheduled, delivered, discarded].map((id) => first[id]._status_code),
        [200, 404, 404],
      )
      assert.deepEqual(codes(await erase(company, 'notifications', [scheduled])), [404])
      isEmpty(await server.get(company, '/notifications'), 'notifications')
    })

    test('deleting a notification has two outcomes, 200 and 404, whatever the id', async () => {
      const [made] = await send(company, 'notifications', [{ message: 'a' }])
      const { body } = await server.delete(company, `/notifications?ids=${made!.id},0,-1,x,1.5,99999999999`)
      assert.deepEqual(codes(body.results.notifications).sort(), [200, 404, 404, 404, 404, 404])
      for (const [key, item] of Object.entries<Values>(body.results.notifications)) assert.equal(item.id, key)
    })

    test('archived users, jobcodes and custom field items stay in reports and supplemental data', async () => {
      const worker = await server.user(company, { last_name: 'Leaver' })
      const job = await server.createOne(company, 'jobcodes', { name: 'Old site', assigned_to_all: true })
      const field = await server.createOne(company, 'customfields', {
        name: 'Task',
        type: 'managed-list',
        applies_to: 'timesheet',
        show_to_all: true,
      })
      const choice = await server.createOne(company, 'customfielditems', { customfield_id: field.id, name: 'Digging' })
      await send(company, 'timesheets', [
        manual(worker.id, '2026-02-17', { jobcode_id: job.id, customfields: { [field.id]: 'Digging' } }),
      ])
      for (const [resource, id] of [
        ['users', worker.id],
        ['jobcodes', job.id],
        ['customfielditems', choice.id],
      ]) {
        const { body } = await server.put(company, `/${resource}`, [{ id, active: false }])
        assert.equal(body.results[resource]['1'].active, false)
      }
      assert.equal((await server.get({ token: worker.token }, '/current_user')).status, 401)

      const listed = await server.get(company, `/timesheets?start_date=2026-02-17&user_ids=${worker.id}`)
      const [sheet] = Object.values<Values>(listed.body.results.timesheets)
      assert.equal(sheet!.customfields[field.id], 'Digging')
      const { users, jobcodes } = listed.body.supplemental_data
      assert.deepEqual([users[worker.id].active, jobcodes[job.id].active], [false, false])
      const payroll = await server.post(company, '/reports/payroll', {
        start_date: '2026-02-15',
        end_date: '2026-02-21',
      })
      assert.equal(payroll.body.results.payroll_report[worker.id].total_work_seconds, 3600)
      assert.equal(payroll.body.supplemental_data.users[worker.id].active, false)
    })

    test('time on the clock ends after seven days', async () => {
      const boss = await server.company()
      const worker = await server.user(boss)
      const start = new Date(server.now / 1000).toISOString()
      const [made] = await send(worker, 'timesheets', [regular(worker.id, start, '')])
      const running = async () => (await server.list(boss, 'timesheets', `?ids=${made!.id}&on_the_clock=yes`)).length
      server.pass(7 * 86400 - 60)
      await server.round()
      assert.equal(await running(), 1)
      server.pass(60)
      await server.round()
      assert.equal(await running(), 0)
      const [closed] = await server.list(boss, 'timesheets', `?ids=${made!.id}`)
      assert.equal(closed!.duration, 7 * 86400)
      company = await server.company()
    })
  })

  describe('GET /timesheets_deleted', () => {
    let company: TestCompany
    let secondHalf: number
    const people: Record<string, number> = {}
    const jobs: Record<string, number> = {}
    const sheets: Record<string, number> = {}
    let crew: Values

    before(async () => {
      company = await server.company()
      crew = await server.createOne(company, 'groups', { name: 'Crew' })
      for (const [key, first_name, last_name, username, group_id] of [
        ['a', 'Carl', 'Adams', 'bob', 0],
        ['b', 'Anna', 'Brown', 'carol', crew.id],
        ['c', 'Bert', 'Clark', 'alice', crew.id],
        ['d', 'Anna', 'Adams', 'dora', 0],
      ])
        people[key] = (await server.user(company, { first_name, last_name, username, group_id })).id

      const job = async (name: string, parent_id = 0) =>
        (await server.createOne(company, 'jobcodes', { name, parent_id, assigned_to_all: true })).id
      jobs.parent = await job('Parent')
      jobs.child = await job('Child', jobs.parent)
      jobs.middle = await job('Middle', jobs.parent)
      jobs.grandchild = await job('Grandchild', jobs.middle)
      jobs.lone = await job('Lone')
      for (const type of ['pto', 'paid_break', 'unpaid_break']) {
        const [made] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: type, type })])
        jobs[type] = made!.id
      }

      // One a day, from the 1st to the 8th of February, created in another order so ids and days differ.
      const worked: Record<string, Values> = {
        '05': manual(people.d!, '2026-02-05', { jobcode_id: jobs.pto }),
        '02': manual(people.c!, '2026-02-02'),
        '08': regular(people.d!, '2026-02-08T08:00:00-07:00', '2026-02-08T09:00:00-07:00', { jobcode_id: jobs.lone }),
        '01': manual(people.a!, '2026-02-01', { jobcode_id: jobs.child }),
        '07': regular(people.b!, '2026-02-07T08:00:00-07:00', '2026-02-07T09:00:00-07:00', {
          jobcode_id: jobs.unpaid_break,
        }),
        '03': regular(people.b!, '2026-02-03T08:00:00-07:00', '2026-02-03T09:00:00-07:00', {
          jobcode_id: jobs.grandchild,
        }),
        '06': regular(people.a!, '2026-02-06T08:00:00-07:00', '2026-02-06T09:00:00-07:00', {
          jobcode_id: jobs.paid_break,
        }),
        '04': manual(people.c!, '2026-02-04', { jobcode_id: jobs.lone }),
      }
      const made = await send(company, 'timesheets', Object.values(worked))
      for (const [index, key] of Object.keys(worked).entries()) {
        assert.equal(made[index]!._status_code, 200, JSON.stringify(made[index]))
        sheets[key] = made[index]!.id
      }
      await erase(company, 'timesheets', [sheets['01'], sheets['03'], sheets['05'], sheets['07']])
      server.pass(3600)
      secondHalf = server.now
      await erase(company, 'timesheets', [sheets['02'], sheets['04'], sheets['06'], sheets['08']])
    })

    const every = 'start_date=2026-02-01&end_date=2026-02-28'
    const all = ['01', '02', '03', '04', '05', '06', '07', '08']
    /** The days of the results, in the order of the bytes. */
    const days = async (query: string) =>
      (await server.list(company, 'timesheets_deleted', `?${query}`)).map((row) => row.date.slice(-2))
    const found = async (cases: Record<string, string[]>) => {
      for (const [query, expected] of Object.entries(cases)) assert.deepEqual(await days(query), expected, query)
    }

    test('timesheets_deleted requires ids, an instant, or both dates', async () => {
      for (const query of [
        '',
        '?start_date=2026-02-01',
        '?end_date=2026-02-28',
        `?user_ids=${people.a}`,
        '?username=bob',
      ])
        assert.equal((await server.get(company, `/timesheets_deleted${query}`)).status, 417, query)
      await found({
        [every]: all,
        [`ids=${sheets['01']}`]: ['01'],
        'modified_since=2026-01-01T00:00:00Z': all,
        [`modified_before=${shown(server.now + 1_000_000)}`]: all,
      })
    })

    test('timesheets_deleted are filtered by start_date and end_date: the day of creation, or the day worked', async () => {
      await found({
        'start_date=2026-02-03&end_date=2026-02-05': ['03', '04', '05'],
        'start_date=2026-02-08&end_date=2026-02-08': ['08'],
        'start_date=2026-02-09&end_date=2026-02-28': [],
        [`ids=${sheets['01']}&start_date=2026-02-02&end_date=2026-02-28`]: [],
      })
      const created = (await server.list(company, 'timesheets_deleted', `?ids=${sheets['01']}`))[0]!.created.slice(
        0,
        10,
      )
      await found({ [`start_date=${created}&end_date=${created}`]: all })
    })

    test('timesheets_deleted are filtered by ids, in every form of a list', async () => {
      const { '01': first, '04': fourth } = sheets
      await found({
        [`ids=${first}`]: ['01'],
        [`ids=${first},${fourth}`]: ['01', '04'],
        [`ids[]=${first}&ids[]=${fourth}`]: ['01', '04'],
        [`ids[0]=${first}&ids[1]=${fourth}`]: ['01', '04'],
        [`ids=${first},2000000000`]: ['01'],
        [`ids=&${every}`]: all,
      })
    })

    test('timesheets_deleted are filtered by modified_since and modified_before: when they were deleted', async () => {
      const earlier = ['01', '03', '05', '07']
      const later = ['02', '04', '06', '08']
      await found({
        [`modified_since=${shown(secondHalf)}`]: later,
        [`modified_before=${shown(secondHalf)}`]: earlier,
        [`modified_since=${shown(secondHalf - 7200_000_000)}&modified_before=${shown(secondHalf)}`]: earlier,
        [`modified_since=${shown(secondHalf + 1_000_000)}`]: [],
      })
      const local = `${new Date(secondHalf / 1000 - 7 * 3600_000).toISOString().slice(0, 19)}-07:00`
      await found({ [`modified_since=${local}`]: later })
      assert.equal((await server.get(company, '/timesheets_deleted?modified_since=yesterday')).status, 417)
    })

    test('timesheets_deleted are filtered by group_ids', () =>
      found({
        [`${every}&group_ids=${crew.id}`]: ['02', '03', '04', '07'],
        [`${every}&group_ids=2000000000`]: [],
        [`${every}&group_ids=`]: all,
      }))

    test('timesheets_deleted are filtered by user_ids', () =>
      found({
        [`${every}&user_ids=${people.a}`]: ['01', '06'],
        [`${every}&user_ids=${people.a},${people.d}`]: ['01', '05', '06', '08'],
        [`${every}&user_ids[]=${people.a}&user_ids[]=${people.d}`]: ['01', '05', '06', '08'],
        [`${every}&user_ids=${people.a}&group_ids=${crew.id}`]: [],
        [`${every}&user_ids=`]: all,
      }))

    test('timesheets_deleted are filtered by username, which overrides user_ids and group_ids', () =>
      found({
        [`${every}&username=bob`]: ['01', '06'],
        [`${every}&username=alice&user_ids=${people.a}`]: ['02', '04'],
        [`${every}&username=bob&group_ids=${crew.id}`]: ['01', '06'],
        [`${every}&username=bob&user_ids=${people.b}&group_ids=${crew.id}`]: ['01', '06'],
        [`${every}&username=nonesuch&user_ids=${people.a}`]: [],
        [`${every}&username=`]: all,
      }))

    test('timesheets_deleted are filtered by jobcode_ids, including children', () =>
      found({
        [`${every}&jobcode_ids=${jobs.parent}`]: ['01', '03'],
        [`${every}&jobcode_ids=${jobs.child}`]: ['01'],
        [`${every}&jobcode_ids=${jobs.lone},${jobs.middle}`]: ['03', '04', '08'],
        [`${every}&jobcode_ids=`]: all,
      }))

    test('timesheets_deleted are filtered by jobcode_type', async () => {
      await found({
        [`${every}&jobcode_type=regular`]: ['01', '02', '03', '04', '08'],
        [`${every}&jobcode_type=pto`]: ['05'],
        [`${every}&jobcode_type=paid_break`]: ['06'],
        [`${every}&jobcode_type=unpaid_break`]: ['07'],
        [`${every}&jobcode_type=all`]: all,
      })
      assert.equal((await server.get(company, `/timesheets_deleted?${every}&jobcode_type=lunch`)).status, 417)
    })

    test('timesheets_deleted are filtered by type', async () => {
      await found({
        [`${every}&type=manual`]: ['01', '02', '04', '05'],
        [`${every}&type=regular`]: ['03', '06', '07', '08'],
        [`${every}&type=both`]: all,
      })
      assert.equal((await server.get(company, `/timesheets_deleted?${every}&type=weekly`)).status, 417)
    })

    const orders = {
      date: all,
      fname: ['03', '05', '07', '08', '02', '04', '01', '06'],
      lname: ['01', '05', '06', '08', '03', '07', '02', '04'],
      username: ['02', '04', '01', '06', '03', '07', '05', '08'],
    }

    test('timesheets_deleted are listed in the order of order_results_by, then of the date', async () => {
      for (const [by, expected] of Object.entries(orders))
        await found({ [`${every}&order_results_by=${by}`]: expected })
      assert.deepEqual(await days(every), orders.date, 'the default')
      assert.equal((await server.get(company, `/timesheets_deleted?${every}&order_results_by=id`)).status, 417)
    })

    test('timesheets_deleted are listed in the reverse order with order_results_reverse', async () => {
      for (const [by, expected] of Object.entries(orders))
        await found({
          [`${every}&order_results_by=${by}&order_results_reverse=1`]: expected.toReversed(),
          [`${every}&order_results_by=${by}&order_results_reverse=0`]: expected,
        })
      await found({ [`${every}&order_results_reverse=1`]: all.toReversed() })
    })

    test('pages of timesheets_deleted keep the order', async () => {
      const pages = [1, 2, 3].map((page) => days(`${every}&order_results_by=lname&per_page=3&page=${page}`))
      assert.deepEqual((await Promise.all(pages)).flat(), orders.lname)
    })

    test('timesheets_deleted are listed with and without supplemental_data', async () => {
      const { body } = await server.get(company, `/timesheets_deleted?ids=${sheets['01']},${sheets['03']}`)
      assert.deepEqual(Object.keys(body.supplemental_data.users).map(Number), [people.a, people.b])
      assert.deepEqual(
        Object.keys(body.supplemental_data.jobcodes)
          .map(Number)
          .sort((a, b) => a - b),
        [jobs.parent, jobs.child, jobs.middle, jobs.grandchild],
      )
      const without = await server.get(company, `/timesheets_deleted?ids=${sheets['01']}&supplemental_data=no`)
      assert.deepEqual(Object.keys(without.body).sort(), ['more', 'results'])
      assert.equal((await server.get(company, `/timesheets_deleted?${every}&supplemental_data=x`)).status, 417)
    })
  })

  describe('notifications', () => {
    let company: TestCompany
    let worker: Person
    let stranger: Person
    const made: Record<string, Values> = {}
    before(async () => {
      company = await server.company()
      worker = await server.user(company)
      const other = await server.company()
      for (let count = 0; count < 5; count++) stranger = await server.user(other)
      const at = (hour: string) => `2027-01-01T${hour}:00:00+00:00`
      const items = [
        { message: 'ten', delivery_time: at('10') },
        { message: 'eight', delivery_time: at('08') },
        { message: 'nine', delivery_time: at('09') },
        { message: 'worker', delivery_time: at('09'), user_id: worker.id },
      ]
      for (const [index, item] of (await send(company, 'notifications', items)).entries())
        made[items[index]!.message] = item
    })
    const messages = async (query: string, who: { token: string } = company) =>
      (await server.list(who, 'notifications', query)).map((row) => row.message)

    test('a notification is created with all its properties, keyed by its position in the request', async () => {
      const items = [
        { message: 'now' },
        {
          message: 'later',
          user_id: worker.id,
          method: 'push',
          delivery_time: '2027-03-01T08:00:00-07:00',
          precheck: 'off_the_clock',
        },
        { message: 'if working', user_id: worker.id, precheck: 'on_the_clock' },
        { user_id: worker.id },
      ]
      const { status, body } = await server.post(company, '/notifications', items)
      const { notifications } = body.results
      assert.deepEqual([status, Object.keys(notifications)], [200, ['1', '2', '3', '4']])
      assert.deepEqual(codes(notifications), [200, 200, 200, 417])
      const { _status_code, _status_message, id, msg_tracking_id, created, ...record } = notifications['2']
      assert.deepEqual(record, { ...items[1], delivery_time: '2027-03-01T15:00:00+00:00' })
      assert.deepEqual([notifications['1'].user_id, notifications['3'].precheck], [company.adminId, 'on_the_clock'])
      assert.match(notifications['4']._status_extra, /message/)
      await erase(
        company,
        'notifications',
        ['1', '2', '3'].map((key) => notifications[key].id),
      )
    })

    test('a message has at most 2000 characters', async () => {
      const longest = ['x'.repeat(2000), '😀'.repeat(2000), 'é'.repeat(2000)]
      const made = await send(
        worker,
        'notifications',
        [...longest, 'x'.repeat(2001), '😀'.repeat(2001), ''].map((message) => ({ message })),
      )
      assert.deepEqual(
        made.map((item) => item._status_code),
        [200, 200, 200, 417, 417, 417],
      )
      for (const item of made.slice(3)) assert.match(item._status_extra, /message/)
      assert.deepEqual(
        made.slice(0, 3).map((item) => item.message),
        longest,
      )
      await erase(worker, 'notifications', numbers(made.slice(0, 3)))
    })

    test('only administrators create notifications for others, and only in their company', async () => {
      const [own, refused] = await send(worker, 'notifications', [
        { message: 'a', user_id: worker.id },
        { message: 'a', user_id: company.adminId },
      ])
      assert.deepEqual([own!._status_code, refused!._status_code], [200, 417])
      await erase(worker, 'notifications', [own!.id])
      const present = await server.list(company, 'users', `?ids=${stranger.id}`)
      assert.deepEqual(present, [], 'an id of the other company only')
      const [foreign] = await send(company, 'notifications', [{ message: 'a', user_id: stranger.id }])
      assert.deepEqual([foreign!._status_code, /user_id/.test(foreign!._status_extra)], [417, true])
      isEmpty(await server.get(stranger, '/notifications'), 'notifications')
    })

    test('notifications without filters are the requesting user’s, in delivery order', async () => {
      assert.deepEqual(await messages(''), ['eight', 'nine', 'ten'])
      assert.deepEqual(await messages('', worker), ['worker'])
    })

    test('notifications are filtered by ids', async () => {
      assert.deepEqual(await messages(`?ids=${made.ten!.id}`), ['ten'])
      assert.deepEqual(await messages(`?ids=${made.ten!.id},${made.eight!.id},2000000000`), ['eight', 'ten'])
    })

    test('notifications are filtered by delivery_before and delivery_after', async () => {
      const [eight, nine, ten] = ['08', '09', '10'].map((hour) => `2027-01-01T${hour}:00:00%2B00:00`)
      assert.deepEqual(await messages(`?delivery_before=${ten}`), ['eight', 'nine'])
      assert.deepEqual(await messages(`?delivery_after=${eight}`), ['nine', 'ten'])
      assert.deepEqual(await messages(`?delivery_after=${eight}&delivery_before=${ten}`), ['nine'])
      assert.deepEqual(await messages(`?delivery_after=${nine}&delivery_before=${nine}`), [])
      assert.equal((await server.get(company, '/notifications?delivery_after=soon')).status, 417)
    })

    test('notifications are filtered by user_id: of others for administrators only, in their company', async () => {
      assert.deepEqual(await messages(`?user_id=${worker.id}`), ['worker'])
      assert.deepEqual(await messages(`?user_id=${worker.id}`, worker), ['worker'])
      assert.equal((await server.get(worker, `/notifications?user_id=${company.adminId}`)).status, 403)
      await send(stranger, 'notifications', [{ message: 'elsewhere' }])
      isEmpty(await server.get(company, `/notifications?user_id=${stranger.id}`), 'notifications')
    })

    test('notifications are filtered by msg_tracking_id', async () => {
      assert.deepEqual(await messages(`?msg_tracking_id=${made.nine!.msg_tracking_id}`), ['nine'])
      assert.deepEqual(await messages('?msg_tracking_id=nothing'), [])
    })

    test('a delete of notifications requires ids, and its outcomes are keyed by them', async () => {
      assert.equal((await server.delete(company, '/notifications')).status, 417)
      const [one, two] = await send(company, 'notifications', [{ message: 'a' }, { message: 'b' }])
      assert.deepEqual(await erase(company, 'notifications', [one!.id, two!.id]), {
        [one!.id]: { _status_code: 200, _status_message: 'OK, deleted', id: String(one!.id) },
        [two!.id]: { _status_code: 200, _status_message: 'OK, deleted', id: String(two!.id) },
      })
    })
  })

  describe('limits', () => {
    let company: TestCompany
    const many = (count: number) => Array.from({ length: count }, (_, index) => index)
    const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
    before(async () => {
      company = await server.company()
    })

    test('batches of 50 are accepted; 51 are 413 and nothing happens', async () => {
      const notes = many(51).map((index) => ({ message: `note ${index}` }))
      assert.equal((await server.post(company, '/notifications', notes)).status, 413)
      isEmpty(await server.get(company, '/notifications'), 'notifications')
      const scheduled = await send(company, 'notifications', notes.slice(0, 50))
      const sheets = await send(
        company,
        'timesheets',
        many(50).map((index) => manual(company.adminId, dayOf(index))),
      )
      for (const [resource, made] of [
        ['notifications', scheduled],
        ['timesheets', sheets],
      ] as const) {
        assert.ok(made.every((item) => item._status_code === 200))
        const ids = numbers(made)
        const refused = await server.delete(company, `/${resource}?ids=${[...ids, 2000000000]}`)
        assert.deepEqual([refused.status, refused.body.error.code], [413, 413])
        assert.match(refused.body.error.message, /^Request Entity Too Large/i)
        const query = resource === 'timesheets' ? '?start_date=2026-01-01' : ''
        assert.equal((await server.list(company, resource, query)).length, 50)
        assert.deepEqual(new Set(codes(await erase(company, resource, ids))), new Set([200]))
        assert.equal((await server.list(company, resource, query)).length, 0)
      }
    })

    test('pages hold 50 records unless fewer are asked for, and never more', async () => {
      const boss = await server.company()
      for (const half of [0, 30]) {
        await send(
          boss,
          'notifications',
          many(30).map((index) => ({ message: `note ${half + index}` })),
        )
        const made = await send(
          boss,
          'timesheets',
          many(30).map((index) => manual(boss.adminId, dayOf(half + index))),
        )
        await erase(boss, 'timesheets', numbers(made))
      }
      for (const [resource, path] of [
        ['notifications', '/notifications?'],
        ['timesheets_deleted', '/timesheets_deleted?modified_since=2026-01-01T00:00:00Z&'],
      ] as const) {
        const page = async (query: string) => {
          const { body } = await server.get(boss, path + query)
          const more = resource === 'notifications' ? body.results.more : body.more
          return [Object.keys(body.results[resource]).length, more]
        }
        assert.deepEqual(await page(''), [50, true], resource)
        assert.deepEqual(await page('per_page=50'), [50, true])
        assert.deepEqual(await page('per_page=51'), [50, true])
        assert.deepEqual(await page('per_page=1000'), [50, true])
        assert.deepEqual(await page('page=1'), [50, true])
        assert.deepEqual(await page('page=2'), [10, false])
        assert.deepEqual(await page('per_page=20&page=3'), [20, false])
        assert.deepEqual(await page('per_page=20&page=4'), [0, false])
        const records = (query: string) => server.list(boss, resource, path.replace(`/${resource}`, '') + query)
        const whole = [...(await records('')), ...(await records('page=2'))].map((row) => row.id)
        assert.equal(new Set(whole).size, 60, 'every record once')
      }
    })
  })

  describe('addresses and tokens', () => {
    test('a company that blocks other addresses answers 499 to addresses not on its list', async () => {
      const company = await server.company()
      const [item] = await send(company, 'notifications', [{ message: 'a' }])
      const from = async (
        remoteAddress: string,
        method: 'GET' | 'POST' | 'DELETE' = 'GET',
        path = '/notifications',
      ) => {
        const { statusCode, body } = await server.app.inject({
          method,
          url: `/api/v1${path}`,
          remoteAddress,
          headers: { authorization: `Bearer ${company.token}` },
          ...(method === 'POST' ? { payload: JSON.stringify({ data: [{ message: 'b' }] }) } : {}),
        })
        return { status: statusCode, body: JSON.parse(body) }
      }
      const set = (addresses: string, block: number) =>
        runStatements(
          server,
          `update companies set allowed_addresses = '${addresses}', block_addresses = ${block} where company_id = ${company.id}`,
        )
      await set('198.51.100.7,203.0.113.0/24', 0)
      assert.equal((await from('192.0.2.1')).status, 200, 'a list alone blocks no one')
      await set('198.51.100.7,203.0.113.0/24', 1)
      for (const [method, path] of [
        ['GET', '/notifications'],
        ['GET', '/current_user'],
        ['GET', '/notifications'],
        ['POST', '/notifications'],
        ['DELETE', `/notifications?ids=${item!.id}`],
      ] as const) {
        const { status, body } = await from('192.0.2.1', method, path)
        assert.deepEqual(
          [status, body.error.code, typeof body.error.message],
          [499, 499, 'string'],
          `${method} ${path}`,
        )
      }
      for (const address of ['198.51.100.7', '203.0.113.99']) {
        const { status, body } = await from(address)
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body.results.notifications), [String(item!.id)], 'nothing was done meanwhile')
      }
      await set('', 0)
    })

    test('a request is 401 without a token, and with one that is unknown, deleted or expired', async () => {
      const company = await server.company()
      const brief = await server.token(company.id, company.adminId, 600)
      assert.equal((await server.get({ token: brief }, '/current_user')).status, 200)
      const deleted = await server.token(company.id, company.adminId)
      assert.equal((await server.get({ token: deleted }, '/current_user')).status, 200)
      const newest = `select max(id) from access_tokens where company_id = ${company.id}`
      await runStatements(server, `delete from access_tokens where company_id = ${company.id} and id = (${newest})`)
      server.pass(600)
      for (const token of [undefined, `S.${company.id}__${'0'.repeat(48)}`, deleted, brief])
        for (const [method, path] of [
          ['GET', '/timesheets?start_date=2026-01-01'],
          ['GET', '/timesheets_deleted?ids=1'],
          ['GET', '/notifications'],
          ['POST', '/notifications'],
          ['DELETE', '/notifications?ids=1'],
          ['DELETE', '/timesheets?ids=1'],
        ] as const) {
          const { status, headers, body } = await server.call(token, method, path, method === 'POST' ? '{}' : undefined)
          assert.equal(status, 401, `${method} ${path}`)
          assert.match(String(headers['www-authenticate']), /^Bearer/)
          assert.deepEqual(Object.keys(body), ['error', 'error_description'])
        }
      assert.equal((await server.get(company, '/current_user')).status, 200)
    })

    test('current_user is the user that the token belongs to', async () => {
      const company = await server.company()
      const worker = await server.user(company)
      for (const { id, token } of [worker, { id: company.adminId, token: company.token }]) {
        const { body } = await server.get({ token }, '/current_user')
        assert.deepEqual(Object.keys(body.results.users), [String(id)])
        checkFields(body.results.users[id], userFields)
      }
    })

    test('everything lies below /api/v1', async () => {
      const { id, token } = await server.company()
      const headers = { authorization: `Bearer ${token}` }
      for (const [path, status] of [
        ['/api/v1/current_user', 200],
        ['/current_user', 404],
        ['/api/current_user', 404],
        ['/api/v2/current_user', 404],
      ] as const)
        assert.equal((await server.app.inject({ url: path, headers })).statusCode, status, `${path} of ${id}`)
    })
  })

  describe('other endpoints', () => {
    let company: TestCompany
    let worker: Person
    before(async () => {
      company = await server.company()
      worker = await server.user(company)
    })
    const now = (shift = 0) => new Date(server.now / 1000 + shift * 1000).toISOString()
    const today = (shift = 0) => now(shift).slice(0, 10)

    test('timesheets are filtered by user_ids, on_the_clock, start_date, end_date and modified_since', async () => {
      const other = await server.user(company)
      const items = [
        manual(worker.id, '2026-01-05', { notes: 'a' }),
        manual(worker.id, '2026-01-06', { notes: 'b' }),
        manual(other.id, '2026-01-07', { notes: 'c' }),
      ]
      const made = await send(company, 'timesheets', items)
      server.pass(60)
      const since = shown(server.now)
      await server.put(company, '/timesheets', [{ id: made[1]!.id, notes: 'b2' }])
      await send(company, 'timesheets', [regular(other.id, now(), '', { notes: 'running' })])
      const notes = async (query: string) =>
        (await server.list(company, 'timesheets', `?${query}`)).map((row) => row.notes)
      assert.deepEqual(await notes('start_date=2026-01-05'), ['a', 'b2', 'c'])
      assert.deepEqual(await notes('start_date=2026-01-06&end_date=2026-01-06'), ['b2'])
      assert.deepEqual(await notes('start_date=2026-01-05&end_date=2026-01-06'), ['a', 'b2'])
      assert.deepEqual(await notes(`start_date=2026-01-05&user_ids=${worker.id}`), ['a', 'b2'])
      for (const list of [
        `user_ids=${worker.id},${other.id}`,
        `user_ids[]=${worker.id}&user_ids[]=${other.id}`,
        `user_ids[0]=${worker.id}&user_ids[1]=${other.id}`,
      ])
        assert.deepEqual(await notes(`start_date=2026-01-05&${list}`), ['a', 'b2', 'c'])
      assert.deepEqual(await notes('start_date=2026-01-05&on_the_clock=yes'), ['running'])
      assert.deepEqual(await notes(`modified_since=${since}`), ['b2'])
      assert.deepEqual(await notes(`modified_since=${since}&on_the_clock=both`), ['b2', 'running'])
    })

    test('a timesheet on the clock in the last 7 days means that the user is working', async () => {
      const onTheClock = async () => {
        const query = `?user_ids=${worker.id}&on_the_clock=yes&start_date=${today(-7 * 86400)}`
        return (await server.list(company, 'timesheets', query)).length > 0
      }
      assert.equal(await onTheClock(), false)
      const [made] = await send(worker, 'timesheets', [regular(worker.id, now(), '')])
      assert.deepEqual([await onTheClock(), made!.active], [true, '1'])
      server.pass(7 * 86400 - 1)
      await server.round()
      assert.equal(await onTheClock(), true, 'just before the automatic clock-out')
      const { body } = await server.put(company, '/timesheets', [{ id: made!.id, end: now() }])
      assert.deepEqual([body.results.timesheets['1']._status_code, await onTheClock()], [200, false])
    })

    test('last_modified_timestamps tells which endpoint to ask, and modified_since what to ask for', async () => {
      const stamps = async (): Promise<Record<string, string>> =>
        (await server.get(company, '/last_modified_timestamps')).body.results.last_modified_timestamps
      const job = await server.createOne(company, 'jobcodes', { name: 'Yard', assigned_to_all: true })
      const [first, second] = await send(company, 'timesheets', [
        manual(worker.id, '2026-01-10', { jobcode_id: job.id }),
        manual(worker.id, '2026-01-11'),
      ])
      const seen = await stamps()
      server.pass(3600)
      assert.deepEqual(await stamps(), seen, 'nothing has changed, so there is nothing to ask for')

      await server.put(company, '/timesheets', [{ id: second!.id, notes: 'changed' }])
      await erase(company, 'timesheets', [first!.id])
      const next = await stamps()
      const moved = Object.keys(next).filter((name) => next[name] !== seen[name])
      assert.deepEqual(moved.sort(), ['timesheets', 'timesheets_deleted'])
      const since = encodeURIComponent(new Date(Date.parse(seen.timesheets!) + 1000).toISOString())
      const changed = await server.list(company, 'timesheets', `?modified_since=${since}`)
      assert.deepEqual(numbers(changed), [second!.id])
      const gone = await server.list(company, 'timesheets_deleted', `?modified_since=${since}`)
      assert.deepEqual(numbers(gone), [first!.id])
    })

    test('the reports current_totals and payroll are requested by name or by address', async () => {
      const boss = await server.company()
      const person = await server.user(boss)
      const date = today()
      await send(boss, 'timesheets', [manual(person.id, date, { duration: 7200 }), regular(person.id, now(-1800), '')])
      const forms = [
        await server.get(boss, '/reports?report=current_totals'),
        await server.get(boss, '/reports/current_totals'),
        await server.post(boss, '/reports/current_totals', {}),
      ]
      for (const { status, body } of forms) {
        assert.equal(status, 200)
        const row = body.results.current_totals[person.id]
        assert.deepEqual([row.on_the_clock, row.shift_seconds, row.day_seconds], [true, 1800, 9000])
        assert.equal(body.supplemental_data.users[person.id].id, person.id)
      }
      const range = { start_date: date, end_date: date }
      for (const { status, body } of [
        await server.get(boss, `/reports?report=payroll&${new URLSearchParams(range)}`),
        await server.get(boss, `/reports/payroll?${new URLSearchParams(range)}`),
        await server.post(boss, '/reports/payroll', range),
      ]) {
        assert.equal(status, 200)
        assert.equal(body.results.payroll_report[person.id].total_re_seconds, 7200)
      }
    })

    test('time is submitted and approved with PUT /users', async () => {
      const [monday, tuesday] = ['2026-02-02', '2026-02-03']
      const [sheet] = await send(company, 'timesheets', [manual(worker.id, monday)])
      const put = async (who: { token: string }, properties: Values) =>
        (await server.put(who, '/users', [{ id: worker.id, ...properties }])).body.results.users['1']
      const state = async () => (await server.list(company, 'timesheets', `?ids=${sheet!.id}`))[0]!.state
      assert.equal(await state(), 'CLOSED')
      const submitted = await put(worker, { submitted_to: tuesday })
      assert.deepEqual([submitted._status_code, submitted.submitted_to, await state()], [200, tuesday, 'SUBMITTED'])
      assert.equal((await put(worker, { approved_to: tuesday }))._status_code, 417)
      const approved = await put(company, { approved_to: tuesday })
      assert.deepEqual([approved._status_code, approved.approved_to, await state()], [200, tuesday, 'APPROVED'])
      const both = await put(company, { submitted_to: '2026-02-05', approved_to: '2026-02-04' })
      assert.deepEqual([both.submitted_to, both.approved_to], ['2026-02-05', '2026-02-04'])
    })

    test('jobcode_assignments return the few jobcodes of a user', async () => {
      const made = await send(
        company,
        'jobcodes',
        ['One', 'Two', 'Three'].map((name) => ({ name })),
      )
      await send(company, 'jobcode_assignments', [{ user_id: worker.id, jobcode_id: made[1]!.id }])
      const { body } = await server.get(company, `/jobcode_assignments?user_ids=${worker.id}`)
      const assigned = Object.values<Values>(body.results.jobcode_assignments).map((row) => row.jobcode_id)
      assert.ok(assigned.includes(made[1]!.id))
      assert.ok(!assigned.includes(made[0]!.id) && !assigned.includes(made[2]!.id))
      assert.equal(body.supplemental_data.jobcodes[made[1]!.id].name, 'Two')
    })
  })
})
