import { loadSettings, zoneFor } from '../company/settings/settings.ts'
import { RequestError } from '../engine/errors.ts'
import { operation, sql } from '../engine/sql.ts'
import { listMax } from '../engine/table.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import type { PayRun } from '../resources/pay_runs.ts'
import { overlaps, type RunKind } from '../rules/pay/adjustments.ts'
import { enteredKind } from '../rules/pay/gross_lines.ts'
import { isDate, localDate, type Range } from '../rules/time/calendar.ts'
import { closeRun } from './close.ts'
import { refuseOverdrawn, refuseUnpaid } from './entered.ts'

/** An adjustment that someone enters, for days that were paid. `amount_cents` and `seconds` may be negative. */
type EnteredAdjustment = Partial<Range> & {
  user_id: number
  seconds: number
  amount_cents: number
  reason: string
}

/** A new pay run. Without dates, a correction gets today’s. */
type NewRun = Partial<Range> & {
  kind: RunKind
  user_ids: readonly number[]
  note: string
  adjustments: readonly EnteredAdjustment[]
}

type Opening = { companyId: number; author: Author; run: NewRun; close: boolean }

/** The longest pay run, in days. */
const daysMax = 366

/**
 * Adds a pay run, and closes it if `close` says so: both or, with a RequestError, neither. Refuses days or people that
 * another open run has, people that do not exist, adjustments without a period, of days that no run has paid, and of more
 * than was paid.
 */
export const openPayRun = operation(
  'payRuns.open',
  async (tx, { companyId, author, run, close }: Opening): Promise<PayRun> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    await loadSettings(work.company)
    const today = localDate(tx.now, zoneFor(work.company))
    const range = rangeOf(run, today)
    await checkPeople(run, work)
    await checkTaken(run, range, work)
    await work.load('pay_runs', sql`state = 'open'`)
    const twin = work.all('pay_runs', (other) => isTwin(other, { ...run, ...range }))[0]
    if (twin) throw new RequestError(417, 'pay_run_open_already', { id: twin.id })
    const { kind, user_ids, note } = run
    const made = work.insert('pay_runs', {
      ...{ kind, ...range, user_ids: [...new Set(user_ids)], note: note.trim(), state: 'open', revision: 0 },
      ...{ people: 0, seconds: 0, gross_cents: 0, adjustments: 0, rules: '' },
      ...{
        closed: 0,
        closed_by_user_id: 0,
        sent: 0,
        sent_by_user_id: 0,
        created_by_user_id: author.userId,
        created: 0,
      },
    })
    enter(made, run.adjustments, work)
    const closed = close ? await closeRun(made, work, enteredLines(run.adjustments)) : made
    await work.flush()
    return closed
  },
  ({ companyId }) => companyId,
)

function rangeOf({ kind, start_date, end_date }: NewRun, today: string): Range {
  const needsDates = kind !== 'correction'
  for (const [field, value] of Object.entries({ start_date, end_date })) {
    if (value === undefined && needsDates) throw new RequestError(417, 'required', { field })
    if (value !== undefined && !isDate(value)) throw new RequestError(417, 'date_malformed', { field })
  }
  const range = { start_date: start_date ?? end_date ?? today, end_date: end_date ?? start_date ?? today }
  if (range.start_date > range.end_date)
    throw new RequestError(417, 'range_reversed', { field: 'start_date', end: 'end_date' })
  if (Date.parse(range.end_date) - Date.parse(range.start_date) >= daysMax * 86_400_000)
    throw new RequestError(417, 'range_too_long', { max: daysMax })
  return range
}

