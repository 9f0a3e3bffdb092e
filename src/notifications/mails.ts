import { acrossCompanies } from '../company/all_companies.ts'
import type { LinkKind } from '../company/mail/mail_queue.ts'
import { auditSentReport } from '../company/saved_reports.ts'
import { loadSettings, translateFor } from '../company/settings/settings.ts'
import type { Config } from '../config.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { loadKeys } from '../identity/factors/secrets.ts'
import { activateLink, linkOf } from '../identity/links/links.ts'
import { mailRetrySeconds } from '../rules/notifications/delivery.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { second } from '../rules/time/calendar.ts'
import type { Attachment, Email, Mailer, SendResult, World } from '../world.ts'
import { leaseExpiredText, type Outcome, settleDelivery, storedError } from './delivery_state.ts'
import { renderEmail, type Stored } from './mail_template.ts'
import { unsubscribePath, wantsMails } from './unsubscribe.ts'

/** How long a process may take to send an email before another one may. Longer than the mailer's timeout. */
const leaseSeconds = 300

/** Wait before a retry if the mail server was unavailable, which does not count as an attempt. */
const awaySeconds = 60

/** Most characters stored of a mail server's error. */
const errorMax = 400

/** Emails per round. */
const mailsMax = 100

/** Makes the attached file when an email is sent; undefined if the person may no longer see it. Throws RequestError. */
export type Attach = (mail: {
  companyId: number
  userId: number
  attachment: string
}) => Promise<Attachment | undefined>

const unwanted = 'no longer wanted'
const archived = 'the person is archived'
const unsubscribed = 'the person has unsubscribed'

/** Why emails were not sent that no one waits for. */
export const unwantedTexts: readonly string[] = [unwanted, archived, unsubscribed]

type Waiting = {
  company_id: number
  id: number
  due: number
  created: number
  link: LinkKind | ''
  record_id: number
}

/** An email that this process has claimed. */
type Claimed = Stored & { attempts: number; userId: number; groupId: number; joined: number; attachment: string }

/**
 * Sends the emails that are due. Each is sent by the process that claims it. Its link is created here; only the hash is
 * stored. If the mail server is unavailable or stops answering, the rest waits for the next round. Without a mailer,
 * only expired emails are failed. Stops between two emails once `goesOn` returns false. Without `attach`, emails with a
 * file wait for a process that can make it.
 */
export async function deliverMails(
  world: World,
  config: Config,
  { goesOn = () => true, attach }: { goesOn?: () => boolean; attach?: Attach } = {},
): Promise<void> {
  const { db, mailer, log, now, random, sight } = world
  const due = await acrossCompanies<Waiting>(
    world,
    (own) => sql`select company_id, id, due, created, link, record_id from mails
      where ${own} and (state = 'queued' or state = 'sending') and due <= ${now()} and ${sendable(mailer, attach, sight.clock.judging(now()))}
      order by due, id limit ${mailsMax}`,
  )
  if (due.length === 0) return
  const keys = await loadKeys({ db, now, random }, config)
  const companyOf = companiesIn(db.read)
  for (const { company_id: companyId, id, due: claimedAt, created, link, record_id: recordId } of due) {
    const made = link === '' ? undefined : linkOf(keys, { companyId, kind: link, recordId, created })
    const claim = { companyId, id, due: claimedAt, hash: made?.hash ?? '', judged: sight.clock.judging(now()) }
    const mail = await db.write(claimMail, claim, now())
    if (!mail || !mailer) continue
    const { kind, userId, groupId, joined } = mail
    const addresses = {
      id: `${companyId}.${id}.${created}`,
      companyId,
      url: config.url,
      link: made && ownAddress(config.url, made.path),
      unsubscribe: kind && ownAddress(config.url, unsubscribePath(keys, { companyId, userId, kind, joined })),
    }
    const t = translateFor(await companyOf(companyId), { id: userId, group_id: groupId })
    const email = renderEmail(mail, addresses, t)
    const file = await fileOf(mail, companyId, attach)
    const result = await (isOutcome(file) ? file : mailer.send(withFile(email, file)).catch(lostTrack))
    await db.write(settleMail, { companyId, id, attempts: mail.attempts, result }, now())
    if (result.state !== 'sent' && result.state !== 'refused')
      log.warn({ mail: id, attempts: mail.attempts }, `an email was not sent: ${result.error}`)
    if (isUnavailable(result, isOutcome(file)) || !goesOn()) return
  }
}

