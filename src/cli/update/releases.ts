import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, reasonOf } from '../../rules/thrown.ts'
import { archiveIn, type ReleasedFile } from '../../rules/versions.ts'
import { Mistake } from '../mistakes.ts'

/** The file with the checksums of a release, and the one with its signature. */
const sumsFile = 'SHA256SUMS'
/** Ed25519, over the bytes of the checksums. */
const signatureFile = `${sumsFile}.sig`

const smallMs = 60_000
const archiveMs = 3_600_000

/** Where a release comes from: its small files, and its archive. */
export type Place = {
  readonly name: string
  read(file: string): Promise<Uint8Array>
  open(released: ReleasedFile): Promise<Readable>
}

/** The newest release at an address, or a certain version, in the order of folders that forges have. */
export function releasesAt(address: string, version: string | undefined): Place {
  const base = address.replace(/\/$/, '')
  const folder = version === undefined ? `${base}/latest/download` : `${base}/download/v${version}`
  return {
    name: folder,
    read: async (file) => (await answer(`${folder}/${file}`, smallMs)).bytes(),
    open: async ({ file, version }) => {
      const { body } = await answer(`${base}/download/v${version}/${encodeURIComponent(file)}`, archiveMs)
      return body ? Readable.fromWeb(body) : Readable.from([])
    },
  }
}

/** An archive on disk, beside which its checksums and their signature are. */
export function archiveOnDisk(path: string): Place {
  const folder = dirname(path)
  return {
    name: folder,
    read: async (file) => readFileSync(join(folder, file)),
    open: async ({ file }) => {
      if (file !== basename(path)) throw new Mistake(`${path} is not the archive for this platform, which is ${file}`)
      return createReadStream(path)
    },
  }
}

async function answer(url: string, milliseconds: number): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds) })
  if (!response.ok) throw new Error(`the answer is ${response.status}`)
  return response
}

/** The archive of a release for a platform, after its checksums were found to be signed with the key. */
export async function signedArchive(place: Place, platform: string, key: string): Promise<ReleasedFile> {
  const [sums, signature] = await Promise.all([sumsFile, signatureFile].map((file) => readSmall(place, file)))
  const publicKey = createPublicKey(key)
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('the key for releases is not an Ed25519 key')
  if (!verify(null, sums!, publicKey, signature!))
    throw new Mistake(`${place.name}/${sumsFile} is not signed with the key of this installation: nothing was changed`)
  const found = archiveIn(new TextDecoder().decode(sums), platform)
  if (!found) throw new Mistake(`${place.name} has no archive for ${platform}`)
  return found
}

async function readSmall(place: Place, file: string): Promise<Uint8Array> {
  try {
    return await place.read(file)
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : reasonOf(error)
    throw new Mistake(`${place.name}/${file} cannot be read: ${reason}`)
  }
}

/** Writes the archive to a file. Throws if it is not the one that the checksums name. */
export async function saveArchive(place: Place, released: ReleasedFile, target: string): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(
      await place.open(released),
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      },
      createWriteStream(target),
    )
  } catch (error) {
    if (error instanceof Mistake) throw error
    throw new Mistake(`${released.file} cannot be fetched from ${place.name}: ${reasonOf(error)}`)
  }
  if (hash.digest('hex') !== released.sha256)
    throw new Mistake(`${released.file} is damaged: its checksum is not the one in ${sumsFile}. Nothing was changed`)
}
