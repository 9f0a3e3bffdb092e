import type { Command } from 'commander'
import { addInspector, endInspection, inspectionsOf } from '../../company/rights/inspections.ts'
import type { Config } from '../../config.ts'
import { createInvitation } from '../../identity/links/invitations.ts'
import type { World } from '../../world.ts'
import * as options from '../options.ts'
import { moment, note, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, groupNamed, personNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }
type Added = Given & {
  firstName: string
  lastName: string
  authority: string
  until: string
  email?: string
  from?: string
  to?: string
  group?: string[]
}

const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse inspector …`: people from outside who inspect a company's records. */
export function inspectorCommand(program: Command): void {
  const inspector = program
    .command('inspector')
    .description('let a labor inspector, an auditor or an accountant read the records through a date')
  const command = (name: string, about: string) =>
    inspector.command(name).description(about).addOption(options.company()).addOption(options.json())
  command('add', 'add a person, and print a link for choosing a password')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--authority <text>', 'for whom they work')
    .requiredOption('--until <date>', 'the last date, in the company’s time zone')
    .option('--email <address>', 'email address')
    .option('--from <date>', 'the first date of the time that they may see')
    .option('--to <date>', 'the last one')
    .option('--group <name>', 'only this group; may be repeated', options.collect)
    .action((given: Added) => withWorld((world, config) => add(world, config, given)))
  command('list', 'list current and former inspectors').action((given: Given) =>
    withWorld((world) => list(world, given)),
  )
  command('end', 'end an inspection now')
    .argument('<username>', 'username or id of the inspector')
    .action((wanted: string, given: Given) => withWorld((world) => end(world, wanted, given)))
}

async function add(world: World, { url }: Config, given: Added): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const group_ids: number[] = []
  for (const name of given.group ?? []) group_ids.push(await groupNamed(world, companyId, name))
  const { firstName: first_name, lastName: last_name, authority, until: end_date, email = '' } = given
  const range = { records_from: given.from ?? '', records_to: given.to ?? '' }
  const inspector = { first_name, last_name, authority, end_date, email, ...range, group_ids }
  const { id, username } = await world.db.write(addInspector, { companyId, author, inspector }, world.now())
  const { path, expires } = await createInvitation(world, { companyId, userId: id })
  const link = `${url}${path}`
  if (given.json) return printJson({ id, username, link, expires: stamp(expires) })
  note(`Added ${username}, who may read until ${end_date}. The link is valid until ${moment(expires)}, once:`)
  say(link)
}

async function list(world: World, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const rows = await inspectionsOf(world.db.read, company_id)
  if (given.json)
    return printJson(
      rows.map(({ user_id: id, username, authority, ends, ended, records_from, records_to, group_ids }) => ({
        ...{ id, username, authority, ends: stamp(Number(ends)), ended: stamp(Number(ended)) },
        ...{ records_from, records_to, group_ids: group_ids.split(',').filter(Boolean).map(Number) },
      })),
    )
  if (rows.length === 0) return say('There are no inspectors. clockhouse inspector add lets one in.')
  const lines = rows.map(({ user_id, username, first_name, last_name, authority, ends, ended }) => [
    ...[user_id, username, `${first_name} ${last_name}`, authority],
    Number(ended) > 0 ? `ended ${moment(Number(ended))}` : `until ${moment(Number(ends))}`,
  ])
  say(table(['id', 'username', 'name', 'authority', 'access'], lines))
}

async function end(world: World, wanted: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { id: userId, username } = await personNamed(world, company, wanted, 'username')
  await world.db.write(endInspection, { companyId: company.company_id, userId, author }, world.now())
  if (given.json) return printJson({ ended: userId })
  say(`Ended the inspection by ${username}.`)
}
