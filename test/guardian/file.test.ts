import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { readBack } from '../../src/db/backup/file.ts'
import { clockhouse, on, ServedPlace } from '../cli/command.ts'
import { eventually } from '../support/eventually.ts'
import { Beside } from '../support/processes.ts'
import { migratedPlace } from '../support/server.ts'

// What happens to changes when the file of the database is removed, replaced or moved while a server has it open.

const metricsToken = 'metrics-of-these-tests'

const cleaners: (() => Promise<unknown>)[] = []
after(async () => {
  for (const clean of cleaners.reverse()) await clean()
})

/** A server with a company, and what tests need to know about its folder. */
async function scene() {
  const { place, clean } = await migratedPlace('sqlite')
  const beside = await Beside.open(place)
  const { token } = await beside.company()
  await beside.close()
  const server = await ServedPlace.start(place, { CLOCKHOUSE_METRICS_TOKEN: metricsToken })
  cleaners.push(clean, server.stop)
  let made = 0
  const write = async () => {
    made += 1
    return server.call(token, 'POST', '/groups', [{ name: `Group ${made}` }])
  }
  const stored = async () => {
    const { status, text } = await write()
    assert.equal(status, 200, text)
  }
  const file = join(place.data, 'clockhouse.db')
  const names = () => readdirSync(place.data).sort()
  return { place, server, token, file, write, stored, names }
}

type Scene = Awaited<ReturnType<typeof scene>>

async function readiness({ server }: Scene): Promise<unknown> {
  const answer = await fetch(`${server.url}/readyz`)
  const { causes } = (await answer.json()) as { causes?: string[] }
  return [answer.status, ...(causes ?? [])]
}

/** Waits until the server has noticed by itself. Its metrics tell what it knows; only /readyz makes it look. */
async function noticed(scene: Scene): Promise<void> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  await eventually('the server notices', async () => {
    const metrics = await fetch(`${scene.server.url}/metrics`, { headers })
    return /^clockhouse_trouble\{check="file"\} 1$/m.test(await metrics.text())
  })
  assert.deepEqual(await readiness(scene), [503, 'file'])
}

async function refused({ write }: Scene): Promise<void> {
  const { status, text } = await write()
  assert.equal(status, 503, text)
  assert.match(text, /the file of the database was removed or replaced, so nothing is stored/)
}

/** The names of the groups in a file, which must be intact. */
function groupsIn(file: string): string[] {
  readBack(file)
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select name from groups order by id').all()
  database.close()
  return rows.map(({ name }) => String(name))
}

/** The copy of what was open, which the server has made. */
async function saved({ names, place }: Scene): Promise<string> {
  const found = () => names().find((other) => /^clockhouse-saved-\d{8}T\d{6}Z\.db$/.test(other))
  await eventually('the server saves what is open', found)
  return join(place.data, found()!)
}

test('no change is acknowledged once the file is removed, and what was acknowledged is saved and can be restored', async () => {
  const at = await scene()
  await at.stored()
  await at.stored()
  for (const suffix of ['', '-wal', '-shm']) rmSync(at.file + suffix)
  await refused(at)
  assert.deepEqual(await readiness(at), [503, 'file'])
  assert.equal((await at.server.call(at.token, 'GET', '/groups')).status, 200, 'reading goes on')
  const copy = await saved(at)
  // Their threads might read another file.
  const days = { start_date: '2026-03-01', end_date: '2026-03-02' }
  assert.equal((await at.server.call(at.token, 'POST', '/reports/payroll', days)).status, 503)
  const headers = { authorization: `Bearer ${at.token}` }
  const path = `/api/console/exports/timesheets?${new URLSearchParams(days)}`
  assert.equal((await fetch(at.server.url + path, { headers })).status, 503)
  // The one that was refused may be in it: it was in the open file.
  assert.deepEqual(groupsIn(copy).slice(0, 2), ['Group 1', 'Group 2'])
  assert.equal(await at.server.stop(), 0)
  assert.deepEqual(at.names(), [copy.slice(at.place.data.length + 1)], 'no part of it is left')
  const { code, stderr } = await clockhouse(['restore', copy], { env: on(at.place) })
  assert.equal(code, 0, stderr)
  assert.deepEqual(groupsIn(at.file).slice(0, 2), ['Group 1', 'Group 2'])
})

test('a server that no one writes to notices by itself that its file is removed', async () => {
  const at = await scene()
  await at.stored()
  rmSync(at.file)
  await noticed(at)
  assert.deepEqual(groupsIn(await saved(at)), ['Group 1'])
})

test('a file that is moved over the one in use is not touched, and has no log of the other one beside it', async () => {
  const at = await scene()
  const older = `${at.file}.older`
  await at.stored()
  const source = new DatabaseSync(at.file, { readOnly: true })
  source.exec(`vacuum into '${older}'`)
  source.close()
  copyFileSync(older, `${older}.again`)
  await at.stored()
  renameSync(older, at.file)
  await refused(at)
  assert.deepEqual(await readiness(at), [503, 'file'])
  assert.deepEqual(groupsIn(await saved(at)).slice(0, 2), ['Group 1', 'Group 2'])
  assert.equal(await at.server.stop(), 0)
  assert.deepEqual(
    at.names().filter((name) => /-wal|-shm/.test(name)),
    [],
  )
  assert.deepEqual(groupsIn(at.file), ['Group 1'])
})

test('a server whose folder was renamed refuses changes until it has its name again', async () => {
  const at = await scene()
  await at.stored()
  renameSync(at.place.data, `${at.place.data}-away`)
  await noticed(at)
  await refused(at)
  renameSync(`${at.place.data}-away`, at.place.data)
  await at.stored()
  await eventually('the server is ready again', async () => (await fetch(`${at.server.url}/readyz`)).ok)
  assert.deepEqual(
    at.names().filter((name) => /saved/.test(name)),
    [],
    'nothing was lost, so nothing was copied',
  )
})

test('what is only in the log is stored when the server stops, even if the log has lost its name', async () => {
  const at = await scene()
  await at.stored()
  rmSync(`${at.file}-wal`)
  await refused(at)
  assert.equal(await at.server.stop(), 0)
  assert.deepEqual(groupsIn(at.file).slice(0, 1), ['Group 1'])
})
