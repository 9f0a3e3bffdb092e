import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { saveChoices } from '../company/notification_choices.ts'
import { sql } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import type { Dependencies } from '../identity/dependencies.ts'
import type { Account } from '../identity/names.ts'
import { html } from '../identity/pages/html.ts'
import { page } from '../identity/pages/layout.ts'
import { messagePage } from '../identity/pages/pages.ts'
import { sendPage } from '../identity/pages/respond.ts'
import { type Keys, same, seal } from '../identity/secrets.ts'
import { fieldsOf } from '../identity/site_routes.ts'
import { beginAttempt, countersOf, waitText } from '../identity/throttle.ts'
import type { Choices } from '../rules/notifications/choices.ts'
import { type KindName, kindNames, kinds } from '../rules/notifications/kinds.ts'

// Ending mails of a kind by the link in one of them (RFC 8058). Whoever has the link needs no password, and it works for
// ever: a mail is read when it is read. Looking at the page changes nothing, for programs that check mail look at links.

/** Whose mails of which kind. `joined`: when the person was entered, for numbers begin anew with a new database. */
type Subscription = Account & { kind: KindName; joined: number }

/** The path of the page that ends somebody's mails of a kind. The same each time, and not to be made without the keys. */
export function unsubscribePath(keys: Keys, { companyId, userId, kind, joined }: Subscription): string {
  const proof = seal(keys.links, JSON.stringify(['unsubscribe', companyId, userId, kind, joined]))
  return `/unsubscribe/${companyId}.${userId}.${kind}.${proof}`
}

type Tokened = { Params: { token: string } }

/** Mounts the page. */
export function unsubscribePages(app: FastifyInstance, deps: Dependencies): void {
  const { site, world } = deps
  // Programs that show mail may send their one click in any form; only our own button has fields.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, ''))

  app.get<Tokened>('/unsubscribe/:token', async (request, reply) => {
    const found = await subscriptionOf(deps, request.params.token)
    if (!found) return refuse(deps, reply)
    return sendPage(site(), reply, found.on ? askPage(found) : stoppedPage(found))
  })

  app.post<Tokened>('/unsubscribe/:token', async (request, reply) => {
    const found = await subscriptionOf(deps, request.params.token)
    if (!found) {
      // Only what is wrong is counted: the clicks of many people come from the few addresses of those who keep their mail.
      const counters = countersOf('link', { company: '', name: 'unsubscribe', ip: request.ip })
      const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
      if (waitSeconds === 0) return refuse(deps, reply)
      reply.header('retry-after', waitSeconds)
      return sendPage(site(), reply, messagePage('Please wait', waitText(waitSeconds)), 429)
    }
    const on = wantsBack(request)
    const { companyId, userId, kind } = found
    if (on !== found.on) {
      const change = { kinds: { [kind]: { email: on } } }
      await world.db.write(saveChoices, { companyId, userId, change }, world.now())
    }
    return sendPage(site(), reply, on ? againPage(found) : stoppedPage(found))
  })
}

function wantsBack(request: FastifyRequest): boolean {
  return fieldsOf(request).intent === 'back'
}

function refuse({ site }: Dependencies, reply: FastifyReply): FastifyReply {
  const text = 'Was all of the link copied? You can also choose in the app what you are told.'
  return sendPage(
    site(),
    reply,
    messagePage('This link does not work', text, { href: '/me', text: 'Choose there' }),
    404,
  )
}

type Found = Subscription & { company: string; on: boolean }

/** Whose mails a token ends, and whether they come at present; undefined for one that is not of this server. */
async function subscriptionOf({ world, keys }: Dependencies, token: string): Promise<Found | undefined> {
  const match = /^(\d{1,10})\.(\d{1,10})\.([a-z-]{1,30})\.[\w-]{43}$/.exec(token)
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

/** Whether somebody has not switched mails of a kind off, by what is stored of their choices. */
export function wantsMails(choices: string | null, kind: KindName): boolean {
  const { kinds: chosen }: Choices = choices ? JSON.parse(choices) : {}
  return chosen?.[kind]?.email !== false
}

// The forms go to the address of the page itself, which is their proof.

function askPage({ company, kind }: Found): string {
  return page(
    'Stop these mails?',
    html`<p class="lead">${company} mails you:</p>
      ${about(kind)}
      <form method="post" class="choice"><button class="primary">Stop these mails</button></form>
      <p>What they say still stands in the app, and other mails still come.</p>
      ${choose}`,
  )
}

function stoppedPage({ company, kind }: Found): string {
  return page(
    'These mails are stopped',
    html`<p class="lead">${company} no longer mails you:</p>
      ${about(kind)}
      <p>What they would say still stands in the app, and other mails still come.</p>
      <form method="post" class="choice"><button name="intent" value="back">Send them again</button></form>
      ${choose}`,
  )
}

function againPage({ company, kind }: Found): string {
  return page(
    'These mails come again',
    html`<p class="lead">${company} mails you, as before:</p>
      ${about(kind)}
      <form method="post" class="choice"><button>Stop these mails</button></form>
      ${choose}`,
  )
}

const about = (kind: KindName) => html`<p><strong>${kinds[kind].title}</strong><br>${kinds[kind].about}</p>`

const choose = html`<p class="small"><a href="/me">Choose what you are told</a></p>`
