import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'

// The name of a test is a whole sentence, which says what holds without the title of its group: it has a subject and a
// verb. A program cannot tell that, but it can tell many names that are none.

const root = join(import.meta.dirname, '..')

const wordsMin = 3

/** Words that follow a subject. Those that may also be one, as in “changes arrive in order”, are left out. */
const verbs = words(`
  is are was were be has have had do does did can cannot could may might must shall should will would
  accepts adds allows appears applies arrives asks becomes begins belongs cannot checks chooses comes contains
  deletes depends distinguishes fits follows gets gives goes hides holds ignores includes keeps leads learns leaves lets
  makes needs offers opens reads receives refuses rejects removes replaces returns reveals says sends shows signs stays
  stores survives takes tells throws turns uses waits wants works
  arrive belong choose come follow get go keep leave refuse say see send show stay take tell`)

/** Words that continue a sentence, or the title of a group. */
const conjunctions = words(
  'and or but nor so if when while because although though unless until as than that which who',
)

type Named = { file: string; name: string }

const names = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  .sort()
  .flatMap((path) => {
    const file = path.replaceAll(sep, '/')
    return namesIn(readFileSync(join(root, path), 'utf8')).map((name): Named => ({ file, name }))
  })

test('the name of every test is a whole sentence', () => {
  assert.ok(names.length > 2000, `${names.length} names found`)
  const findings = names.flatMap(({ file, name }) => problemsOf(name).map((problem) => `${file}: “${name}” ${problem}`))
  assert.ok(findings.length === 0, `${findings.length} findings\n${findings.join('\n')}`)
})

test('no two tests of a file have the same name', () => {
  const findings = [...Map.groupBy(names, ({ file, name }) => `${file}: ${name}`)]
    .filter(([, same]) => same.length > 1)
    .map(([, [one]]) => `${one!.file}: several tests are called “${one!.name}”: name what makes each different`)
  assert.ok(findings.length === 0, findings.join('\n'))
})

test('names are found in calls with any quotes, and their first words are judged', () => {
  const source = [
    `test('a token expires', () => {})`,
    `  nightly.test(\n    "people’s data are theirs",`,
    "test(`§{what} is §{a ? `closed to §{b}` : 'open'} for all`, run)",
    "test(`§{off === 'yes' ? 'a webhook' : other} ends with §{code}`, run)",
    `if (/x/.test('no name')) latest('no name')`,
  ]
    .join('\n')
    .replaceAll('§', '$')
  assert.deepEqual(namesIn(source), [
    'a token expires',
    'people’s data are theirs',
    '… is closed to … for all',
    'a webhook ends with …',
  ])
  for (const name of ['is for administrators', 'Refuses what is wrong', 'when it ends, it ends', 'quiet hours'])
    assert.equal(problemsOf(name).length, 1, name)
  for (const name of ['changes arrive in order', '… is refused', '“is” is a verb'])
    assert.deepEqual(problemsOf(name), [], name)
})

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Why a name is no whole sentence. */
function problemsOf(name: string): string[] {
  const all = name.trim().split(/\s+/)
  if (all.length < wordsMin) return [`has fewer than ${wordsMin} words: make it a whole sentence`]
  const first = all[0]!.replace(/[,:;]$/, '').toLowerCase()
  if (verbs.has(first)) return [`begins with the verb “${first}”: put the subject before it`]
  if (conjunctions.has(first)) return [`begins with “${first}”: begin with the subject`]
  return []
}

/** The names of the tests in a source. What a template inserts is its first text, or “…”. */
function namesIn(source: string): string[] {
  return [...source.matchAll(/(?<![\w.$])(?:nightly\.)?test(?:\.(?:only|skip|todo))?\(\s*(?=['"`])/g)].map(
    ({ 0: call, index }) => textAt(source, index + call.length).text,
  )
}

/** The text of the literal at a position, and the position after it. */
function textAt(source: string, start: number): { text: string; end: number } {
  const quote = source[start]!
  let text = ''
  for (let at = start + 1; at < source.length; at++) {
    const letter = source[at]!
    if (letter === quote) return { text, end: at + 1 }
    if (letter === '\\') text += source[++at]
    else if (quote === '`' && letter === '$' && source[at + 1] === '{') {
      const inserted = insertedAt(source, at + 2)
      text += inserted.text
      at = inserted.end - 1
    } else text += letter
  }
  throw new Error(`A literal does not end: ${source.slice(start, start + 50)}`)
}

/** The first text in what a template inserts, and the position after its closing brace. */
function insertedAt(source: string, start: number): { text: string; end: number } {
  let text: string | undefined
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const letter = source[at]!
    if (letter === '}' && depth-- === 0) return { text: text ?? '…', end: at + 1 }
    if (letter === '{') depth++
    if (!["'", '"', '`'].includes(letter)) continue
    const literal = textAt(source, at)
    // A comparison comes before its outcomes.
    if (!/[=!]==? *$/.test(source.slice(start, at))) text ??= literal.text
    at = literal.end - 1
  }
  throw new Error(`A template does not end: ${source.slice(start, start + 50)}`)
}
