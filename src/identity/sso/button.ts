import type { Dependencies } from '../dependencies.ts'
import { hasSso, type SsoProvider, ssoProviderNamed, ssoProviderOf } from './providers.ts'

/** The path that starts a sign-in with a provider. */
export const ssoPath = '/sign-in/sso'

/** The path that the provider redirects to. */
export const ssoAnswerPath = `${ssoPath}/callback`

/** The single sign-on part of a sign-in page: the provider's button, or a way to find the company's provider. */
export type SsoChoice = { label: string; href: string; isEnforced: boolean } | 'ask' | undefined

/** The choice on a sign-in page. `short` is a company's short name as typed or remembered, if `companyId` is unknown. */
export async function ssoChoice(
  { world }: Dependencies,
  where: { companyId: number | undefined; short: string; next: string; again: boolean },
): Promise<SsoChoice> {
  const { companyId, short, next, again } = where
  const { read } = world.db
  const provider = companyId === undefined ? await ssoProviderNamed(read, short) : await ssoProviderOf(read, companyId)
  if (!provider || provider.mode === 'off') return companyId === undefined && (await hasSso(read)) ? 'ask' : undefined
  return { label: provider.label, href: ssoHref(provider, next, again), isEnforced: provider.mode === 'enforced' }
}

/** The path that signs in with a provider and continues at `next`; with `again`, even if the person is signed in. */
export function ssoHref({ company }: SsoProvider, next: string, again: boolean): string {
  const query = new URLSearchParams({ company })
  if (next !== '/') query.set('next', next)
  if (again) query.set('again', '1')
  return `${ssoPath}?${query}`
}
