import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { inList, sql } from '../../engine/sql.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { earlierKey, earlierSection, earlierWith } from '../../rules/settings/dated.ts'
import { addDays, weekOf } from '../../rules/time/calendar.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import { loadSettings, membershipSection, type Remembered, rememberedOf, settingsFor } from '../settings/settings.ts'

type Member = { id: number; group_id: number; exempt: boolean; approved_to: string }

/**
 * Remembers which group people were in while their time was approved, and whether they were exempt, so that the same
 * rules still apply to that time. A change takes effect from the first workweek after the last approved day, or for all
 * time if nothing is approved.
 */
export async function keepMembership(changes: readonly Change<Member>[], work: UnitOfWork): Promise<void> {
  for (const what of ['group_id', 'exempt'] as const) await keep(what, changes, work)
}

async function keep(what: Remembered, changes: readonly Change<Member>[], work: UnitOfWork): Promise<void> {
  const moved = changes.flatMap(({ before, after }) =>
    before && after && before[what] !== after[what] ? [{ before, after }] : [],
  )
  if (moved.length === 0) return
  const { company, tx, stamp } = work
  await loadSettings(company)
  const key = earlierKey(membershipSection, what)
  const kept = moved.map(({ before, after }) => {
    const known = rememberedOf(company, before.id, what)
    const earlier = earlierWith(before[what], known, after[what], firstDay(before, company))
    return { id: after.id, known, earlier }
  })
  const changed = kept.filter(({ known, earlier }) => JSON.stringify(known) !== JSON.stringify(earlier))
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await tx.run(sql`delete from settings where company_id = ${company.row.company_id} and scope = 'user'
    and section = ${earlierSection} and key = ${key} and ${inList(sql`scope_id`, ids)}`)
  for (const { id, earlier } of changed)
    if (earlier.length > 0)
      work.append('settings', {
        ...{ scope: 'user', scope_id: id, section: earlierSection, key },
        value: JSON.stringify(earlier),
        last_modified: stamp,
      })
}

/** The first day on which a change takes effect; null for all time. */
function firstDay(before: Member, company: CompanySnapshot): string | null {
  const approved = before.approved_to
  if (approved <= startOfTime) return null
  const { week_start } = settingsFor(company, before, approved).general.settings
  return addDays(weekOf(approved, Number(week_start) || 0), 7)
}
