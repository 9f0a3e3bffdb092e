import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Values } from '../../src/engine/table.ts'

/** A message that a receiver of webhooks got. */
export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Values }

/** How a receiver answers: with a status, perhaps headers and text; `silence` and `cut` are no answers. */
export type HookReply = { status: number; headers?: Record<string, string>; text?: string } | 'silence' | 'cut'

/** A receiver of webhooks on this machine. What it got is in `got`; `answers` are used up before `usual`. */
export class Receiver {
  readonly got: Received[] = []
  readonly answers: HookReply[] = []
  usual: (message: Received) => HookReply = () => ({ status: 200 })
  readonly #server: Server

  private constructor(keepsConnections: boolean) {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const message = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) }
        this.got.push(message)
        const reply = this.answers.shift() ?? this.usual(message)
        if (reply === 'silence') return
        if (reply === 'cut') request.socket.destroy()
        // A reused connection that is cut would be tried once more at once.
        else
          response
            .writeHead(reply.status, { ...(keepsConnections ? {} : { connection: 'close' }), ...reply.headers })
            .end(reply.text ?? '')
      })
    })
  }

  /** Starts one. */
  static async start({ keepsConnections = false } = {}): Promise<Receiver> {
    const receiver = new Receiver(keepsConnections)
    await new Promise<void>((resolve) => receiver.#server.listen({ host: '127.0.0.1', port: 0 }, resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The messages since the last call. */
  take(): Received[] {
    return this.got.splice(0)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
