import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { type Row, sql } from '../engine/sql.ts'
import { browserOf, type Fields, formToken, isOurForm } from './forms.ts'
import type { Ground } from './ground.ts'
import { goTo, machineHeaders, sendPage } from './headers.ts'
import { type Form, logo, passkeyScript, type Retry, stylesheet } from './page-parts.ts'
import { challengePath, createPage, homePage, messagePage } from './pages.ts'
import { authenticationOptions, partyOf } from './passkeys.ts'
import { currentSession, endSession, type Session } from './session.ts'
import { createAndSignIn, isEmpty, likelyZone, onlyCompany, takeSignInStep, zones } from './sign-in.ts'
import { signInStepPage } from './step-pages.ts'

/** Mounts the pages that belong to no application: account, set-up, sign-in, sign-out, and their style sheet. */
export function sitePages(app: FastifyInstance, ground: Ground): void {
  const { site } = ground

  app.get('/account', async (request, reply) => {
    const session = await currentSession(ground, request)
    if (!session) return refer(ground, request, reply)
    const { person, company, clientUrl } = await describe(ground, session)
    const form = { action: '/sign-out', token: formToken(ground, request, reply, session) }
    return sendPage(site(), reply, homePage(form, { person, company, clientUrl }))
  })

  app.post('/setup', async (request, reply) => {
    if (!(await isEmpty(ground))) return goTo(site(), reply, '/sign-in')
    const fields = fieldsOf(request)
    if (!isOurForm(ground, request, fields, undefined)) return refuseForm(ground, reply)
    const result = await createAndSignIn(ground, request, reply, fields, true)
    if ('exists' in result) return goTo(site(), reply, '/sign-in')
    if ('retry' in result) return showSetup(ground, request, reply, result.retry, result.status)
    return goTo(site(), reply, '/welcome')
  })

  app.get('/sign-in', async (request, reply) => {
    if ((await isEmpty(ground)) || (await currentSession(ground, request))) return goTo(site(), reply, wayOn(request))
    return showSignIn(ground, request, reply)
  })

  app.post('/sign-in', async (request, reply) => {
    const fields = fieldsOf(request)
    const session = await currentSession(ground, request)
    if (!isOurForm(ground, request, fields, session)) return refuseForm(ground, reply)
    const result = await takeSignInStep(ground, request, reply, fields, await onlyCompany(ground))
    if (result === 'next') return goTo(site(), reply, `/sign-in${wayBack(wayOn(request))}`)
    if ('session' in result) return goTo(site(), reply, wayOn(request))
    if (result.waitSeconds) reply.header('retry-after', result.waitSeconds)
    return showSignIn(ground, request, reply, result.retry, result.status)
  })

  app.get(challengePath, async (request, reply) => {
    const browser = browserOf(ground, request)
    if (browser === undefined) throw new RequestError(403, 'This page has expired. Please reload it.')
    const { world, keys, config } = ground
    const options = await authenticationOptions(world, keys, browser, partyOf(config, request))
    return reply.headers({ ...machineHeaders(site()), 'cache-control': 'no-store' }).send(options)
  })

  app.post('/sign-out', async (request, reply) => {
    const session = await currentSession(ground, request)
    if (!session) return goTo(site(), reply, '/signed-out')
    if (!isOurForm(ground, request, fieldsOf(request), session)) return refuseForm(ground, reply)
    await endSession(ground, request, reply)
    return goTo(site(), reply, '/signed-out')
  })

  app.get('/signed-out', async (_request, reply) =>
    sendPage(
      site(),
      reply,
      messagePage('Signed out', 'You are signed out on this device.', { href: '/sign-in', text: 'Sign in again' }),
    ),
  )

  for (const [path, type, content] of [
    ['/assets/pages.css', 'text/css; charset=utf-8', stylesheet],
    ['/assets/clockhouse.svg', 'image/svg+xml', logo],
    ['/assets/passkey.js', 'text/javascript; charset=utf-8', passkeyScript],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .headers({ ...machineHeaders(site()), 'cache-control': 'public, max-age=86400' })
        .type(type)
        .send(content),
    )
}

/** Answers whoever is not signed in: the first visit sets up the company, others sign in and come back. */
export async function refer(ground: Ground, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (await isEmpty(ground)) return showSetup(ground, request, reply)
  return goTo(ground.site(), reply, `/sign-in${wayBack(request.url)}`)
}

const wayMax = 500

/** Where somebody wanted to go before signing in: a path of ours, never another site. */
function wayOn(request: FastifyRequest): string {
  const next = new URLSearchParams(request.url.split('?')[1] ?? '').get('next') ?? '/'
  const here = 'http://here.invalid'
  const way =
    next.length <= wayMax && next.startsWith('/') && URL.canParse(next, here) ? new URL(next, here) : undefined
  return way?.origin === here ? way.pathname + way.search : '/'
}

function wayBack(path: string): string {
  return path === '/' || path.length > wayMax ? '' : `?${new URLSearchParams({ next: path })}`
}

/** Names of somebody who is signed in. */
export async function describe({ world }: Ground, { companyId, userId }: Session) {
  const row = await world.db.read.get<Row>(sql`select users.first_name, users.last_name, users.username, companies.name,
      companies.client_url
    from users join companies on companies.company_id = users.company_id
    where users.company_id = ${companyId} and users.id = ${userId}`)
  const person = `${row!.first_name} ${row!.last_name}`.trim() || String(row!.username)
  return { person, company: String(row!.name), clientUrl: String(row!.client_url) }
}

/** What a form was posted with; of fields given twice the first counts. */
export function fieldsOf(request: FastifyRequest): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(typeof request.body === 'string' ? request.body : ''))
    if (!Object.hasOwn(fields, name)) fields[name] = value
  return fields
}

/** The answer to a form that is not from here, or from before somebody signed in or out. */
export function refuseForm({ site }: Ground, reply: FastifyReply): FastifyReply {
  const page = messagePage('Please try again', 'This form has expired. Go back, reload the page and send it again.')
  return sendPage(site(), reply, page, 403)
}

async function showSetup(
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const form: Form = { action: '/setup', token: formToken(ground, request, reply, undefined) }
  const page = createPage(form, { ...retry, first: true, zones, zone: likelyZone() })
  return sendPage(ground.site(), reply, page, status)
}

async function showSignIn(
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const session = await currentSession(ground, request)
  const form: Form = { action: `/sign-in${wayBack(wayOn(request))}`, token: formToken(ground, request, reply, session) }
  const askCompany = (await onlyCompany(ground)) === undefined
  const page = await signInStepPage(ground, request, form, { ...retry, askCompany })
  return sendPage(ground.site(), reply, page, status, { script: true })
}
