import type { Entry, Stretch } from '../overtime.ts'
import type { Range } from '../payroll.ts'

// What every payroll file is made of: a person's paid time as typed rows, and problems that name a person and a field.

/** As much of a person as payroll files show. */
export type Person = {
  id: number
  first_name: string
  last_name: string
  username: string
  payroll_id: string
  /** 0 is none. */
  employee_number: number
  /** Name of the group, '' for none. */
  group: string
  group_id: number
}

/**
 * Kind of paid hour: `regular`, `overtime` (paid 1.5 times), `double`, `rate_1.25` for any other multiplier, and
 * `pto_7` for paid time off on jobcode 7.
 */
export type Kind = string

/** Seconds of one kind on one day and jobcode. Files that list entries have one or more for each entry. */
export type PaidLine = {
  /** Number of the entry; in files that do not list entries it means nothing. */
  entry_id: number
  date: string
  jobcode_id: number
  kind: Kind
  seconds: number
}

/** An entry as files list it. Instants are microseconds; those of manual entries are null, as they are made up. */
export type EntryRow = {
  id: number
  date: string
  start: number | null
  end: number | null
  zone: string
  seconds: number
  jobcode_id: number
  notes: string
  /** Names of what was chosen, by number of the custom field. */
  choices: Readonly<Record<string, string>>
  approved: boolean
}

/** A jobcode: names from the top of the tree down, the numbers of all of them, whether it is billed. */
export type Job = {
  path: readonly string[]
  ids: readonly number[]
  billable: boolean
  short_code: string
  /** As of jobcodes: regular, pto, paid_break, unpaid_break, unpaid_time_off. */
  type: string
}

/** A person with their paid time by date, and what else files want to know. */
export type PersonTime = {
  person: Person
  lines: readonly PaidLine[]
  /** Finished entries by start, the unpaid ones too; none in files that do not list entries. */
  entries: readonly EntryRow[]
  /** First day of the person's workweek, 0 = Sunday. */
  weekStart: number
  /** The pay period that contains a date. */
  periodOf: (date: string) => { start: string; end: string }
  jobOf: (jobcode_id: number) => Job
}

/** Something that a file cannot carry, or that somebody should look at. user_id 0 concerns nobody in particular. */
export type Problem = {
  user_id: number
  /** Who or what it is about, for people: 'Wanda Worker', or '' with user_id 0. */
  name: string
  field: string
  message: string
  /** True: no file is made while it stands. */
  blocking: boolean
}

/** Takes a problem of one file. */
export type Tell = (problem: Problem) => void

/** A problem of a person that keeps the file from being made. */
export function personProblem(person: Person, field: string, message: string): Problem {
  return { user_id: person.id, name: fullName(person), field, message, blocking: true }
}

/** A problem of the set-up or of the question that keeps the file from being made. */
export function fileProblem(field: string, message: string): Problem {
  return { user_id: 0, name: '', field, message, blocking: true }
}

/** First and last name; people without a last name have only the first. */
export function fullName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

/** What pays a stretch of work. */
function kindOfWork({ multiplier, rule }: Pick<Stretch, 'multiplier' | 'rule'>): Kind {
  if (rule === null) return 'regular'
  return multiplier === 1.5 ? 'overtime' : multiplier === 2 ? 'double' : `rate_${multiplier}`
}

/** Paid time off on a jobcode. */
function kindOfTimeOff(jobcode_id: number): Kind {
  return `pto_${jobcode_id}`
}

/** The jobcode of paid time off; undefined for kinds of work. */
export function timeOffJobcode(kind: Kind): number | undefined {
  return kind.startsWith('pto_') ? Number(kind.slice(4)) : undefined
}

/** A kind in words, such as `Overtime` or `Time off: Vacation`. */
export function kindInWords(kind: Kind, jobOf: PersonTime['jobOf']): string {
  const timeOff = timeOffJobcode(kind)
  if (timeOff !== undefined) return `Time off: ${jobOf(timeOff).path.join(' › ')}`
  const words: Record<string, string> = { regular: 'Regular', overtime: 'Overtime', double: 'Double time' }
  return words[kind] ?? `Overtime at ${kind.slice(5)} times`
}

/** Kinds in the order in which files list them: regular, by multiplier, then time off. */
export function byKind(a: Kind, b: Kind): number {
  return rankOf(a) - rankOf(b)
}

function rankOf(kind: Kind): number {
  const timeOff = timeOffJobcode(kind)
  if (timeOff !== undefined) return 1e6 + timeOff
  const ranks: Record<string, number> = { regular: 1, overtime: 1.5, double: 2 }
  return ranks[kind] ?? Number(kind.slice(5))
}

/** What is written for a kind by a set-up: its own code, for time off else that of all time off (`pto`). */
export function codeFor(codes: Readonly<Record<string, string>>, kind: Kind): string | undefined {
  const own = codes[kind]
  return own || (timeOffJobcode(kind) === undefined ? undefined : codes.pto) || undefined
}

/** What is written for a jobcode by a set-up: its own, else that of the nearest one above it, else `default`. */
export function codeForJob(codes: Readonly<Record<string, string>>, job: Job): string | undefined {
  for (const id of job.ids.toReversed()) if (codes[id]) return codes[id]
  return codes.default || undefined
}

/** The paid time of stretches and entries within the range, by date: the same seconds as the payroll report's. */
export function paidLines(stretches: readonly Stretch[], entries: readonly Entry[], range: Range): PaidLine[] {
  const lines: PaidLine[] = []
  const inside = ({ date }: { date: string }) => date >= range.start_date && date <= range.end_date
  for (const stretch of stretches) {
    if (!inside(stretch)) continue
    const { date, jobcode_id, seconds, entryId } = stretch
    const kind = kindOfWork(stretch)
    const last = lines.at(-1)
    // Two rules may pay one entry alike.
    if (last?.entry_id === entryId && last.date === date && last.kind === kind) last.seconds += seconds
    else lines.push({ entry_id: entryId, date, jobcode_id, kind, seconds })
  }
  for (const entry of entries) {
    if (entry.kind !== 'pto' || entry.seconds <= 0 || !inside(entry)) continue
    const { date, jobcode_id, seconds, id } = entry
    lines.push({ entry_id: id, date, jobcode_id, kind: kindOfTimeOff(jobcode_id), seconds })
  }
  return lines.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** Sums of lines by a key, in the order in which keys first occur. */
export function sumBy<K>(lines: readonly PaidLine[], keyOf: (line: PaidLine) => K): Map<K, number> {
  const sums = new Map<K, number>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, (sums.get(key) ?? 0) + line.seconds)
  }
  return sums
}
