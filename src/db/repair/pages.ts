import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { SqlValue } from '../../engine/sql.ts'

// The pages of a SQLite file, read without SQLite, which stops at the first one that is damaged. The format is
// https://sqlite.org/fileformat2.html; it is frozen.

/** Trees of rows by number, and of entries that are their own key: indexes, and tables without row numbers. */
export type Kind = 'table' | 'index'

/** An entry of a page. `child`: the page with the entries before it, 0 on a leaf. */
export type Cell = {
  child: number
  /** The row number, in a tree of that kind. */
  row: number
  /** The size of the record, and the part of it that is in the page. */
  size: number
  record: Uint8Array
  /** The first page with the rest of the record, 0 if there is none. */
  overflow: number
  /** Everything but the child. */
  body: Uint8Array
}

/** A page of a tree. A cell that makes no sense is undefined. `last`: the page after all cells, 0 on a leaf. */
export type Page = { kind: Kind; isLeaf: boolean; cells: (Cell | undefined)[]; last: number }

/** An open file of pages. */
export class PageFile {
  readonly #fd: number
  readonly pageSize: number
  readonly usable: number
  count: number

  /** Opens a copy that may be changed. Throws if its first page is not that of a SQLite database. */
  constructor(file: string) {
    this.#fd = openSync(file, 'r+')
    const header = Buffer.alloc(100)
    readSync(this.#fd, header, 0, 100, 0)
    const size = header.readUInt16BE(16)
    this.pageSize = size === 1 ? 65_536 : size
    const isPowerOfTwo = (this.pageSize & (this.pageSize - 1)) === 0
    if (header.toString('latin1', 0, 15) !== 'SQLite format 3' || this.pageSize < 512 || !isPowerOfTwo) {
      closeSync(this.#fd)
      throw new Error('the first page is damaged')
    }
    this.usable = this.pageSize - header.readUInt8(20)
    this.count = Math.max(header.readUInt32BE(28), Math.ceil(fstatSync(this.#fd).size / this.pageSize))
  }

  /** Makes the file as long as it says to be; what was cut off is empty. Returns how many pages that were. */
  complete(): number {
    const there = Math.floor(fstatSync(this.#fd).size / this.pageSize)
    if (there < this.count) ftruncateSync(this.#fd, this.count * this.pageSize)
    this.#countPages()
    return this.count - there
  }

  read(number: number): Buffer {
    const bytes = Buffer.alloc(this.pageSize)
    readSync(this.#fd, bytes, 0, this.pageSize, (number - 1) * this.pageSize)
    return bytes
  }

  write(number: number, bytes: Uint8Array): void {
    writeSync(this.#fd, bytes, 0, this.pageSize, (number - 1) * this.pageSize)
  }

  /** Adds a page at the end; returns its number. */
  append(bytes: Uint8Array): number {
    this.count += 1
    this.write(this.count, bytes)
    this.#countPages()
    return this.count
  }

  /** The pages that nothing uses, as far as their list can be read. `isWhole`: the list is not damaged. */
  free(): { pages: Set<number>; isWhole: boolean } {
    const header = this.read(1)
    const wanted = header.readUInt32BE(36)
    const pages = new Set<number>()
    for (let trunk = header.readUInt32BE(32); trunk !== 0; ) {
      if (!this.has(trunk) || pages.has(trunk)) return { pages, isWhole: false }
      pages.add(trunk)
      const bytes = this.read(trunk)
      const leaves = bytes.readUInt32BE(4)
      if (leaves > this.usable / 4 - 2) return { pages, isWhole: false }
      for (let index = 0; index < leaves; index++) {
        const leaf = bytes.readUInt32BE(8 + index * 4)
        if (!this.has(leaf) || pages.has(leaf)) return { pages, isWhole: false }
        pages.add(leaf)
      }
      trunk = bytes.readUInt32BE(0)
    }
    return { pages, isWhole: pages.size === wanted }
  }

  has(number: number): boolean {
    return number > 1 && number <= this.count
  }

  close(): void {
    closeSync(this.#fd)
  }

  /** The first page has the count of pages, which is valid if the two counts of changes are equal. */
  #countPages(): void {
    const bytes = this.read(1)
    bytes.writeUInt32BE(this.count, 28)
    bytes.copy(bytes, 92, 24, 28)
    this.write(1, bytes)
  }
}

/** A leaf without entries. */
export function emptyLeaf(kind: Kind, pageSize: number): Buffer {
  const bytes = Buffer.alloc(pageSize)
  bytes[0] = kind === 'index' ? 10 : 13
  bytes.writeUInt16BE(pageSize & 0xffff, 5)
  return bytes
}

const types: Readonly<Record<number, Pick<Page, 'kind' | 'isLeaf'>>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
}

/** Where the header of a page begins. */
const startOf = (number: number) => (number === 1 ? 100 : 0)

/** The entries of a page; undefined if it is none of a tree. */
export function pageOf(bytes: Buffer, number: number, usable: number): Page | undefined {
  const start = startOf(number)
  const type = types[bytes[start]!]
  if (!type) return undefined
  const count = bytes.readUInt16BE(start + 3)
  const header = start + (type.isLeaf ? 8 : 12)
  if (header + count * 2 > usable) return undefined
  const cells: Page['cells'] = []
  for (let index = 0; index < count; index++) {
    const at = bytes.readUInt16BE(header + index * 2)
    cells.push(at < header + count * 2 || at + 4 > usable ? undefined : cellAt(bytes, at, type, usable))
  }
  return { ...type, cells, last: type.isLeaf ? 0 : bytes.readUInt32BE(start + 8) }
}

function cellAt(
  bytes: Buffer,
  start: number,
  { kind, isLeaf }: Pick<Page, 'kind' | 'isLeaf'>,
  usable: number,
): Cell | undefined {
  const child = isLeaf ? 0 : bytes.readUInt32BE(start)
  let at = isLeaf ? start : start + 4
  const next = () => {
    const [value, size] = varintAt(bytes, at)
    at += size
    return value
  }
  const none = new Uint8Array()
  if (kind === 'table' && !isLeaf) return { child, row: next(), size: 0, record: none, overflow: 0, body: none }
  const begin = at
  const size = next()
  const row = kind === 'table' ? next() : 0
  const local = localSize(size, kind, usable)
  const isSplit = local < size
  const end = at + local + (isSplit ? 4 : 0)
  if (size < 1 || end > usable) return undefined
  const overflow = isSplit ? bytes.readUInt32BE(at + local) : 0
  return { child, row, size, record: bytes.subarray(at, at + local), overflow, body: bytes.subarray(begin, end) }
}

/** How much of a record is in its page. */
function localSize(size: number, kind: Kind, usable: number): number {
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (usable - 4))
  return fitting <= most ? fitting : least
}

/** Takes entries out of a leaf, by their index. */
export function dropCells(bytes: Buffer, number: number, dropped: ReadonlySet<number>): void {
  const start = startOf(number)
  const count = bytes.readUInt16BE(start + 3)
  const at = (index: number) => start + 8 + index * 2
  const kept = Array.from({ length: count }, (_, index) => index).filter((index) => !dropped.has(index))
  const pointers = kept.map((index) => bytes.readUInt16BE(at(index)))
  for (const [index, pointer] of pointers.entries()) bytes.writeUInt16BE(pointer, at(index))
  bytes.writeUInt16BE(kept.length, start + 3)
}

/** A leaf with the entries of an inner page of an index, which are one child pointer shorter there. */
export function leafOf(cells: readonly Cell[], pageSize: number, usable: number): Buffer {
  const bytes = emptyLeaf('index', pageSize)
  let end = usable
  for (const [index, { body }] of cells.entries()) {
    end -= Math.max(body.length, 4)
    bytes.set(body, end)
    bytes.writeUInt16BE(end, 8 + index * 2)
  }
  bytes.writeUInt16BE(cells.length, 3)
  bytes.writeUInt16BE(end & 0xffff, 5)
  return bytes
}

/** The kinds of the values in a record, in its own code; undefined if they do not add up to its size. */
export function typesOf({ record, size }: Cell): number[] | undefined {
  const [headerSize, first] = varintAt(record, 0)
  if (headerSize < first || headerSize > size) return undefined
  // A record with so many columns that their kinds are on another page is not one of ours.
  if (headerSize > record.length) return undefined
  const kinds: number[] = []
  let body = 0
  for (let at = first; at < headerSize; ) {
    const [kind, bytes] = varintAt(record, at)
    if (kind === 10 || kind === 11) return undefined
    kinds.push(kind)
    body += sizeOf(kind)
    at += bytes
    if (at > headerSize) return undefined
  }
  return headerSize + body === size ? kinds : undefined
}

/** The first values of a record, as far as they are in its page. */
export function valuesOf(cell: Cell, most: number): SqlValue[] {
  const kinds = typesOf(cell) ?? []
  const { record } = cell
  const values: SqlValue[] = []
  let [at] = varintAt(record, 0)
  for (const kind of kinds.slice(0, most)) {
    const bytes = Buffer.from(record.subarray(at, at + sizeOf(kind)))
    if (bytes.length < sizeOf(kind)) break
    values.push(sqlValue(kind, bytes))
    at += bytes.length
  }
  return values
}

const wholeSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function sizeOf(kind: number): number {
  return kind < 12 ? (wholeSizes[kind] ?? 0) : Math.floor((kind - 12) / 2)
}

function sqlValue(kind: number, bytes: Buffer): SqlValue {
  if (kind === 0) return null
  if (kind === 8 || kind === 9) return kind - 8
  if (kind === 7) return bytes.readDoubleBE(0)
  if (kind === 6) return Number(bytes.readBigInt64BE(0))
  if (kind < 6) return bytes.readIntBE(0, bytes.length)
  return kind % 2 === 0 ? bytes : bytes.toString('utf8')
}

/** A number of 1 to 9 bytes, and how many they are. Numbers beyond 2^53 are inexact, and too large for any use. */
function varintAt(bytes: Uint8Array, start: number): [value: number, size: number] {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes[start + index] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, index + 1]
  }
  return [value * 256 + (bytes[start + 8] ?? 0), 9]
}
