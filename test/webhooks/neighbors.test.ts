import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookSender } from '../../src/webhooks/sender.ts'
import type { HookRequest, Hooks, World } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Many companies whose receivers never answer hold up none whose receivers do.

// Enough to take all slots, if those whose receivers never answer could.
const companies = isFull ? 60 : 45
const perCompany = 3

onEither('webhooks among many that are never answered', (database) => {
  test('messages to a receiver that answers arrive among many that never answer, and a new receiver has its turn', async () => {
    const server = await TestServer.start(database, { CLOCKHOUSE_WEBHOOKS_MAX: `${perCompany}` })
    const release: (() => void)[] = []
    const arrived: string[] = []
    const answer = { outcome: 'answered', status: 200, retryAfter: '', text: '', milliseconds: 1 } as const
    const send: Hooks['send'] = async ({ url }: HookRequest) => {
      const { pathname } = new URL(url)
      if (pathname !== '/mute') {
        arrived.push(pathname)
        return answer
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      release.push(resolve)
      await promise
      return { outcome: 'unanswered', error: 'no answer in 15 seconds', milliseconds: 15_000 }
    }
    const world: World = { ...server.world, hooks: { ...server.world.hooks, send } }
    const sender = new WebhookSender(world, server.config)
    const createGroup = async (company: TestCompany) => {
      await server.createOne(company, 'groups', { name: `Group ${server.world.uuid()}` })
      await sender.begin()
    }
    const add = async (company: TestCompany, path: string) => {
      const url = `http://127.0.0.1:9${path}`
      const { status } = await ask(server, company, 'POST', '/webhooks', { url, types: ['group.created'] })
      assert.equal(status, 200)
    }
    const until = async (happened: () => boolean) => {
      while (!happened()) await sleep(5)
    }
    try {
      const good = await server.company()
      await add(good, '/good')
      await createGroup(good)
      await until(() => arrived.length === 1)
      assert.deepEqual(arrived.splice(0), ['/good'])
      for (let made = 0; made < companies; made++) {
        const company = await server.company()
        for (let n = 0; n < perCompany; n++) await add(company, '/mute')
        await server.createOne(company, 'groups', { name: 'Never told' })
      }
      // It ends when no slot is left that these may take.
      await sender.begin()
      const held = release.length
      assert.ok(held < companies * perCompany, `${held} are sent at the same time`)
      await createGroup(good)
      await until(() => arrived.length === 1)
      assert.deepEqual(arrived.splice(0), ['/good'])
      // Of a receiver that has never answered nothing is known: it waits for its company's turn, and no longer.
      const fresh = await server.company()
      await add(fresh, '/new')
      await createGroup(fresh)
      for (let ended = 0; ended <= companies && arrived.length === 0; ended++) {
        assert.ok(release.length > 0, 'none is being sent')
        const sending = release.length
        release.shift()!()
        await until(() => arrived.length > 0 || release.length === sending)
      }
      assert.deepEqual(arrived, ['/new'])
    } finally {
      let isOver = false
      void sender.ended().then(() => {
        isOver = true
      })
      while (!isOver) {
        for (const end of release.splice(0)) end()
        await sleep(10)
      }
      await server.stop()
    }
  })
})
