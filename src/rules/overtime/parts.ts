import { second } from '../time/calendar.ts'
import { type RoundingVersion, roundedByDate } from '../time/rounding.ts'
import { calendarsOf, type Entry, type Policy } from './rule.ts'
import { addPieces, isShifted, type Piece } from './workdays.ts'

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
  const parts = calendarsOf(policy).some(isShifted) ? punched.flatMap((entry) => partsOf(entry, policy)) : punched
  return rounding ? roundedByDate(parts, only(rounding, 'day')) : parts
}

/** The versions without those that round something else. */
function only(versions: readonly RoundingVersion[], of: 'punches' | 'day'): readonly RoundingVersion[] {
  return versions.map(({ from, rounding }) => ({ from, rounding: rounding?.of === of ? rounding : undefined }))
}

function partsOf(entry: Entry, policy: Policy): readonly Entry[] {
  if (entry.part) return [entry]
  const pieces: Piece[] = []
  addPieces(pieces, entry, policy)
  // An entry without a second has no pieces.
  if (pieces.length === 0) return [entry]
  return pieces.map(({ calendar, day, offset, seconds }, index) => {
    const end = index === pieces.length - 1 ? entry.end : entry.start + (offset + seconds) * second
    const start = offset === 0 ? entry.start : entry.start + offset * second
    return { ...entry, date: day, start, end, seconds, part: { began: entry.date, calendar } }
  })
}
