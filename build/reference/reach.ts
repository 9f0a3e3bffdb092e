import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

// What code of src can run from a declaration, told from names: a reference leads to what it names. A method or a member of
// a class is reached if both its class and something with its name are.

/** A piece of code: a declaration at the top of a file, a member of a class, or an object that is asked for by its place. */
export type Piece = {
  readonly file: string
  readonly names: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  /** Names of properties that it reads or calls. */
  readonly members: ReadonlySet<string>
  readonly ast: readonly Ast[]
  readonly isType: boolean
  /** Members of a class, by name. */
  readonly own?: ReadonlyMap<string, Piece>
}

/** A node of a syntax tree. */
export type Ast = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

type Binding = { from: string; name: string }

type File = {
  pieces: Map<string, Piece>
  imports: Map<string, Binding>
  /** What it exports under another name or from elsewhere. */
  passed: Map<string, Binding>
  all: string[]
}

/** The declarations of src, and what can be reached from them. */
export class Reach {
  readonly #files: ReadonlyMap<string, File>
  readonly #cut = new Set<Piece>()
  readonly #known = new Map<Piece, readonly Piece[]>()
  constructor(src: string) {
    const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    this.#files = new Map(names.map((file) => [file, fileOf(file, readFileSync(join(src, file), 'utf8'))]))
  }

  /** From now on, names do not lead to this declaration. */
  cut(piece: Piece): void {
    this.#cut.add(piece)
  }

  /** The declarations of a file, by name. */
  piecesIn(file: string): ReadonlyMap<string, Piece> {
    return this.#files.get(file)!.pieces
  }

