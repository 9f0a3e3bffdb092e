import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

// Prints figures of the structure of src: `node build/structure.ts [another checkout]`. Two checkouts compare by them.

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const src = join(root, 'src')

type Import = { to: string; typesOnly: boolean }
type Node = { type: string; [key: string]: unknown }

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()
const trees = new Map(files.map((file) => [file, treeOf(file)]))
const imports = new Map(files.map((file) => [file, importsOf(file)]))

const rooms = new Set(files.map(roomOf))
const pairs = (rooms.size * (rooms.size - 1)) / 2
const arrows = arrowsBetween(rooms)
const circles = circlesOf(rooms, (room) => arrows.get(room)!)
const perFolder = Object.entries(Object.groupBy(files, dirname)).map(
  ([folder, list]) => [list!.length, folder] as const,
)
const crowded = perFolder.filter(([count]) => count > 25).sort(([a], [b]) => b - a)
const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0)

print('folders and files at the top', rooms.size)
print('arrows between them', `${count} of ${pairs} pairs (${((count / pairs) * 100).toFixed(1)} %)`)
print('circles of folders', shown(circles))
print('circles of files at run time', shown(circlesOf(new Set(files), (file) => targets(file, false))))
print('circles of files with types', shown(circlesOf(new Set(files), (file) => targets(file, true))))
print('folders with more than 25 files', crowded.map(([size, folder]) => `${folder} ${size}`).join(', ') || 'none')
print('casts (as, not as const)', nodes(isCast))
print(
  'assertions that a value exists (!)',
  nodes(({ type }) => type === 'TSNonNullExpression'),
)
print(
  'uses of Values outside the engine',
  nodes(isValues, (file) => !file.startsWith('engine/')),
)
print(
  'lines',
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0),
)

function print(what: string, figure: string | number): void {
  console.log(`${what.padEnd(36)} ${figure}`)
}

function shown(circles: readonly (readonly string[])[]): string {
  return circles.length === 0 ? '0' : circles.map((circle) => `${circle.length} (${circle.join(', ')})`).join('; ')
}

function textOf(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}

function treeOf(file: string): Node {
  return parseAst(textOf(file), { lang: 'ts' }, file) as unknown as Node
}

/** A folder of src, or a file beside the folders. */
function roomOf(file: string): string {
  return file.split('/')[0]!
}

function importsOf(file: string): Import[] {
  const found: Import[] = []
  walk(trees.get(file)!, (node) => {
    const from = (node.source as { value?: unknown } | null | undefined)?.value
    if (typeof from !== 'string' || !from.startsWith('.')) return
    const typesOnly = node.importKind === 'type' || node.exportKind === 'type'
    found.push({ to: relative('.', join(dirname(file), from)), typesOnly })
  })
  return found.filter(({ to }) => trees.has(to))
}

function targets(file: string, types: boolean): Set<string> {
  return new Set(
    imports
      .get(file)!
      .filter(({ typesOnly }) => types || !typesOnly)
      .map(({ to }) => to),
  )
}

function arrowsBetween(rooms: ReadonlySet<string>): Map<string, Set<string>> {
  const arrows = new Map([...rooms].map((room) => [room, new Set<string>()]))
  for (const [file, list] of imports)
    for (const { to } of list) if (roomOf(to) !== roomOf(file)) arrows.get(roomOf(file))!.add(roomOf(to))
  return arrows
}

/** Groups of nodes that reach each other, the largest first. */
function circlesOf(all: ReadonlySet<string>, next: (node: string) => ReadonlySet<string>): string[][] {
  const reached = new Map([...all].map((node) => [node, reachedFrom(node, next)]))
  const left = new Set(all)
  const circles: string[][] = []
  for (const node of all) {
    const circle = [...left].filter((other) => reached.get(node)!.has(other) && reached.get(other)!.has(node))
    for (const member of circle) left.delete(member)
    if (circle.length > 1) circles.push(circle.map((name) => (all === rooms ? name : basename(name))))
  }
  return circles.sort((a, b) => b.length - a.length)
}

function reachedFrom(start: string, next: (node: string) => ReadonlySet<string>): Set<string> {
  const reached = new Set(next(start))
  for (const node of reached) for (const other of next(node)) reached.add(other)
  return reached
}

function isCast({ type, typeAnnotation }: Node): boolean {
  const { type: kind, typeName } = (typeAnnotation ?? {}) as { type?: string; typeName?: { name?: string } }
  return type === 'TSAsExpression' && !(kind === 'TSTypeReference' && typeName?.name === 'const')
}

function isValues({ type, typeName }: Node): boolean {
  return type === 'TSTypeReference' && (typeName as { name?: string }).name === 'Values'
}

function nodes(isWanted: (node: Node) => boolean, isCounted: (file: string) => boolean = () => true): number {
  let count = 0
  for (const [file, tree] of trees) if (isCounted(file)) walk(tree, (node) => (count += isWanted(node) ? 1 : 0))
  return count
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') visit(value as Node)
    for (const item of Object.values(value)) walk(item, visit)
  }
}
