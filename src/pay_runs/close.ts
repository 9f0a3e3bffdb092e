import { rowUses } from '../company/pay/pay_runs.ts'
import { credit } from '../company/pay/pto.ts'
import { administrator } from '../company/rights/rights.ts'
import { loadSettings, zoneFor } from '../company/settings/settings.ts'
import { RequestError } from '../engine/errors.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import { markOf } from '../reports/runs/changed.ts'
import { digest } from '../reports/runs/due_pay.ts'
import { isPaid, isWorth, linesOfPerson, type PersonRun, reckon } from '../reports/runs/reckon.ts'
import type { PayRun } from '../resources/pay_runs.ts'
import type { User } from '../resources/users/record.ts'
import { firstOf } from '../rules/elements.ts'
import { sumOfLines } from '../rules/pay/adjustments.ts'
import { type AdjustedHours, nothingPaid, packed, packedHours } from '../rules/pay/frozen_time.ts'
import { kindOfTimeOff } from '../rules/payroll_files/kinds.ts'
import { localDate, type Range } from '../rules/time/calendar.ts'
import { ownLines, refuseOverdrawn } from './entered.ts'

/** An adjustment that someone entered, as it is stored. */
type Entered = Range & { user_id: number; number: number; reason: string; seconds: number; amount_cents: number }

type Closing = { companyId: number; author: Author; id: number }

/**
 * Closes a pay run: what it pays is kept from now on. Refuses a run that is not open, days that are in the future or not
 * approved, days that another run has paid, adjustments that take back more than was paid, and a run that pays nothing.
 */
export const closePayRun = operation(
  'payRuns.close',
  async (tx, { companyId, author, id }: Closing): Promise<PayRun> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    await loadSettings(work.company)
    const run = await existingRun(id, work)
    if (run.state !== 'open') throw new RequestError(417, 'pay_run_not_open', { id })
    const entered =
      await tx.all<Entered>(sql`select user_id, number, start_date, end_date, reason, seconds, amount_cents
      from pay_run_lines where company_id = ${companyId} and pay_run_id = ${id} and revision = ${run.revision}
      order by user_id, number`)
    const closed = await closeRun(run, work, entered)
    await work.flush()
    return closed
  },
  ({ companyId }) => companyId,
)

/** The run of this id. RequestError 404. */
export async function existingRun(id: number, work: UnitOfWork): Promise<PayRun> {
  await work.load('pay_runs', sql`id = ${id}`)
  const run = work.get('pay_runs', id)
  if (!run) throw new RequestError(404, 'no_such_pay_run', { id })
  return run
}

/** Stages what a run pays and its new state. `entered`: the adjustments that someone entered, which are stored already. */
export async function closeRun(run: PayRun, work: UnitOfWork, entered: readonly Entered[]): Promise<PayRun> {
  const { tx, company, author } = work
  const companyId = company.row.company_id
  if (run.end_date > localDate(tx.now, zoneFor(company)))
    throw new RequestError(417, 'pay_run_not_over', { date: run.end_date })
  const actor = administrator(companyId, author.application)
  const ctx = { actor, now: tx.now, company }
  const { people, unapproved, taken, settled } = await reckon(run, ctx, tx)
  refuseTaken(run, people, taken)
  const [first] = unapproved
  if (first) {
    const names = named(unapproved.map(({ user }) => user))
    throw new RequestError(417, 'pay_run_not_approved', { names, date: first.date })
  }
  if (!people.some(isPaid) && entered.length === 0) throw new RequestError(417, 'pay_run_pays_nothing')
  await refuseOverdrawn(entered, ownLines(people, run), work, () => 'adjustments')
  if (people.some(({ payouts }) => payouts.length > 0))
    await work.load(
      'users',
      inList(
        sql`id`,
        people.map(({ user }) => user.id),
      ),
    )
  const numbers = new Map(entered.map(({ user_id, number }) => [user_id, number]))
  const rows = people.map((person) => stage(person, run, work, numbers.get(person.user.id) ?? 0))
  stageOther(run, work, [...rows.flatMap(({ other }) => other), ...entered.map(hoursEntered)])
  if (settled) work.append('pay_run_marks', { pay_run_id: run.id, revision: run.revision, ...markOf(ctx, settled) })
  const sums = [...rows, sumOfLines(entered)]
  const paid = new Set([...people.filter(isPaid).map(({ user }) => user.id), ...entered.map(({ user_id }) => user_id)])
  const inputs = people.flatMap(({ days }) => days.map((day) => `${day.inputs.rules} ${day.inputs.rates}`))
  return work.change('pay_runs', run.id, {
    ...{ state: 'closed', closed: tx.now, closed_by_user_id: author.userId, people: paid.size },
    seconds: sums.reduce((all, { seconds }) => all + seconds, 0),
    gross_cents: sums.reduce((all, { amount_cents }) => all + amount_cents, 0),
    adjustments: entered.length + rows.reduce((all, { adjustments }) => all + adjustments, 0),
    rules: digest([...new Set(inputs)].sort()),
  })
}

