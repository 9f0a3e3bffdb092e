import { once } from 'node:events'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A minimal reverse proxy in this process. Like others, it passes a path below a prefix on as it is, or without it. */
export class PathFront {
  /** Where people reach it. */
  readonly origin: string
  /** The address of the server behind it. */
  behind = ''
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Starts one that takes `strip` from the beginning of paths; '' leaves them as they are. */
  static async start(strip = ''): Promise<PathFront> {
    let front: PathFront | undefined
    const server = createServer((request, response) => {
      const { url = '', method, headers } = request
      const path = strip !== '' && url.startsWith(`${strip}/`) ? url.slice(strip.length) : url
      const passed = send(front!.behind + path, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    front = new PathFront(server)
    return front
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
