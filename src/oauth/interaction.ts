import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { onlyCompany } from '../company/companies.ts'
import { countsUntil } from '../company/rights/confirmed.ts'
import { propertiesOf, textOf } from '../engine/fields.ts'
import { type Row, sql } from '../engine/sql.ts'
import { isConfirmed } from '../identity/confirmation.ts'
import { type Fields, formToken, isOurForm } from '../identity/csrf.ts'
import type { Dependencies } from '../identity/dependencies.ts'
import { guessFor } from '../identity/guesses.ts'
import { translateForBrowser, translateForPerson } from '../identity/language.ts'
import { type Account, accountName } from '../identity/names.ts'
import { createPage } from '../identity/pages/create_page.ts'
import type { Retry } from '../identity/pages/layout.ts'
import { consentPage, messagePage, notAvailablePage } from '../identity/pages/pages.ts'
import { goTo, sendPage } from '../identity/pages/respond.ts'
import { signInStagePage } from '../identity/pages/stage_page.ts'
import { currentSession, endSession, type Session } from '../identity/sessions.ts'
import { createAndSignIn, handleSignInForm, mayEnter, type SignedIn } from '../identity/sign_in.ts'
import { describe, fieldsOf, refuseForm } from '../identity/site_routes.ts'
import { isFreshSignIn } from '../identity/sso/entered.ts'
import { arriveByProxy } from '../identity/vouched.ts'
import { pathBelow } from '../rules/settings/own_address.ts'
import { pathIn } from '../wire/request.ts'
import { type Application, mayBeUsedBy } from './applications.ts'
import { insertConsent } from './commit.ts'
import { addressHeaders, messageOf } from './endpoints.ts'
import { paths } from './paths.ts'
import { askingClient } from './registration.ts'
import { scopesIn } from './scopes.ts'

// An import would also load Node.js' fetch, which no start needs.
const { ServerResponse } = process.getBuiltinModule('node:http')

/** A visit to the page of a pending authorization: what the application asked for, and the progress so far. */
interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly application: Application
  readonly prompt: 'login' | 'consent'
  /** The person has to sign in again: the application requires it, or their last proof of who they are is too old. */
  readonly repeat: boolean
  /** They have just signed in for this authorization, with a provider that may not say when they signed in there. */
  readonly fresh: boolean
  readonly create: boolean
  readonly redirectUri: string
  /** The scopes that the application asks for; '' is everything that the person may do. */
  readonly scopes: string
  readonly session: Session | undefined
  /** Ends this interaction and leads back to the provider. */
  finish(result: InteractionResults): Promise<FastifyReply>
}

/** Mounts the authorization page: sign in or create a company, then allow or deny. All forms post to one address. */
export function interactionPages(app: FastifyInstance, deps: Dependencies, provider: () => Promise<Provider>): void {
  const path = `${paths.interaction}/:id`

  app.get(path, async (request, reply) => {
    const visit = await visitOf(deps, await provider(), request, reply)
    return visit ? showNext(deps, visit) : showExpired(deps, request, reply)
  })

  app.post(path, async (request, reply) => {
    const visit = await visitOf(deps, await provider(), request, reply)
    if (!visit) return showExpired(deps, request, reply)
    if (!isOurForm(deps, request, fieldsOf(request), visit.session)) return refuseForm(deps, request, reply)
    return handleForm(deps, visit)
  })
}

/** Shows the next form; continues to the provider if there is none. */
async function showNext(deps: Dependencies, visit: Visit): Promise<FastifyReply> {
  const { session, application, prompt } = visit
  if (!session && !visit.repeat) {
    const arrived = await arriveByProxy(deps, visit.request, visit.reply)
    if (arrived) return afterSignIn(deps, visit, arrived)
  }
  if (!session || visit.repeat) return visit.create ? showCreate(deps, visit) : showSignIn(deps, visit)
  if (prompt === 'login')
    return visit.finish({ ...signedInAs(session), ...(visit.fresh && { [freshUntil]: countsUntil(deps.world.now()) }) })
  return mayBeUsedBy(application, session.companyId)
    ? showConsent(deps, visit, session)
    : showNotAvailable(deps, visit, session)
}

/** Handles one posted form; which one is chosen by the `intent` that the form names. */
type FormHandler = (deps: Dependencies, visit: Visit, fields: Fields) => FastifyReply | Promise<FastifyReply>

