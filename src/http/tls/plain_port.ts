import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownAddress, pathBelow, prefixOf } from '../../rules/settings/own_address.ts'
import type { Certificate } from './certificate.ts'

/** Where a certificate authority looks for the answer to a challenge (RFC 8555, section 8.3). */
const challenges = '/.well-known/acme-challenge/'

const [headersMs, requestMs] = [5000, 10_000]

/**
 * Listens without encryption beside the server: answers the certificate authority, and sends everyone else to the same
 * path at the public URL. Throws if the port cannot be used.
 */
export async function servePlain(
  given: { port: number; host: string; url: string },
  certificate: Certificate,
): Promise<{ port: number; close(): Promise<void> }> {
  const prefix = prefixOf(given.url)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const answer = path.startsWith(challenges) ? certificate.answerTo(path.slice(challenges.length)) : undefined
    const headers = {
      connection: 'close',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    }
    if (answer !== undefined) response.writeHead(200, headers).end(answer)
    else if (!certificate.isThere)
      response.writeHead(503, { ...headers, 'retry-after': '60' }).end('The server has no certificate yet.\n')
    else
      response.writeHead(308, { ...headers, location: ownAddress(given.url, pathBelow(prefix, onlyPath(path))) }).end()
  })
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.maxConnections = 200
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new Error(`CLOCKHOUSE_HTTP_PORT: the port ${given.port} cannot be used: ${message}`)),
    )
    server.listen(given.port, given.host, resolve)
  })
  // A connection that cannot be accepted is no reason to end.
  server.on('error', () => {})
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The path of what was asked for. Two slashes, or a whole address, could mean another host. */
function onlyPath(asked: string): string {
  return asked.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^[^/]*\/*/, '/')
}
