import type { Command } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { Refusal } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { idIn } from '../../engine/table.ts'
import { digest } from '../../identity/factors/secrets.ts'
import { createToken, deleteToken, extendToken, listTokens } from '../../oauth/tokens.ts'
import { day } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake, optionNamed } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, note, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

const days = options.whole(1, 3652)

type Given = { company?: string; json?: true }
type NewToken = Given & { user: string; name: string; days: number; scopes: string }

/** `clockhouse token …`: manual access tokens, and those granted to applications. */
export function tokenCommand(program: Command): void {
  const token = program.command('token').description('create, list, extend and delete access tokens for the API')
  token
    .command('create')
    .description('create an access token; it acts as its user')
    .requiredOption('--user <name>', 'username or id of the user')
    .option('--name <text>', 'a name for the token', 'command line')
    .option('--days <n>', 'days until it expires', days, 60)
    .option('--scopes <list>', 'the scopes of the token, such as "read" or "timesheets:write jobcodes:read"', '')
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Only the token is written to standard output: TOKEN=$(clockhouse token create --user ada). It is shown only once; only
its hash is stored. Without --scopes it may do what its user may do.`,
    )
    .action((given: NewToken) => withWorld((world) => create(world, given)))
  token
    .command('list')
    .description('list the valid tokens, both manual and granted to applications')
    .option('--user <name>', 'only the tokens of this user, by username or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { user?: string }) => withWorld((world) => list(world, given)))
  token
    .command('extend')
    .description('change when a manual token expires')
    .argument('<token>', 'id of the token, or the token itself')
    .requiredOption('--days <n>', 'days from now until it expires', days)
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given & { days: number }) => withWorld((world) => extend(world, wanted, given)))
  token
    .command('delete')
    .description('delete a token; a running server refuses it from the next request on')
    .argument('<token>', 'id of the token, or the token itself')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given) => withWorld((world) => remove(world, wanted, given)))
}

async function create(world: World, given: NewToken): Promise<void> {
  const company = await companyNamed(world, given.company)
  const user = await personNamed(world, company, given.user)
  if (user.active === 0) throw new Mistake(`--user: ${user.username} is archived`)
  const account = { companyId: company.company_id, userId: user.id }
  const expires = world.now() + given.days * day
  const { name, scopes } = given
  const { id, token } = await createToken(world, { ...account, name, scopes, expires }).catch(named)
  const { username } = user
  if (given.json)
    return printJson({
      id,
      token,
      user_id: user.id,
      username,
      company: company.client_url,
      name: given.name,
      expires: stamp(expires),
      scopes,
    })
  note(`Access token ${id} of ${username}, until ${moment(expires)}. It is not shown again.`)
  say(token)
}

async function list(world: World, given: Given & { user?: string }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const user = given.user === undefined ? undefined : await personNamed(world, company, given.user)
  const tokens = await listTokens(world, company.company_id, user?.id)
  const people = await world.db.read.all<{ id: number; username: string }>(
    sql`select id, username from users where company_id = ${company.company_id}`,
  )
  const names = new Map(people.map((person) => [person.id, person.username]))
  if (given.json)
    return printJson(
      tokens.map((token) => ({
        id: token.id,
        user_id: token.userId,
        username: names.get(token.userId) ?? '',
        kind: token.kind,
        name: token.name,
        application: token.application,
        client_id: token.clientId,
        created: stamp(token.created),
        expires: stamp(token.expires),
        last_used: stamp(token.lastUsed),
        scopes: token.scopes,
      })),
    )
  if (tokens.length === 0) return say('There are no tokens. Create one with clockhouse token create.')
  const rows = tokens.map((token) => [
    token.id,
    names.get(token.userId) ?? '',
    token.kind === 'manual' ? 'manual' : 'application',
    token.name || token.application,
    moment(token.created),
    moment(token.expires),
    moment(token.lastUsed),
    token.scopes || 'everything',
  ])
  say(table(['id', 'user', 'kind', 'name', 'created', 'expires', 'last used', 'scopes'], rows))
}

async function extend(world: World, wanted: string, given: Given & { days: number }): Promise<void> {
  const token = await tokenNamed(world, await companyNamed(world, given.company), wanted)
  if (token.kind !== 'manual')
    throw new Mistake(`token ${token.id} was granted to an application, which refreshes it itself`)
  const expires = world.now() + given.days * day
  if (!(await extendToken(world, { ...token, expires }))) throw new Mistake(`token ${token.id} was just deleted`)
  if (given.json) return printJson({ id: token.id, expires: stamp(expires) })
  say(`Token ${token.id} works until ${moment(expires)}.`)
}

async function remove(world: World, wanted: string, given: Given): Promise<void> {
  const token = await tokenNamed(world, await companyNamed(world, given.company), wanted)
  await deleteToken(world, token)
  if (given.json) return printJson({ id: token.id, deleted: true })
  say(`Token ${token.id} is deleted.${token.kind === 'oauth' ? ' The application has to ask for access again.' : ''}`)
}

type Token = { id: number; companyId: number; userId: number; kind: string }

/** The token with this id or this text. */
async function tokenNamed({ db }: World, { company_id: companyId }: CompanySummary, wanted: string): Promise<Token> {
  const id = idIn(wanted)
  const condition = id > 0 ? sql`id = ${id}` : sql`hash = ${digest(wanted)}`
  const row = await db.read.get<{ id: number; user_id: number; kind: string }>(
    sql`select id, user_id, kind from access_tokens where company_id = ${companyId} and ${condition}`,
  )
  if (!row) throw new Mistake('there is no such token; see clockhouse token list')
  return { id: row.id, companyId, userId: row.user_id, kind: row.kind }
}

/** Turns a refusal that names a property into a Mistake that names the option. */
function named(error: Error): never {
  throw new Mistake(error instanceof Refusal ? optionNamed(error.reason) : error.message)
}
