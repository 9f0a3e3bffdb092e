import { keysOf } from '../../../../src/rules/elements.ts'
import { t } from '../../../language.ts'
import { type Decoded, decode, type Encoding, encodingNames } from './bytes.ts'
import type { FileRow, FileRows, RowProblem } from './rows.ts'

/** The limits of a file. */
export const limits = { megabytes: 5, lines: 10_000, columns: 100 }

/** A line of a file, with its row number as spreadsheets count. */
export type Line = FileRow

/** The table in a file, and how it was read. */
export type Sheet = {
  name: string
  headers: readonly string[]
  lines: readonly Line[]
  /** The number of the row with the headings, and the rows that could have them. */
  heading: number
  tops: readonly FileRow[]
  separator: string
  encoding: Encoding
  /** The other encodings that it could have, and a text that shows the difference. */
  encodings: readonly { encoding: Encoding; sample: string }[]
}

/** The content of a file. */
export type FileContent = { name: string; bytes: Uint8Array }

/** What the user has decided about a file. */
export type FileChoices = { encoding?: Encoding; heading?: number }

/** Whether a text is a heading of the import. */
export type IsHeading = (text: string) => boolean

/** Reads a file. Throws an Error with a message for the user. */
export async function contentOf(file: File): Promise<FileContent> {
  if (file.size > limits.megabytes * 1_000_000)
    throw new Error(
      t('This file is larger than {megabytes} MB. Split it and import the parts one at a time.', {
        megabytes: limits.megabytes,
      }),
    )
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Finds the table in a file. Throws an Error with a message for the user. */
export async function sheetOf(
  { name, bytes }: FileContent,
  isHeading: IsHeading,
  { encoding, heading }: FileChoices = {},
): Promise<Sheet> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(t('This is a spreadsheet. Save it as CSV in your spreadsheet program and upload that file.'))
  const decoded = decode(bytes, encoding)
  const { readRows } = await import('./rows.ts')
  const table = tableOf(readRows(decoded.text), isHeading, heading)
  if (table.lines.length === 0) throw new Error(t('This file has no rows below the column names.'))
  if (table.lines.length > limits.lines)
    throw new Error(
      t('This file has {count} rows. You can import {most} at a time. Split it and import the parts.', {
        count: table.lines.length,
        most: limits.lines,
      }),
    )
  if (table.headers.length > limits.columns)
    throw new Error(t('This file has more than {count} columns.', { count: limits.columns }))
  return { name, ...table, encoding: decoded.encoding, encodings: samplesOf(bytes, decoded) }
}

const topsMax = 20

/**
 * The headings and the lines below them. The headings are in the `chosen` row, or in that of the first ones which has most
 * headings of the import, at least two, or else in the first.
 */
export function tableOf({ rows, separator, isEnded }: FileRows, isHeading: IsHeading, chosen?: number) {
  const tops = rows.slice(0, topsMax).filter(({ problem }) => !problem)
  const known = ({ cells }: FileRow) => new Set(cells.filter(isHeading)).size
  // One known word is no heading: a job title may be called like one.
  const found = (row: FileRow) => (known(row) > 1 || row === tops[0] ? known(row) : 0)
  const best = tops.reduce<FileRow | undefined>((one, row) => (one && found(one) >= found(row) ? one : row), undefined)
  const heading = tops.find(({ number }) => number === chosen) ?? best
  const headers = heading?.cells ?? []
  // A broken row above may have been that of the headings, so it is not passed over.
  const below = rows.filter(({ number, problem }) => problem || number > (heading?.number ?? 0))
  const lines = below.map((row, index): Line => {
    const isLast = index === below.length - 1
    const problem = row.problem ?? problemOf(row, headers.length, isLast && !isEnded ? below : [])
    return problem ? { ...row, problem } : row
  })
  return { headers, lines, heading: heading?.number ?? 1, tops, separator }
}

/** What is wrong with the number of cells. `others` are all rows, if its line has no end. */
function problemOf({ cells }: FileRow, count: number, others: readonly FileRow[]): RowProblem | undefined {
  if (cells.findLastIndex((cell) => cell !== '') >= count) return 'too_many_cells'
  const isCut =
    cells.length < count && others.length > 1 && others.slice(0, -1).every((one) => one.cells.length >= count)
  return isCut ? 'cut' : undefined
}

const sampleMax = 30

/** A text outside ASCII as each possible encoding has it; none if the encoding is certain. */
function samplesOf(bytes: Uint8Array, { text, encoding, others }: Decoded): Sheet['encodings'] {
  if (others.length === 0) return []
  const at = text.search(/[^\p{ASCII}]/u)
  const begin = Math.max(text.lastIndexOf('\n', at) + 1, at - sampleMax)
  const sample = (of: string) => /^[^\r\n,;\t|]*/.exec(of.slice(wordBegin(of, begin, at)))![0].slice(0, sampleMax)
  const all = keysOf(encodingNames).filter((one) => one === encoding || others.includes(one))
  return all.map((one) => ({ encoding: one, sample: sample(decode(bytes, one).text) }))
}

/** Where the cell begins that contains this place. */
function wordBegin(text: string, begin: number, at: number): number {
  return begin + text.slice(begin, at).search(/[^\r\n,;\t|]*$/)
}
