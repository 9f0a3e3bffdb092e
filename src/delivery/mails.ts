import type { Config } from '../config.ts'
import { operation, sql } from '../engine/sql.ts'
import { linkOf, readyLink } from '../oauth/links.ts'
import { loadKeys } from '../oauth/secrets.ts'
import type { LinkKind } from '../resources/mails.ts'
import type { World } from '../world.ts'
import { letterOf } from './letter.ts'

const second = 1_000_000

/** Who sends a mail has this long for it before another one may. Longer than the post's patience. */
const leaseSeconds = 300

/** Waits between the attempts; after the last one the mail is given up. */
const retrySeconds = [60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400]

/** Mails of one round. */
const mailsMax = 100

type Waiting = {
  company_id: number
  id: number
  due: number
  created: number
  link: LinkKind | ''
  record_id: number
}

/** A mail in the hands of whoever sends it. */
type Claimed = {
  company: string
  address: string
  subject: string
  text: string
  link: LinkKind | ''
  attempts: number
}

/**
 * Sends the mails that are due. Of several processes the one sends a mail that claims it. Its link is made here, and of
 * that only the hash is stored. A mail server that cannot be reached ends the round; the rest waits for the next one.
 */
export async function deliverMails({ db, post, log, now, random }: World, config: Config): Promise<void> {
  if (!post) return
  const due = await db.read.all<Waiting>(sql`select company_id, id, due, created, link, record_id from mails
    where (state = 'queued' or state = 'sending') and due <= ${now()} order by due, id limit ${mailsMax}`)
  if (due.length === 0) return
  const keys = await loadKeys({ db, now, random }, config)
  for (const { company_id: companyId, id, due: claimedAt, created, link, record_id: recordId } of due) {
    const made = link === '' ? undefined : linkOf(keys, { companyId, kind: link, recordId, created })
    const mail = await db.write(claimMail, { companyId, id, due: claimedAt, hash: made?.hash ?? '' }, now())
    if (!mail) continue
    const letter = letterOf(mail, `${companyId}.${id}.${created}`, made && config.url + made.path)
    const result = await post.send(letter).then(
      (refused): Result => (refused ? { state: 'failed', error: refused } : { state: 'sent', error: '' }),
      (error): Result => ({ state: 'queued', error: (error as Error).message }),
    )
    await db.write(settleMail, { companyId, id, attempts: mail.attempts, ...result }, now())
    if (result.state === 'queued') {
      log.warn({ mail: id, attempts: mail.attempts }, `a mail could not be sent yet: ${result.error}`)
      return
    }
  }
}

/** How an attempt ended: sent, refused for good, or to be tried again. */
type Result = { state: 'sent' | 'failed' | 'queued'; error: string }

/** Takes a mail that is due, unless somebody else has: then, and when nobody wants it any more, undefined. */
export const claimMail = operation(
  'claimMail',
  async (
    tx,
    { companyId, id, due, hash }: { companyId: number; id: number; due: number; hash: string },
  ): Promise<Claimed | undefined> => {
    const own = sql`company_id = ${companyId} and id = ${id}`
    const won = await tx.run(sql`update mails set state = 'sending', attempts = attempts + 1,
        due = ${tx.now + leaseSeconds * second}
      where ${own} and (state = 'queued' or state = 'sending') and due = ${due} and due <= ${tx.now}`)
    if (won === 0) return undefined
    const { until, record_id, ...mail } = (await tx.get<Claimed & { until: number; record_id: number }>(
      sql`select m.address, m.subject, m.text, m.link, m.attempts, m.until, m.record_id, c.name as company
        from mails m join companies c on c.company_id = m.company_id
        where m.company_id = ${companyId} and m.id = ${id}`,
    ))!
    const tired = mail.attempts > retrySeconds.length + 1
    const link = { companyId, kind: mail.link as LinkKind, recordId: record_id, hash }
    if (!tired && until > tx.now && (mail.link === '' || (await readyLink(tx, link)))) return mail
    await tx.run(sql`update mails set state = 'failed', text = '', error = 'no longer wanted' where ${own}`)
    return undefined
  },
)

/** Writes down how an attempt ended. What was sent or given up loses its text. */
export const settleMail = operation(
  'settleMail',
  async (
    tx,
    { companyId, id, attempts, state, error }: { companyId: number; id: number; attempts: number } & Result,
  ): Promise<void> => {
    const wait = retrySeconds[attempts - 1]
    const again = state === 'queued' && wait !== undefined
    await tx.run(sql`update mails set state = ${again ? state : state === 'sent' ? 'sent' : 'failed'},
        error = ${error.slice(0, 500)}, due = ${tx.now + (wait ?? 0) * second}, text = ${again ? sql`text` : ''}
      where company_id = ${companyId} and id = ${id} and state = 'sending' and attempts = ${attempts}`)
  },
)
