import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { addressAllowed } from '../../company/rights/allowed_addresses.ts'
import { actorOf, companyRow } from '../../company/rights/rights.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { feedOpened, feedOwner, openFeed, removeFeed } from '../../identity/calendar_feeds.ts'
import { publicUrl } from '../../identity/public_url.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'

const feed = Type.Object({
  open: Type.Boolean({ description: 'Whether there is an address for calendar apps.' }),
  created: nullable(instant('When it was created.')),
})

/** The address where a person's calendar app finds their shifts. */
export const calendarFeedEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/calendar_feed',
    about:
      'Shows whether calendar apps can subscribe to your shifts. The address itself is shown only when it is created.',
    who: 'everyone',
    answer: feed,
    async run({ actor, world }) {
      refuseManaging(actor)
      const opened = await feedOpened(world, actor)
      return { open: opened !== undefined, created: opened === undefined ? null : printUtc(opened) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/calendar_feed',
    about: 'Creates an address for calendar apps. Any earlier one stops working.',
    who: 'everyone',
    firstPartyOnly: true,
    answer: Type.Object({
      url: Type.String({ description: 'Shown only this once. Anyone who has it can see your shifts.' }),
    }),
    async run({ actor, config, now, request, world }) {
      refuseManaging(actor)
      const secret = await openFeed(world, actor, now)
      return { url: ownAddress(publicUrl(config, request), `/calendar/${secret}.ics`) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/calendar_feed',
    about: 'Removes the address; calendar apps can no longer use it.',
    who: 'everyone',
    answer: feed,
    async run({ actor, now, world }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      await world.db.write(removeFeed, { companyId, userId }, now)
      return { open: false, created: null }
    },
  }),
]

/** Serves the feeds without authentication: the address is the secret. */
export function registerCalendar(app: FastifyInstance, world: World): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async (request, reply) => {
    const owner = await feedOwner(world, request.params.secret)
    const row = owner && (await companyRow(world.db.read, owner.companyId))
    const company = row && new CompanySnapshot(row, world.db.read)
    const actor = company && (await actorOf(company, owner.userId, 'Calendar'))
    if (!actor) throw new RequestError(404, 'no_such_feed')
    if (!addressAllowed(row, request.ip)) throw new RequestError(499, 'request_from_elsewhere')
    const { calendarOf } = await import('../../exports/calendar.ts')
    const text = await calendarOf({ actor, company, now: world.now() }, world.db.read)
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    reply.header('x-robots-tag', 'noindex')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
