import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { localDate } from '../../src/rules/time/calendar.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse settings', (database) => {
  let server: TestServer
  let company: TestCompany
  let wanda: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('Rules')
    await server.createOne(company, 'groups', { name: 'Crew' })
    wanda = await server.user(company, { username: 'wanda', first_name: 'Wanda', last_name: 'Wood' })
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['settings', ...args], { env: on(server.place) })
  const general = async (who: { token: string }) =>
    (await server.get(who, '/effective_settings')).body.results.effective_settings.general.settings

  test('settings commands list, show, set and clear settings, which a running server uses immediately', async () => {
    assert.match(
      (await run('list')).stdout,
      /^setting +value\n(.*\n)*general\.week_start +0 +First day of the workweek\n/,
    )
    const set = await run('set', 'general.time_format', '24')
    assert.deepEqual([set.code, set.stdout], [0, 'general.time_format = 24\n'], set.stderr)
    assert.equal((await general(company)).time_format, 24)
    assert.match((await run('list')).stdout, /general\.time_format +24 +changed +Time format/)
    const shown = await run('get', 'general.time_format')
    assert.equal(shown.stdout, 'general.time_format = 24\n    Time format: one of 12, 24; the default is 12.\n')
    assert.equal((await run('clear', 'general.time_format')).stdout, 'general.time_format = 12\n')

    assert.equal((await run('set', 'general.tz', 'America/Boise', '--user', 'wanda')).code, 0)
    assert.equal((await general(wanda)).tz, 'America/Boise')
    assert.match((await run('list', '--user', 'wanda')).stdout, /general\.tz +America\/Boise +own +/)
    assert.doesNotMatch((await run('list', '--user', 'wanda')).stdout, /rounding\.minutes/)
    assert.deepEqual((await run('get', 'general.tz', '--group', 'Crew', '--json')).json().set, false)
    assert.equal((await run('clear', 'general.tz', '--user', 'wanda', '--company', 'rules')).code, 0)
    assert.notEqual((await general(wanda)).tz, 'America/Boise')
  })

  test('a setting that affects pay applies from a date and can be previewed', async () => {
    // Commands go by the clock of the machine.
    const date = localDate(Date.now() * 1000, 'America/Denver')
    const sheet = { user_id: wanda.id, jobcode_id: 0, type: 'manual', date, duration: 12 * 3600 }
    await server.createOne(company, 'timesheets', sheet)
    const daily = ['set', 'general.daily_overtime', '1']
    const seen = await run(...daily, '--preview')
    assert.equal(seen.code, 0, seen.stderr)
    assert.match(seen.stdout, /^It would hold for all time\.\nFrom \S+ to \S+, this would change:\n/)
    assert.match(seen.stdout, /Wanda Wood +12\.00 regular +8\.00 regular, 4\.00 × 1\.5\n/)
    assert.equal((await run('get', 'general.daily_overtime', '--json')).json().value, '0', 'nothing is saved')
    assert.match((await run(...daily, '--from', '2200-01-01', '--preview')).stdout, /from 2200-01-01\.\nNo one’s pay/)

    await server.put(company, '/users', [{ id: wanda.id, approved_to: '2026-02-11' }])
    assert.match((await run(...daily, '--preview')).stdout, /^It would hold from 2026-02-15\./)
    const refused = await run(...daily, '--from', '2026-02-10')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /--from: must be after 2026-02-11, .*--alters-approved changes approved time/)
    const bold = ['--from', '2026-02-10', '--alters-approved']
    assert.match((await run(...daily, ...bold, '--preview')).stdout, /Time is approved to 2026-02-11; some of it/)
    assert.equal((await run(...daily, ...bold)).stdout, 'general.daily_overtime = 1 from 2026-02-10\n')
    assert.match((await run('get', 'general.daily_overtime')).stdout, /\n {4}not set until 2026-02-10\n/)
    const always = await run(...daily, '--from', 'always', '--alters-approved')
    assert.equal(always.stdout, 'general.daily_overtime = 1\n')
  })

  test('settings commands name what is wrong and what was expected', async () => {
    for (const [args, code, message] of [
      [['set', 'general.week_start', 'monday'], 1, /general\.week_start: must be a whole number from 0 to 6/],
      [['set', 'rounding.minutes', '7'], 1, /rounding\.minutes: must be one of 0, 5, 6, 10, 15/],
      [['set', 'week_start', '1'], 1, /week_start: there is no such setting; do you mean general\.week_start\?/],
      [['get', 'general.week'], 1, /general\.week: there is no such setting; see clockhouse settings list/],
      [['get', 'projects.installed'], 1, /projects\.installed: cannot be changed/],
      [
        ['set', 'rounding.minutes', '5', '--user', 'wanda'],
        1,
        /rounding\.minutes: can be set for the whole company only/,
      ],
      [['set', 'general.time_format', '24', '--from', '2026-01-01'], 2, /--from: general\.time_format holds at once/],
      [['set', 'rounding.minutes', '5', '--from', 'soon'], 2, /--from: must be a date such as/],
      [['set', 'general.tz', 'UTC', '--user', 'wanda', '--group', 'Crew'], 2, /cannot be used together/],
      [['set', 'general.tz'], 2, /missing required argument 'value'/],
      [['list', '--company', 'none'], 1, /--company: there is no company none/],
    ] as const) {
      const { stderr, code: given } = await run(...args)
      assert.equal(given, code, stderr)
      assert.match(stderr, message)
    }
    const lunch = await run('set', 'general.lunch_deduct', '1')
    assert.equal(lunch.code, 0, lunch.stderr)
    const long = await run('set', 'general.lunch_length', '9')
    assert.match(long.stderr, /general\.lunch_length: must be/)
  })
})
