import { closeSync, ftruncateSync, mkdtempSync, openSync, read, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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

/**
 * An open file that is read until it is closed. It is closed once, and not while a part of it is being read: its number may
 * be that of the file or connection of someone else at once. A stream of Node.js closes the file when it is destroyed, even
 * with `autoClose: false` and in the middle of a read.
 */
export class FileIn {
  readonly #fd: number
  #reading = 0
  #isClosed = false

  constructor(fd: number) {
    this.#fd = fd
  }

  /** The first bytes of the file, in pieces. Throws if the file is closed before they are read. */
  async *pieces(size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; ) {
      const part = await this.#part(at, Math.min(bufferBytes, size - at))
      yield part
      at += part.length
    }
  }

  /** The same as a stream. */
  stream(size: number): Readable {
    return Readable.from(this.pieces(size), { objectMode: false })
  }

  async #part(at: number, size: number): Promise<Uint8Array> {
    if (this.#isClosed) throw new Error('the file is closed')
    this.#reading += 1
    try {
      const part = new Uint8Array(size)
      const count = await new Promise<number>((resolve, reject) =>
        read(this.#fd, part, 0, size, at, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead))),
      )
      if (count === 0) throw new Error('the file has become shorter')
      return part.subarray(0, count)
    } finally {
      this.#reading -= 1
      if (this.#isClosed) this.#closeUnread()
    }
  }

  /** Closes the file as soon as no part of it is being read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeUnread()
  }

  #closeUnread(): void {
    if (this.#reading === 0) closeSync(this.#fd)
  }
}

function noSpace(cause: unknown): RequestError {
  return new RequestError(503, 'no_disk_space', {}, { cause })
}
