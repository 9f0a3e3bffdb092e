import type { BucketKeys } from './bucket.ts'
import { filesIn, isBucket } from './folder.ts'

/**
 * The files at a place for backups, a bucket or a folder, and whether each has all of its pages; none if there is no such
 * folder. A bucket keeps no parts of files.
 */
export async function filesAt(place: string, keys: BucketKeys): Promise<{ name: string; isWhole: boolean }[]> {
  if (!isBucket(place)) return filesIn(place)
  const { Bucket } = await import('./bucket.ts')
  return (await new Bucket(place, keys).names()).map((name) => ({ name, isWhole: true }))
}
