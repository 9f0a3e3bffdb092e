import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { ssoAnswerPath } from '../../identity/sso/button.ts'
import { explainSsoError, findIssuer, isSameIssuer } from '../../identity/sso/client.ts'
import { addDomain, removeSsoDomain, ssoDomains, verifyDomain } from '../../identity/sso/domains.ts'
import {
  clientSecretOf,
  type SsoProvider,
  saveSsoProvider,
  sealClientSecret,
  ssoProviderOf,
  turnOffSso,
  unlinkSsoPerson,
} from '../../identity/sso/providers.ts'
import { defined } from '../../rules/elements.ts'
import { domainRecord, readDomain, type SsoMode, ssoModes } from '../../rules/people/single_sign_on.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import type { World } from '../../world.ts'
import { Mistake, readGiven } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, stamp } from '../output.ts'
import { companyNamed, groupNamed, personNamed, withWorld } from '../server/database.ts'
import { serverUrl } from '../server_url.ts'
import { terminal } from '../terminal.ts'

type Given = { company?: string; json?: true }
type Chosen = Given & {
  issuer?: string
  clientId?: string
  secretFile?: string
  label?: string
  mode?: SsoMode
  createPeople?: 'yes' | 'no'
  verifiesAddresses?: 'yes' | 'no'
  signsOut?: 'yes' | 'no'
  groupsClaim?: string
  map?: string[]
}

/** `clockhouse sso …`: signing in with the identity provider of a company. */
export function ssoCommand(program: Command): void {
  const sso = program.command('sso').description('single sign-on with a company’s identity provider (OpenID Connect)')
  const command = (name: string, about: string) => sso.command(name).description(about).addOption(options.company())
  command('show', 'show the provider and the domains')
    .addOption(options.json())
    .action((given: Given) => withWorld((world, config) => show(world, config, given)))
  command('set', 'set up or change the provider; options not given stay as they are')
    .option('--issuer <url>', 'address of the provider, such as https://login.example.com/realms/main')
    .option('--client-id <text>', 'client id that the provider gave to Clockhouse')
    .option('--secret-file <file>', 'file with the client secret, - for standard input')
    .option('--label <text>', 'the provider’s name on the button of the sign-in page')
    .addOption(new Option('--mode <mode>', 'enforced: only administrators can use passwords').choices([...ssoModes]))
    .addOption(new Option('--create-people <choice>', 'add people when they first sign in').choices(['yes', 'no']))
    .addOption(
      new Option(
        '--verifies-addresses <choice>',
        'state that the provider verifies addresses, if it does not say so',
      ).choices(['yes', 'no']),
    )
    .addOption(new Option('--signs-out <choice>', 'sign out at the provider, too').choices(['yes', 'no']))
    .option('--groups-claim <name>', 'claim that lists groups, such as groups')
    .option('--map <value=group>', 'a value of that claim and a group here; may be repeated', options.collect)
    .action((given: Chosen) => withWorld((world, config) => change(world, config, given)))
  command('off', 'turn single sign-on off, so that everyone signs in with a password or passkey').action(
    (given: Given) => withWorld((world) => turnOff(world, given)),
  )
  command('unlink', 'remove the link between a user and their account at the provider')
    .argument('<username>', 'username or id of the user')
    .action((wanted: string, given: Given) => withWorld((world) => unlink(world, wanted, given)))
  const domain = sso.command('domain').description('the domains of a company’s email addresses')
  const ofDomain = (name: string, about: string) =>
    domain.command(name).description(about).argument('<domain>', 'such as example.com').addOption(options.company())
  ofDomain('add', 'add a domain and show the TXT record that it must have').action((name: string, given: Given) =>
    withWorld((world) => add(world, name, given)),
  )
  ofDomain('verify', 'look for the TXT record of a domain')
    .option('--trust', 'count the domain as the company’s without a TXT record')
    .action((name: string, given: Given & { trust?: true }) => withWorld((world) => verify(world, name, given)))
  ofDomain('remove', 'remove a domain').action((name: string, given: Given) =>
    withWorld((world) => remove(world, name, given)),
  )
}

async function show(world: World, config: Config, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const provider = await ssoProviderOf(world.db.read, company_id)
  const domains = await ssoDomains(world.db.read, company_id)
  const redirect = ownAddress(serverUrl(config), ssoAnswerPath)
  if (given.json) {
    const known: Partial<SsoProvider> = provider ?? {}
    const { clientSecret, companyId: _, company: __, changed: ___, ...shown } = known
    const listed = domains.map(({ domain, verified, token }) => {
      return { domain, verified: stamp(verified), record: domainRecord(token) }
    })
    return printJson({ mode: 'off', ...shown, hasSecret: Boolean(clientSecret), redirect, domains: listed })
  }
  if (!provider) say('No provider is set up. clockhouse sso set does that.')
  else {
    say(`${provider.label}: ${provider.mode}\nissuer    ${provider.issuer}\nclient id ${provider.clientId}`)
    if (provider.verifiesAddresses) say('addresses count as verified, by your statement')
    if (provider.signsOut) say('sign out  here and at the provider')
    say(`people    ${provider.createsPeople ? 'added when they first sign in' : 'must exist here'}`)
    for (const [value, group] of provider.groupMap) say(`group     ${provider.groupsClaim} ${value} → ${group}`)
  }
  say(`redirect  ${redirect}`)
  for (const { domain, verified, token } of domains)
    say(`domain    ${domain} ${verified > 0 ? 'verified' : `needs the TXT record ${domainRecord(token)}`}`)
}

