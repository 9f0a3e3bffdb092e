import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

// The texts of the statements that a test run sends to PostgreSQL. Each process and thread of the run writes a file
// with the statements it has sent; `untracked.ts` starts this before anything else.

const folder = join(import.meta.dirname, '../../.cache/statements')

/** Deletes the statements of earlier runs. */
export function forgetStatements(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Records the text of every distinct statement that this thread sends from now on. */
export function keepStatements(): void {
  const seen = new Set<string>()
  const file = join(folder, `${process.pid}_${threadId}`)
  subscribe('clockhouse.statement', (message) => {
    const text = normalized(message as string)
    if (seen.has(text)) return
    seen.add(text)
    try {
      appendFileSync(file, `${text}\n`)
    } catch {
      // A file that runs on its own leaves nothing behind.
    }
  })
}

/** The distinct statements that the run has sent. */
export function keptStatements(): string[] {
  const texts = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...new Set(texts)].filter(Boolean).sort()
}

/**
 * A text in one line, with uniform parameters and shortened lists of them, so that texts that differ only in these
 * become equal.
 */
export function normalized(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$1')
    .replaceAll(/\$1(?:, ?\$1)+/g, '$1')
    .replaceAll(/\(\$1\)(?:, ?\(\$1\))+/g, '($1)')
    .trim()
}
