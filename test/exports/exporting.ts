import type { LightMyRequestResponse } from 'fastify'
import type { TestServer } from '../support/server.ts'

/** Gets an address under /api/console as a token's user, as bytes. */
export function download(
  server: TestServer,
  who: { token: string },
  path: string,
  accept = '*/*',
): Promise<LightMyRequestResponse> {
  const headers = { authorization: `Bearer ${who.token}`, accept }
  return server.app.inject({ method: 'GET', url: `/api/console${path}`, headers })
}

/** The lines before a file, and the bytes after them. */
export function inLines(answer: LightMyRequestResponse): { lines: unknown[]; bytes: Buffer } {
  const lines: unknown[] = []
  let rest = answer.rawPayload
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    const line = JSON.parse(rest.subarray(0, end).toString())
    lines.push(line)
    rest = rest.subarray(end + 1)
    if ('file' in line) break
  }
  return { lines, bytes: rest }
}

/** The rows of a comma-separated file without quoted line breaks, by column name. */
export function rowsOf(csv: string): Record<string, string>[] {
  const [head, ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(cellsOf)
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])))
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )
}
