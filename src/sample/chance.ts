import { elementAt } from '../rules/elements.ts'
/** A deterministic random number generator: its results depend only on the seed and the keys. */
export class Chance {
  #state: number

  /** `keys` identify the decision, so an additional decision in one place does not change others. */
  constructor(seed: number, ...keys: (string | number)[]) {
    let hash = 2166136261 ^ seed
    for (const letter of keys.join('/')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
    this.#state = hash >>> 0
    this.next()
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number, including both bounds. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** An element of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return elementAt(list, this.between(0, list.length - 1))
  }
}
