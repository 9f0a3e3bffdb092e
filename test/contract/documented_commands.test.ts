import assert from 'node:assert/strict'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { clockhouse, olderNode } from '../cli/command.ts'
import {
  type Block,
  elsewhere,
  fencedBlocks,
  installs,
  isListed,
  pages,
  shellBlocks,
  textOf,
} from '../support/documented.ts'
import { FreshClone, type Started } from '../support/fresh_clone.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { Receiver } from '../support/receiver.ts'
import { freshPlace } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { writeZoneFiles } from '../support/zone_data.ts'

// Every block of commands in README.md and docs/ runs as it is printed, in a fresh clone, page by page and in the order of
// the page. What a page shows as an example stands for something else here; the tables below say for what. Blocks that
// cannot run here, and those that take minutes, are listed in support/documented.ts.

const root = join(import.meta.dirname, '../..')
const parent = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-documented-'))
const bin = join(parent, 'bin')
const older = olderNode()
const password = 'a long password 7'

let clone: FreshClone
let server: Started
let sandbox: Started
let address: string
let token: string
let provider: IdentityProvider
let receiver: Receiver
let postgres: Awaited<ReturnType<typeof freshPlace>>
/** The credentials that the sandbox prints. */
let given: Values
/** What the blocks have printed so far, the newest first. */
let printed = ''

/** What a page shows as an example, and what it is here when the block is reached. The first one that fits is used. */
type Examples = readonly (readonly [shown: string, here: () => unknown])[]

/** What a page needs in order to run. */
type Page = {
  examples?: Examples
  /** What a reader of the page has done before a block that contains these words. */
  earlier?: Readonly<Record<string, () => unknown>>
  env?: () => Record<string, string>
}

/** Examples of every page. */
const common: Examples = [
  ['npm ci && ', () => ''],
  ['npm run sandbox', () => 'npm run -s sandbox -- --json'],
  ['S.1__…', () => token],
  ['http://127.0.0.1:8080', () => address],
  ['https://time.example.com', () => address],
]

