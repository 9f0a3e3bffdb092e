/**
 * A memory limit shared by many maps: whenever half of it has been used, each map drops the values that were neither
 * added nor read since the last time.
 */
export class SharedRoom {
  readonly #bytesMax: number
  readonly #used = new Set<RecentValues<unknown>>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Counts the bytes that a map adds. */
  take(map: RecentValues<unknown>, bytes: number): void {
    this.#used.add(map)
    this.#bytes += bytes
    if (this.#bytes <= this.#bytesMax / 2) return
    this.#bytes = 0
    for (const used of this.#used) if (!used.age()) this.#used.delete(used)
  }
}

/** Values by number, kept while they are used and the shared memory limit allows it. */
export class RecentValues<V> {
  readonly #room: SharedRoom
  readonly #sizeOf: (value: V) => number
  #young = new Map<number, V>()
  #old = new Map<number, V>()

  /** `sizeOf` estimates the bytes of a value. */
  constructor(room: SharedRoom, sizeOf: (value: V) => number) {
    this.#room = room
    this.#sizeOf = sizeOf
  }

  get(id: number): V | undefined {
    const found = this.#young.get(id)
    if (found !== undefined || this.#old.size === 0) return found
    const old = this.#old.get(id)
    if (old !== undefined) this.set(id, old)
    return old
  }

  set(id: number, value: V): void {
    this.#young.set(id, value)
    this.#room.take(this as RecentValues<unknown>, this.#sizeOf(value))
  }

  /** Drops the values that were not used since the last time; false if nothing is left. */
  age(): boolean {
    this.#old = this.#young
    this.#young = new Map()
    return this.#old.size > 0
  }
}

/** Values by text, kept while they are used: between `sizeMax` and twice as many. */
export class RecentMap<V> {
  readonly #sizeMax: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get(text: string): V | undefined {
    const found = this.#young.get(text)
    if (found !== undefined) return found
    const old = this.#old.get(text)
    if (old !== undefined) this.set(text, old)
    return old
  }

  set(text: string, value: V): void {
    if (this.#young.size >= this.#sizeMax && !this.#young.has(text)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(text, value)
  }
}
