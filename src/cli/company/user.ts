import { type Command, Option } from 'commander'
import { administrator } from '../../company/rights/rights.ts'
import type { Config } from '../../config.ts'
import { textOf } from '../../engine/idempotency.ts'
import { sql } from '../../engine/sql.ts'
import { clearFactors } from '../../identity/factors/factors.ts'
import { createInvitation } from '../../identity/links/invitations.ts'
import { setPassword } from '../../identity/passwords.ts'
import { hashPassword } from '../../identity/people.ts'
import { resourceWrite } from '../../operations.ts'
import { users } from '../../resources/users.ts'
import { invitationDays } from '../../rules/people/invitation_days.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import type { World } from '../../world.ts'
import { Mistake, optionNamed } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, moment, note, printJson, say, stamp, table } from '../output.ts'
import { askPassword, givenPassword, type PasswordSource } from '../prompt.ts'
import { companyNamed, groupNamed, type Person, personNamed, withWorld } from '../server/database.ts'
import { serverUrl } from '../server_url.ts'
import { userDataCommands } from './user_data.ts'

type CompanyOption = { company?: string }
type Added = PasswordSource &
  CompanyOption & {
    username: string
    firstName: string
    lastName: string
    email?: string
    group?: string
    permissions: string[]
    askPassword?: true
    json?: true
  }

