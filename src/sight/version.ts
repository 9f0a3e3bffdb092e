import { readFileSync } from 'node:fs'

let known: string | undefined

/** The version of this program, from its package. */
export function productVersion(): string {
  known ??= String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
  return known
}
