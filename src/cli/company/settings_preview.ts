import type { Wanted } from '../../company/settings/planned_changes.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { settingsEffects } from '../../reports/settings_effects.ts'
import type { World } from '../../world.ts'
import { refusing } from '../mistakes.ts'
import { printJson, say, table } from '../output.ts'

/** The description of `--preview`. */
export const previewAbout =
  'save nothing, but show when it would take effect and what it would change in the current and the previous pay period'

/**
 * Shows when a change of settings or rules would take effect, and what it would change in the current and the previous
 * pay period.
 */
export async function showPreview(world: World, companyId: number, wanted: Wanted, json?: boolean): Promise<void> {
  const company = await CompanySnapshot.of(companyId, world.db.read)
  const actor = {
    ...{ companyId, userId: 0, isAdmin: true, permissions: new Set<string>() },
    ...{ manages: [], application: 'clockhouse' },
  }
  const effects = await refusing(settingsEffects(wanted, { actor, company, now: world.now() }, world.db.read))
  if (json) return printJson(effects)
  const { from, overtime_from, altered_to, ended } = effects
  const since = wanted.overtime ? overtime_from : from
  say(since === null ? 'It would hold for all time.' : `It would hold from ${since}.`)
  if (altered_to) say(`Time is approved to ${altered_to}; some of it would be paid differently.`)
  if (ended) printPeople(ended)
  printPeople(effects)
}

type Paid = { regular: number; overtime: Record<string, number>; break_premium?: number; gross_cents?: number | null }

type InPeriod = {
  start_date: string
  end_date: string
  people: readonly { name: string; before: Paid; after: Paid }[]
}

function printPeople({ start_date, end_date, people }: InPeriod): void {
  if (people.length === 0) {
    say(`No one’s pay would change from ${start_date} to ${end_date}.`)
    return
  }
  say(`From ${start_date} to ${end_date}, this would change:`)
  say(
    table(
      ['name', 'before', 'after'],
      people.map(({ name, before, after }) => [name, paidText(before), paidText(after)]),
    ),
  )
}

/** `38.50 regular, 2.00 × 1.5, 1240.00 gross`, in hours and the company’s currency. */
function paidText({ regular, overtime, break_premium, gross_cents }: Paid): string {
  const hours = (seconds: number) => (seconds / 3600).toFixed(2)
  return [
    `${hours(regular)} regular`,
    ...Object.entries(overtime).map(([rate, sum]) => `${hours(sum)} × ${rate}`),
    ...(break_premium ? [`${hours(break_premium)} for breaks`] : []),
    ...(typeof gross_cents === 'number' ? [`${(gross_cents / 100).toFixed(2)} gross`] : []),
  ].join(', ')
}
