import { RequestError } from '../../engine/errors.ts'
import { elementAt, valueAt } from '../../rules/elements.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { weekdayText } from '../../rules/notifications/format_times.ts'
import { hoursText, type Range } from '../../rules/pay/payroll.ts'
import { shownUnits } from '../../rules/pay/shown_units.ts'
import {
  breakPremiumKind,
  byKind,
  isMoneyKind,
  isOvertime,
  type Kind,
  kindInWords,
} from '../../rules/payroll_files/kinds.ts'
import {
  displayedLines,
  type EntryRow,
  fullName,
  moneyOf,
  type PersonTime,
  partKey,
  type Shown,
  sumBy,
} from '../../rules/payroll_files/time.ts'
import { addDays, printLocal, writtenDate } from '../../rules/time/calendar.ts'
import type { Out, Writer } from '../writer.ts'
import { clockText, hundredthsText } from './numbers.ts'
import { Paper, type PaperOptions } from './paper.ts'

/** How the company formats dates and times. */
type Formats = { dates: unknown; twelveHours: boolean }

const entriesMax = 50_000
const signatureHeight = 96

/** Writes a timesheet to sign for each person and pay period. */
export function sheetsWriter(range: Range, formats: Formats, options: PaperOptions, out: Out): Writer {
  const paper = new Paper(options, out)
  let count = 0
  return {
    write: (_rows, time) => {
      if (!time) return
      count += time.entries.length
      if (count > entriesMax) throw new RequestError(417, 'too_many_pdf_entries', { max: entriesMax })
      const periods = Map.groupBy(time.entries, ({ date }) => time.periodOf(date).start)
      for (const [start, entries] of periods) {
        const { end } = time.periodOf(start)
        const within = { start_date: latest(start, range.start_date), end_date: earliest(end, range.end_date) }
        new Sheet(paper, { ...formats, ...options }, time, within).print(entries)
      }
    },
    end: () => paper.end(),
  }
}

/** Position and width of a column. */
type Column = { x: number; width: number; align?: 'left' | 'right' }

type How = Formats & Pick<PaperOptions, 'company' | 't'>

class Sheet {
  readonly #paper: Paper
  readonly #how: How
  readonly #t: Translate
  readonly #time: PersonTime
  readonly #range: Range
  readonly #columns: Record<'date' | 'start' | 'end' | 'job' | 'notes' | 'hours' | 'day' | 'overtime', Column>
  #y = 0

