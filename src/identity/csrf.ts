import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'
import type { Dependencies } from './dependencies.ts'
import { same, seal } from './secrets.ts'
import type { Session } from './sessions.ts'

const formCookie = 'clockhouse-form'

/** Fields of a form that was posted. */
export type Fields = Record<string, string>

/**
 * The token that a form carries, bound to this browser and to who is signed in. It needs no session, so a page that
 * anybody may open writes nothing to the database.
 */
export function formToken(
  { site, keys, world }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | undefined,
): string {
  let browser = browserOf({ site }, request)
  if (browser === undefined) {
    browser = world.random(24).toString('base64url')
    setCookie(site(), reply, formCookie, browser)
  }
  return seal(keys.forms, JSON.stringify([browser, session?.hash]))
}

/** What stands for this browser, once it was shown a form; nobody else knows it. */
export function browserOf({ site }: Pick<Dependencies, 'site'>, request: FastifyRequest): string | undefined {
  const browser = readCookie(site(), request, formCookie)
  return browser && browser.length <= 100 ? browser : undefined
}

/** Whether a posted form comes from a page of ours, in this browser, from the person who is signed in. */
export function isOurForm(
  deps: Dependencies,
  request: FastifyRequest,
  fields: Fields,
  session: Session | undefined,
): boolean {
  const { keys } = deps
  if (isForeign(deps, request)) return false
  const browser = browserOf(deps, request)
  if (browser === undefined) return false
  return same(fields.token ?? '', seal(keys.forms, JSON.stringify([browser, session?.hash])))
}

/** Whether a script of one of our pages sent this request: a browser says so, and a program without one must. */
export function isOurRequest(deps: Dependencies, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  return (origin !== undefined || fetchSite !== undefined) && !isForeign(deps, request)
}

/** Whether the browser says that another site sent this request. */
function isForeign(deps: Dependencies, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return true
  return origin !== undefined && !isOurOrigin(deps, request, origin)
}

/** Without a configured address people reach the server under several names; then the one they used counts. */
function isOurOrigin({ site, config }: Dependencies, request: FastifyRequest, origin: string): boolean {
  if (origin === site().origin) return true
  return config.url === '' && URL.canParse(origin) && new URL(origin).host === request.headers.host
}
