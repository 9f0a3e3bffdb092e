import { settingsFor } from '../company/settings/settings.ts'
import { translateTo } from '../company/translate.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import type { Handle } from '../engine/sql.ts'
import { breakPremiumKind, isMoneyKind, timeOffJobcode } from '../rules/payroll_files/kinds.ts'
import { fileNotice, type Problem, personNotice, type Tell } from '../rules/payroll_files/problems.ts'
import type { Cell, Part, Table } from '../rules/payroll_files/table.ts'
import { fullName, type PersonTime } from '../rules/payroll_files/time.ts'
import { writtenDate } from '../rules/time/calendar.ts'
import { csvWriter } from './csv.ts'
import { exportSettingsOf } from './export_settings.ts'
import { iifWriter } from './iif.ts'
import { isPrintable } from './pdf/fonts.ts'
import { sheetsWriter } from './pdf/sheets.ts'
import { tableWriter } from './pdf/table.ts'
import { type Outcome, type ProblemSum, type Progress, problemsMax, type Question, type Totals } from './question.ts'
import { Source } from './source.ts'
import { type Target, targets } from './targets.ts'
import type { Out, Writer } from './writer.ts'
import { xlsxWriter } from './xlsx.ts'

/** The most rows per file. */
const rowsMax = 1_000_000

/**
 * Makes the requested file from the company's data in this snapshot, and passes its bytes to `out`. Throws RequestError
 * 417 if a problem prevents the file; a check only reports the problems.
 */
export async function makeExport(
  question: Question,
  handle: Handle,
  out: Out,
  tell: (progress: Progress) => void,
): Promise<Outcome> {
  const { actor, now } = question
  const company = await CompanySnapshot.of(actor.companyId, handle)
  const target = targets.find((target) => target.name === question.target)!
  const settings = await exportSettingsOf(company)
  await company.list('customfields')
  const found = new Findings()
  const t = translateTo(question.language)
  const ctx = { actor, now, company }
  const totals = noTotals(target.decimals?.includes(question.format) ?? false)
  const whole = await target.whole?.(question, ctx, handle)
  const gathering = target.gathered?.(question, settings, t)
  const file = new TableFile(found, (table) => writerFor(target, question, table, company, out))
  const each = (take: (time: PersonTime) => void) =>
    readPeople(
      target,
      question,
      new Source(question, ctx, handle, target.carriesAmounts ?? false),
      found,
      tell,
      (time) => {
        addTo(totals, time)
        take(time)
      },
    )
  if (whole) {
    addWhole(totals, whole.seconds)
    file.add(whole)
    tell({ done: file.rows, of: file.rows })
  } else if (gathering) {
    await each((time) => gathering.add(time))
    for (const part of gathering.parts()) file.add(part)
  } else {
    const table = target.table(question, settings, { company, tell: found.tell, t })
    file.add({ table, rows: [] })
    if (target.parts)
      for await (const { rows, done, of, seconds } of target.parts(question, ctx, handle)) {
        addWhole(totals, seconds)
        file.write(rows)
        tell({ done, of })
      }
    else await each((time) => file.write(table.rows(time, found.tell), time))
  }
  if (!question.check && found.isBlocked) throw found.refusal()
  await file.end()
  return { rows: file.rows, totals, ...found.all() }
}

/** A file of one or more tables, and its number of rows. */
class TableFile {
  rows = 0
  readonly #found: Findings
  readonly #begin: (table: Table) => Writer
  #writer: Writer | undefined

  constructor(found: Findings, begin: (table: Table) => Writer) {
    this.#found = found
    this.#begin = begin
  }

