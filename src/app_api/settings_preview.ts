import { Type } from 'typebox'
import { settingsEffects } from '../reports/settings_effects.ts'
import { type AppEndpoint, endpoint } from './endpoint.ts'
import { nullable } from './format.ts'
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
          'Gross pay, also of paid time off and for breaks that were not provided; null without a pay rate for some of the time. Only for those who see pay.',
      }),
    ),
  ),
})

/** What it would change in a pay period. */
const inPeriod = {
  start_date: Type.String(),
  end_date: Type.String(),
  people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String(), before: paid, after: paid }), {
    description: 'Those whose time would be paid in another way.',
  }),
}

/** What a change would do before it is made. */
export const effects = Type.Object({
  ...inPeriod,
  from: nullable(
    Type.String({
      description: 'The first day on which changed settings hold that pay depends on; null for always.',
    }),
  ),
  overtime_from: nullable(
    Type.String({ description: 'The first workday on which changed overtime rules hold; null for always.' }),
  ),
  altered_to: nullable(
    Type.String({
      description: 'The last approved day, if some approved time would be paid by the change; otherwise null.',
    }),
  ),
  ended: nullable(
    Type.Object(inPeriod, {
      description: 'The same of the pay period before, if the change reaches back into it and changes what it pays.',
    }),
  ),
})

/** What a change of settings would do before it is made. */
export const settingsPreviewEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/settings/preview',
    about:
      'Shows what a change of settings or overtime rules would change in the pay period that is running and in the one before. Nothing is saved.',
    who: 'administrators',
    body: Type.Object(changeFields),
    answer: effects,
    run: ({ actor, company, now, world, body }) => {
      const { scope, ...wanted } = readChanges(body)
      return settingsEffects({ ...scope, ...wanted }, { actor, company, now }, world.db.read)
    },
  }),
]
