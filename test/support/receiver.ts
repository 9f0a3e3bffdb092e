import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Values } from '../../src/engine/table.ts'

/** A message that a webhook receiver got. */
export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Values }

/** How a receiver answers: with a status and optional headers and text. With `silence` and `cut` it does not answer. */
export type HookReply = { status: number; headers?: Record<string, string>; text?: string } | 'silence' | 'cut'

/** A webhook receiver on this machine. `got` contains what it received; it uses up `answers` before `usual`. */
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
        // If a reused connection were cut, the sender would immediately retry once.
        else
          response
            .writeHead(reply.status, { ...(keepsConnections ? {} : { connection: 'close' }), ...reply.headers })
            .end(reply.text ?? '')
      })
    })
  }

  /** Starts a receiver. */
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
