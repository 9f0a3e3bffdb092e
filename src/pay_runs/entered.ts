import { ofPeople, runLines } from '../company/pay/pay_runs.ts'
import { RequestError } from '../engine/errors.ts'
import { sql } from '../engine/sql.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { linesOfPerson, type PersonRun } from '../reports/runs/reckon.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { overdrawn, uncovered } from '../rules/pay/adjustments.ts'
import { hoursText } from '../rules/pay/payroll.ts'
import type { Range } from '../rules/time/calendar.ts'

/** An adjustment that someone entered. */
type Entered = Range & { user_id: number; seconds: number; amount_cents: number }

/**
 * Refuses adjustments that would leave less than nothing of what was paid for their days: by closed runs, and by `own`, the
 * lines of the run itself. `field` names each of them.
 */
export async function refuseOverdrawn<E extends Entered>(
  entered: readonly E[],
  own: readonly Entered[],
  work: UnitOfWork,
  field: (one: E) => string,
): Promise<void> {
  const taking = entered.filter(({ seconds, amount_cents }) => seconds < 0 || amount_cents < 0)
  if (taking.length === 0) return
  const first = firstOf(taking.map(({ start_date }) => start_date).sort())
  const last = lastOf(taking.map(({ end_date }) => end_date).sort())
  const ids = [...new Set(taking.map(({ user_id }) => user_id))]
  const where = sql`${ofPeople(ids)} and p.end_date >= ${first} and p.start_date <= ${last}`
  const known = await runLines(where, work.company.row.company_id, work.tx)
  const paid = Map.groupBy(
    [...own, ...known.map(({ line: { seconds, amount_cents }, ...days }) => ({ ...days, seconds, amount_cents }))],
    ({ user_id }) => user_id,
  )
  for (const [id, theirs] of Map.groupBy(entered, ({ user_id }) => user_id)) {
    const found = overdrawn(theirs, paid.get(id) ?? [])
    const one = found && theirs[found.index]
    if (!one) continue
    const about = { field: `${field(one)}.${found.figure}`, from: one.start_date, to: one.end_date }
    if (found.figure === 'seconds')
      throw new RequestError(417, 'adjustment_beyond_hours', { ...about, left: hoursText(found.left) })
    throw new RequestError(417, 'adjustment_beyond_pay', { ...about, left: (found.left / 100).toFixed(2) })
  }
}

/**
 * Refuses adjustments with a day that no run has paid: a closed one, or the run itself, of the days `own`. People for whom a
 * run of everyone had nothing to pay may be paid something for its days. `field` names each adjustment.
 */
export async function refuseUnpaid<E extends Range & { user_id: number }>(
  entered: readonly E[],
  own: readonly Range[],
  work: UnitOfWork,
  field: (one: E) => string,
): Promise<void> {
  if (entered.length === 0) return
  const first = firstOf(entered.map(({ start_date }) => start_date).sort())
  const last = lastOf(entered.map(({ end_date }) => end_date).sort())
  await work.load(
    'pay_runs',
    sql`state <> 'open' and kind <> 'correction' and end_date >= ${first} and start_date <= ${last}`,
  )
  const runs = work.all('pay_runs', ({ state, kind }) => state !== 'open' && kind !== 'correction')
  for (const one of entered) {
    const { user_id: id } = one
    const paid = runs.filter(({ user_ids }) => user_ids.length === 0 || user_ids.includes(id))
    const [unpaid] = uncovered(one, [...own, ...paid])
    if (!unpaid) continue
    throw new RequestError(417, 'adjustment_of_unpaid_days', {
      field: `${field(one)}.start_date`,
      date: unpaid.start_date,
      id,
    })
  }
}

/** What a run itself pays people, as far as it concerns adjustments that were entered. */
export function ownLines(people: readonly PersonRun[], range: Range): Entered[] {
  return people.flatMap((person) =>
    linesOfPerson(person, range).map(({ start_date, end_date, line: { seconds, amount_cents } }) => ({
      ...{ user_id: person.user.id, start_date, end_date, seconds, amount_cents },
    })),
  )
}
