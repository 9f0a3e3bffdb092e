import type { Command } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { sql } from '../../engine/sql.ts'
import { linkClient } from '../../resources/managed_clients.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, printJson, say, stamp, table } from '../output.ts'
import { companiesOf, withWorld } from '../server/database.ts'

type Given = { json?: true }

/** `clockhouse client …`: which companies on this server manage which others. */
export function clientCommand(program: Command): void {
  const client = program.command('client').description('let companies manage other companies (managed clients)')
  const pair = (name: string, description: string) =>
    client
      .command(name)
      .description(description)
      .argument('<managing>', 'client URL of the managing company')
      .argument('<managed>', 'client URL of the managed company')
      .addOption(options.json())
  pair('add', 'let a company manage another')
    .addHelpText(
      'after',
      `
Administrators of the managing company with the permission external_access may then act in the other company with full
rights, by sending the header vnd.tsheets.ManagedClientId. "clockhouse init --another" creates another company.`,
    )
    .action((managing: string, managed: string, given: Given) =>
      withWorld((world) => add(world, managing, managed, given)),
    )
  pair('remove', 'stop a company from managing another, effective immediately').action(
    (managing: string, managed: string, given: Given) => withWorld((world) => remove(world, managing, managed, given)),
  )
  client
    .command('list')
    .description('list which companies manage which others')
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => list(world, given)))
}

async function add(world: World, managing: string, managed: string, given: Given): Promise<void> {
  const [company, other] = await pairOf(world, managing, managed)
  const id = await world.db.write(linkClient, { ...numbers(company, other), active: true }, world.now())
  if (given.json) return printJson({ id, managing: company.client_url, managed: other.client_url, active: true })
  say(`${company.name} now manages ${other.name}. Administrators with external_access act there with the header
vnd.tsheets.ManagedClientId: ${id}`)
}

async function remove(world: World, managing: string, managed: string, given: Given): Promise<void> {
  const [company, other] = await pairOf(world, managing, managed)
  const id = await world.db.write(linkClient, { ...numbers(company, other), active: false }, world.now())
  if (id === 0) throw new Mistake(`${company.name} does not manage ${other.name}; see clockhouse client list`)
  if (given.json) return printJson({ id, managing: company.client_url, managed: other.client_url, active: false })
  say(`${company.name} no longer manages ${other.name}.`)
}

async function list({ db }: World, given: Given): Promise<void> {
  const rows = await db.read.all<{ id: number; managing: string; managed: string; active: number; created: number }>(
    sql`select l.id, c.client_url as managing, m.client_url as managed, l.active, l.created from managed_clients l
      join companies c on c.company_id = l.company_id join companies m on m.company_id = l.managed_company_id
      order by c.client_url, m.client_url`,
  )
  if (given.json)
    return printJson(rows.map((row) => ({ ...row, active: row.active === 1, created: stamp(row.created) })))
  if (rows.length === 0) return say('No company manages another. Set this up with clockhouse client add.')
  const cells = rows.map((row) => [
    row.id,
    row.managing,
    row.managed,
    moment(row.created),
    row.active === 1 ? '' : 'ended',
  ])
  say(table(['id', 'managing', 'managed', 'since', ''], cells))
}

async function pairOf(world: World, ...wanted: [string, string]): Promise<[CompanySummary, CompanySummary]> {
  const companies = await companiesOf(world)
  const [managing, managed] = wanted.map((name) => {
    const found = companies.find((company) => company.client_url === name)
    const names = companies.map((company) => company.client_url).join(', ') || 'none'
    if (!found) throw new Mistake(`there is no company ${name}; the companies are: ${names}`)
    return found
  })
  if (managing === managed) throw new Mistake('a company cannot manage itself')
  return [managing!, managed!]
}

function numbers(managing: CompanySummary, managed: CompanySummary) {
  return { companyId: managing.company_id, managedId: managed.company_id }
}
