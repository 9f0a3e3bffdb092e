import { shownSeconds } from '../../../src/rules/pay/shown_hours.ts'
import type { RoundingVersion } from '../../../src/rules/time/rounding.ts'
import { roundedByDate } from '../../../src/rules/time/rounding.ts'
import type { Jobs } from '../../components/jobs/jobs.ts'
import { entryOf, type Sheet } from '../timesheet/week/week.ts'

/** A line of a list of entries: its seconds, and whether they are paid and thus part of the total. */
export type EntryLine = { entry: Sheet; seconds: number; isPaid: boolean }

/**
 * What the total of a list has in addition to its entries, or less than they have: the rounding of a sum that is
 * rounded once, or, if it is more than that can be, parts of shifts that the dates split.
 */
export type Rest = { kind: 'rounding' | 'parts'; seconds: number }

/** The lines, latest first, the total, and the rest, so that the list adds up. */
export type EntryList = { lines: readonly EntryLine[]; total: number; rest: Rest | undefined }

/**
 * The list of the entries behind a figure, to which it adds up. `seconds` are those that timesheets show, by id.
 */
export function entryList(
  entries: readonly Sheet[],
  seconds: ReadonlyMap<number, number>,
  jobs: Pick<Jobs, 'byId'>,
  { figure, unit }: { figure: number; unit: number },
): EntryList {
  const lines = entries
    .map((entry): EntryLine => {
      const isPaid = !jobs.byId.get(entry.jobcode_id)?.kind.startsWith('unpaid')
      return { entry, seconds: seconds.get(entry.id) ?? shownSeconds(entry.duration, unit), isPaid }
    })
    .sort((a, b) => b.entry.date.localeCompare(a.entry.date) || b.entry.id - a.entry.id)
  const paid = lines.filter(({ isPaid }) => isPaid)
  const sum = paid.reduce((all, line) => all + line.seconds, 0)
  const left = figure - sum
  const isRounding = Math.abs(left) <= unit * paid.length
  return {
    lines,
    total: figure,
    rest: left === 0 ? undefined : { kind: isRounding ? 'rounding' : 'parts', seconds: left },
  }
}

/** The seconds to show of entries by id, each rounded by itself, where their timesheets are not known. */
export function roundedAlone(
  sheets: readonly Sheet[],
  jobs: Pick<Jobs, 'byId'>,
  rounding: readonly RoundingVersion[],
  unit: number,
): Map<number, number> {
  const people = Map.groupBy(sheets, ({ user_id }) => user_id).values()
  const entries = [...people].flatMap((own) =>
    roundedByDate(
      own.map((sheet) => entryOf(sheet, sheet.duration, jobs)),
      rounding,
    ),
  )
  return new Map(entries.map(({ id, seconds }) => [id, shownSeconds(seconds, unit)]))
}
