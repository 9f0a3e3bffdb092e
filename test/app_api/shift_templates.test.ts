import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

onEither('shift templates', (database) => {
  let server: TestServer
  let ada: TestCompany
  let job: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    job = (await server.createOne(ada, 'jobcodes', { name: 'Counter', assigned_to_all: true })).id
  })

  const opening = { name: 'Opening', start_time: '06:00', end_time: '14:00' }
  type Person = { token: string }
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values, who: Person = ada) => {
    const { status, body: answer } = await ask(server, who, method, `/shift_templates${path}`, body)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const add = (more: Values = {}, who?: Person) => call('POST', '', { ...opening, ...more }, who)
  const list = async (who: Person = ada): Promise<Values[]> =>
    (await ask(server, who, 'GET', '/shift_templates')).body.templates
  const refusal = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values) => {
    const told = await ask(server, ada, method, `/shift_templates${path}`, body)
    return [told.status, String(told.body.error?.message).replace(/^[A-Z][A-Za-z ]+: /, '')]
  }

  test('shift templates are added, listed by name, changed in part and deleted', async () => {
    const night = {
      start_time: '22:00',
      end_time: '06:00',
      title: 'Night watch',
      notes: 'Two rounds',
      color: '#3F51B5',
    }
    const late = await add({ name: ' Night ', ...night, location: 'Gate', jobcode_id: job })
    assert.deepEqual(late, {
      ...{ id: late.id, name: 'Night', jobcode_id: job, all_day: false, start_time: '22:00', end_time: '06:00' },
      ...{ title: 'Night watch', notes: 'Two rounds', location: 'Gate', color: '#3F51B5' },
    })
    const early = await add()
    assert.deepEqual(early, {
      ...{ id: early.id, name: 'Opening', jobcode_id: 0, all_day: false, start_time: '06:00', end_time: '14:00' },
      ...{ title: '', notes: '', location: '', color: '#888888' },
    })
    const day = await add({ name: 'inventory', all_day: true })
    assert.deepEqual([day.all_day, day.start_time, day.end_time], [true, null, null])
    assert.deepEqual(await list(), [day, late, early])

    const renamed = await call('PUT', `/${early.id}`, { name: 'opening' })
    assert.deepEqual(renamed, { ...early, name: 'opening' })
    const whole = await call('PUT', `/${late.id}`, { all_day: true })
    assert.deepEqual(whole, { ...late, all_day: true, start_time: null, end_time: null })
    await call('DELETE', `/${day.id}`)
    assert.deepEqual(await list(), [whole, renamed])
  })

  test('shift templates belong to one company', async () => {
    const { id } = await add()
    const other = await server.company()
    assert.deepEqual(await list(other), [])
    assert.equal((await add({}, other)).name, 'Opening', 'another company has the same name')
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await ask(server, other, method, `/shift_templates/${id}`, method === 'PUT' ? {} : undefined)
      assert.equal(status, 404)
    }
  })

  for (const [what, permissions, plans] of [
    ['everyone’s shifts', { manage_company_schedules: true }, true],
    ['shifts of their groups', { manage_schedules: true }, true],
    ['their own shifts', { manage_my_schedule: true }, true],
    ['no shifts', { view_company_schedules: true, manage_timesheets: true }, false],
    ['no shifts any more', { manage_company_schedules: true, manage_no_schedules: true }, false],
  ] as const)
    test(`shift templates are ${plans ? 'shared by' : 'closed to'} people who plan ${what}`, async () => {
      const { id } = await add()
      const who = await server.user(ada, { permissions })
      const answers = [
        await ask(server, who, 'GET', '/shift_templates'),
        await ask(server, who, 'POST', '/shift_templates', { ...opening, name: 'Late' }),
        await ask(server, who, 'PUT', `/shift_templates/${id}`, { title: 'Early' }),
        await ask(server, who, 'DELETE', `/shift_templates/${id}`),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(4).fill(plans ? 200 : 403),
      )
      assert.deepEqual(
        (await list()).map(({ name }) => name),
        plans ? ['Late'] : ['Opening'],
      )
    })

  test('an invalid shift template is refused by name', async () => {
    const { id } = await add()
    const archived = await server.createOne(ada, 'jobcodes', { name: 'Old', assigned_to_all: true })
    await server.put(ada, '/jobcodes', [{ id: archived.id, active: false }])
    const late = { ...opening, name: 'Late' }
    const table: [Values, RegExp][] = [
      [{ ...late, name: undefined }, /^name: required/],
      [{ ...late, name: '' }, /^name: required/],
      [{ ...late, name: '  ' }, /^name: required/],
      [{ ...late, name: 'x'.repeat(101) }, /^name: must be at most 100 characters/],
      [{ ...late, name: 'OPENING ' }, /^name: there is already a shift template Opening/],
      [{ ...late, start_time: null }, /^start_time: required, unless it is all day/],
      [{ name: 'Late', start_time: '06:00' }, /^end_time: required, unless it is all day/],
      [{ ...late, end_time: '24:00' }, /^end_time: must be a time of day as HH:MM/],
      [{ ...late, start_time: '6:00' }, /^start_time: must be a time of day as HH:MM/],
      [{ ...late, jobcode_id: archived.id }, new RegExp(`^jobcode_id: there is no active jobcode ${archived.id}`)],
      [{ ...late, jobcode_id: 999_999 }, /^jobcode_id: there is no active jobcode 999999/],
      [{ ...late, color: '#123456' }, /^color: must be one of #888888/],
      [{ ...late, title: 'x'.repeat(256) }, /^title/],
      [{ ...late, notes: 'x'.repeat(4001) }, /^notes/],
      [{ ...late, location: 'x'.repeat(256) }, /^location/],
      [{ ...late, people: [1] }, /^people: there is no such field/],
    ]
    for (const [body, message] of table) {
      const [status, text] = await refusal('POST', '', body)
      assert.equal(status, 417, String(message))
      assert.match(String(text), message)
    }
    assert.deepEqual(await refusal('PUT', '/999999', {}), [404, 'there is no shift template 999999'])
    assert.deepEqual(await refusal('DELETE', '/999999'), [404, 'there is no shift template 999999'])
    await add({ name: 'Late' })
    assert.match(String((await refusal('PUT', `/${id}`, { name: 'late' }))[1]), /^name: there is already/)
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['Late', 'Opening'],
    )
  })

  test('a shift template keeps a job that is archived, and can be changed', async () => {
    const made = await add({ jobcode_id: job })
    await server.put(ada, '/jobcodes', [{ id: job, active: false }])
    assert.deepEqual(await list(), [made])
    assert.equal((await call('PUT', `/${made.id}`, { title: 'Early', jobcode_id: job })).jobcode_id, job)
    assert.equal((await call('PUT', `/${made.id}`, { jobcode_id: 0 })).jobcode_id, 0)
    assert.match(
      String((await refusal('PUT', `/${made.id}`, { jobcode_id: job }))[1]),
      /^jobcode_id: there is no active/,
    )
  })

  test('a company has at most two hundred shift templates', async () => {
    const { id } = await add()
    const rows = Array.from({ length: 199 }, (_, index) => index + 1).map(
      (number) =>
        `(${ada.id}, ${id + 1_000_000 + number}, 'T ${number}', 't ${number}', 0, 1, '', '', '', '', '', '#888888', 0)`,
    )
    await runStatements(server, `insert into shift_templates values ${rows.join()}`)
    const full = [417, 'a company can have at most 200 shift templates']
    assert.deepEqual(await refusal('POST', '', { ...opening, name: 'Late' }), full)
    await call('DELETE', `/${id}`)
    await add({ name: 'Late' })
    assert.equal((await list()).length, 200)
  })

  test('the audit names shift templates, even after they are deleted', async () => {
    const { id } = await add()
    await call('PUT', `/${id}`, { name: 'Early' })
    const sentences = async () => {
      const { lines } = (await ask(server, ada, 'GET', '/audit?type=shift_templates')).body
      return lines.map(({ sentence }: Values) => sentence).reverse()
    }
    assert.deepEqual(await sentences(), [
      'Ada Admin added shift template “Early”.',
      'Ada Admin changed shift template “Early”.',
    ])
    await call('DELETE', `/${id}`)
    assert.deepEqual(await sentences(), [
      'Ada Admin added shift template “Opening”.',
      'Ada Admin changed shift template “Early”.',
      'Ada Admin deleted shift template “Early”.',
    ])
  })
})
