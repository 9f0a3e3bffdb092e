import { type Static, Type } from 'typebox'
import { setPay } from '../company/pay/pay.ts'
import { changeSettings } from '../company/settings/change_settings.ts'
import { showFields } from '../company/settings/shown_fields.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import { type AnyResource, carriedBytes } from '../engine/resource.ts'
import type { Item } from '../engine/table.ts'
import { setFence } from '../resources/geofence_configs.ts'
import { resources } from '../resources/index.ts'
import { stepsMax } from '../rules/action_limits.ts'
import { inPlace, madeIn, type Step, withIds } from '../wire/actions.ts'
import { batchMax } from '../wire/request.ts'
import { fence, pay, shownFields } from './company/setup.ts'
import { type AppEndpoint, checkerOf, endpoint, recordId } from './endpoint.ts'
import { ownSettings, ownSettingsBody } from './me/own_settings.ts'

/** What an action can set besides records. */
const sets = ['pay', 'fence', 'shown_fields', 'assigned_jobs', 'own_settings'] as const

// Pictures are uploaded one by one.
const writable = new Map(
  resources.flatMap((resource) => (carriedBytes(resource) ? [] : [[resource.name as string, resource] as const])),
)

const step = Type.Object(
  {
    do: Type.Enum(['create', 'update', 'remove', 'set'], {
      description: 'What a request of the public API would do with the method POST, PUT or DELETE, or `set`.',
    }),
    what: Type.String({
      description: `The name of a resource; for \`set\`: ${sets.join(', ')}, with the body of the request of that name; \`assigned_jobs\` takes \`user_id\` and all its \`jobcode_ids\`.`,
    }),
    data: Type.Array(Type.Unsafe<unknown>({}), {
      minItems: 1,
      maxItems: batchMax,
      description:
        'The items; for `remove`, the ids. The value `{"made_in": 0}` stands for the id of the first record that the step with this number has created, in `id` and other properties of ids. Passwords are not possible here.',
    }),
    beside: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The properties of the body besides the items, such as `reason`.',
      }),
    ),
    partial: Type.Optional(
      Type.Boolean({
        description: 'Refused items leave no trace and the rest stands, as in the public API. Not for `set`.',
      }),
    ),
  },
  { additionalProperties: false },
)

type GivenStep = Static<typeof step>

/** Several writes that belong together. */
export const actionEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/actions',
    about:
      'Makes several writes as one: all of them, in their order, or none. The refusal of an item refuses the action. Each step takes up to 50 items. Your rights are those that each write needs.',
    who: 'everyone',
    acts: true,
    body: Type.Object(
      { steps: Type.Array(step, { minItems: 1, maxItems: stepsMax }) },
      {
        examples: [
          {
            steps: [
              { do: 'create', what: 'groups', data: [{ name: 'Night shift' }] },
              { do: 'update', what: 'users', data: [{ id: 5102, group_id: { made_in: 0 } }] },
            ],
          },
        ],
      },
    ),
    answer: Type.Object({
      results: Type.Array(
        Type.Unsafe<Item>({ type: 'object', additionalProperties: true, description: 'As in the public API.' }),
        { description: 'The answer to each step.' },
      ),
    }),
    async run({ actor, company, act, body: { steps } }) {
      const read: Step[] = []
      for (const [at, given] of steps.entries()) {
        const reads = async () => {
          refuseUnknownIds(given.data, { at, steps, isId: given.do === 'remove' })
          return given.do === 'set' ? settingStep(given, actor, company) : recordStep(given)
        }
        read.push(
          await reads().catch((error) => {
            throw inPlace(error, `steps.${at}`)
          }),
        )
      }
      return Buffer.from(await act(read))
    },
  }),
]

/** A step that writes records. Throws RequestError 417. */
function recordStep({ do: verb, what, data, beside = {}, partial = false }: GivenStep): Step {
  const resource = writable.get(what)
  if (!resource || verb === 'set' || !resource[verb])
    throw new RequestError(417, 'not_one_of_kinds', { field: 'what', choices: namesFor(verb).join(', ') })
  refuseUnknownOptions(resource, verb, beside)
  if (verb === 'remove') return { verb, resource: what, ids: data, options: beside, partial }
  const items = data.map((item, at) => {
    if (!isRecord(item)) throw new RequestError(417, 'unexpected', { field: `data.${at}`, expected: 'an object' })
    const secret = secretIn(resource, item)
    if (secret !== undefined) throw new RequestError(417, 'no_such_field_here', { field: `data.${at}.${secret}` })
    return item
  })
  return { verb, resource: what, items, options: beside, partial }
}

