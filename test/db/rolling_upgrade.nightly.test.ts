import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { FreshClone } from '../support/fresh_clone.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace } from '../support/server.ts'

// Servers on one PostgreSQL are replaced by newer versions, one after the other, while people go on working. The newer
// versions are this one with further migrations.

let place: Awaited<ReturnType<typeof freshPlace>>
let clone: FreshClone
const servers: ServerProcess[] = []

before(async () => {
  place = await freshPlace('postgres')
  clone = FreshClone.make(mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-rolling-')))
  clone.link()
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await clone.remove()
  await place.clean()
})

async function start(program?: string): Promise<ServerProcess> {
  const server = await ServerProcess.start(place.place, {}, program)
  servers.push(server)
  return server
}

/** Starts this version with one migration more than before. */
function startNewer(migration: string, statement: string): Promise<ServerProcess> {
  writeFileSync(join(clone.folder, 'src/db/migrations', migration), `${statement};\n`)
  return start(join(clone.folder, 'src/main.ts'))
}

async function readiness({ url }: ServerProcess): Promise<unknown[]> {
  const answer = await fetch(`${url}/readyz`)
  const { causes = [] } = (await answer.json()) as { causes?: string[] }
  return [answer.status, ...causes]
}

test('two upgrades of running servers lose no change and double none; the old ones stop only when they have to', async () => {
  const first = await start()
  const beside = await Beside.open(place.place)
  const { token } = await beside.company()
  await beside.close()

  // People whose requests go to the first server that takes them, as a load balancer sends them.
  const taken = new Map<ServerProcess, string[]>()
  let going = true
  const work = async (who: number) => {
    for (let count = 0; going; count++) {
      const name = `Job ${who} ${count}`
      for (let tries = 0; ; tries++) {
        const server = servers[tries % servers.length]!
        const data = [{ name, type: 'regular' }]
        const { status, text } = await server.call(token, 'POST', '/jobcodes', data, {
          'idempotency-key': name.replaceAll(' ', '-'),
        })
        if (status === 200) {
          taken.set(server, [...(taken.get(server) ?? []), name])
          break
        }
        assert.equal(status, 503, text)
        assert.ok(tries < 300, text)
        await setTimeout(20)
      }
      await setTimeout(10)
    }
  }
  const people = Promise.all([1, 2, 3, 4].map(work))

  const second = await startNewer(
    '9001_adds_colors.sql',
    `create table colors (company_id bigint not null, id bigint);
    alter table companies add column color text not null default '';
    alter table jobcodes add column color_id bigint not null default 0`,
  )
  await setTimeout(5000)
  assert.deepEqual([await readiness(first), await readiness(second)], [[200], [200]])
  assert.equal(taken.has(second), false, 'the first server took all')

  const third = await startNewer('9002_moves_colors.sql', 'update companies set version = version + 1')
  for (const old of [first, second]) while ((await readiness(old)).join() !== '503,version') await setTimeout(100)
  // Answers that were on their way have arrived.
  await setTimeout(500)
  const before = taken.get(first)!.length
  await setTimeout(2000)
  going = false
  await people
  assert.equal(taken.get(first)!.length, before, 'an outdated server takes no change')
  assert.deepEqual(await readiness(third), [200])

  const wanted = [...taken.values()].flat().sort()
  const stored: string[] = []
  for (let page = 1; ; page++) {
    const { body, status } = await third.call(token, 'GET', `/jobcodes?page=${page}&per_page=200`)
    assert.equal(status, 200)
    stored.push(...Object.values<{ name: string }>(body.results.jobcodes).map(({ name }) => name))
    if (!body.more) break
  }
  assert.deepEqual(stored.filter((name) => /^Job \d \d+$/.test(name)).sort(), wanted)
  assert.ok(wanted.length > 100 && taken.get(third)!.length > 10, `${wanted.length} changes`)

  await assert.rejects(start(), /changed by a newer version of Clockhouse, with which this version \S+ cannot work/)
})
