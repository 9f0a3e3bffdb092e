import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
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

/** The cells of a spreadsheet with one sheet. */
export function sheetOf(bytes: Buffer): (string | number | undefined)[][] {
  const files = unzipSync(bytes)
  const part = (name: string) => strFromU8(files[name]!)
  const strings = [...part('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([\s\S]*?)<\/t><\/si>/g)].map(([, text]) =>
    plain(text!),
  )
  return [...part('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row]) => {
    const cells: (string | number | undefined)[] = []
    for (const [, letters, attributes, value] of row!.matchAll(/<c r="([A-Z]+)\d+"([^>]*)><v>([^<]*)<\/v><\/c>/g)) {
      const column = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      cells[column] = attributes!.includes('t="s"') ? strings[Number(value)]! : Number(value)
    }
    return cells
  })
}

function plain(xml: string): string {
  const letters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
  return xml.replaceAll(/&\w+;/g, (entity) => letters[entity] ?? entity)
}
