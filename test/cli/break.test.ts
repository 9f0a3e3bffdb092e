import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse break', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
    await server.company()
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['break', ...args], { env: on(server.place) })

  test('break commands add, list, rename, archive and restore breaks', async () => {
    assert.match((await run('list')).stdout, /There are no breaks/)
    const added = await run('add', 'Lunch', '--type', 'unpaid')
    assert.deepEqual([added.code, added.stdout], [0, 'Created the unpaid break Lunch.\n'], added.stderr)
    const { id } = (await run('add', 'Leave without pay', '--type', 'time-off', '--json')).json()
    assert.match((await run('list')).stdout, /Leave without pay +unpaid time off/)
    assert.equal((await run('rename', 'lunch', 'Meal')).stdout, 'Lunch is now called Meal.\n')
    assert.equal((await run('archive', String(id))).stdout, 'Archived Leave without pay.\n')
    const active = (await run('list', '--json')).json().map((one: { active: boolean }) => one.active)
    assert.deepEqual(active, [false, true])
    assert.equal((await run('restore', String(id))).code, 0)
  })

  test('break rules chooses the breaks that are due', async () => {
    assert.match((await run('rules', 'show')).stdout, /no breaks are due/)
    assert.equal((await run('rules', 'set', 'california', '--premium')).code, 0)
    assert.equal((await run('rules', 'set', 'eu', '--user', 'ada')).code, 0)
    assert.match((await run('rules', 'show')).stdout, /rules +california\n.*premium +an hour\nuser +ada +rules +eu\n/)
    assert.equal((await run('rules', 'clear', '--user', 'ada')).code, 0)
    const chosen = (await run('rules', 'show', '--json')).json()
    assert.deepEqual(
      chosen.map(({ key, value }: Record<string, unknown>) => [key, value]),
      [
        ['rules', 'california'],
        ['premium', 1],
      ],
    )
    const seen = await run('rules', 'set', 'none', '--no-premium', '--preview')
    assert.match(seen.stdout, /^It would hold for all time\.\nNo one’s pay would change/, seen.stderr)
    assert.match((await run('rules', 'show')).stdout, /rules +california\n/, 'nothing is saved')
    const wrong = await run('rules', 'set', 'texas')
    assert.deepEqual([wrong.code, /Use none, california/.test(wrong.stderr)], [1, true])
    assert.equal((await run('rules', 'set', 'eu', '--user', 'ada', '--group', 'Crew')).code, 2)
  })

  test('break commands name what is wrong with their arguments', async () => {
    for (const [args, code, message] of [
      [['add', 'Meal', '--type', 'paid'], 1, /another jobcode under the same parent is called Meal/],
      [['add', 'Tea'], 2, /--type/],
      [['add', 'Tea', '--type', 'long'], 2, /unpaid, paid, time-off/],
      [['archive', 'Tea'], 1, /there is no break Tea; see clockhouse break list/],
    ] as const) {
      const { stderr, code: given } = await run(...args)
      assert.equal(given, code, stderr)
      assert.match(stderr, message)
    }
  })
})