/** Passwords are changed alone: each takes long to hash, and meanwhile no one else's changes are written. */
function secretIn({ fields }: AnyResource, item: Item): string | undefined {
  return Object.keys(item).find((name) => Object.hasOwn(fields, name) && fields[name].secret)
}

/** A password is not among them: attempts to guess it would not be counted if the action is refused. */
function refuseUnknownOptions({ beside = {} }: AnyResource, verb: string, given: Record<string, string>): void {
  const unknown = Object.keys(given).find((name) => !beside[name] || (verb === 'remove' && !beside[name].deletes))
  if (unknown !== undefined) throw new RequestError(417, 'no_such_field_here', { field: `beside.${unknown}` })
}

function namesFor(verb: GivenStep['do']): string[] {
  if (verb === 'set') return [...sets]
  return [...writable.values()].flatMap((resource) => (resource[verb] ? [resource.name] : []))
}

/** A step that sets something. Throws RequestError 403, 417. */
async function settingStep({ what, data }: GivenStep, actor: Actor, company: CompanySnapshot): Promise<Step> {
  const { companyId, userId, application } = actor
  const author = { userId, application }
  // Any id will do for the check of those that are not known yet.
  const known = data.map((one) => withIds(one, () => 1))
  // What was checked is written with the ids that are not known yet.
  const given = data as Item[]
  if (what === 'pay') {
    known.forEach(inItem(checkPay))
    return run(setPay, [{ companyId, author, pay: given }], true)
  }
  if (what === 'fence') {
    known.forEach(inItem(checkFence))
    const fences = given.map(({ location_id: locationId, ...rest }) => ({ companyId, locationId, ...rest }))
    return run(setFence, fences, true)
  }
  if (what === 'shown_fields') {
    known.forEach(inItem(checkShown))
    return run(
      showFields,
      given.map((one) => ({ companyId, author, ...one })),
      true,
    )
  }
  if (what === 'assigned_jobs') {
    const chosen = known.map(inItem(checkJobs))
    return run(
      { name: 'assignJobs' },
      chosen.map(({ user_id, jobcode_ids }) => ({ actor, userId: user_id, jobcodeIds: jobcode_ids })),
      false,
    )
  }
  if (what !== 'own_settings')
    throw new RequestError(417, 'not_one_of_kinds', { field: 'what', choices: namesFor('set').join(', ') })
  const own = await Promise.all(known.map((one, at) => ownSettings(actor, company, inItem(checkOwn)(one, at))))
  return run(changeSettings, own, false)
}

function run({ name }: { name: string }, inputs: readonly Item[], isForAdministrators: boolean): Step {
  return { verb: 'run', operation: name, inputs, ...(isForAdministrators && { administrators: true }) }
}

const checkJobs = checkerOf(
  Type.Object({ user_id: recordId, jobcode_ids: Type.Array(recordId, { maxItems: 5000 }) }),
  '',
)
const checkPay = checkerOf(pay, '')
const checkFence = checkerOf(fence, '')
const checkShown = checkerOf(shownFields, '')
const checkOwn = checkerOf(ownSettingsBody, '')

/** The check of one item of a step; its refusal names the item. */
function inItem<Checked>(check: (value: unknown) => Checked): (item: unknown, at: number) => Checked {
  return (item, at) => {
    try {
      return check(item)
    } catch (error) {
      throw inPlace(error, `data.${at}`)
    }
  }
}

/** Properties whose values are ids, or lists of ids. */
const ofIds = /^(.+_)?ids?$/

/** Those that hold lists of ids by what they are of. */
const ofIdsByName = ['linked_objects']

/**
 * Refuses `made_in` that names no earlier step that creates records, all of which must succeed, and one where no id belongs.
 */
function refuseUnknownIds(value: unknown, { at, steps, isId }: Place): void {
  if (Array.isArray(value)) for (const inner of value) refuseUnknownIds(inner, { at, steps, isId })
  if (!isRecord(value)) return
  const step = madeIn(value)
  if (step !== undefined && !isId) throw new RequestError(417, 'no_such_field_here', { field: 'made_in' })
  const maker = step === undefined || step >= at ? undefined : steps[step]
  if (step !== undefined && (maker?.do !== 'create' || maker.partial))
    throw new RequestError(417, 'made_in_unknown', { field: 'made_in' })
  for (const [name, inner] of Object.entries(value))
    if (ofIdsByName.includes(name) && isRecord(inner))
      for (const ids of Object.values(inner)) refuseUnknownIds(ids, { at, steps, isId: true })
    else refuseUnknownIds(inner, { at, steps, isId: ofIds.test(name) })
}

/** Where a value is: in which step, and whether it is an id. */
type Place = { at: number; steps: readonly GivenStep[]; isId: boolean }