/** Companies with their settings, each loaded once. */
function companiesIn(handle: Handle): (companyId: number) => Promise<CompanySnapshot> {
  const known = new Map<number, CompanySnapshot>()
  return async (companyId) => {
    const before = known.get(companyId)
    if (before) return before
    const company = await CompanySnapshot.of(companyId, handle)
    await loadSettings(company)
    known.set(companyId, company)
    return company
  }
}

/** Condition on emails that this process can send, or fail. */
function sendable(mailer: Mailer | undefined, attach: Attach | undefined, now: number): Sql {
  const byMailer = mailer ? sql`1 = 1` : sql`until <= ${now}`
  return attach ? byMailer : sql`${byMailer} and attachment = ''`
}

/** Whether the mail server accepts nothing for now. A file that could not be made says nothing about that. */
function isUnavailable({ state }: SendResult, unsent: boolean): boolean {
  return !unsent && (state === 'away' || state === 'unknown')
}

function isOutcome(file: Attachment | SendResult | undefined): file is SendResult {
  return file !== undefined && 'state' in file
}

function withFile(email: Email, file: Attachment | undefined): Email {
  return file ? { ...email, attachments: [file] } : email
}

/** The file of an email, or why it is not sent; undefined if it has none. */
async function fileOf(
  { attachment, userId }: Claimed,
  companyId: number,
  attach: Attach | undefined,
): Promise<Attachment | SendResult | undefined> {
  if (attachment === '' || !attach) return undefined
  try {
    const nothing: SendResult = { state: 'refused', status: 0, error: 'there is nothing that the person may see' }
    return (await attach({ companyId, userId, attachment })) ?? nothing
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const passes = error.status === 429 || error.status === 503
    return { state: passes ? 'away' : 'refused', status: 0, error: error.message }
  }
}

function lostTrack(error: Error): SendResult {
  return { state: 'unknown', status: 0, error: error.message }
}

/** An email to claim: when it was due, the hash of its link, and the time by which it is judged to be too late. */
type MailClaim = { companyId: number; id: number; due: number; hash: string; judged: number }

/**
 * Claims an email that is due. Undefined if another process has claimed it or it is no longer wanted. An email of a
 * notification whose sending was never settled is failed: it is sent at most once.
 */
export const claimMail = operation(
  'claimMail',
  async (tx, { companyId, id, due, hash, judged }: MailClaim): Promise<Claimed | undefined> => {
    await tx.lockCompany(companyId)
    const before =
      await tx.get<Row>(sql`select m.*, c.name as company, u.active, u.group_id, u.created as joined, n.choices
      from mails m join companies c on c.company_id = m.company_id
      left join users u on u.company_id = m.company_id and u.id = m.user_id
      left join notification_choices n on n.company_id = m.company_id and n.user_id = m.user_id
      where m.company_id = ${companyId} and m.id = ${id}`)
    if (!before) return undefined
    const { state, link, record_id: recordId, delivery_id: deliveryId } = before
    const attempts = before.attempts + 1
    const won = await tx.run(sql`update mails set state = 'sending', attempts = ${attempts},
        due = ${tx.now + leaseSeconds * second}
      where company_id = ${companyId} and id = ${id} and state = ${state} and due = ${due} and due <= ${tx.now}
        and (state = 'queued' or state = 'sending')`)
    if (won === 0) return undefined
    const ready = link === '' || (await activateLink(tx, { companyId, kind: link, recordId, hash, judged }))
    const error = ready ? failureOf(before, judged) : unwanted
    if (error) {
      await end(tx, { companyId, id, deliveryId }, { state: 'failed', status: 0, error })
      return undefined
    }
    await tx.run(sql`update deliveries set state = 'sending', attempts = attempts + 1
      where company_id = ${companyId} and id = ${deliveryId} and (state = 'queued' or state = 'sending')`)
    return { ...before, attempts, userId: before.user_id, groupId: before.group_id ?? 0, joined: before.joined ?? 0 }
  },
)

