/**
 * A queue in which keys take turns: an item waits for earlier items of its own key, and for at most one of any other
 * key.
 */
export class Turns<Key, Item> {
  /** The key whose turn is next comes first. */
  readonly #waiting = new Map<Key, Item[]>()
  #size = 0

  /** How many items wait. */
  get size(): number {
    return this.#size
  }

  /** How many items of a key wait. */
  of(key: Key): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  /** Adds an item after the others of its key. */
  add(key: Key, item: Item): void {
    const theirs = this.#waiting.get(key)
    if (theirs) theirs.push(item)
    else this.#waiting.set(key, [item])
    this.#size += 1
  }

  /** Takes the oldest item of the first key that is ready; the key then waits for all others. */
  take(isReady: (key: Key) => boolean = () => true): Item | undefined {
    for (const [key, theirs] of this.#waiting) {
      if (!isReady(key)) continue
      const item = theirs.shift()!
      this.#size -= 1
      this.#waiting.delete(key)
      if (theirs.length > 0) this.#waiting.set(key, theirs)
      return item
    }
    return undefined
  }

  /** Removes a waiting item; false if it is not waiting. */
  remove(key: Key, item: Item): boolean {
    const theirs = this.#waiting.get(key)
    const at = theirs?.indexOf(item) ?? -1
    if (!theirs || at < 0) return false
    theirs.splice(at, 1)
    this.#size -= 1
    if (theirs.length === 0) this.#waiting.delete(key)
    return true
  }

  /** Removes everything and returns it. */
  clear(): Item[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return all
  }
}

/** The most writes that run as one: beyond that, a batch gains nothing, and its statements have a limit. */
const togetherMax = 50

/**
 * Takes the writes that run as one from the head of a queue: the first, and those directly after it with the same mark.
 */
export function takePart<Job>(queue: Job[], markOf: (job: Job) => string | undefined): Job[] {
  const part = [queue.shift()!]
  const mark = markOf(part[0]!)
  if (mark === undefined) return part
  while (part.length < togetherMax && queue.length > 0 && markOf(queue[0]!) === mark) part.push(queue.shift()!)
  return part
}
