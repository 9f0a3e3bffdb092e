import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * A sandbox of this account on this machine: the address of its control, the file with the certificate to trust, and the
 * name of its data as `dataName` has it.
 */
export type RunningSandbox = { url: string; ca?: string | undefined; data?: string }

/** A name for where data is, without secrets: its folder, or its schema in PostgreSQL. */
export function dataName({ data, databaseUrl }: { data: string; databaseUrl: string }): string {
  return databaseUrl === '' ? resolve(data) : (URL.parse(databaseUrl)?.searchParams.get('schema') ?? '')
}

/**
 * Registers a sandbox of this process in a temporary folder, so that commands find it. Returns a function that unregisters
 * it.
 */
export function noteRunning(sandbox: RunningSandbox, temporary = tmpdir()): () => void {
  const notes = folder(temporary)
  mkdirSync(notes, { recursive: true, mode: 0o700 })
  const file = join(notes, `${process.pid}-${new URL(sandbox.url).port}.json`)
  writeFileSync(file, JSON.stringify(sandbox), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** The running sandboxes, according to the files in this temporary folder. */
export function runningSandboxes(temporary = tmpdir()): RunningSandbox[] {
  const notes = folder(temporary)
  let names: string[] = []
  try {
    names = readdirSync(notes)
  } catch {
    // No sandbox was started yet.
  }
  return names.flatMap((name): RunningSandbox[] => {
    if (!isAlive(Number.parseInt(name, 10))) return []
    try {
      return [JSON.parse(readFileSync(join(notes, name), 'utf8'))]
    } catch {
      // The file is just being written or removed.
      return []
    }
  })
}

function folder(temporary: string): string {
  return join(temporary, `clockhouse-sandboxes-${userInfo().username}`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
