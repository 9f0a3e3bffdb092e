import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { lastOf, valueAt } from '../rules/elements.ts'
import { localDate } from '../rules/time/calendar.ts'
import { type ImportState, keepLeft, keepState, type Left } from './state.ts'
import { writeRows } from './write_rows.ts'

type Given = { companyId: number; zone: string; state: ImportState }

/** Applies consequences of all lists together. It can run repeatedly, because it changes only what is not yet right. */
export const settleImport = operation('import.settle', async (tx, { companyId, zone, state }: Given): Promise<void> => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: 'import' }, { history: false })
  const left = await mendTree(work)
  await markInherited(work)
  await linkProjects(work)
  await settleBalances(work, zone)
  await keepLeft(work, left, new Set())
  await keepState(work, state)
  await work.flush()
})

type Node = { id: number; parent_id: number }

/** Moves jobcodes to the top if their parent does not exist or they are below themselves. */
async function mendTree(work: UnitOfWork): Promise<Left[]> {
  const { tx, company } = work
  const nodes = await tx.all<Node>(
    sql`select id, parent_id from jobcodes where company_id = ${company.row.company_id} order by id`,
  )
  const parents = new Map(nodes.map(({ id, parent_id }) => [id, parent_id]))
  const sound = new Set<number>([0])
  const bad: Node[] = []
  for (const node of nodes) {
    const line = new Set<number>()
    let at = node.id
    while (!sound.has(at) && !line.has(at) && parents.has(at)) {
      line.add(at)
      at = valueAt(parents, at)
    }
    if (!sound.has(at)) {
      // `at` is missing or part of a cycle, so the last jobcode that refers to it moves to the top.
      const last = parents.has(at) ? at : lastOf([...line])
      bad.push({ id: last, parent_id: valueAt(parents, last) })
      parents.set(last, 0)
    }
    for (const id of line) sound.add(id)
  }
  await writeRows(
    work,
    'jobcodes',
    bad.map(({ id }) => ({ id, parent_id: 0 })),
  )
  return bad.map(({ id, parent_id }) => ({
    list: 'jobcodes',
    id,
    message: parents.has(parent_id)
      ? `parent_id: ${parent_id} is below the jobcode itself, so it was put at the top`
      : `parent_id: there is no jobcode ${parent_id}, so it was put at the top`,
    part: 0,
    again: !parents.has(parent_id),
  }))
}

/** Marks assignments as inherited if the person also has the parent jobcode, because the API does not show that. */
async function markInherited({ tx, company }: UnitOfWork): Promise<void> {
  const companyId = company.row.company_id
  await tx.run(sql`update jobcode_assignments set inherited = 1 where company_id = ${companyId} and inherited = 0
    and active = 1 and exists (select 1 from jobcodes j
      join jobcode_assignments a on a.company_id = j.company_id and a.jobcode_id = j.parent_id and a.active = 1
      where j.company_id = ${companyId} and j.id = jobcode_assignments.jobcode_id and j.parent_id <> 0
        and a.user_id = jobcode_assignments.user_id)`)
}

/** Links jobcodes to their projects, even if the source does not. */
async function linkProjects({ tx, company }: UnitOfWork): Promise<void> {
  const companyId = company.row.company_id
  const project = sql`from projects p where p.company_id = ${companyId} and p.jobcode_id = jobcodes.id`
  await tx.run(sql`update jobcodes set project_id = (select max(p.id) ${project})
    where company_id = ${companyId} and project_id = 0 and exists (select 1 ${project})`)
}

type Sum = { user_id: number; jobcode_id: number; seconds: number }

/** The API shows balances but not their history, so a ledger line makes up the difference. */
async function settleBalances(work: UnitOfWork, zone: string): Promise<void> {
  const { tx, company, stamp } = work
  const companyId = company.row.company_id
  const granted = await tx.all<Sum>(sql`select user_id, jobcode_id, cast(sum(seconds) as bigint) as seconds
    from pto_ledger where company_id = ${companyId} group by user_id, jobcode_id`)
  const taken = await tx.all<Sum>(sql`select t.user_id, t.jobcode_id, cast(sum(t.duration) as bigint) as seconds
    from timesheets t join jobcodes j on j.company_id = t.company_id and j.id = t.jobcode_id and j.type = 'pto'
    where t.company_id = ${companyId} group by t.user_id, t.jobcode_id`)
  const people = await tx.all<{ id: number; pto_balances: string }>(
    sql`select id, pto_balances from users where company_id = ${companyId} and pto_balances <> '{}'`,
  )
  const has = new Map<string, number>()
  const add = ({ user_id, jobcode_id, seconds }: Sum, sign: 1 | -1) => {
    const key = `${user_id} ${jobcode_id}`
    has.set(key, (has.get(key) ?? 0) + sign * Number(seconds))
  }
  for (const sum of granted) add(sum, 1)
  for (const sum of taken) add(sum, -1)
  const date = localDate(tx.now, zone)
  for (const { id, pto_balances } of people)
    for (const [jobcode, balance] of Object.entries<number>(JSON.parse(pto_balances))) {
      const seconds = balance - (has.get(`${id} ${jobcode}`) ?? 0)
      const line = { key: `import ${stamp}`, date, seconds, worked: 0, reason: 'imported balance', author: 'import' }
      if (seconds !== 0)
        work.append('pto_ledger', { user_id: id, jobcode_id: Number(jobcode), ...line, created: tx.now })
    }
}