const page: Record<string, Page> = {
  'docs/audit.md': { examples: [['812:3f0a…', () => lastPrinted(/Head (\S+)/)]] },
  'docs/backup.md': {
    env: () => ({ CLOCKHOUSE_DATA: join(parent, 'backup-data') }),
    earlier: { 'backup /var': () => init(join(parent, 'backup-data')) },
    examples: [
      ['/var/backups/clockhouse/clockhouse-0.2.0-2026-11-23T08-44-51Z.db', () => onlyFileIn(join(parent, 'backups'))],
      ['/var/backups/clockhouse', () => join(parent, 'backups')],
      ['/tmp/restored', () => join(parent, 'restored')],
      ['postgres://clockhouse:secret@127.0.0.1/clockhouse', () => `'${postgres.place.databaseUrl}'`],
    ],
  },
  'docs/changes.md': { examples: [['1-8c-5f0c6d1e2a3b', changedSince]] },
  'docs/holidays.md': {
    earlier: {
      'holiday import': async () => {
        await create('groups', { name: 'Berlin' })
        await create('jobcodes', { name: 'Holiday', type: 'pto', assigned_to_all: true })
      },
    },
  },
  'docs/moving-from-quickbooks-time.md': {
    env: () => ({ CLOCKHOUSE_DATA: join(parent, 'moved-data') }),
    examples: [
      ['TOKEN=…', () => `TOKEN=${given.access_token}`],
      ['TOKEN_A=…', () => `TOKEN_A=${given.access_token}`],
      ['TOKEN_B=…', () => `TOKEN_B=${given.access_token}`],
      ['clockhouse import', () => `clockhouse import --from ${origin()} --calls 0 --since ${daysFromNow(-7)}`],
      ['clockhouse compare', () => `clockhouse compare --calls 0 --since ${daysFromNow(-7)}`],
      ['https://rest.tsheets.com', () => origin()],
      ['https://time.example.com', () => origin()],
    ],
  },
  'docs/operating.md': {
    env: () => ({ CLOCKHOUSE_DATA: join(parent, 'damaged-data') }),
    earlier: { repair: () => existsSync(join(parent, 'damaged-data')) || init(join(parent, 'damaged-data')) },
  },
  'docs/peoples-data.md': {
    earlier: {
      'user anonymize': async () => {
        const [maya] = Object.values<Values>((await call('GET', '/users?usernames=maya')).results.users)
        await call('PUT', '/users', [{ id: maya!.id, active: false }])
      },
      'hold add': async () => {
        await addMaya()
        await command('hold', 'add', '--user', 'ada', '--reason', 'An inspection')
      },
      'inspector add': async () => {
        const person = ['--first-name', 'Ed', '--last-name', 'Gray', '--authority', 'Labor office']
        await command('inspector', 'add', ...person, '--until', daysFromNow(30))
        await command('inspector', 'list')
      },
    },
    examples: [
      ['5012', () => lastPrinted(/hold (\d+)/)],
      ['inspector-7004', () => lastPrinted(/inspector-\d+/)],
      ['2026-12-31', () => daysFromNow(30)],
    ],
  },
  'docs/sandbox.md': {
    env: () => ({ SANDBOX: given.sandbox_url, API: given.base_url, DATA: given.data_dir }),
  },
  'docs/single-sign-on.md': {
    examples: [['https://login.example.com/realms/main', () => provider.origin]],
  },
  'docs/time-zones.md': {
    env: () => ({ CLOCKHOUSE_DATA: join(parent, 'zones-data') }),
    earlier: { 'zones update': () => writeZoneFiles(join(parent, 'zones'), '2098a') },
    examples: [['2026d', () => join(parent, 'zones')]],
  },
  'docs/webhooks.md': {
    examples: [
      ['https://example.com/hook', () => `${receiver.url}/hook`],
      ['whsec_…', () => lastPrinted(/whsec_[\w+/]+=*/)],
      ['8090', () => 0],
      ['5017', () => lastPrinted(/webhook (\d+)/i)],
      ['--number 12', () => '--number 1'],
      ['--sequence 300', () => '--sequence 1'],
    ],
    earlier: { 'webhook deliveries': deliverTest },
  },
}

/** The commands that go on until they are stopped, and what they print when they are ready. */
const lasting: readonly (readonly [words: string, ready: RegExp])[] = [
  ['npm start', /running at (http\S+)/],
  ['npm run -s sandbox -- --json', /^\{.*\}$/m],
  ['webhook listen', /Listening at http/],
]

/** The command that a fault makes fail, which its page wants to show. */
const refusedOnPurpose = 'X-Sandbox-Fault: status=429'

describe('the blocks of commands in the documentation, in a fresh clone', () => {
  before(async () => {
    clone = FreshClone.make(parent, [bin, ...(older ? [dirname(older)] : [])])
    clone.link()
    await clone.shortenNpx(bin, { spawns: isFull })
    clone.env.CLOCKHOUSE_PASSWORD = password
    clone.env.CLOCKHOUSE_WEBHOOK_PRIVATE = 'yes'
    clone.env.PORT = '0'
    receiver = await Receiver.start()
    provider = await new IdentityProvider().start(['http://127.0.0.1/sign-in/sso/callback'])
    postgres = await freshPlace('postgres')
    writeFileSync(join(clone.folder, 'secret'), provider.clientSecret)
    const [first, , third] = shellBlocks('README.md')
    server = await start(first!)
    address = server.found[1]!
    sandbox = await start(third!)
    given = JSON.parse(sandbox.found[0])
    token = await init(join(clone.folder, 'data'))
    await addMaya()
  })
  after(async () => {
    await sandbox?.stop()
    await server?.stop()
    await clone.remove()
    await postgres?.clean()
    await provider?.stop()
    receiver?.stop()
  })

  test('the README begins with what a machine with Node.js and npm needs to run Clockhouse, to test it, and to try it', async () => {
    const texts = shellBlocks('README.md').map(({ text }) => text)
    assert.deepEqual(texts.slice(0, 3), ['npm ci && npm start', 'npm ci && npm test', 'npm run sandbox'])
    const first = await fetch(address, { headers: { accept: 'text/html' } })
    assert.equal(first.status, 200)
    assert.ok(readdirSync(join(clone.folder, 'data')).includes('clockhouse.db'), 'the data is in the clone')
    const headers = { authorization: `Bearer ${given.access_token}` }
    assert.equal((await fetch(`${given.base_url}/current_user`, { headers })).status, 200)
  })

  test('docs/sandbox.md names every field of the JSON line that a sandbox prints', () => {
    for (const name of Object.keys(given)) assert.ok(textOf('docs/sandbox.md').includes(`\`${name}\``), name)
  })

  for (const name of pages) {
    const blocks = shellBlocks(name).filter((block) => !isListed(block, elsewhere) && !isListed(block, installs))
    if (blocks.length > 0)
      test(`every block of ${name} works as it is printed, in the order of the page`, () => runAll(blocks))
  }
})

