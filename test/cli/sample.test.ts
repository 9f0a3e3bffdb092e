import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask } from '../app_api/ask.ts'
import { onEither, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse sample', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  test('sample remove deletes the sample data, unless records of the company refer to it', async () => {
    const ada = await server.company('Hill Roofing')
    const run = (...args: string[]) => clockhouse(['sample', ...args], { env: on(server.place) })
    assert.equal((await run('remove')).stdout, 'Hill Roofing has no sample data.\n')
    await ask(server, ada, 'POST', '/sample_data')
    while ((await ask(server, ada, 'GET', '/sample_data')).body.state === 'running')
      await new Promise((resolve) => setTimeout(resolve, 20))
    const [group] = await server.list(ada, 'groups')
    await server.put(ada, '/users', [{ id: ada.adminId, group_id: group!.id }])
    const reason = '1 person of yours is in sample groups: move them to another group first'
    const shown = await run('show')
    assert.match(shown.stdout, /^Sample data of Hill Roofing: 24 people, .* entries, /)
    assert.ok(shown.stdout.includes(`In the way: ${reason}.`), shown.stdout)
    const refused = await run('remove')
    assert.notEqual(refused.code, 0)
    assert.ok(refused.stderr.includes(reason), refused.stderr)
    await server.put(ada, '/users', [{ id: ada.adminId, group_id: 0 }])
    const removed = await run('remove')
    assert.match(removed.stdout, /^Removed the sample data of Hill Roofing: 24 people, /, removed.stderr)
    assert.equal((await server.list(ada, 'users', '?active=both')).length, 1, 'a running server shows it at once')
    assert.equal((await run('show', '--json')).stdout, 'null\n')
  })
})
