import type { Command } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { changeSettings } from '../../company/settings/change_settings.ts'
import {
  earlierValues,
  groupOf,
  loadSettings,
  type Scope,
  settingsAt,
  settingsSet,
} from '../../company/settings/settings.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { translator } from '../../rules/language/messages.ts'
import { entryOf, readSetting, settingForms } from '../../rules/settings/forms.ts'
import { expected, type Form } from '../../rules/settings/kinds.ts'
import type { SettingEntry } from '../../rules/settings/settings.ts'
import { messageOf } from '../../rules/thrown.ts'
import { isDate } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake, refusing } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, scopeNamed, withWorld } from '../server/database.ts'
import { previewAbout, showPreview } from './settings_preview.ts'

type Given = { company?: string; group?: string; user?: string; json?: true }
type Changed = Given & { from?: string; altersApproved?: true; preview?: true }

const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse settings …`: the settings of a company, and the values that differ for a group or a user. */
export function settingsCommand(program: Command): void {
  const settings = program
    .command('settings')
    .description('list, show and change settings of a company, a group or a user')
  const command = (name: string, about: string) =>
    settings
      .command(name)
      .description(about)
      .option('--group <name>', 'those of this group')
      .option('--user <name>', 'the settings of this user, by username or id')
      .addOption(options.company())
      .addOption(options.json())
  const change = (name: string, about: string) =>
    command(name, about)
      .argument('<key>', 'such as rounding.minutes; see clockhouse settings list')
      .option(
        '--from <date>',
        'the first day on which it applies if pay depends on it, or always; by default, the start of the workweek after approved time',
      )
      .option('--preview', previewAbout)
      .option('--alters-approved', 'accept a change to how approved time is paid')
  command('list', 'list the settings in effect').action((given: Given) => withWorld((world) => list(world, given)))
  command('get', 'show one setting, its possible and its previous values')
    .argument('<key>', 'such as general.tz')
    .action((key: string, given: Given) => withWorld((world) => get(world, key, given)))
  change('set', 'change a setting')
    .argument('<value>', 'the new value; get shows the possible ones')
    .addHelpText(
      'after',
      `
  clockhouse settings set general.week_start 1
  clockhouse settings set rounding.minutes 15 --from 2026-11-01 --preview
  clockhouse settings set general.tz America/Boise --user wanda`,
    )
    .action((key: string, value: string, given: Changed) => withWorld((world) => set(world, key, value, given)))
  change('clear', 'restore the default, or the company’s value for a group or a user').action(
    (key: string, given: Changed) => withWorld((world) => set(world, key, null, given)),
  )
}

const inEnglish = translator('en')

async function list(world: World, given: Given): Promise<void> {
  const { company, scope } = await levelOf(world, given)
  const values = await valuesAt(company, scope)
  const rows = Object.entries(settingForms).flatMap(([section, forms]) =>
    Object.entries(forms)
      .filter(([, form]) => scope.scope === 'company' || !form.company_only)
      .map(([key]) => ({ setting: `${section}.${key}`, ...values(section, key), about: entryOf(section, key)!.label })),
  )
  if (given.json) return printJson(rows)
  const own = scope.scope === 'company' ? 'changed' : 'own'
  say(
    table(
      ['setting', 'value', '', ''],
      rows.map(({ setting, value, set, about }) => [setting, shown(value), set ? own : '', about]),
    ),
  )
}

async function get(world: World, name: string, given: Given): Promise<void> {
  const { section, key, entry } = named(name)
  const { company, scope } = await levelOf(world, given)
  const { value, set } = (await valuesAt(company, scope))(section, key)
  const { label: about, default: usual, form, dated } = entry
  const earlier = earlierValues(company, scope, section, key)
  if (given.json)
    return printJson({ setting: name, value, set, default: usual, expected: expected(form, inEnglish), about, earlier })
  say(`${name} = ${shown(value)}
    ${about}: ${expected(form, inEnglish)}; the default is ${shown(usual)}.${dated ? ' Pay depends on it, so a change takes effect from a date.' : ''}`)
  for (const { until, value } of earlier) say(`    ${value === null ? 'not set' : shown(value)} until ${until}`)
}

async function set(world: World, name: string, text: string | null, given: Changed): Promise<void> {
  const { section, key, entry } = named(name)
  const { row, scope } = await levelOf(world, given)
  if (entry.form.company_only && scope.scope !== 'company')
    throw new Mistake(`${name}: can be set for the whole company only`)
  const value = text === null ? null : read(section, key, text)
  if (given.from !== undefined && given.from !== 'always' && !isDate(given.from))
    throw new Mistake('--from: must be a date such as 2026-03-14, or always', 2)
  if (given.from !== undefined && !entry.dated)
    throw new Mistake(`--from: ${name} holds at once, because pay does not depend on it`, 2)
  const wanted = {
    ...scope,
    changes: [{ section, key, value }],
    ...(given.from !== undefined && { from: given.from === 'always' ? null : given.from }),
    alters_approved: given.altersApproved ?? false,
  }
  if (given.preview) return showPreview(world, row.company_id, wanted, given.json)
  await refusing(world.db.write(changeSettings, { companyId: row.company_id, author, ...wanted }, world.now()))
  const after = await CompanySnapshot.of(row.company_id, world.db.read)
  const now = (await valuesAt(after, scope))(section, key)
  if (given.json) return printJson({ setting: name, ...now })
  const since = earlierValues(after, scope, section, key).at(-1)
  say(`${name} = ${shown(now.value)}${since ? ` from ${since.until}` : ''}`)
}

/** The company, and the level that the options name. */
async function levelOf(
  world: World,
  given: Given,
): Promise<{ row: CompanySummary; company: CompanySnapshot; scope: Scope }> {
  const row = await companyNamed(world, given.company)
  const scope = await scopeNamed(world, row, given)
  const company = await CompanySnapshot.of(row.company_id, world.db.read)
  return { row, company, scope }
}

/** Looks up settings: the value in effect, and whether it is set at the level itself. */
async function valuesAt(company: CompanySnapshot, scope: Scope) {
  await loadSettings(company)
  const held: Record<string, { settings: Readonly<Record<string, unknown>> }> = settingsAt(
    company,
    scope,
    await groupOf(company, scope),
  )
  const own = new Set(
    settingsSet(company, scope).flatMap(({ section, key, value }) => (value === null ? [] : [`${section}.${key}`])),
  )
  return (section: string, key: string) => ({ value: held[section]!.settings[key], set: own.has(`${section}.${key}`) })
}

/** The setting with this name. */
function named(name: string): { section: string; key: string; entry: SettingEntry & { form: Form } } {
  const [section = '', key = ''] = name.split('.')
  const entry = entryOf(section, key)
  if (entry?.form) return { section, key, entry: { ...entry, form: entry.form } }
  if (entry) throw new Mistake(`${name}: cannot be changed; it describes what this server has`)
  const same = Object.entries(settingForms).flatMap(([other, forms]) =>
    Object.keys(forms).flatMap((one) => (one === name || one === key ? [`${other}.${one}`] : [])),
  )
  const hint = same.length > 0 ? `do you mean ${same.join(' or ')}?` : 'see clockhouse settings list'
  throw new Mistake(`${name}: there is no such setting; ${hint}`)
}

function read(section: string, key: string, text: string) {
  try {
    return readSetting(section, key, text)
  } catch (error) {
    throw new Mistake(messageOf(error))
  }
}

function shown(value: unknown): string {
  return value === '' ? '""' : String(value)
}
