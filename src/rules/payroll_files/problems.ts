import { english } from '../language/messages.ts'
import { type Kind, kindInWords, timeOffJobcode } from './kinds.ts'
import { fullName, type Person, type PersonTime } from './time.ts'

/** What a file cannot hold or what needs attention, by code, with the names of values in braces. Codes are public. */
export const problemTexts = {
  number_missing: 'is missing',
  number_missing_for_namesake: 'is missing, but two people are named {name}',
  number_taken: '{number} is also {other}’s',
  adp_file_number_malformed: '{number} is not a file number of at most 6 digits',
  paychex_worker_id_malformed: '{number} is not a worker id of at most 10 letters and digits',
  adp_company_code_missing: 'enter the company code ADP gave you',
  adp_batch_id_missing: 'enter a batch ID',
  paychex_client_id_missing: 'enter the client ID Paychex gave you',
  quickbooks_company_missing: 'copy the value from the company file’s timer list export',
  adp_code_missing: 'has “{hours}” hours, but no Hours 3 or Hours 4 code is set for them',
  paychex_component_missing: 'has “{hours}” hours, but no pay component is set for them',
  quickbooks_item_missing: 'has “{hours}” hours, but no payroll item is set for them',
  gusto_column_missing: 'has “{hours}” hours, but no column is set for them',
  gusto_premium:
    'has {hours} hours paid for breaks that were not provided; Gusto files have no column for them, so add them in Gusto',
  gusto_week_begins: '{date} splits a workweek: it must be a {weekday}, the first day of the workweek',
  gusto_week_ends: '{date} splits a workweek: it must be a {weekday}, the last day of the workweek',
  hours_above_line_max: '{hours} hours of {component} exceed the maximum of 999.99 per line',
  job_short_code_missing: '{job} has no short code of at most 25 letters and digits',
  service_item_missing: 'worked on {job}, which is billable but has no service item',
  job_name_with_colon: 'the name {job} has a colon, which separates customer from job in QuickBooks',
  employee_name_taken: '{other} has the same name; QuickBooks matches people by name',
  entry_too_long: '{date}: {duration} is more than 23:59',
  iif_letters: '{text} has characters that an IIF file cannot contain',
  iif_company_letters: 'has characters that an IIF file cannot contain',
  iif_notes_letters: '{date}: characters that an IIF file cannot contain become ?',
  notes_too_long: '{date}: {length} characters, but QuickBooks accepts at most {max}',
  pdf_letters: 'has characters that are missing from the PDF fonts; they are shown as boxes',
  on_the_clock: 'is on the clock; unfinished time is not included in the file',
  amounts_hidden: 'people have amounts, such as bonuses; only administrators see them, so they are left out',
  week_without_salary: 'has a salary, but no time in the workweek from {date}, so it is not paid for it',
  adp_earnings_code_missing: 'has {amount} of “{hours}”, but no Earnings code is set for it',
  paychex_amount_component_missing: 'has {amount} of “{hours}”, but no pay component is set for it',
  amount_without_place: 'has {amount} of “{hours}”, but {program} files have no column for it, so add it there',
  quickbooks_negative_time:
    '{date}: {duration} of “{hours}” were paid too much; QuickBooks has no negative times, so take them off there',
  not_approved: 'has time that is not approved through the last day',
} as const

/** What a problem is about. */
export type ProblemCode = keyof typeof problemTexts

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The values of a problem: those that its text names, and others that pages need for their words. */
type Named = { readonly [name: string]: string | number }
type Given<C extends ProblemCode> = [NamesIn<(typeof problemTexts)[C]>] extends [never]
  ? [values?: undefined]
  : [values: { readonly [N in NamesIn<(typeof problemTexts)[C]>]: string | number } & Named]

/** Something a file cannot hold or that needs attention. user_id is 0 if it is about no one in particular. */
export type Problem = {
  user_id: number
  /** The display name of its subject, such as 'Wanda Worker'; '' if user_id is 0. */
  name: string
  field: string
  code: ProblemCode
  values: Named
  /** The same as a sentence in English. */
  message: string
  /** True: no file can be made until it is fixed. */
  blocking: boolean
}

/** Collects a problem of one file. */
export type Tell = (problem: Problem) => void

/** The part of a person that a problem names. */
type Subject = Pick<Person, 'id' | 'first_name' | 'last_name'>

/** A problem with a person's data that keeps the file from being made. */
export function personProblem<C extends ProblemCode>(
  person: Subject,
  field: string,
  code: C,
  ...[values]: Given<C>
): Problem {
  return { user_id: person.id, name: fullName(person), field, ...worded(code, values), blocking: true }
}

/** The same for what a person should look at, while the file can be made. */
export function personNotice<C extends ProblemCode>(
  person: Subject,
  field: string,
  code: C,
  ...given: Given<C>
): Problem {
  return { ...personProblem(person, field, code, ...given), blocking: false }
}

/** The same as `personNotice` for no one in particular. */
export function fileNotice<C extends ProblemCode>(field: string, code: C, ...given: Given<C>): Problem {
  return { ...fileProblem(field, code, ...given), blocking: false }
}

/** A problem with the setup or the request that keeps the file from being made. */
export function fileProblem<C extends ProblemCode>(field: string, code: C, ...[values]: Given<C>): Problem {
  return { user_id: 0, name: '', field, ...worded(code, values), blocking: true }
}

function worded(code: ProblemCode, values: Named = {}): Pick<Problem, 'code' | 'values' | 'message'> {
  const message = problemTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return { code, values, message }
}

/** The values of a problem with a kind of hour: the kind, its English name, and the job of time off. */
export function hoursNamed(kind: Kind, jobOf: PersonTime['jobOf']): { kind: Kind; hours: string; job?: string } {
  const timeOff = timeOffJobcode(kind)
  const job = timeOff === undefined ? {} : { job: jobOf(timeOff).path.join(' › ') }
  return { kind, hours: kindInWords(kind, jobOf, english), ...job }
}
