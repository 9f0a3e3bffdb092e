import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

/** Paths of Debian's reverse proxies. */
const nginxPath = process.env.TEST_NGINX ?? '/usr/sbin/nginx'
const caddyPath = process.env.TEST_CADDY ?? '/usr/bin/caddy'

const root = join(import.meta.dirname, '../..')

export type ProxyName = 'nginx' | 'Caddy'

/** Installs the proxies from Debian, if they are missing. */
export async function installProxies(): Promise<void> {
  const child = spawn(join(root, '.ci/proxies'), { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The reverse proxies of the tests could not be installed')
}

/** The example for a proxy below a path, as docs/proxies.md prints it. */
export function documentedConfig(name: ProxyName): string {
  const page = readFileSync(join(root, 'docs/proxies.md'), 'utf8')
  const [, block] = new RegExp(`\`\`\`${name.toLowerCase()}\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? []
  if (!block) throw new Error(`docs/proxies.md has no example for ${name}`)
  return block
}

/** A proxy of Debian that runs an example of the documentation, at a port of its own and without TLS. */
export class ReverseProxy {
  /** Where people reach it. */
  readonly origin: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(origin: string, child: ChildProcess, folder: string) {
    this.origin = origin
    this.#child = child
    this.#folder = folder
  }

  /** Starts one at a port, for a server at another one. */
  static async start(name: ProxyName, config: string, { port, behind }: { port: number; behind: number }) {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-proxy-'))
    const own = config.replaceAll('127.0.0.1:8080', `127.0.0.1:${behind}`)
    const child = name === 'nginx' ? startNginx(folder, own, port) : startCaddy(folder, own, port)
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const origin = `http://127.0.0.1:${port}`
    for (let times = 0; ; times++) {
      if (child.exitCode !== null || times > 300) throw new Error(`${name} did not start:\n${said}`)
      if (await fetch(origin, { redirect: 'manual' }).catch(() => undefined)) break
      await after(100)
    }
    return new ReverseProxy(origin, child, folder)
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function startNginx(folder: string, server: string, port: number): ChildProcess {
  const plain = server
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*ssl_.*\n/gm, '')
    // The port of a test is not that of the scheme.
    .replace('Host $host;', 'Host $http_host;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  absolute_redirect off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${plain}
}
`
  writeFileSync(join(folder, 'nginx.conf'), config)
  return spawn(nginxPath, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function startCaddy(folder: string, site: string, port: number): ChildProcess {
  const plain = site.replace(/^office\.example \{/m, `http://127.0.0.1:${port} {`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${plain}\n`)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn(caddyPath, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
