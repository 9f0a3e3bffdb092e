import { Company, type CompanyRow } from '../engine/company.ts'
import { operation, sql } from '../engine/sql.ts'
import { Work } from '../engine/work.ts'
import { loadSettings, settingsFor } from '../resources/settings.ts'
import type { Timesheet } from '../resources/timesheets/record.ts'
import { clockedOut, closeRunning, loadRunning } from '../resources/timesheets/room.ts'
import type { User } from '../resources/users.ts'
import { clockOutAt, hour } from '../rules/timesheets.ts'
import type { World } from '../world.ts'

type Running = Pick<Timesheet, 'user_id' | 'start'>

/** Clocks out, at the moment that the rule names, everybody who forgot. One transaction a company. */
export async function clockOutForgotten({ db, now }: World): Promise<void> {
  const at = now()
  const running = await db.read.all<Running & { company_id: number }>(
    sql`select company_id, user_id, "start" from timesheets where "end" is null and "start" <= ${at - hour}`,
  )
  for (const [companyId, entries] of Map.groupBy(running, (entry) => entry.company_id)) {
    const row = await db.read.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
    const due = await forgotten(new Company(row!, db.read), entries, at)
    const userIds = due.map((entry) => entry.user_id)
    if (userIds.length > 0) await db.write(clockOut, { companyId, userIds }, at)
  }
}

/** Clocks out those of these users who, now that nothing else can change the company, still are on the clock too long. */
export const clockOut = operation(
  'clockOut',
  async (tx, input: { companyId: number; userIds: number[] }): Promise<void> => {
    const work = await Work.begin(tx, input.companyId, { userId: 0, application: '' })
    const ctx = { work, company: work.company }
    await loadRunning(input.userIds, ctx)
    const running = work.all<Timesheet>('timesheets').filter((sheet) => sheet.end === null)
    for (const { user_id, at } of await forgotten(work.company, running, tx.now))
      closeRunning(user_id, at, ctx, clockedOut)
    await work.flush()
  },
)

/** Which of these entries have run too long, and when each should have ended. */
async function forgotten(company: Company, entries: readonly Running[], now: number) {
  await loadSettings(company)
  await company.look(
    'users',
    entries.map((entry) => entry.user_id),
  )
  return entries.flatMap(({ user_id, start }) => {
    const { general } = settingsFor(company, company.get<User>('users', user_id))
    const at = clockOutAt(start, general.settings as never)
    return at <= now ? [{ user_id, at }] : []
  })
}
