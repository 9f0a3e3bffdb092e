import { Company, type CompanyRow } from '../engine/company.ts'
import { operation, sql } from '../engine/sql.ts'
import { Work } from '../engine/work.ts'
import { loadSettings, settingsFor } from '../resources/settings.ts'
import { closeRunning, loadRunning } from '../resources/timesheets/room.ts'
import type { User } from '../resources/users.ts'
import { clockOutAt, hour } from '../rules/timesheets.ts'

type Running = { company_id: number; user_id: number; start: number }

/** Clocks out, at the moment that the rule names, everybody who forgot. Gives the number of people. */
export const clockOut = operation('clockOut', async (tx, _: Record<string, never>): Promise<number> => {
  const running = await tx.all<Running>(
    sql`select company_id, user_id, "start" from timesheets where "end" is null and "start" <= ${tx.now - hour} order by company_id`,
  )
  let closed = 0
  for (const [companyId, entries] of Map.groupBy(running, (entry) => entry.company_id)) {
    const row = await tx.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
    const company = new Company(row!, tx)
    await loadSettings(company)
    await company.look(
      'users',
      entries.map((entry) => entry.user_id),
    )
    const due = entries.flatMap(({ user_id, start }) => {
      const { general } = settingsFor(company, company.get<User>('users', user_id))
      const at = clockOutAt(start, general.settings as never)
      return at <= tx.now ? [{ user_id, at }] : []
    })
    if (due.length === 0) continue
    const work = await Work.begin(tx, companyId, { userId: 0, application: '' })
    const ctx = { work, company: work.company }
    await loadRunning(
      due.map((entry) => entry.user_id),
      ctx,
    )
    for (const { user_id, at } of due) closeRunning(user_id, at, ctx, 'clocked out automatically')
    await work.flush()
    closed += due.length
  }
  return closed
})
