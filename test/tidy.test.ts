import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { settings } from '../src/config.ts'

// The rules of the house that a program can check. A finding is a sentence that says what to do.

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync('src/**/*.ts', { cwd: root }).sort()
const others = globSync(['test/**/*.ts', 'bench/**/*.ts', 'docs/**/*.ts'], {
  cwd: root,
  exclude: (path) => path === 'node_modules' || path.endsWith('/node_modules'),
}).sort()

/** One import: of what, from where, and whether only types come of it. `names` holds '*' for all of a module. */
type Import = { from: string; names: string[]; typesOnly: boolean }

const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) })
  .filter((file) => !['web/build.ts', 'web/vite.config.ts'].includes(file))
  .sort()

const imports = new Map<string, Import[]>([...sources, ...others, ...pages].map((file) => [file, importsOf(file)]))

/** What a folder may import: folders and files of src, packages and node: modules. */
const table: Record<string, { local: RegExp; outside: RegExp }> = {
  rules: { local: /^rules\//, outside: /^$/ },
  engine: { local: /^(engine\/|rules\/calendar\.ts$)/, outside: /^sql-template-tag$/ },
  resources: { local: /^(engine|rules|resources)\//, outside: /^$/ },
  reports: { local: /^(engine|rules|resources|reports)\//, outside: /^$/ },
  oauth: { local: /^(engine|rules|resources|oauth)\//, outside: /./ },
  files: { local: /^(engine|resources|files)\//, outside: /^(sharp|node:stream)$/ },
  exports: {
    local: /^(engine|rules|resources|reports|exports)\//,
    outside:
      /^(csv-stringify\/sync|ical-generator|pdfkit|typebox|write-excel-file\/node|node:(fs|os|path|worker_threads))$/,
  },
  console: { local: /^(engine|rules|resources|reports|oauth|exports|sample|delivery|console)\//, outside: /./ },
  sample: { local: /^(engine|rules|resources|sample)\//, outside: /^node:zlib$/ },
  delivery: { local: /^(engine|rules|resources|oauth|delivery)\//, outside: /./ },
  openapi: { local: /^(engine|resources|reports|oauth|files|openapi)\//, outside: /^node:crypto$/ },
  db: { local: /^(engine|db)\//, outside: /^(pg|node:.+)$/ },
  cli: { local: /./, outside: /./ },
}
/** These may know the world and the settings, but get them handed in. */
const handedIn = ['oauth', 'console', 'delivery']
const world = /^(world|config|asking)\.ts$/

test('each folder imports only what the table allows', () => {
  const findings = sources.flatMap((file) => {
    const folder = file.split('/')[1]!
    const rule = table[folder]
    return imports.get(file)!.flatMap(({ from, typesOnly }) => {
      const target = from.replace(/^src\//, '')
      if (target === 'main.ts') return [`${file} imports main.ts: nobody does`]
      if (!rule) return []
      if (!from.startsWith('src/'))
        return rule.outside.test(from) ? [] : [`${file} imports ${from}: not from ${folder}/`]
      if (handedIn.includes(folder) && world.test(target))
        return typesOnly ? [] : [`${file} imports values of ${target}: types only, the values are handed in`]
      return rule.local.test(target) ? [] : [`${file} imports ${target}: not from ${folder}/`]
    })
  })
  assert.deepEqual(findings, [])
})

test('the web app knows the server only through its API and the rules that both go by', () => {
  const findings = pages.flatMap((file) =>
    imports.get(file)!.flatMap(({ from, typesOnly }) => {
      if (from.startsWith('web/') || /^src\/rules\//.test(from) || !/^(src|test|bench)\//.test(from)) return []
      return typesOnly && from === 'test/client/api.d.ts' ? [] : [`${file} imports ${from}`]
    }),
  )
  const banned = /\b(Date\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|fetch\(|dangerouslySetInnerHTML)/
  const allowed = /^web\/(time\.ts|worker\.ts|api\/)/
  const used = pages
    .filter((file) => !allowed.test(file))
    .flatMap((file) => (banned.exec(withoutComments(read(file)))?.slice(1) ?? []).map((what) => `${file} uses ${what}`))
  assert.deepEqual([...findings, ...used], [])
})

test('every folder of src is in the table', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1]!))
  assert.deepEqual(
    [...folders].filter((folder) => !table[folder]),
    [],
  )
})

test('nothing but the world knows the time, chance and timers', () => {
  const clocks = [
    'new Date()',
    'Date.now(',
    'Math.random(',
    'randomUUID(',
    'setTimeout(',
    'setInterval(',
    'Temporal.Now',
  ]
  // The world is where the clock and the bytes come from; main and start own the timers. Only a timer ends a thread that
  // is busy. The writing thread has no
  // world handed in, so operations.ts names its source of random numbers itself.
  const allowed: Record<string, RegExp> = {
    'src/world.ts': /./,
    'src/main.ts': /^(setTimeout|setInterval)/,
    'src/start.ts': /^(setTimeout|setInterval)/,
    'src/db/aside.ts': /^setTimeout/,
    'src/operations.ts': /^randomUUID/,
  }
  const findings = sources.flatMap((file) => {
    const code = withoutComments(read(file))
    return clocks
      .filter((clock) => code.includes(clock) && !allowed[file]?.test(clock))
      .map((clock) => `${file} uses ${clock}`)
  })
  assert.deepEqual(findings, [])
})

test('there are no dead files', () => {
  const roots = [
    'src/main.ts',
    'src/writer.ts',
    'src/reporter.ts',
    'src/exporter.ts',
    'src/cli/index.ts',
    'src/cli/reference.ts',
  ]
  const reached = new Set(roots.filter((file) => sources.includes(file)))
  for (const file of reached) for (const { from } of imports.get(file)!) if (sources.includes(from)) reached.add(from)
  assert.deepEqual(
    sources.filter((file) => !reached.has(file)),
    [],
  )
})

test('every export is imported somewhere', () => {
  const used = new Set<string>()
  for (const [file, list] of imports)
    for (const { from, names } of list) for (const name of names) if (from !== file) used.add(`${from} ${name}`)
  const findings = sources.flatMap((file) =>
    exportsOf(file)
      .filter(({ name }) => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
      .map(({ name }) => `${file} exports ${name}, which nobody imports`),
  )
  assert.deepEqual(findings, [])
})

test('every export has a comment above it', () => {
  const findings = sources.flatMap((file) =>
    exportsOf(file).flatMap(({ name, above }) =>
      /\*\/$|^\/\//.test(above) ? [] : [`${file}: ${name} has no comment`],
    ),
  )
  assert.deepEqual(findings, [])
})

test('every setting is in docs/settings.md', () => {
  assert.ok(existsSync(join(root, 'docs/settings.md')), 'docs/settings.md is missing')
  const text = read('docs/settings.md')
  assert.deepEqual(
    Object.values(settings).flatMap(({ env }) => (text.includes(`\`${env}\``) ? [] : [env])),
    [],
  )
})

test('the engine stays small and files stay short', () => {
  const lines = sources.filter((file) => file.startsWith('src/engine/')).map(codeLines)
  const engine = lines.reduce((sum, count) => sum + count, 0)
  assert.ok(engine <= 1760, `${engine} lines of code in src/engine, at most 1,760`)
  const long = [...sources, ...pages]
    .map((file) => ({ file, count: read(file).split('\n').length - 1 }))
    .filter(({ count }) => count > 450)
  assert.deepEqual(long, [])
})

test('names say what is inside', () => {
  const empty = /^(utils?|helpers?|common|services?|types|misc|shared|lib)(\.\w+)*$/i
  const findings = [...sources, ...others, ...pages].filter((file) =>
    [...dirname(file).split('/'), basename(file)].some((part) => empty.test(part)),
  )
  assert.deepEqual(findings, [])
})

function importsOf(file: string): Import[] {
  const code = withoutComments(read(file))
  const found: Import[] = []
  const add = (from: string, names: string[], typesOnly: boolean) => {
    const local = from.startsWith('.') ? normalize(join(dirname(file), from)) : from
    found.push({ from: local, names, typesOnly })
  }
  for (const [, kind, names, from] of code.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?)\s*from\s+'([^']+)'/gm))
    add(from!, namesIn(names!), kind !== undefined)
  for (const [, from] of code.matchAll(/^import\s+'([^']+)'/gm)) add(from!, [], false)
  for (const [, from] of code.matchAll(/\bimport\('([^']+)'\)/g)) add(from!, ['*'], false)
  // A thread is started by the address of its module.
  for (const [, from] of code.matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)) add(from!, ['*'], false)
  return found
}

/** The names in `a, { b, type c as d }`; '*' for a namespace, 'default' for a default import. */
function namesIn(clause: string): string[] {
  const names: string[] = []
  const braces = /\{([^}]*)\}/.exec(clause)
  for (const entry of braces?.[1]?.split(',') ?? []) {
    const name = entry
      .trim()
      .replace(/^type\s+/, '')
      .split(/\s+as\s+/)[0]
    if (name) names.push(name)
  }
  const rest = clause
    .replace(/\{[^}]*\}/, '')
    .replace(/,/g, ' ')
    .trim()
  if (rest.startsWith('*')) names.push('*')
  else if (rest) names.push('default')
  return names
}

/** What a file exports by declaration, each with the line above it. */
function exportsOf(file: string): { name: string; above: string }[] {
  const lines = read(file).split('\n')
  return lines.flatMap((line, index) => {
    const match =
      /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/.exec(
        line,
      )
    if (!match) return []
    const above = lines.slice(0, index).findLast((text) => !text.startsWith('// biome-ignore')) ?? ''
    return [{ name: match[1]!, above: above.trim() }]
  })
}

/** Code without comments. Texts that look like comments are not worth a parser here: `//` counts only after a blank. */
function withoutComments(code: string): string {
  return code.replaceAll(/^\s*\/\*[\s\S]*?\*\/$/gm, '').replaceAll(/(^|\s)\/\/ .*$/gm, '')
}

function codeLines(file: string): number {
  return withoutComments(read(file))
    .split('\n')
    .filter((line) => line.trim() !== '').length
}
