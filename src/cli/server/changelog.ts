import { readFileSync } from 'node:fs'

/** What a release has changed for people, by the headings of CHANGELOG.md, such as `Added`: a sentence or more each. */
export type Release = { version: string; changes: Record<string, string[]> }

/** The releases after a version, newest first. */
export function releasesSince(version: string): Release[] {
  const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  const releases = text.split(/^## /m).slice(1).map(releaseIn)
  const own = releases.findIndex((release) => release.version === version)
  return own < 0 ? releases : releases.slice(0, own)
}

function releaseIn(text: string): Release {
  const [version = ''] = text.split(/\s/, 1)
  const changes: Release['changes'] = {}
  for (const part of text.split(/^### /m).slice(1)) {
    const [heading = ''] = part.split('\n', 1)
    changes[heading.trim()] = [...part.matchAll(/^- (.*(?:\n {2}\S.*)*)/gm)].map(([, item]) => plain(item!))
  }
  return { version, changes }
}

/** Without the marks of links and of words that are typed as they are. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
}