/** Refuses chosen people whose days were paid, and a run of everyone in which no one has days left. */
function refuseTaken(
  { user_ids }: PayRun,
  people: readonly PersonRun[],
  taken: readonly { user: User; run: number }[],
): void {
  const first = taken[0]
  if (!first) return
  if (user_ids.length === 0 && people.some(({ days }) => days.some(isWorth))) return
  const users = taken.filter(({ run }) => run === first.run).map(({ user }) => user)
  throw new RequestError(417, 'pay_run_days_paid', { id: first.run, names: named(users) })
}

const namesMax = 5

/** Such as `Ada Admin, Wanda Worker and 3 more`. */
function named(users: readonly User[]): string {
  const names = users.map((user) => user.display_name || `${user.first_name} ${user.last_name}`.trim())
  const more = names.length - namesMax
  return more > 0 ? `${names.slice(0, namesMax).join(', ')} and ${more} more` : names.join(', ')
}

/** Stages what a run pays one person; returns the sums. */
function stage(person: PersonRun, run: PayRun, work: UnitOfWork, number: number): Staged {
  const { user, days, adjustments, payouts } = person
  const { id: pay_run_id, revision, end_date } = run
  const whose = { pay_run_id, revision, user_id: user.id }
  const lines = linesOfPerson(person, run)
  for (const [index, { start_date, end_date, cause, line }] of lines.entries())
    work.append('pay_run_lines', {
      ...{ ...whose, number: number + index + 1, start_date, end_date, cause, reason: '' },
      ...{ seconds: line.seconds, amount_cents: line.amount_cents, line: JSON.stringify(line) },
    })
  const addDays = ({ start_date, end_date }: Range, adjusts: number, inputs: unknown, paid: string) =>
    work.append('pay_run_people', { ...whose, adjusts, start_date, end_date, inputs: JSON.stringify(inputs), paid })
  for (const { range, inputs, freeze } of days) addDays(range, rowUses.paid, inputs, packed(freeze()))
  for (const { due, hours, isNew } of adjustments) {
    if (isNew) addDays(due.range, rowUses.paid, due.inputs, packed(nothingPaid))
    addDays(due.range, rowUses.adjusted, due.inputs, packedHours(hours))
  }
  for (const payout of payouts) {
    const { jobcode_id, seconds } = payout
    const key = `paid out ${run.id} ${revision}`
    const line = { key, date: end_date, seconds: -seconds, worked: 0, reason: `Paid out by pay run ${run.id}` }
    credit(work, user.id, jobcode_id, line, work.author.application || 'pay run')
  }
  const off = payouts.map(({ jobcode_id, seconds }) => ({
    jobcode_id,
    kind: kindOfTimeOff(jobcode_id),
    seconds,
    billed: 0,
  }))
  const adjusting = lines.filter(({ cause }) => cause !== '').length
  return {
    ...sumOfLines(lines.map(({ line }) => line)),
    adjustments: adjusting,
    other: off.map((hours) => ({ user_id: user.id, start_date: end_date, end_date, hours })),
  }
}

/** Hours that belong to no work of the run: balances that are paid out, and adjustments that someone entered. */
type OtherHours = Range & { user_id: number; hours: AdjustedHours }

type Staged = { seconds: number; amount_cents: number; adjustments: number; other: readonly OtherHours[] }

function hoursEntered({ user_id, start_date, end_date, seconds }: Entered): OtherHours {
  return { user_id, start_date, end_date, hours: { jobcode_id: 0, kind: 'regular', seconds, billed: 0 } }
}

function stageOther({ id, revision }: PayRun, work: UnitOfWork, all: readonly OtherHours[]): void {
  for (const own of Map.groupBy(all, ({ user_id, start_date }) => `${user_id} ${start_date}`).values()) {
    const { user_id, start_date, end_date } = firstOf(own)
    const row = { pay_run_id: id, revision, user_id, adjusts: rowUses.other, start_date, end_date, inputs: '{}' }
    const paid = packedHours(own.map(({ hours }) => hours).filter(({ seconds }) => seconds !== 0))
    work.append('pay_run_people', { ...row, paid })
  }
}
