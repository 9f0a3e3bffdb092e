import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse holiday', (database) => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start(database)
  })
  after(() => crew.server.stop())

  const run = (...args: string[]) => clockhouse(['holiday', ...args], { env: on(crew.server.place) })
  const refused = async (args: string[], why: RegExp, code = 1) => {
    const outcome = await run(...args)
    assert.equal(outcome.code, code, outcome.stdout)
    assert.match(outcome.stderr, why)
  }

  test('holiday add puts the first holiday into a calendar for everyone, and it can be listed and removed', async () => {
    assert.match((await run('list')).stdout, /There is no calendar of holidays/)
    const added = await run('add', '2026-12-24', 'Christmas party')
    assert.equal(added.code, 0, added.stderr)
    assert.equal(added.stdout, 'Added Christmas party on 2026-12-24 to Holidays.\n')
    await refused(['add', '2026-12-24', 'Again'], /date: 2026-12-24 is already Christmas party in Holidays/)
    await refused(['add', '2026-02-30', 'Never'], /date: must be a date/)
    assert.match((await run('list')).stdout, /^date +holiday +calendar\n2026-12-24 +Christmas party +Holidays\n$/)
    assert.match((await run('list', '--year', '2027')).stdout, /There are no holidays/)
    assert.equal((await run('remove', '2026-12-24')).stdout, 'Removed Christmas party on 2026-12-24 from Holidays.\n')
    await refused(['remove', '2026-12-24'], /date: Holidays has no holiday on 2026-12-24/)
  })

  test('holiday import adds the public holidays of a country once', async () => {
    const args = ['import', '--country', 'US', '--region', 'CA', '--year', '2026', '--year', '2027']
    const { added, left_out } = (await run(...args, '--json')).json()
    assert.ok(
      added.some(({ date, name }: { date: string; name: string }) => `${date} ${name}` === '2026-09-07 Labor Day'),
    )
    assert.deepEqual(left_out, [])
    assert.equal(
      (await run(...args)).stdout,
      `Added 0 holidays to Holidays; ${added.length} dates were there already.\n`,
    )
    await refused(['import', '--country', 'XX', '--year', '2026'], /country: there is no country XX/)
    await refused(['import', '--country', 'US', '--region', 'XX', '--year', '2026'], /region: US has no region XX/)
    await refused(['import', '--country', 'US', '--year', 'soon'], /years: must be from 2000 to 2100/)
    assert.match((await run('countries')).stdout, /\nUS +United States of America\n/)
    assert.match((await run('countries', '--country', 'DE')).stdout, /\nBY +Bayern\n/)
  })

  test('holiday calendar sets and deletes calendars, for groups and with pay', async () => {
    const args = ['--group', 'Crew', '--pay-jobcode', 'vacation', '--pay-hours', '7.5']
    const made = await run('calendar', 'set', 'Germany', ...args)
    assert.equal(made.stdout, 'Created the calendar Germany.\n', made.stderr)
    const [, germany] = (await run('list', '--json')).json()
    assert.deepEqual(
      [germany.name, germany.is_default, germany.group_ids, germany.pay],
      ['Germany', false, [crew.group.id], { jobcode_id: crew.vacation.id, seconds: 27_000, weekends: false }],
    )
    await refused(['add', '2026-10-03', 'Tag der Deutschen Einheit'], /--calendar is required; .*Holidays, Germany/, 2)
    const added = await run('add', '2026-10-03', 'Tag der Deutschen Einheit', '--calendar', 'germany')
    assert.equal(added.code, 0, added.stderr)
    await run('calendar', 'set', 'germany', '--weekends')
    const changed = (await run('list', '--calendar', 'Germany', '--json')).json()[0]
    assert.deepEqual(changed.pay, { jobcode_id: crew.vacation.id, seconds: 27_000, weekends: true })
    await run('calendar', 'set', 'Germany', '--pay-jobcode', 'none')
    assert.equal((await run('list', '--calendar', 'Germany', '--json')).json()[0].pay, null)
    await refused(['calendar', 'set', 'Germany', '--pay-jobcode', 'Sick'], /there is no jobcode Sick of type pto/)
    await refused(['list', '--calendar', 'France'], /there is no calendar France; the calendars are: Holidays, Germany/)
    assert.equal((await run('calendar', 'delete', 'Germany')).stdout, 'Deleted the calendar Germany.\n')
    assert.equal((await run('list', '--json')).json().length, 1)
  })

  test('holiday grant pays a holiday that was added after its date, to everyone or to one person', async () => {
    const { manager, worker, outsider, company, server } = crew
    for (const { id } of [manager, worker, outsider]) await crew.put(company, 'users', { id, hire_date: '2020-01-01' })
    await refused(['grant', '2024-12-25'], /date: Holidays has no holiday on 2024-12-25/)
    await run('add', '2024-12-25', 'Christmas Day')
    await refused(['grant', '2024-12-25'], /the holidays of Holidays grant no paid time off/)
    await run('calendar', 'set', 'Holidays', '--pay-jobcode', 'vacation')
    await refused(['grant', 'Christmas'], /date: must be a date such as/)
    await refused(['grant', '2024-12-25', '--user', 'wanda'], /--user: .* has no user wanda; see clockhouse user list/)
    await refused(['grant', '2024-12-25', '--hours', '25'], /It must be a number of hours up to 24/, 2)

    const one = await run('grant', '2024-12-25', '--user', String(worker.id), '--hours', '6')
    assert.equal(one.stdout, 'Granted Christmas Day on 2024-12-25 to 1 person.\n', one.stderr)
    const all = await run('grant', '2024-12-25', '--json')
    const { granted, skipped } = all.json()
    assert.equal(granted, 2, 'those who were employed and do not have it yet')
    assert.equal(skipped['granted before'], 1)
    assert.ok(skipped['not employed'] > 0)
    const again = await run('grant', '2024-12-25')
    assert.match(again.stdout, /^Granted Christmas Day on 2024-12-25 to 0 people\.\nLeft out 3: granted before\.\n/)

    const list = `/timesheets?start_date=2024-12-25&end_date=2024-12-25&user_ids=${worker.id},${outsider.id}`
    const { timesheets } = (await server.get(company, list)).body.results
    const hours = Object.values(timesheets as Record<string, { duration: number; jobcode_id: number }>)
    assert.deepEqual(hours.map(({ duration }) => duration).sort(), [21_600, 28_800])
    assert.ok(hours.every(({ jobcode_id }) => jobcode_id === crew.vacation.id))
  })
})
