import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { messageOf } from '../rules/thrown.ts'
import type { Email, Mailer, SendResult, World } from '../world.ts'
import { storeInOutbox } from './outbox.ts'

/** Timeouts for each response of a mail server, and for a whole email. Shorter than the lease of an email. */
type Timeouts = { answerMs: number; mailMs: number }

// A server that does not answer holds up the emails behind it, and the shutdown of the process, no longer than this.
const defaultTimeouts: Timeouts = { answerMs: 30_000, mailMs: 120_000 }

/** The configured mailer; undefined if no mail server is set up. */
export async function openMailer(
  config: Config,
  { db, now }: Pick<World, 'db' | 'now'>,
  timeouts = defaultTimeouts,
): Promise<Mailer | undefined> {
  const { smtpUrl } = config
  if (smtpUrl === '') return undefined
  if (smtpUrl !== 'outbox:') return mailServer(config, timeouts)
  const sent: SendResult = { state: 'sent', status: 0, error: '' }
  return { send: (email) => db.write(storeInOutbox, email, now()).then(() => sent) }
}

/** Sends mail through a mail server. */
export async function mailServer({ smtpUrl, mailFrom, url }: Config, { answerMs, mailMs }: Timeouts): Promise<Mailer> {
  // Loaded only if needed: it would double the startup time.
  const { createTransport } = await import('nodemailer')
  const { hostname } = new URL(url)
  const address = mailFrom || `no-reply@${hostname}`
  const transport = createTransport({
    url: smtpUrl,
    ...allOf(answerMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The content is read only after the server has accepted DATA (354), so this tells whether it may have arrived.
  const handedOver = new Set<string>()
  let failed = () => {}
  transport.use('stream', (mail, done) => {
    const id = mail.message.messageId()
    mail.message.processFunc((input) =>
      Readable.from(
        (async function* () {
          handedOver.add(id)
          yield* input
        })(),
        { objectMode: false },
      ),
    )
    done()
  })
  return {
    async send(email) {
      const messageId = `<${email.id}@${hostname}>`
      const mail = { messageId, ...partsOf(email, address), signal: AbortSignal.timeout(mailMs) }
      try {
        await transport.sendMail(mail)
        return { state: 'sent', status: 250, error: '' }
      } catch (error) {
        failed()
        return resultOf(error as SmtpError, handedOver.has(messageId))
      } finally {
        handedOver.delete(messageId)
      }
    },
    problem: () => problemOf(transport.verify()),
    onFailure(hear) {
      failed = hear
    },
  }
}

async function problemOf(tried: Promise<unknown>): Promise<string | undefined> {
  try {
    await tried
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** An email as nodemailer takes it. */
function partsOf({ from, to, subject, text, html, unsubscribe, attachments = [] }: Email, address: string) {
  return {
    from: { name: from, address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ name, content }) => ({ filename: name, content })),
    headers: {
      // Suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(unsubscribe ? { list: { unsubscribe } } : {}),
  }
}

/** All timeouts of a connection. */
function allOf(ms: number) {
  return { connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms }
}

type SmtpError = Error & { responseCode?: number | false; command?: string; code?: string }

/** What an error means for the email. Once handed over, it may have arrived unless the server has refused it. */
function resultOf({ responseCode, command = '', code, message }: SmtpError, over: boolean): SendResult {
  const answer = { status: responseCode || 0, error: message }
  const definite = answer.status >= 400 && command !== 'CONN'
  if (definite && ['RCPT TO', 'DATA'].includes(command))
    return { state: answer.status >= 500 ? 'refused' : answer.status === 421 ? 'away' : 'later', ...answer }
  // An address or text that no server could accept.
  if (code === 'EENVELOPE' && command === 'API') return { state: 'refused', ...answer }
  return { state: over && !definite ? 'unknown' : 'away', ...answer }
}
