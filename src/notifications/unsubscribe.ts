import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { saveChoices } from '../company/mail/notification_choices.ts'
import { sql } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import type { Dependencies } from '../identity/dependencies.ts'
import { type Keys, same, seal } from '../identity/factors/secrets.ts'
import { translateForBrowser, translateForPerson } from '../identity/language.ts'
import type { Account } from '../identity/names.ts'
import { type Html, html } from '../identity/pages/html.ts'
import { page } from '../identity/pages/layout.ts'
import { messagePage } from '../identity/pages/pages.ts'
import { sendPage } from '../identity/pages/respond.ts'
import { fieldsOf } from '../identity/site_routes.ts'
import { countAttempt, countersOf, waitText } from '../identity/throttle.ts'
import type { Translate } from '../rules/language/messages.ts'
import type { Choices } from '../rules/notifications/choices.ts'
import { type KindName, kindNames, kinds } from '../rules/notifications/kinds.ts'

// Unsubscribes a person from one kind of email by the link in it (RFC 8058). The link needs no password and never
// expires. Opening the page changes nothing, because mail scanners open links.

/** A person's emails of one kind. `joined`: when the person was created, since ids start over with a new database. */
type Subscription = Account & { kind: KindName; joined: number }

/** The path of the unsubscribe page. Deterministic, and impossible to forge without the keys. */
export function unsubscribePath(keys: Keys, { companyId, userId, kind, joined }: Subscription): string {
  const proof = seal(keys.links, JSON.stringify(['unsubscribe', companyId, userId, kind, joined]))
  return `/unsubscribe/${companyId}.${userId}.${kind}.${proof}`
}

type Tokened = { Params: { token: string } }

/** Mounts the unsubscribe page. */
export function unsubscribePages(app: FastifyInstance, deps: Dependencies): void {
  const { site, world } = deps
  // Mail clients may send the one-click request with any content type; only our own form has fields.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, ''))

  app.get<Tokened>('/unsubscribe/:token', async (request, reply) => {
    const found = await subscriptionOf(deps, request.params.token)
    if (!found) return refuse(deps, request, reply)
    const t = await translateForPerson(world, request, found)
    return sendPage(site(), reply, found.on ? askPage(found, t) : stoppedPage(found, t))
  })

  app.post<Tokened>('/unsubscribe/:token', async (request, reply) => {
    const found = await subscriptionOf(deps, request.params.token)
    if (!found) {
      // Only invalid links are counted: valid clicks of many people come from the few IP addresses of mail providers.
      const counters = countersOf('link', { company: '', name: 'unsubscribe', ip: request.ip })
      const waitSeconds = await countAttempt(world, counters)
      if (waitSeconds === 0) return refuse(deps, request, reply)
      reply.header('retry-after', waitSeconds)
      const t = translateForBrowser(request)
      return sendPage(site(), reply, messagePage(t('Please wait'), waitText(waitSeconds, t), t), 429)
    }
    const on = wantsBack(request)
    const { companyId, userId, kind } = found
    if (on !== found.on) {
      const change = { kinds: { [kind]: { email: on } } }
      await world.db.write(saveChoices, { companyId, userId, change }, world.now())
    }
    const t = await translateForPerson(world, request, found)
    return sendPage(site(), reply, on ? againPage(found, t) : stoppedPage(found, t))
  })
}

function wantsBack(request: FastifyRequest): boolean {
  return fieldsOf(request).intent === 'back'
}

function refuse({ site }: Dependencies, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = translateForBrowser(request)
  const text = t('Make sure you copied all of it. You can also change your notification settings in the app.')
  const link = { href: '/me', text: t('Notification settings') }
  return sendPage(site(), reply, messagePage(t('This link is not valid'), text, t, link), 404)
}

type Found = Subscription & { company: string; on: boolean }

/** The subscription of a token, and whether it is active; undefined for a token that is not from this server. */
async function subscriptionOf({ world, keys }: Dependencies, token: string): Promise<Found | undefined> {
  const match = /^(\d{1,16})\.(\d{1,16})\.([a-z-]{1,30})\.[\w-]{43}$/.exec(token)
  const [companyId, userId, kind] = [
    Number(match?.[1]),
    Number(match?.[2]),
    kindNames.find((name) => name === match?.[3]),
  ]
  if (!kind || companyId > idMax || userId > idMax) return undefined
  const row = await world.db.read.get<{ joined: number; company: string; choices: string | null }>(
    sql`select u.created as joined, c.name as company, n.choices
      from users u join companies c on c.company_id = u.company_id
      left join notification_choices n on n.company_id = u.company_id and n.user_id = u.id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  const subscription = { companyId, userId, kind, joined: row?.joined ?? 0 }
  if (!same(`/unsubscribe/${token}`, unsubscribePath(keys, subscription)) || !row) return undefined
  return { ...subscription, company: row.company, on: wantsMails(row.choices, kind) }
}

/** Whether a person has not turned off emails of a kind, according to their stored choices (JSON). */
export function wantsMails(choices: string | null, kind: KindName): boolean {
  const { kinds: chosen }: Choices = choices ? JSON.parse(choices) : {}
  return chosen?.[kind]?.email !== false
}

// The forms post to the page's own address, which authenticates them.

function askPage({ company, kind }: Found, t: Translate): string {
  return page(
    t('Stop these emails?'),
    html`<p class="lead">${t('{company} sends you these emails:', { company })}</p>
      ${about(kind, t)}
      <form method="post" class="choice"><button class="primary">${t('Stop these emails')}</button></form>
      <p>${t('You’ll still see these messages in the app, and you’ll still get other emails.')}</p>
      ${choose(t)}`,
    t,
  )
}

function stoppedPage({ company, kind }: Found, t: Translate): string {
  return page(
    t('You’re unsubscribed'),
    html`<p class="lead">${t('{company} no longer sends you these emails:', { company })}</p>
      ${about(kind, t)}
      <p>${t('You’ll still see these messages in the app, and you’ll still get other emails.')}</p>
      <form method="post" class="choice"><button name="intent" value="back">${t('Resubscribe')}</button></form>
      ${choose(t)}`,
    t,
  )
}

function againPage({ company, kind }: Found, t: Translate): string {
  return page(
    t('You’re subscribed again'),
    html`<p class="lead">${t('{company} sends you these emails again:', { company })}</p>
      ${about(kind, t)}
      <form method="post" class="choice"><button>${t('Stop these emails')}</button></form>
      ${choose(t)}`,
    t,
  )
}

function about(kind: KindName, t: Translate): Html {
  return html`<p><strong>${t(kinds[kind].title)}</strong><br>${t(kinds[kind].about)}</p>`
}

function choose(t: Translate): Html {
  return html`<p class="small"><a href="/me">${t('Notification settings')}</a></p>`
}
