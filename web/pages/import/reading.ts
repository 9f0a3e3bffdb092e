import { locale, t } from '../../language.ts'
import type { ColumnSpec, DateOrder, Line, Row } from './plan.ts'
import { orderOf } from './values.ts'

/** The limits of a file. */
export const limits = { megabytes: 5, lines: 10_000, columns: 100 }

/** The table in a file. */
export type Sheet = { name: string; headers: readonly string[]; lines: readonly Line[] }

/** Reads a file separated by commas, semicolons or tabs. Throws an Error with a message for the user. */
export async function readSheet(file: File): Promise<Sheet> {
  if (file.size > limits.megabytes * 1_000_000)
    throw new Error(
      t('This file is larger than {megabytes} MB. Split it and import the parts one at a time.', {
        megabytes: limits.megabytes,
      }),
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(t('This is a spreadsheet. Save it as CSV in your spreadsheet program and upload that file.'))
  const text = decode(bytes)
  if (text.includes('\0')) throw new Error(t('This isn’t a text file. Save your list as CSV and upload that file.'))
  const { parse } = await import('papaparse')
  const { data } = parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '|'] })
  const [headers = [], ...rest] = data
  const lines = rest
    // The heading is line 1, as in a spreadsheet.
    .map((cells, index) => ({ number: index + 2, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (lines.length === 0) throw new Error(t('This file has no rows below the column names.'))
  if (lines.length > limits.lines)
    throw new Error(
      t('This file has {count} rows. You can import {most} at a time. Split it and import the parts.', {
        count: lines.length,
        most: limits.lines,
      }),
    )
  if (headers.length > limits.columns)
    throw new Error(t('This file has more than {count} columns.', { count: limits.columns }))
  return { name: file.name, headers: headers.map((header) => header.trim()), lines }
}

/** Decodes text as spreadsheets save it: UTF-8, UTF-16 or Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The import column of each file column; '' is none. */
export type Mapping = readonly string[]

/** Guesses the columns from their headings; each is used once. */
export function guess(headers: readonly string[], columns: readonly ColumnSpec[]): Mapping {
  const taken = new Set<string>()
  return headers.map((header) => {
    const word = bare(header)
    const found = columns.find(
      ({ key, name, words }) => !taken.has(key) && [name, t(name), ...words].some((one) => bare(one) === word),
    )
    if (found) taken.add(found.key)
    return found?.key ?? ''
  })
}

/** The lines as rows with values by column. */
export function rowsOf(lines: readonly Line[], mapping: Mapping): Row[] {
  const places = new Map(mapping.flatMap((key, at) => (key === '' ? [] : [[key, at] as const])))
  return lines.map(({ number, cells }) => ({ line: number, value: (key) => cells[places.get(key) ?? -1] ?? '' }))
}

/** The order of day and month in the file's dates; if ambiguous, that of the browser's language. */
export function orderIn(rows: readonly Row[], keys: readonly string[]): DateOrder {
  const texts = rows.flatMap(({ value }) => keys.map(value))
  const usual = new Intl.DateTimeFormat(locale()).formatToParts()[0]?.type === 'month' ? 'month' : 'day'
  return orderOf(texts, usual)
}

/** Makes a CSV file to download. */
export function csvFile(name: string, text: string): { name: string; content: Blob } {
  // With a byte order mark, spreadsheets recognize it as UTF-8.
  return { name, content: new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }) }
}

/** Formats lines as CSV. */
export async function asCsv(lines: readonly (readonly string[])[]): Promise<string> {
  const { unparse } = await import('papaparse')
  return unparse(lines as string[][])
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{Mn}\s_.:#*()/-]/gu, '')
    .toLowerCase()
}
