import { type Static, Type } from 'typebox'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { findClient } from '../../oauth/applications.ts'
import { defined, firstOf } from '../../rules/elements.ts'
import { parseInstant, printUtc } from '../../rules/time/calendar.ts'
import { payloads } from '../../rules/webhooks/events.ts'
import { sequenceOf } from '../../webhooks/cursor.ts'
import {
  type Delivery,
  deliveriesOf,
  deliveryNumbered,
  deliveryStates,
  queueTest,
  replayDeliveries,
  replayMax,
  rewindWebhook,
} from '../../webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  eventNames,
  readableResources,
  rotateWebhookSecret,
  type Webhook,
  webhookNamed,
  webhooksOf,
} from '../../webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { instant, moment, nullable } from '../format.ts'

const url = Type.String({
  description: 'Where messages are sent: https, at a public address.',
  examples: ['https://payroll.example.com/hook'],
})

const ids = Type.Array(recordId, { minItems: 1 })

const filter = Type.Object(
  {
    user_ids: Type.Optional(ids),
    group_ids: Type.Optional(ids),
    jobcode_ids: Type.Optional(ids),
  },
  {
    additionalProperties: false,
    examples: [{ user_ids: [5102] }],
    description:
      'Only records that refer to one of these people, to a current member of these groups, or to one of these jobcodes, before or after the change. Other records are left out.',
  },
)

const types = Type.Array(Type.String(), {
  description: 'Events such as `timesheet.created`; `timesheet.*`, `*.deleted` and `*` stand for several.',
  examples: [['timesheet.*', 'user.archived']],
})

const payload = Type.Enum([...payloads], {
  description: 'thin: only which record changed. full: also the record after the change.',
})

const webhook = Type.Object({
  id: Type.Integer(),
  url,
  description: Type.String(),
  types,
  filter,
  payload,
  active: Type.Boolean({ examples: [true] }),
  off_reason: Type.String({ description: 'Why the server switched it off; empty if it did not.' }),
  waiting: Type.Integer({ description: 'Queued deliveries.' }),
  failures: Type.Integer({ description: 'Consecutive failed attempts.' }),
  next_attempt: nullable(instant('After a failure: when the next attempt is due.')),
  sequence: Type.Integer({ description: 'The position in the change log up to which deliveries are queued.' }),
  old_secret_until: nullable(instant('Until when messages are also signed with the previous secret.')),
  created: instant(),
  created_by_user_id: Type.Integer({
    description: 'The person who added it, or took it over by switching it on; 0 for the command line.',
  }),
  application: nullable(
    Type.Object(
      { client_id: Type.String(), name: Type.String({ description: 'Empty if it is no longer registered.' }) },
      { description: 'The application that added it; null for a person.' },
    ),
  ),
})

const choices = {
  url,
  description: Type.Optional(Type.String()),
  types,
  filter: Type.Optional(filter),
  payload: Type.Optional(payload),
  active: Type.Optional(Type.Boolean({ examples: [true] })),
}

