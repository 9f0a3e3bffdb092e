import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrationFile, migrationNames, raisesFloor, releaseOf, statementsOf } from '../../src/db/migrate.ts'
import { productVersion } from '../../src/sight/version.ts'
import { ServedPlace } from '../cli/command.ts'
import { ask } from '../support/direct.ts'
import { eventually } from '../support/eventually.ts'
import { Beside } from '../support/processes.ts'
import { type freshPlace, migratedPlace, onBoth } from '../support/server.ts'

// Two versions on one database: what a newer one has changed decides whether the older one may go on.

onBoth('a database that a newer version has changed', (database) => {
  let fresh: Awaited<ReturnType<typeof freshPlace>>
  let server: ServedPlace
  let token: string
  before(async () => {
    fresh = await migratedPlace(database)
    const beside = await Beside.open(fresh.place)
    token = (await beside.company()).token
    await beside.close()
    server = await ServedPlace.start(fresh.place)
  })
  after(async () => {
    await server.stop()
    await fresh.clean()
  })

  /** What a newer program records when it runs a migration. */
  const record = (name: string) => ask(fresh.place, (run) => run(`insert into migrations values ('${name}', 1)`))

  async function readiness(): Promise<unknown[]> {
    const answer = await fetch(`${server.url}/readyz`)
    const { causes = [] } = (await answer.json()) as { causes?: string[] }
    return [answer.status, ...causes]
  }

  /** Waits until the server says so by itself: its answers about that are a second old at most. */
  async function until(...wanted: unknown[]): Promise<void> {
    const said = JSON.stringify(wanted)
    await eventually(`readyz says ${said}`, async () => JSON.stringify(await readiness()) === said)
  }

  const groups = async () => {
    const { status, body } = await server.call(token, 'GET', '/groups')
    assert.equal(status, 200)
    return Object.values<{ name: string }>(body.results.groups).map(({ name }) => name)
  }
  const make = (name: string) => server.call(token, 'POST', '/groups', [{ name }])

  test('a server goes on beside a newer version that only adds, and starts beside it', async () => {
    await record('9001_adds_colors.sql')
    await server.stop()
    server = await ServedPlace.start(fresh.place)
    assert.equal((await make('Roof')).status, 200)
    assert.deepEqual(await readiness(), [200])
    assert.deepEqual(await groups(), ['Roof'])
  })

  test('a server whose version is below the floor of the database refuses all requests, and writes nothing by itself', async () => {
    await record('9002_moves_groups.sql')
    await until(503, 'version')
    for (const answer of [await make('Yard'), await server.call(token, 'GET', '/groups')]) {
      assert.equal(answer.status, 503, answer.text)
      assert.match(answer.text, /a newer version has changed the database, so this server must be updated/)
    }
    for (const path of ['/', '/sign_in', '/api/v1/openapi.json', '/api/console/events', '/nothing'])
      assert.equal((await fetch(server.url + path)).status, 503, path)
    assert.equal((await fetch(`${server.url}/livez`)).status, 200)
    await ask(fresh.place, (run) => run(`delete from migrations where name = '9002_moves_groups.sql'`))
    await until(200)
    assert.deepEqual(await groups(), ['Roof'])
  })

  test('it does not start, and says which version it is and what to do', async () => {
    await record('9002_moves_groups.sql')
    const starts = freshStart()
    await assert.rejects(
      starts,
      /The database was changed by a newer version of Clockhouse, with which this version \d\S+ cannot work \(it has 9001_adds_colors\.sql, 9002_moves_groups\.sql\)\. Update the program\./,
    )
  })

  /** Another server on the same data; the embedded database has only one. */
  async function freshStart(): Promise<void> {
    await server.stop()
    await (await ServedPlace.start(fresh.place)).stop()
  }
})

test('a database shows the release that made it', () => {
  const names = migrationNames()
  const of020 = names.filter((name) => name <= '0013_mails.sql')
  assert.deepEqual(releaseOf(of020), { version: '0.2.0', isBetween: false })
  assert.deepEqual(releaseOf([...of020, '0014_plain_names.sql']), { version: '0.2.0', isBetween: true })
  assert.equal(releaseOf([]), undefined)
  // A new release is added to migrate.ts with its last migration.
  const version = productVersion()
  if (!version.includes('-')) assert.deepEqual(releaseOf(names), { version, isBetween: false })
})

/** What programs that do not know of it may go on without, or with: new tables, columns and indexes. */
function isAddition(statement: string): boolean {
  const text = statement.replaceAll(/\s+/g, ' ').toLowerCase()
  if (/^create table \w+ \(/.test(text) || /^create index \w+ on /.test(text)) return true
  return (
    /^alter table \w+ add column (?!.*\b(unique|references|check|primary)\b)/.test(text) &&
    !/ not null(?!.* default )/.test(text)
  )
}

test('a migration whose name says that it only adds does only that', () => {
  for (const statement of [
    'create table colors (company_id bigint not null, id bigint not null, primary key (company_id, id))',
    'create index colors_by_name on colors (company_id, name)',
    'alter table groups add column color text',
    `alter table groups add column color text not null default ''`,
  ])
    assert.ok(isAddition(statement), statement)
  for (const statement of [
    'alter table groups add column color text not null',
    'alter table groups drop column name',
    'alter table groups rename to teams',
    'create unique index groups_by_name on groups (company_id, name)',
    'update groups set active = 1',
    'drop table groups',
  ])
    assert.ok(!isAddition(statement), statement)
  for (const name of migrationNames().filter((name) => !raisesFloor(name)))
    for (const dialect of ['sqlite', 'postgres'])
      for (const statement of statementsOf(migrationFile(name), dialect))
        assert.ok(isAddition(statement), `${name}: ${statement}`)
})
