import type { Entry } from '../engine/serialize.ts'

const opened = 0x7b

/** Memory for joining pieces that become text; allocating it each time would cost more than joining. */
const scratch = Buffer.alloc(65_536)

/** The parts of a response. They are joined once, as bytes, so cached text is never encoded again. */
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
        // This replaces the comma that an entry begins with.
        joined[first] = opened
      }
  }
}
