import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clockhouse, on } from '../cli/command.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

// Ids go on past 2^31 and 2^32, up to 2^53: numbers like all others.

onBoth('ids past 32 bits', (database) => {
  let server: TestServer
  let company: TestCompany
  const created: number[] = []

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    created.push((await server.createOne(company, 'groups', { name: 'Small' })).id)
    for (const [index, next] of [2 ** 31 - 1, 2 ** 32 - 1, 2 ** 53 - 4000].entries()) {
      await runStatements(
        server,
        `update companies set id_next = ${next}, id_limit = ${next + 2000}, id_spare = '' where company_id = ${company.id}`,
      )
      for (const part of ['a', 'b'])
        created.push((await server.createOne(company, 'groups', { name: `${part}${index}` })).id)
    }
  })
  after(() => server.stop())

  test('ids past 32 bits are assigned and listed in their order', async () => {
    assert.deepEqual(created.slice(1), [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 4000, 2 ** 53 - 3999])
    const listed = await server.list(company, 'groups')
    assert.deepEqual(
      listed.map(({ id }) => id).sort((a, b) => a - b),
      created,
    )
    const wide = created.at(-1)!
    const [one] = await server.list(company, 'groups', `?ids=${wide}`)
    assert.equal(one!.id, wide)
  })

  test('ids past 32 bits find and change their records, also as references', async () => {
    const group = created.at(-1)!
    const { id } = await server.user(company, { group_id: group })
    const { body } = await server.get(company, `/users?group_ids=${group}&supplemental_data=yes`)
    assert.equal(body.results.users[id].group_id, group)
    assert.equal(body.supplemental_data.groups[group].name, 'b2')
    const changed = await server.put(company, '/groups', [{ id: group, name: 'Renamed' }])
    assert.equal(changed.body.results.groups['1']._status_code, 200, changed.text)
    const beyond = await server.get(company, `/groups?ids=${2 ** 53}`)
    assert.equal(beyond.status, 417)
  })

  test('people with ids past 32 bits record time, one entry and many at once', async () => {
    const { id: jobcode_id } = await server.createOne(company, 'jobcodes', { name: 'Wide', assigned_to_all: true })
    const { id: user_id } = await server.user(company)
    assert.ok(user_id > 2 ** 52, String(user_id))
    const entry = (date: string) => ({ user_id, jobcode_id, type: 'manual', date, duration: 3600 })
    const shift = (hour: number) => ({
      ...{ user_id, jobcode_id, type: 'regular' },
      ...{ start: `2026-03-03T0${hour}:00:00+00:00`, end: `2026-03-03T0${hour + 1}:00:00+00:00` },
    })
    await server.createOne(company, 'timesheets', entry('2026-03-02'))
    const one = await server.createOne(company, 'timesheets', shift(1))
    assert.equal(one.user_id, user_id)
    const many = await server.post(company, '/timesheets', [entry('2026-03-04'), shift(1), shift(3)])
    const results = Object.values<{ _status_code: number }>(many.body.results.timesheets)
    assert.deepEqual(
      results.map(({ _status_code }) => _status_code),
      [200, 406, 200],
      many.text,
    )
  })

  test('commands accept ids past 32 bits of people, jobs, tokens and holds', async () => {
    const job = await server.createOne(company, 'jobcodes', { name: 'Named', assigned_to_all: true })
    const { id } = await server.user(company)
    const run = async (...args: (string | number)[]) => {
      const ended = await clockhouse([...args.map(String), '--json'], { env: on(server.place) })
      assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`)
      return ended.json()
    }
    const rate = await run('rate', 'add', '30', '--user', id, '--job', job.id, '--from', '2026-03-01')
    assert.deepEqual([rate.user_id, rate.jobcode_id], [id, job.id])
    const token = await run('token', 'create', '--user', id)
    assert.deepEqual(await run('token', 'delete', token.id), { id: token.id, deleted: true })
    const scim = await run('scim', 'create', '--name', 'Okta')
    assert.deepEqual(await run('scim', 'delete', scim.id), { deleted: scim.id })
    const hold = await run('hold', 'add', '--user', id, '--reason', 'a case', '--start', '2026-01-01')
    assert.deepEqual(await run('hold', 'release', hold.id), { released: hold.id })
    assert.ok(Math.min(rate.user_id, token.id, scim.id, hold.id) > 2 ** 52)
    const none = await clockhouse(['token', 'delete', '9007199254740992'], { env: on(server.place) })
    assert.equal(none.code, 1)
  })

  test('ids past 32 bits follow when those of a company are used up', async () => {
    await runStatements(
      server,
      `update companies set id_next = 0, id_limit = 0, id_spare = '' where company_id = ${company.id}`,
      `update counters set last = last + ${2 ** 40} where name like 'id_block %'`,
    )
    const { id } = await server.createOne(company, 'groups', { name: 'Far' })
    assert.ok(id > 2 ** 52 && Number.isSafeInteger(id), String(id))
  })
})
