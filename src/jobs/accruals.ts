import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { credit, type PtoPolicy, policiesOf, policyFor } from '../company/pay/pto.ts'
import { loadSettings, settingsFor, zoneFor } from '../company/settings/settings.ts'
import { patternOf } from '../company/settings/working_pattern.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { inList, operation, type Sql, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { User } from '../resources/users/record.ts'
import { lastOf } from '../rules/elements.ts'
import { accrue, type Line } from '../rules/time/accruals.ts'
import { hour, isDate, localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** People per transaction. */
const peopleMax = 100

/** Grants the paid time off that has become due, including while no server was running. */
export async function accrueDue(world: World): Promise<void> {
  const { db, now } = world
  const at = now()
  // The zone furthest ahead.
  const latest = localDate(at + 14 * hour, 'UTC')
  const due = await acrossCompanies<{ company_id: number; done_to: string }>(
    world,
    (own) => sql`select company_id, min(done_to) as done_to from pto_policies
      where ${own} and done_to < ${latest} group by company_id`,
  )
  await eachCompany(world, due, async ({ company_id: companyId, done_to }) => {
    const company = await CompanySnapshot.of(companyId, db.read)
    await loadSettings(company)
    const to = localDate(at, zoneFor(company))
    for (let after: number | undefined = 0; done_to < to && after !== undefined; )
      after = await db.write(accruePto, { companyId, to, after }, at)
  })
}

/**
 * Grants the next people, ordered by id, the time off that is due up to a date; returns the last id, or undefined at
 * the end.
 */
export const accruePto = operation(
  'accruePto',
  async (
    tx,
    { companyId, to, after }: { companyId: number; to: string; after: number },
  ): Promise<number | undefined> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    await loadSettings(work.company)
    const policies = await policiesOf(tx, companyId)
    const jobcodeIds = policies.map((policy) => policy.jobcode_id)
    await work.company.look('jobcodes', jobcodeIds)
    const people = await work.load('users', sql`active = 1 and id > ${after}`, {
      first: { order: sql`id`, limit: peopleMax },
    })
    const known = await ledgerOf(work, people, policies)
    for (const user of people)
      for (const jobcodeId of new Set(jobcodeIds)) {
        const policy = policyFor(policies, jobcodeId, user)
        if (!policy || policy.done_to >= to || !work.get('jobcodes', jobcodeId)?.active) continue
        const { settings } = settingsFor(work.company, user).general
        const range = { after: policy.done_to, to }
        for (const line of accrue(policy, employment(user, work), known(user.id, jobcodeId), range, settings))
          credit(work, user.id, jobcodeId, line, 'accrual')
      }
    await work.flush()
    if (people.length === peopleMax) return lastOf(people).id
    await tx.run(sql`update pto_policies set done_to = ${to} where company_id = ${companyId} and done_to < ${to}`)
    return undefined
  },
)

/** A person's employment dates and full-time share. Without a hire date, employment starts when the person was created. */
function employment(
  user: User,
  { company }: UnitOfWork,
): { hire_date: string; term_date: string; shareOn: (date: string) => number } {
  const { hire_date, term_date, created } = user
  return {
    hire_date: isDate(hire_date) ? hire_date : localDate(created, zoneFor(company)),
    term_date,
    shareOn: (date) => patternOf(user, company, date).share,
  }
}

type Sum = { user_id: number; jobcode_id: number; date: string; seconds: number }

/** What these people were granted, have taken, and have worked if accrual depends on it. */
async function ledgerOf({ tx, company }: UnitOfWork, people: readonly User[], policies: readonly PtoPolicy[]) {
  const companyId = company.row.company_id
  const ofPeople = inList(
    sql`user_id`,
    people.map((user) => user.id),
  )
  const ofJobcodes = inList(
    sql`jobcode_id`,
    policies.map((policy) => policy.jobcode_id),
  )
  const lines = await tx.all<Line & { user_id: number; jobcode_id: number }>(
    sql`select * from pto_ledger where company_id = ${companyId} and ${ofPeople} and ${ofJobcodes} order by date, key`,
  )
  const time = (condition: Sql) =>
    tx.all<Sum>(sql`select user_id, jobcode_id, date, sum(duration) as seconds from timesheets
      where company_id = ${companyId} and ${ofPeople} and ${condition} group by user_id, jobcode_id, date`)
  const taken = await time(ofJobcodes)
  // Hours worked count to the second, even if the company rounds: a change of rounding must not change what was accrued.
  const byHours = policies.some((policy) => policy.every === 'worked')
  const worked = byHours
    ? await time(sql`(jobcode_id = 0 or jobcode_id in (select j.id from jobcodes j
        where j.company_id = ${companyId} and j.type in ('regular', 'paid_break')))`)
    : []
  return (userId: number, jobcodeId: number) => {
    const own = (row: { user_id: number; jobcode_id: number }) => row.user_id === userId && row.jobcode_id === jobcodeId
    return {
      lines: lines.filter(own),
      taken: taken.filter(own),
      worked: worked.filter((row) => row.user_id === userId),
    }
  }
}
