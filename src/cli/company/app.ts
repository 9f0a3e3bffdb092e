import type { Command } from 'commander'
import { Refusal } from '../../engine/errors.ts'
import {
  type Application,
  createApplication,
  deleteApplication,
  listApplications,
  rotateSecret,
} from '../../oauth/applications.ts'
import type { World } from '../../world.ts'
import { Mistake, optionNamed } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }
type Created = Given & {
  name: string
  description: string
  redirectUri: string[]
  public?: true
  allCompanies?: true
}

/** `clockhouse app …`: OAuth 2.0 applications that people allow to act for them. */
export function appCommand(program: Command): void {
  const app = program.command('app').description('register, list and delete OAuth 2.0 applications')
  app
    .command('create')
    .description('register an application')
    .requiredOption('--name <text>', 'name shown to people when they are asked for access')
    .requiredOption(
      '--redirect-uri <url>',
      'redirect URI: https, or http on localhost; may be repeated',
      options.collect,
    )
    .option('--description <text>', 'what the application does', '')
    .option('--public', 'a program on people’s own devices, which cannot keep a secret: it must use PKCE')
    .option('--all-companies', 'let people in every company on this server use it')
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText('after', '\nThe client secret is shown only once; only its hash is stored.')
    .action((given: Created) => withWorld((world) => create(world, given)))
  app
    .command('list')
    .description('list the applications of a company')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => list(world, given)))
  app
    .command('secret')
    .description('give an application a new client secret; the old one stops working at once')
    .argument('<application>', 'client_id or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given) => withWorld((world) => renew(world, wanted, given)))
  app
    .command('delete')
    .description('delete an application and every token granted to it')
    .argument('<application>', 'client_id or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: string, given: Given) => withWorld((world) => remove(world, wanted, given)))
}

async function create(world: World, given: Created): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { name, description } = given
  const made = await createApplication(world, {
    companyId: company.company_id,
    userId: 0,
    name,
    description,
    redirectUris: given.redirectUri,
    publicClient: given.public ?? false,
    openToAll: given.allCompanies ?? false,
  }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Mistake(optionNamed(error.reason, optionOf))
    throw error
  })
  if (given.json)
    return printJson({
      id: made.id,
      name,
      client_id: made.clientId,
      client_secret: made.clientSecret ?? null,
      redirect_uris: given.redirectUri,
      company: company.client_url,
    })
  say(`Registered ${name} in ${company.name}.`)
  say(`client_id      ${made.clientId}`)
  if (made.clientSecret) say(`client_secret  ${made.clientSecret}\nThe secret is not shown again.`)
  else say('It is a public client: it has no secret and must use PKCE.')
}

/** The command's option for a property of the API. */
function optionOf(field: string): string {
  return field === 'redirect_uris' ? '--redirect-uri' : `--${field}`
}

async function list(world: World, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const applications = await listApplications(world, company.company_id)
  if (given.json)
    return printJson(
      applications.map((app) => ({
        id: app.id,
        name: app.name,
        description: app.description,
        client_id: app.clientId,
        redirect_uris: app.redirectUris,
        public: app.publicClient,
        all_companies: app.openToAll,
        self_registered: app.selfRegistered,
        created: stamp(app.created),
        last_used: stamp(app.lastUsed),
      })),
    )
  if (applications.length === 0) return say('There are no applications. Register one with clockhouse app create.')
  const rows = applications.map((app) => [
    app.id,
    app.clientId,
    app.name,
    kindOf(app),
    moment(app.lastUsed),
    app.redirectUris.join(' '),
  ])
  say(table(['id', 'client_id', 'name', 'kind', 'last used', 'redirect URIs'], rows))
}

function kindOf({ publicClient, openToAll, selfRegistered }: Application): string {
  const more = [...(openToAll ? ['all companies'] : []), ...(selfRegistered ? ['registered itself'] : [])]
  return [publicClient ? 'public' : 'confidential', ...more].join(', ')
}

async function renew(world: World, wanted: string, given: Given): Promise<void> {
  const app = await applicationNamed(world, wanted, given)
  const secret = await rotateSecret(world, app.companyId, app.id)
  if (!secret) throw new Mistake(`${app.name} is public and has no secret`)
  if (given.json) return printJson({ id: app.id, client_id: app.clientId, client_secret: secret })
  say(`client_id      ${app.clientId}\nclient_secret  ${secret}\nThe secret is not shown again.`)
}

async function remove(world: World, wanted: string, given: Given): Promise<void> {
  const app = await applicationNamed(world, wanted, given)
  await deleteApplication(world, app.companyId, app.id)
  if (given.json) return printJson({ id: app.id, client_id: app.clientId, deleted: true })
  say(`Deleted ${app.name} and every token granted to it.`)
}

async function applicationNamed(world: World, wanted: string, given: Given): Promise<Application> {
  const company = await companyNamed(world, given.company)
  const applications = await listApplications(world, company.company_id)
  const found = applications.find((app) => app.clientId === wanted || String(app.id) === wanted)
  if (!found) throw new Mistake(`there is no application ${wanted}; see clockhouse app list`)
  return found
}
