import type { SqlValue } from '../../engine/sql.ts'
import {
  type Cell,
  dropCells,
  emptyLeaf,
  type Kind,
  leafOf,
  type Page,
  type PageFile,
  pageOf,
  typesOf,
  valuesOf,
} from './pages.ts'

// Makes a damaged file readable: what cannot be read is taken out of the trees of pages, so that SQLite reads the rest.

/** The type of a stored value, by the column's declaration. */
type Type = 'integer' | 'real' | 'text' | 'blob'

/**
 * A tree of pages: a table or an index of it. `columns`: in the order in which they are stored; `keys`: how many of
 * them, from the first, say which row it is, 0 if the row number does.
 */
export type Tree = {
  name: string
  table: string
  root: number
  kind: Kind
  columns: readonly { type: Type; canBeNull: boolean }[]
  keys: number
}

/**
 * A part of a tree that cannot be read: a page, or one entry. `after` and `before`: the keys around it, undefined at an
 * end of the tree.
 */
export type Gap = {
  tree: Tree
  page: number
  what: 'page' | 'entry'
  after: SqlValue[] | undefined
  before: SqlValue[] | undefined
}

/** What was taken out, and pages of trees whose way to them is damaged. */
export type Mended = {
  gaps: Gap[]
  loose: { tree: Tree; page: number }[]
  /** Pages with rows that could be of several trees. */
  unknown: number[]
}

type Edges = Pick<Gap, 'after' | 'before'>

const deepest = 30

/** Takes out of the trees of a copy what cannot be read. */
export function mend(file: PageFile, trees: readonly Tree[]): Mended {
  const walk = new Walk(file)
  for (const tree of trees) walk.tree(tree)
  walk.findLoose()
  return { gaps: walk.gaps, loose: walk.loose, unknown: walk.unknown }
}

class Walk {
  readonly gaps: Gap[] = []
  readonly loose: Mended['loose'] = []
  readonly unknown: number[] = []
  readonly #file: PageFile
  readonly #seen = new Set<number>()
  readonly #free: ReadonlySet<number>

  constructor(file: PageFile) {
    this.#file = file
    const { pages, isWhole } = file.free()
    // Deleted rows are overwritten, so free pages whose list is damaged are not taken for rows.
    this.#free = isWhole ? pages : new Set()
  }

