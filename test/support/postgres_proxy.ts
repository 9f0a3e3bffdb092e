import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A network between a server and PostgreSQL that counts round trips and can silently lose packets. */
export class PostgresProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #mute = false
  /** The number of round trips: how often something was sent to PostgreSQL after it had answered. */
  turns = 0
  /** The number of commits requested. */
  commits = 0

  private constructor(server: Server) {
    this.#server = server
  }

  /** Starts a proxy in front of the PostgreSQL at a URL; `url` is the URL through the proxy. */
  static async start(address: string): Promise<{ proxy: PostgresProxy; url: string }> {
    const url = new URL(address)
    const { hostname, port } = url
    const server = createServer((client) => proxy.#join(client, connect(Number(port), hostname)))
    const proxy = new PostgresProxy(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    url.searchParams.delete('host')
    return { proxy, url: url.href }
  }

  /** From now on, packets vanish in both directions; new connections are accepted and stay silent. */
  mute(): void {
    this.#mute = true
  }

  /** New connections work again; silent ones stay silent. */
  unmute(): void {
    this.#mute = false
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket, database: Socket): void {
    let answered = true
    let isLost = false
    const pass = (from: Socket, to: Socket, note: (data: Buffer) => void) => {
      this.#sockets.add(from)
      from.on('data', (data: Buffer) => {
        isLost ||= this.#mute
        if (isLost) return
        note(data)
        to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        this.#sockets.delete(from)
        // While the network is down, the end of a connection goes unnoticed.
        if (!isLost) to.destroy()
      })
    }
    pass(client, database, (data) => {
      if (answered) this.turns += 1
      answered = false
      if (data.includes('commit\0')) this.commits += 1
    })
    pass(database, client, () => {
      answered = true
    })
  }
}
