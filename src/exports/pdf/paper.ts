import PDFDocument from 'pdfkit'
import { inWindowsLetters } from '../../rules/payroll_files/windows.ts'
import type { Out } from '../writer.ts'

/** What every PDF says of itself. Letter paper where dates are written as in the United States, else A4. */
export type PaperOptions = {
  title: string
  company: string
  size: 'LETTER' | 'A4'
  layout: 'portrait' | 'landscape'
  /** Microseconds since the epoch. */
  now: number
}

/** How a text is set. */
type Style = { bold?: boolean; size?: number; align?: 'left' | 'right'; width?: number; lines?: number; grey?: boolean }

const lineFactor = 1.25
const note = 'Letters that the font of this file does not have are shown plain, or as ?'

/**
 * Pages in Helvetica, which every reader of PDF has and which knows the letters of Windows-1252. Letters beyond are shown
 * without their marks or as `?`, and the page says so.
 */
export class Paper {
  readonly width: number
  readonly left = 40
  readonly bottom: number
  readonly #doc: PDFKit.PDFDocument
  readonly #out: Out
  #isPlain = false
  #pages = 0

  constructor(options: PaperOptions, out: Out) {
    const { title, company, size, layout, now } = options
    const info = { Title: title, Author: company, Creator: 'Clockhouse', CreationDate: new Date(now / 1000) }
    const margins = { top: 40, left: this.left, right: this.left, bottom: 20 }
    this.#doc = new PDFDocument({ size, layout, margins, info, autoFirstPage: false, lang: 'en', displayTitle: true })
    this.#out = out
    const [short, long] = size === 'A4' ? [595, 842] : [612, 792]
    const [width, height] = layout === 'portrait' ? [short, long] : [long, short]
    this.width = width - 2 * this.left
    this.bottom = height - 60
  }

  /** Begins a page; gives where its first line is. */
  page(): number {
    if (this.#pages > 0) this.#foot()
    this.#pages += 1
    this.#isPlain = false
    this.#doc.addPage()
    // What is done is given away, so that only a page is kept.
    this.#drain()
    return 40
  }

  /** Writes a text, cut with an ellipsis where it does not fit; gives the height that it takes. */
  text(text: string, x: number, y: number, style: Style = {}): number {
    const {
      bold = false,
      size = 9,
      align = 'left',
      width = this.left + this.width - x,
      lines = 1,
      grey = false,
    } = style
    const shown = inWindowsLetters(text)
    this.#isPlain ||= shown !== text.normalize('NFC')
    const line = size * lineFactor
    const doc = this.#doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    doc.fillColor(grey ? '#555555' : '#000000')
    const height = lines === 1 ? line : Math.min(doc.heightOfString(shown, { width }), lines * line)
    doc.text(shown, x, y, { width, height: lines * line - 1, align, ellipsis: true, lineGap: 0 })
    return Math.ceil(Math.max(height, line))
  }

  /** A line from left to right. */
  rule(y: number, options: { from?: number; to?: number; strong?: boolean } = {}): void {
    const { from = this.left, to = this.left + this.width, strong = false } = options
    this.#doc
      .moveTo(from, y)
      .lineTo(to, y)
      .lineWidth(strong ? 1 : 0.4)
      .strokeColor(strong ? '#000000' : '#999999')
      .stroke()
  }

  /** Finishes the file. */
  async end(): Promise<void> {
    if (this.#pages === 0) this.page()
    this.#foot()
    this.#doc.end()
    for await (const bytes of this.#doc) this.#out(bytes)
  }

  #foot(): void {
    const plain = this.#isPlain
    if (plain) this.text(note, this.left, this.bottom + 12, { size: 7, grey: true })
    this.text(`Page ${this.#pages}`, this.left, this.bottom + 22, { size: 7, grey: true, align: 'right' })
  }

  #drain(): void {
    for (let bytes = this.#doc.read(); bytes !== null; bytes = this.#doc.read()) this.#out(bytes)
  }
}
