import { RequestError } from '../../engine/errors.ts'
import { elementAt, firstOf } from '../../rules/elements.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { type Cell, type Column, headingOf, Sums, type Table } from '../../rules/payroll_files/table.ts'
import { writtenDate } from '../../rules/time/calendar.ts'
import type { Out, Writer } from '../writer.ts'
import { clockText, hundredthsText } from './numbers.ts'
import { Paper, type PaperOptions } from './paper.ts'

const rowsMax = 50_000
const rowHeight = 14
const signatureHeight = 64
const headingLinesMax = 4
/** Sizes of text, the usual width of a character, and the space between columns, in points. */
const sizes = { min: 5, max: 9 }
const characterWidth = 4.5
const gap = 6

/** `dates` is the company’s date format. */
type TableOptions = PaperOptions & { dates: unknown }

/**
 * Writes a table with the columns that have a heading for paper, repeated on every page below `heading`, then its totals
 * and a line to sign. Other tables may follow on their own pages, each below its title.
 */
export function tableWriter(table: Table, options: TableOptions, heading: string, out: Out): Writer {
  const { company, t } = options
  const paper = new Paper(options, out)
  const newPage = () => title(paper, company, heading)
  let count = 0
  let isSigned = false
  let printed = new PrintedTable(table, paper, options, newPage)
  const finish = () => {
    const y = printed.end(isSigned ? 0 : signatureHeight)
    if (!isSigned) sign(paper, y + signatureHeight > paper.bottom ? newPage() : y, t)
    isSigned = true
  }
  return {
    write: (rows) => {
      count += rows.length
      if (count > rowsMax) throw new RequestError(417, 'too_many_pdf_rows', { max: rowsMax })
      printed.write(rows)
    },
    next: ({ table, title = '' }) => {
      finish()
      const top = newPage()
      paper.text(title, paper.left, top, { bold: true, size: 10 })
      printed = new PrintedTable(table, paper, options, newPage, top + 20)
    },
    end: () => {
      finish()
      return paper.end()
    },
  }
}

/** A column with its place on paper. */
type Place = Column & { index: number; x: number; textWidth: number; align: 'left' | 'right' }

/** Prints the rows of a table as they come, on as many pages as they need. */
class PrintedTable {
  readonly #table: Table
  readonly #paper: Paper
  readonly #options: TableOptions
  readonly #newPage: () => number
  readonly #totals: Sums
  readonly #places: readonly Place[]
  /** The size of its text: smaller if there are many columns. */
  readonly #size: number
  #isEmpty = true
  #y: number

  /** Begins at `top`, or on a new page. */
  constructor(table: Table, paper: Paper, options: TableOptions, newPage: () => number, top = newPage()) {
    this.#table = table
    this.#paper = paper
    this.#options = options
    this.#newPage = newPage
    this.#totals = new Sums(table.columns)
    const shown = table.columns.flatMap((column, index) => (column.paper ? [{ ...column, index }] : []))
    const widths = shown.map((column) => widthOf(column, table, paper, options))
    const scale = paper.width / widths.reduce((sum, width) => sum + width, 0)
    this.#size = Math.max(sizes.min, Math.min(sizes.max, sizes.max * scale))
    let x = paper.left
    this.#places = shown.map((column, place) => {
      const width = elementAt(widths, place) * scale
      const at = { ...column, x, textWidth: (elementAt(widths, place) - gap) * scale, align: alignOf(column.kind) }
      x += width
      return at
    })
    this.#y = this.#head(top)
  }

  write(rows: readonly (readonly Cell[])[]): void {
    const { sums, counts } = this.#table
    for (const row of rows) {
      this.#isEmpty = false
      this.#print(row, sums?.has(row) ?? false)
      // If there are rows with sums, the total adds up only those.
      if (!sums || sums.has(row)) this.#totals.add(row, counts?.(row) ?? false)
    }
  }

  /** Prints the totals, on a page with so much room below them. Returns the position below. */
  end(room: number): number {
    const { foot, counts } = this.#table
    const last =
      foot ?? (counts && !this.#isEmpty ? this.#totals.row(firstOf(this.#places).index, this.#options.t) : undefined)
    if (last) this.#print(last, true, room)
    return this.#y
  }

  /** Prints the headings of the columns, their last lines side by side. Returns the position of the first row. */
  #head(top: number): number {
    const paper = this.#paper
    const headings = this.#places.map((place) => {
      const style = { bold: true, size: this.#size, width: place.textWidth, align: place.align, lines: headingLinesMax }
      const text = headingOf(place, this.#options.t)
      return { text, x: place.x, style, height: paper.heightOf(text, style) }
    })
    const bottom = top + Math.max(...headings.map(({ height }) => height))
    for (const { text, x, style, height } of headings) paper.text(text, x, bottom - height, style)
    paper.rule(bottom + 1, { strong: true })
    return bottom + 5
  }

  #print(row: readonly Cell[], bold: boolean, room = 0): void {
    const paper = this.#paper
    if (this.#y + rowHeight + room > paper.bottom) this.#y = this.#head(this.#newPage())
    for (const { index, kind, x, textWidth, align } of this.#places)
      paper.text(textOf(elementAt(row, index), kind, this.#options), x, this.#y, {
        bold,
        size: this.#size,
        width: textWidth,
        align,
      })
    paper.rule(this.#y + 12)
    this.#y += rowHeight
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

/** The width that a column needs with the largest text: no word of its heading is broken, and no total is cut off. */
function widthOf(column: Column & { index: number }, { foot }: Table, paper: Paper, options: TableOptions): number {
  const { kind, width, index } = column
  const words = headingOf(column, options.t).split(' ')
  const isFigure = alignOf(kind) === 'right'
  const texts = foot && isFigure ? [...words, textOf(elementAt(foot, index), kind, options)] : words
  const needed = texts.map((text) => paper.widthOf(text, { bold: true, size: sizes.max }))
  return Math.ceil(Math.max(...needed, foot && isFigure ? 0 : width * characterWidth)) + gap
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
