import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { BucketKeys } from './bucket.ts'
import { isBucket } from './folder.ts'

/** The names of the files at a place for backups, a bucket or a folder; none if there is no such folder. */
export async function namesAt(place: string, keys: BucketKeys): Promise<string[]> {
  if (!isBucket(place)) return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? readdir(place) : []
  const { Bucket } = await import('./bucket.ts')
  return new Bucket(place, keys).names()
}
