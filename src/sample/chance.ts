/** Chance that is the same every time: all that it gives follows from the seed and the keys. */
export class Chance {
  #state: number

  /** `keys` say what it decides, so that one decision more somewhere changes none anywhere else. */
  constructor(seed: number, ...keys: (string | number)[]) {
    let hash = 2166136261 ^ seed
    for (const letter of keys.join('/')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
    this.#state = hash >>> 0
    this.next()
  }

  /** A number from 0 to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** True so often. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number, both bounds included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!
  }
}
