/**
 * A cache of whole responses, each valid for one version of its company's data. It takes at most `bytesMax` bytes for
 * all companies together; the oldest responses are evicted first.
 */
export class ResponseCache<Bytes extends Uint8Array = Buffer> {
  readonly #bytesMax: number
  readonly #entries = new Map<string, { version: string; bytes: Bytes }>()
  #size = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get(key: string, version: string): Bytes | undefined {
    const found = this.#entries.get(key)
    return found?.version === version ? found.bytes : undefined
  }

  set(key: string, version: string, bytes: Bytes): void {
    const old = this.#entries.get(key)
    if (old) this.#drop(key, old.bytes)
    // One huge response is not worth evicting all others.
    if (sizeOf(key, bytes) > this.#bytesMax / 4) return
    this.#entries.set(key, { version, bytes })
    this.#size += sizeOf(key, bytes)
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#bytesMax) break
      this.#drop(oldest, entry.bytes)
    }
  }

  #drop(key: string, bytes: Bytes): void {
    this.#entries.delete(key)
    this.#size -= sizeOf(key, bytes)
  }
}

/** The bytes that a cached response takes, including its key and the map's overhead. */
function sizeOf(key: string, bytes: Uint8Array): number {
  return bytes.length + 2 * key.length + 300
}