const formHandlers: Readonly<Record<string, FormHandler>> = {
  'show-create': (deps, visit) => (visit.application.openToAll ? showCreate(deps, visit) : showSignIn(deps, visit)),
  'show-sign-in': (deps, visit) => showSignIn(deps, visit),
  switch: switchPerson,
  deny: (_deps, visit) => visit.finish({ error: 'access_denied', error_description: 'The user denied access' }),
  'sign-in': signIn,
  passkey: signIn,
  code: signIn,
  'show-code': signIn,
  'show-recovery': signIn,
  'new-password': signIn,
  'set-up': signIn,
  'codes-saved': signIn,
  'start-over': signIn,
  create: createCompany,
  allow,
}

async function handleForm(deps: Dependencies, visit: Visit): Promise<FastifyReply> {
  const fields = fieldsOf(visit.request)
  const { intent = '' } = fields
  const handler = Object.hasOwn(formHandlers, intent) ? formHandlers[intent] : undefined
  return (handler ?? refuseIntent)(deps, visit, fields)
}

function refuseIntent(deps: Dependencies, { request, reply }: Visit): FastifyReply {
  return refuseForm(deps, request, reply)
}

async function switchPerson(deps: Dependencies, visit: Visit): Promise<FastifyReply> {
  await endSession(deps, visit.request, visit.reply)
  return reload(deps, visit)
}

async function signIn(deps: Dependencies, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { request, reply, application } = visit
  const companyId = await companyFor(deps, application)
  return afterSignIn(deps, visit, await handleSignInForm(deps, request, reply, fields, companyId))
}

async function createCompany(deps: Dependencies, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { request, reply, application } = visit
  if (!application.openToAll) return refuseForm(deps, request, reply)
  const result = await createAndSignIn(deps, request, reply, fields, false)
  return 'exists' in result ? showCreate(deps, visit) : afterSignIn(deps, visit, result, true)
}

async function allow(deps: Dependencies, visit: Visit): Promise<FastifyReply> {
  const { application, prompt, repeat, request, session } = visit
  if (!session || repeat || prompt !== 'consent') return reload(deps, visit)
  if (!mayBeUsedBy(application, session.companyId)) return showNotAvailable(deps, visit, session)
  if (!(await mayEnter(deps, session, request.ip))) return showBlocked(deps, visit)
  const { companyId, userId } = session
  const consent = { companyId, userId, clientId: application.clientId, scopes: visit.scopes }
  await deps.world.db.write(insertConsent, consent, deps.world.now())
  return visit.finish({ ...signedInAs(session), consent: {} })
}

/** After a sign-in form: continues, or shows the form again. */
async function afterSignIn(deps: Dependencies, visit: Visit, result: SignedIn, created = false): Promise<FastifyReply> {
  if (result === 'next') return reload(deps, visit)
  if ('retry' in result) {
    if (result.waitSeconds) visit.reply.header('retry-after', result.waitSeconds)
    return created
      ? showCreate(deps, visit, result.retry, result.status)
      : showSignIn(deps, visit, result.retry, result.status)
  }
  return visit.prompt === 'login' ? visit.finish(signedInAs(result.session)) : reload(deps, visit)
}

function signedInAs(account: Account): InteractionResults {
  return { login: { accountId: accountName(account), remember: false } }
}

/** The visit identified by the address and this browser's cookie. */
async function visitOf(
  deps: Dependencies,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const { id } = propertiesOf(request.params)
  const site = deps.site()
  const headers = { ...addressHeaders(site), cookie: request.headers.cookie ?? '' }
  const message = messageOf(site, { method: 'GET', url: request.url, headers, socket: request.raw.socket })
  const response = new ServerResponse(message)
  const details = await provider.interactionDetails(message, response).catch(() => undefined)
  if (!details || details.uid !== id) return undefined
  const { client_id, redirect_uri, display_mode, scope } = details.params
  const application = await askingClient(deps.world, String(client_id))
  if (!application) return undefined
  const session = await currentSession(deps, request)
  const now = deps.world.now()
  const isTooOld = session !== undefined && !isConfirmed(session, now)
  const isRequired = details.prompt.reasons.includes('login_prompt')
  const fresh = isFreshSignIn(deps, request, session) || wasFresh(details.lastSubmission, session, now)
  return {
    request,
    reply,
    application,
    prompt: details.prompt.name === 'login' ? 'login' : 'consent',
    // With a provider that does not say when the person signed in, or a proxy, no session is confirmed.
    repeat: (isRequired || isTooOld) && !fresh,
    fresh,
    // A new company could not use an application that is not open to all.
    create: display_mode === 'create' && application.openToAll,
    redirectUri: String(redirect_uri),
    scopes: scopesIn(textOf(scope)),
    session,
    async finish(result) {
      const address = new URL(await provider.interactionResult(message, response, result))
      return goTo(site, reply, pathBelow(site.prefix, address.pathname), textOf(redirect_uri))
    },
  }
}

