import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownAddress } from '../../rules/settings/own_address.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { Dependencies } from '../dependencies.ts'
import { decrypt, encrypt } from '../factors/secrets.ts'
import { translateForBrowser } from '../language.ts'
import { messagePage } from '../pages/pages.ts'
import { sendPage } from '../pages/respond.ts'
import { absoluteSeconds, currentSession } from '../sessions.ts'
import type { SsoClient } from './client.ts'
import { type SsoProvider, ssoProviderOf } from './providers.ts'

// Anyone who signs out here is still signed in at the provider, so that the next person at the same screen would get in. If
// the company wants that, signing out ends there (OpenID Connect RP-Initiated Logout 1.0).

/** The page after signing out; providers lead back to it. */
export const signedOutPath = '/signed-out'

const cookie = 'clockhouse-sso-out'

/** Some providers ask for the ID token; one that does not fit into a cookie is left out. */
const tokenMax = 2500

/** Keeps in the browser, encrypted, that it was signed in at a provider. */
export function keepForSignOut(
  { world, keys, site }: Dependencies,
  reply: FastifyReply,
  { companyId, issuer, signsOut }: SsoProvider,
  idToken: string,
): void {
  if (!signsOut) return
  const text = JSON.stringify({ companyId, issuer, idToken: idToken.length > tokenMax ? '' : idToken })
  setCookie(site(), reply, cookie, encrypt(keys.providers, text, world.random(12), cookie), absoluteSeconds)
}

/** The page after signing out. The first time, it leads on to the provider, which comes back. */
export async function showSignedOut(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const t = translateForBrowser(request)
  const exit = await exitOf(deps, client, request, reply)
  if (exit) reply.header('refresh', `0; url=${exit.address}`)
  const link = exit
    ? { href: exit.address, text: t('Sign out of {label}, too', { label: exit.label }) }
    : { href: '/sign-in', text: t('Sign in again') }
  return sendPage(deps.site(), reply, messagePage(t('Signed out'), t('You are signed out on this device.'), t, link))
}

/** Where to sign out at the provider, once; undefined if that is not wanted or not possible. */
async function exitOf(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ address: string; label: string } | undefined> {
  const { world, keys, site } = deps
  const sealed = readCookie(site(), request, cookie)
  const text = sealed && decrypt(keys.providers, sealed, cookie)
  // Someone who is still signed in may only have followed a link.
  if (!text || (await currentSession(deps, request))) return undefined
  setCookie(site(), reply, cookie, '', 0)
  const { companyId, issuer, idToken }: { companyId: number; issuer: string; idToken: string } = JSON.parse(text)
  const provider = await ssoProviderOf(world.db.read, companyId)
  if (!provider?.signsOut || provider.issuer !== issuer) return undefined
  const address = await client.signOut(provider, idToken, ownAddress(site().url, signedOutPath)).catch(() => undefined)
  return address === undefined ? undefined : { address, label: provider.label }
}
