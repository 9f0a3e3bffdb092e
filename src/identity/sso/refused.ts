import type { FastifyReply, FastifyRequest } from 'fastify'
import { msg, type Translate } from '../../rules/language/messages.ts'
import type { SsoRefusal } from '../../rules/people/single_sign_on.ts'
import type { Dependencies } from '../dependencies.ts'
import { translateForBrowser } from '../language.ts'
import { messagePage } from '../pages/pages.ts'
import { sendPage } from '../pages/respond.ts'
import { addressNotAllowed } from '../sign_in.ts'
import { nextQuery } from '../site_routes.ts'
import { explainSsoError, type SsoFailure } from './client.ts'

/** Why a call to a provider failed. */
export function explained({ world }: Dependencies, error: unknown): { why: Why; words: string } {
  const { failure, words } = explainSsoError(error)
  if (failure === 'unreachable' || failure === 'invalid') world.log.warn({ cause: words }, 'single sign-on failed')
  return { why: failure, words }
}

/** Why no one was signed in. */
export type Why = SsoRefusal | SsoFailure | 'off' | 'address'

const startAgain = msg(
  'This sign-in took too long, was already used, or began in another browser. Please sign in again.',
)
const asks = msg('Ask your administrator to check your account.')

const texts: Record<Why, { status: number; text: string; more?: string }> = {
  off: { status: 404, text: msg('There is no single sign-on for this company.') },
  expired: { status: 403, text: startAgain },
  denied: {
    status: 403,
    text: msg('{label} did not sign you in. You may have canceled it, or may not use Clockhouse.'),
  },
  unreachable: {
    status: 503,
    text: msg('{label} cannot be reached at the moment. Try again in a few minutes.'),
    more: msg('Administrators can sign in with a password.'),
  },
  invalid: {
    status: 502,
    text: msg('The answer of {label} cannot be accepted.'),
    more: msg('Your administrator can find the reason in the server’s log.'),
  },
  address: { status: 403, text: addressNotAllowed },
  archived: { status: 403, text: msg('Your account here is archived.'), more: asks },
  'no-address': { status: 403, text: msg('{label} does not send your email address.'), more: asks },
  unverified: { status: 403, text: msg('{label} has not confirmed your email address.'), more: asks },
  'odd-address': {
    status: 403,
    text: msg('Your email address at {label} has letters that only look like ordinary ones.'),
    more: asks,
  },
  'foreign-domain': {
    status: 403,
    text: msg('Your email address at {label} does not belong to this company.'),
    more: asks,
  },
  ambiguous: { status: 403, text: msg('Several people here have your email address.'), more: asks },
  'linked-elsewhere': {
    status: 403,
    text: msg('The person with your email address signs in with another account of {label}.'),
    more: asks,
  },
  unproved: {
    status: 403,
    text: msg('No one has confirmed that the address of your account here is yours.'),
    more: msg('Ask your administrator to send you an invitation, and open the link in it.'),
  },
  unknown: { status: 403, text: msg('There is no person with your email address here.'), more: asks },
  'username-taken': { status: 403, text: msg('No account could be created for you.'), more: asks },
}

type Refused = { why: Why; words?: string; companyId?: number; label?: string; next: string }

/** Explains why no one was signed in, on a page with a link back, and in a log line. */
export function refuse(
  { world, site }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { why, words, companyId: company, label = '', next }: Refused,
): FastifyReply {
  const { security, requests } = world.sight
  security.tell(
    { event: 'sign-in failed', company, with: 'single sign-on', why, cause: words },
    requests.of(request.raw),
  )
  const t = translateForBrowser(request)
  const link = { href: `/sign-in${nextQuery(next)}`, text: t('Back to signing in') }
  const { status, more } = texts[why]
  const whole = [reasonOf(why, label, t), ...(more === undefined ? [] : [t(more)])].join(' ')
  return sendPage(site(), reply, messagePage(t('You are not signed in'), whole, t, link), status)
}

/** Why no one was signed in. */
export function reasonOf(why: Why, label: string, t: Translate): string {
  return t(texts[why].text, { label })
}
