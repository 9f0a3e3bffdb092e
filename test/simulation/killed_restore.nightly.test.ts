import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { contradictionsIn } from '../../src/db/contradictions.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import { machineClock } from '../../src/world.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { askApp, restore } from '../support/restoring.ts'
import { freshPlace } from '../support/server.ts'

// A server is killed before each step that its file system takes for a restoration. Whatever it was at, the next start finds
// the database as it was or as it was in the backup, with nothing of the other.

const killer = pathToFileURL(join(import.meta.dirname, '../support/kill_at_step.ts')).href

/** Restores the backup while the server is killed at a step. Returns which database the next server finds; '' if it lived. */
async function killedAt(step: number): Promise<string> {
  const { place, clean } = await freshPlace('sqlite')
  const folder = join(place.data, 'backups')
  mkdirSync(folder)
  const settings = { CLOCKHOUSE_BACKUP_DIR: folder, CLOCKHOUSE_LOG_LEVEL: 'silent' }
  const dying = {
    ...settings,
    NODE_OPTIONS: `--import ${killer}`,
    TEST_KILL_AT: `${step}`,
    TEST_KILL_COUNT: join(folder, 'steps'),
  }
  const server = await ServerProcess.start(place, dying)
  let next: ServerProcess | undefined
  try {
    const beside = await Beside.open(place)
    const { token } = await beside.company()
    await beside.close()
    const name = backupName('0.1.0', machineClock() - hour)
    const add = (job: string) => server.call(token, 'POST', '/jobcodes', [{ name: job }])
    await add('Before')
    const made = await askApp({ url: server.url, token }, 'POST', '/server/backups')
    renameSync(join(folder, made.body.name), join(folder, name))
    await add('After')
    const lived = (await restore({ url: server.url, token }, name, { alive: () => server.alive })) !== undefined
    await server.stop()
    next = await ServerProcess.start(place, settings)
    const { status, body } = await next.call(token, 'GET', '/jobcodes')
    assert.equal(status, 200)
    const jobs = (Object.values(body.results.jobcodes) as { name: string }[])
      .map((job) => job.name)
      .sort()
      .join()
    assert.ok(jobs === 'After,Before' || jobs === 'Before', `step ${step}: ${jobs}`)
    assert.deepEqual(
      readdirSync(place.data).filter((file) => /prepared/.test(file)),
      [],
      `step ${step}`,
    )
    assert.equal((await next.call(token, 'POST', '/jobcodes', [{ name: 'Later' }])).status, 200)
    await next.stop()
    assert.deepEqual(await contradictionsIn(join(place.data, 'clockhouse.db')), [])
    return lived ? '' : jobs
  } finally {
    await server.stop()
    await next?.stop()
    await clean()
  }
}

test('a server that is killed in the middle of a restoration has the old database or the restored one', async () => {
  const found = new Map<string, number>()
  for (let step = 1; ; step++) {
    const jobs = await killedAt(step)
    if (jobs === '') break
    found.set(jobs, (found.get(jobs) ?? 0) + 1)
  }
  // Kills came before and after the rename.
  assert.deepEqual([...found.keys()].sort(), ['After,Before', 'Before'])
})
