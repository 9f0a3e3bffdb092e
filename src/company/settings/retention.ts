import { RequestError } from '../../engine/errors.ts'
import { type Handle, operation, sql } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { daysKept, type RetentionKind, retentionProblem } from '../../rules/settings/retention.ts'

/** The company's choices by kind, in days, 0 for forever; and its country, '' if not set. */
type Retention = { chosen: ReadonlyMap<string, number>; country: string }

/** How long a company has chosen to keep records. */
export async function retentionOf(handle: Handle, companyId: number): Promise<Retention> {
  const rows = await handle.all<{ kind: string; days: number }>(
    sql`select kind, days from retention_choices where company_id = ${companyId}`,
  )
  const set = await handle.get<{ value: string }>(sql`select value from settings where company_id = ${companyId}
    and scope = 'company' and scope_id = 0 and section = 'general' and key = 'country'`)
  const country = set ? String(JSON.parse(set.value)) : ''
  return { chosen: new Map(rows.map(({ kind, days }) => [kind, days])), country }
}

type Choice = { companyId: number; author: Author; kind: RetentionKind; days: number | null }

/** Sets how many days records of a kind are kept: 0 for forever, null for the default. Throws RequestError 417. */
export const setRetention = operation(
  'retention.set',
  async (tx, { companyId, author, kind, days }: Choice): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const { chosen, country } = await retentionOf(tx, companyId)
    const problem = days === null ? undefined : retentionProblem(kind, days, country)
    if (problem) throw new RequestError(417, problem)
    if (days === (chosen.get(kind) ?? null)) return
    await tx.run(sql`delete from retention_choices where company_id = ${companyId} and kind = ${kind}`)
    if (days !== null) work.append('retention_choices', { kind, days })
    const kept = (choice: number | undefined) => daysKept(kind, choice, country)
    const details = { what: kind, changes: { days: [kept(chosen.get(kind)), kept(days ?? undefined)] } }
    work.audit({ kind: 'settings', event: 'retention changed', details })
    await work.flush()
  },
  ({ companyId }) => companyId,
)
