import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The shell blocks of the documentation: what a reader copies into a terminal. Tests of contract/ run each.

const root = join(import.meta.dirname, '../..')

/** A fenced block of commands: its page, and its lines as they are printed. */
export type Block = { page: string; text: string }

/** README.md, that of the client, and the pages of docs/. */
export const pages = [
  'README.md',
  'client/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** The fenced blocks of a page in one of these languages. */
export function fencedBlocks(page: string, languages: readonly string[]): Block[] {
  return [...textOf(page).matchAll(/^```(\S*).*\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language!))
    .map(([, , text]) => ({ page, text: text!.trim() }))
}

/** The blocks of a page that are for a shell: a block without a language is, too. */
export function shellBlocks(page: string): Block[] {
  return fencedBlocks(page, ['', 'sh', 'bash', 'shell', 'console'])
}

type Listed = readonly (readonly [page: string, text: string, why: string])[]

/** Blocks that no test can run here, and why. */
export const elsewhere: Listed = [
  [
    'docs/backup.md',
    'npx clockhouse backup s3://my-backups/clockhouse',
    'needs a bucket; see cli/backup_bucket.test.ts',
  ],
  ['docs/installing.md', 'docker compose up', 'needs Docker; see contract/container.test.ts'],
  ['docs/installing.md', 'packaging/archive.sh linux-x64', 'see contract/archive.nightly.test.ts'],
  ['docs/installing.md', 'tar -xzf clockhouse-*.tar.gz\nclockhouse/clockhouse', 'the same'],
  ['docs/installing.md', 'clockhouse update', 'needs an installation from an archive; see cli/update.test.ts'],
  [
    'docs/installing.md',
    'packaging/deb.sh\nsudo apt install ./dist/clockhouse_*.deb',
    'installs into the operating system, and starts a service of systemd',
  ],
]

/** Blocks that install packages and take minutes; contract/documented_install.nightly.test.ts runs them. */
export const installs: Listed = [
  ['README.md', 'npm ci && npm test', 'runs the tests'],
  ['client/README.md', 'npm pack -w client', 'compiles the client'],
  ['docs/installing.md', 'npm prune --omit=dev --no-save', 'removes packages'],
  ['docs/installing.md', 'npm pack\nnpx --yes ./clockhouse-*.tgz', 'installs the package'],
  ['docs/installing.md', 'npm install --global ./clockhouse-*.tgz', 'installs the package'],
]

export function isListed({ page, text }: Block, list: Listed): boolean {
  return list.some(([itsPage, itsText]) => itsPage === page && itsText === text)
}
