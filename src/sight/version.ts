import { readFileSync } from 'node:fs'
import { commit } from './commit.ts'

let known: string | undefined

/** The version of this program, from its package: `0.3.0`, or between releases with its commit, `0.3.0-dev+4ee58d48`. */
export function productVersion(): string {
  known ??= withCommit(String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version))
  return known
}

function withCommit(version: string): string {
  return commit && version.includes('-') ? `${version}+${commit}` : version
}
