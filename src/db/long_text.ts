import { closeSync, createReadStream } from 'node:fs'
import type { LongAnswer } from '../engine/sql.ts'
import { FileOut } from '../files/unlinked_file.ts'

/** So many characters are kept in memory; then what was put so far goes to the file. */
const heldMax = 1_048_576

/** The ends of a text whose middle is in a file, and the bytes of that. */
export type Ends = { before: Uint8Array; after: Uint8Array; middle: number }

/** Collects a text in pieces, in a file as soon as it is long. Without a file (-1), all of it stays in memory. */
export class LongText {
  readonly #fd: number
  #held = ''
  #file: FileOut | undefined

  constructor(fd: number) {
    this.#fd = fd
  }

  readonly put = (text: string): void => {
    this.#held += text
    if (this.#held.length >= heldMax && this.#fd >= 0) this.#spill()
  }

  /** Begins again from nothing. */
  clear(): void {
    this.#held = ''
    this.#file = undefined
  }

  /** The whole text between its ends: as bytes, or the ends alone if the rest is in the file. */
  end(before: string, after: string): Uint8Array<ArrayBuffer> | Ends {
    const encoder = new TextEncoder()
    if (!this.#file) return encoder.encode(before + this.#held + after)
    this.#spill()
    this.#file.flush()
    return { before: encoder.encode(before), after: encoder.encode(after), middle: this.#file.bytes }
  }

  #spill(): void {
    if (!this.#file) {
      this.#file = new FileOut(this.#fd)
      this.#file.clear()
    }
    this.#file.out(Buffer.from(this.#held))
    this.#held = ''
  }
}

/** A long text with its middle in a file, which it closes. */
export function longAnswer(fd: number, { before, after, middle }: Ends): LongAnswer {
  let isOpen = true
  return {
    size: before.length + middle + after.length,
    pieces: async function* () {
      yield before
      if (middle > 0) yield* createReadStream('', { fd, start: 0, end: middle - 1, autoClose: false })
      yield after
    },
    close: () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}
