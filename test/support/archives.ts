import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'

// Installations from archives and their releases, for tests of `clockhouse update`: real folders, real processes, a real
// HTTP server. Their files are those of this checkout, so an archive is made in a moment.
// needs: database

const root = join(import.meta.dirname, '../..')

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** The public key of the releases of these tests. */
export const releaseKey = publicKey.export({ type: 'spki', format: 'pem' })

/** The platform of this machine, as archives name it. */
export const platform = `${process.platform}-${process.arch}`

/** What a version differs in from this checkout. */
type Version = {
  version: string
  note: object
  launcher?: string
  migrations?: Readonly<Record<string, string>>
  node?: string
}

/** Writes the folder of an archive with one version. */
export function writeArchiveFolder(
  home: string,
  { version, note, launcher, migrations = {}, node = process.execPath }: Version,
): void {
  const app = join(home, 'versions', version)
  mkdirSync(join(app, 'bin'), { recursive: true })
  symlinkSync(node, join(app, 'bin/node'))
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
  for (const folder of ['dist', 'src/db/migrations', 'src/identity/pages', 'web/dist'])
    cpSync(join(root, folder), join(app, folder), {
      recursive: true,
      filter: (file) => !/\.(map|ts|br|built-from)$/.test(file),
    })
  for (const file of globSync('src/cli/**/*.js', { cwd: root })) {
    mkdirSync(join(app, file, '..'), { recursive: true })
    copyFileSync(join(root, file), join(app, file))
  }
  if (launcher !== undefined) writeFileSync(join(app, 'src/cli/clockhouse.js'), launcher)
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(app, 'src/db/migrations', name), text)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, version }))
  cpSync(join(root, 'CHANGELOG.md'), join(app, 'CHANGELOG.md'))
  writeFileSync(join(app, 'installation.json'), JSON.stringify(note))
  writeFileSync(join(home, 'current'), `${version}\n`)
  copyFileSync(join(root, 'packaging/archive/clockhouse'), join(home, 'clockhouse'))
}

/** A folder with releases, as a forge has them, and a server for it. Close it in `after`. */
export class Releases {
  readonly folder: string
  readonly requests: string[] = []
  address = ''
  #close = async () => {}

  constructor(parent: string) {
    this.folder = mkdtempSync(join(parent, 'releases-'))
  }

  /** Serves the folder: the newest release at `latest`, and each at `v…`. */
  async serve(): Promise<void> {
    const server = createServer((request, response) => {
      this.requests.push(request.url!)
      const [, which, file] = /^\/(?:download\/v([^/]+)|latest\/download)\/([^/]+)$/.exec(request.url!) ?? []
      const path = file ? join(this.folder, which ?? 'latest', decodeURIComponent(file)) : ''
      if (existsSync(path)) response.end(readFileSync(path))
      else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#close = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }

  /** Publishes a version from the folder `clockhouse` in another one, signed; returns the archive. */
  publish(version: string, parent: string): string {
    const place = join(this.folder, version)
    mkdirSync(place)
    const archive = join(place, `clockhouse-${version}-${platform}.tar.gz`)
    // Compressing takes longer than all else, and tar sees by itself that it is not.
    execFileSync('tar', ['-cf', archive, '-C', parent, 'clockhouse'])
    this.sign(place)
    rmSync(join(this.folder, 'latest'), { recursive: true, force: true })
    symlinkSync(place, join(this.folder, 'latest'))
    return archive
  }

  /** Writes the checksums of the archives in a folder, and their signature. */
  sign(place: string): void {
    const lines = readdirSync(place)
      .filter((name) => !name.startsWith('SHA256SUMS'))
      .map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(place, name)))
            .digest('hex')}  ${basename(name)}\n`,
      )
    const sums = Buffer.from(lines.join(''))
    writeFileSync(join(place, 'SHA256SUMS'), sums)
    writeFileSync(join(place, 'SHA256SUMS.sig'), sign(null, sums, privateKey))
  }

  close(): Promise<void> {
    return this.#close()
  }
}
