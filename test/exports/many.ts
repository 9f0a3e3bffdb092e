import { operation, sql } from '../../src/engine/sql.ts'
import { write } from '../support/seed.ts'
import type { TestCompany, TestServer } from '../support/server.ts'

type Fill = { companyId: number; userId: number }

const multiply = operation('test.multiply', async (tx, { companyId, userId }: Fill) => {
  const kept = sql`jobcode_id, type, "start", "end", duration, date, tz, tz_str, location, locked, notes, customfields,
    attached_files, created_by_user_id, created, last_modified, version, time_off_entry_id`
  await tx.run(sql`insert into timesheets (company_id, id, user_id, ${kept})
    select t.company_id, t.id + 10000 * o.place, o.other_id, ${kept} from timesheets t cross join
      (select id as other_id, row_number() over (order by id) as place from users
        where company_id = ${companyId} and id <> ${userId}) o
    where t.company_id = ${companyId} and t.user_id = ${userId}`)
})

/** Gives everyone the entries of the company’s administrator. */
export function repeatForEveryone(server: TestServer, company: TestCompany): Promise<void> {
  return write(server, multiply, { companyId: company.id, userId: company.adminId })
}

/** Fills a company with people who each have that many entries in 2025; returns them in name order. */
export async function manyRows(
  server: TestServer,
  company: TestCompany,
  { people, each }: { people: number; each: number },
): Promise<number[]> {
  const named = Array.from({ length: people - 1 }, (_, index) => String(index).padStart(3, '0'))
  for (let at = 0; at < named.length; at += 50) {
    const items = named.slice(at, at + 50).map((name) => ({ username: name, first_name: 'Person', last_name: name }))
    await server.post(company, '/users', items)
  }
  for (let at = 0; at < each; at += 50) {
    const items = Array.from({ length: Math.min(50, each - at) }, (_, index) => {
      const date = new Date(Date.UTC(2025, 0, 1 + Math.floor((at + index) / 6))).toISOString().slice(0, 10)
      return {
        user_id: company.adminId,
        type: 'manual',
        jobcode_id: 0,
        date,
        duration: 5400,
        notes: `Work ${at + index}`,
      }
    })
    await server.post(company, '/timesheets', items)
  }
  await repeatForEveryone(server, company)
  const users = await server.list(company, 'users')
  return users.map((user) => user.id)
}
