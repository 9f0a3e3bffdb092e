import { Type } from 'typebox'
import { isNearHost } from '../delivery/addresses.ts'
import { devicesOf, keepDevice, noteOutcome, removeDevice } from '../delivery/devices.ts'
import { senderOf } from '../delivery/pushes.ts'
import { isSubscription, serverKey } from '../delivery/web_push.ts'
import { RequestError } from '../engine/errors.ts'
import { digest } from '../oauth/secrets.ts'
import { printUtc } from '../rules/calendar.ts'
import { verdictOf } from '../rules/delivering.ts'
import { deviceWords } from './device.ts'
import { type ConsoleEndpoint, endpoint, recordNumber, refuseManaging } from './endpoint.ts'
import { moment } from './names.ts'

const params = Type.Object({ id: recordNumber })
const key = Type.String({ maxLength: 200 })
const testTtlSeconds = 60

/** Browsers that take notifications. */
export const deviceEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/devices',
    about:
      'Your devices that take push messages, newest first: `host` is the push service of the browser, `last_outcome` what became of the last push, `sent`, `failed` or empty. `public_key` is what a browser subscribes with (applicationServerKey).',
    who: 'everybody',
    async run({ actor, world }) {
      refuseManaging(actor)
      const { publicKey } = await serverKey(world)
      const devices = await devicesOf(world, actor)
      return {
        public_key: publicKey,
        devices: devices.map(({ id, name, endpoint, created, last_sent, last_outcome }) => ({
          id,
          name,
          host: new URL(endpoint).host,
          created: printUtc(created),
          last_sent: moment(last_sent),
          last_outcome,
        })),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/devices',
    about:
      'Keeps the browser as a device of yours, with what its subscription says (PushSubscription.toJSON). The same browser again is the same device, taken over by whoever is signed in. At most 20; the one that has been of no use for longest makes room.',
    who: 'everybody',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 2000 }),
      keys: Type.Object({ p256dh: key, auth: key }, { additionalProperties: true }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    }),
    async run({ actor, world, now, config, body, request }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const { p256dh, auth } = body.keys
      const endpoint = readEndpoint(body.endpoint, config.pushPrivate === 'yes')
      if (!isSubscription({ p256dh, auth }))
        throw new RequestError(417, 'keys: p256dh must be a point of P-256 and auth 16 bytes, both as base64url')
      const name = body.name?.trim() ?? deviceWords(String(request.headers['user-agent'] ?? ''))
      const device = { companyId, userId, endpoint, hash: digest(endpoint), p256dh, auth, name }
      return { id: await world.db.write(keepDevice, device, now) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/devices/:id',
    about: 'Removes a device: nothing is sent to it any more.',
    who: 'everybody',
    params,
    async run({ actor, world, now, params: { id } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      if ((await world.db.write(removeDevice, { companyId, userId, id }, now)) === 0) throw unknown()
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/devices/:id/test',
    about:
      'Sends a test to this device only and waits for what comes of it, at most 10 seconds: `outcome` is `sent` or `failed`, `status` what the push service answered, 0 for nothing, and `error` what went wrong. A device that takes nothing any more is removed.',
    who: 'everybody',
    params,
    async run({ actor, company, world, config, params: { id } }) {
      refuseManaging(actor)
      const { companyId } = actor
      const device = (await devicesOf(world, actor)).find((one) => one.id === id)
      if (!device) throw unknown()
      const send = await senderOf(world, config)
      const answer = await send(device, {
        id: 0,
        delivery: 0,
        kind: 'message',
        title: company.row.name,
        body: 'Notifications reach this device.',
        path: '/me',
        ttlSeconds: testTtlSeconds,
      })
      // It is not tried again: whoever asked is waiting.
      const { state, status, error, gone } = verdictOf(answer, Number.POSITIVE_INFINITY, 0, 0)
      const sent = state === 'sent'
      const outcome = gone ? 'gone' : sent ? 'sent' : 'failed'
      await world.db.write(noteOutcome, { companyId, id, outcome }, world.now())
      return { outcome: sent ? 'sent' : 'failed', status, error }
    },
  }),
]

/** The address of a subscription. RequestError 417 for what push messages are not sent to. */
function readEndpoint(text: string, anywhere: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const protocols = anywhere ? ['https:', 'http:'] : ['https:']
  if (!url || !protocols.includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new RequestError(417, 'endpoint: must be the https address that the browser’s subscription names')
  if (!anywhere && isNearHost(url.hostname))
    throw new RequestError(417, 'endpoint: is in a private network, where no push messages are sent')
  return url.href
}

function unknown(): RequestError {
  return new RequestError(404, 'you have no such device')
}
