import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// X.509 certificates (RFC 5280) in DER. A sandbox needs two with fixed contents, for which a library for all of X.509
// would be too much (docs/decisions/0018-the-control-of-the-sandbox.md).

/** Keys and certificates as PEM: the authority to trust, and the server's own. */
type Certificates = { ca: string; key: string; cert: string }

type Signer = { name: Buffer; key: KeyObject }

const lifeDays = 30

/**
 * Makes an authority and a certificate signed by it for this machine's own names. The authority's key is not stored.
 */
export function makeCertificates(nowMs: number): Certificates {
  const authority = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const signer = { name: nameOf('Clockhouse sandbox authority'), key: authority.privateKey }
  const ca = certificate(signer, { name: signer.name, key: authority.publicKey, nowMs }, [
    extension('2.5.29.19', true, sequence(boolean(true))),
    // keyCertSign
    extension('2.5.29.15', true, bits(Buffer.from([0x04]), 2)),
  ])
  const names = [alternative(2, Buffer.from('localhost')), alternative(7, Buffer.from([127, 0, 0, 1]))]
  const loopback = alternative(7, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]))
  const cert = certificate(signer, { name: nameOf('localhost'), key: server.publicKey, nowMs }, [
    extension('2.5.29.19', true, sequence()),
    // digitalSignature
    extension('2.5.29.15', true, bits(Buffer.from([0x80]), 7)),
    // serverAuth
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', false, sequence(...names, loopback)),
  ])
  return { ca, cert: cert + ca, key: String(server.privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

function certificate(
  signer: Signer,
  { name, key, nowMs }: { name: Buffer; key: KeyObject; nowMs: number },
  extensions: Buffer[],
): string {
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
  const day = 86_400_000
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    signer.name,
    sequence(time(nowMs - day), time(nowMs + lifeDays * day)),
    name,
    createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const der = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, signer.key), 0))
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...contents: Buffer[]): Buffer {
  return tagged(0x30, ...contents)
}

/** A positive number; its first bit must be 0. */
function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes)
}

function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]))
}

function bits(bytes: Buffer, unused: number): Buffer {
  return tagged(0x03, Buffer.from([unused]), bytes)
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((part) => {
    const groups = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** YYMMDDHHMMSSZ */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)
  return tagged(0x17, Buffer.from(`${digits}Z`))
}

function nameOf(text: string): Buffer {
  const part = sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(text)))
  return sequence(tagged(0x31, part))
}

function alternative(kind: number, value: Buffer): Buffer {
  return tagged(0x80 | kind, value)
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), tagged(0x04, value))
}
