import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onBoth } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'
import { clockhouse, on } from './command.ts'

onBoth('clockhouse holiday', (database) => {
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

  test('adds the first holiday to a calendar for everyone, and lists and removes it', async () => {
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

  test('imports the public holidays of a country, once', async () => {
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

  test('sets and deletes calendars, for groups and with pay', async () => {
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
})
