import type { Entry } from '../engine/serialize.ts'

const opened = 0x7b

/** Where pieces are joined that become text: memory of its own would cost more than the joining. */
const scratch = Buffer.alloc(65_536)

/** The parts of an answer, which are joined once, as bytes: nothing that was printed before is encoded again. */
export class Pieces {
  readonly #parts: (string | readonly Entry[])[] = []
  #length = 0

  text(text: string): this {
    this.#parts.push(text)
    this.#length += Buffer.byteLength(text)
    return this
  }

  /** A map of entries, in their order. */
  map(entries: readonly Entry[]): this {
    if (entries.length === 0) return this.text('{}')
    this.#parts.push(entries)
    for (const { length } of entries) this.#length += length
    return this.text('}')
  }

  join(): Buffer {
    const joined = Buffer.allocUnsafeSlow(this.#length)
    this.#fill(joined)
    return joined
  }

  joinText(): string {
    if (this.#length > scratch.length) return this.join().toString()
    this.#fill(scratch)
    return scratch.toString('utf8', 0, this.#length)
  }

  #fill(joined: Buffer): void {
    let at = 0
    for (const part of this.#parts)
      if (typeof part === 'string') at += joined.write(part, at)
      else {
        const first = at
        for (const entry of part) {
          joined.set(entry, at)
          at += entry.length
        }
        // Instead of the comma that an entry begins with.
        joined[first] = opened
      }
  }
}
