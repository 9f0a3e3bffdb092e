import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** The commands of an SMTP session, in order; `body` is the whole mail. */
export type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body'

/** A faulty answer: a line, no answer at all, a closed connection, or an endless answer. */
export type Fault = { at: Step; does: string | 'silence' | 'hang up' | 'babble' }

const usual: Record<Step, string> = {
  greeting: '220 faulty.example ESMTP',
  EHLO: '250 faulty.example',
  MAIL: '250 Ok',
  RCPT: '250 Ok',
  DATA: '354 Go on',
  body: '250 Taken',
}

/** A mail server that fails at one point. It counts the mails it received completely. */
export class FaultyMailServer {
  bodies = 0
  readonly #fault: Fault
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(fault: Fault) {
    this.#fault = fault
    this.#server = createServer((socket) => this.#talk(socket))
  }

  /** Starts it on a port; 0 picks a free one. Returns the port. */
  async start(port = 0): Promise<number> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    let heard = ''
    let inBody = false
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      for (;;) {
        const end = inBody ? '\r\n.\r\n' : '\r\n'
        const at = heard.indexOf(end)
        if (at < 0) return
        const said = heard.slice(0, at)
        heard = heard.slice(at + end.length)
        if (inBody) {
          this.bodies += 1
          inBody = false
          this.#answer(socket, 'body')
        } else inBody = this.#answer(socket, stepOf(said)) === usual.DATA
      }
    })
    this.#answer(socket, 'greeting')
  }

  #answer(socket: Socket, step: Step | undefined): string {
    const does = step === this.#fault.at ? this.#fault.does : step ? usual[step] : '250 Ok'
    if (does === 'hang up') socket.destroy()
    else if (does === 'babble') this.#timers.add(setInterval(() => socket.write('250-and more\r\n'), 20))
    else if (does !== 'silence') socket.write(`${does}\r\n`)
    return does
  }
}

function stepOf(line: string): Step | undefined {
  const word = line.slice(0, 4).toUpperCase()
  return (['EHLO', 'MAIL', 'RCPT', 'DATA'] as const).find((step) => step === word)
}