  constructor(paper: Paper, how: How, time: PersonTime, range: Range) {
    this.#paper = paper
    this.#how = how
    this.#t = how.t
    this.#time = time
    this.#range = range
    const { left, width } = paper
    const overtimeWidth = 62
    const numbers = left + width - 2 * 44 - overtimeWidth
    const job = left + 74 + 2 * 56
    // A job is shown with its whole path, and every line of it makes a week longer.
    const jobWidth = numbers - job - 90
    const number = (place: number): Column => ({ x: numbers + place * 44, width: 44, align: 'right' })
    this.#columns = {
      date: { x: left, width: 72 },
      start: { x: left + 74, width: 54 },
      end: { x: left + 74 + 56, width: 54 },
      job: { x: job, width: jobWidth - 6 },
      notes: { x: job + jobWidth, width: numbers - job - jobWidth - 6 },
      hours: number(0),
      day: number(1),
      overtime: { ...number(2), width: overtimeWidth },
    }
  }

  print(entries: readonly Shown<EntryRow>[]): void {
    this.#begin(false)
    const lines = displayedLines(this.#time).filter(
      ({ date }) => date >= this.#range.start_date && date <= this.#range.end_date,
    )
    const paid = sumBy(lines, ({ entry_id, date }) => partKey(entry_id, date))
    const overtime = sumBy(
      lines.filter(({ kind }) => isOvertime(kind)),
      (line) => line.date,
    )
    let day = 0
    for (const [index, entry] of entries.entries()) {
      const isFirst = entries[index - 1]?.date !== entry.date
      const isLast = entries[index + 1]?.date !== entry.date
      if (isFirst) day = 0
      const key = partKey(entry.id, entry.date)
      day += paid.get(key) ?? 0
      const premium = overtime.get(entry.date)
      this.#entry(entry, {
        date: isFirst ? this.#date(entry.date) : '',
        hours: paid.has(key) ? this.#hours(valueAt(paid, key)) : `(${this.#hours(entry.displayed)})`,
        day: isLast ? this.#hours(day) : '',
        overtime: isLast && premium ? this.#hours(premium) : '',
      })
      if (isLast) this.#paper.rule(this.#y - 2)
    }
    if (entries.some(({ id, date }) => !paid.has(partKey(id, date))))
      this.#paper.text(this.#t('Hours in parentheses are not paid.'), this.#paper.left, this.#y, {
        size: 8,
        grey: true,
      })
    this.#totals(
      sumBy(lines, (line) => line.kind),
      lines.some(({ cost }) => cost) ? moneyOf(lines) : undefined,
    )
    this.#signatures()
  }

  #begin(isContinued: boolean): void {
    const paper = this.#paper
    const t = this.#t
    const { person } = this.#time
    const { left } = paper
    let y = paper.page()
    paper.text(this.#how.company, left, y, { bold: true, size: 14, width: paper.width - 130 })
    paper.text(t('Timesheet'), left + paper.width - 120, y, { bold: true, size: 14, width: 120, align: 'right' })
    y += 24
    const name = fullName(person)
    paper.text(isContinued ? t('{name}, continued', { name }) : name, left, y, { bold: true, size: 11 })
    y += 15
    const dates = { start: this.#date(this.#range.start_date), end: this.#date(this.#range.end_date) }
    paper.text(t('{start} to {end}', dates), left, y, { size: 10 })
    const numbers = [
      person.employee_number ? t('Employee number {number}', { number: person.employee_number }) : '',
      person.payroll_id ? t('Payroll ID {id}', { id: person.payroll_id }) : '',
      person.group,
    ].filter(Boolean)
    y += 14
    if (numbers.length > 0) y += paper.text(numbers.join(' · '), left, y, { grey: true })
    const zones = [...new Set(this.#time.entries.filter(({ start }) => start !== null).map(({ zone }) => zone))]
    if (zones.length > 0) y += paper.text(t('Times in {zones}', { zones: zones.join(', ') }), left, y, { grey: true })
    y += 8
    const { date, start, end, job, notes, hours, day, overtime } = this.#columns
    const heads = [
      [t('Date'), date],
      [t('Start'), start],
      [t('End'), end],
      [t('Job'), job],
      [t('Notes'), notes],
      [t('Hours'), hours],
      [t('Day'), day],
      [t('Overtime'), overtime],
    ] as const
    for (const [head, { x, width, align = 'left' }] of heads) paper.text(head, x, y, { bold: true, width, align })
    paper.rule(y + 13, { strong: true })
    this.#y = y + 17
  }

  #entry(entry: EntryRow, given: { date: string; hours: string; day: string; overtime: string }): void {
    const paper = this.#paper
    const { date, start, end, job, notes, hours, day, overtime } = this.#columns
    this.#ensureSpace(4 * 12)
    const y = this.#y
    const put = (text: string, { x, width, align = 'left' }: Column, lines = 1) =>
      text === '' ? 0 : paper.text(text, x, y, { width, align, lines })
    put(given.date, date)
    put(this.#clock(entry.start, entry, entry.start_offset), start)
    put(this.#clock(entry.end, entry, entry.end_offset), end)
    const heights = [
      put(this.#time.jobOf(entry.jobcode_id).path.join(' › '), job, 4),
      put(entry.notes.replaceAll(/\s+/g, ' '), notes, 3),
    ]
    put(given.hours, hours)
    put(given.day, day)
    put(given.overtime, overtime)
    this.#y += Math.max(12, ...heights) + 3
  }

  #totals(kinds: ReadonlyMap<string, number>, money: [cost: number, billed: number] | undefined): void {
    const paper = this.#paper
    const isTime = (kind: Kind) => kind !== breakPremiumKind && !isMoneyKind(kind)
    const sorted = [...kinds].filter(([kind]) => isTime(kind)).sort(([a], [b]) => byKind(a, b))
    const premium = kinds.get(breakPremiumKind)
    this.#ensureSpace((sorted.length + (money ? 3 : 1) + (premium ? 1 : 0)) * 13 + signatureHeight)
    this.#y += 8
    const x = paper.left + paper.width / 2
    const amount = { x: paper.left + paper.width - 60, width: 60 }
    for (const [kind, seconds] of sorted) {
      paper.text(kindInWords(kind, this.#time.jobOf, this.#t), x, this.#y, { width: paper.width / 2 - 66 })
      paper.text(this.#hours(seconds), amount.x, this.#y, { width: amount.width, align: 'right' })
      this.#y += 13
    }
    paper.rule(this.#y - 1, { from: x, strong: true })
    const total = sorted.reduce((sum, [, seconds]) => sum + seconds, 0)
    paper.text(this.#t('Total hours'), x, this.#y + 2, { bold: true })
    paper.text(this.#hours(total), amount.x, this.#y + 2, { bold: true, width: amount.width, align: 'right' })
    this.#y += 18
    if (premium) {
      paper.text(kindInWords(breakPremiumKind, this.#time.jobOf, this.#t), x, this.#y, { width: paper.width / 2 - 66 })
      paper.text(this.#hours(premium), amount.x, this.#y, { width: amount.width, align: 'right' })
      this.#y += 13
    }
    for (const [index, name] of [this.#t('Cost'), this.#t('Billable')].entries()) {
      if (!money) break
      paper.text(name, x, this.#y)
      paper.text(hundredthsText(elementAt(money, index), this.#t), amount.x, this.#y, {
        width: amount.width,
        align: 'right',
      })
      this.#y += 13
    }
  }

  #signatures(): void {
    const paper = this.#paper
    const t = this.#t
    const half = paper.width / 2
    this.#y += 44
    for (const [place, who] of [t('Employee’s signature'), t('Supervisor’s signature')].entries()) {
      const x = paper.left + place * half
      paper.rule(this.#y, { from: x, to: x + half - 100 })
      paper.rule(this.#y, { from: x + half - 90, to: x + half - 20 })
      paper.text(who, x, this.#y + 3, { size: 8, width: half - 110 })
      paper.text(t('Date'), x + half - 90, this.#y + 3, { size: 8, width: 60 })
    }
  }

  #ensureSpace(height: number): void {
    if (this.#y + height > this.#paper.bottom) this.#begin(true)
  }

  #hours(seconds: number): string {
    if (this.#time.unit !== shownUnits.decimal) return clockText(seconds, this.#t)
    return hundredthsText(Number(hoursText(seconds)), this.#t)
  }

  #date(date: string): string {
    return `${weekdayText(date, this.#t)} ${writtenDate(date, this.#how.dates)}`
  }

  /** The local time, with `+1` if it is on the day after the entry's date. */
  #clock(instant: number | null, { zone, date }: EntryRow, offset: number | undefined): string {
    if (instant === null) return ''
    const local = printLocal(instant, zone, offset)
    const text = local.slice(11, 16)
    const day = local.slice(0, 10)
    const later = day === date ? '' : day === addDays(date, 1) ? ' +1' : ' +…'
    if (!this.#how.twelveHours) return `${text}${later}`
    const hour = Number(text.slice(0, 2))
    const time = `${hour % 12 || 12}${text.slice(2)}`
    return `${hour < 12 ? this.#t('{time} AM', { time }) : this.#t('{time} PM', { time })}${later}`
  }
}

function latest(a: string, b: string): string {
  return a > b ? a : b
}

function earliest(a: string, b: string): string {
  return a < b ? a : b
}
