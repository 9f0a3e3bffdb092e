import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** Keys and certificates as PEM: the authority to trust, and the server's own with the chain. */
type Certificates = { ca: string; key: string; cert: string }

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000
const lifeDays = 30

/**
 * Makes an authority and a certificate signed by it for this machine's own names, or for a host beside them. The
 * authority's key is not stored.
 */
export async function makeCertificates(nowMs: number, host = 'localhost'): Promise<Certificates> {
  const authority = await newKeys()
  const keys = await newKeys()
  const issuer = 'CN=Clockhouse sandbox authority'
  const dates = { notBefore: new Date(nowMs - day), notAfter: new Date(nowMs + lifeDays * day) }
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...{ name: issuer, keys: authority, signingAlgorithm: ecdsa, ...dates },
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  })
  const names = [...new Set([host, 'localhost'])].map((value) => ({ type: 'dns' as const, value }))
  const addresses = ['127.0.0.1', '::1'].map((value) => ({ type: 'ip' as const, value }))
  const own = await X509CertificateGenerator.create({
    ...{ subject: `CN=${host}`, issuer, publicKey: keys.publicKey, signingKey: authority.privateKey },
    ...{ signingAlgorithm: ecdsa, ...dates },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([...names, ...addresses]),
    ],
  })
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  const [authorityPem, ownPem] = [ca, own].map((made) => `${made.toString('pem')}\n`) as [string, string]
  return { ca: authorityPem, cert: ownPem + authorityPem, key: `${key}\n` }
}

function newKeys() {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}
