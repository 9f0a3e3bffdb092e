import { Type } from 'typebox'
import { isPrivateHost } from '../../company/public_addresses.ts'
import { loadSettings, translateFor } from '../../company/settings/settings.ts'
import { translateTo } from '../../company/translate.ts'
import { RequestError } from '../../engine/errors.ts'
import { digest } from '../../identity/factors/secrets.ts'
import { storedError } from '../../notifications/delivery_state.ts'
import { devicesOf, keepDevice, noteOutcome, removeDevice } from '../../notifications/push_devices.ts'
import { senderOf } from '../../notifications/pushes.ts'
import { isSubscription, serverKey } from '../../notifications/web_push.ts'
import { verdictOf } from '../../rules/notifications/delivery.ts'
import { deviceName } from '../../rules/text/device_name.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { instant, moment, nullable } from '../format.ts'
import { languageAsked } from '../language.ts'

const params = Type.Object({ id: recordId })
const key = Type.String({ maxLength: 200 })
const testTtlSeconds = 60

const device = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String({ description: 'The browser’s push service.' }),
  created: instant(),
  last_sent: nullable(instant('null if never.')),
  last_outcome: Type.Enum(['', 'sent', 'failed'], { description: 'Outcome of the last push; empty before the first.' }),
})

/** Browsers that receive push messages. */
export const deviceEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/devices',
    about: 'Lists your devices that receive push messages, newest first.',
    who: 'everyone',
    answer: Type.Object({
      public_key: Type.String({ description: 'The applicationServerKey that a browser subscribes with.' }),
      devices: Type.Array(device),
    }),
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
      'Saves the browser as one of your devices, from the result of PushSubscription.toJSON. A browser that is already known stays the same device, even if it belonged to another person. You can have at most 20; beyond that, the least recently used one is removed.',
    who: 'everyone',
    firstPartyOnly: true,
    body: Type.Object({
      endpoint: Type.String({ maxLength: 2000 }),
      keys: Type.Object({ p256dh: key, auth: key }, { additionalProperties: true }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    }),
    answer: Type.Object({ id: Type.Integer() }),
    async run({ actor, world, now, config, body, request }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const { p256dh, auth } = body.keys
      const endpoint = readEndpoint(body.endpoint, config.pushPrivate === 'yes')
      if (!isSubscription({ p256dh, auth })) throw new RequestError(417, 'push_keys_malformed')
      const name =
        body.name?.trim() ??
        deviceName(String(request.headers['user-agent'] ?? ''), translateTo(languageAsked(request)))
      const subscribed = { companyId, userId, endpoint, hash: digest(endpoint), p256dh, auth, name }
      return { id: await world.db.write(keepDevice, subscribed, now) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/devices/:id',
    about: 'Removes a device; nothing is sent to it any longer.',
    who: 'everyone',
    params,
    answer: Type.Object({}),
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
      'Sends a test message to one device and waits at most 10 seconds for the outcome. A device whose subscription has ended is removed.',
    who: 'everyone',
    params,
    answer: Type.Object({
      outcome: Type.Enum(['sent', 'failed']),
      status: Type.Integer({ description: 'Status from the push service; 0 for no response.' }),
      error: Type.String({ description: 'What went wrong; empty if nothing did.' }),
    }),
    async run({ actor, company, world, config, params: { id } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const tested = (await devicesOf(world, actor)).find((one) => one.id === id)
      if (!tested) throw unknown()
      await loadSettings(company)
      await company.look('users', [userId])
      const t = translateFor(company, company.get('users', userId))
      const send = await senderOf(world, config)
      const answer = await send(tested, {
        id: 0,
        delivery: 0,
        kind: 'message',
        title: company.row.name,
        body: t('Notifications reach this device.'),
        path: '/me',
        ttlSeconds: testTtlSeconds,
      })
      // No retry: the user is waiting.
      const { state, status, error, gone } = verdictOf(answer, Number.POSITIVE_INFINITY, 0, 0)
      const outcome: 'sent' | 'failed' = state === 'sent' ? 'sent' : 'failed'
      await world.db.write(noteOutcome, { companyId, id, outcome: gone ? 'gone' : outcome }, world.now())
      return { outcome, status, error: storedError(error) }
    },
  }),
]

/** The endpoint of a subscription. Throws RequestError 417 for an address that push messages are not sent to. */
function readEndpoint(text: string, anywhere: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const protocols = anywhere ? ['https:', 'http:'] : ['https:']
  if (!url || !protocols.includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new RequestError(417, 'not_a_push_address')
  if (!anywhere && isPrivateHost(url.hostname)) throw new RequestError(417, 'push_address_private')
  return url.href
}

function unknown(): RequestError {
  return new RequestError(404, 'no_such_device')
}
