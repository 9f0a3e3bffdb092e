import { Type } from 'typebox'
import { setPay } from '../../company/pay/pay.ts'
import { confirmableSteps, markSetupSteps, setupState, setupSteps } from '../../company/settings/setup_steps.ts'
import { showFields, showing } from '../../company/settings/shown_fields.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { isLocal } from '../../identity/factors/setup_code.ts'
import { publicUrl } from '../../identity/public_url.ts'
import { addPersonField } from '../../resources/customfields.ts'
import { fenceRadius, setFence } from '../../resources/geofence_configs.ts'
import { payRateMax } from '../../resources/users/record.ts'
import { isThisComputer } from '../../rules/text/this_computer.ts'
import { addressesElsewhere } from '../../sight/addresses_elsewhere.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import type { Asked } from './people.ts'

const { min, max, usual } = fenceRadius

/** The pay of a person. */
export const pay = Type.Object(
  {
    user_id: recordId,
    pay_rate: Type.Number({ minimum: 0, maximum: payRateMax }),
    pay_interval: Type.Enum(['hour', 'year']),
  },
  { additionalProperties: false },
)

/** The geofence of a location. */
export const fence = Type.Object({
  location_id: recordId,
  enabled: Type.Boolean(),
  radius: Type.Optional(
    Type.Integer({ minimum: min, maximum: max, description: `In meters; ${usual} for a new one.` }),
  ),
})

/** The custom fields that a record shows. */
export const shownFields = Type.Object({
  of: Type.Enum([...showing]),
  id: recordId,
  customfield_ids: Type.Array(recordId, { maxItems: 100 }),
})

const steps = Type.Object({
  steps: Type.Array(
    Type.Object({
      name: Type.Enum([...setupSteps]),
      done: Type.Boolean({
        description: 'Whether it is done, judging by the company’s data, or because its defaults are confirmed.',
      }),
      skipped: Type.Boolean(),
      confirmed: Type.Boolean({ description: 'Whether an administrator said that the defaults are right.' }),
    }),
    { description: 'In the recommended order.' },
  ),
})

/** Properties of users, locations, jobs and custom fields that are read-only in the public API. */
export const setupEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'PUT',
    path: '/pay',
    about: 'Sets the pay of up to 50 people, by the hour or by the year. Either every change is made or none.',
    who: 'administrators',
    body: Type.Object({ data: Type.Array(pay, { minItems: 1, maxItems: 50 }) }),
    answer: Type.Object({ data: Type.Array(pay) }),
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(setPay, { companyId: actor.companyId, author, pay: body.data }, now)
      return { data: body.data }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/fences',
    about: 'Creates, changes or turns off the geofence of a location.',
    who: 'administrators',
    body: fence,
    answer: Type.Object({
      id: Type.Integer(),
      location_id: Type.Integer(),
      enabled: Type.Boolean(),
      radius: Type.Integer(),
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
    about: 'Adds a custom field for users. Its values are properties of `users`.',
    who: 'administrators',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
      type: Type.Enum(['managed-list', 'free-form']),
      required: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ id: Type.Integer() }),
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
      'Sets which custom fields of timesheets show with a job, with another field, or when an item is chosen: the whole list, as in `required_customfields`.',
    who: 'administrators',
    body: shownFields,
    answer: shownFields,
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(showFields, { companyId: actor.companyId, author, ...body }, now)
      return body
    },
  }),
  endpoint({
    method: 'GET',
    path: '/setup_steps',
    about: 'Shows what is done and what is left until the company is set up.',
    who: 'administrators',
    answer: steps,
    run: (call) => shownSteps(call.company, call),
  }),
  endpoint({
    method: 'PUT',
    path: '/setup_steps',
    about: 'Sets which steps of the setup are skipped, and whose defaults are right: the whole lists.',
    who: 'administrators',
    body: Type.Object({
      skipped: Type.Array(Type.Enum([...setupSteps]), { uniqueItems: true }),
      confirmed: Type.Optional(
        Type.Array(Type.Enum([...confirmableSteps]), {
          uniqueItems: true,
          description: 'Steps whose defaults are right, so that they are done. Without it, nothing changes about them.',
        }),
      ),
    }),
    answer: steps,
    async run(call) {
      const { actor, world, now, body } = call
      const { companyId } = actor
      await world.db.write(markSetupSteps, { companyId, ...body }, now)
      return shownSteps(await CompanySnapshot.of(companyId, world.db.read), call)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/reach',
    about: 'Shows whether other devices can open the links of this server, and at which addresses they reach it.',
    who: 'administrators',
    answer: Type.Object({
      links_at: Type.String({ description: 'The address with which links begin that are created now.' }),
      links_work: Type.Boolean({ description: 'Whether other devices can open them, as far as the address tells.' }),
      only_here: Type.Boolean({ description: 'Whether the server lets only its own computer connect.' }),
      addresses: Type.Array(Type.String(), {
        description:
          'Without CLOCKHOUSE_URL: the addresses of the server in its network, if it listens on all of them.',
      }),
    }),
    async run(call) {
      const { config, request } = call
      const port = request.socket.localPort ?? config.port
      const addresses = config.url === '' ? addressesElsewhere(config.host, port) : []
      return {
        links_at: publicUrl(config, request),
        links_work: linksWork(call),
        only_here: isLocal(config),
        addresses,
      }
    },
  }),
]

/** Whether other devices can open links with the address of this server. */
function linksWork(asked: Asked): boolean {
  return !isThisComputer(new URL(publicUrl(asked.config, asked.request)).hostname)
}

async function shownSteps(company: CompanySnapshot, asked: Asked) {
  const { done, skipped, confirmed } = await setupState(company, linksWork(asked))
  return {
    steps: setupSteps.map((name) => ({
      name,
      done: done.has(name),
      skipped: !done.has(name) && skipped.includes(name),
      confirmed: confirmed.some((one) => one === name),
    })),
  }
}
