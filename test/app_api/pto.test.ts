import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('paid time off in the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let vacation: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    worker = await server.user(ada)
    vacation = (await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })).id
  })

  const policies = async (): Promise<Values[]> => (await ask(server, ada, 'GET', '/pto_policies')).body.policies
  const put = (body: Values) => ask(server, ada, 'PUT', '/pto_policies', { jobcode_id: vacation, ...body })

  test('PTO policies are set for everyone, a group and a person, replaced and deleted', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    assert.deepEqual(await policies(), [])
    assert.equal((await put({ every: 'year', seconds: 144_000, cap: 720_000, carry_over: 0 })).status, 200)
    assert.equal((await put({ every: 'period', seconds: 7200, for: 'group', id: group.id })).status, 200)
    const worked = { every: 'worked', seconds: 3600, per_worked: 108_000 }
    assert.equal((await put({ ...worked, for: 'user', id: worker.id })).status, 200)
    assert.equal((await put({ every: 'year', seconds: 160_000, turn: '07-01' })).status, 200)
    const none = { per_worked: 0, turn: '01-01', cap: null, carry_over: null, paid_out: false }
    const of = { jobcode_id: vacation }
    assert.deepEqual(await policies(), [
      { ...of, ...none, for: 'company', id: 0, every: 'year', seconds: 160_000, turn: '07-01' },
      { ...of, ...none, for: 'group', id: group.id, every: 'period', seconds: 7200 },
      { ...of, ...none, ...worked, for: 'user', id: worker.id },
    ])
    const gone = await ask(server, ada, 'DELETE', `/pto_policies?jobcode_id=${vacation}&for=group&id=${group.id}`)
    assert.equal(gone.status, 200)
    assert.equal((await policies()).length, 2)
    const twice = await ask(server, ada, 'DELETE', `/pto_policies?jobcode_id=${vacation}&for=group&id=${group.id}`)
    assert.equal(twice.status, 404)
  })

  test('invalid PTO policies are refused by name', async () => {
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof' })
    const year = { every: 'year', seconds: 3600 }
    for (const [body, status, message] of [
      [{ ...year, jobcode_id: job.id }, 417, /jobcode_id: Roof is of type regular, not pto/],
      [{ ...year, turn: '02-29' }, 417, /turn: must be a day as MM-DD/],
      [{ ...year, per_worked: 3600 }, 417, /per_worked: is required with every worked/],
      [{ every: 'worked', seconds: 3600 }, 417, /per_worked/],
      [{ ...year, seconds: 0 }, 417, /seconds: must be above 0/],
      [{ ...year, seconds: -1 }, 417, /seconds/],
      [{ ...year, every: 'month' }, 417, /every/],
      [{ ...year, from: '1999-01-01' }, 417, /from: must be a date/],
      [{ ...year, for: 'user' }, 417, /id: required/],
    ] as const) {
      const told = await put(body)
      assert.equal(told.status, status, JSON.stringify(body))
      assert.match(told.body.error.message, message)
    }
    assert.deepEqual(await policies(), [])
  })

  test('a PTO balance is corrected with a reason, which its ledger keeps', async () => {
    const adjust = (body: Values) =>
      ask(server, ada, 'POST', '/pto_adjustments', { user_id: worker.id, jobcode_id: vacation, ...body })
    assert.deepEqual((await adjust({ seconds: 28_800, reason: ' Carried over ' })).body, { balance: 28_800 })
    assert.deepEqual((await adjust({ seconds: -3600, reason: 'Typo' })).body, { balance: 25_200 })
    assert.equal((await server.list(ada, 'users', `?ids=${worker.id}`))[0]!.pto_balances[vacation], 25_200)
    const { lines } = (await ask(server, ada, 'GET', `/pto_ledger?user_id=${worker.id}`)).body
    assert.deepEqual(
      lines.map(({ seconds, reason }: Values) => [seconds, reason]).sort(),
      [
        [-3600, 'Typo'],
        [28_800, 'Carried over'],
      ].sort(),
    )
    assert.equal((await adjust({ seconds: 0, reason: 'Nothing' })).status, 417)
    assert.equal((await adjust({ seconds: 3600, reason: ' ' })).status, 417)
  })

  test('only administrators see and change PTO policies and balances', async () => {
    for (const [method, path, body] of [
      ['GET', '/pto_policies', undefined],
      ['PUT', '/pto_policies', { jobcode_id: vacation, every: 'year', seconds: 3600 }],
      ['DELETE', `/pto_policies?jobcode_id=${vacation}`, undefined],
      ['GET', `/pto_ledger?user_id=${worker.id}`, undefined],
      ['POST', '/pto_adjustments', { user_id: worker.id, jobcode_id: vacation, seconds: 3600, reason: 'Mine' }],
    ] as const)
      assert.equal((await ask(server, worker, method, path, body)).status, 403, `${method} ${path}`)
  })
})