/** An email before it is claimed. */
type Row = Stored & {
  state: string
  attempts: number
  until: number
  user_id: number
  record_id: number
  delivery_id: number
  attachment: string
  error: string
  active: number | null
  group_id: number | null
  joined: number | null
  choices: string | null
}

/** Why an email is no longer to be sent; undefined if it still is. */
function failureOf(mail: Row, now: number): string | undefined {
  const { state, attempts, until, delivery_id, attachment, error, active, kind, choices } = mail
  if (attachment !== '' && state === 'sending') return leaseExpiredText
  if (attachment !== '' && active !== 1) return archived
  if (delivery_id === 0) return attempts > mailRetrySeconds.length || until <= now ? unwanted : undefined
  if (state === 'sending') return leaseExpiredText
  if (active !== 1) return archived
  if (kind !== '' && !wantsMails(choices, kind)) return unsubscribed
  if (until <= now) return error === '' ? 'it could not be sent in time' : `it could not be sent in time: ${error}`
  return undefined
}

/** Stores the result of an attempt. The text of an email is deleted once it was sent or has failed. */
export const settleMail = operation(
  'settleMail',
  async (
    tx,
    { companyId, id, attempts, result }: { companyId: number; id: number; attempts: number; result: SendResult },
  ): Promise<void> => {
    await tx.lockCompany(companyId)
    const own = sql`company_id = ${companyId} and id = ${id} and state = 'sending' and attempts = ${attempts}`
    const mail = await tx.get<{ delivery_id: number; attachment: string; user_id: number }>(
      sql`select delivery_id, attachment, user_id from mails where ${own}`,
    )
    if (!mail) return
    const deliveryId = mail.delivery_id
    const { state, status } = result
    const error = storedError(result.error, errorMax)
    const away = state === 'away'
    const wait = away ? awaySeconds : mailRetrySeconds[attempts - 1]
    // An email that may have arrived is retried only if a duplicate does no harm; both have the same message id.
    const again = away || state === 'later' || (state === 'unknown' && deliveryId === 0 && mail.attachment === '')
    if (state === 'sent' && mail.attachment !== '') await noteHandedOver(tx, companyId, mail)
    if (state === 'sent') return end(tx, { companyId, id, deliveryId }, { state, status, error: '' })
    if (!again || wait === undefined) {
      const more = state === 'unknown' ? `no answer; it may have arrived (${error})` : error
      return end(tx, { companyId, id, deliveryId }, { state: 'failed', status, error: more })
    }
    await tx.run(sql`update mails set state = 'queued', attempts = ${away ? attempts - 1 : attempts},
        error = ${error}, due = ${tx.now + wait * second}
      where ${own}`)
    await tx.run(sql`update deliveries set state = 'queued', status = ${status}, error = ${error}
      where company_id = ${companyId} and id = ${deliveryId} and state = 'sending'`)
  },
)

/** Notes to whom a file was handed over, which is known only now. */
async function noteHandedOver(
  tx: Tx,
  companyId: number,
  { user_id, attachment }: { user_id: number; attachment: string },
): Promise<void> {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  auditSentReport(work, user_id, attachment)
  await work.flush()
}

async function end(
  tx: Tx,
  { companyId, id, deliveryId }: { companyId: number; id: number; deliveryId: number },
  outcome: Outcome,
): Promise<void> {
  await tx.run(sql`update mails set state = ${outcome.state}, error = ${outcome.error}, text = '',
    due = ${tx.now} where company_id = ${companyId} and id = ${id}`)
  if (deliveryId !== 0) await settleDelivery(tx, companyId, deliveryId, outcome)
}
