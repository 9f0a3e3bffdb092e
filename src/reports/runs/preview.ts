import { hasRates } from '../../company/pay/pay_rates.ts'
import { RequestError } from '../../engine/errors.ts'
import { choice, day, ids } from '../../engine/filters.ts'
import { sql } from '../../engine/sql.ts'
import { runKinds, sumOfLines } from '../../rules/pay/adjustments.ts'
import { seesPay } from '../../rules/people/sight.ts'
import type { Range } from '../../rules/time/calendar.ts'
import { report } from '../../wire/report.ts'
import { printed } from '../gross_pay.ts'
import { isPaid, linesOfPerson, type PersonRun, reckon } from './reckon.ts'

const always = () => sql`1 = 1`

/** What a pay run would pay, and what keeps it from being closed. Nothing is stored. Not part of the vendor’s API. */
export const payRunPreview = report({
  name: 'pay_run_preview',
  about: 'What a pay run would pay.',
  filters: {
    kind: choice(runKinds, 'regular', always),
    user_ids: ids(always),
    start_date: day(always),
    end_date: day(always),
  },
  required: ['start_date', 'end_date'],
  async run({ values }, ctx, handle) {
    if (!seesPay(ctx.actor)) throw new RequestError(403, 'pay_for_administrators_only')
    const { kind, start_date, end_date, user_ids = [] } = values
    const { people, unapproved, taken } = await reckon({ kind, start_date, end_date, user_ids }, ctx, handle)
    const paid = people.filter(isPaid)
    return JSON.stringify({
      ...{ kind, start_date, end_date },
      unapproved: unapproved.map(({ user, date }) => ({ user_id: user.id, name: nameOf(user), date })),
      taken: taken.map(({ user, run }) => ({ user_id: user.id, name: nameOf(user), pay_run_id: run })),
      has_rates: await hasRates(ctx.actor.companyId, handle),
      people: paid.map((person) => personOf(person, { start_date, end_date })),
    })
  },
})

function personOf(person: PersonRun, range: Range) {
  const lines = linesOfPerson(person, range)
  return {
    ...{ user_id: person.user.id, name: nameOf(person.user) },
    lines: lines.map(({ line, ...about }) => ({ ...about, reason: '', ...printed(line) })),
    ...sumOfLines(lines.map(({ line }) => line)),
  }
}

function nameOf(user: { display_name: string; first_name: string; last_name: string }): string {
  return user.display_name || `${user.first_name} ${user.last_name}`.trim()
}
