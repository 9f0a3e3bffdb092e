import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

// The texts of the statements that a test run sends to PostgreSQL. Each process and thread of the run keeps a file of those
// that it has sent; `untracked.ts` starts that before anything else.

const folder = join(import.meta.dirname, '../../node_modules/.cache/statements')

/** Forgets the statements of earlier runs. */
export function forgetStatements(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Keeps the text of every statement that this thread sends from now on, each once. */
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
      // A file that runs without the others leaves nothing behind.
    }
  })
}

/** The statements that the run has sent, each once. */
export function keptStatements(): string[] {
  const texts = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...new Set(texts)].filter(Boolean).sort()
}

/** A text in one line, with all its parameters alike and lists of them shortened: texts that differ only in that are one. */
export function normalized(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$1')
    .replaceAll(/\$1(?:, ?\$1)+/g, '$1')
    .replaceAll(/\(\$1\)(?:, ?\(\$1\))+/g, '($1)')
    .trim()
}