  /** All files of a folder, or the file of that name. */
  filesIn(place: string): string[] {
    const found = [...this.#files.keys()].filter((file) => file === place || file.startsWith(`${place}/`))
    if (found.length === 0) throw new Error(`There is no ${place}`)
    return found
  }

  /** The declaration of that name as this file sees it. */
  find(file: string, name: string): Piece | undefined {
    const found = this.#files.get(file)
    if (!found) return undefined
    const own = found.pieces.get(name)
    if (own) return own
    const binding = found.imports.get(name) ?? found.passed.get(name)
    // What a package exports is passed on, but not a piece of ours.
    if (binding && (binding.from !== file || binding.name !== name)) return this.find(binding.from, binding.name)
    for (const from of found.all) {
      const passed = this.find(from, name)
      if (passed) return passed
    }
    return undefined
  }

  /** Everything that can run from these pieces. */
  from(roots: readonly Piece[]): Set<Piece> {
    const reached = new Set(roots)
    const members = new Set<string>()
    const classes = new Set<Piece>()
    for (let size = -1; size !== reached.size; ) {
      size = reached.size
      for (const piece of reached) {
        for (const name of piece.members) members.add(name)
        for (const next of this.#next(piece)) reached.add(next)
        if (piece.own) classes.add(piece)
      }
      for (const { own } of classes) for (const [name, member] of own!) if (members.has(name)) reached.add(member)
    }
    return reached
  }

  #next(piece: Piece): readonly Piece[] {
    const known = this.#known.get(piece)
    if (known) return known
    const { file, names, types } = piece
    const values = [...names].map((name) => this.find(file, name))
    // A type leads to the classes that it is made of, not to values from which it was inferred.
    const typed = [...types].map((name) => this.find(file, name)).filter((piece) => piece?.isType || piece?.own)
    const next = [...values, ...typed].filter((piece) => piece !== undefined).filter((piece) => !this.#cut.has(piece))
    this.#known.set(piece, next)
    return next
  }
}

function fileOf(file: string, text: string): File {
  const tree = parseAst(text, { lang: 'ts' }, file) as unknown as { body: Ast[] }
  const found: File = { pieces: new Map(), imports: new Map(), passed: new Map(), all: [] }
  const target = (from: string) => relative('.', join(dirname(file), from))
  for (const statement of tree.body) {
    const source = (statement.source as { value: string } | null | undefined)?.value
    const specifiers = (statement.specifiers ?? []) as Ast[]
    if (statement.type === 'ImportDeclaration' && source?.startsWith('.'))
      for (const { local, imported } of specifiers as unknown as { local: Named; imported?: Named }[])
        found.imports.set(local.name, { from: target(source), name: imported?.name ?? '*' })
    else if (statement.type === 'ExportAllDeclaration') found.all.push(target(source!))
    else if (specifiers.length > 0 && statement.type === 'ExportNamedDeclaration')
      for (const { local, exported } of specifiers as unknown as { local: Named; exported: Named }[])
        found.passed.set(exported.name, { from: source ? target(source) : file, name: local.name })
    else declare((statement.declaration as Ast | null | undefined) ?? statement, file, found.pieces)
  }
  return found
}

type Named = { name: string }

function declare(statement: Ast, file: string, pieces: Map<string, Piece>): void {
  const name = (statement.id as Named | null | undefined)?.name
  if (statement.type === 'VariableDeclaration')
    for (const one of statement.declarations as Ast[]) {
      const piece = pieceOf([one], file)
      for (const bound of namesBound(one.id as Ast)) pieces.set(bound, piece)
    }
  else if (statement.type === 'ClassDeclaration') pieces.set(name!, classOf(statement, file))
  else if (name !== undefined && statement.type !== 'TSModuleDeclaration') {
    const isType = statement.type === 'TSTypeAliasDeclaration' || statement.type === 'TSInterfaceDeclaration'
    pieces.set(name, { ...pieceOf([statement], file), isType })
  }
}

function classOf(declaration: Ast, file: string): Piece {
  const members = (declaration.body as { body: Ast[] }).body
  const isOwn = ({ type, kind, computed }: Ast) => type === 'MethodDefinition' && kind !== 'constructor' && !computed
  const rest = members.filter((member) => !isOwn(member))
  const own = members.filter(isOwn).map((member) => [(member.key as Named).name, pieceOf([member], file)] as const)
  return { ...pieceOf([...rest, declaration.superClass as Ast].filter(Boolean), file), own: new Map(own) }
}

/** The piece of code that these nodes are. */
export function pieceOf(nodes: readonly Ast[], file: string): Piece {
  const names = new Set<string>()
  const types = new Set<string>()
  const members = new Set<string>()
  const look = (node: Ast, isType: boolean): void => {
    const inType = isType || node.type.startsWith('TSType')
    if (node.type === 'Identifier') (inType ? types : names).add((node as unknown as Named).name)
    for (const [key, value] of Object.entries(node)) {
      const isName =
        (key === 'property' && node.type === 'MemberExpression') ||
        (key === 'key' && (node.type === 'Property' || node.type === 'MethodDefinition'))
      if (isName && !node.computed) {
        const { name } = value as Named
        if (name !== undefined) members.add(name)
      } else for (const child of childrenIn(value)) look(child, inType)
    }
  }
  for (const node of nodes) look(node, false)
  return { file, names, types, members, ast: nodes, isType: false }
}

function childrenIn(value: unknown): Ast[] {
  return [value].flat().filter((child): child is Ast => typeof (child as Ast | null)?.type === 'string')
}

/** Calls back for these nodes and everything in them, with what each is in. */
export function walk(node: Ast, visit: (node: Ast, outer: readonly Ast[]) => void, outer: readonly Ast[] = []): void {
  visit(node, outer)
  for (const value of Object.values(node)) for (const child of childrenIn(value)) walk(child, visit, [...outer, node])
}

function namesBound(pattern: Ast): string[] {
  const found: string[] = []
  walk(pattern, (node, outer) => {
    const holder = outer.at(-1)
    if (node.type === 'Identifier' && !(holder?.type === 'Property' && holder.key === node && holder.value !== node))
      found.push((node as unknown as Named).name)
  })
  return found
}
