import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import { request } from 'node:https'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000

/** A new certificate for a host, which began yesterday and lasts 90 days, and its key, as PEM. */
export async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${host}`, keys, signingAlgorithm: ecdsa },
    ...{ notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 89 * day) },
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { key: String(key.export({ type: 'pkcs8', format: 'pem' })), cert: made.toString('pem') }
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
