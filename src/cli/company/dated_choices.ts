import { changeSettings } from '../../company/settings/change_settings.ts'
import type { SettingChange } from '../../company/settings/settings.ts'
import { isDate } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake, refusing } from '../mistakes.ts'
import { note, printJson, say, table } from '../output.ts'
import { choicesIn, companyNamed, scopeNamed } from '../server/database.ts'
import { showPreview } from './settings_preview.ts'

// Choices of a company, a group or a person that hold from a date, such as rules for breaks and working patterns.

/** The options of a command that changes one: for whom, from when, and whether it only shows the effects. */
export type Given = {
  company?: string
  group?: string
  user?: string
  from?: string
  altersApproved?: true
  preview?: true
}

/** Saves a choice and says so, or shows its effects. Throws Mistake. */
export async function changeChoice(
  world: World,
  given: Given,
  changes: readonly SettingChange[],
  saved: string,
): Promise<void> {
  const company = await companyNamed(world, given.company)
  const scope = await scopeNamed(world, company, given)
  const author = { userId: 0, application: 'clockhouse' }
  if (given.from !== undefined && !isDate(given.from)) throw new Mistake('--from: must be a date such as 2026-03-14', 2)
  const dates = { ...(given.from && { from: given.from }), alters_approved: given.altersApproved ?? false }
  const wanted = { ...scope, changes, ...dates }
  if (given.preview) return showPreview(world, company.company_id, wanted)
  await refusing(world.db.write(changeSettings, { companyId: company.company_id, author, ...wanted }, world.now()))
  note(saved)
}

/** Prints what is chosen in a section, or `none`. `textOf`: a value as text. */
export async function showChoices(
  world: World,
  given: Given & { json?: true },
  section: string,
  { none, textOf }: { none: string; textOf: (key: string, value: unknown) => string },
): Promise<void> {
  const company = await companyNamed(world, given.company)
  const chosen = await choicesIn(world, company, section)
  if (given.json) return printJson(chosen)
  if (chosen.length === 0) return say(none)
  const rows = chosen.map(({ scope, name, key, value }) => [scope, name ?? company.name, key, textOf(key, value)])
  say(table(['for', 'name', '', ''], rows))
}
