import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'
import type { Dependencies } from './dependencies.ts'
import { same, seal } from './factors/secrets.ts'
import type { Session } from './sessions.ts'

const formCookie = 'clockhouse-form'

/** The part of a request that says where it comes from. */
type Headed = Pick<FastifyRequest, 'headers'>

/** The fields of a posted form. */
export type Fields = Record<string, string>

/**
 * The CSRF token of a form, bound to this browser and the current session. It needs no session of its own, so public
 * pages write nothing to the database.
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

/** The secret id of this browser, set when it was first shown a form. */
export function browserOf({ site }: Pick<Dependencies, 'site'>, request: FastifyRequest): string | undefined {
  const browser = readCookie(site(), request, formCookie)
  return browser && browser.length <= 100 ? browser : undefined
}

/** Whether a posted form comes from one of our pages, in this browser and this session. */
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

/**
 * Whether a script on one of our pages sent this request. The request must say so, even if it does not come from a
 * browser.
 */
export function isOurRequest(deps: Dependencies, request: Headed): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  return (origin !== undefined || fetchSite !== undefined) && !isForeign(deps, request)
}

/** Whether the browser reports that another site sent this request. */
function isForeign(deps: Dependencies, request: Headed): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return true
  return origin !== undefined && !isOurOrigin(deps, request, origin)
}

/** Without a configured address the server may be reached under several names, so the one in the request counts. */
function isOurOrigin({ site, config }: Dependencies, request: Headed, origin: string): boolean {
  if (origin === site().origin) return true
  return config.url === '' && URL.canParse(origin) && new URL(origin).host === request.headers.host
}