/** Checks the chosen people, and the adjustments that were entered. */
async function checkPeople({ kind, user_ids, adjustments }: NewRun, work: UnitOfWork): Promise<void> {
  if (user_ids.length > listMax) throw new RequestError(417, 'too_many_ids', { field: 'user_ids', max: listMax })
  if (kind !== 'regular' && user_ids.length === 0) throw new RequestError(417, 'pay_run_people_required', { kind })
  const named = [...user_ids, ...adjustments.map(({ user_id }) => user_id)]
  await work.company.look('users', named)
  for (const id of named)
    if (!work.company.get('users', id)) throw new RequestError(417, 'no_such_user', { field: 'user_ids', id })
  for (const [index, one] of adjustments.entries()) checkAdjustment(one, `adjustments.${index}`, user_ids)
}

function checkAdjustment(one: EnteredAdjustment, field: string, people: readonly number[]): void {
  const { start_date, end_date, user_id, seconds, amount_cents, reason } = one
  if (start_date === undefined || end_date === undefined)
    throw new RequestError(417, 'adjustment_without_period', { field })
  for (const [name, value] of Object.entries({ start_date, end_date }))
    if (!isDate(value)) throw new RequestError(417, 'date_malformed', { field: `${field}.${name}` })
  if (start_date > end_date)
    throw new RequestError(417, 'range_reversed', { field: `${field}.start_date`, end: 'end_date' })
  if (people.length > 0 && !people.includes(user_id))
    throw new RequestError(417, 'adjustment_of_other_person', { field: `${field}.user_id`, id: user_id })
  if (seconds === 0 && amount_cents === 0) throw new RequestError(417, 'adjustment_of_nothing', { field })
  if (reason.trim() === '') throw new RequestError(417, 'missing', { field: `${field}.reason` })
}

/**
 * Checks that adjustments are of days that were paid, and take back no more than was paid; when the run is closed, those
 * of its own days, too.
 */
async function checkTaken({ kind, adjustments }: NewRun, range: Range, work: UnitOfWork): Promise<void> {
  const known = adjustments.map(({ start_date = '', end_date = '', ...one }, index) => {
    return { ...one, start_date, end_date, index }
  })
  const earlier = known.filter((one) => kind === 'correction' || !overlaps(one, range))
  const field = ({ index }: { index: number }) => `adjustments.${index}`
  await refuseOverdrawn(earlier, [], work, field)
  await refuseUnpaid(known, kind === 'correction' ? [] : [range], work, field)
}

/** Whether another open run would pay the same days of the same people. */
function isTwin(other: PayRun, run: NewRun & Range): boolean {
  if (other.state !== 'open' || run.kind === 'correction' || other.kind === 'correction') return false
  if (!overlaps(other, run)) return false
  // A final pay takes its days out of the regular run.
  if (run.user_ids.length === 0 || other.user_ids.length === 0) return run.user_ids.length === other.user_ids.length
  return run.user_ids.some((id) => other.user_ids.includes(id))
}

/** The row of `pay_run_lines` of an adjustment that someone entered. */
type EnteredRow = Range & { user_id: number; number: number; reason: string; seconds: number; amount_cents: number }

/** The entered adjustments as lines, numbered by person. */
function enteredLines(adjustments: readonly EnteredAdjustment[]): EnteredRow[] {
  return [...Map.groupBy(adjustments, ({ user_id }) => user_id).values()].flatMap((own) =>
    own.map(({ user_id, start_date = '', end_date = '', seconds, amount_cents, reason }, index) => ({
      ...{ user_id, start_date, end_date, seconds, amount_cents },
      ...{ reason: reason.trim(), number: index + 1 },
    })),
  )
}

function enter({ id }: PayRun, adjustments: readonly EnteredAdjustment[], work: UnitOfWork): void {
  for (const row of enteredLines(adjustments)) work.append('pay_run_lines', enteredRow(id, 0, row))
}

/** An entered adjustment as it is stored. */
export function enteredRow(id: number, revision: number, row: EnteredRow) {
  const { seconds, amount_cents } = row
  const line = { kind: enteredKind, rate: null, per: 'hour', multiplier: 1, seconds, amount_cents, parts: [] }
  return { pay_run_id: id, revision, ...row, cause: 'entered', line: JSON.stringify(line) }
}
