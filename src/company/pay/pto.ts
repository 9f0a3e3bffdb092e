import { type Handle, inList, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import type { Line, Policy } from '../../rules/time/accruals.ts'

// Paid time off. How it accrues and carries over: rules/time/accruals.ts. A person's balance is the sum of the ledger less
// the time taken. It is stored in the person's row and updated in the same transaction as either.

/** Updates the balances for paid time off taken. */
export async function settleTime(changed: readonly Change<RecordOf<'timesheets'>>[], work: UnitOfWork): Promise<void> {
  const sides = changed.flatMap(({ before, after }) => [
    ...(before ? [{ sheet: before, sign: 1 }] : []),
    ...(after ? [{ sheet: after, sign: -1 }] : []),
  ])
  await work.company.look(
    'jobcodes',
    sides.map(({ sheet }) => sheet.jobcode_id),
  )
  const paid = sides.filter(({ sheet }) => work.get('jobcodes', sheet.jobcode_id)?.type === 'pto')
  const owners = paid.map(({ sheet }) => sheet.user_id).filter((id) => !work.get('users', id))
  if (owners.length > 0) await work.company.look('users', owners)
  const sums = new Map<string, { userId: number; jobcodeId: number; seconds: number }>()
  for (const { sheet, sign } of paid) {
    const key = `${sheet.user_id}/${sheet.jobcode_id}`
    const sum = sums.get(key) ?? { userId: sheet.user_id, jobcodeId: sheet.jobcode_id, seconds: 0 }
    sums.set(key, { ...sum, seconds: sum.seconds + sign * sheet.duration })
  }
  for (const { userId, jobcodeId, seconds } of sums.values()) addToBalance(work, userId, jobcodeId, seconds)
  await keepHolidayPay(paid, work)
}

/**
 * How one kind of absence accrues for the company, a group or a person; `done_to` is the last date processed, `paid_out`
 * is 1 if the balance is paid out in a final pay run.
 */
export type PtoPolicy = Policy & {
  paid_out: number
  jobcode_id: number
  scope: 'company' | 'group' | 'user'
  scope_id: number
  done_to: string
}

/** All policies of a company. */
export function policiesOf(handle: Handle, companyId: number): Promise<PtoPolicy[]> {
  return handle.all<PtoPolicy>(
    sql`select * from pto_policies where company_id = ${companyId} order by jobcode_id, scope, scope_id`,
  )
}

/** The policy that applies to a person: their own, their group's or the company's. */
export function policyFor(
  policies: readonly PtoPolicy[],
  jobcodeId: number,
  user: { id: number; group_id: number },
): PtoPolicy | undefined {
  const ids = { user: user.id, group: user.group_id, company: 0 }
  const scopes = ['user', 'group', 'company'] as const
  return scopes
    .map((scope) =>
      policies.find(
        (policy) => policy.jobcode_id === jobcodeId && policy.scope === scope && policy.scope_id === ids[scope],
      ),
    )
    .find((policy) => policy !== undefined)
}

/** Adds a line to the ledger and updates the balance. */
export function credit(work: UnitOfWork, userId: number, jobcodeId: number, line: Line, author: string): void {
  const { key, date, seconds, worked, reason } = line
  const row = { user_id: userId, jobcode_id: jobcodeId, key, date, seconds, worked, reason, author }
  work.append('pto_ledger', { ...row, created: work.tx.now })
  addToBalance(work, userId, jobcodeId, seconds)
}

/** Takes a line out of the ledger again, and its time from the balance. */
export async function takeBack(
  work: UnitOfWork,
  { user_id, jobcode_id, key, seconds }: { user_id: number; jobcode_id: number; key: string; seconds: number },
): Promise<void> {
  const { company_id } = work.company.row
  await work.tx.run(sql`delete from pto_ledger where company_id = ${company_id} and user_id = ${user_id}
    and jobcode_id = ${jobcode_id} and key = ${key}`)
  addToBalance(work, user_id, jobcode_id, -seconds)
}

/**
 * Adjusts the ledger when timesheets of holiday pay change, so that they never use up a balance, however they are
 * edited or deleted, as long as they stay on the jobcode on which they were granted.
 */
async function keepHolidayPay(
  sides: readonly { sheet: RecordOf<'timesheets'>; sign: number }[],
  work: UnitOfWork,
): Promise<void> {
  const known = new Set(sides.filter(({ sign }) => sign === 1).map(({ sheet }) => sheet.id))
  if (known.size === 0) return
  const grants = await work.tx.all<{ timesheet_id: number; jobcode_id: number; user_id: number; date: string }>(
    sql`select timesheet_id, jobcode_id, user_id, date from holiday_grants
      where company_id = ${work.company.row.company_id} and ${inList(sql`timesheet_id`, [...known])}`,
  )
  for (const { timesheet_id, jobcode_id, user_id, date } of grants) {
    const own = sides.filter(({ sheet }) => sheet.id === timesheet_id && sheet.jobcode_id === jobcode_id)
    const seconds = -own.reduce((sum, { sheet, sign }) => sum + sign * sheet.duration, 0)
    if (seconds === 0) continue
    const line = { key: `holiday ${date} ${work.stamp}`, date, seconds, worked: 0, reason: 'Holiday pay changed' }
    credit(work, user_id, jobcode_id, line, work.author.application || 'holiday pay')
  }
}

function addToBalance(work: UnitOfWork, userId: number, jobcodeId: number, seconds: number): void {
  const user = work.get('users', userId)
  if (!user || seconds === 0) return
  const pto_balances = { ...user.pto_balances, [jobcodeId]: (user.pto_balances[jobcodeId] ?? 0) + seconds }
  work.change('users', userId, { pto_balances })
}