  tree(tree: Tree): void {
    if (this.#visit(tree.root, tree, { after: undefined, before: undefined }, 0)) return
    this.#file.write(tree.root, emptyLeaf(tree.kind, this.#file.pageSize))
    this.#seen.add(tree.root)
  }

  /** Finds pages of trees to which nothing leads anymore, and the trees that they belong to. */
  findLoose(): void {
    if (this.gaps.length === 0) return
    const pages = new Map<number, Page>()
    const last = this.#file.count
    for (let number = 2; number <= last; number++) {
      if (this.#seen.has(number) || this.#free.has(number)) continue
      const page = pageOf(this.#file.read(number), number, this.#file.usable)
      if (page?.cells.some((cell) => cell)) pages.set(number, page)
    }
    const below = new Set([...pages.values()].flatMap(childrenOf))
    for (const [number, page] of pages) {
      if (below.has(number) || this.#seen.has(number)) continue
      const tree = this.#treeOf(page)
      if (!tree) this.unknown.push(number)
      else if (this.#visit(number, tree, { after: undefined, before: undefined }, 1))
        this.loose.push({ tree, page: number })
    }
  }

  /**
   * Checks a page and everything below it. False if SQLite cannot read it as one tree; then the gaps have been noted,
   * and so has what is left of it.
   */
  #visit(number: number, tree: Tree, edges: Edges, depth: number): boolean {
    const isThere = this.#file.has(number) || (number === tree.root && depth === 0)
    const bytes = isThere && !this.#seen.has(number) && depth <= deepest && this.#file.read(number)
    const page = bytes && pageOf(bytes, number, this.#file.usable)
    if (!page || page.kind !== tree.kind || !isOf(tree, page)) {
      this.gaps.push({ tree, page: number, what: 'page', ...edges })
      return false
    }
    this.#seen.add(number)
    const dropped = this.#dropped(page, number, tree, edges)
    if (!page.isLeaf) return this.#visitInner(page, tree, { edges, depth, dropped })
    if (dropped.size === 0) return page.cells.length > 0 || depth === 0
    dropCells(bytes, number, dropped)
    this.#file.write(number, bytes)
    return dropped.size < page.cells.length
  }

  /** Checks what is below an inner page. If something is missing there, its parts are left one by one. */
  #visitInner(
    page: Page,
    tree: Tree,
    { edges, depth, dropped }: { edges: Edges; depth: number; dropped: ReadonlySet<number> },
  ): boolean {
    const whole: number[] = []
    const children = [...page.cells.map((cell) => cell?.child), page.last]
    for (const [index, child] of children.entries()) {
      if (child === undefined) continue
      const before = keyOf(page.cells[index], tree) ?? edges.before
      if (this.#visit(child, tree, { after: keyBefore(page, index, tree) ?? edges.after, before }, depth + 1))
        whole.push(child)
    }
    if (dropped.size === 0 && whole.length === children.length) return true
    for (const child of whole) this.loose.push({ tree, page: child })
    const own = page.cells.filter((cell, index): cell is Cell => cell !== undefined && !dropped.has(index))
    if (tree.kind === 'index' && own.length > 0) {
      const leaf = this.#file.append(leafOf(own, this.#file.pageSize, this.#file.usable))
      this.#seen.add(leaf)
      this.loose.push({ tree, page: leaf })
    }
    return false
  }

  /** The entries of a page that cannot be read. */
  #dropped(page: Page, number: number, tree: Tree, edges: Edges): Set<number> {
    const dropped = new Set<number>()
    for (const [index, cell] of page.cells.entries()) {
      if (cell && this.#isReadable(cell, page, tree)) continue
      dropped.add(index)
      const after = keyBefore(page, index, tree) ?? edges.after
      const before = keyAfter(page, index, tree) ?? edges.before
      this.gaps.push({ tree, page: number, what: 'entry', after, before })
    }
    return dropped
  }

  #isReadable(cell: Cell, page: Page, tree: Tree): boolean {
    if (page.kind === 'table' && !page.isLeaf) return true
    const kinds = typesOf(cell)
    if (!kinds || !fits(kinds, tree)) return false
    if (cell.overflow === 0) return true
    const left = cell.size - cell.record.length
    const chain: number[] = []
    let next = cell.overflow
    for (let rest = left; rest > 0; rest -= this.#file.usable - 4) {
      if (!this.#file.has(next) || this.#seen.has(next) || this.#free.has(next) || chain.includes(next)) return false
      chain.push(next)
      next = this.#file.read(next).readUInt32BE(0)
    }
    if (next !== 0) return false
    for (const number of chain) this.#seen.add(number)
    return true
  }

  /** The only tree with a gap whose entries are like those of a page. */
  #treeOf(page: Page): Tree | undefined {
    const cell = page.cells.find((one) => one)
    const damaged = new Set(this.gaps.map(({ tree }) => tree))
    const trees = [...damaged].filter(({ kind }) => kind === page.kind)
    if (page.kind === 'table' && !page.isLeaf) return trees.length === 1 ? trees[0] : undefined
    const kinds = cell && typesOf(cell)
    if (!kinds) return undefined
    const like = trees.filter((tree) => fits(kinds, tree))
    // Records from before a column was added are shorter.
    const exact = like.filter(({ columns }) => columns.length === kinds.length)
    const found = exact.length > 0 ? exact : like
    return found.length === 1 ? found[0] : undefined
  }
}

/** Whether a page is of a tree at all, and not of another one whose number is in its place. */
function isOf(tree: Tree, page: Page): boolean {
  if (page.kind === 'table' && !page.isLeaf) return true
  // An inner page without entries, or another page, would be no part of the tree.
  const records = page.cells.flatMap((cell) => (cell ? [typesOf(cell)] : []))
  return page.cells.length === 0 || records.some((kinds) => kinds && fits(kinds, tree))
}

/** Whether a record with values of these kinds can be of a tree. */
function fits(kinds: readonly number[], { columns }: Tree): boolean {
  if (kinds.length > columns.length) return false
  return kinds.every((kind, index) => {
    const { type, canBeNull } = columns[index]!
    if (kind === 0) return canBeNull
    if (kind < 10) return type === 'real' || (type === 'integer' && kind !== 7)
    return type === (kind % 2 === 0 ? 'blob' : 'text')
  })
}

function childrenOf(page: Page): number[] {
  return page.isLeaf ? [] : [...page.cells.flatMap((cell) => (cell ? [cell.child] : [])), page.last]
}

/** The key of an entry; undefined if it cannot be read. */
function keyOf(cell: Cell | undefined, { kind, keys }: Tree): SqlValue[] | undefined {
  if (!cell) return undefined
  if (kind === 'table') return [cell.row]
  const values = valuesOf(cell, keys)
  return values.length === keys ? values : undefined
}

function keyBefore({ cells }: Page, index: number, tree: Tree): SqlValue[] | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const key = keyOf(cells[at], tree)
    if (key) return key
  }
  return undefined
}

function keyAfter({ cells }: Page, index: number, tree: Tree): SqlValue[] | undefined {
  for (let at = index + 1; at < cells.length; at++) {
    const key = keyOf(cells[at], tree)
    if (key) return key
  }
  return undefined
}
