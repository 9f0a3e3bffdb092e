import { RequestError } from '../../engine/errors.ts'
import {
  bool,
  date,
  derived,
  hidden,
  id,
  instant,
  integer,
  map,
  notGiven,
  nullableInstant,
  nullableInteger,
  oneOf,
  parseInstantField,
  ref,
  text,
  type ValuesOf,
} from '../../engine/fields.ts'
import type { Row, SqlValue } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { keysOf } from '../../rules/elements.ts'
import { printLocal, second } from '../../rules/time/calendar.ts'
import { stateOf } from '../../rules/time/timesheets.ts'
import { fileList } from '../files/links.ts'
import { type Choices, parseChoices, printChoices } from './choices.ts'

/** Limit of files per timesheet. */
const filesMax = 20

/** A timesheet's start as JSON, with the offset with which it was recorded. */
export function printStart(
  start: number,
  { tz_str, start_offset }: { tz_str: string; start_offset: number | null },
): string {
  return `"${printLocal(start, tz_str, start_offset)}"`
}

/** The same for its end; empty while it runs. */
export function printEnd(
  end: number | null,
  { tz_str, end_offset }: { tz_str: string; end_offset: number | null },
): string {
  return end === null ? '""' : `"${printLocal(end, tz_str, end_offset)}"`
}

// Most timesheets are made without these.
const orNone = { ...nullableInteger(), save: (value: number | null) => value ?? null }

