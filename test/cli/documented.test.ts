import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { clockhouse } from './command.ts'

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

test('the documentation shows commands', () => assert.ok(documented.length > 40, `${documented.length} commands`))

for (const { page, words } of documented)
  test(`${page}: clockhouse ${words.join(' ')}`, async () => {
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
