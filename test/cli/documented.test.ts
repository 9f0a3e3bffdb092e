import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask } from '../app_api/ask.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

// The commands in the documentation exist, with their options: a page that shows one that does not is found here.

const root = join(import.meta.dirname, '../..')
const pages = ['README.md', 'SECURITY.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]

/** Lines of code blocks that run clockhouse, as words; what a shell adds is cut off. */
function commandsIn(page: string): string[][] {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)?\n(.*?)^```/gms)].map(([, block]) => block!)
  return blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => /^(?:[A-Z_]+=\S+ )*(?:npx )?clockhouse (?<rest>.+)$/.exec(line.trim())?.groups?.rest ?? [])
    .map((rest) => rest.replace(/\s[#>|].*$/, ''))
    .map((rest) => [...rest.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word))
}

const documented = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => commandsIn(page).map((words) => ({ page, words })))

test('the documentation contains commands', () => assert.ok(documented.length > 40, `${documented.length} commands`))

for (const { page, words } of documented)
  test(`the command in ${page} exists: clockhouse ${words.join(' ')}`, async () => {
    const names = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0)
    const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0]!)
    const { code, stdout } = await clockhouse([...names, '--help'])
    assert.equal(code, 0)
    const usage = stdout.split('\n')[0]!
    const path = /^Usage: clockhouse ((?:[a-z-]+(?= ))(?: [a-z-]+(?= |$))*)/.exec(usage)?.[1]?.split(' ') ?? []
    assert.deepEqual(path, names.slice(0, path.length), usage)
    // What follows is an argument, or the name of a command that does not exist.
    const takes = usage.includes('[command]') && !/<|\[(?!options|command)/.test(usage) ? 0 : Number.POSITIVE_INFINITY
    assert.ok(names.length - path.length <= takes, `${usage}: there is no ${names.slice(path.length).join(' ')}`)
    for (const option of options) assert.match(stdout, new RegExp(`${option}\\b`))
  })

/** Pages whose commands are run here in their order; backup.md and sandbox.md have tests of their own. */
const administration = ['audit', 'peoples-data', 'single-sign-on', 'troubleshooting'].map((name) => `docs/${name}.md`)

test('the commands on the pages for administrators work in their order', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-documented-'))
  const server = await TestServer.start('sqlite')
  const ada = await server.company('Northyard')
  const slug: string = (await server.list(ada, 'users'))[0]!.client_url
  const provider = await new IdentityProvider().start(['http://127.0.0.1/sign-in/sso/callback'])
  context.after(async () => {
    await provider.stop()
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'secret'), provider.clientSecret)
  const env = { ...on(server.place), PORT: '0', CLOCKHOUSE_PASSWORD: 'a long password 7' }
  const addMaya = () => server.user(ada, { first_name: 'Maya', last_name: 'Ortiz', username: 'maya' })
  const maya = await addMaya()
  const before: Record<string, () => Promise<unknown>> = {
    'user anonymize': () => server.put(ada, '/users', [{ id: maya.id, active: false }]),
    'hold add': addMaya,
  }
  /** What the pages show as an example, and what it is here. */
  const examples: Record<string, () => Promise<string> | string> = {
    northyard: () => slug,
    '812:3f0a…': async () => /Head (\S+)/.exec((await clockhouse(['audit', 'verify'], { env })).stdout)![1]!,
    '5012': async () => String((await ask(server, ada, 'GET', '/legal_holds')).body.holds[0].id),
    'inspector-7004': async () => (await ask(server, ada, 'GET', '/inspectors')).body.inspectors[0].username,
    '2026-12-31': () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    'maya.zip': () => join(folder, 'maya.zip'),
    secret: () => join(folder, 'secret'),
    clockhouse: () => provider.clientId,
    'https://login.example.com/realms/main': () => provider.origin,
  }
  for (const { page, words } of documented.filter(({ page }) => administration.includes(page))) {
    await before[words.slice(0, 2).join(' ')]?.()
    const plain = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
    const args = await Promise.all(plain.map(async (word) => (await examples[word]?.()) ?? word))
    const { code, stdout, stderr } = await clockhouse(args, { env })
    assert.equal(code, 0, `${page}: ${words.join(' ')}\n${stdout}${stderr}`)
  }
})
