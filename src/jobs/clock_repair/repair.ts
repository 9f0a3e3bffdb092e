import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { oneRow, operation, sql, type Tx } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { addDays, day, localDate, minute } from '../../rules/time/calendar.ts'
import { accrualsTakenBack, holidaysTakenBack, inspectionsResumed, ratesTakenBack } from './granted.ts'
import { messagesTakenBack } from './messages.ts'
import { backOnTheClock } from './on_the_clock.ts'
import type { Part, Repair } from './part.ts'
import { bringCompanyBack, bringServerBack, bringStampsBack } from './stamps.ts'

// What a clock that was ahead has caused is taken back once it is right again: it is known by its times, which have not
// come. What comes before is everything that passing time alone had caused; then stamps, so that new changes are newer
// than old ones.

/** In this order. */
const parts = [
  backOnTheClock,
  accrualsTakenBack,
  holidaysTakenBack,
  ratesTakenBack,
  inspectionsResumed,
  messagesTakenBack,
] as const

/** What is done for a company: what is taken back, and the number of records whose stamps are brought back. */
export type Repaired = { parts: Part[]; stamps: number }

/** `beat`: the last time at which a server trusted its clock, in microseconds; 0 if that is unknown. */
type Given = { companyId: number; dry: boolean; beat: number }

/**
 * Takes back what a clock that was ahead has caused in a company, and brings its stamps back with a new start of the
 * change log. `dry`: only tells what it would do. Nothing happens if nothing has a time that has not come.
 */
export const repairCompany = operation(
  'clock.repair',
  async (tx, { companyId, dry, beat }: Given): Promise<Repaired> => {
    const run = (inside: Tx) => repair(inside, companyId, beat)
    return dry ? tx.undone(run) : run(tx)
  },
  ({ companyId }) => companyId,
)

async function repair(tx: Tx, companyId: number, beat: number): Promise<Repaired> {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await loadSettings(work.company)
  // Servers whose clocks differ by seconds are no reason to take anything back.
  const limit = tx.now + minute
  const given: Repair = {
    work,
    limit,
    today: localDate(tx.now, zoneFor(work.company)),
    isPaid: await paidDays(work),
    wrongDates: await wrongDates(work, limit, beat),
  }
  const done: Part[] = []
  for (const part of parts) done.push(await part(given))
  const found = done.reduce((sum, part) => sum + part.done.length, 0)
  const isAhead = found > 0 || work.company.row.stamp > limit
  // Followers of the change log start over: what they know of the future is no longer true.
  if (isAhead) work.emptied('companies')
  if (isAhead) work.audit({ kind: 'settings', event: 'clock repaired', details: { count: found } })
  await work.flush()
  const stamps = await bringStampsBack(tx, companyId, limit)
  if (isAhead) await bringCompanyBack(tx, companyId, limit)
  return { parts: done, stamps }
}

/** Whether a pay run has paid a day of a person. */
async function paidDays({ tx, company }: UnitOfWork): Promise<Repair['isPaid']> {
  const from = addDays(localDate(tx.now, 'UTC'), -31)
  const rows = await tx.all<{ user_id: number; start_date: string; end_date: string }>(
    sql`select user_id, start_date, end_date from pay_run_people
      where company_id = ${company.row.company_id} and end_date >= ${from}`,
  )
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return (userId, date) =>
    (byPerson.get(userId) ?? []).some(({ start_date, end_date }) => start_date <= date && date <= end_date)
}

/** The dates on which the clock is known to have been while it was ahead; after the last date there is none. */
async function wrongDates({ tx, company }: UnitOfWork, limit: number, beat: number): Promise<Repair['wrongDates']> {
  const own = sql`company_id = ${company.row.company_id} and created > ${limit}`
  const found = await Promise.all(
    [sql`pto_ledger`, sql`holiday_grants`, sql`notifications`, sql`sent_alerts`].map((table) =>
      oneRow<{ first: number | null; last: number | null }>(
        tx,
        sql`select min(created) as first, max(created) as last from ${table} where ${own}`,
      ),
    ),
  )
  const instants = found
    .flatMap(({ first, last }) => [first, last])
    .concat(company.row.stamp, beat)
    .flatMap((instant) => (instant !== null && Number(instant) > limit ? [Number(instant)] : []))
  if (instants.length === 0) return { first: '9999-12-31', last: '9999-12-31' }
  // In any time zone.
  const dates = instants.flatMap((instant) => [
    localDate(instant - day / 2, 'UTC'),
    localDate(instant + day / 2, 'UTC'),
  ])
  const sorted = dates.sort()
  return { first: sorted[0]!, last: sorted.at(-1)! }
}

/** Brings back what belongs to no company. */
export const repairServer = operation('clock.repairServer', (tx): Promise<void> => bringServerBack(tx, tx.now + minute))
