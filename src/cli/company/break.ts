import { type Command, Option } from 'commander'
import { type BreakType, breakTypes } from '../../company/breaks/breaks.ts'
import type { CompanySummary } from '../../company/companies.ts'
import { fold, inList, sql } from '../../engine/sql.ts'
import { addBreak, changeBreak } from '../../resources/jobcodes/breaks.ts'
import { jobcodes } from '../../resources/jobcodes.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'
import { breakRulesCommand } from './break_rules.ts'

type Given = { company?: string; json?: true }
type Kind = { type: 'unpaid' | 'paid' | 'time-off' }

const types: Record<Kind['type'], BreakType> = {
  unpaid: 'unpaid_break',
  paid: 'paid_break',
  'time-off': 'unpaid_time_off',
}
const words: Record<BreakType, string> = {
  unpaid_break: 'unpaid break',
  paid_break: 'paid break',
  unpaid_time_off: 'unpaid time off',
}

const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse break …`: the breaks and unpaid time off codes of a company. */
export function breakCommand(program: Command): void {
  const parent = program.command('break').description('manage breaks and unpaid time off codes')
  const command = (name: string, about: string) => parent.command(name).description(about)
  command('list', 'list them, including archived ones')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => list(world, given)))
  command('add', 'create one that everyone can use')
    .argument('<name>', 'name, such as "30-minute unpaid meal"')
    .addOption(new Option('--type <type>', 'what it is').choices(Object.keys(types)).makeOptionMandatory())
    .addOption(options.company())
    .addOption(options.json())
    .action((name: string, given: Given & Kind) => withWorld((world) => add(world, name, given)))
  command('rename', 'rename one; time recorded on it counts as before')
    .argument('<break>', 'name or id')
    .argument('<name>', 'new name')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, name: string, given: Given) =>
      withWorld((world) => change(world, wanted, { name: readName(name) }, given)),
    )
  command('archive', 'archive one; reports keep it')
    .argument('<break>', 'name or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given) => withWorld((world) => change(world, wanted, { active: false }, given)))
  command('restore', 'restore an archived one')
    .argument('<break>', 'name or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given) => withWorld((world) => change(world, wanted, { active: true }, given)))
  breakRulesCommand(parent)
}

type Break = { id: number; name: string; type: BreakType; active: boolean }

async function list(world: World, given: Given): Promise<void> {
  const breaks = await breaksOf(world, await companyNamed(world, given.company))
  if (given.json) return printJson(breaks)
  if (breaks.length === 0) return say('There are no breaks. clockhouse break add creates one.')
  const rows = breaks.map(({ id, name, type, active }) => [String(id), name, words[type], active ? '' : 'archived'])
  say(table(['id', 'name', 'type', ''], rows))
}

async function add(world: World, name: string, given: Given & Kind): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const wanted = { name: readName(name), type: types[given.type] }
  const id = await world.db.write(addBreak, { companyId, author, ...wanted }, world.now())
  if (given.json) return printJson({ id, ...wanted, active: true })
  say(`Created the ${words[wanted.type]} ${wanted.name}.`)
}

async function change(
  world: World,
  wanted: string,
  changes: { name?: string; active?: boolean },
  given: Given,
): Promise<void> {
  const company = await companyNamed(world, given.company)
  const found = await breakNamed(world, company, wanted)
  await world.db.write(changeBreak, { companyId: company.company_id, author, id: found.id, ...changes }, world.now())
  if (given.json) return printJson({ ...found, ...changes })
  if (changes.name !== undefined) return say(`${found.name} is now called ${changes.name}.`)
  say(`${changes.active ? 'Restored' : 'Archived'} ${found.name}.`)
}

async function breaksOf({ db }: World, { company_id }: CompanySummary): Promise<Break[]> {
  const rows = await db.read.all<Omit<Break, 'active'> & { active: number }>(
    sql`select id, name, type, active from jobcodes where company_id = ${company_id}
      and ${inList(sql`type`, breakTypes)} order by name_key, id`,
  )
  return rows.map((row) => ({ ...row, active: row.active === 1 }))
}

async function breakNamed(world: World, company: CompanySummary, wanted: string): Promise<Break> {
  const breaks = await breaksOf(world, company)
  const found = breaks.find(({ name }) => fold(name) === fold(wanted)) ?? breaks.find(({ id }) => String(id) === wanted)
  if (!found) throw new Mistake(`there is no break ${wanted}; see clockhouse break list`)
  return found
}

function readName(name: string): string {
  return jobcodes.fields.name.parse(name, 'name')
}
