import { second } from '../time/calendar.ts'
import { type RoundingVersion, roundedByDate } from '../time/rounding.ts'
import { calendarsOf, type Entry, type Policy } from './rule.ts'
import { addPieces, isOneDay, isShifted, type Piece } from './workdays.ts'

// The one way to find the day of a second. Everything that shows, sums, pays or exports the time of dates uses these
// parts: work, breaks and time off alike.

/**
 * A person's finished entries as parts of one workday each, rounded as the company rounds: starts and ends by the date of
 * the entry, totals by the workday. The `date` of a part is its workday, and the parts of an entry share its id. Entries
 * stay as they are if workdays are calendar dates. Pass all entries that reach into the days in question.
 */
export function byWorkday(
  entries: readonly Entry[],
  policy: Policy,
  rounding: readonly RoundingVersion[] | undefined,
): readonly Entry[] {
  const punched = rounding ? roundedByDate(entries, only(rounding, 'punches')) : entries
  if (!calendarsOf(policy).some(isShifted)) return rounding ? roundedByDate(punched, only(rounding, 'day')) : punched
  const roundsDays = rounding?.some((version) => version.rounding?.of === 'day') ?? false
  const parts: Entry[] = []
  // Most entries are a part by themselves, and a report has tens of thousands of them.
  for (const entry of punched)
    if (!roundsDays && isOneDay(entry, policy)) parts.push(entry)
    else addParts(parts, entry, policy)
  return rounding ? roundedByDate(parts, only(rounding, 'day')) : parts
}

/** The versions without those that round something else. */
function only(versions: readonly RoundingVersion[], of: 'punches' | 'day'): readonly RoundingVersion[] {
  return versions.map(({ from, rounding }) => ({ from, rounding: rounding?.of === of ? rounding : undefined }))
}

function addParts(parts: Entry[], entry: Entry, policy: Policy): void {
  const pieces: Piece[] = []
  addPieces(pieces, entry, policy)
  // An entry without a second has no pieces.
  if (entry.part || pieces.length === 0) parts.push(entry)
  else
    for (const [index, { calendar, day, offset, seconds }] of pieces.entries()) {
      const start = entry.start + offset * second
      const end = index === pieces.length - 1 ? entry.end : start + seconds * second
      parts.push({ ...entry, date: day, start, end, seconds, part: { began: entry.date, calendar } })
    }
}
