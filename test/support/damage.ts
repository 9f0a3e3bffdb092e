import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

// Damages a SQLite file as disks, memory and people do. Nothing may have the file open.

const pageSize = 4096

/** A page of a table or an index, as `dbstat` lists it. */
type Found = { pageno: number; pagetype: 'leaf' | 'internal' | 'overflow'; path: string }

/** The pages of a table or an index, in the order of its rows; the first is the root. */
export function pagesOf(file: string, name: string): Found[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const found = database.prepare('select pageno, pagetype, path from dbstat where name = ? order by path').all(name)
  database.close()
  return found as unknown as Found[]
}

/** The page in the middle of those of a kind. */
export function middlePage(file: string, name: string, kind: Found['pagetype']): number {
  const pages = pagesOf(file, name).filter(({ pagetype, path }) => pagetype === kind && path !== '/')
  const page = pages[Math.floor(pages.length / 2)]
  if (!page) throw new Error(`${name} has no page of kind ${kind}`)
  return page.pageno
}

/** Overwrites pages with bytes that make no sense, the same ones each time. */
export function scramble(file: string, ...pages: number[]): void {
  change(file, (bytes) => {
    for (const page of pages)
      for (let index = 0; index < pageSize; index++)
        bytes[(page - 1) * pageSize + index] = (index * 151 + page * 31 + 97) % 251
  })
}

/** Overwrites a page with zeros. */
export function zero(file: string, page: number): void {
  change(file, (bytes) => bytes.fill(0, (page - 1) * pageSize, page * pageSize))
}

/** Flips a bit of one byte within bytes that a page of a table has, the last that has them. */
export function flipBit(file: string, table: string, within: Uint8Array, at: number): void {
  const pages = pagesOf(file, table).map(({ pageno }) => pageno)
  change(file, (bytes) => {
    const places = pages.flatMap((page) => {
      const start = (page - 1) * pageSize
      const found = bytes.subarray(start, start + pageSize).indexOf(within)
      return found < 0 ? [] : [start + found]
    })
    const last = places.at(-1)
    if (last === undefined) throw new Error(`${table} does not have these bytes`)
    bytes[last + at]! ^= 1
  })
}

/** Where the list of free pages begins; 0 if there are none. */
export function freeListOf(file: string): number {
  return readFileSync(file).readUInt32BE(32)
}

/** Cuts off a share of the file at its end. */
export function cutOff(file: string, share: number): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, Math.floor((bytes.length * (1 - share)) / pageSize) * pageSize))
}

function change(file: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  edit(bytes)
  writeFileSync(file, bytes)
}
