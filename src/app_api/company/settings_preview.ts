import { Type } from 'typebox'
import { settingsEffects } from '../../reports/settings_effects.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { nullable } from '../format.ts'
import { changeFields, readChanges } from './settings.ts'

const paid = Type.Object({
  regular: Type.Integer(),
  overtime: Type.Record(Type.String(), Type.Integer(), { description: 'By multiplier.' }),
  break_premium: Type.Optional(
    Type.Integer({ description: 'Paid for breaks that were not provided; only if there are any.' }),
  ),
  gross_cents: Type.Optional(
    nullable(
      Type.Integer({
        description:
          'Gross pay, including paid time off and breaks that were not provided; null if some of the time has no pay rate. Only for people who see pay.',
      }),
    ),
  ),
})

/** The effect in a pay period. */
const inPeriod = {
  start_date: Type.String(),
  end_date: Type.String(),
  people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String(), before: paid, after: paid }), {
    description: 'People whose time would be paid differently.',
  }),
}

/** The effects of a change that has not been made. */
export const effects = Type.Object({
  ...inPeriod,
  from: nullable(
    Type.String({
      description: 'The first day for changed settings that pay depends on; null for always.',
    }),
  ),
  overtime_from: nullable(
    Type.String({ description: 'The first workday for changed overtime rules; null for always.' }),
  ),
  altered_to: nullable(
    Type.String({
      description: 'The last approved day, if the change applies to approved time; otherwise null.',
    }),
  ),
  ended: nullable(
    Type.Object(inPeriod, {
      description: 'The same for the previous pay period, if the change reaches back into it and changes its pay.',
    }),
  ),
})

/** A preview of a change of settings. */
export const settingsPreviewEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/settings/preview',
    about:
      'Shows what a change of settings or overtime rules would change in the current and the previous pay period. Nothing is saved.',
    who: 'administrators',
    body: Type.Object(changeFields),
    answer: effects,
    run: ({ actor, company, now, world, body }) => {
      const { scope, ...wanted } = readChanges(body)
      return settingsEffects({ ...scope, ...wanted }, { actor, company, now }, world.db.read)
    },
  }),
]