async function change(world: World, config: Config, given: Chosen): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const before = (await ssoProviderOf(world.db.read, companyId)) ?? unset
  const { issuer, clientId } = { ...before, ...defined({ issuer: given.issuer, clientId: given.clientId }) }
  if (!URL.canParse(issuer)) throw new Mistake('--issuer: a URL such as https://login.example.com is required', 2)
  if (clientId === '') throw new Mistake('--client-id is required', 2)
  const keys = await loadKeys(world, config)
  // A different provider must not receive the previous one's secret.
  const isSame = isSameIssuer(issuer, before.issuer) && clientId === before.clientId
  const secret = givenSecret(given) ?? (isSame ? (clientSecretOf(keys, { ...before, companyId }) ?? '') : '')
  const mode = given.mode ?? before.mode
  const found =
    mode === 'off'
      ? issuer
      : await findIssuer(config, { issuer, clientId }, isSame ? before.issuer : undefined).catch((error: unknown) => {
          throw new Mistake(`--issuer: the provider cannot be used: ${explainSsoError(error).words}`)
        })
  const provider = { ...before, ...(await chosenOf(world, companyId, given)), companyId, issuer: found, clientId, mode }
  const clientSecret = sealClientSecret(world, keys, companyId, secret)
  const label = provider.label || new URL(issuer).hostname
  await world.db.write(saveSsoProvider, { ...provider, clientSecret, label }, world.now())
  say(`Single sign-on is ${mode}.`)
}

/** A provider before anything is set. */
const unset: Omit<SsoProvider, 'companyId' | 'company' | 'changed'> & Partial<SsoProvider> = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  label: '',
  mode: 'optional',
  createsPeople: false,
  verifiesAddresses: false,
  signsOut: false,
  groupsClaim: '',
  groupMap: [],
}

/** The changes in the options besides the provider's address and client. */
async function chosenOf(world: World, companyId: number, given: Chosen) {
  return defined({
    label: given.label?.trim(),
    createsPeople: given.createPeople && given.createPeople === 'yes',
    verifiesAddresses: given.verifiesAddresses && given.verifiesAddresses === 'yes',
    signsOut: given.signsOut && given.signsOut === 'yes',
    groupsClaim: given.groupsClaim,
    groupMap: given.map && (await mapOf(world, companyId, given.map)),
  })
}

function givenSecret({ secretFile }: Chosen): string | undefined {
  if (secretFile === undefined) return undefined
  const text = secretFile === '-' ? terminal().readInput() : readGiven(secretFile, '--secret-file: ')
  return text.trim()
}

async function mapOf(world: World, companyId: number, pairs: readonly string[]): Promise<[string, number][]> {
  const map: [string, number][] = []
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=')
    if (at < 1) throw new Mistake('--map: expected a value and a group, such as clockhouse-crew=Crew', 2)
    map.push([pair.slice(0, at), await groupNamed(world, companyId, pair.slice(at + 1))])
  }
  return map
}

async function turnOff(world: World, given: Given): Promise<void> {
  const { company_id: companyId, name } = await companyNamed(world, given.company)
  const wasOn = await world.db.write(turnOffSso, { companyId }, world.now())
  say(wasOn ? `Single sign-on of ${name} is off. Everyone can use a password or passkey.` : 'Single sign-on was off.')
}

async function unlink(world: World, wanted: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { id: userId, username } = await personNamed(world, company, wanted, 'username')
  const removed = await world.db.write(unlinkSsoPerson, { companyId: company.company_id, userId }, world.now())
  say(removed > 0 ? `${username} is no longer linked to an account.` : `${username} was not linked to an account.`)
}

async function add(world: World, name: string, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const domain = await addDomain(world, company_id, name)
  const { token } = (await ssoDomains(world.db.read, company_id)).find((one) => one.domain === domain)!
  say(`Give ${domain} this TXT record, then run clockhouse sso domain verify ${domain}:\n${domainRecord(token)}`)
}

async function verify(world: World, name: string, given: Given & { trust?: true }): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const domain = readDomain(name) ?? name
  if (given.trust) await addDomain(world, company_id, domain, true)
  else await verifyDomain(world, company_id, domain)
  say(`${domain} is verified.`)
}

async function remove(world: World, name: string, given: Given): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const domain = readDomain(name) ?? name
  const removed = await world.db.write(removeSsoDomain, { companyId, domain }, world.now())
  if (!removed) throw new Mistake(`there is no domain ${domain}; see clockhouse sso show`)
  say(`Removed ${domain}.`)
}
