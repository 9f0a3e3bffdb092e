import Papa, { type Parser, type ParseStepResult } from 'papaparse'
import { unguarded } from '../../../../src/rules/text/formulas.ts'
import { separatorNames } from './separators.ts'

/** What is wrong with a row. */
export type RowProblem = 'quote_open' | 'quote_stray' | 'too_many_cells' | 'cut'

/** A row of a file with its number, as spreadsheets count; one with a broken quotation mark has its text as its cell. */
export type FileRow = { number: number; cells: readonly string[]; problem?: RowProblem }

/** The rows of a file that are not empty, what separates their cells, and whether the last line has an end. */
export type FileRows = { rows: readonly FileRow[]; separator: string; isEnded: boolean }

/**
 * Reads the rows of a text. A row with a quotation mark that is never closed, or stands where none can be, is broken; the
 * lines below it are read as if it were right.
 */
export function readRows(given: string): FileRows {
  const { text, told } = withoutSeparatorLine(given.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'))
  const separator = told ?? separatorOf(text)
  const rows: FileRow[] = []
  let number = 0
  let begin = 0
  const take = (raw: string, cells: readonly string[], problem: RowProblem | undefined) => {
    number += 1
    const found = problem ?? (hasStrayQuote(raw, cells, separator) ? 'quote_stray' : undefined)
    const clean = found ? [raw.replace(/\n$/, '')] : cells.map((cell) => unguarded(cell).trim())
    if (clean.some((cell) => cell !== '')) rows.push({ number, cells: clean, ...(found && { problem: found }) })
  }
  while (begin < text.length) {
    const from = begin
    let next = text.length
    const step = ({ data, errors, meta }: ParseStepResult<string[]>, parser: Parser) => {
      const [error] = errors
      const end = from + meta.cursor
      if (!error) take(text.slice(begin, end), data, undefined)
      else {
        // Only the line of the quotation mark is broken.
        next = endOfLine(text, from + (error.index ?? 0))
        const raw = text.slice(begin, next)
        take(raw, [], raw.split('"').length % 2 === 0 ? 'quote_open' : 'quote_stray')
        parser.abort()
      }
      begin = error ? next : end
    }
    Papa.parse<string[]>(text.slice(from), { delimiter: separator, newline: '\n', step })
    begin = Math.max(begin, next)
  }
  return { rows, separator, isEnded: text.endsWith('\n') }
}

/** Excel writes `sep=;` as a first line, which is not a row. */
function withoutSeparatorLine(text: string): { text: string; told?: string } {
  const [line, told] = /^"?sep=(.)"?[,;\t]*\n/i.exec(text) ?? []
  if (line === undefined || told === undefined || !(told in separatorNames)) return { text }
  return { text: text.slice(line.length), told }
}

/**
 * The separator that most of the first rows have; if several have it equally often, the one by which most rows have equally
 * many cells, or else the most cells. Empty cells at the end may be left out, so that rows are of different lengths. The
 * guess of the library is led astray by notes with many commas.
 */
function separatorOf(text: string): string {
  const ranked = Object.keys(separatorNames).map((separator) => {
    const { data } = Papa.parse<string[]>(text, {
      delimiter: separator,
      newline: '\n',
      preview: 50,
      skipEmptyLines: 'greedy',
    })
    const widths = Map.groupBy(data, ({ length }) => length)
    widths.delete(1)
    const [width = 1, rows = []] = [...widths].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
    const split = data.filter(({ length }) => length > 1)
    return { separator, width, split: split.length / data.length, same: rows.length / data.length }
  })
  return ranked.sort((a, b) => b.split - a.split || b.same - a.same || b.width - a.width)[0]!.separator
}

/**
 * Whether a cell without quotation marks around it begins with one, after spaces, or has an odd number of them: programs
 * that write CSV double those inside a cell, and put it in quotation marks.
 */
function hasStrayQuote(raw: string, cells: readonly string[], separator: string): boolean {
  let at = 0
  return cells.some((cell) => {
    if (raw[at] === '"') {
      const closed = at + cell.replaceAll('"', '""').length + 2
      at = raw.indexOf(separator, closed) + 1 || raw.length
      return false
    }
    at += cell.length + separator.length
    // Spreadsheets write tabs without quotation marks, so that they may mean inches.
    return /^\s*"/.test(cell) || (separator !== '\t' && (cell.split('"').length - 1) % 2 === 1)
  })
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}
