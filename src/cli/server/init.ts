import type { Command } from 'commander'
import { usualBreaks } from '../../company/breaks/breaks.ts'
import { createCompany } from '../../company/companies.ts'
import type { Config } from '../../config.ts'
import { text } from '../../engine/fields.ts'
import { likelyZone } from '../../identity/guesses.ts'
import { hashPassword } from '../../identity/people.ts'
import { users } from '../../resources/users.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import { isZone } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say } from '../output.ts'
import { ask, askPassword, canAsk, givenPassword, type PasswordSource } from '../prompt.ts'
import { serverUrl } from '../server_url.ts'
import { companiesOf, nameOf, withWorld } from './database.ts'

type Given = PasswordSource & {
  companyName?: string
  clientUrl?: string
  firstName?: string
  lastName?: string
  username?: string
  email?: string
  tz?: string
  breaks: boolean
  another?: true
  json?: true
}

const nameField = text({ min: 1, max: 100, trim: true })

/** `clockhouse init`: creates a company and its first administrator. */
export function initCommand(program: Command): void {
  program
    .command('init')
    .description('create a company and its first administrator; prompts for missing values')
    .option('--company-name <name>', 'name of the company')
    .option('--client-url <name>', 'its name in URLs, letters and digits (default: derived from the name)')
    .option('--first-name <name>', 'first name of the administrator')
    .option('--last-name <name>', 'last name of the administrator')
    .option('--username <name>', 'name the administrator signs in with')
    .option('--email <address>', 'email address of the administrator')
    .option('--tz <zone>', `time zone of the company, such as America/Denver (${likelyZone()})`)
    .option('--password-file <file>', 'file with the password, - for standard input')
    .option('--no-breaks', `do not create ${usualBreaks.map(({ name }) => `"${name}"`).join(' and ')}`)
    .option('--another', 'even if there is already a company')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The password can also be set in the environment variable CLOCKHOUSE_PASSWORD.

  clockhouse init --company-name "Northside Builders" --first-name Ada --last-name Hart --username ada \\
    --email ada@example.com --tz America/Denver --password-file password.txt`,
    )
    .action((given: Given) => withWorld((world, config) => init(world, config, given), { create: true }))
}

async function init(world: World, config: Config, given: Given): Promise<void> {
  const [existing] = await companiesOf(world)
  if (existing && !given.another)
    throw new Mistake(
      `there is already a company, ${existing.name} (${existing.client_url})\nUse --another to create one more.`,
    )
  const company = await askCompany(given)
  const person = await askPerson(given)
  const only = given.another ? {} : { only_first: true }
  const breaks = given.breaks ? usualBreaks : []
  const made = await world.db.write(createCompany, { ...company, ...person, breaks, ...only }, world.now())
  if ('refused' in made)
    throw new Mistake(
      made.refused === 'exists' ? 'there is already a company' : `--client-url: ${given.clientUrl} is taken`,
    )
  const { company_id, client_url, user_id } = made
  const { username } = person
  if (given.json) return printJson({ company_id, client_url, user_id, username })
  say(`Created ${company.company_name} (${client_url}) with the administrator ${username}, in ${nameOf(config)}.

Next:
  clockhouse serve                                start the server (or: npm start)
  clockhouse token create --user ${username} --name "my script"
                                                  create an access token for the API
  clockhouse doctor                               check the setup
Sign in at ${ownAddress(serverUrl(config), '/')} as ${username}.`)
}

/** The company from the options, or from answers to prompts. */
async function askCompany({ companyName, tz: zone, clientUrl }: Given) {
  const company_name = nameField.parse(companyName ?? (await ask('Company', '--company-name')), '--company-name')
  const tz = zone ?? (canAsk() ? await ask('Time zone', '--tz', likelyZone()) : likelyZone())
  if (!isZone(tz)) throw new Mistake(`--tz: ${tz} is not a time zone such as America/Denver`)
  if (clientUrl !== undefined && !/^[a-z0-9]{1,40}$/.test(clientUrl))
    throw new Mistake('--client-url must be 1 to 40 lowercase letters and digits')
  return { company_name, tz, ...(clientUrl === undefined ? {} : { client_url: clientUrl }) }
}

/** The administrator, from the same sources, with the password hashed. */
async function askPerson(given: Given) {
  const { fields } = users
  const read = async (name: 'first_name' | 'last_name' | 'username', value: string | undefined, question: string) => {
    const option = `--${name.replace('_', '-')}`
    return fields[name].parse(value ?? (await ask(question, option)), option)
  }
  return {
    first_name: await read('first_name', given.firstName, 'Your first name'),
    last_name: await read('last_name', given.lastName, 'Your last name'),
    username: await read('username', given.username, 'Username'),
    email: fields.email.parse(given.email ?? (canAsk() ? await ask('Email', '--email') : ''), '--email'),
    password: await hashPassword(givenPassword(given) ?? (await askPassword())),
  }
}
