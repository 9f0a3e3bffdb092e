import { Refusal, RequestError } from '../../engine/errors.ts'
import { all, inList, operation, type Sql, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import {
  type GivenRate,
  isSalary,
  mixedProblem,
  type PayRate,
  rateOn,
  rateProblem,
  ratesPerUnit,
  storedRate,
  usualWeekSeconds,
  yearly,
} from '../../rules/pay/pay.ts'
import { localDate } from '../../rules/time/calendar.ts'
import { below } from '../job_tree.ts'
import { loadSettings, zoneFor } from '../settings/settings.ts'
import { ratesOf } from './pay_rates.ts'

// All changes to people's pay. A person's pay_rate, which the public API shows, is the rate in effect today.

type Given = {
  companyId: number
  author: Author
  pay: readonly { user_id: number; pay_rate: number; pay_interval: 'hour' | 'year' }[]
}

/**
 * Sets people's pay from today on; a person's first rate applies to earlier time, too. Changes all of them or, with a
 * Refusal, none.
 */
export const setPay = operation('setPay', async (tx, { companyId, author, pay }: Given): Promise<void> => {
  const work = await UnitOfWork.begin(tx, companyId, author)
  const ids = pay.map(({ user_id }) => user_id)
  await work.load('users', inList(sql`id`, ids))
  for (const [index, { user_id }] of pay.entries())
    if (!work.get('users', user_id))
      throw new Refusal(417, 'no_such_user', { field: `data.${index}.user_id`, id: user_id })
  const today = await todayOf(work)
  const all = await ratesOf(inList(sql`user_id`, ids), companyId, tx)
  const known = all.filter(({ jobcode_id }) => jobcode_id === 0)
  // If there are several for one person, the last one counts.
  for (const { user_id, pay_rate, pay_interval } of new Map(pay.map((one) => [one.user_id, one])).values()) {
    const own = known.filter((rate) => rate.user_id === user_id)
    const rate = storedRate(Math.round(pay_rate * 100) / 100)
    const current = rateOn(own, today)
    if (current ? isAlike(current, rate, pay_interval) : rate === 0 && own.length === 0) continue
    const from = own.length === 0 ? '' : today
    const before = all.filter((other) => other.user_id === user_id)
    const others = before.filter((other) => other.jobcode_id !== 0 || other.from !== from)
    const mixed = mixedProblem([...others, { user_id, jobcode_id: 0, from, rate, per: pay_interval }], before)
    if (mixed) throw new Refusal(417, mixed)
    await tx.run(sql`delete from pay_rates where company_id = ${companyId} and ${exactly({ user_id, from })}`)
    append({ user_id, jobcode_id: 0, from, rate, per: pay_interval }, today, work)
    show(user_id, { rate, per: pay_interval }, work)
  }
  await work.flush()
})

/** Whether a rate is shown by the same figures as a new one. */
function isAlike(current: PayRate, rate: number, per: 'hour' | 'year'): boolean {
  if (!isSalary(current)) return current.rate === rate && per === 'hour'
  return Math.round(yearly(current) / 100) * 100 === rate && per === 'year'
}

type Change<R> = { companyId: number; author: Author; rate: R; alters_approved?: boolean }

/**
 * Adds a rate for a person, a job or a person on a job. Refuses an invalid one (`rateProblem`), naming the field, and one
 * that changes what is paid for approved time, unless it says `alters_approved`.
 */
export const addPayRate = operation('addPayRate', async (tx, change: Change<GivenRate>) => {
  const { companyId, author, rate: given } = change
  const work = await UnitOfWork.begin(tx, companyId, author)
  const { user_id, jobcode_id } = given
  const all = await ratesOf(sql`user_id = ${user_id}`, companyId, tx)
  const known = all.filter((rate) => rate.jobcode_id === jobcode_id)
  const problem = rateProblem(given, known) ?? mixedProblem([...all, { ...given, rate: 0 }], all)
  if (problem) throw new Refusal(417, problem)
  await work.load('users', sql`id = ${user_id}`)
  await work.load('jobcodes', sql`id = ${jobcode_id}`)
  if (user_id !== 0 && !work.get('users', user_id))
    throw new Refusal(417, 'no_such_user', { field: 'user_id', id: user_id })
  if (jobcode_id !== 0) checkJob(work.get('jobcodes', jobcode_id), jobcode_id)
  // A person's first rate fills in what was not known before.
  if (jobcode_id !== 0 || known.length > 0) await refuseApproved(change, known, work)
  const today = await todayOf(work)
  const rate = { ...given, rate: storedRate(given.rate) }
  append(rate, today, work)
  if (jobcode_id === 0) show(user_id, rateOn([...known, rate], today), work)
  await work.flush()
})

/** Identifies a rate. */
type RateKey = Pick<PayRate, 'user_id' | 'jobcode_id' | 'from'>

/**
 * Removes a rate; the previous one stays in effect. Refuses a rate that does not exist, and one by which approved time
 * was paid, unless it says `alters_approved`.
 */
export const removePayRate = operation('removePayRate', async (tx, change: Change<RateKey>): Promise<void> => {
  const { companyId, author, rate } = change
  const work = await UnitOfWork.begin(tx, companyId, author)
  const { user_id, jobcode_id, from } = rate
  const all = await ratesOf(sql`user_id = ${user_id}`, companyId, tx)
  const known = all.filter((rate) => rate.jobcode_id === jobcode_id)
  const removed = known.find((one) => one.from === from)
  if (!removed) throw new RequestError(404, 'no_such_rate', { which: from ? `from ${from}` : 'without a start date' })
  const mixed = mixedProblem(
    all.filter((rate) => rate !== removed),
    all,
  )
  if (mixed) throw new RequestError(417, mixed)
  await refuseApproved(change, known, work)
  work.afterWrite(async (tx) => {
    await tx.run(sql`delete from pay_rates where company_id = ${companyId} and ${exactly(rate)}`)
    // Pay is reference data, so browsers that show it reload it.
    await tx.run(sql`update companies set setup_version = setup_version + 1 where company_id = ${companyId}`)
  }, user_id)
  if (jobcode_id === 0) {
    await work.load('users', sql`id = ${user_id}`)
    const left = known.filter((one) => one.from !== from)
    show(user_id, rateOn(left, await todayOf(work)), work)
  }
  await work.flush()
})

/** Updates people's pay to the rates that have taken effect. */
export const applyPayRates = operation('applyPayRates', async (tx, { companyId }: { companyId: number }) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const today = await todayOf(work)
  const due = sql`applied = 0 and starts <= ${today}`
  const people = sql`user_id in (select user_id from pay_rates where company_id = ${companyId} and ${due})`
  const known = await ratesOf(sql`jobcode_id = 0 and ${people}`, companyId, tx)
  const byPerson = Map.groupBy(known, ({ user_id }) => user_id)
  await work.load('users', inList(sql`id`, [...byPerson.keys()]))
  for (const [user_id, rates] of byPerson) show(user_id, rateOn(rates, today), work)
  await tx.run(sql`update pay_rates set applied = 1 where company_id = ${companyId} and ${due}`)
  await work.flush()
})

