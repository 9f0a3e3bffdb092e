import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Mailer, SendResult, World } from '../world.ts'
import { storeInOutbox } from './outbox.ts'

/** How long a mail server may take: for each of its answers, and for all of one mail. Less than the lease of a mail. */
type Patience = { answerMs: number; mailMs: number }

// A server that does not answer holds up the mails behind it, and the end of the process, no longer than this.
const usual: Patience = { answerMs: 30_000, mailMs: 120_000 }

/** The mailer that the configuration asks for; undefined when no mail server is set up. */
export async function openMailer(
  config: Config,
  { db, now }: Pick<World, 'db' | 'now'>,
  patience = usual,
): Promise<Mailer | undefined> {
  const { smtpUrl } = config
  if (smtpUrl === '') return undefined
  if (smtpUrl !== 'outbox:') return mailServer(config, patience)
  const sent: SendResult = { state: 'sent', status: 0, error: '' }
  return { send: (email) => db.write(storeInOutbox, email, now()).then(() => sent) }
}

async function mailServer({ smtpUrl, mailFrom, url }: Config, { answerMs, mailMs }: Patience): Promise<Mailer> {
  // Loaded only where there is one: it would double the time of a start.
  const { createTransport } = await import('nodemailer')
  const { hostname } = new URL(url)
  const address = mailFrom || `no-reply@${hostname}`
  const times = {
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    dnsTimeout: answerMs,
  }
  const transport = createTransport({ url: smtpUrl, ...times, disableFileAccess: true, disableUrlAccess: true })
  // A mail is read when the server has said that it takes one (354), never before.
  const handedOver = new Set<string>()
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
    async send({ id, from, to, subject, text, html, unsubscribe }) {
      const messageId = `<${id}@${hostname}>`
      const mail = {
        messageId,
        from: { name: from, address },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          // Nobody's absence note answers it.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
        ...(unsubscribe ? { list: { unsubscribe } } : {}),
        signal: AbortSignal.timeout(mailMs),
      }
      try {
        await transport.sendMail(mail)
        return { state: 'sent', status: 250, error: '' }
      } catch (error) {
        return handed(error as SmtpError, handedOver.has(messageId))
      } finally {
        handedOver.delete(messageId)
      }
    },
  }
}

type SmtpError = Error & { responseCode?: number | false; command?: string; code?: string }

/** What an error means for the mail. What was handed over is not taken only where the server says so. */
function handed({ responseCode, command = '', code, message }: SmtpError, over: boolean): SendResult {
  const answer = { status: responseCode || 0, error: message }
  const definite = answer.status >= 400 && command !== 'CONN'
  if (definite && ['RCPT TO', 'DATA'].includes(command))
    return { state: answer.status >= 500 ? 'refused' : answer.status === 421 ? 'away' : 'later', ...answer }
  // An address, or a text, that cannot be sent to any server.
  if (code === 'EENVELOPE' && command === 'API') return { state: 'refused', ...answer }
  return { state: over && !definite ? 'unknown' : 'away', ...answer }
}
