import { type Static, Type } from 'typebox'
import { saveBreakAnswers } from '../../company/breaks/break_answers.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { propertiesOf } from '../../engine/fields.ts'
import type { Item } from '../../engine/table.ts'
import { refuseIfEnded } from '../../resources/timesheets/running.ts'
import type { Step } from '../../wire/actions.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { nullable } from '../format.ts'
import { breakAnswerList } from './break_answers.ts'

const said = {
  notes: Type.Optional(Type.String()),
  customfields: Type.Optional(Type.Record(Type.String(), Type.String())),
}
const entry = { id: Type.Integer({ ...recordId, description: 'Your running timesheet.' }), ...said }
const hint = Type.Optional(Type.String({ description: 'For the history: where the punch was made.' }))
const part = { additionalProperties: false } as const
const record = nullable(Type.Unsafe<Item>({ $ref: '#/components/schemas/TimesheetsRecord' }))

const place = Type.Object(
  {
    created: Type.String({ description: 'When you were there.' }),
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy: Type.Optional(Type.Number({ description: 'Meters.' })),
    altitude: Type.Optional(Type.Number({ description: 'Meters.' })),
    speed: Type.Optional(Type.Number({ description: 'Meters per second.' })),
    heading: Type.Optional(Type.Number({ description: 'Degrees.' })),
    source: Type.Optional(Type.String()),
  },
  { ...part, description: 'Where you are. If it is refused, the rest is done without it.' },
)

const press = Type.Object({
  late: Type.Optional(
    Type.Boolean({ description: 'The device may have been offline, so the punch may be up to 72 hours old.' }),
  ),
  change: Type.Optional(
    Type.Object(entry, { ...part, description: 'Changes what is written with the running timesheet.' }),
  ),
  end: Type.Optional(
    Type.Object(
      { ...entry, end: Type.String({ description: 'When it ends.' }), origin_hint_end: hint },
      { ...part, description: 'Ends the running timesheet.' },
    ),
  ),
  break_answers: Type.Optional(breakAnswerList),
  begin: Type.Optional(
    Type.Object(
      {
        jobcode_id: Type.Integer({ minimum: 0, description: '0 for none; that of a break starts the break.' }),
        start: Type.String({ description: 'When it starts: with `end`, at the same instant.' }),
        ...said,
        origin_hint_start: hint,
      },
      { ...part, description: 'Starts a timesheet.' },
    ),
  ),
  place: Type.Optional(place),
})

/** What people do at the clock. */
export const punchEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/clock',
    about:
      'Does at once what one press at the clock means: `begin` clocks you in, `end` clocks you out, and both together switch the job, start a break, or end one. All of it is done or nothing. An entry that has ended meanwhile, on another device, stays as it is, and the punch is refused with 409.',
    who: 'everyone',
    acts: true,
    body: press,
    answer: Type.Object({ changed: record, ended: record, begun: record }),
    async run({ actor, act, body }) {
      refuseManaging(actor)
      const steps = stepsOf(body, actor)
      if (steps.length === 0) throw new RequestError(417, 'missing', { field: 'begin' })
      const { results } = JSON.parse(await act(steps.map(({ step }) => step)))
      const of = (name: Named['name']) => {
        const at = steps.findIndex((step) => step.name === name)
        return at === -1 ? null : recordIn(results[at])
      }
      return { changed: of('changed'), ended: of('ended'), begun: of('begun') }
    },
  }),
]

/** A step, and the name of its record in the answer. */
type Named = { name?: 'changed' | 'ended' | 'begun'; step: Step }

function stepsOf({ late, change, end, break_answers, begin, place }: Static<typeof press>, actor: Actor): Named[] {
  const { companyId, userId, application } = actor
  const options: Item = late ? { late: 'yes' } : {}
  const guarded = (name: 'changed' | 'ended', item: { id: number; end?: string }, more: readonly Named[]): Named[] => {
    const input = { companyId, userId, id: item.id, ...(item.end !== undefined && { end: item.end }) }
    return [
      { step: { verb: 'run', operation: refuseIfEnded.name, inputs: [input] } },
      ...more,
      { name, step: { verb: 'update', resource: 'timesheets', items: [item], options } },
    ]
  }
  const answering = (answers: Static<typeof breakAnswerList>, timesheetId: number): Step => {
    const input = { companyId, author: { userId, application }, timesheetId, answers }
    return { verb: 'run', operation: saveBreakAnswers.name, inputs: [input], partial: true }
  }
  const answered = end && break_answers ? [{ step: answering(break_answers, end.id) }] : []
  const begun = begin && { ...begin, user_id: userId, type: 'regular', end: '' }
  const placed = place && { ...place, user_id: userId }
  return [
    ...(change ? guarded('changed', change, []) : []),
    ...(end ? guarded('ended', end, answered) : []),
    ...(begun
      ? [{ name: 'begun', step: { verb: 'create', resource: 'timesheets', items: [begun], options } } as const]
      : []),
    ...(placed
      ? [{ step: { verb: 'create', resource: 'geolocations', items: [placed], partial: true } } as const]
      : []),
  ]
}

/** The record in the answer to a write of one item. */
function recordIn(answer: unknown): Item {
  const { timesheets } = propertiesOf(propertiesOf(answer).results)
  const { _status_code, _status_message, ...found } = propertiesOf(propertiesOf(timesheets)['1'])
  return found
}