test('a block is listed as one that cannot run here, or as a long one, only while its page has it', () => {
  const all = pages.flatMap(shellBlocks)
  for (const [name, text] of [...elsewhere, ...installs])
    assert.ok(
      all.some((block) => block.page === name && block.text === text),
      `${name}: ${text}`,
    )
  assert.ok(all.length > 45, `${all.length} blocks`)
})

test('a page that shows npx clockhouse says or links where to run it', () => {
  for (const name of pages.filter((name) => shellBlocks(name).some(({ text }) => text.includes('npx clockhouse'))))
    assert.match(textOf(name), name === 'README.md' ? /Do not run/ : /installing\.md#commands|^## Commands$/m, name)
})

test('a block of settings is accepted by the server', () => {
  const blocks = pages.flatMap((name) => fencedBlocks(name, ['ini']))
  const settings = blocks.filter(({ text }) => /^(?:[A-Z_]+=.*\n?)+$/.test(text))
  assert.ok(settings.length >= 4, `${settings.length} blocks`)
  for (const { text } of settings) {
    const lines = text.split('\n').map((line) => /^([A-Z_]+)=(['"]?)(.*)\2$/.exec(line)!)
    readConfig(Object.fromEntries(lines.map(([, variable, , value]) => [variable, value])))
  }
})

test('the README names packages and images of a registry in one paragraph, which says that there are none yet', () => {
  const registry = /npx clockhouse`|npm (install|i) (--global|-g) clockhouse|npm install @clockhouse|images? for Docker/
  const paragraphs = pages.flatMap((name) =>
    textOf(name)
      .split('\n\n')
      .map((text) => ({ name, text })),
  )
  const naming = paragraphs.filter(({ text }) => registry.test(text.replaceAll('\n', ' ')))
  const [only, ...others] = naming.filter(({ text }) => !/Do not (run|use)/.test(text))
  assert.equal(only?.name, 'README.md')
  assert.match(only!.text, /A release will bring[\s\S]*There\s+is none yet/)
  assert.deepEqual(others, [])
})

test('the bold words at the beginning of a paragraph are printed bold', () => {
  for (const file of globSync('{*.md,docs/**/*.md}', { cwd: root }))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /^\*\*\*[^*\n]+\*\*(?!\*)/m, file)
})

test('messages of the server and of commands leave it to one file whether the command needs npx', () => {
  const decides = 'src/sight/command_name.ts'
  const files = globSync('src/**/*.{ts,js}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  assert.ok(files.includes(decides))
  for (const file of files.filter((file) => file !== decides))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /npx clockhouse/, file)
})

/** Starts a block of the README that goes on. */
async function start(block: Block): Promise<Started> {
  const text = await withExamples(block)
  const ready = lasting.find(([words]) => text.includes(words))?.[1]
  assert.ok(ready, `${block.page}: ${block.text}`)
  return clone.start(text, ready)
}

async function runAll(blocks: readonly Block[]): Promise<void> {
  for (const block of blocks) {
    const { env, earlier = {} } = page[block.page] ?? {}
    for (const [words, prepare] of Object.entries(earlier)) if (block.text.includes(words)) await prepare()
    const text = await withExamples(block)
    // The first blocks of the README are running already.
    if (shellBlocks('README.md').some((known, index) => index < 3 && known.text === block.text)) continue
    const ready = lasting.find(([words]) => text.includes(words))?.[1]
    if (ready) {
      await (await clone.start(text, ready, env?.())).stop()
      continue
    }
    const { code, output } = await clone.run(text, env?.())
    printed = `${output}\n${printed}`
    const shown = `${block.page}: ${text}\n${output}`
    if (text.includes(refusedOnPurpose)) assert.match(output, /"code":429/, shown)
    else assert.equal(code, 0, shown)
    assert.doesNotMatch(output, /"_status_code":\s*[345]/, shown)
  }
}

async function withExamples({ page: name, text }: Block): Promise<string> {
  const known = new Map([...common, ...(page[name]?.examples ?? [])])
  const shown = [...known.keys()].filter((words) => text.includes(words))
  if (shown.length === 0) return text
  const values = new Map<string, string>()
  for (const words of shown) values.set(words, String(await known.get(words)!()))
  // At once, because what stands here for one example, such as an address, may contain another.
  return text.replace(new RegExp(shown.map(RegExp.escape).join('|'), 'g'), (words) => values.get(words)!)
}

function lastPrinted(pattern: RegExp): string {
  const found = pattern.exec(printed)
  assert.ok(found, `nothing printed matches ${pattern}:\n${printed}`)
  return found.slice(1).find((part) => part !== undefined) ?? found[0]
}

/** Creates a company with its administrator Ada in a data folder; returns her token. */
async function init(data: string): Promise<string> {
  const env = { CLOCKHOUSE_DATA: data, CLOCKHOUSE_PASSWORD: password }
  const names = ['--company-name', 'Northyard', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
  const created = await clockhouse(['init', ...names], { env })
  assert.equal(created.code, 0, created.stderr)
  return (await clockhouse(['token', 'create', '--user', 'ada', '--json'], { env })).json().token
}

async function call(method: string, path: string, data?: unknown): Promise<Values> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.doesNotMatch(text, /"_status_code":\s*[345]/)
  return JSON.parse(text)
}

async function create(resource: string, item: Values): Promise<Values> {
  return Object.values<Values>((await call('POST', `/${resource}`, [item])).results[resource])[0]!
}

async function addMaya(): Promise<void> {
  await create('users', { first_name: 'Maya', last_name: 'Ortiz', username: 'maya' })
}

/** A cursor of the feed after which there is a change. */
async function changedSince(): Promise<string> {
  const { cursor } = await call('GET', '/changes?cursor=now')
  await create('timesheets', { user_id: 4096, jobcode_id: 0, type: 'manual', date: '2026-03-04', duration: 60 })
  return cursor
}

/** Runs a command that the page does not show, on the data of the clone. */
async function command(...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await clockhouse(words, { env: { CLOCKHOUSE_DATA: join(clone.folder, 'data') } })
  assert.equal(code, 0, stderr)
  printed = `${stdout}\n${printed}`
}

/** Sends a test to the webhook that the page has added, and waits until it is delivered. */
async function deliverTest(): Promise<void> {
  const id = lastPrinted(/webhook (\d+)/i)
  await command('webhook', 'test', id)
  do await command('webhook', 'deliveries', id)
  while (!/webhook\.test .* delivered/.test(printed.split('\n\n', 1)[0]!))
}

/** The address of the sandbox, as that of another server. */
function origin(): string {
  return new URL(given.base_url).origin
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

function onlyFileIn(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const [name] = readdirSync(folder)
  return join(folder, name ?? '')
}