/** Shows people's pay of a date again where a later rate was applied. Returns those rates. */
export async function withdrawPayRates(work: UnitOfWork, today: string): Promise<PayRate[]> {
  const { tx, company } = work
  const companyId = company.row.company_id
  const early = sql`jobcode_id = 0 and applied = 1 and starts > ${today}`
  const rates = await ratesOf(early, companyId, tx)
  const ids = [...new Set(rates.map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  await work.load('users', inList(sql`id`, ids))
  const known = await ratesOf(sql`jobcode_id = 0 and ${inList(sql`user_id`, ids)}`, companyId, tx)
  for (const id of ids) {
    const own = known.filter(({ user_id }) => user_id === id)
    show(id, rateOn(own, today), work)
  }
  await tx.run(sql`update pay_rates set applied = 0 where company_id = ${companyId} and ${early}`)
  return rates
}

/** Throws RequestError 417 if a rate concerns approved time, from its date until the next rate. */
async function refuseApproved(
  { companyId, rate: { user_id, jobcode_id, from }, alters_approved = false }: Change<RateKey>,
  known: readonly PayRate[],
  { tx }: UnitOfWork,
): Promise<void> {
  if (alters_approved) return
  const next = known.flatMap((rate) => (rate.from > from ? rate.from : [])).sort()[0]
  const concerned = all([
    sql`t.company_id = ${companyId} and t.date >= ${from} and t.date <= u.approved_to`,
    ...(next === undefined ? [] : [sql`t.date < ${next}`]),
    ...(user_id === 0 ? [] : [sql`t.user_id = ${user_id}`]),
    ...(jobcode_id === 0 ? [] : [sql`t.jobcode_id in ${below([jobcode_id], companyId)}`]),
  ])
  const last = await tx.get<{ date: string | null }>(sql`select max(t.date) as date from timesheets t
    join users u on u.company_id = ${companyId} and u.id = t.user_id where ${concerned}`)
  if (last?.date)
    throw new RequestError(417, 'approved_pay_would_change', { date: last.date, option: 'alters_approved' })
}

function checkJob(job: RecordOf<'jobcodes'> | undefined, id: number): void {
  if (!job) throw new Refusal(417, 'no_such_jobcode', { field: 'jobcode_id', id })
  if (job.type.startsWith('unpaid_')) throw new Refusal(417, 'jobcode_not_paid')
}

async function todayOf(work: UnitOfWork): Promise<string> {
  await loadSettings(work.company)
  return localDate(work.tx.now, zoneFor(work.company))
}

function append(added: PayRate, today: string, work: UnitOfWork): void {
  const { user_id, jobcode_id, from, rate, per, week_seconds = usualWeekSeconds, fluctuating = 0 } = added
  const isApplied = jobcode_id !== 0 || from <= today
  const row = { user_id, jobcode_id, starts: from, rate, per, week_seconds, fluctuating }
  work.append('pay_rates', { ...row, applied: isApplied ? 1 : 0, created: work.tx.now })
}

/** Updates the pay in a person's record. */
function show(user_id: number, rate: Pick<PayRate, 'rate' | 'per'> | undefined, work: UnitOfWork): void {
  // The public API knows hours and years only.
  const isPeriod = rate !== undefined && isSalary(rate)
  const pay_rate = Math.round(((isPeriod ? yearly(rate) : (rate?.rate ?? 0)) * 100) / ratesPerUnit) / 100
  work.change('users', user_id, { pay_rate, pay_interval: isPeriod ? 'year' : 'hour' })
}

function exactly({ user_id, jobcode_id = 0, from }: Pick<PayRate, 'user_id' | 'from'> & { jobcode_id?: number }): Sql {
  return sql`user_id = ${user_id} and jobcode_id = ${jobcode_id} and starts = ${from}`
}
