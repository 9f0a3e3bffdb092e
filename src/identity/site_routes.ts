import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasCompany, onlyCompany } from '../company/companies.ts'
import { RequestError } from '../engine/errors.ts'
import { oneRow, type Row, sql } from '../engine/sql.ts'
import { browserOf, type Fields, formToken, isOurForm } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { authenticationOptions, relyingPartyOf } from './factors/passkeys.ts'
import { isLocal, setupCodeProblem } from './factors/setup_code.ts'
import { guessFor } from './guesses.ts'
import { translateForBrowser, translateForPerson } from './language.ts'
import { createPage } from './pages/create_page.ts'
import { type Form, guessScript, logo, passkeyScript, type Retry, stylesheet } from './pages/layout.ts'
import { challengePath, homePage, messagePage } from './pages/pages.ts'
import { goTo, sendPage } from './pages/respond.ts'
import { signInStagePage } from './pages/stage_page.ts'
import { currentSession, endSession, type Session } from './sessions.ts'
import { createAndSignIn, handleSignInForm } from './sign_in.ts'
import { arriveByProxy } from './vouched.ts'

/** Mounts the server's own pages: account, setup, sign-in, sign-out, and their assets. */
export function siteRoutes(app: FastifyInstance, deps: Dependencies): void {
  accountRoutes(app, deps)
  signInRoutes(app, deps)
  signOutRoutes(app, deps)
  assetRoutes(app, deps)
}

function accountRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { site } = deps

  app.get('/account', async (request, reply) => {
    const session = await currentSession(deps, request)
    if (!session) return refer(deps, request, reply)
    const { person, company, clientUrl } = await describe(deps, session)
    const form = { action: '/sign-out', token: formToken(deps, request, reply, session) }
    const t = await translateForPerson(deps.world, request, session)
    return sendPage(site(), reply, homePage(form, { person, company, clientUrl }, t))
  })

  app.post('/setup', async (request, reply) => {
    if (await hasCompany(deps.world.db.read)) return goTo(site(), reply, '/sign-in')
    const fields = fieldsOf(request)
    if (!isOurForm(deps, request, fields, undefined)) return refuseForm(deps, request, reply)
    const wrongCode = await checkSetupCode(deps, request, fields)
    if (wrongCode) {
      if (wrongCode.waitSeconds) reply.header('retry-after', wrongCode.waitSeconds)
      return showSetup(deps, request, reply, wrongCode.retry, wrongCode.status)
    }
    const result = await createAndSignIn(deps, request, reply, fields, true)
    if ('exists' in result) return goTo(site(), reply, '/sign-in')
    if ('retry' in result) return showSetup(deps, request, reply, result.retry, result.status)
    return goTo(site(), reply, '/welcome')
  })
}

function signInRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { site } = deps

  app.get('/sign-in', async (request, reply) => {
    if (!(await hasCompany(deps.world.db.read)) || (await currentSession(deps, request)))
      return goTo(site(), reply, nextPath(request))
    const arrived = await arriveByProxy(deps, request, reply)
    if (arrived === undefined || arrived === 'next') return showSignIn(deps, request, reply)
    if ('session' in arrived) return goTo(site(), reply, nextPath(request))
    return showSignIn(deps, request, reply, arrived.retry, arrived.status)
  })

  app.post('/sign-in', async (request, reply) => {
    const fields = fieldsOf(request)
    const session = await currentSession(deps, request)
    if (!isOurForm(deps, request, fields, session)) return refuseForm(deps, request, reply)
    const result = await handleSignInForm(deps, request, reply, fields, await onlyCompany(deps.world.db.read))
    if (result === 'next') return goTo(site(), reply, `/sign-in${nextQuery(nextPath(request))}`)
    if ('session' in result) return goTo(site(), reply, nextPath(request))
    if (result.waitSeconds) reply.header('retry-after', result.waitSeconds)
    return showSignIn(deps, request, reply, result.retry, result.status)
  })

  app.get(challengePath, async (request, reply) => {
    const browser = browserOf(deps, request)
    if (browser === undefined) throw new RequestError(403, 'page_expired')
    const { world, keys, config } = deps
    const options = await authenticationOptions(world, keys, ['sign-in', browser], relyingPartyOf(config, request))
    return reply.headers({ ...site().headers.plain(), 'cache-control': 'no-store' }).send(options)
  })
}

function signOutRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { site } = deps

  app.post('/sign-out', async (request, reply) => {
    const session = await currentSession(deps, request)
    if (!session) return goTo(site(), reply, '/signed-out')
    if (!isOurForm(deps, request, fieldsOf(request), session)) return refuseForm(deps, request, reply)
    await endSession(deps, request, reply)
    return goTo(site(), reply, '/signed-out')
  })
}

/** The style sheet, logo and script of these pages. */
function assetRoutes(app: FastifyInstance, { site }: Dependencies): void {
  for (const [path, type, content] of [
    ['/assets/pages.css', 'text/css; charset=utf-8', stylesheet],
    ['/assets/clockhouse.svg', 'image/svg+xml', logo],
    ['/assets/passkey.js', 'text/javascript; charset=utf-8', passkeyScript],
    ['/assets/guess.js', 'text/javascript; charset=utf-8', guessScript],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .headers({ ...site().headers.plain(), 'cache-control': 'public, max-age=86400' })
        .type(type)
        .send(content),
    )
}

/** Answers a visitor who is not signed in: the first visit sets up the company, later ones sign in and return. */
export async function refer(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!(await hasCompany(deps.world.db.read))) return showSetup(deps, request, reply)
  return goTo(deps.site(), reply, `/sign-in${nextQuery(request.url)}`)
}

const nextPathMax = 500

/** The page to continue to after signing in: a path on this server, never another site. */
export function nextPath(request: FastifyRequest): string {
  const next = new URLSearchParams(request.url.split('?')[1] ?? '').get('next') ?? '/'
  const here = 'http://here.invalid'
  const url =
    next.length <= nextPathMax && next.startsWith('/') && URL.canParse(next, here) ? new URL(next, here) : undefined
  const path = url?.origin === here ? url.pathname + url.search : '/'
  // `/..//host` resolves to `//host`, which browsers treat as another site.
  return path.startsWith('//') ? '/' : path
}

/** The query of the sign-in page that continues to a page. */
export function nextQuery(path: string): string {
  return path === '/' || path.length > nextPathMax ? '' : `?${new URLSearchParams({ next: path })}`
}

/** The name and company of a signed-in person. */
export async function describe({ world }: Dependencies, { companyId, userId }: Session) {
  const row = await oneRow<Row>(
    world.db.read,
    sql`select users.first_name, users.last_name, users.username, companies.name,
      companies.client_url
    from users join companies on companies.company_id = users.company_id
    where users.company_id = ${companyId} and users.id = ${userId}`,
  )
  const person = `${row.first_name} ${row.last_name}`.trim() || String(row.username)
  return { person, company: String(row.name), clientUrl: String(row.client_url) }
}

/** The fields of a posted form; if a field occurs twice, the first one counts. */
export function fieldsOf(request: FastifyRequest): Fields {
  const fields: Fields = {}
  for (const [name, value] of request.body instanceof URLSearchParams ? request.body : [])
    if (!Object.hasOwn(fields, name)) fields[name] = value
  return fields
}

/** Refuses a form that is not from this server, or was shown before the person signed in or out. */
export function refuseForm({ site }: Dependencies, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = translateForBrowser(request)
  const text = t('This form has expired. Go back, reload the page and send it again.')
  const page = messagePage(t('Please try again'), text, t)
  return sendPage(site(), reply, page, 403)
}

/** How to answer a setup form whose code is wrong; undefined if it is right or not needed. */
async function checkSetupCode(deps: Dependencies, request: FastifyRequest, fields: Fields) {
  if (isLocal(deps.config)) return undefined
  const found = await setupCodeProblem(deps, request.ip, fields, translateForBrowser(request))
  if (!found) return undefined
  const { status, problem, waitSeconds } = found
  const { password: _password, token: _token, intent: _intent, ...values } = fields
  const retry: Retry = { problems: { setup_code: problem }, values }
  return { status, retry, waitSeconds }
}

async function showSetup(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const form: Form = { action: '/setup', token: formToken(deps, request, reply, undefined) }
  const options = { ...retry, first: true, askCode: !isLocal(deps.config), ...guessFor(deps, request) }
  const page = createPage(form, options, translateForBrowser(request))
  return sendPage(deps.site(), reply, page, status, { script: true })
}

async function showSignIn(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const session = await currentSession(deps, request)
  const form: Form = {
    action: `/sign-in${nextQuery(nextPath(request))}`,
    token: formToken(deps, request, reply, session),
  }
  const companyId = await onlyCompany(deps.world.db.read)
  const continued = { companyId, next: nextPath(request) }
  const page = await signInStagePage(deps, request, form, { ...retry, ...continued })
  return sendPage(deps.site(), reply, page, status, { script: true })
}
