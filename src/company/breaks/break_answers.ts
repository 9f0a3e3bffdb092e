import { RequestError } from '../../engine/errors.ts'
import { type Handle, inList, operation, type Sql, sql } from '../../engine/sql.ts'
import { type Author, type Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import type { BreakAnswer } from '../../rules/time/breaks.ts'
import { loadSettings } from '../settings/settings.ts'
import { breakRulesFor } from './break_rules.ts'

type Given = {
  companyId: number
  author: Author
  timesheetId: number
  answers: readonly Pick<BreakAnswer, 'rule' | 'answer'>[]
}

type Sheet = { user_id: number; group_id: number; exempt: number; date: string; approved_to: string }

/**
 * Stores the author's answers about breaks that were due, with one of their own entries. A later answer replaces an
 * earlier one; the entry's history has all of them. Throws RequestError 404 if the entry is not theirs, 417 if it is
 * approved or if no rule has the name.
 */
export const saveBreakAnswers = operation('saveBreakAnswers', async (tx, given: Given): Promise<void> => {
  const { companyId, author, timesheetId, answers } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  const sheet = await tx.get<Sheet>(
    sql`select t.user_id, t.date, u.approved_to, u.group_id, u.exempt from timesheets t
      join users u on u.company_id = t.company_id and u.id = t.user_id
      where t.company_id = ${companyId} and t.id = ${timesheetId} and t.user_id = ${author.userId}`,
  )
  if (!sheet) throw new RequestError(404, 'no_such_timesheet_of_yours', { id: timesheetId })
  const { user_id, group_id, date, approved_to } = sheet
  if (date <= approved_to) throw new RequestError(417, 'own_time_approved', { date: approved_to })
  await loadSettings(work.company)
  const rulesOf = breakRulesFor(work.company, { id: user_id, group_id, exempt: Boolean(sheet.exempt) })
  const known = new Set(rulesOf.flatMap(({ rules }) => rules.map(({ name }) => name)))
  const unknown = answers.find(({ rule }) => !known.has(rule))
  if (unknown) throw new RequestError(417, 'no_such_break_rule', { name: unknown.rule })
  const last = [...new Map(answers.map((one) => [one.rule, one])).values()]
  const rules = inList(
    sql`rule`,
    last.map(({ rule }) => rule),
  )
  await tx.run(
    sql`delete from break_answers where company_id = ${companyId} and timesheet_id = ${timesheetId} and ${rules}`,
  )
  for (const { rule, answer } of last)
    work.append('break_answers', { timesheet_id: timesheetId, user_id, date, rule, answer, created: tx.now })
  await work.load('timesheets', sql`id = ${timesheetId}`)
  const said = last.map(({ rule, answer }) => `${rule.replaceAll('_', ' ')} ${answer}`).join(', ')
  work.origin(timesheetId, `about breaks: ${said}`, tx.now)
  work.touch('timesheets', timesheetId)
  await work.flush()
})

/** Deletes the answers stored with deleted entries; they remain in the entries' history. */
export async function dropBreakAnswers(changes: readonly Change[], { tx, company }: UnitOfWork): Promise<void> {
  const gone = changes.flatMap(({ before, after }) => (before && !after ? [Number(before.id)] : []))
  if (gone.length === 0) return
  await tx.run(
    sql`delete from break_answers where company_id = ${company.row.company_id} and ${inList(sql`timesheet_id`, gone)}`,
  )
}

/** Answers about breaks, by user. `whose` is a condition on user_id. */
export async function breakAnswers(
  companyId: number,
  whose: Sql,
  { start_date, end_date }: Range,
  handle: Handle,
): Promise<Map<number, BreakAnswer[]>> {
  const rows = await handle.all<BreakAnswer & { user_id: number }>(
    sql`select user_id, timesheet_id, rule, answer from break_answers
      where company_id = ${companyId} and ${whose} and date between ${start_date} and ${end_date}`,
  )
  return Map.groupBy(rows, ({ user_id }) => user_id)
}