/** In the result of a page: until when a sign-in with a provider counts on the next page of the same authorization. */
const freshUntil = 'fresh_until'

/** Whether an earlier page of this authorization has ended with such a sign-in of the same person. */
function wasFresh(earlier: InteractionResults | undefined, session: Session | undefined, now: number): boolean {
  if (!session || earlier?.login?.accountId !== accountName(session)) return false
  return Number(earlier[freshUntil] ?? 0) > now
}

async function showSignIn(deps: Dependencies, visit: Visit, retry: Retry = {}, status = 200): Promise<FastifyReply> {
  const { application, request, repeat } = visit
  const continued = { companyId: await companyFor(deps, application), next: pathOf(request), again: repeat }
  const about = { ...continued, application: application.name, mayCreate: application.openToAll }
  const page = await signInStagePage(deps, visit.request, formOf(deps, visit), { ...retry, ...about })
  return send(deps, visit, page, status, true)
}

async function showCreate(deps: Dependencies, visit: Visit, retry: Retry = {}, status = 200): Promise<FastifyReply> {
  const options = { ...retry, first: false, ...guessFor(deps, visit.request) }
  return send(deps, visit, createPage(formOf(deps, visit), options, translateForBrowser(visit.request)), status, true)
}

async function showConsent(deps: Dependencies, visit: Visit, session: Session): Promise<FastifyReply> {
  const { application, redirectUri, scopes } = visit
  const owner = await deps.world.db.read.get<Row>(
    sql`select name from companies where company_id = ${application.companyId}`,
  )
  const { person, company } = await describe(deps, session)
  const about = {
    application: application.name,
    description: application.description,
    company: String(owner?.name ?? ''),
    target: new URL(redirectUri).host,
    person,
    personCompany: company,
    own: application.companyId === session.companyId,
    selfRegistered: application.selfRegistered,
    remembered: !application.publicClient,
    days: deps.config.refreshDays,
    scopes,
  }
  const t = await translateForPerson(deps.world, visit.request, session)
  return send(deps, visit, consentPage(formOf(deps, visit), about, t))
}

async function showNotAvailable(deps: Dependencies, visit: Visit, session: Session): Promise<FastifyReply> {
  const { company } = await describe(deps, session)
  const t = await translateForPerson(deps.world, visit.request, session)
  const page = notAvailablePage(formOf(deps, visit), { application: visit.application.name, company }, t)
  return send(deps, visit, page, 403)
}

async function showBlocked(deps: Dependencies, visit: Visit): Promise<FastifyReply> {
  const t = translateForBrowser(visit.request)
  const page = messagePage(t('Address not allowed'), t('Your company does not allow access from this address.'), t)
  return send(deps, visit, page, 403)
}

function showExpired(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = translateForBrowser(request)
  const text = t(
    'This request has expired or was started in another browser. Go back to the application and start again.',
  )
  return sendPage(deps.site(), reply, messagePage(t('Please start again'), text, t), 400)
}

function reload(deps: Dependencies, visit: Visit): FastifyReply {
  return goTo(deps.site(), visit.reply, pathOf(visit.request), visit.redirectUri)
}

function pathOf({ url }: FastifyRequest): string {
  return pathIn(url)
}

function send(deps: Dependencies, visit: Visit, page: string, status = 200, script = false): FastifyReply {
  return sendPage(deps.site(), visit.reply, page, status, { target: visit.redirectUri, script })
}

function formOf(deps: Dependencies, { request, reply, session }: Visit) {
  const { id } = propertiesOf(request.params)
  return { action: `${paths.interaction}/${id}`, token: formToken(deps, request, reply, session) }
}

/** The company that people of this application belong to, if known. */
async function companyFor(deps: Dependencies, application: Application): Promise<number | undefined> {
  return application.openToAll ? onlyCompany(deps.world.db.read) : application.companyId
}
