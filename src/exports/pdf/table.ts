import { RequestError } from '../../engine/errors.ts'
import { writtenDate } from '../../rules/calendar.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { type Cell, type Column, headingOf, Sums, type Table } from '../../rules/payroll_files/table.ts'
import type { Out, Writer } from '../writer.ts'
import { clockText, hundredthsText } from './numbers.ts'
import { Paper, type PaperOptions } from './paper.ts'

const rowsMax = 50_000
const rowHeight = 14
const signatureHeight = 64

/** `dates` is the company’s date format. */
type TableOptions = PaperOptions & { dates: unknown }

/**
 * Writes a table with the columns that have a heading for paper, repeated on every page below `heading`; then its totals,
 * and a line to sign.
 */
export function tableWriter(table: Table, options: TableOptions, heading: string, out: Out): Writer {
  const { columns, foot, sums, counts } = table
  const { t } = options
  const totals = new Sums(columns)
  const paper = new Paper(options, out)
  const shown = columns.flatMap((column, index) => (column.paper ? [{ ...column, paper: column.paper, index }] : []))
  const all = shown.reduce((sum, { width }) => sum + width, 0)
  let x = paper.left
  const places = shown.map((column) => {
    const width = (column.width / all) * paper.width
    const place = { ...column, x, textWidth: width - 6 }
    x += width
    return place
  })
  let count = 0
  let y = begin()

  function begin(): number {
    const top = title(paper, options.company, heading)
    for (const { x, textWidth, ...column } of places)
      paper.text(headingOf(column, t), x, top, { bold: true, width: textWidth, align: alignOf(column.kind) })
    paper.rule(top + 13, { strong: true })
    return top + 17
  }

  function print(row: readonly Cell[], bold: boolean): void {
    if (y + rowHeight > paper.bottom) y = begin()
    for (const { index, kind, x, textWidth } of places)
      paper.text(textOf(row[index]!, kind, options), x, y, { bold, width: textWidth, align: alignOf(kind) })
    paper.rule(y + 12)
    y += rowHeight
  }

  return {
    write: (rows) => {
      count += rows.length
      if (count > rowsMax)
        throw new RequestError(
          417,
          `format: a PDF can have at most ${rowsMax} rows; use csv, or select fewer days or people`,
        )
      for (const row of rows) {
        print(row, sums?.has(row) ?? false)
        // If there are rows with sums, the total adds up only those.
        if (!sums || sums.has(row)) totals.add(row, counts?.(row) ?? false)
      }
    },
    end: () => {
      const last = foot ?? (counts && count > 0 ? totals.row(places[0]!.index, t) : undefined)
      if (last) print(last, true)
      sign(paper, y + signatureHeight > paper.bottom ? title(paper, options.company, heading) : y, t)
      return paper.end()
    },
  }
}

/** Starts a page with its heading. Returns where the rest begins. */
function title(paper: Paper, company: string, heading: string): number {
  const top = paper.page()
  paper.text(company, paper.left, top, { bold: true, size: 12 })
  paper.text(heading, paper.left, top + 16, { size: 10 })
  return top + 38
}

/** A line to sign, below the content. */
function sign(paper: Paper, top: number, t: Translate): void {
  const y = top + signatureHeight - 20
  const middle = paper.left + paper.width * 0.6
  paper.rule(y, { to: middle, strong: true })
  paper.rule(y, { from: middle + 24, strong: true })
  paper.text(t('Signature'), paper.left, y + 4, { size: 8 })
  paper.text(t('Date'), middle + 24, y + 4, { size: 8 })
}

function textOf(cell: Cell, kind: Column['kind'], { t, dates }: TableOptions): string {
  if (kind === 'date' && cell !== '') return writtenDate(String(cell), dates)
  if (typeof cell !== 'number') return cell
  if (kind === 'clock') return clockText(cell, t)
  return kind === 'hours' || kind === 'money' ? hundredthsText(cell, t) : String(cell)
}

function alignOf(kind: Column['kind']): 'left' | 'right' {
  return kind === 'text' || kind === 'date' || kind === 'time' ? 'left' : 'right'
}
