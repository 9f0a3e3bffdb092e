import { Company, type CompanyRow } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, sql } from '../engine/sql.ts'
import type { PersonTime, Problem } from '../rules/payroll_files/time.ts'
import { fullName, timeOffJobcode } from '../rules/payroll_files/time.ts'
import { csvWriter } from './csv.ts'
import { type Outcome, type Progress, problemsMax, type Question, type Totals } from './question.ts'
import { setupOf } from './setup.ts'
import { Source } from './source.ts'
import { type Target, targets } from './targets.ts'
import type { Out, Writer } from './writer.ts'

/** Most rows of a file. */
const rowsMax = 1_000_000

/**
 * Makes the file that a question asks for, of the company as this handle shows it, and gives its bytes to `out`. Throws
 * RequestError 417 when something keeps the file from being made; without a format only says what that would be.
 */
export async function makeExport(
  question: Question,
  handle: Handle,
  out: Out,
  tell: (progress: Progress) => void,
): Promise<Outcome> {
  const { actor, now } = question
  const row = await handle.get<CompanyRow>(sql`select * from companies where company_id = ${actor.companyId}`)
  const company = new Company(row!, handle)
  const target = targets.find((target) => target.name === question.target)!
  const setup = await setupOf(company)
  const table = target.table(question, setup, company)
  const writer = writerFor(target, question, table.columns, out)
  const source = new Source(question, { actor, now, company }, handle)
  await source.narrow()
  const plan = await source.plan()
  const found = new Findings()
  const of = plan.reduce((sum, { timesheets }) => sum + timesheets, 0)
  const totals = noTotals()
  let rows = 0
  let done = 0
  tell({ done, of })
  for (const group of plan) {
    for (const time of await source.read(group, target.detail)) {
      if (time.lines.length === 0 && time.entries.length === 0) continue
      addTo(totals, time)
      const made = table.rows(time, found.tell)
      rows += made.length
      if (rows > rowsMax)
        throw new RequestError(417, `end_date: a file takes at most ${rowsMax} rows; ask for fewer days or people`)
      // What cannot become a file need not be written.
      if (made.length > 0 && !found.isBlocked) writer.rows(made)
    }
    done += group.timesheets
    tell({ done, of })
  }
  if (question.format === undefined) {
    for (const { user, field } of await source.unfinished(plan.flatMap(({ people }) => people)))
      found.tell({ user_id: user.id, name: fullName(user), field, message: unfinishedText[field], blocking: false })
  } else if (found.isBlocked) throw found.refusal()
  await writer.end()
  return { rows, totals, problems: found.problems, problem_count: found.count }
}

const unfinishedText = {
  end: 'is on the clock; time that is not finished is not in the file',
  approved_to: 'has time that is not approved up to the last day',
}

function writerFor(target: Target, { format }: Question, columns: Parameters<typeof csvWriter>[0], out: Out): Writer {
  if (format === undefined) return { rows: () => {}, end: async () => {} }
  return csvWriter(columns, out, { bom: !target.machine })
}

/** Collects problems: names the first ones, counts all. */
class Findings {
  readonly problems: Problem[] = []
  count = 0
  #first: Problem | undefined
  #blocking = 0

  readonly tell = (problem: Problem): void => {
    this.count += 1
    if (this.problems.length < problemsMax) this.problems.push(problem)
    if (!problem.blocking) return
    this.#first ??= problem
    this.#blocking += 1
  }

  get isBlocked(): boolean {
    return this.#first !== undefined
  }

  refusal(): RequestError {
    const { name, field, message } = this.#first!
    const more = this.#blocking > 1 ? ` (and ${this.#blocking - 1} more)` : ''
    return new RequestError(417, `${field}: ${[name, message].filter(Boolean).join(': ')}${more}`)
  }
}

function noTotals(): Totals {
  return {
    people: 0,
    regular_seconds: 0,
    overtime_seconds: 0,
    double_seconds: 0,
    other_overtime_seconds: 0,
    pto_seconds: 0,
    total_seconds: 0,
  }
}

function addTo(totals: Totals, { lines }: PersonTime): void {
  totals.people += 1
  for (const { kind, seconds } of lines) {
    totals.total_seconds += seconds
    if (timeOffJobcode(kind) !== undefined) totals.pto_seconds += seconds
    else if (kind === 'regular') totals.regular_seconds += seconds
    else if (kind === 'overtime') totals.overtime_seconds += seconds
    else if (kind === 'double') totals.double_seconds += seconds
    else totals.other_overtime_seconds += seconds
  }
}
