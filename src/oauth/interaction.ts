import { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { type Row, sql } from '../engine/sql.ts'
import { type Application, findClient, mayBeUsedBy } from './applications.ts'
import { insertConsent } from './commit.ts'
import { addressHeaders, messageOf } from './endpoints.ts'
import { formToken, isOurForm } from './forms.ts'
import type { Ground } from './ground.ts'
import { goTo, sendPage } from './headers.ts'
import { type Account, accountName } from './names.ts'
import type { Retry } from './page-parts.ts'
import { consentPage, createPage, foreignPage, messagePage } from './pages.ts'
import { paths } from './paths.ts'
import { currentSession, endSession, type Session } from './session.ts'
import { createAndSignIn, likelyZone, mayEnter, onlyCompany, type SignedIn, takeSignInStep, zones } from './sign-in.ts'
import { describe, fieldsOf, refuseForm } from './site-pages.ts'
import { signInStepPage } from './step-pages.ts'

/** One authorization on its way: what the application asked for, and how far it is. */
interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly application: Application
  readonly prompt: 'login' | 'consent'
  /** The application wants the password again from somebody who is signed in. */
  readonly anew: boolean
  readonly create: boolean
  readonly redirectUri: string
  readonly session: Session | undefined
  /** Ends this step and leads back to the provider. */
  finish(result: InteractionResults): Promise<FastifyReply>
}

/** Mounts the page of an authorization: sign in or create a company, then allow or deny. One address, a form a step. */
export function interactionPages(app: FastifyInstance, ground: Ground, provider: () => Promise<Provider>): void {
  const path = `${paths.interaction}/:id`

  app.get(path, async (request, reply) => {
    const visit = await visitOf(ground, await provider(), request, reply)
    return visit ? showStep(ground, visit) : showExpired(ground, reply)
  })

  app.post(path, async (request, reply) => {
    const visit = await visitOf(ground, await provider(), request, reply)
    if (!visit) return showExpired(ground, reply)
    if (!isOurForm(ground, request, fieldsOf(request), visit.session)) return refuseForm(ground, reply)
    return takeStep(ground, visit)
  })
}

/** Shows what is to be done next; when that is nothing, goes on. */
async function showStep(ground: Ground, visit: Visit): Promise<FastifyReply> {
  const { session, application, prompt } = visit
  if (!session || visit.anew) return visit.create ? showCreate(ground, visit) : showSignIn(ground, visit)
  if (prompt === 'login') return visit.finish(signedInAs(session))
  return mayBeUsedBy(application, session.companyId)
    ? showConsent(ground, visit, session)
    : showForeign(ground, visit, session)
}

/** Does what a posted form says. */
async function takeStep(ground: Ground, visit: Visit): Promise<FastifyReply> {
  const { request, reply, session, application } = visit
  const fields = fieldsOf(request)
  switch (fields.step) {
    case 'show-create':
      return application.openToAll ? showCreate(ground, visit) : showSignIn(ground, visit)
    case 'show-sign-in':
      return showSignIn(ground, visit)
    case 'switch':
      await endSession(ground, request, reply)
      return again(ground, visit)
    case 'deny':
      return visit.finish({ error: 'access_denied', error_description: 'The user denied access' })
    case 'sign-in':
    case 'passkey':
    case 'code':
    case 'show-code':
    case 'show-recovery':
    case 'new-password':
    case 'start-over': {
      const companyId = await companyFor(ground, application)
      return entered(ground, visit, await takeSignInStep(ground, request, reply, fields, companyId))
    }
    case 'create': {
      if (!application.openToAll) return refuseForm(ground, reply)
      const result = await createAndSignIn(ground, request, reply, fields, false)
      return 'exists' in result ? showCreate(ground, visit) : entered(ground, visit, result, true)
    }
    case 'allow': {
      if (!session || visit.anew || visit.prompt !== 'consent') return again(ground, visit)
      if (!mayBeUsedBy(application, session.companyId)) return showForeign(ground, visit, session)
      if (!(await mayEnter(ground, session, request.ip))) return showBlocked(ground, visit)
      const { companyId, userId } = session
      const consent = { companyId, userId, clientId: application.clientId }
      await ground.world.db.write(insertConsent, consent, ground.world.now())
      return visit.finish({ ...signedInAs(session), consent: {} })
    }
    default:
      return refuseForm(ground, reply)
  }
}

