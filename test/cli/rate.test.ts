import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse rate', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await server.createOne(company, 'jobcodes', { name: 'Roof', assigned_to_all: true })
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['rate', ...args], { env: on(server.place) })

  test('rate commands add, list and remove pay rates of users and jobcodes', async () => {
    assert.match((await run('list')).stdout, /There are no pay rates/)
    const added = await run('add', '27.5', '--user', 'ada', '--from', 'always')
    assert.deepEqual([added.code, added.stdout], [0, 'Added 27.50 per hour, for all time.\n'], added.stderr)
    assert.equal((await run('add', '30', '--user', 'ada', '--job', 'roof', '--from', '2026-01-01')).code, 0)
    assert.equal((await run('add', '28', '--job', 'Roof', '--from', '2026-01-01')).code, 0)
    const { stdout } = await run('list')
    assert.match(stdout, /everyone +Roof +2026-01-01 +28\.00 +hour/)
    assert.match(stdout, /ada +all other work +always +27\.50 +hour/)
    assert.match(stdout, /ada +Roof +2026-01-01 +30\.00 +hour/)
    const [user] = await server.list(company, 'users')
    assert.equal(user!.pay_rate, 27.5)
    assert.equal((await run('remove', '--job', 'Roof', '--from', '2026-01-01')).stdout, 'Removed the rate.\n')
    const left = (await run('list', '--job', 'Roof', '--json')).json()
    assert.deepEqual(
      left.map(({ rate, from }: Record<string, unknown>) => [rate, from]),
      [[30, '2026-01-01']],
    )
  })

  test('rate commands change the pay of approved time only with --alters-approved', async () => {
    const [user] = await server.list(company, 'users')
    const item = { user_id: user!.id, jobcode_id: 0, type: 'manual', date: '2026-01-14', duration: 3600 }
    await server.createOne(company, 'timesheets', item)
    await server.put(company, '/users', [{ id: user!.id, approved_to: '2026-01-17' }])
    const raise = ['29', '--user', 'ada', '--from', '2026-01-10']
    const { code, stderr } = await run('add', ...raise)
    assert.deepEqual([code, /2026-01-14 is approved .*; --alters-approved does so/.test(stderr)], [1, true], stderr)
    assert.equal((await run('add', ...raise, '--alters-approved')).code, 0)
    const removal = ['remove', '--user', 'ada', '--from', '2026-01-10']
    assert.equal((await run(...removal)).code, 1)
    assert.equal((await run(...removal, '--alters-approved')).code, 0)
  })

  test('rate commands name what is wrong with their arguments', async () => {
    for (const [args, code, message] of [
      [
        ['add', '20', '--user', 'ada', '--job', 'Roof', '--from', '2026-01-01'],
        1,
        /there already is a rate from 2026-01-01/,
      ],
      [['add', '20', '--user', 'ada', '--from', '2026-02-30'], 1, /from: 2026-02-30 is not a date/],
      [['add', '20', '--from', 'always'], 1, /user_id: a rate is for a person, a job or/],
      [['add', '20', '--user', 'ada'], 2, /--from/],
      [['add', '--user', 'ada', '--from', 'always', '--', '-1'], 2, /0 or more/],
      [['remove', '--user', 'ada', '--from', '2026-05-01'], 1, /there is no rate from 2026-05-01/],
      [['list', '--job', 'Moon'], 1, /--job: .* has no jobcode Moon/],
    ] as const) {
      const { stderr, code: given } = await run(...args)
      assert.equal(given, code, stderr)
      assert.match(stderr, message)
    }
  })
})
