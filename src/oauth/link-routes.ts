import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fold } from '../engine/sql.ts'
import type { LinkKind } from '../resources/mails.ts'
import { acceptLink, type Guest, readLink, type Worthless } from './accept.ts'
import { formToken, isOurForm } from './forms.ts'
import type { Ground } from './ground.ts'
import { goTo, sendPage } from './headers.ts'
import { linkPath } from './links.ts'
import type { Form, Retry } from './page-parts.ts'
import { messagePage } from './pages.ts'
import { forgottenPage, helpPage, linkPage, requestedPage } from './password-pages.ts'
import { askForReset, companyKey } from './resets.ts'
import { currentSession } from './session.ts'
import { onlyCompany } from './sign-in.ts'
import { fieldsOf, refuseForm } from './site-pages.ts'
import { waitText } from './throttle.ts'

type Linked = { Params: { token: string } }

/** Mounts the pages behind links that set a password, and the one that asks for such a link. */
export function linkRoutes(app: FastifyInstance, ground: Ground): void {
  const { site, world } = ground

  for (const kind of ['invitation', 'reset'] as const) {
    app.get<Linked>(`/${kind}/:token`, async (request, reply) => {
      const link = await readLink(ground, kind, request.params.token)
      return 'worthless' in link
        ? refuseLink(ground, reply, kind, link.worthless)
        : showLink(ground, request, reply, kind, link)
    })

    app.post<Linked>(`/${kind}/:token`, async (request, reply) => {
      const fields = fieldsOf(request)
      if (!isOurForm(ground, request, fields, await currentSession(ground, request))) return refuseForm(ground, reply)
      const { token } = request.params
      const result = await acceptLink(ground, request, reply, { kind, token }, fields)
      if (result === 'accepted') return goTo(site(), reply, '/')
      if ('worthless' in result) return refuseLink(ground, reply, kind, result.worthless)
      if ('waitSeconds' in result) {
        reply.header('retry-after', result.waitSeconds)
        return sendPage(site(), reply, messagePage('Please wait', result.wait), 429)
      }
      return showLink(ground, request, reply, kind, { ...result.guest, problem: result.problem }, result.status)
    })
  }

  app.get('/forgotten', async (request, reply) =>
    world.post ? showForgotten(ground, request, reply) : sendPage(site(), reply, helpPage()),
  )

  app.post('/forgotten', async (request, reply) => {
    if (!world.post) return sendPage(site(), reply, helpPage())
    const fields = fieldsOf(request)
    if (!isOurForm(ground, request, fields, await currentSession(ground, request))) return refuseForm(ground, reply)
    const { company = '', username = '' } = fields
    const values = { company, username }
    const name = fold(username).slice(0, nameMax)
    if (name === '' || name.includes('\0') || !name.isWellFormed())
      return showForgotten(ground, request, reply, { values, problem: 'Please fill in your username or e-mail.' }, 422)
    const key = companyKey(await onlyCompany(ground), company)
    const waitSeconds = await askForReset(world, { company: key, name, ip: request.ip })
    if (waitSeconds === 0) return sendPage(site(), reply, requestedPage())
    reply.header('retry-after', waitSeconds)
    return showForgotten(ground, request, reply, { values, problem: waitText(waitSeconds) }, 429)
  })
}

/** Longest that a username or an address is. */
const nameMax = 254

const worthlessLinks: Record<LinkKind, Record<Worthless, string>> = {
  invitation: {
    used: 'A password was set with this link already. It works once.',
    expired: 'This invitation is older than 7 days. Ask for a new one.',
    unknown:
      'This invitation does not work. A later one may have taken its place: use the newest, or ask for a new one.',
  },
  reset: {
    used: 'The password has been changed since this link was made. It works once.',
    expired: 'This link is older than an hour. Ask for a new one.',
    unknown: 'This link does not work. Was all of it copied? Else ask for a new one.',
  },
}

function refuseLink({ site }: Ground, reply: FastifyReply, kind: LinkKind, why: Worthless): FastifyReply {
  const page = messagePage('This link has ended', worthlessLinks[kind][why], { href: '/sign-in', text: 'Sign in' })
  return sendPage(site(), reply, page, why === 'unknown' ? 404 : 410)
}

async function showLink(
  ground: Ground,
  request: FastifyRequest<Linked>,
  reply: FastifyReply,
  kind: LinkKind,
  about: Guest & { problem?: string },
  status = 200,
): Promise<FastifyReply> {
  const token = formToken(ground, request, reply, await currentSession(ground, request))
  const form: Form = { action: linkPath(kind, request.params.token), token }
  return sendPage(ground.site(), reply, linkPage(kind, form, about), status)
}

async function showForgotten(
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const token = formToken(ground, request, reply, await currentSession(ground, request))
  const askCompany = (await onlyCompany(ground)) === undefined
  const page = forgottenPage({ action: '/forgotten', token }, { ...retry, askCompany })
  return sendPage(ground.site(), reply, page, status)
}
