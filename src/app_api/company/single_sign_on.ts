import { type Static, Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { oneRow, sql } from '../../engine/sql.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { publicUrl } from '../../identity/public_url.ts'
import { explainSsoError, findIssuer, isSameIssuer } from '../../identity/sso/client.ts'
import { addDomain, removeSsoDomain, ssoDomains, verifyDomain } from '../../identity/sso/domains.ts'
import {
  checkGroups,
  clientSecretOf,
  type SsoProvider,
  saveSsoProvider,
  sealClientSecret,
  ssoProviderOf,
  turnOffSso,
  unlinkSsoPerson,
} from '../../identity/sso/providers.ts'
import { ssoRedirect } from '../../identity/sso/routes.ts'
import { signedOutPath } from '../../identity/sso/signed_out.ts'
import { trialPathFor } from '../../identity/sso/trial.ts'
import { domainRecord, ssoModes } from '../../rules/people/single_sign_on.ts'
import { ownAddress, prefixOf } from '../../rules/settings/own_address.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'

const group = Type.Object({
  value: Type.String({ minLength: 1, maxLength: 200, description: 'A value of the groups claim.' }),
  group_id: recordId,
})

const shown = {
  mode: Type.Enum([...ssoModes], {
    description: '`enforced`: passwords and passkeys are for administrators only.',
  }),
  label: Type.String({ maxLength: 60, description: 'The provider’s name on the button of the sign-in page.' }),
  issuer: Type.String({ maxLength: 500, description: 'The address of the provider, an https URL.' }),
  client_id: Type.String({ maxLength: 300 }),
  create_people: Type.Boolean({ description: 'Whether people are added when they first sign in.' }),
  verifies_addresses: Type.Optional(
    Type.Boolean({
      description:
        'An administrator’s statement that the provider verifies every address, for a provider that does not say so itself. It counts at the verified domains only. If omitted, it stays as it is.',
    }),
  ),
  signs_out: Type.Optional(
    Type.Boolean({
      description:
        'Whether signing out also signs out at the provider, which leads back to `signed_out_uri`. If omitted, it stays as it is.',
    }),
  ),
  groups_claim: Type.String({
    maxLength: 100,
    description: 'The claim that lists groups, such as `groups`; or empty.',
  }),
  group_map: Type.Array(group, {
    maxItems: 200,
    description:
      'The first of these values in the claim determines the person’s group; if there is none, the group stays.',
  }),
}

const answer = Type.Object({
  ...shown,
  has_secret: Type.Boolean(),
  redirect_uri: Type.String({ description: 'The address to register at the provider.' }),
  signed_out_uri: Type.String({ description: 'The address to register for the return from signing out.' }),
  domains: Type.Array(
    Type.Object({
      domain: Type.String(),
      verified: nullable(instant('Null until the TXT record was found.')),
      record: Type.String({ description: 'The TXT record that the domain must have.' }),
    }),
  ),
  linked_people: Type.Integer({ description: 'How many people have signed in with the provider.' }),
})

const given = Type.Object({
  ...shown,
  client_secret: Type.Optional(
    Type.String({ maxLength: 500, description: 'Never shown again. If omitted, the secret stays as it is.' }),
  ),
})

const domainName = Type.Object({ domain: Type.String({ maxLength: 300 }) })

type Call = Parameters<AppEndpoint['run']>[0]

/** Single sign-on with the company's identity provider. */
export const singleSignOnEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/single_sign_on',
    about: 'Shows how people sign in with the company’s identity provider.',
    who: 'administrators',
    answer,
    run: (call) => printed(call),
  }),
  endpoint({
    method: 'PUT',
    path: '/single_sign_on',
    about:
      'Changes the identity provider. Unless `mode` is `off`, the server first requests the provider’s metadata; 417 if that fails.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: given,
    answer,
    async run(call) {
      const { world, body, now } = call
      const provider = await providerGiven(call, body, body.mode !== 'off')
      await world.db.write(saveSsoProvider, provider, now)
      return printed(call)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/single_sign_on/trial',
    about:
      'Tries an identity provider with these settings, and changes nothing. At the address that it gives, the administrator’s browser signs in at the provider and then shows what the provider says, what is missing, and what would happen. 417 if the provider’s metadata cannot be used.',
    who: 'administrators',
    firstPartyOnly: true,
    body: given,
    answer: Type.Object({ address: Type.String({ description: 'Valid for five minutes.' }) }),
    async run(call) {
      const { actor, world, config, body } = call
      const provider = { ...(await providerGiven(call, body, true)), company: '', changed: 0 }
      const keys = await loadKeys(world, config)
      return {
        address: ownAddress(prefixOf(config.url), trialPathFor(world, keys, { provider, userId: actor.userId })),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/single_sign_on',
    about: 'Turns single sign-on off and keeps its settings.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    answer: Type.Object({ turned_off: Type.Boolean() }),
    run: async ({ actor: { companyId }, world, now }) => ({
      turned_off: await world.db.write(turnOffSso, { companyId }, now),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/single_sign_on/domains',
    about: 'Adds a domain of email addresses. It counts once its TXT record has been found.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: domainName,
    answer,
    async run(call) {
      await addDomain(call.world, call.actor.companyId, call.body.domain)
      return printed(call)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/single_sign_on/domains',
    about: 'Looks for the TXT record of a domain. 417 if it is not there.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: domainName,
    answer,
    async run(call) {
      await verifyDomain(call.world, call.actor.companyId, call.body.domain)
      return printed(call)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/single_sign_on/domains',
    about: 'Removes a domain, so that addresses at it no longer count.',
    who: 'administrators',
    firstPartyOnly: true,
    body: domainName,
    answer,
    async run(call) {
      const { companyId } = call.actor
      const removed = await call.world.db.write(removeSsoDomain, { companyId, domain: call.body.domain }, call.now)
      if (!removed) throw new RequestError(404, 'no_such_domain')
      return printed(call)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/single_sign_on/people/:id',
    about:
      'Removes the link between a person and their account at the provider, so that another account can be linked.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    params: Type.Object({ id: recordId }),
    answer: Type.Object({ removed: Type.Integer() }),
    async run({ actor: { companyId }, world, now, params: { id } }) {
      const removed = await world.db.write(unlinkSsoPerson, { companyId, userId: id }, now)
      if (removed === 0) throw new RequestError(404, 'no_linked_account')
      return { removed }
    },
  }),
]

/** The provider of a request, as it is stored. With `check`, RequestError 417 if it could sign no one in. */
async function providerGiven(
  { actor: { companyId }, world, config }: Pick<Call, 'actor' | 'world' | 'config'>,
  body: Static<typeof given>,
  check: boolean,
): Promise<Omit<SsoProvider, 'company' | 'changed'>> {
  const keys = await loadKeys(world, config)
  const before = await ssoProviderOf(world.db.read, companyId)
  const { mode, client_id: clientId } = body
  const isKept = before && isSameIssuer(before.issuer, body.issuer) && before.clientId === clientId
  const kept = isKept ? before : undefined
  const label = body.label.trim()
  const secret = body.client_secret ?? (kept ? (clientSecretOf(keys, kept) ?? '') : '')
  const own = { label, issuer: body.issuer, clientId }
  const groupMap = body.group_map.map(({ value, group_id }): [string, number] => [value, group_id])
  await checkGroups(world.db.read, { companyId, groupMap })
  const issuer = check ? await checkProvider(config, own, kept?.issuer) : body.issuer
  const { create_people: createsPeople, groups_claim: groupsClaim } = body
  return {
    ...{ companyId, issuer, clientId, label, mode, createsPeople, groupsClaim },
    clientSecret: sealClientSecret(world, keys, companyId, secret),
    verifiesAddresses: body.verifies_addresses ?? before?.verifiesAddresses ?? false,
    signsOut: body.signs_out ?? before?.signsOut ?? false,
    groupMap,
  }
}

/** The issuer as the provider calls itself. Refuses a provider that could sign no one in. */
async function checkProvider(
  config: Call['config'],
  { label, issuer, clientId }: { label: string; issuer: string; clientId: string },
  before: string | undefined,
): Promise<string> {
  if (label === '') throw new RequestError(417, 'provider_label_missing')
  if (clientId === '') throw new RequestError(417, 'missing', { field: 'client_id' })
  if (!URL.canParse(issuer)) throw new RequestError(417, 'issuer_malformed')
  return findIssuer(config, { issuer, clientId }, before).catch((error: unknown) => {
    throw new RequestError(417, 'provider_unusable', { reason: explainSsoError(error).words })
  })
}

async function printed({ actor: { companyId }, world, config, request }: Call) {
  const { read } = world.db
  const provider = await ssoProviderOf(read, companyId)
  const linked = await oneRow<{ count: number }>(
    read,
    sql`select count(*) as count from sso_people
    where company_id = ${companyId} and issuer = ${provider?.issuer ?? ''}`,
  )
  const domains = await ssoDomains(read, companyId)
  return {
    mode: provider?.mode ?? 'off',
    label: provider?.label ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.clientId ?? '',
    create_people: provider?.createsPeople ?? false,
    verifies_addresses: provider?.verifiesAddresses ?? false,
    signs_out: provider?.signsOut ?? false,
    groups_claim: provider?.groupsClaim ?? '',
    group_map: (provider?.groupMap ?? []).map(([value, group_id]) => ({ value, group_id })),
    has_secret: Boolean(provider?.clientSecret),
    redirect_uri: ssoRedirect({ config }, request),
    signed_out_uri: ownAddress(publicUrl(config, request), signedOutPath),
    domains: domains.map(({ domain, verified, token }) => ({
      domain,
      verified: verified > 0 ? printUtc(verified) : null,
      record: domainRecord(token),
    })),
    linked_people: Number(linked.count),
  }
}
