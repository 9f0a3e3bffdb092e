import { loadSettings } from '../../company/settings/settings.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, indexHint, inList, operation, type Sql, sql } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { addDays, type Range } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { deductsLunch, loadLunch, takeLunch } from './lunch.ts'

/** What a person says about the lunch of a day: there was none, or there was one after all. */
export const lunchAnswerKinds = ['none', 'taken'] as const

type Given = { companyId: number; author: Author; date: string; answer: (typeof lunchAnswerKinds)[number] }

// A stretch of work around midnight has parts on other dates.
const daysAround = 3

/**
 * Keeps what the author says about the lunch of a day of theirs, and gives back the automatic lunch, or deducts it again.
 * Throws RequestError 417 if no lunch is deducted from their time, if there is none on that day, or if it is closed.
 */
export const saveLunchAnswer = operation('saveLunchAnswer', async (tx, given: Given): Promise<void> => {
  const { companyId, author, date, answer } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  const ctx = { work, company: work.company }
  await loadSettings(work.company)
  const [owner] = await work.load('users', sql`id = ${author.userId}`)
  if (!owner || !deductsLunch(owner.id, ctx)) throw new RequestError(417, 'lunch_not_deducted')
  const { approved_to, submitted_to } = owner
  if (date <= approved_to) throw new RequestError(417, 'own_time_approved', { field: 'date', date: approved_to })
  if (date <= submitted_to) throw new RequestError(417, 'time_submitted', { field: 'date', date: submitted_to })
  const dates = sql`date between ${addDays(date, -daysAround)} and ${addDays(date, daysAround)}`
  const sheets = await work.load('timesheets', sql`user_id = ${owner.id} and ${dates}`, {
    index: 'timesheets_user_date',
  })
  const here = sheets.filter((sheet) => sheet.date === date && sheet.type === 'regular')
  if (here.length === 0) throw new RequestError(417, 'no_time_that_day', { date })
  await work.company.look(
    'jobcodes',
    sheets.map(({ jobcode_id }) => jobcode_id),
  )
  await tx.run(sql`delete from lunch_answers
    where company_id = ${companyId} and user_id = ${owner.id} and date = ${date}`)
  if (answer === 'none')
    await tx.run(sql`insert into lunch_answers (company_id, user_id, date, created)
      values (${companyId}, ${owner.id}, ${date}, ${tx.now})`)
  await loadLunch([owner.id], ctx)
  const changed = takeLunch(here, ctx)
  const first = work
    .all('timesheets', (sheet) => sheet.user_id === owner.id && sheet.date === date && sheet.type === 'regular')
    .sort((a, b) => a.start - b.start || a.id - b.id)[0]
  if (first) {
    const what = changed.includes(first.id) ? [noteText(answer === 'none' ? 'lunchGivenBack' : 'lunch')] : []
    work.origin(first.id, [`about lunch: ${answer}`, ...what].join('; '), tx.now)
    work.touch('timesheets', first.id)
  }
  await work.flush()
})

/** The days on which people said that they had no lunch, and when they said so, by date. `whose` is a condition on user_id. */
export function lunchAnswers(
  companyId: number,
  whose: Sql,
  { start_date, end_date }: Range,
  handle: Handle,
): Promise<{ user_id: number; date: string; created: number }[]> {
  return handle.all(
    sql`select user_id, date, created from lunch_answers
      where company_id = ${companyId} and ${whose} and date between ${start_date} and ${end_date} order by date`,
  )
}

/** The automatic lunches of a person, by date, in seconds. */
export async function lunchesDeducted(
  companyId: number,
  userId: number,
  { start_date, end_date }: Range,
  handle: Handle,
): Promise<Map<string, number>> {
  const rows = await handle.all<{ date: string; lunch_start: number; lunch_end: number }>(
    sql`select date, lunch_start, lunch_end from timesheets ${indexHint('timesheets_user_date')}
      where company_id = ${companyId} and ${inList(sql`user_id`, [userId])}
      and date between ${start_date} and ${end_date} and type = 'regular' and lunch_start is not null
      and ("end" = lunch_start or (lunch_edge = 1 and "start" = lunch_end))`,
  )
  const sums = new Map<string, number>()
  for (const { date, lunch_start, lunch_end } of rows)
    sums.set(date, (sums.get(date) ?? 0) + (Number(lunch_end) - Number(lunch_start)) / 1e6)
  return sums
}
