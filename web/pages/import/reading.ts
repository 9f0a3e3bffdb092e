import { guarded } from '../../../src/rules/text/formulas.ts'
import { searchKey } from '../../../src/rules/text/search_key.ts'
import { t } from '../../language.ts'
import { cellProblem, lineProblem } from './file/problems.ts'
import type { Line, Sheet } from './file/sheet.ts'
import { type ColumnSpec, headingOf, type Mistake, type Row } from './plan.ts'

/** The import column of each file column; '' is none. */
export type Mapping = readonly string[]

/** Guesses the columns from their headings; each is used once. */
export function guess(headers: readonly string[], columns: readonly ColumnSpec[]): Mapping {
  const taken = new Set<string>()
  return headers.map((header) => {
    const word = bare(header)
    const found = columns.find((column) => !taken.has(column.key) && headingsOf(column).includes(word))
    if (found) taken.add(found.key)
    return found?.key ?? ''
  })
}

/** Whether a text is the heading of one of the columns. */
export function isHeadingOf(columns: readonly ColumnSpec[]): (text: string) => boolean {
  const words = new Set(columns.flatMap(headingsOf))
  return (text) => words.has(bare(text))
}

/** The headings that a column is recognized by, among them the name of its field in the API. */
function headingsOf({ key, name, words }: ColumnSpec): string[] {
  return [name, t(name), key, ...words].map(bare)
}

/** The lines that could be read as rows with values by column. */
export function rowsOf(lines: readonly Line[], mapping: Mapping): Row[] {
  const places = new Map(mapping.flatMap((key, at) => (key === '' ? [] : [[key, at] as const])))
  return lines
    .filter(({ problem }) => !problem)
    .map(({ number, cells }) => ({ line: number, value: (key) => cells[places.get(key) ?? -1] ?? '' }))
}

/** The problems of lines that could not be read, and of damaged cells. */
export function problemsOf(sheet: Sheet, rows: readonly Row[], columns: readonly ColumnSpec[]): Mistake[] {
  const ofLines = sheet.lines.flatMap((line) => {
    const text = lineProblem(line, sheet)
    return text === undefined ? [] : [{ line: line.number, column: '', text }]
  })
  const ofCells = rows.flatMap(({ line, value }) =>
    columns.flatMap(({ key }) => {
      const text = cellProblem(value(key))
      return text === undefined ? [] : [{ line, column: headingOf(columns, key), text }]
    }),
  )
  return [...ofLines, ...ofCells]
}

/** Makes a CSV file to download. */
export function csvFile(name: string, text: string): { name: string; content: Blob } {
  // With a byte order mark, spreadsheets recognize it as UTF-8.
  return { name, content: new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }) }
}

/** Formats lines as CSV that people open in a spreadsheet. */
export async function asCsv(lines: readonly (readonly string[])[], delimiter: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return Papa.unparse(
    lines.map((cells) => cells.map(guarded)),
    { delimiter },
  )
}

function bare(text: string): string {
  return searchKey(text).replaceAll(/[\s_.:#*()/-]/g, '')
}
