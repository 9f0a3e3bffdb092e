import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { RequestListener, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Config } from '../../config.ts'
import { reasonOf } from '../../rules/thrown.ts'
import { hour, printUtc, second } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import type { Issued } from './acme.ts'

const millisecond = second / 1000

type Settings = Pick<Config, 'tlsCert' | 'tlsKey' | 'acmeEmail' | 'acmeDirectory' | 'url' | 'data'>

/** Waits after one, two and more failures with the authority, in microseconds; it allows few of them an hour. */
const retryWaits = [hour / 4, hour, 6 * hour]

/** A connection that has not agreed on encryption after this long is closed, in milliseconds. */
const handshakeMs = 10_000

/** An authority that does not answer is given up after this long, in milliseconds. */
const patience = 5 * 60_000

/** The share of its time after which a certificate is renewed, and after which an old one is worth a warning. */
const [renewAfter, warnAfter] = [2 / 3, 5 / 6]

/**
 * The certificate of the server, from two files of the operator or from a certificate authority. Files that change and
 * certificates that are renewed are used at once, without a restart.
 */
export class Certificate {
  readonly #settings: Settings
  readonly #log: World['log']
  readonly #now: () => number
  readonly #servers = new Set<Server>()
  readonly #sockets = new Set<Socket>()
  readonly #answers = new Map<string, string>()
  readonly #stopping = new AbortController()
  #issued: Issued | undefined
  #dates: { from: number; to: number } | undefined
  #failures = 0
  #failure = ''
  #notBefore = 0
  #tried = 0
  #looking: Promise<void> | undefined

  private constructor(settings: Settings, log: World['log'], now: () => number) {
    this.#settings = settings
    this.#log = log
    this.#now = now
  }

  /** Reads the certificate of the settings, if there is one yet. Throws if its files cannot be used. */
  static async open(settings: Settings, log: World['log'], now: () => number): Promise<Certificate> {
    const own = new Certificate(settings, log, now)
    if (settings.tlsCert !== '') own.#use(await own.#files())
    else if (existsSync(own.#stored)) {
      const pem = await readFile(own.#stored, 'utf8')
      try {
        own.#use({ key: pem, cert: pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')) })
      } catch (error) {
        log.warn({ err: error, file: own.#stored }, 'the certificate of the server cannot be read; it gets another one')
      }
    }
    return own
  }

  /** Creates a server that shows the certificate, also the later ones. Until there is one, no one can connect. */
  createServer(options: ServerOptions, handler: RequestListener): Server {
    const server = createServer({ ...options, handshakeTimeout: handshakeMs, ...this.#issued }, handler)
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    // Without encryption, there is no one to answer; what answers broken requests would wait for ever.
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
    return server
  }

  /** Whether there is one. */
  get isThere(): boolean {
    return this.#issued !== undefined
  }

  /** The answer to a challenge of the authority. */
  answerTo(token: string): string | undefined {
    return this.#answers.get(token)
  }

  /** What is wrong with it, for the operator; undefined if nothing is. */
  problem(): string | undefined {
    const now = this.#now()
    const why = this.#failure && `: ${this.#failure}`
    // The first one is on its way.
    if (!this.#dates) return why ? `there is none yet${why}` : undefined
    const { from, to } = this.#dates
    if (now < from + (to - from) * warnAfter) return undefined
    return `it ${now < to ? 'ends' : 'ended'} at ${printUtc(to)}${why}`
  }

  /** Reads files that have changed, or renews what is due. Failures are logged, and do not take away what there is. */
  look(): Promise<void> {
    this.#looking ??= this.#look(this.#now()).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(now: number): Promise<void> {
    const isOwn = this.#settings.tlsCert !== ''
    if (!isOwn && !this.#isDue(now)) return
    this.#tried = now
    try {
      if (isOwn) this.#use(await this.#files())
      else await this.#order()
      // Whatever the clock says, not again at once.
      this.#notBefore = now + hour
      this.#failures = 0
      this.#failure = ''
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      const reason = reasonOf(error)
      const isNew = reason !== this.#failure
      this.#failure = reason
      this.#notBefore = now + retryWaits[Math.min(this.#failures++, retryWaits.length - 1)]!
      if (isNew || !isOwn) this.#log.warn({ err: error }, 'the certificate of the server could not be renewed')
    }
  }

  /** Closes all connections, also those that have not agreed on encryption, which the server does not know. */
  closeAllConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Ends what is on its way. */
  close(): void {
    this.#stopping.abort(new Error('the server stops'))
  }

  #isDue(now: number): boolean {
    // If the clock was set back, the wait was for another time.
    if (now < this.#notBefore && now >= this.#tried) return false
    return !this.#dates || now >= this.#dates.from + (this.#dates.to - this.#dates.from) * renewAfter
  }

  async #files(): Promise<Issued> {
    const { tlsCert, tlsKey } = this.#settings
    return { key: await readFile(tlsKey, 'utf8'), cert: await readFile(tlsCert, 'utf8') }
  }

  async #order(): Promise<void> {
    // Only a server with an authority needs this, and what it takes.
    const { newAccount, orderCertificate } = await import('./acme.ts')
    const { acmeDirectory: directory, acmeEmail: email } = this.#settings
    const accountFile = join(this.#folder, 'account.pem')
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    if (!existsSync(accountFile)) await writePrivate(accountFile, newAccount())
    const challenge = (token: string, answer: string) => {
      this.#answers.set(token, answer)
      return { end: () => void this.#answers.delete(token) }
    }
    const issued = await orderCertificate({
      ...{ directory, email, host: this.#host, challenge, account: await readFile(accountFile, 'utf8') },
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(patience)]),
    })
    this.#use(issued)
    await writePrivate(this.#stored, `${issued.key.trimEnd()}\n${issued.cert}`)
    this.#log.info({ host: this.#host, until: printUtc(this.#dates!.to) }, 'the server has a new certificate')
  }

  /** Shows this certificate from now on, if it is another one. Throws if its parts do not fit. */
  #use(issued: Issued): void {
    if (issued.key === this.#issued?.key && issued.cert === this.#issued.cert) return
    createSecureContext(issued)
    const { validFromDate, validToDate } = new X509Certificate(issued.cert)
    this.#issued = issued
    this.#dates = { from: validFromDate.getTime() * millisecond, to: validToDate.getTime() * millisecond }
    for (const server of this.#servers) server.setSecureContext(issued)
  }

  get #host(): string {
    return new URL(this.#settings.url).hostname
  }

  get #folder(): string {
    return join(this.#settings.data, 'tls')
  }

  get #stored(): string {
    return join(this.#folder, `${this.#host}.pem`)
  }
}

/** Writes a file that only this account can read, as a whole or not at all. */
async function writePrivate(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text, { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
}
