import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeCertificates } from '../../src/sandbox/certificate.ts'
import { machineClock } from '../../src/world.ts'
import { freePort } from './free_port.ts'

const pebblePath = process.env.TEST_PEBBLE ?? '/usr/bin/pebble'

/** Pebble, a certificate authority for tests, for which every name leads to this machine. This process trusts it. */
export class Pebble {
  /** Address of its directory. */
  readonly directory: string
  /** The port at which it looks for answers to its challenges. */
  readonly httpPort: number
  readonly #children: ChildProcess[]
  readonly #clean: () => void

  private constructor(directory: string, httpPort: number, children: ChildProcess[], clean: () => void) {
    this.directory = directory
    this.httpPort = httpPort
    this.#children = children
    this.#clean = clean
  }

  /** Installs it from Debian, if it is missing, and starts it. It refuses every fifth nonce, as servers may. */
  static async start(): Promise<Pebble> {
    execFileSync(join(import.meta.dirname, '../../.ci/pebble'), { stdio: ['ignore', 'ignore', 'inherit'] })
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-pebble-'))
    const ports = { api: await freePort(), management: await freePort(), http: await freePort(), dns: await freePort() }
    const own = await makeCertificates(machineClock() / 1000)
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, own.ca])
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const settings = {
      ...{ listenAddress: `127.0.0.1:${ports.api}`, managementListenAddress: `127.0.0.1:${ports.management}` },
      ...{ certificate: file('cert.pem', own.cert), privateKey: file('key.pem', own.key), httpPort: ports.http },
    }
    const config = file('pebble.json', JSON.stringify({ pebble: settings }))
    const dns = `127.0.0.1:${ports.dns}`
    const names = spawn(join(dirname(pebblePath), 'pebble-challtestsrv'), [
      ...['-dns01', dns, '-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''],
      ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-management', `127.0.0.1:${await freePort()}`],
    ])
    const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '20', PEBBLE_AUTHZREUSE: '0' }
    const pebble = spawn(pebblePath, ['-config', config, '-dnsserver', dns], { env })
    await Promise.all([says(names, /Starting challenge servers/), says(pebble, /Listening on/)])
    return new Pebble(`https://localhost:${ports.api}/dir`, ports.http, [names, pebble], () => {
      setDefaultCACertificates(trusted)
      rmSync(folder, { recursive: true })
    })
  }

  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    }
    this.#clean()
  }
}

/** Waits for a line. Throws what was said if the program ends. */
async function says(child: ChildProcess, wanted: RegExp): Promise<void> {
  const lines: string[] = []
  const found = Promise.withResolvers<void>()
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (wanted.test(line)) found.resolve()
    })
  child.once('error', found.reject)
  child.once('exit', (code) => found.reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)))
  await found.promise
}
