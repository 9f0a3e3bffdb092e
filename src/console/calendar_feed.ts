import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Company } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import { addressAllowed } from '../oauth/addresses.ts'
import { feedOpened, feedOwner, openFeed, removeFeed } from '../oauth/calendar_feeds.ts'
import { actorOf, companyRow } from '../resources/rights.ts'
import { printUtc } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { type ConsoleEndpoint, endpoint, refuseManaging } from './endpoint.ts'

/** The address under which somebody's calendar program gets their shifts. */
export const calendarFeedEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/calendar_feed',
    about:
      'Whether your shifts can be subscribed to, and since when. The address itself is shown only when it is made.',
    who: 'everybody',
    async run({ actor, world }) {
      refuseManaging(actor)
      const opened = await feedOpened(world, actor)
      return { open: opened !== undefined, created: opened === undefined ? null : printUtc(opened) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/calendar_feed',
    about:
      'Makes an address for calendar programs: `url` is shown this once, and whoever has it sees your shifts. An earlier one ends.',
    who: 'everybody',
    byHand: true,
    async run({ actor, config, now, request, world }) {
      refuseManaging(actor)
      const secret = await openFeed(world, actor, now)
      return { url: `${config.url || `${request.protocol}://${request.host}`}/calendar/${secret}.ics` }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/calendar_feed',
    about: 'Ends the address at once; calendar programs get nothing any more.',
    who: 'everybody',
    async run({ actor, now, world }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      await world.db.write(removeFeed, { companyId, userId }, now)
      return { open: false, created: null }
    },
  }),
]

/** Serves the feeds: no sign-in, the address is the secret. */
export function registerCalendar(app: FastifyInstance, world: World): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async (request, reply) => {
    const owner = await feedOwner(world, request.params.secret)
    const row = owner && (await companyRow(world.db.read, owner.companyId))
    const company = row && new Company(row, world.db.read)
    const actor = company && (await actorOf(company, owner.userId, 'Calendar'))
    if (!actor) throw new RequestError(404, 'there is no calendar here; its address may have been replaced')
    if (!addressAllowed(row, request.ip)) throw new RequestError(499, 'calendars are not given to this address')
    const { calendarOf } = await import('../exports/calendar.ts')
    const text = await calendarOf({ actor, company, now: world.now() }, world.db.read)
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    reply.header('x-robots-tag', 'noindex')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
