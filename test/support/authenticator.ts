import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Things that can go wrong, for tests of refusals. */
type Twist = { origin?: string; verified?: boolean; challenge?: string; userHandle?: string; type?: string }

/** A device that creates passkeys, without a browser. It unlocks itself, without a user. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''

  /** A browser's answer to the options of a registration. */
  register(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    origin: string,
    twist: Twist = {},
  ): object {
    this.#userHandle = options.user.id
    const { x, y } = this.#key.publicKey.export({ format: 'jwk' })
    const publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(Buffer.from(x!, 'base64url'))],
      [-3, bytes(Buffer.from(y!, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = [Buffer.alloc(16), length, this.id, Buffer.from(isoCBOR.encode(publicKey))]
    const authData = Buffer.concat([dataOf(options.rp.id, 0x41 | (twist.verified === false ? 0 : 4)), ...credential])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', bytes(authData)],
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin, twist),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** A browser's answer to the options of a sign-in. */
  signIn(options: { challenge: string; rpId: string }, origin: string, twist: Twist = {}): object {
    const authenticatorData = dataOf(options.rpId, 0x01 | (twist.verified === false ? 0 : 4))
    const clientDataJSON = clientData('webauthn.get', options.challenge, origin, twist)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, hash]))
      .sign(this.#key.privateKey)
    return this.#answer({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: twist.userHandle ?? this.#userHandle,
    })
  }

  #answer(response: object): object {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

function clientData(type: string, challenge: string, origin: string, twist: Twist): string {
  const data = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin: twist.origin ?? origin }
  return Buffer.from(JSON.stringify({ ...data, crossOrigin: false })).toString('base64url')
}

/**
 * Authenticator data for a site, with flags (1 present, 4 verified, 64 with a credential). Devices that sync passkeys
 * do not count uses.
 */
function dataOf(rpId: string, flags: number): Buffer {
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), Buffer.alloc(4)])
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer)
}
