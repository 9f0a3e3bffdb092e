import type { Config } from './config.ts'
import type { Letter, Post } from './world.ts'

// A server that does not answer holds up the mails behind it, and the end of the process, no longer than this.
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** The post of the settings; undefined when no mail server is set up. */
export async function openPost({ smtpUrl, mailFrom, url }: Config): Promise<Post | undefined> {
  if (smtpUrl === '') return undefined
  // Loaded only where there is one: it would double the time of a start.
  const { createTransport } = await import('nodemailer')
  const { hostname } = new URL(url)
  const address = mailFrom || `no-reply@${hostname}`
  const transport = createTransport({ url: smtpUrl, ...patience, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ id, from, to, subject, text, html }: Letter) {
      const mail = {
        messageId: `<${id}@${hostname}>`,
        from: { name: from, address },
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Nobody's absence note answers it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      try {
        await transport.sendMail(mail)
        return undefined
      } catch (error) {
        const { responseCode = 0, command = '', message } = error as SmtpError
        if (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)) return message
        throw error
      }
    },
  }
}

type SmtpError = Error & { responseCode?: number; command?: string }