/** `clockhouse user …`: a company's users. */
export function userCommand(program: Command): void {
  const user = program.command('user').description('add, invite and list users, set passwords, export their data')
  userDataCommands(user)
  user
    .command('add')
    .description('add a user to a company')
    .requiredOption('--username <name>', 'name the user signs in with')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .option('--email <address>', 'email address')
    .option('--group <name>', 'group the user belongs to')
    .addOption(
      new Option('--permissions <names>', 'permissions, separated by commas')
        .argParser(listed)
        .default(['time_tracking', 'mobile'], 'time_tracking,mobile'),
    )
    .option('--password-file <file>', 'file with the password, - for standard input')
    .option('--ask-password', 'prompt for the password; without one the user cannot sign in yet')
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText('after', `\nPermissions: ${permissionNames()}.`)
    .action((given: Added) => withWorld((world) => add(world, given)))
  user
    .command('list')
    .description('list the users of a company')
    .option('--archived', 'include archived users')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: CompanyOption & { archived?: true; json?: true }) => withWorld((world) => list(world, given)))
  user
    .command('password')
    .description('set a user’s password and sign them out of all browsers')
    .requiredOption('--user <name>', 'username or id')
    .option('--password-file <file>', 'file with the password, - for standard input')
    .addOption(options.company())
    .action((given: PasswordSource & CompanyOption & { user: string }) => withWorld((world) => change(world, given)))
  user
    .command('invite')
    .description(`create a one-time link to set a password and sign in, valid for ${invitationDays} days`)
    .argument('<username>', 'username or id of the user')
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Only the link is written to standard output; it is shown only once. A later invitation for the same user replaces it.`,
    )
    .action((wanted: string, given: CompanyOption & { json?: true }) =>
      withWorld((world, config) => inviteBy(world, config, wanted, given)),
    )
  user
    .command('unlock')
    .description('turn off two-step verification for a user who has lost their phone, and remove their passkeys')
    .argument('<username>', 'username or id of the user')
    .addOption(options.company())
    .addHelpText('after', '\nThe user is signed out of all browsers and can sign in with the password alone.')
    .action((wanted: string, given: CompanyOption) => withWorld((world) => unlock(world, wanted, given)))
}

async function add(world: World, given: Added): Promise<void> {
  const company = await companyNamed(world, given.company)
  const password = givenPassword(given) ?? (given.askPassword ? await askPassword() : undefined)
  const item = {
    username: given.username,
    first_name: given.firstName,
    last_name: given.lastName,
    email: given.email ?? '',
    group_id: given.group === undefined ? 0 : await groupNamed(world, company.company_id, given.group),
    permissions: Object.fromEntries(given.permissions.map((name) => [name, true])),
  }
  const input = { resource: 'users', verb: 'create', actor: administrator(company.company_id, 'clockhouse') } as const
  const body = JSON.stringify({ data: [{ ...item, permissions: { mobile: false, ...item.permissions } }] })
  const answer = JSON.parse(textOf(await world.db.write(resourceWrite, { ...input, body }, world.now())))
  const made = answer.results.users['1']
  if (made._status_code !== 200) throw new Mistake(optionNamed(made._status_reason))
  if (password !== undefined) await store(world, company.company_id, made.id, password)
  if (given.json) return printJson({ id: made.id, username: made.username, company: company.client_url })
  say(`Added ${given.firstName} ${given.lastName} as ${made.username} (id ${made.id}) to ${company.name}.`)
  if (password === undefined) say(`No password yet: send an invitation with clockhouse user invite ${made.username}.`)
}

async function list(world: World, given: CompanyOption & { archived?: true; json?: true }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const people = await world.db.read.all<Person & { email: string; permissions: string; group_name: string | null }>(
    sql`select u.id, u.username, u.first_name, u.last_name, u.active, u.email, u.permissions, g.name as group_name
      from users u left join groups g on g.company_id = u.company_id and g.id = u.group_id
      where u.company_id = ${company.company_id} and u.active >= ${given.archived ? 0 : 1}
      order by u.last_name_key, u.first_name_key, u.id`,
  )
  if (given.json)
    return printJson(
      people.map(({ permissions, active, group_name, ...person }) => ({
        ...person,
        active: active === 1,
        group: group_name,
        permissions: permissions.split(',').filter(Boolean),
      })),
    )
  const rows = people.map((person) => [
    person.id,
    person.username,
    `${person.first_name} ${person.last_name}`,
    person.group_name ?? '-',
    person.active === 0 ? 'archived' : person.permissions.includes(',admin,') ? 'administrator' : '',
  ])
  say(table(['id', 'username', 'name', 'group', ''], rows))
}

async function change(world: World, given: PasswordSource & CompanyOption & { user: string }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, given.user)
  if (person.active === 0) throw new Mistake(`--user: ${person.username} is archived`)
  const password = givenPassword(given) ?? (await askPassword())
  await store(world, company.company_id, person.id, password)
  note(`The password of ${person.username} is set. They are signed out of all browsers.`)
}

async function inviteBy(
  world: World,
  config: Config,
  wanted: string,
  given: CompanyOption & { json?: true },
): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, wanted, 'username')
  if (person.active === 0) throw new Mistake(`username: ${person.username} is archived`)
  const account = { companyId: company.company_id, userId: person.id }
  const { path, expires } = await createInvitation(world, account)
  const link = ownAddress(serverUrl(config), path)
  if (given.json) return printJson({ link, user_id: person.id, username: person.username, expires: stamp(expires) })
  if (!config.url) note('CLOCKHOUSE_URL is not set, so the link may work only on this machine.')
  note(`${person.first_name} ${person.last_name} can set a password with this link until ${moment(expires)}:`)
  say(link)
}

async function unlock(world: World, wanted: string, given: CompanyOption): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, wanted, 'username')
  const account = { companyId: company.company_id, userId: person.id }
  const { totp, passkeys } = await world.db.write(clearFactors, account, world.now())
  const removed = counted(passkeys, 'passkey')
  note(`${person.username}: two-step verification ${totp ? 'is now off' : 'was off'}, ${removed} removed.`)
}

async function store(world: World, companyId: number, userId: number, password: string): Promise<void> {
  await world.db.write(
    setPassword,
    { companyId, userId, password: await hashPassword(password), own: false },
    world.now(),
  )
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function permissionNames(): string {
  return Object.keys(users.fields.permissions.load('')).join(', ')
}
