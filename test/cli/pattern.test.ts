import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse pattern', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('Patterns')
    await server.user(company, { username: 'wanda', first_name: 'Wanda', last_name: 'Wood' })
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['pattern', ...args], { env: on(server.place) })

  test('pattern commands set, show and clear the days that people work', async () => {
    assert.match((await run('show')).stdout, /No pattern is chosen: people work Monday to Friday/)
    const set = await run('set', 'mon-thu=9,fri=4', '--break', '30', '--zone', 'America/New_York')
    assert.equal(set.code, 0, set.stderr)
    const { body } = await ask(server, company, 'GET', '/working_pattern')
    const day = (day: string, hours: number) => ({ day, hours, unpaid_break_minutes: 30 })
    const days = [...['mon', 'tue', 'wed', 'thu'].map((name) => day(name, 9)), day('fri', 4)]
    assert.deepEqual([body.patterns, body.zone], [[{ from: null, days }], 'America/New_York'])
    assert.equal((await run('set', 'sat,sun=5', '--user', 'wanda', '--share', '25')).code, 0)
    const { stdout } = await run('show')
    assert.match(stdout, /company +Patterns +days +mon=9,tue=9,wed=9,thu=9,fri=4/)
    assert.match(stdout, /user +wanda +full_time_share +25/)
    assert.match(stdout, /user +wanda +days +sat=5,sun=5/)
    assert.equal((await run('clear')).code, 0)
    assert.equal((await run('clear', '--user', 'wanda')).code, 0)
    assert.deepEqual((await run('show', '--json')).json(), [])
  })

  test('patterns that make no sense are refused by name', async () => {
    const cases: [string[], RegExp][] = [
      [['mon-fri'], /must be days and hours such as mon-thu=8/],
      [['someday=8'], /must be days and hours/],
      [['mon=25'], /hours and unpaid break must be at most 24/],
      [['mon,mon=8'], /mon is there twice/],
      [['mon=1', '--break', '90'], /a break must be shorter than the paid hours/],
      [['--zone', 'America/Denvr'], /neither a time zone/],
      [['--share', '0'], /above 0 and at most 100/],
      [['--break', '30'], /only together with days/],
      [[], /name days, --zone or --share/],
    ]
    for (const [args, message] of cases) {
      const { code, stderr } = await run('set', ...args)
      assert.notEqual(code, 0, args.join(' '))
      assert.match(stderr, message)
    }
  })
})
