import type { LongAnswer } from '../../engine/sql.ts'
import { FileIn, FileOut } from '../../files/unlinked_file.ts'

/** Most characters kept in memory; more than that goes to the file. */
const heldMax = 1_048_576

/** The two ends of a text whose middle is in a file, and the size of the middle in bytes. */
export type Ends = { before: Uint8Array; after: Uint8Array; middle: number }

/** Collects a text piece by piece, in a file once it is long. Without a file (-1), all of it stays in memory. */
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

  /** Discards everything collected so far. */
  clear(): void {
    this.#held = ''
    this.#file = undefined
  }

  /** The text between these ends, as bytes; or only the ends, if the middle is in the file. */
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

/** A long text whose middle is in a file; closing it closes the file. */
export function longAnswer(fd: number, { before, after, middle }: Ends): LongAnswer {
  const file = new FileIn(fd)
  return {
    size: before.length + middle + after.length,
    pieces: async function* () {
      yield before
      yield* file.pieces(middle)
      yield after
    },
    close: () => file.close(),
  }
}
