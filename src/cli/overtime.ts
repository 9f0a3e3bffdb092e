import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { changeSettings, overtimeChoice, overtimeSection, type Scope } from '../company/settings.ts'
import { sql } from '../engine/sql.ts'
import { presets, readRules } from '../rules/overtime.ts'
import type { World } from '../world.ts'
import { companyNamed, groupNamed, personNamed, withWorld } from './database.ts'
import { Mistake } from './mistakes.ts'
import * as options from './options.ts'
import { note, printJson, say, table } from './output.ts'

type Given = { company?: string; group?: string; user?: string }

const names = Object.keys(presets).join(' or ')

/** `clockhouse overtime …`: which overtime rules hold for a company, a group or a person. */
export function overtimeCommand(program: Command): void {
  const overtime = program.command('overtime').description('choose overtime rules for a company, a group or a person')
  overtime
    .command('set')
    .description('choose the rules; what is chosen for a person goes before the group’s, and that before the company’s')
    .argument('<rules>', `${names}, settings (the thresholds of the company’s settings), or a file`)
    .option('--group <name>', 'for the people of this group')
    .option('--user <name>', 'for this person, by username or number')
    .addOption(options.company())
    .addHelpText(
      'after',
      `
A file holds a list of rules:
  [{"name": "rest", "kind": "rest", "after_hours": 11, "multiplier": 1.5}]
kind is daily, weekly or seventh_day (what is worked beyond after_hours of it), or rest (what is worked sooner after the
last shift). The best paid daily rule wins, seconds that it pays do not count toward the week.`,
    )
    .action((chosen: string, given: Given) => withWorld((world) => set(world, given, rulesNamed(chosen))))
  overtime
    .command('clear')
    .description('take back what was chosen')
    .option('--group <name>', 'for the people of this group')
    .option('--user <name>', 'for this person, by username or number')
    .addOption(options.company())
    .action((given: Given) => withWorld((world) => set(world, given, null)))
  overtime
    .command('show')
    .description('show what was chosen')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { json?: true }) => withWorld((world) => show(world, given)))
}

/** What is kept: a name, or rules as they stand in a file. */
function rulesNamed(chosen: string): string | readonly unknown[] {
  if (chosen === 'settings') return chosen
  try {
    const rules = Object.hasOwn(presets, chosen) ? chosen : JSON.parse(readFileSync(chosen, 'utf8'))
    readRules(rules)
    return rules
  } catch (error) {
    throw new Mistake(`rules: ${(error as Error).message}\nThere are ${names}, settings, and files; see --help.`)
  }
}

async function set(world: World, given: Given, rules: string | readonly unknown[] | null): Promise<void> {
  if (given.group !== undefined && given.user !== undefined)
    throw new Mistake('--group and --user exclude each other', 2)
  const company = await companyNamed(world, given.company)
  const { scope, scope_id } = await scopeOf()
  const author = { userId: 0, application: 'clockhouse' }
  const input = { companyId: company.company_id, author, scope, scope_id, changes: [overtimeChoice(rules)] }
  await world.db.write(changeSettings, input, world.now())
  note(rules === null ? 'What was chosen is taken back.' : 'The rules are chosen; reports use them from now on.')

  async function scopeOf(): Promise<Scope> {
    if (given.user !== undefined) return { scope: 'user', scope_id: (await personNamed(world, company, given.user)).id }
    if (given.group === undefined) return { scope: 'company', scope_id: 0 }
    return { scope: 'group', scope_id: await groupNamed(world, company.company_id, given.group) }
  }
}

async function show(world: World, given: Given & { json?: true }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { company_id } = company
  const rows = await world.db.read.all<{ scope: string; name: string | null; value: string }>(
    sql`select s.scope, coalesce(g.name, u.username) as name, s.value from settings s
      left join groups g on g.company_id = s.company_id and s.scope = 'group' and g.id = s.scope_id
      left join users u on u.company_id = s.company_id and s.scope = 'user' and u.id = s.scope_id
      where s.company_id = ${company_id} and s.section = ${overtimeSection} and s.value <> 'null'
      order by s.scope, s.scope_id`,
  )
  const chosen = rows.map(({ scope, name, value }) => ({ scope, name, rules: JSON.parse(value) }))
  if (given.json) return printJson(chosen)
  if (chosen.length === 0) return say('Nothing is chosen: overtime follows the company’s settings.')
  say(
    table(
      ['for', 'name', 'rules'],
      chosen.map(({ scope, name, rules }) => [
        scope,
        name ?? company.name,
        typeof rules === 'string' ? rules : JSON.stringify(rules),
      ]),
    ),
  )
}
