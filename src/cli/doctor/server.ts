import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { sqliteFile } from '../../db/open.ts'
import { checks } from '../../guardian/checks.ts'
import { about } from '../../guardian/setup/finding.ts'
import type { Finding } from '../../sight/watcher.ts'

/** What a server says about itself at `/readyz`. */
export type Readiness = { status?: string; causes?: string[]; warnings?: string[] }

/** The findings about a running server, from its own words. `running`: which one it is. */
export function checkServer(running: string, text: string): Finding[] {
  const { causes = [], warnings = [] } = readinessIn(text)
  const port = about('Port')
  const server = about('Server')
  return [
    causes.length === 0
      ? port.ok(running)
      : port.broken(`${running}, but it is not ready: ${causes.join(', ')}`, remedyOf(causes)),
    ...warnings.map((word) => server.warning(`${word}: ${beginsOf(word)}`, remedyOf([word]))),
  ]
}

/** Reads that; empty if it is something else. */
export function readinessIn(text: string): Readiness {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function beginsOf(word: string): string {
  return checks.find(({ name }) => name === word)?.begins ?? 'its log says what is wrong'
}

function remedyOf(words: readonly string[]): string {
  const known = checks.filter(({ name }) => words.includes(name)).map(({ remedy }) => remedy)
  return known.length > 0 ? known.join(' ') : 'Its log says why; it is ready again by itself.'
}

/** Finds a server that uses the data folder and has another file open than the one at the path. Only Linux tells. */
export function checkHolder(config: Config): Finding[] {
  if (process.platform !== 'linux' || config.databaseUrl) return []
  const path = resolve(sqliteFile(config))
  const holder = processes().find((pid) => holdsAnother(pid, path))
  if (holder === undefined) return []
  const { begins, remedy } = checks.find(({ name }) => name === 'file')!
  return [about('Database').broken(`${path}, process ${holder}: ${begins}`, remedy)]
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
}

/** Whether a process owns the folder of a database, and has no descriptor of the file at its path. */
function holdsAnother(pid: string, path: string): boolean {
  const lock = resolve(path, '../clockhouse.lock')
  const open = linksOf(pid)
  const isOwner = open.some(({ target }) => target === lock || target === `${lock} (deleted)`)
  if (!isOwner) return false
  const wanted = statSync(path, { bigint: true, throwIfNoEntry: false })
  const databases = open.filter(({ target }) => /\.db( \(deleted\))?$/.test(target))
  return !databases.some(({ fd }) => {
    const { dev, ino } = statSync(fd, { bigint: true, throwIfNoEntry: false }) ?? {}
    return wanted !== undefined && dev === wanted.dev && ino === wanted.ino
  })
}

/** The open files of a process, as far as this account may see them. */
function linksOf(pid: string): { fd: string; target: string }[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((name) => {
      const fd = join(folder, name)
      try {
        return { fd, target: readlinkSync(fd) }
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
