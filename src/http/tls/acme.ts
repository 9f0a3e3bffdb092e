import 'reflect-metadata'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { PemConverter, Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'
import { isRecord } from '../../engine/fields.ts'

// Gets certificates by the ACME protocol (RFC 8555), as Let's Encrypt speaks it.

/** What a certificate is asked for. */
export type Wanted = {
  /** Address of the directory of the certificate authority. */
  directory: string
  /** To whom the authority writes about the account. */
  email: string
  host: string
  /** The private key of the account, as PEM. */
  account: string
  /** Answers the authority's request for `/.well-known/acme-challenge/<token>`, until `end`. */
  challenge: (token: string, answer: string) => { end(): void }
  signal: AbortSignal
}

/** A private key and the chain of its certificate, as PEM. */
export type Issued = { key: string; cert: string }

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The private key of a new account, as PEM. */
export function newAccount(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

/** Orders a certificate, proves that the host is this server, and returns it. Throws an Error that says what was refused. */
export async function orderCertificate(wanted: Wanted): Promise<Issued> {
  const { host, email } = wanted
  const authority = await Authority.find(wanted)
  await authority.register(email)
  const order = await authority.ask(authority.at('newOrder'), { identifiers: [{ type: 'dns', value: host }] })
  for (const url of listOf(order.body.authorizations)) await prove(url, authority, wanted)
  const { request, key } = await certificateRequest(host)
  await authority.ask(textOf(order.body.finalize), { csr: request })
  const made = await authority.whenDone(order.location, 'valid', `the certificate for ${host}`)
  const { text } = await authority.ask(textOf(made.certificate), undefined)
  return { key, cert: text }
}

/** Answers the challenge of an authorization (RFC 8555, section 8.3: HTTP). */
async function prove(url: string, authority: Authority, { host, challenge }: Wanted): Promise<void> {
  const { body } = await authority.ask(url, undefined)
  if (body.status === 'valid') return
  const offered = Array.isArray(body.challenges) ? body.challenges.filter(isRecord) : []
  const found = offered.find(({ type }) => type === 'http-01')
  if (!found) throw new Error(`The certificate authority does not offer to prove ${host} by HTTP`)
  const token = textOf(found.token)
  const answering = challenge(token, `${token}.${authority.thumbprint}`)
  try {
    await authority.ask(textOf(found.url), {})
    await authority.whenDone(url, 'valid', `that ${host} is this server`)
  } finally {
    answering.end()
  }
}

/** A new key, and the request for its certificate in base64url. */
async function certificateRequest(host: string): Promise<{ request: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const name = new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])
  const made = await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: ecdsa, extensions: [name] })
  return {
    request: Buffer.from(made.rawData).toString('base64url'),
    key: PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  }
}

type Answer = { body: Record<string, unknown>; text: string; location: string }

/** An authority may refuse a nonce at any time, and gives the next one. So often is a request sent at most. */
const noncesMax = 8

/** How often it is asked whether something is done, and the pause between, in milliseconds. */
const [asksMax, askEvery] = [80, 1500]

/** The certificate authority as seen by an account. */
class Authority {
  readonly thumbprint: string
  readonly #directory: Record<string, unknown>
  readonly #key: KeyObject
  readonly #jwk: JWK
  readonly #signal: AbortSignal
  #account = ''
  #nonce: string | undefined

  private constructor(
    directory: Record<string, unknown>,
    key: KeyObject,
    own: { jwk: JWK; print: string },
    signal: AbortSignal,
  ) {
    this.#directory = directory
    this.#key = key
    this.#jwk = own.jwk
    this.thumbprint = own.print
    this.#signal = signal
  }

  static async find({ directory, account, signal }: Wanted): Promise<Authority> {
    const key = createPrivateKey(account)
    const jwk = await exportJWK(createPublicKey(key))
    const answer = await read(await fetch(directory, { signal }), directory)
    return new Authority(answer.body, key, { jwk, print: await calculateJwkThumbprint(jwk) }, signal)
  }

  /** The address of a resource in the directory. */
  at(name: string): string {
    return textOf(this.#directory[name])
  }

  /** Finds or makes the account of the key. */
  async register(email: string): Promise<void> {
    const account = { termsOfServiceAgreed: true, contact: [`mailto:${email}`] }
    this.#account = (await this.ask(this.at('newAccount'), account)).location
  }

  /** Sends a signed request; without a payload, it only reads (RFC 8555, sections 6.2 and 6.3). */
  async ask(url: string, payload: object | undefined): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const nonce = this.#nonce ?? (await this.#newNonce())
      this.#nonce = undefined
      const who = this.#account === '' ? { jwk: this.#jwk } : { kid: this.#account }
      const signed = await new FlattenedSign(Buffer.from(payload === undefined ? '' : JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', nonce, url, ...who })
        .sign(this.#key)
      const headers = { 'content-type': 'application/jose+json' }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(signed), signal: this.#signal })
      this.#nonce = response.headers.get('replay-nonce') ?? undefined
      const answer = await read(response, url, tries < noncesMax ? 'badNonce' : undefined)
      if (answer) return answer
    }
  }

  /** Asks until something has a status. Throws if it becomes invalid. */
  async whenDone(url: string, status: string, what: string): Promise<Record<string, unknown>> {
    for (let asks = 0; asks < asksMax; asks++) {
      if (asks > 0) await after(askEvery, undefined, { signal: this.#signal })
      const { body } = await this.ask(url, undefined)
      if (body.status === status) return body
      if (body.status === 'invalid')
        throw new Error(`The certificate authority could not verify ${what}: ${reasonIn(body)}`)
    }
    throw new Error(`The certificate authority has not verified ${what} in two minutes`)
  }

  async #newNonce(): Promise<string> {
    const response = await fetch(this.at('newNonce'), { method: 'HEAD', signal: this.#signal })
    const nonce = response.headers.get('replay-nonce')
    if (!nonce) throw new Error('The certificate authority gives no nonce')
    return nonce
  }
}

/** Reads an answer. Throws what was refused; returns undefined for the problem that is `expected`. */
async function read(response: Response, url: string): Promise<Answer>
async function read(response: Response, url: string, expected: string | undefined): Promise<Answer | undefined>
async function read(response: Response, url: string, expected?: string): Promise<Answer | undefined> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const parsed: unknown = isJson ? JSON.parse(text) : {}
  const body = isRecord(parsed) ? parsed : {}
  if (response.ok) return { body, text, location: response.headers.get('location') ?? '' }
  if (expected !== undefined && String(body.type).endsWith(`:${expected}`)) return undefined
  throw new Error(`The certificate authority refuses: ${reasonOf(body) || `${url} answers ${response.status}`}`)
}

/** Why a challenge of an authorization has failed. */
function reasonIn(body: Record<string, unknown>): string {
  const failed = Array.isArray(body.challenges) ? body.challenges.filter(isRecord).map(({ error }) => error) : []
  return [body.error, ...failed].filter(isRecord).map(reasonOf).join('; ') || 'it does not say why'
}

function reasonOf({ detail, type }: Record<string, unknown>): string {
  return String(detail ?? type ?? '')
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The certificate authority does not speak ACME')
  return value
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}
