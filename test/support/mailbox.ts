import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server on this machine that keeps what it receives. */
export class Mailbox {
  readonly mails: Email[] = []
  /** Addresses that do not exist. */
  readonly unknown = new Set<string>()
  #server: SMTPServer | undefined
  port = 0

  /** Starts it, on its previous port if it had one. */
  async start(): Promise<this> {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, answer) =>
        this.unknown.has(address)
          ? answer(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
          : answer(),
      onData: async (stream, _session, answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        this.mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        answer()
      },
    })
    const listening = once(this.#server.listen(this.port, '127.0.0.1'), 'listening')
    await listening
    this.port = (this.#server.server.address() as AddressInfo).port
    return this
  }

  /** Settings for a server to send its mail here. */
  get settings(): Record<string, string> {
    return { CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${this.port}`, CLOCKHOUSE_URL: 'http://time.example.com' }
  }

  /** The mails received since the last call. */
  take(): Email[] {
    return this.mails.splice(0)
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server!.close(resolve))
  }
}

/** The path of the only link in a mail to the server of these tests. */
export function pathIn(mail: Email): string {
  const [link, ...more] = [...mail.text!.matchAll(/http:\/\/time\.example\.com(\/\S+)/g)]
  if (!link || more.length > 0) throw new Error(`Not one link:\n${mail.text}`)
  return link[1]!
}
