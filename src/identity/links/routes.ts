import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onlyCompany } from '../../company/companies.ts'
import type { LinkKind } from '../../company/mail/mail_queue.ts'
import { msg } from '../../rules/language/messages.ts'
import { invitationDays } from '../../rules/people/invitation_days.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { formToken, isOurForm } from '../csrf.ts'
import type { Dependencies } from '../dependencies.ts'
import { translateForBrowser, translateForPerson } from '../language.ts'
import type { Form, Retry } from '../pages/layout.ts'
import { messagePage } from '../pages/pages.ts'
import { forgottenPage, helpPage, linkPage, requestedPage } from '../pages/password_pages.ts'
import { goTo, sendPage } from '../pages/respond.ts'
import { currentSession } from '../sessions.ts'
import { fieldsOf, refuseForm } from '../site_routes.ts'
import { waitText } from '../throttle.ts'
import { acceptLink, type LinkFailure, type LinkOwner, readLink } from './accept.ts'
import { linkPath } from './links.ts'
import { askForReset, companyKey } from './password_resets.ts'

type Linked = { Params: { token: string } }

/** Mounts the pages behind links that set a password, and the page that requests one. */
export function linkRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { site, world } = deps

  for (const kind of ['invitation', 'reset'] as const) {
    app.get<Linked>(`/${kind}/:token`, async (request, reply) => {
      const link = await readLink(deps, kind, request.params.token)
      return 'failure' in link
        ? refuseLink(deps, request, reply, kind, link.failure)
        : showLink(deps, request, reply, kind, link)
    })

    app.post<Linked>(`/${kind}/:token`, async (request, reply) => {
      const fields = fieldsOf(request)
      if (!isOurForm(deps, request, fields, await currentSession(deps, request)))
        return refuseForm(deps, request, reply)
      const { token } = request.params
      const result = await acceptLink(deps, request, reply, { kind, token }, fields)
      if (result === 'accepted') return goTo(site(), reply, '/')
      if ('failure' in result) return refuseLink(deps, request, reply, kind, result.failure)
      if ('waitSeconds' in result) {
        reply.header('retry-after', result.waitSeconds)
        const t = translateForBrowser(request)
        return sendPage(site(), reply, messagePage(t('Please wait'), result.wait, t), 429)
      }
      return showLink(deps, request, reply, kind, { ...result.owner, problem: result.problem }, result.status)
    })
  }

  app.get('/forgotten', async (request, reply) =>
    world.mailer
      ? showForgotten(deps, request, reply)
      : sendPage(site(), reply, helpPage(translateForBrowser(request))),
  )

  app.post('/forgotten', async (request, reply) => {
    const t = translateForBrowser(request)
    if (!world.mailer) return sendPage(site(), reply, helpPage(t))
    const fields = fieldsOf(request)
    if (!isOurForm(deps, request, fields, await currentSession(deps, request))) return refuseForm(deps, request, reply)
    const { company = '', username = '' } = fields
    const values = { company, username }
    const name = identityKey(username).slice(0, nameMax)
    if (name === '' || name.includes('\0') || !name.isWellFormed())
      return showForgotten(deps, request, reply, { values, problem: t('Enter your username or email.') }, 422)
    const key = companyKey(await onlyCompany(deps.world.db.read), company)
    const waitSeconds = await askForReset(world, { company: key, name, ip: request.ip })
    if (waitSeconds === 0) return sendPage(site(), reply, requestedPage(t))
    reply.header('retry-after', waitSeconds)
    return showForgotten(deps, request, reply, { values, problem: waitText(waitSeconds, t) }, 429)
  })
}

/** The longest username or address. */
const nameMax = 254

const failureTexts: Record<LinkKind, Record<LinkFailure, string>> = {
  invitation: {
    used: msg('This link has already been used to set a password. It works only once.'),
    expired: msg('This invitation is more than {days} days old. Ask for a new one.'),
    unknown: msg('This invitation is not valid. It may have been replaced: use the latest one, or ask for a new one.'),
  },
  reset: {
    used: msg('The password has been changed since this link was created. It works only once.'),
    expired: msg('This link is more than an hour old. Ask for a new one.'),
    unknown: msg('This link is not valid. Make sure you copied all of it, or ask for a new one.'),
  },
}

function refuseLink(
  { site }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: LinkKind,
  why: LinkFailure,
): FastifyReply {
  const t = translateForBrowser(request)
  const link = { href: '/sign-in', text: t('Sign in') }
  const page = messagePage(
    t('This link no longer works'),
    t(failureTexts[kind][why], { days: invitationDays }),
    t,
    link,
  )
  return sendPage(site(), reply, page, why === 'unknown' ? 404 : 410)
}

async function showLink(
  deps: Dependencies,
  request: FastifyRequest<Linked>,
  reply: FastifyReply,
  kind: LinkKind,
  about: LinkOwner & { problem?: string },
  status = 200,
): Promise<FastifyReply> {
  const token = formToken(deps, request, reply, await currentSession(deps, request))
  const form: Form = { action: linkPath(kind, request.params.token), token }
  const t = await translateForPerson(deps.world, request, about)
  return sendPage(deps.site(), reply, linkPage(kind, form, about, t), status)
}

async function showForgotten(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const token = formToken(deps, request, reply, await currentSession(deps, request))
  const askCompany = (await onlyCompany(deps.world.db.read)) === undefined
  const page = forgottenPage({ action: '/forgotten', token }, { ...retry, askCompany }, translateForBrowser(request))
  return sendPage(deps.site(), reply, page, status)
}
