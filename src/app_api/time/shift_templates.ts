import { Type } from 'typebox'
import {
  addShiftTemplate,
  changeShiftTemplate,
  checkPlans,
  removeShiftTemplate,
  shiftTemplates,
  templateNameMax,
} from '../../company/shift_templates.ts'
import { idMax } from '../../engine/table.ts'
import { eventColors } from '../../rules/time/schedule.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { nullable } from '../format.ts'

const properties = {
  name: Type.String({
    maxLength: templateNameMax,
    description: 'No other template has it, in upper or lower case.',
  }),
  jobcode_id: Type.Integer({ minimum: 0, maximum: idMax, description: '0 for none. It may have been archived since.' }),
  all_day: Type.Boolean(),
  start_time: nullable(Type.String({ description: 'HH:MM; null for all day.' })),
  end_time: nullable(
    Type.String({ description: 'HH:MM, on the next day if it is not after the start; null for all day.' }),
  ),
  title: Type.String({ maxLength: 255 }),
  notes: Type.String({ maxLength: 4000 }),
  location: Type.String({ maxLength: 255 }),
  color: Type.Enum([...eventColors]),
}

const { name, ...others } = properties
const template = Type.Object({ id: Type.Integer(), ...properties })
const params = Type.Object({ id: recordId })

/** Templates of shifts, which everyone who plans shifts in a company shares. */
export const shiftTemplateEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/shift_templates',
    about: 'Lists the templates of shifts, by name. For people who may edit any shifts.',
    who: 'everyone',
    answer: Type.Object({ templates: Type.Array(template) }),
    async run({ actor, world }) {
      checkPlans(actor)
      return { templates: await shiftTemplates(world.db.read, actor.companyId) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/shift_templates',
    about:
      'Adds a template of shifts. The times are required unless it is all day. For people who may edit any shifts.',
    who: 'everyone',
    body: Type.Object({ name, ...Type.Partial(Type.Object(others)).properties }),
    answer: template,
    run({ actor, world, now, body }) {
      return world.db.write(addShiftTemplate, { actor, patch: body }, now)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/shift_templates/:id',
    about: 'Changes a template of shifts; omitted properties stay as they are. Shifts made from it do not change.',
    who: 'everyone',
    params,
    body: Type.Partial(Type.Object(properties)),
    answer: template,
    run({ actor, world, now, params, body }) {
      return world.db.write(changeShiftTemplate, { actor, id: params.id, patch: body }, now)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/shift_templates/:id',
    about: 'Deletes a template of shifts. Shifts made from it stay.',
    who: 'everyone',
    params,
    answer: Type.Object({ removed: Type.Boolean() }),
    async run({ actor, world, now, params }) {
      await world.db.write(removeShiftTemplate, { actor, id: params.id }, now)
      return { removed: true }
    },
  }),
]
