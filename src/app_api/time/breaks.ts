import { Type } from 'typebox'
import { type BreakType, breakTypes } from '../../company/breaks/breaks.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Actor, may } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { addBreak, changeBreak } from '../../resources/jobcodes/breaks.ts'
import type { Jobcode } from '../../resources/jobcodes.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '\\S',
  description: 'Unique among top-level jobcodes.',
})
const type = Type.Enum([...breakTypes])

const needed = 'Requires the permission `manage_jobcodes`.'

const described = Type.Object({ id: Type.Integer(), name: Type.String(), type, active: Type.Boolean() })

/** The company's breaks and unpaid time off codes, which the public API lists as jobcodes but cannot change. */
export const breakEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/breaks',
    about: 'Lists the company’s breaks and unpaid time off codes, including archived ones.',
    who: 'everyone',
    answer: Type.Object({ breaks: Type.Array(described) }),
    run: async ({ company }) => ({ breaks: (await breaksOf(company)).map(printed) }),
  }),
  endpoint({
    method: 'POST',
    path: '/breaks',
    about: `Creates a break or an unpaid time off code, which everyone in the company can use. ${needed}`,
    who: 'everyone',
    body: Type.Object({ name, type }),
    answer: described,
    async run({ actor, world, now, body }) {
      checkManages(actor)
      const author = { userId: actor.userId, application: actor.application }
      const wanted = { name: body.name.trim(), type: body.type }
      const id = await world.db.write(addBreak, { companyId: actor.companyId, author, ...wanted }, now)
      return { id, ...wanted, active: true }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/breaks/:id',
    about: `Renames, archives or restores a break or an unpaid time off code. Values left out stay the same. ${needed}`,
    who: 'everyone',
    params: Type.Object({ id: recordId }),
    body: Type.Object({ name: Type.Optional(name), active: Type.Optional(Type.Boolean()) }),
    answer: described,
    async run({ actor, company, world, now, params: { id }, body }) {
      checkManages(actor)
      const found = (await breaksOf(company)).find((jobcode) => jobcode.id === id)
      if (!found) throw new RequestError(404, 'no_such_break', { id })
      const author = { userId: actor.userId, application: actor.application }
      const wanted = { ...body, ...(body.name === undefined ? {} : { name: body.name.trim() }) }
      await world.db.write(changeBreak, { companyId: actor.companyId, author, id, ...wanted }, now)
      return { ...printed(found), ...wanted }
    },
  }),
]

function checkManages(actor: Actor): void {
  if (!may(actor, 'manage_jobcodes'))
    throw new RequestError(403, 'manage_jobcodes_needed', { doing: 'changing breaks' })
}

type BreakJobcode = Jobcode & { type: BreakType }

async function breaksOf(company: CompanySnapshot): Promise<BreakJobcode[]> {
  const jobcodes = await company.list('jobcodes')
  return jobcodes.filter((one): one is BreakJobcode => breakTypes.some((type) => one.type === type))
}

function printed({ id, name, type, active }: BreakJobcode) {
  return { id, name, type, active }
}