/** After a sign-in form: goes on, or shows the form again. */
async function entered(ground: Ground, visit: Visit, result: SignedIn, created = false): Promise<FastifyReply> {
  if (result === 'next') return again(ground, visit)
  if ('retry' in result) {
    if (result.waitSeconds) visit.reply.header('retry-after', result.waitSeconds)
    return created
      ? showCreate(ground, visit, result.retry, result.status)
      : showSignIn(ground, visit, result.retry, result.status)
  }
  return visit.prompt === 'login' ? visit.finish(signedInAs(result.session)) : again(ground, visit)
}

function signedInAs(account: Account): InteractionResults {
  return { login: { accountId: accountName(account), remember: false } }
}

/** The visit that the address and this browser's cookie name. */
async function visitOf(
  ground: Ground,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const { id } = request.params as { id: string }
  const site = ground.site()
  const headers = { ...addressHeaders(site), cookie: request.headers.cookie ?? '' }
  const message = messageOf({ method: 'GET', url: request.url, headers, socket: request.raw.socket })
  const response = new ServerResponse(message)
  const details = await provider.interactionDetails(message, response).catch(() => undefined)
  if (!details || details.uid !== id) return undefined
  const { client_id, redirect_uri, display_mode } = details.params as Record<string, string>
  const application = await findClient(ground.world.db.read, client_id!)
  if (!application) return undefined
  return {
    request,
    reply,
    application,
    prompt: details.prompt.name as 'login' | 'consent',
    anew: details.prompt.reasons.includes('login_prompt'),
    // A company of one's own is of use only where the application serves them all.
    create: display_mode === 'create' && application.openToAll,
    redirectUri: redirect_uri!,
    session: await currentSession(ground, request),
    async finish(result) {
      const address = new URL(await provider.interactionResult(message, response, result))
      return goTo(site, reply, address.pathname, redirect_uri)
    },
  }
}

async function showSignIn(ground: Ground, visit: Visit, retry: Retry = {}, status = 200): Promise<FastifyReply> {
  const { application } = visit
  const askCompany = (await companyFor(ground, application)) === undefined
  const about = { askCompany, application: application.name, mayCreate: application.openToAll }
  const page = await signInStepPage(ground, visit.request, formOf(ground, visit), { ...retry, ...about })
  return send(ground, visit, page, status, true)
}

async function showCreate(ground: Ground, visit: Visit, retry: Retry = {}, status = 200): Promise<FastifyReply> {
  const page = createPage(formOf(ground, visit), { ...retry, first: false, zones, zone: likelyZone() })
  return send(ground, visit, page, status)
}

async function showConsent(ground: Ground, visit: Visit, session: Session): Promise<FastifyReply> {
  const { application, redirectUri } = visit
  const owner = await ground.world.db.read.get<Row>(
    sql`select name from companies where company_id = ${application.companyId}`,
  )
  const { person, company } = await describe(ground, session)
  const about = {
    application: application.name,
    description: application.description,
    company: String(owner?.name ?? ''),
    target: new URL(redirectUri).host,
    person,
    personCompany: company,
    own: application.companyId === session.companyId,
    remembered: !application.publicClient,
  }
  return send(ground, visit, consentPage(formOf(ground, visit), about))
}

async function showForeign(ground: Ground, visit: Visit, session: Session): Promise<FastifyReply> {
  const { company } = await describe(ground, session)
  const page = foreignPage(formOf(ground, visit), { application: visit.application.name, company })
  return send(ground, visit, page, 403)
}

async function showBlocked(ground: Ground, visit: Visit): Promise<FastifyReply> {
  return send(ground, visit, messagePage('Not from here', 'Your company does not allow access from this address.'), 403)
}

function showExpired(ground: Ground, reply: FastifyReply): FastifyReply {
  const text = 'This request has expired or was started in another browser. Go back to the application and start again.'
  return sendPage(ground.site(), reply, messagePage('Please start again', text), 400)
}

function again(ground: Ground, visit: Visit): FastifyReply {
  return goTo(ground.site(), visit.reply, visit.request.url.split('?')[0]!, visit.redirectUri)
}

function send(ground: Ground, visit: Visit, page: string, status = 200, script = false): FastifyReply {
  return sendPage(ground.site(), visit.reply, page, status, { target: visit.redirectUri, script })
}

function formOf(ground: Ground, { request, reply, session }: Visit) {
  const { id } = request.params as { id: string }
  return { action: `${paths.interaction}/${id}`, token: formToken(ground, request, reply, session) }
}

/** The company that people of this application belong to, where that is clear. */
async function companyFor(ground: Ground, application: Application): Promise<number | undefined> {
  return application.openToAll ? onlyCompany(ground) : application.companyId
}
