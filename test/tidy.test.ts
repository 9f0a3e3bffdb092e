import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { variables } from '../src/config.ts'

// The rules of the house that a program can check. A finding is a sentence that says what to do.

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync('src/**/*.ts', { cwd: root }).sort()
const others = globSync(['build/**/*.ts', 'client/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'docs/**/*.ts'], {
  cwd: root,
  exclude: (path) => path === 'node_modules' || path.endsWith('/node_modules') || path === 'client/dist',
}).sort()

/** One import: its source, its names, and whether it is types only. `names` contains '*' for a whole module. */
type Import = { from: string; names: string[]; typesOnly: boolean }

const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) })
  .filter((file) => !['web/build.ts', 'web/messages.ts', 'web/vite.config.ts', 'web/api/schema.d.ts'].includes(file))
  .sort()

const imports = new Map<string, Import[]>([...sources, ...others, ...pages].map((file) => [file, importsOf(file)]))

/** The world and the settings are passed in as values; their types may be imported. */
const handedIn = /^(world|config)\.ts$/

/** What a folder, or a file at the top, may import: folders and files of src, those only for their types, packages and node: modules. */
const table: Record<string, { local: RegExp; types?: RegExp; outside: RegExp }> = {
  rules: { local: /^rules\//, outside: /^$/ },
  engine: {
    local: /^(engine\/|rules\/((time\/calendar|elements|thrown|text\/(length|identity))\.ts$|refusals\/))/,
    outside: /^sql-template-tag$/,
  },
  tables: { local: /^(engine\/|rules\/language\/messages\.ts$|tables\/)/, outside: /^$/ },
  audit: {
    local: /^(engine|rules|sight|tables|audit)\//,
    outside: /^(csv-stringify\/sync|node:crypto)$/,
  },
  shares: { local: /^(engine|shares)\//, outside: /^$/ },
  sight: {
    local: /^((engine|sight)\/|rules\/thrown\.ts$)/,
    outside:
      /^(prom-client|@opentelemetry\/.+|node:(async_hooks|child_process|fs|fs\/promises|http|os|path|perf_hooks|timers\/promises|url|util))$/,
  },
  guardian: {
    local:
      /^((engine|sight|identity|guardian)\/|(rules\/(thrown|backup_names|language\/messages|time\/calendar)|webhooks\/secrets)\.ts$)/,
    types: handedIn,
    outside: /^node:(fs|fs\/promises|path|timers\/promises|v8)$/,
  },
  wire: {
    local: /^((engine|wire|rules\/refusals)\/|rules\/(elements|people\/sight|time\/calendar)\.ts$)/,
    outside: /^node:(buffer|crypto|http|zlib)$/,
  },
  company: {
    local: /^(engine|wire|rules|company)\//,
    outside: /^(node:(dns|fs|http|net|path)|date-holidays|gettext-parser)$/,
  },
  resources: { local: /^(engine|wire|rules|resources|company)\//, outside: /^$/ },
  reports: { local: /^(engine|wire|rules|resources|company|reports)\//, outside: /^node:crypto$/ },
  pay_runs: {
    local: /^(engine|wire|rules|resources|company|reports|exports|pay_runs)\//,
    outside: /^node:crypto$/,
  },
  identity: { local: /^(engine|wire|rules|resources|company|identity)\//, types: handedIn, outside: /./ },
  oauth: { local: /^(engine|wire|rules|tables|resources|company|identity|oauth)\//, types: handedIn, outside: /./ },
  scim: {
    local: /^((engine|wire|rules|resources|company|identity|scim)\/|operations\.ts$)/,
    types: handedIn,
    outside: /^fastify$/,
  },
  files: { local: /^(engine|shares|wire|resources|company|files)\//, outside: /^(sharp|node:(fs|os|path|stream))$/ },
  exports: {
    local: /^((engine|shares|wire|rules|resources|company|reports|exports)\/|files\/unlinked_file\.ts$)/,
    outside:
      /^(bidi-js|csv-stringify\/sync|fontkit|ical-generator|pdfkit|typebox|write-excel-file\/node|node:(fs|os|path|worker_threads|zlib))$/,
  },
  app_api: {
    local:
      /^(engine|audit|shares|sight|wire|rules|resources|company|reports|identity|oauth|exports|sample|notifications|jobs|scim|webhooks|people_data|pay_runs|app_api)\//,
    types: handedIn,
    outside: /./,
  },
  import: { local: /^(engine|wire|rules|resources|company|import)\//, outside: /^$/ },
  sample: { local: /^(engine|wire|rules|tables|resources|company|sample)\//, outside: /^node:zlib$/ },
  notifications: {
    local: /^(engine|wire|rules|resources|company|identity|notifications)\//,
    types: handedIn,
    outside: /./,
  },
  jobs: {
    local: /^(engine|tables|audit|wire|rules|resources|company|reports|exports|identity|notifications|webhooks|jobs)\//,
    types: handedIn,
    outside: /^$/,
  },
  webhooks: {
    local: /^(engine|wire|rules|resources|company|identity|webhooks)\//,
    types: handedIn,
    outside: /^node:(crypto|dns|http)$/,
  },
  openapi: {
    local:
      /^((engine|wire|rules\/refusals|resources|company|reports|identity|oauth|files|webhooks|app_api|openapi)\/|(rules\/elements|sight\/version)\.ts$)/,
    outside: /^node:crypto$/,
  },
  mcp: {
    local: /^((engine|wire|rules|company|identity|openapi|mcp)\/|sight\/version\.ts$)/,
    types: /^(world|config|http\/(authenticate|caller))\.ts$/,
    outside: /^(fastify|node:stream|@modelcontextprotocol\/server(\/stdio)?)$/,
  },
  http: { local: /./, outside: /./ },
  threads: {
    local: /^(db|engine|exports|operations|reports|resources|threads)\b/,
    outside: /^node:(os|worker_threads)$/,
  },
  people_data: { local: /^(engine|rules|tables|people_data)\//, outside: /^(csv-stringify\/sync|fflate)$/ },
  db: {
    local:
      /^((engine|shares|tables|audit|db|rules\/refusals)\/|files\/unlinked_file\.ts$|rules\/(thrown|text\/identity)\.ts$|sight\/(version|watched)\.ts$)/,
    outside: /^(pg|aws4fetch|node:.+)$/,
  },
  sandbox: { local: /^(?!cli\/)/, outside: /./ },
  cli: { local: /./, outside: /./ },
  'start.ts': { local: /^(?!(cli|sandbox)\/)/, outside: /./ },
  'operations.ts': { local: /^(?!(scim|app_api|mcp|openapi|sandbox|cli)\/)/, outside: /./ },
}
test('each folder imports only what the table allows', () => {
  const findings = sources.flatMap((file) => {
    const folder = file.split('/')[1]!
    const rule = table[folder]
    return imports.get(file)!.flatMap(({ from, typesOnly }) => {
      const target = from.replace(/^src\//, '')
      if (target === 'main.ts') return [`${file} imports main.ts: this is not allowed`]
      if (!rule) return []
      if (!from.startsWith('src/'))
        return rule.outside.test(from) ? [] : [`${file} imports ${from}: not from ${folder}/`]
      if (rule.types?.test(target)) return typesOnly ? [] : [`${file} imports values of ${target}: types only`]
      return rule.local.test(target) ? [] : [`${file} imports ${target}: not from ${folder}/`]
    })
  })
  assert.deepEqual(findings, [])
})

test('no folder of src and no file at its top is in a circle of imports', () => {
  const roomOf = (file: string) => file.split('/')[1]!
  const rooms = Map.groupBy(sources, roomOf)
  const arrows = (room: string) =>
    rooms
      .get(room)!
      .flatMap((file) => imports.get(file)!.filter(({ from }) => from.startsWith('src/') && roomOf(from) !== room))
      .map((one) => ({ ...one, from: roomOf(one.from) }))
  assert.deepEqual(circles([...rooms.keys()], arrows), [])
})

test('answers are kept, and compared with what the client has, only at the door', () => {
  // Besides the data of callers: pictures, calendar feeds, and results of the report thread.
  const allowed: Record<string, readonly string[]> = {
    "'if-none-match'": ['src/app_api/me/calendar_feed.ts', 'src/http/api_routes.ts', 'src/http/door.ts'],
    'new ResponseCache': ['src/db/open.ts', 'src/http/answers.ts'],
    'new Answers(': ['src/http/door.ts'],
  }
  for (const [what, files] of Object.entries(allowed))
    assert.deepEqual(
      sources.filter((file) => withoutComments(read(file)).includes(what)),
      files,
      what,
    )
})

test('only six files are at the top of src', () => {
  const top = sources.filter((file) => file.split('/').length === 2).map((file) => basename(file))
  assert.deepEqual(top, ['app.ts', 'config.ts', 'main.ts', 'operations.ts', 'start.ts', 'world.ts'])
})

test('the web app knows the server only through its API and the rules that both share', () => {
  const findings = pages.flatMap((file) =>
    imports
      .get(file)!
      .filter(({ from }) => /^(src|test|bench)\//.test(from) && !from.startsWith('src/rules/'))
      .map(({ from }) => `${file} imports ${from}`),
  )
  const banned = /\b(Date\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|fetch\(|dangerouslySetInnerHTML)/
  const allowed = /^web\/(time\.ts|worker\.ts|api\/)/
  const used = pages
    .filter((file) => !allowed.test(file))
    .flatMap((file) => (banned.exec(withoutComments(read(file)))?.slice(1) ?? []).map((what) => `${file} uses ${what}`))
  assert.deepEqual([...findings, ...used], [])
})

test('the logic of the web app, in .ts files, does not import its markup, in .tsx files, so tests run it in node', () => {
  const findings = pages
    .filter((file) => file.endsWith('.ts') && file !== 'web/pages/index.ts')
    .flatMap((file) =>
      imports
        .get(file)!
        .filter(({ from, typesOnly }) => from.endsWith('.tsx') && !typesOnly)
        .map(({ from }) => `${file} imports ${from}`),
    )
  assert.deepEqual(findings, [])
})

test('an Undo comes from one place, which says when it failed', () => {
  const made = pages.filter((file) => /label: t\('Undo'\)/.test(read(file)))
  assert.deepEqual(made, ['web/components/dialogs/undo.ts'])
})

test('no file imports itself in a circle, not even for types', () => {
  const all = (folder: string) => (file: string) => imports.get(file)!.filter(({ from }) => from.startsWith(folder))
  const found = [...circles(sources, all('src/')), ...circles(pages, all('web/'))]
  assert.deepEqual(found, [])
})

test('every folder of src is in the table', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1]!))
  assert.deepEqual(
    [...folders].filter((folder) => !table[folder]),
    [],
  )
})

test('only the world uses the clock, random numbers and timers', () => {
  const clocks = [
    'new Date()',
    'Date.now(',
    'Math.random(',
    'randomUUID(',
    'setTimeout(',
    'setInterval(',
    'Temporal.Now',
  ]
  // The world is the source of time and random bytes; main and start own the timers. Only a timer can end a busy
  // thread, or an idle one. The writer thread has no world passed in, so operations.ts names its source of random numbers itself.
  const allowed: Record<string, RegExp> = {
    'src/world.ts': /./,
    'src/main.ts': /^(setTimeout|setInterval)/,
    'src/start.ts': /^(setTimeout|setInterval)/,
    // The limit of a socket.
    'src/http/long_answers.ts': /^setTimeout/,
    'src/db/sqlite/worker_queue.ts': /^setTimeout/,
    'src/exports/exporter.ts': /^setTimeout/,
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
    'src/threads/writer.ts',
    'src/threads/reporter.ts',
    'src/threads/exporter.ts',
    'src/threads/backup.ts',
    'src/cli/index.ts',
    'build/reference/reference.ts',
    'src/sandbox/testing.ts',
  ]
  const reached = new Set(roots.filter((file) => sources.includes(file)))
  for (const file of reached) for (const { from } of imports.get(file)!) if (sources.includes(from)) reached.add(from)
  assert.deepEqual(
    sources.filter((file) => !reached.has(file)),
    [],
  )
})

test('every export is imported somewhere', () => {
  // The declaration files that TypeScript makes of src/ name the first type, and the tests are compiled against those
  // files. The resources extend the second one.
  const used = new Set<string>(['src/engine/resource.ts Resource', 'src/engine/table.ts Tables'])
  for (const [file, list] of imports)
    for (const { from, names } of list) for (const name of names) if (from !== file) used.add(`${from} ${name}`)
  const findings = sources.flatMap((file) =>
    exportsOf(file)
      .filter(({ name }) => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
      .map(({ name }) => `${file} exports ${name}, which is imported nowhere`),
  )
  assert.deepEqual(findings, [])
})

test('nothing is in the program only for its tests', () => {
  const isTest = (file: string) => /^(test|bench)\//.test(file)
  const used = new Set<string>()
  for (const [file, list] of imports)
    if (!isTest(file)) for (const { from, names } of list) for (const name of names) used.add(`${from} ${name}`)
  const findings = sources.flatMap((file) => {
    const code = withoutComments(read(file))
    return exportsOf(file)
      .filter(({ name }) => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
      .filter(({ name }) => code.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2)
      .map(({ name }) => `${file} exports ${name}, which only tests use`)
  })
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

test('every variable is in docs/configuration.md', () => {
  assert.ok(existsSync(join(root, 'docs/configuration.md')), 'docs/configuration.md is missing')
  const text = read('docs/configuration.md')
  assert.deepEqual(
    Object.values(variables).flatMap(({ env }) => (text.includes(`\`${env}\``) ? [] : [env])),
    [],
  )
})

/** The packages that each package.json of the project depends on, with their versions. */
const manifests = [
  'package.json',
  'build/package.json',
  'client/package.json',
  'web/package.json',
  'test/client/package.json',
].map((file) => JSON.parse(read(file)))
const asked: [name: string, version: string][] = manifests.flatMap((manifest) =>
  ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.entries(manifest[kind] ?? {})),
)
const dependencies = new Set(asked.map(([name]) => name))

/** The lock file's data about every installed package, by its folder. */
type Locked = { bin?: object; hasInstallScript?: true; optionalDependencies?: object }
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages

test('every dependency is imported or run, at an exact version, and has a line in docs/decisions', () => {
  const code = globSync(
    ['src/**/*.ts', 'build/**/*.ts', 'client/*/*.ts', 'web/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts'],
    {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    },
  ).map(read)
  const scripts = manifests.flatMap(({ scripts }) => Object.values(scripts ?? {})).join(' ')
  const isUsed = (name: string): boolean => {
    if (name in manifests[0].optionalDependencies || name === '@types/node') return true
    if (name.startsWith('@types/')) return dependencies.has(name.slice('@types/'.length))
    const imported = new RegExp(`(\\b(from|import) |\\()['"\`]${name}['"\`]|['"\`@]${name}/`)
    const commands = Object.keys(locked[`node_modules/${name}`]?.bin ?? {})
    return code.some((text) => imported.test(text)) || commands.some((command) => scripts.includes(`${command} `))
  }
  const rows = read('docs/decisions/0002-dependencies.md').matchAll(/^\| ([^|]+) \|/gm)
  const described = new Set([...rows].flatMap(([, names]) => names!.split(', ')).filter((name) => name !== 'package'))
  assert.deepEqual(
    {
      unused: [...dependencies].filter((name) => !isUsed(name)),
      inexact: asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      withoutLine: [...dependencies].filter((name) => !described.has(name) && !name.startsWith('@types/')),
      withoutDependency: [...described].filter((name) => !dependencies.has(name) && name !== '@types/…'),
    },
    { unused: [], inexact: [], withoutLine: [], withoutDependency: [] },
  )
})

test('every imported package is a dependency', () => {
  const findings = [...imports].flatMap(([file, list]) =>
    list.flatMap(({ from }) => {
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(from) ?? []
      const isOurs = /^(src|build|client|@clockhouse|web|test|bench|docs|node:)/.test(from)
      return isOurs || dependencies.has(name!) ? [] : [`${file} imports ${from}`]
    }),
  )
  assert.deepEqual(findings, [])
})

test('large packages that few commands need are loaded when they are first used', () => {
  const atStart = /^import (?!type ).* from '(date-holidays)'/m
  assert.deepEqual(
    sources.filter((file) => atStart.test(read(file))),
    [],
  )
})

test('no package may run an install script, and none reports its installation', () => {
  const names = Object.keys(locked).map((path) => ({ path, name: path.replace(/^.*node_modules\//, '') }))
  const findings = names.filter(
    ({ path, name }) =>
      name.startsWith('@scarf/') || (locked[path]!.hasInstallScript && manifests[0].allowScripts[name] !== false),
  )
  assert.deepEqual(findings, [])
})

test('the lock file contains the optional packages of every platform', () => {
  const findings = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked[`node_modules/${name}`] && !locked[`${path}/node_modules/${name}`])
      .map((name) => `${path} wants ${name}: run npm install --package-lock-only`),
  )
  assert.deepEqual(findings, [])
})

test('workflows have read-only permissions, time limits, and actions pinned to a commit', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    const text = read(file)
    const [, jobs = ''] = text.split(/^jobs:$/m)
    // A job that calls a workflow of ours has the time limits of that one.
    const calls = [...jobs.matchAll(/^ {4}uses: \.\/(\.github\/workflows\/\w+\.yml)$/gm)].map(([, called]) => called!)
    const limited = (jobs.match(/^ {2}[\w-]+:$/gm) ?? []).length - calls.length
    assert.match(text, /^permissions:\n {2}contents: read\n\n/m, file)
    assert.equal((text.match(/^ {4}timeout-minutes: \d+$/gm) ?? []).length, limited, file)
    for (const called of calls) assert.ok(existsSync(join(root, called)), `${file} calls ${called}`)
    for (const [used] of text.matchAll(/uses: (?!\.\/).*/g)) assert.match(used, /@[0-9a-f]{40} # v[\d.]+$/, file)
  }
})

test('every migration has a unique number', () => {
  const names = globSync('*', { cwd: join(root, 'src/db/migrations') }).sort()
  assert.deepEqual(
    names.filter((name) => !/^\d{4}_\w+\.sql$/.test(name)),
    [],
  )
  assert.equal(new Set(names.map((name) => name.slice(0, 4))).size, names.length, `${names}`)
})

test('the engine stays small and files stay short', () => {
  const lines = sources.filter((file) => file.startsWith('src/engine/')).map(codeLines)
  const engine = lines.reduce((sum, count) => sum + count, 0)
  assert.ok(engine <= 2000, `${engine} lines of code in src/engine, at most 2,000`)
  const long = [...sources, ...pages]
    .map((file) => ({ file, count: read(file).split('\n').length - 1 }))
    .filter(({ count }) => count > 450)
  assert.deepEqual(long, [])
})

test('names describe the content', () => {
  const empty = /^(utils?|helpers?|common|services?|types|misc|shared|lib)(\.\w+)*$/i
  const findings = [...sources, ...others, ...pages].filter((file) =>
    [...dirname(file).split('/'), basename(file)].some((part) => empty.test(part)),
  )
  assert.deepEqual(findings, [])
})

/** Import circles, each as `a → b → a`. */
function circles(files: readonly string[], importsIn: (file: string) => readonly Import[]): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) return found.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || !files.includes(file)) return
    for (const { from } of importsIn(file)) visit(from, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

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
  // A thread is started by the URL of its module.
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

/** The declared exports of a file, each with the line above it. */
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