const secret = Type.String({
  description: 'The secret that messages are signed with, shown only this once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

const delivery = Type.Object({
  number: Type.Integer({ description: 'The deliveries of a webhook are numbered consecutively.' }),
  message_id: Type.String({
    description: 'The header webhook-id, which stays the same if the message is sent again.',
    examples: ['msg_1_8c'],
  }),
  type: Type.String({ examples: ['timesheet.updated'] }),
  resource: Type.String({ examples: ['timesheets'] }),
  record_id: Type.Integer(),
  sequence: Type.Integer({ description: 'The position of the change in the change log; 0 for other messages.' }),
  state: Type.Enum([...deliveryStates], { description: '`failed` is an unsuccessful test.' }),
  attempts: Type.Integer(),
  status: Type.Integer({ description: 'The last response status; 0 for none.' }),
  error: Type.String({ description: 'Why the last attempt failed.' }),
  milliseconds: Type.Integer({ description: 'How long the last response took.' }),
  created: instant(),
  sent: nullable(instant('When it was last sent.')),
})

const one = Type.Object({ id: recordId })

/** Whose webhook it is: who acts from another company is no one in this one. */
function ownerOf({ home, userId }: Actor): number {
  return home ? 0 : userId
}

/** The log of deliveries, and replaying them. */
const logEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    about: 'Lists the deliveries of a webhook, newest first. They are kept for 30 days.',
    who: 'administrators',
    params: one,
    query: Type.Object({
      before: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Only deliveries with a number below this, for the next page.' }),
      ),
      state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only deliveries in this state.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of deliveries; 50 by default.' }),
      ),
    }),
    answer: Type.Object({ deliveries: Type.Array(delivery) }),
    async run({ actor, world: { db }, params: { id }, query: { before, state, limit = 50 } }) {
      const found = await deliveriesOf(db.read, await seenBy(actor, db.read, id), { before, state, limit })
      return { deliveries: found.map(printed) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/webhooks/:id/deliveries/:number',
    about: 'Shows a delivery, with the body of the request and the beginning of the body of the response.',
    who: 'administrators',
    params: Type.Object({
      id: recordId,
      number: Type.Integer({ minimum: 1, maximum: 2 ** 50, description: 'The number of the delivery.' }),
    }),
    answer: Type.Object({
      delivery: Type.Object({ ...delivery.properties, body: Type.String(), answer: Type.String() }),
    }),
    async run({ actor, world: { db }, params: { id, number } }) {
      const found = await deliveryNumbered(db.read, await seenBy(actor, db.read, id), number)
      return { delivery: { ...printed(found), body: found.body, answer: found.answer } }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/webhooks/:id/replay',
    about: `Sends deliveries again, after those that are queued: one by its \`number\`, up to ${replayMax} of a time span, or everything after a \`cursor\` of the feed or a \`sequence\` of the change log.`,
    who: 'administrators',
    params: one,
    body: Type.Object(
      {
        number: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 50 })),
        from: Type.Optional(Type.String({ description: 'Deliveries created at this instant or later.' })),
        until: Type.Optional(Type.String({ description: 'Only those created before this instant.' })),
        state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only those in this state.' })),
        cursor: Type.Optional(Type.String()),
        sequence: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 50 })),
      },
      { examples: [{ number: 12 }] },
    ),
    answer: Type.Object({
      replayed: Type.Integer({ description: 'Deliveries that are queued again, or changes that are read again.' }),
    }),
    async run({ actor, company, world, config, now, params: { id }, body }) {
      const { number, from, until, state, cursor, sequence } = body
      const ways = [number, from, cursor, sequence].filter((way) => way !== undefined)
      if (ways.length !== 1) throw new RequestError(417, 'replay_start_ambiguous')
      const seen = await seenBy(actor, world.db.read, id)
      const { companyId, webhookId } = seen
      const sealed = async (cursor: string) =>
        sequenceOf(cursor, actor, company.row, (await loadKeys(world, config)).cursors)
      const place = cursor === undefined ? sequence : await sealed(cursor)
      if (place !== undefined)
        return { replayed: await world.db.write(rewindWebhook, { companyId, webhookId, sequence: place }, now) }
      const span = {
        ...(number !== undefined && { number }),
        ...(from !== undefined && { from: instantOf(from, 'from') }),
        ...(until !== undefined && { until: instantOf(until, 'until') }),
        ...(state !== undefined && { state }),
      }
      return { replayed: await world.db.write(replayDeliveries, { ...seen, ...span }, now) }
    },
  }),
]

