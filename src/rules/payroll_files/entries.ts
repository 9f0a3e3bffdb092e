import type { Translate } from '../language/messages.ts'
import { hoursText } from '../pay/payroll.ts'
import { printLocal, printUtc } from '../time/calendar.ts'
import { isOvertime, kindInWords, timeOffJobcode } from './kinds.ts'
import { type Cell, dates, hours, moneyColumns, type Table, times, whole, words } from './table.ts'
import { type EntryRow, moneyOf, type PaidLine, type PersonTime, partKey, type Shown, shownLines } from './time.ts'

/** A custom field whose values the files show. */
type ShownField = { id: number; name: string }

/**
 * One row per entry and workday, with its times both in the worker's zone and in UTC, because only UTC distinguishes the two passes
 * of a repeated hour. Includes unpaid breaks. With `money`, rows end with cost and billed amount.
 */
export function entriesTable(fields: readonly ShownField[], money: boolean, t: Translate): Table {
  return {
    columns: [
      whole('id'),
      whole('user_id'),
      whole('employee_number'),
      words('payroll_id'),
      words('last_name', 20),
      words('first_name', 20),
      words('group', 20),
      dates('date'),
      times('start'),
      times('end'),
      words('zone', 20),
      times('start_utc'),
      times('end_utc'),
      hours('hours'),
      whole('seconds'),
      whole('regular_seconds', 15),
      whole('overtime_seconds', 15),
      whole('time_off_seconds', 15),
      words('overtime', 28),
      words('job', 32),
      words('type', 12),
      words('billable', 8),
      words('approved', 8),
      words('notes', 40),
      ...fields.map(({ name }) => ({ ...words(name, 20, name), own: true })),
      ...(money ? moneyColumns : []),
    ],
    rows: (time) => {
      const paid = Map.groupBy(time.lines, keyOf)
      const shown = Map.groupBy(shownLines(time), keyOf)
      return time.entries.map((entry) => {
        const key = partKey(entry.id, entry.date)
        const own = paid.get(key) ?? []
        const lines = { paid: own, shown: shown.get(key) ?? [] }
        return [...rowOf(entry, lines, time, fields, t), ...(money ? moneyOf(own) : [])]
      })
    },
  }
}

const keyOf = ({ entry_id, date }: PaidLine) => partKey(entry_id, date)

/** Lines of an entry: to the second, and as shown in hours with two decimals. */
type Lines = { paid: readonly PaidLine[]; shown: readonly PaidLine[] }

function rowOf(
  entry: Shown<EntryRow>,
  { paid, shown }: Lines,
  time: PersonTime,
  fields: readonly ShownField[],
  t: Translate,
): Cell[] {
  const { person, jobOf } = time
  const job = jobOf(entry.jobcode_id)
  const sum = (lines: readonly PaidLine[]) => lines.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    entry.id,
    person.id,
    person.employee_number || '',
    person.payroll_id,
    person.last_name,
    person.first_name,
    person.group,
    entry.date,
    clock(entry.start, entry.zone, entry.start_offset),
    clock(entry.end, entry.zone, entry.end_offset),
    entry.zone,
    utc(entry.start),
    utc(entry.end),
    Number(hoursText(entry.shown)),
    entry.seconds,
    sum(paid.filter(({ kind }) => kind === 'regular')),
    sum(paid.filter(({ kind }) => isOvertime(kind))),
    sum(paid.filter(({ kind }) => timeOffJobcode(kind) !== undefined)),
    shown
      .filter(({ kind }) => isOvertime(kind))
      .map(({ kind, seconds }) => `${kindInWords(kind, jobOf, t)} ${hoursText(seconds)}`)
      .join('; '),
    job.path.join(' › '),
    job.type,
    job.billable ? 'yes' : 'no',
    entry.approved ? 'yes' : 'no',
    entry.notes,
    ...fields.map(({ id }) => entry.choices[id] ?? ''),
  ]
}

/** The time the clock showed; empty for manual entries. */
function clock(instant: number | null, zone: string, offset: number | undefined): string {
  return instant === null ? '' : printLocal(instant, zone, offset).slice(0, 19).replace('T', ' ')
}

function utc(instant: number | null): string {
  return instant === null ? '' : `${printUtc(instant).slice(0, 19).replace('T', ' ')}Z`
}
