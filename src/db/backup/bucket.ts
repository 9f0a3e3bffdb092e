import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { makePrivate } from './file.ts'
import type { BackupFolder } from './folder.ts'

// Backups in an S3 bucket, or on a server that supports the S3 protocol. Requests follow Amazon's API reference,
// version 2006-03-01, with signature version 4.

/** The keys to a bucket, as Amazon's own programs read them from the environment. */
export type BucketKeys = {
  awsKey: string
  awsSecret: string
  awsSession: string
  awsRegion: string
  awsEndpoint: string
}

/** Larger files are uploaded in parts of this size; Amazon's limits are 5 GiB per request and 10,000 parts. */
const partBytes = 64 * 1_048_576

/** A folder in a bucket. Its errors name the bucket and the server's message. */
export class Bucket {
  readonly #client: AwsClient
  readonly #base: string
  readonly #prefix: string
  readonly #address: string
  readonly #partBytes: number

  /** `address`: `s3://bucket/folder`. Throws an Error that names what is missing. */
  constructor(address: string, keys: BucketKeys, partSize = partBytes) {
    const [, name, folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? []
    if (name === undefined) throw new Error(`${address} must be a bucket and a folder, such as s3://backups/clockhouse`)
    const { awsKey: accessKeyId, awsSecret: secretAccessKey, awsSession: sessionToken, awsRegion: region } = keys
    if (accessKeyId === '' || secretAccessKey === '')
      throw new Error(`${address} takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
    const session = sessionToken === '' ? {} : { sessionToken }
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, ...session, region, service: 's3', retries: 5 })
    this.#base = keys.awsEndpoint
      ? `${keys.awsEndpoint.replace(/\/$/, '')}/${name}`
      : `https://${name}.s3.${region}.amazonaws.com`
    this.#prefix = folder.replace(/\/*$/, folder === '' ? '' : '/')
    this.#address = address.replace(/\/$/, '')
    this.#partBytes = partSize
  }

  /** The full address of a file in the folder. */
  addressOf(name: string): string {
    return `${this.#address}/${name}`
  }

  /** The names of the files in the folder. */
  async names(): Promise<string[]> {
    return (await this.files()).map(({ name }) => name)
  }

  /** The names and sizes of the files in the folder. */
  async files(): Promise<{ name: string; bytes: number }[]> {
    const files: { name: string; bytes: number }[] = []
    let next: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#prefix, delimiter: '/' })
      if (next !== undefined) query.set('continuation-token', next)
      const text = await (await this.#ask('GET', `/?${query}`)).text()
      const sizes = textsIn(text, 'Size')
      const keys = textsIn(text, 'Key')
      files.push(...keys.map((key, index) => ({ name: key.slice(this.#prefix.length), bytes: Number(sizes[index]) })))
      next = textsIn(text, 'NextContinuationToken')[0]
    } while (next !== undefined)
    return files
  }

  /**
   * Uploads a file, reads it back, and compares. Resolves if the bucket has exactly its bytes; otherwise removes it.
   */
  async upload(file: string, name: string): Promise<void> {
    const { size } = await stat(file)
    const handle = await open(file)
    const partAt = async (start: number): Promise<Buffer<ArrayBuffer>> => {
      const bytes = Buffer.alloc(Math.min(this.#partBytes, size - start))
      await handle.read(bytes, 0, bytes.length, start)
      return bytes
    }
    try {
      if (size <= this.#partBytes) await this.#ask('PUT', this.#pathOf(name), await partAt(0))
      else await this.#uploadParts(this.#pathOf(name), size, partAt)
    } finally {
      await handle.close()
    }
    await this.#compare(file, name).catch(async (error) => {
      // A file that may be damaged must not count as a backup.
      await this.remove([name]).catch(() => {})
      throw error
    })
  }

  /** Downloads a file to a new one that only this account can read. */
  async download(name: string, file: string): Promise<void> {
    makePrivate(file)
    const handle = await open(file, 'w')
    await pipeline(await this.#read(name), handle.createWriteStream())
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#ask('DELETE', this.#pathOf(name))
  }

  async #compare(file: string, name: string): Promise<void> {
    const [sent, kept] = [await digestOf(createReadStream(file)), await digestOf(await this.#read(name))]
    if (sent !== kept) throw new Error(`${this.addressOf(name)} is not what was uploaded`)
  }

  async #uploadParts(
    path: string,
    size: number,
    partAt: (start: number) => Promise<Buffer<ArrayBuffer>>,
  ): Promise<void> {
    const begun = await (await this.#ask('POST', `${path}?uploads`)).text()
    const id = encodeURIComponent(textsIn(begun, 'UploadId')[0]!)
    try {
      const parts: string[] = []
      for (let start = 0; start < size; start += this.#partBytes) {
        const number = parts.length + 1
        const stored = await this.#ask('PUT', `${path}?partNumber=${number}&uploadId=${id}`, await partAt(start))
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${stored.headers.get('etag')}</ETag></Part>`)
      }
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const done = await (await this.#ask('POST', `${path}?uploadId=${id}`, list)).text()
      // The server sends the status before it joins the parts.
      if (/<Error>/.test(done)) throw new Error(`${this.#address}: ${textsIn(done, 'Message')[0] ?? 'upload failed'}`)
    } catch (error) {
      await this.#ask('DELETE', `${path}?uploadId=${id}`).catch(() => {})
      throw error
    }
  }

  async #read(name: string): Promise<Readable> {
    const { body } = await this.#ask('GET', this.#pathOf(name))
    return Readable.fromWeb(body as never)
  }

  #pathOf(name: string): string {
    return `/${`${this.#prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`
  }

  async #ask(method: string, path: string, body?: Buffer<ArrayBuffer>): Promise<Response> {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': digest }
    const response = await this.#client
      .fetch(this.#base + path, { method, headers, ...(body && { body }) })
      .catch((error) => {
        throw new Error(`${this.#address} cannot be reached: ${error.cause?.message ?? error.message}`)
      })
    if (response.ok) return response
    const text = await response.text()
    throw new Error(`${this.#address}: ${response.status} ${textsIn(text, 'Message')[0] ?? response.statusText}`)
  }
}

/** A list of what a bucket has is good for this long, in milliseconds, because buckets charge per request. */
const listedMs = 60_000

/** A bucket for a server's backups: each is made on disk, uploaded, verified, and deleted from the disk. */
export function backupBucket(bucket: Bucket, folderAt: (folder: string) => BackupFolder): BackupFolder {
  let listed: { until: number; files: ReturnType<Bucket['files']> } | undefined
  return {
    names: () => bucket.names(),
    files: async () => {
      if (!listed || performance.now() > listed.until)
        listed = { until: performance.now() + listedMs, files: bucket.files() }
      const files = await listed.files.catch((error) => {
        listed = undefined
        throw error
      })
      // What arrived was compared with what was sent, and a bucket does not keep parts of files.
      return files.map((file) => ({ ...file, isWhole: true }))
    },
    make: (file) =>
      withTemporaryFolder(async (folder) => {
        const contradictions = await folderAt(folder).make(file)
        await bucket.upload(join(folder, file.name), file.name)
        listed = undefined
        return contradictions
      }),
    remove: async (names) => {
      await bucket.remove(names)
      listed = undefined
    },
    lend: (name, use) =>
      withTemporaryFolder(async (folder) => {
        await bucket.download(name, join(folder, name))
        return use(join(folder, name))
      }),
  }
}

/** Runs a function with a folder that only this account can read, and that is deleted afterwards. */
export async function withTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'clockhouse-backup-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folder and the name of a file in a bucket, `s3://bucket/folder/name`. */
export function splitAddress(address: string): { folder: string; name: string } {
  const name = basename(address)
  return { folder: address.slice(0, -name.length), name }
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** The texts of all elements with a name in a response, which is simple enough not to need a real parser. */
function textsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
    text!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
}
