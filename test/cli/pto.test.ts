import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse pto', (database) => {
  let crew: Crew
  let sick = 0
  before(async () => {
    crew = await Crew.start(database)
    const absence = { name: 'Sick', type: 'pto', assigned_to_all: true }
    sick = (await crew.server.createOne(crew.company, 'jobcodes', absence)).id
    await crew.server.put(crew.company, '/users', [{ id: crew.worker.id, username: 'wanda' }])
  })
  after(() => crew.server.stop())

  const run = (...args: string[]) => clockhouse(['pto', ...args], { env: on(crew.server.place) })

  test('pto adjust changes a balance up and down, with a line in the ledger', async () => {
    const up = await run('adjust', 'wanda', 'vacation', '12.5', '--reason', 'Brought along')
    assert.deepEqual([up.code, up.stdout], [0, 'wanda now has 12.5 hours of Vacation.\n'], up.stderr)
    const down = await run('adjust', String(crew.worker.id), 'Vacation', '-20', '--reason', 'Sold', '--json')
    assert.deepEqual(down.json(), {
      user_id: crew.worker.id,
      jobcode_id: crew.vacation.id,
      seconds: -72000,
      balance: -27000,
    })
    assert.equal(await crew.balance(), -27000, 'a running server shows it at once')
    const { stdout } = await run('ledger', 'wanda')
    assert.match(stdout, /Vacation +12\.5 +Brought along +clockhouse\n.*Vacation +-20 +Sold +clockhouse/)
    assert.equal((await run('ledger', 'wanda', '--json')).json().length, 2)
    assert.match((await run('ledger', 'ada')).stdout, /ada has not been granted any hours/)
  })

  test('pto balances lists the balances of users', async () => {
    const { stdout } = await run('balances')
    assert.match(stdout, /^username +Sick +Vacation\n/)
    assert.match(stdout, /\nwanda +0 +-7\.5\n/)
    const [one, ...more] = (await run('balances', '--user', 'wanda', '--json')).json()
    assert.deepEqual(
      [one, more],
      [{ id: crew.worker.id, username: 'wanda', pto_balances: { [sick]: 0, [crew.vacation.id]: -27000 } }, []],
    )
  })

  test('pto policy sets, lists and deletes policies', async () => {
    assert.match((await run('policy')).stdout, /There are no policies/)
    const set = await run('policy', 'set', 'Vacation', '--every', 'year', '--hours', '160', '--carry-over', '40')
    assert.equal(set.code, 0, set.stderr)
    assert.equal(
      set.stdout,
      'Set the policy for Vacation: 160 hours on 01-01 of each year, 40 carried over on 01-01.\n',
    )
    await run('policy', 'set', 'Vacation', '--every', 'anniversary', '--hours', '200', '--user', 'wanda')
    await run(
      'policy',
      'set',
      'Sick',
      '--every',
      'worked',
      '--hours',
      '1',
      '--worked',
      '30',
      '--cap',
      '80',
      '--group',
      'crew',
    )
    await run(
      'policy',
      'set',
      'Sick',
      '--every',
      'worked',
      '--hours',
      '1',
      '--worked',
      '40',
      '--cap',
      '80',
      '--group',
      'crew',
    )
    const { stdout } = await run('policy', 'list')
    assert.match(stdout, /^jobcode +for +grants\n/)
    assert.match(stdout, /Vacation +everyone +160 hours on 01-01 of each year, 40 carried over on 01-01/)
    assert.match(stdout, /Vacation +user wanda +200 hours on each hire anniversary/)
    assert.match(stdout, /Sick +group Crew +1 hours for each 40 hours worked, up to 80/)
    assert.equal((await run('policy', '--json')).json().length, 3)
    assert.equal((await run('policy', 'delete', 'Vacation', '--user', 'wanda')).code, 0)
    const again = await run('policy', 'delete', 'Vacation', '--user', 'wanda')
    assert.deepEqual(
      [again.code, again.stderr],
      [1, 'clockhouse: there is no such policy for Vacation; see clockhouse pto policy list\n'],
    )
    assert.equal((await run('policy', '--json')).json().length, 2)
  })

  test('a policy from an earlier date immediately grants what was due since then', async () => {
    await crew.server.put(crew.company, '/users', [{ id: crew.colleague.id, hire_date: '2020-01-15' }])
    const before = await crew.balance(crew.colleague)
    const given = [
      '--every',
      'anniversary',
      '--hours',
      '8',
      '--from',
      '2025-01-01',
      '--user',
      String(crew.colleague.id),
    ]
    assert.equal((await run('policy', 'set', 'Vacation', ...given)).code, 0)
    crew.server.pass(400 * 86400)
    await crew.server.round()
    assert.equal(await crew.balance(crew.colleague), before + 3 * 8 * 3600)
  })

  test('pto commands refuse ambiguous input and list what is possible', async () => {
    const refused = async (code: number, reason: RegExp, ...args: string[]) => {
      const result = await run(...args)
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr, reason)
    }
    const set = ['policy', 'set', 'Vacation', '--every', 'year', '--hours', '8']
    await refused(
      1,
      /no jobcode Nothing.*the jobcodes are: Sick, Vacation/,
      'adjust',
      'wanda',
      'Nothing',
      '8',
      '--reason',
      'a',
    )
    await refused(1, /has no user ghost/, 'adjust', 'ghost', 'Sick', '8', '--reason', 'a')
    await refused(2, /number of hours/, 'adjust', 'wanda', 'Sick', 'many', '--reason', 'a')
    await refused(2, /--reason/, 'adjust', 'wanda', 'Sick', '8')
    await refused(1, /--reason/, 'adjust', 'wanda', 'Sick', '8', '--reason', ' ')
    await refused(1, /--date/, ...set, '--date', '02-29')
    await refused(1, /--from/, ...set, '--from', 'today')
    await refused(2, /--worked/, ...set, '--worked', '30')
    await refused(2, /choices/i, 'policy', 'set', 'Sick', '--every', 'day', '--hours', '8')
    await refused(1, /there is no group Nowhere/, ...set, '--group', 'Nowhere')
    await refused(2, /cannot be used with/, ...set, '--group', 'crew', '--user', 'wanda')
  })
})
