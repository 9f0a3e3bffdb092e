import { Type } from 'typebox'
import { addPersonField } from '../resources/customfields.ts'
import { fenceRadius, setFence } from '../resources/geofence_configs.ts'
import { setPay } from '../resources/pay.ts'
import { showFields, showing } from '../resources/shown_fields.ts'
import { payRateMax } from '../resources/users.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'

const { min, max, usual } = fenceRadius

const pay = Type.Object(
  {
    user_id: recordNumber,
    pay_rate: Type.Number({ minimum: 0, maximum: payRateMax }),
    pay_interval: Type.Enum(['hour', 'year']),
  },
  { additionalProperties: false },
)

/** What the API only reads of people, places, jobs and fields: the office sets it. */
export const setupEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'PUT',
    path: '/pay',
    about: 'Sets what up to 50 people are paid, by the hour or by the year: all of them, or nobody.',
    who: 'administrators',
    body: Type.Object({ data: Type.Array(pay, { minItems: 1, maxItems: 50 }) }),
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(setPay, { companyId: actor.companyId, author, pay: body.data }, now)
      return { data: body.data }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/fences',
    about: `Puts a fence around a location, changes it, or takes it out of force. \`radius\` is in metres, ${min} to ${max}; ${usual} for a new fence when left out.`,
    who: 'administrators',
    body: Type.Object({
      location_id: recordNumber,
      enabled: Type.Boolean(),
      radius: Type.Optional(Type.Integer({ minimum: min, maximum: max })),
    }),
    async run({ actor, world, now, body: { location_id, enabled, radius } }) {
      const wanted = { companyId: actor.companyId, locationId: location_id, enabled }
      const fence = await world.db.write(setFence, radius === undefined ? wanted : { ...wanted, radius }, now)
      return { id: fence.id, location_id, enabled: fence.enabled, radius: fence.radius }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/person_fields',
    about: 'Adds a custom field of people: something that is kept of everybody. What it is of somebody, users say.',
    who: 'administrators',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
      type: Type.Enum(['managed-list', 'free-form']),
      required: Type.Optional(Type.Boolean()),
    }),
    async run({ actor, world, now, body: { name, type, required = false } }) {
      const author = { userId: actor.userId, application: actor.application }
      const field = { name: name.trim(), type, required, uuid: world.uuid() }
      const id = await world.db.write(addPersonField, { companyId: actor.companyId, author, ...field }, now)
      return { id }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/shown_fields',
    about:
      'Says which custom fields of timesheets show with a job, with another field, or when an item is chosen: the whole list, as `required_customfields` shows it.',
    who: 'administrators',
    body: Type.Object({
      of: Type.Enum([...showing]),
      id: recordNumber,
      customfield_ids: Type.Array(recordNumber, { maxItems: 100 }),
    }),
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(showFields, { companyId: actor.companyId, author, ...body }, now)
      return body
    },
  }),
]
