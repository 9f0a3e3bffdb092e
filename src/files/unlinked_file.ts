import { ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RequestError } from '../engine/errors.ts'

const bufferBytes = 65_536

/** Opens an unnamed temporary file, so nothing is left behind however the process ends. Throws RequestError 503. */
export function openUnlinked(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-'))
    try {
      return openSync(join(folder, 'file'), 'wx+', 0o600)
    } finally {
      rmSync(folder, { recursive: true })
    }
  } catch (cause) {
    throw noSpace(cause)
  }
}

/** Writes to an open file from its beginning. Small pieces are buffered. */
export class FileOut {
  readonly #fd: number
  #pieces: Uint8Array[] = []
  #size = 0
  #written = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  /** How many bytes were passed to `out`. */
  get bytes(): number {
    return this.#written + this.#size
  }

  readonly out = (bytes: Uint8Array): void => {
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size >= bufferBytes) this.flush()
  }

  /** Empties the file. */
  clear(): void {
    this.#pieces = []
    this.#size = 0
    this.#written = 0
    ftruncateSync(this.#fd, 0)
  }

  flush(): void {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    try {
      for (let done = 0; done < bytes.length; ) {
        const count = writeSync(this.#fd, bytes, done, bytes.length - done, this.#written)
        done += count
        this.#written += count
      }
    } catch (error) {
      throw noSpace(error)
    }
  }
}

function noSpace(cause: unknown): RequestError {
  return new RequestError(503, 'no_disk_space', {}, { cause })
}
