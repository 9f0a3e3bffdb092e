import { msg } from '../../../src/rules/language/messages.ts'
import { amountNames, isAmountKind, restKind } from '../../../src/rules/payroll_files/kinds.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { kindsOfHour } from '../reports/setup_plan.ts'

type Problem = AnswerOf<'GET /api/console/exports/{target}/check'>['problems'][number]

/** What a payroll file lacks or cannot hold, as a sentence for one person or several. */
const words: Readonly<Record<Problem['code'], string>> = {
  number_missing: msg('Is missing.'),
  number_missing_for_namesake: msg('Is missing, but two people are named {name}.'),
  number_taken: msg('{number} is also the number of {other}.'),
  adp_file_number_malformed: msg('{number} is not a file number of at most 6 digits.'),
  paychex_worker_id_malformed: msg('{number} is not a worker ID of at most 10 letters and digits.'),
  adp_company_code_missing: msg('Enter the company code ADP gave you.'),
  adp_batch_id_missing: msg('Enter a batch ID.'),
  paychex_client_id_missing: msg('Enter the client ID Paychex gave you.'),
  quickbooks_company_missing: msg('Copy the value from the company file’s timer list export.'),
  adp_code_missing: msg('“{kind}” hours have no Hours 3 or Hours 4 code.'),
  paychex_component_missing: msg('“{kind}” hours have no pay component.'),
  quickbooks_item_missing: msg('“{kind}” hours have no payroll item.'),
  gusto_column_missing: msg('“{kind}” hours have no column.'),
  gusto_premium: msg(
    '{hours} hours are paid for breaks that were not provided. Gusto files have no column for them, so add them in Gusto.',
  ),
  gusto_week_begins: msg('{date} splits a workweek. Choose a {day}, the first day of the workweek.'),
  gusto_week_ends: msg('{date} splits a workweek. Choose a {day}, the last day of the workweek.'),
  hours_above_line_max: msg('{hours} hours of {component} exceed the maximum of 999.99 per line.'),
  job_short_code_missing: msg('{job} has no short code of at most 25 letters and digits.'),
  service_item_missing: msg('{job} is billable and has no service item.'),
  job_name_with_colon: msg('The name {job} has a colon, which separates customer from job in QuickBooks.'),
  employee_name_taken: msg('{other} has the same name, and QuickBooks matches people by name.'),
  entry_too_long: msg('{date}: {duration} is more than 23:59.'),
  iif_letters: msg('{text} has characters that an IIF file can’t contain.'),
  iif_company_letters: msg('The name has characters that an IIF file can’t contain.'),
  iif_notes_letters: msg('{date}: characters that an IIF file can’t contain become question marks.'),
  notes_too_long: msg('{date}: {length} characters, but QuickBooks accepts at most {max}.'),
  pdf_letters: msg('The name has characters that are missing from the PDF fonts. They are shown as boxes.'),
  on_the_clock: msg('Is on the clock. Unfinished time isn’t included in the file.'),
  amounts_hidden: msg('People have amounts, such as bonuses. Only administrators see them, so they are left out.'),
  week_without_salary: msg('Has a salary, but no time in the workweek from {date}, so isn’t paid for it.'),
  adp_earnings_code_missing: msg('{amount} of “{kind}” has no Earnings code.'),
  paychex_amount_component_missing: msg('{amount} of “{kind}” has no pay component.'),
  amount_without_place: msg('{program} files have no column for {amount} of “{kind}”, so add it there.'),
  quickbooks_negative_time: msg(
    '{date}: {duration} of “{kind}” were paid too much. QuickBooks has no negative times, so take them off there.',
  ),
  not_approved: msg('Has time that isn’t approved through the last day.'),
}

/** A problem as a sentence. */
export function problemText({ code, values }: Problem): string {
  const { kind, job, date, day } = values
  return t(words[code], {
    ...values,
    ...(kind !== undefined && { kind: kindText(String(kind), job) }),
    ...(date !== undefined && { date: dateText(String(date)) }),
    // January 4, 1970 was a Sunday.
    ...(day !== undefined && { day: dateText(addDays('1970-01-04', Number(day)), { weekday: 'long' }) }),
  })
}

/** A kind of hour; `pto_12` and `rate_2.5` are kinds that only some companies have. */
export function kindText(kind: string, job?: string | number): string {
  if (kindsOfHour[kind]) return t(kindsOfHour[kind])
  if (isAmountKind(kind)) return t(amountNames[kind])
  if (kind === restKind) return t('Rest periods of piece work')
  if (kind.startsWith('rate_')) return t('Overtime, {rate} ×', { rate: kind.slice(5) })
  return job === undefined ? t('Time off') : t('Time off: {job}', { job })
}
