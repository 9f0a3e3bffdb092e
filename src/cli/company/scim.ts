import type { Command } from 'commander'
import { idIn } from '../../engine/table.ts'
import { createScimToken, removeScimToken, scimTokens } from '../../identity/scim_tokens.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, note, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }

/** `clockhouse scim …`: tokens with which an identity provider manages people and groups. */
export function scimCommand(program: Command): void {
  const scim = program.command('scim').description('tokens with which an identity provider manages people (SCIM 2.0)')
  const command = (name: string, about: string) =>
    scim.command(name).description(about).addOption(options.company()).addOption(options.json())
  command('create', 'create a token, which is shown only once')
    .requiredOption('--name <text>', 'what the token is for')
    .action((given: Given & { name: string }) => withWorld((world) => create(world, given)))
  command('list', 'list the tokens').action((given: Given) => withWorld((world) => list(world, given)))
  command('delete', 'delete a token, which is refused from then on')
    .argument('<id>', 'id of the token')
    .action((id: string, given: Given) => withWorld((world) => remove(world, id, given)))
}

async function create(world: World, given: Given & { name: string }): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const made = await createScimToken(world, { companyId: company_id, userId: 0 }, given.name)
  if (given.json) return printJson(made)
  note('The token is shown only once. The address for the provider is /scim/v2 on this server.')
  say(made.token)
}

async function list(world: World, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const tokens = await scimTokens(world, company_id)
  if (given.json)
    return printJson(
      tokens.map(({ id, name, created, lastUsed }) => ({
        id,
        name,
        created: stamp(created),
        last_used: stamp(lastUsed),
      })),
    )
  if (tokens.length === 0) return say('There are no tokens. clockhouse scim create makes one.')
  const rows = tokens.map(({ id, name, created, lastUsed }) => [id, name, moment(created), moment(lastUsed)])
  say(table(['id', 'name', 'created', 'last used'], rows))
}

async function remove(world: World, wanted: string, given: Given): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const id = idIn(wanted)
  const removed = await world.db.write(removeScimToken, { companyId, id }, world.now())
  if (!removed) throw new Mistake(`there is no token ${wanted}; see clockhouse scim list`)
  if (given.json) return printJson({ deleted: id })
  say(`Deleted token ${id}.`)
}