  /** Begins a table with its first rows, or all of them. */
  add(part: Part): void {
    if (this.#writer) this.#writer.next?.(part)
    else this.#writer = this.#begin(part.table)
    this.write(part.rows)
  }

  write(rows: Cell[][], time?: PersonTime): void {
    this.rows += rows.length
    if (this.rows > rowsMax) throw new RequestError(417, 'too_many_rows', { max: rowsMax })
    // After a blocking problem, nothing needs to be written.
    if (rows.length > 0 && !this.#found.isBlocked) this.#writer!.write(rows, time)
  }

  async end(): Promise<void> {
    await this.#writer!.end()
  }
}

/** Reads the time of all selected people, and reports problems that do not depend on the format. */
async function readPeople(
  target: Target,
  { check, format }: Question,
  source: Source,
  found: Findings,
  tell: (progress: Progress) => void,
  take: (time: PersonTime) => void,
): Promise<void> {
  await source.narrow()
  const plan = await source.plan()
  const of = plan.reduce((sum, { timesheets }) => sum + timesheets, 0)
  const withTime = new Set<number>()
  let done = 0
  tell({ done, of })
  for (const group of plan) {
    for (const time of await source.read(group, target.detail)) {
      for (const date of time.unpaidWeeks ?? [])
        found.tell(personNotice(time.person, 'salary', 'week_without_salary', { date }))
      if (time.lines.length === 0 && time.entries.length === 0 && !time.amounts?.length) continue
      if (time.lines.length > 0) withTime.add(time.person.id)
      if (format === 'pdf') checkName(time, found.tell)
      take(time)
    }
    done += group.timesheets
    tell({ done, of })
  }
  if (!check) return
  if (target.carriesAmounts && (await source.hidesAmounts())) found.tell(fileNotice('amounts', 'amounts_hidden'))
  for (const { user, field } of await source.unfinished(withTime))
    found.tell(personNotice(user, field, field === 'end' ? 'on_the_clock' : 'not_approved'))
}

function writerFor(target: Target, question: Question, table: Table, company: CompanySnapshot, out: Out): Writer {
  const { format, start_date, end_date, now } = question
  const t = translateTo(question.language)
  const title = t(target.title)
  if (question.check) return { write: () => {}, end: async () => {} }
  if (format === 'csv') return csvWriter(table, out, { forPeople: !target.machine, mark: question.decimal_mark })
  if (format === 'xlsx') return xlsxWriter(table, title, t, out)
  if (format === 'iif') return iifWriter(table, out)
  const { date_locale, time_format } = settingsFor(company).general.settings
  const american = date_locale === 'us'
  const paper = { title, company: company.row.name, size: american ? 'LETTER' : 'A4', now, t } as const
  if (target.name !== 'timesheets') {
    const [start, end] = [writtenDate(start_date, date_locale), writtenDate(end_date, date_locale)]
    const heading = t('{title}, {start} to {end}', { title, start, end })
    return tableWriter(table, { ...paper, layout: 'landscape', dates: date_locale }, heading, out)
  }
  const habits = { dates: date_locale, twelveHours: Number(time_format) === 12 }
  return sheetsWriter(question, habits, { ...paper, layout: 'portrait' }, out)
}

/** Reports names that the PDF fonts cannot draw. */
function checkName({ person }: PersonTime, tell: Tell): void {
  if (isPrintable(fullName(person))) return
  tell(personNotice(person, 'last_name', 'pdf_letters'))
}

/** The most problems remembered to avoid counting them twice. */
const knownMax = 10_000

/** Collects problems: lists the first ones of each field and counts all of them, each once. */
class Findings {
  #first: Problem | undefined
  #blocking = 0

  readonly #known = new Set<string>()
  /** By field, so that many problems of one field do not hide those of another. */
  readonly #fields = new Map<string, { sum: ProblemSum; first: Problem[]; people: Set<number> }>()

  readonly tell = (problem: Problem): void => {
    const key = JSON.stringify(problem)
    if (this.#known.has(key)) return
    if (this.#known.size < knownMax) this.#known.add(key)
    this.#addToField(problem)
    if (!problem.blocking) return
    this.#first ??= problem
    this.#blocking += 1
  }

  #addToField(problem: Problem): void {
    const { field, blocking, user_id } = problem
    const key = `${field} ${blocking}`
    const own = this.#fields.get(key) ?? {
      sum: { field, blocking, problems: 0, people: 0 },
      first: [],
      people: new Set<number>(),
    }
    this.#fields.set(key, own)
    own.sum.problems += 1
    if (user_id !== 0) own.people.add(user_id)
    if (own.first.length < problemsMax) own.first.push(problem)
  }

  all(): Pick<Outcome, 'problems' | 'problem_count' | 'problem_sums'> {
    const fields = [...this.#fields.values()].sort((a, b) => Number(b.sum.blocking) - Number(a.sum.blocking))
    return {
      problems: fields.flatMap(({ first }) => first),
      problem_count: fields.reduce((count, { sum }) => count + sum.problems, 0),
      problem_sums: fields.map(({ sum, people }) => ({ ...sum, people: people.size })),
    }
  }

  get isBlocked(): boolean {
    return this.#first !== undefined
  }

  refusal(): RequestError {
    const { name, field, message } = this.#first!
    const more = this.#blocking > 1 ? ` (and ${this.#blocking - 1} more)` : ''
    return new RequestError(417, 'export_impossible', {
      field,
      problem: `${[name, message].filter(Boolean).join(': ')}${more}`,
    })
  }
}

/** `decimals`: whether hours have two decimals, which together may differ from a sum of hours and minutes. */
function noTotals(decimals: boolean): Totals {
  return {
    people: 0,
    regular_seconds: 0,
    overtime_seconds: 0,
    double_seconds: 0,
    other_overtime_seconds: 0,
    pto_seconds: 0,
    total_seconds: 0,
    break_premium_seconds: 0,
    shown_seconds: 0,
    file_seconds: decimals ? 0 : null,
  }
}

/** Adds time that is not divided into kinds. */
function addWhole(totals: Totals, seconds: number): void {
  totals.total_seconds += seconds
  totals.shown_seconds += seconds
}

function addTo(totals: Totals, { lines }: PersonTime): void {
  totals.people += 1
  for (const { kind, seconds, shown, displayed } of lines) {
    if (isMoneyKind(kind)) continue
    if (kind === breakPremiumKind) {
      totals.break_premium_seconds += seconds
      continue
    }
    totals.total_seconds += seconds
    totals.shown_seconds += displayed
    if (totals.file_seconds !== null) totals.file_seconds += shown
    if (timeOffJobcode(kind) !== undefined) totals.pto_seconds += seconds
    else if (kind === 'regular') totals.regular_seconds += seconds
    else if (kind === 'overtime') totals.overtime_seconds += seconds
    else if (kind === 'double') totals.double_seconds += seconds
    else totals.other_overtime_seconds += seconds
  }
}
