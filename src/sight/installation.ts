import { existsSync, readFileSync } from 'node:fs'

/**
 * How this program was installed. An archive knows its platform, the address of its releases and the public key of those
 * who sign them, each '' if it was built without.
 */
export type Installation =
  | { kind: 'archive'; platform: string; releases: string; key: string }
  | { kind: 'clone' | 'debian' | 'image' | 'package' }

const note = new URL('../../installation.json', import.meta.url)

/** What the packaging has noted beside the program. A clone has what builds it; what npm installs has neither. */
export const installation: Installation = existsSync(note)
  ? JSON.parse(readFileSync(note, 'utf8'))
  : { kind: existsSync(new URL('../../build/package.json', import.meta.url)) ? 'clone' : 'package' }

/** The address of the releases: as configured, or as this archive was built with; '' if there is none. */
export function releasesAddress(configured: string): string {
  return configured || (installation.kind === 'archive' ? installation.releases : '')
}