/** Webhooks: addresses of other programs to which changes in the company are sent. */
export const webhookEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/webhooks',
    about:
      'Lists the webhooks of the company, oldest first, without their secrets. Applications see only the webhooks that they added, tokens with scopes only those about records that they may read.',
    who: 'administrators',
    answer: Type.Object({
      webhooks: Type.Array(webhook),
      events: Type.Array(Type.String(), { description: 'All events to which webhooks can subscribe.' }),
    }),
    run: async ({ actor, world }) => ({
      webhooks: await shown(await webhooksOf(world.db.read, actor), world),
      events: eventNames,
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/webhooks',
    about:
      'Adds a webhook, which gets all changes from now on. A webhook of an application works for as long as an administrator allows the application.',
    who: 'administrators',
    asksWhoItIs: true,
    body: Type.Object(choices),
    answer: Type.Object({ webhook, secret }),
    async run({ actor, world, config, body }) {
      if (actor.granted) refuseManaging(actor)
      const { description = '', filter = {}, payload = 'thin', active = true, url, types } = body
      const given = { url, types, description, filter, payload, active }
      const { id, secret } = await createWebhook(world, config, { ...actor, userId: ownerOf(actor) }, given)
      return { webhook: await named(world, actor, id), secret }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/webhooks/:id',
    about:
      'Changes a webhook; omitted properties stay as they are. One that is switched on again continues where it stopped, unless `skip_waiting` drops everything until now.',
    who: 'administrators',
    asksWhoItIs: true,
    params: one,
    body: Type.Object({
      ...Type.Partial(Type.Object(choices)).properties,
      skip_waiting: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ webhook }),
    async run({ actor, world, config, params: { id }, body }) {
      const { skip_waiting: skipWaiting = false, ...patch } = body
      await changeWebhook(world, config, { ...actor, userId: ownerOf(actor), id }, { ...defined(patch), skipWaiting })
      return { webhook: await named(world, actor, id) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    about: 'Deletes a webhook and the log of its deliveries.',
    who: 'administrators',
    params: one,
    answer: Type.Object({ deleted: Type.Integer() }),
    async run({ actor, world, params: { id } }) {
      await webhookNamed(world.db.read, actor, id)
      await deleteWebhook(world, actor.companyId, id)
      return { deleted: id }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/webhooks/:id/secret',
    about: 'Replaces the secret. Until the overlap ends, messages are signed with both.',
    who: 'administrators',
    asksWhoItIs: true,
    params: one,
    body: Type.Object({
      overlap_hours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 720,
          description: 'How long messages are also signed with the old secret; 24 by default.',
        }),
      ),
    }),
    answer: Type.Object({ webhook, secret }),
    async run({ actor, world, config, params: { id }, body: { overlap_hours: overlapHours = 24 } }) {
      await webhookNamed(world.db.read, actor, id)
      const { companyId } = actor
      const secret = await rotateWebhookSecret(world, config, { companyId, id, overlapHours })
      return { webhook: await named(world, actor, id), secret }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/webhooks/:id/test',
    about:
      'Sends a `webhook.test` message once, even to a webhook that is switched off. Its delivery shows the response.',
    who: 'administrators',
    params: one,
    answer: Type.Object({ number: Type.Integer({ description: 'The number of the delivery.' }) }),
    async run({ actor, world, now, params: { id } }) {
      await webhookNamed(world.db.read, actor, id)
      return { number: await world.db.write(queueTest, { companyId: actor.companyId, webhookId: id }, now) }
    },
  }),
  ...logEndpoints,
]

/** The deliveries of a webhook that the actor may see. Throws RequestError 404 if the actor may not use the webhook. */
async function seenBy(actor: Actor, handle: World['db']['read'], id: number) {
  await webhookNamed(handle, actor, id)
  return { companyId: actor.companyId, webhookId: id, resources: readableResources(actor.scopes) }
}

async function named(world: World, actor: Actor, id: number): Promise<Static<typeof webhook>> {
  return firstOf(await shown([await webhookNamed(world.db.read, actor, id)], world))
}

/** Webhooks as the API shows them. */
async function shown(hooks: readonly Webhook[], { db, now }: World): Promise<Static<typeof webhook>[]> {
  const clients = [...new Set(hooks.map(({ clientId }) => clientId))].filter((id) => id !== '')
  const applications = await Promise.all(clients.map((id) => findClient(db.read, id)))
  return hooks.map((hook) => {
    const index = clients.indexOf(hook.clientId)
    const application = index < 0 ? null : { client_id: hook.clientId, name: applications[index]?.name ?? '' }
    return { ...printedWebhook(hook, now()), application }
  })
}

function printedWebhook(hook: Webhook, now: number): Omit<Static<typeof webhook>, 'application'> {
  const { id, url, description, types, filter, payload, active, waiting, failures } = hook
  return {
    ...{ id, url, description, types: [...types], filter: filter as Static<typeof webhook>['filter'], payload, active },
    off_reason: hook.offReason,
    ...{ waiting, failures },
    next_attempt: failures > 0 && active ? printUtc(hook.due) : null,
    sequence: hook.position,
    old_secret_until: hook.oldUntil > now ? printUtc(hook.oldUntil) : null,
    created: printUtc(hook.created),
    created_by_user_id: hook.createdBy,
  }
}

/** A delivery as the API shows it. */
function printed({ event, recordId, created, sent, ...rest }: Delivery): Static<typeof delivery> {
  const { number, type, resource, sequence, state, attempts, status, error, milliseconds } = rest
  return {
    ...{ number, message_id: event, type, resource, record_id: recordId, sequence },
    ...{ state, attempts, status, error, milliseconds },
    created: printUtc(created),
    sent: moment(sent),
  }
}

function instantOf(text: string, property: string): number {
  const parsed = parseInstant(text)
  if (parsed === undefined) throw new RequestError(417, 'instant_malformed', { field: property })
  return parsed.instant
}
