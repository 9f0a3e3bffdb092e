import type { RequestListener } from 'node:http'
import { request, type Server } from 'node:https'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { Certificate } from '../../src/http/tls/certificate.ts'

/** Listens on this machine with a certificate, and answers nothing; returns the server and its port. */
export async function listenWith(certificate: Certificate): Promise<{ server: Server; port: number }> {
  const answer: RequestListener = (_request, response) => void response.end()
  const server = certificate.createServer({}, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('it listens at no port')
  return { server, port: address.port }
}

/** What a server on this machine answers by https to a request for a host, and the certificate that it shows. */
export function askSecurely(port: number, host: string, path = '/') {
  type Seen = { status: number; certificate: PeerCertificate; headers: Record<string, unknown> }
  return new Promise<Seen>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, servername: host, rejectUnauthorized: false, agent: false }
    const asked = request(options, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate()
      const { statusCode: status = 0, headers } = response
      response.resume().once('end', () => resolve({ status, certificate, headers }))
    })
    asked.once('error', reject).end()
  })
}