/** The fields of a timesheet, in the order of the API. */
export const fields = {
  id: id(),
  state: derived({ type: 'string', enum: ['OPEN', 'CLOSED', 'SUBMITTED', 'APPROVED'] }, (row, { company }): string =>
    JSON.stringify(stateOf(row as { end: number | null; date: string }, company.get('users', row.user_id))),
  ),
  user_id: ref('users', { access: 'create', required: true, about: 'Whose time it is.' }),
  jobcode_id: ref('jobcodes', { required: true }),
  start: {
    ...instant({ about: 'Regular: when it began. Manual: 08:00 of the date, cannot be set.' }),
    // null means not given, here and for duration; 0 is a valid value.
    initial: () => notGiven,
    parse: (value: unknown, name: string) => (value === '' ? notGiven : wholeSecond(parseInstantField(value, name))),
    print: printStart,
  },
  end: {
    ...nullableInstant({ about: 'Regular: when it ended; "" while running.' }),
    initial: (): number | null => null,
    parse: (value: unknown, name: string): number | null =>
      value === '' ? null : wholeSecond(parseInstantField(value, name)),
    print: printEnd,
  },
  duration: integer({
    initial: () => notGiven,
    min: -2147483648,
    about: 'Seconds; 0 while running. Set for manual time, stored in hundredths of an hour.',
  }),
  date: date({ about: 'Local date of the start in the user’s time zone. Set for manual time.' }),
  tz: { ...integer({ access: 'read-only', about: 'Whole hours from UTC.' }), parse: Number },
  tz_str: text({ access: 'read-only', about: 'Time zone of the user.' }),
  type: oneOf(['regular', 'manual'], { access: 'create', required: true }),
  location: text({ access: 'read-only', about: 'Name of the application that created it.' }),
  on_the_clock: derived({ type: 'boolean', examples: [true] }, (row) => String(row.end === null)),
  active: derived({ type: 'string', enum: ['0', '1'], examples: ['1'] }, (row) => (row.end === null ? '"1"' : '"0"')),
  // Only an import sets it: the vendor locks time that was exported or invoiced. It does not follow from approval, which
  // is by date (`submitted_to` and `approved_to` of the owner).
  locked: integer({ access: 'read-only', about: 'Above 0: locked for editing, as imported.' }),
  notes: text({ max: 4000 }),
  customfields: map<Choices>({
    parse: parseChoices,
    print: printChoices,
    about: 'Custom field id → value. Values given replace the old ones, "" clears, others stay.',
  }),
  attached_files: fileList(filesMax, `Ids of files, at most ${filesMax}. Replaces the whole list.`),
  created_by_user_id: ref('users', { access: 'read-only', initial: ({ actor }) => actor.userId }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  version: hidden(integer({ initial: () => 1 })),
  lunch_taken: hidden(bool()),
  lunch_start: hidden(orNone),
  lunch_end: hidden(orNone),
  lunch_edge: hidden(bool()),
  time_off_entry_id: hidden(ref('time_off_request_entries')),
  start_offset: hidden(nullableInteger()),
  end_offset: hidden(nullableInteger()),
}

/** Time worked by one user against one jobcode. */
export type Timesheet = ValuesOf<typeof fields>

declare module '../../engine/table.ts' {
  interface Tables {
    timesheets: Timesheet
  }
}

/** Rounds down to whole seconds, as times are stored, so a record sent back as it was shown changes nothing. */
export const wholeSecond = (value: number) => Math.floor(value / second) * second

/** Maximum length of the reason for a change, in characters. */
export const reasonMax = 255

/** The reason that a write gives for its changes, '' for none. Throws RequestError 417. */
export function reasonOf({ reason = '' }: Item): string {
  if (typeof reason !== 'string' || reason.length > reasonMax || reason.includes('\0') || !reason.isWellFormed())
    throw new RequestError(417, 'text_too_long', { max: reasonMax })
  return reason.trim()
}

/** Adds a line to the history of each timesheet that a transaction created, changed or deleted. */
export function recordHistory(changes: readonly TimesheetChange[], work: UnitOfWork): void {
  if (!work.keepsHistory) return
  for (const change of changes) {
    const sheet = change.after ?? change.before
    if (sheet) work.append('timesheet_history', historyRow(change, work, work.originOf(sheet.id)))
  }
}

/** A line of the history: what changed, where the change came from, and when it really happened. */
export function historyRow(
  { before, after }: TimesheetChange,
  work: UnitOfWork,
  { text, happened }: { text: string; happened: number },
): Row {
  const [old_values, new_values] = before && after ? difference(before, after) : [textOf(before), textOf(after)]
  return {
    timesheet_id: (after ?? before)!.id,
    version: after ? after.version : before!.version + 1,
    action: after ? (before ? 'changed' : 'created') : 'deleted',
    user_id: work.author.userId,
    application: work.author.application,
    origin: text,
    reason: work.reason,
    happened,
    recorded: work.stamp,
    old_values,
    new_values,
  }
}

type TimesheetChange = Change<Timesheet>

type Columns = Record<string, SqlValue>

/** Columns that the history does not compare; offsets are beside the times they belong to. */
const beside: readonly string[] = ['version', 'last_modified', 'start_offset', 'end_offset']

/** The stored values that differ, before and after, as JSON; times with their offsets. */
function difference(before: Timesheet, after: Timesheet): [olds: string, news: string] {
  const olds: Columns = {}
  const news: Columns = {}
  for (const { name, offset, save } of compared) {
    const old = save(before[name])
    const now = save(after[name])
    if (old === now) continue
    olds[name] = old
    news[name] = now
    if (offset && before[offset] != null) olds[offset] = before[offset]
    if (offset && after[offset] != null) news[offset] = after[offset]
  }
  return [JSON.stringify(olds), JSON.stringify(news)]
}

/** All stored values as JSON, the same way; '{}' for none. */
function textOf(sheet: Timesheet | undefined): string {
  if (!sheet) return '{}'
  const values: Columns = {}
  for (const { name, offset, save } of compared) {
    values[name] = save(sheet[name])
    if (offset && sheet[offset] != null) values[offset] = sheet[offset]
  }
  return JSON.stringify(values)
}

const storedNames = keysOf(fields).filter((name): name is keyof Timesheet => fields[name].stored)

const compared = storedNames
  .filter((name) => !beside.includes(name))
  .map((name) => ({
    name,
    offset: name === 'start' || name === 'end' ? (`${name}_offset` as const) : undefined,
    save: fields[name].save as (value: unknown) => SqlValue,
  }))
