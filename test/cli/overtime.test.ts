import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { localDate } from '../../src/rules/time/calendar.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse overtime', (database) => {
  let server: TestServer
  let company: TestCompany
  let user: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('Rules')
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    user = await server.user(company, { username: 'wanda', group_id: group.id })
    const sheet = { user_id: user.id, jobcode_id: 0, type: 'manual', date: '2026-02-16', duration: 14 * 3600 }
    await server.createOne(company, 'timesheets', sheet)
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['overtime', ...args], { env: on(server.place) })
  const rules = async () => {
    const query = 'start_date=2026-02-16&end_date=2026-02-16'
    return (await server.get(company, `/reports/payroll?${query}`)).body.results.payroll_report[user.id]
      .overtime_by_rule
  }

  test('overtime set chooses rules that a running server uses immediately, and overtime clear removes them', async () => {
    assert.match((await run('show')).stdout, /No rules are chosen/)
    const file = join(tmpdir(), `clockhouse-rules-${process.pid}.json`)
    writeFileSync(file, JSON.stringify([{ name: 'long_day', kind: 'daily', after_hours: 13.5, multiplier: 2 }]))
    const hour = 3600
    const steps: [string[], object][] = [
      [['set', 'california'], { daily: 4 * hour, daily_double: 2 * hour }],
      [['set', file, '--group', 'Crew'], { long_day: hour / 2 }],
      [['set', 'settings', '--user', 'wanda'], {}],
      [['clear', '--user', 'wanda'], { long_day: hour / 2 }],
      [['clear', '--group', 'Crew'], { daily: 4 * hour, daily_double: 2 * hour }],
      [['set', 'federal'], {}],
    ]
    for (const [args, expected] of steps) {
      const { code, stderr } = await run(...args)
      assert.equal(code, 0, stderr)
      assert.deepEqual(await rules(), expected, args.join(' '))
    }
    assert.deepEqual((await run('show', '--json')).json(), [{ scope: 'company', name: null, rules: 'federal' }])
    assert.match((await run('show')).stdout, /company +Rules +federal/)
  })

  test('overtime set names what is wrong with rules', async () => {
    const file = join(tmpdir(), `clockhouse-bad-rules-${process.pid}.json`)
    const rule = { name: 'a', kind: 'daily', after_hours: 8, multiplier: 1.5 }
    const bad: [unknown, RegExp][] = [
      [{}, /list of rules/],
      [[rule, rule], /two rules called a/],
      [[{ ...rule, kind: 'hourly' }], /rule 1: kind must be one of/],
      [[{ ...rule, after_hours: '8' }], /rule 1: after_hours/],
      [[{ ...rule, multiplier: 1 }], /rule 1: multiplier/],
      [[{ ...rule, name: 'A rule' }], /rule 1: name/],
      [[null], /rule 1: name/],
      [Array.from({ length: 17 }, (_, n) => ({ ...rule, name: `r${n}` })), /at most 16/],
    ]
    const missing = await run('set', 'nonesuch.json')
    assert.match(missing.stderr, /rules: no such file: nonesuch\.json\nUse /)
    for (const [rules, message] of bad) {
      writeFileSync(file, JSON.stringify(rules))
      const { code, stderr } = await run('set', file)
      assert.equal(code, 1)
      assert.match(stderr, message)
    }
    assert.match((await run('set', 'texas')).stderr, /texas[\s\S]*federal or california/)
    assert.equal((await run('set', 'federal', '--group', 'Crew', '--user', 'wanda')).code, 2)
    assert.equal((await run('set', 'federal', '--group', 'Nowhere')).code, 1)
  })

  test('overtime explain lists the ranges of a workweek, each with the rule that pays it', async () => {
    await run('set', 'california')
    const worker = await server.user(company, { username: 'nora' })
    const at = (time: string) => ({ user_id: worker.id, jobcode_id: 0, type: 'regular', ...JSON.parse(time) })
    for (const [start, end] of [
      ['2026-02-09T22:00:00-07:00', '2026-02-10T06:00:00-07:00'],
      ['2026-02-10T14:00:00-07:00', '2026-02-11T00:00:00-07:00'],
    ])
      await server.createOne(company, 'timesheets', at(JSON.stringify({ start, end })))
    const { code, stdout, stderr } = await run('explain', '--user', 'nora', '--week', '2026-02-11')
    assert.equal(code, 0, stderr)
    const lines = stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.replaceAll(/ {2,}/g, ' | ')),
      [
        'The workweek from 2026-02-08 to 2026-02-14, in America/Denver.',
        'workday | from | to | time | rate | rule',
        'Mon 2026-02-09 | 2026-02-09 22:00:00 | 2026-02-10 00:00:00 | 2:00:00 | × 1 | regular',
        'Tue 2026-02-10 | 2026-02-10 00:00:00 | 2026-02-10 06:00:00 | 6:00:00 | × 1 | regular',
        'Tue 2026-02-10 | 2026-02-10 14:00:00 | 2026-02-10 16:00:00 | 2:00:00 | × 1 | regular',
        'Tue 2026-02-10 | 2026-02-10 16:00:00 | 2026-02-10 20:00:00 | 4:00:00 | × 1.5 | daily: over 8 h a day',
        'Tue 2026-02-10 | 2026-02-10 20:00:00 | 2026-02-11 00:00:00 | 4:00:00 | × 2 | daily_double: over 12 h a day',
        '18:00:00 in all, 8:00:00 above the regular rate.',
      ],
    )
    const json = (await run('explain', '--user', 'nora', '--week', '2026-02-11', '--json')).json()
    assert.deepEqual(json.at(-1), {
      ...{ day: '2026-02-10', from: '2026-02-10 20:00:00', to: '2026-02-11 00:00:00' },
      ...{ seconds: 14400, multiplier: 2, rule: 'daily_double' },
    })
    assert.match(
      (await run('explain', '--user', 'nora', '--week', '2020-01-01')).stdout,
      /No finished time from 2019-12-29/,
    )
    assert.equal((await run('explain', '--user', 'nora', '--week', 'monday')).code, 2)
    assert.equal((await run('explain', '--user', 'no-one')).code, 1)
  })

  test('overtime set shows with --preview whose pay a change would affect, and saves nothing', async () => {
    // Commands go by the clock of the machine.
    const date = localDate(Date.now() * 1000, 'America/Denver')
    const worker = await server.user(company, { username: 'pia', first_name: 'Pia', last_name: 'Pell' })
    const sheet = { user_id: worker.id, jobcode_id: 0, type: 'manual', date, duration: 12 * 3600 }
    await server.createOne(company, 'timesheets', sheet)
    await run('set', 'none')
    const chosen = (await run('show')).stdout
    const seen = await run('set', 'california', '--preview')
    assert.equal(seen.code, 0, seen.stderr)
    assert.match(seen.stdout, /^It would hold for all time\.\nFrom \S+ to \S+, this would change:\n/)
    assert.match(seen.stdout, /Pia Pell +12\.00 regular +8\.00 regular, 4\.00 × 1\.5\n/)
    const later = await run('set', 'california', '--from', '2200-01-01', '--preview')
    assert.match(later.stdout, /^It would hold from 2200-01-01\.\nNo one’s pay would change/)
    assert.equal((await run('show')).stdout, chosen, 'nothing is saved')
    assert.match((await run('clear', '--user', 'pia', '--preview')).stdout, /No one’s pay would change/)
  })

  test('overtime rules apply from a date, and change approved time only with --alters-approved', async () => {
    assert.equal((await run('set', 'federal')).code, 0)
    assert.equal((await run('set', 'california', '--from', '2026-02-17')).code, 0)
    assert.deepEqual(await rules(), {})
    assert.match((await run('show')).stdout, /federal\n.*california from 2026-02-17/)
    assert.equal((await run('set', 'california', '--from', 'today')).code, 2)
    await server.put(company, '/users', [{ id: user.id, approved_to: '2026-02-18' }])
    assert.match(
      (await run('set', 'alaska', '--from', '2026-02-17')).stderr,
      /--from: must be after 2026-02-18, .*--alters-approved changes approved time/,
    )
    assert.deepEqual(await rules(), {})
    assert.equal((await run('set', 'alaska', '--from', '2026-02-16', '--alters-approved')).code, 0)
    assert.deepEqual(await rules(), { daily: 6 * 3600 })
  })
})
