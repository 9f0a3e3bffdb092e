import PDFDocument from 'pdfkit'
import { codeOf, msg, type Translate } from '../../rules/language/messages.ts'
import type { Out } from '../writer.ts'
import { isPrintable } from './fonts.ts'
import { linesOf, type Run, runsOf } from './lines.ts'

/** Properties of a PDF. Letter for US date format, otherwise A4. */
export type PaperOptions = {
  title: string
  company: string
  size: 'LETTER' | 'A4'
  layout: 'portrait' | 'landscape'
  /** Microseconds since the epoch. */
  now: number
  t: Translate
}

/** How a text is drawn. */
type Style = { bold?: boolean; size?: number; align?: 'left' | 'right'; width?: number; lines?: number; grey?: boolean }

// Relative to the font size.
const lineFactor = 1.25
const ascent = 0.9
const sizeUsual = 9
const pagesRemembered = 20
const note = msg('Characters missing from this file’s fonts are shown as boxes.')

/** Pages with embedded fonts that cover nearly every name. A page has a note if some characters are shown as boxes. */
export class Paper {
  readonly width: number
  readonly left = 40
  readonly bottom: number
  readonly #doc: PDFKit.PDFDocument
  readonly #out: Out
  readonly #t: Translate
  readonly #fonts = new Set<string>()
  #hasBoxes = false
  #pages = 0

  constructor(options: PaperOptions, out: Out) {
    const { title, company, size, layout, now, t } = options
    const info = { Title: title, Author: company, Creator: 'Clockhouse', CreationDate: new Date(now / 1000) }
    const margins = { top: 40, left: this.left, right: this.left, bottom: 20 }
    this.#doc = new PDFDocument({
      size,
      layout,
      margins,
      info,
      autoFirstPage: false,
      lang: codeOf(t),
      displayTitle: true,
    })
    this.#out = out
    this.#t = t
    const [short, long] = size === 'A4' ? [595, 842] : [612, 792]
    const [width, height] = layout === 'portrait' ? [short, long] : [long, short]
    this.width = width - 2 * this.left
    this.bottom = height - 60
  }

  /** Starts a page; returns the position of its first line. */
  page(): number {
    if (this.#pages > 0) this.#foot()
    this.#pages += 1
    this.#hasBoxes = false
    this.#doc.addPage()
    // Passes on finished pages, so only one page is kept in memory.
    this.#drain()
    if (this.#pages % pagesRemembered === 0) this.#forgetWords()
    return 40
  }

  /** Draws a text, truncated with an ellipsis if it does not fit; returns its height. */
  text(text: string, x: number, y: number, style: Style = {}): number {
    const { bold = false, size = sizeUsual, align = 'left', width = this.left + this.width - x, grey = false } = style
    const set = this.#linesOf(text, { ...style, width })
    this.#hasBoxes ||= !set.every(isPrintable)
    this.#doc.fillColor(grey ? '#555555' : '#000000')
    for (const [index, line] of set.entries()) {
      let at = align === 'right' ? x + width - this.#lineWidth(line, bold) : x
      for (const run of runsOf(line, bold)) {
        const runWidth = this.#runWidth(run)
        const options = { lineBreak: false, baseline: 'alphabetic', ...featuresOf(run) } as const
        this.#doc.text(run.text, at, y + (index * lineFactor + ascent) * size, options)
        at += runWidth
      }
    }
    return heightOf(set, size)
  }

  /** The height of a text of this width. */
  heightOf(text: string, style: Style & { width: number }): number {
    return heightOf(this.#linesOf(text, style), style.size ?? sizeUsual)
  }

  /** The width of a text in one line. */
  widthOf(text: string, { bold = false, size = sizeUsual }: Style): number {
    this.#doc.fontSize(size)
    return this.#lineWidth(text, bold)
  }

  /** Breaks a text into its lines. Sets the font size. */
  #linesOf(text: string, { bold = false, size = sizeUsual, width, lines = 1 }: Style & { width: number }): string[] {
    this.#doc.fontSize(size)
    const shown = text.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')
    return linesOf(shown, width, lines, (line) => this.#lineWidth(line, bold))
  }

  #lineWidth(line: string, bold: boolean): number {
    return sumOf(runsOf(line, bold).map((run) => this.#runWidth(run)))
  }

  /** Draws a horizontal line. */
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

  /** The width of a run. Sets the current font to that of the run. */
  #runWidth(run: Run): number {
    const { name, bytes } = run.font
    if (!this.#fonts.has(name)) {
      this.#doc.registerFont(name, bytes)
      this.#fonts.add(name)
    }
    return this.#doc.font(name).widthOfString(run.text, featuresOf(run))
  }

  #foot(): void {
    if (this.#hasBoxes) this.text(this.#t(note), this.left, this.bottom + 12, { size: 7, grey: true })
    this.text(this.#t('Page {number}', { number: this.#pages }), this.left, this.bottom + 22, {
      size: 7,
      grey: true,
      align: 'right',
    })
  }

  /** Clears pdfkit's word cache, which would otherwise grow beyond the thread's memory. */
  #forgetWords(): void {
    for (const name of this.#fonts) {
      const { _font } = this.#doc.font(name) as unknown as { _font: { layoutCache: object } }
      _font.layoutCache = Object.create(null)
    }
  }

  #drain(): void {
    for (let bytes = this.#doc.read(); bytes !== null; bytes = this.#doc.read()) this.#out(bytes)
  }
}

/** Without features pdfkit shapes word by word, which leaves the words of a right-to-left run in the wrong order. */
function featuresOf({ isRightToLeft }: Run): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return isRightToLeft ? { features: [] } : {}
}

function heightOf(lines: readonly string[], size: number): number {
  return Math.ceil(Math.max(lines.length, 1) * size * lineFactor)
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
