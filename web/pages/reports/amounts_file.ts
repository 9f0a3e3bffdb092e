import { msg } from '../../../src/rules/language/messages.ts'
import { type AmountKind, amountKindNames } from '../../../src/rules/pay/amounts.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import type { Records } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { type Refused, refusalText } from '../../components/page/refusals.ts'
import { amountLabels, type NewAmount } from '../../components/time/pay_amounts.ts'
import { t } from '../../language.ts'
import { type Answers, type Decision, type Question, readingOf } from '../import/file/columns.ts'
import { readDate } from '../import/file/dates.ts'
import { readNumber, readSigned } from '../import/file/numbers.ts'
import { cellProblem, lineProblem } from '../import/file/problems.ts'
import type { Line, Sheet } from '../import/file/sheet.ts'
import { isWord } from '../import/values.ts'

/** The part of a user by which a file names a person. */
type Person = Pick<Records['users'], 'id' | 'username' | 'payroll_id' | 'first_name' | 'last_name'>

/** A row that cannot be read, and why. */
export type BadRow = { line: number; text: string }

/** The columns of a file of amounts, as messages: English or translated headings are recognized. */
export const amountColumns = { person: msg('Person'), ...amountLabels } as const

type Column = keyof typeof amountColumns

const columnNames = Object.keys(amountColumns) as Column[]

/** Whether a text is the heading of a column of amounts. */
export function isAmountHeading(text: string): boolean {
  return columnNames.some((name) => isColumn(name, text))
}

/** The name of a column, for people. */
export function amountColumnName(key: string): string {
  return t(amountColumns[columnNames.find((name) => name === key) ?? 'person'])
}

/** What was read from a file: amounts with their `lines`, and the rows that are none; how columns are read, or could be. */
export type AmountsRead = {
  amounts: NewAmount[]
  lines: number[]
  bad: BadRow[]
  questions: Question[]
  decisions: Decision[]
}

const kinds = { dates: ['date', 'from', 'to'], numbers: ['amount', 'quantity', 'unit_rate', 'rest_minutes'] }

/** The amounts in a file. A person is named by username, payroll number, id or full name. */
export function amountsOfSheet(
  sheet: Pick<Sheet, 'headers' | 'lines' | 'separator'>,
  people: readonly Person[],
  answers: Answers,
): AmountsRead {
  const places = new Map(
    columnNames.map((name) => [name, sheet.headers.findIndex((heading) => isColumn(name, heading))]),
  )
  const cellOf = ({ cells }: Line, name: string) => cells[places.get(name as Column) ?? -1] ?? ''
  const whole = sheet.lines.filter(({ problem }) => !problem)
  const { reading, questions, decisions } = readingOf(kinds, (key) => whole.map((line) => cellOf(line, key)), answers)
  const find = finderOf(people)
  const amounts: NewAmount[] = []
  const read: number[] = []
  const bad: BadRow[] = []
  for (const row of sheet.lines) {
    const { number: line } = row
    const broken = lineProblem(row, sheet)
    if (broken !== undefined) {
      bad.push({ line, text: broken })
      continue
    }
    const value = (name: Column) => cellOf(row, name)
    const wrong = columnNames.flatMap((name) => (name === 'note' ? [] : (cellProblem(value(name)) ?? [])))
    const parsed = <T>(name: Column, parse: (text: string) => T | undefined): T | undefined => {
      const text = value(name)
      if (text === '' || cellProblem(text) !== undefined) return undefined
      const found = parse(text)
      if (found === undefined)
        wrong.push(t('{column}: “{value}” can’t be read', { column: t(amountColumns[name]), value: text }))
      return found
    }
    const date = (name: Column) => parsed(name, (text) => readDate(text, reading.orders[name]))
    const number = (name: Column, read: typeof readNumber) => parsed(name, (text) => read(text, reading.marks[name]))
    const user_id = parsed('person', find)
    const kind = parsed('kind', kindOf)
    const given = {
      date: date('date'),
      from: date('from'),
      to: date('to'),
      amount: number('amount', readSigned),
      quantity: number('quantity', readNumber),
      unit_rate: number('unit_rate', readNumber),
      rest_minutes: number('rest_minutes', readNumber),
      note: value('note') || undefined,
    }
    for (const name of ['person', 'kind'] as const)
      if (value(name) === '') wrong.push(t('{column} is missing', { column: t(amountColumns[name]) }))
    if (wrong.length > 0 || user_id === undefined || kind === undefined) bad.push({ line, text: wrong.join('; ') })
    else {
      const filled = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined))
      amounts.push({ user_id, kind, ...filled })
      read.push(line)
    }
  }
  return { amounts, lines: read, bad, questions, decisions }
}

/** What the server refuses in a file: the row, and what is wrong with it. */
export function refusedRow({ message, reason }: Refused, lines: readonly number[]): BadRow | undefined {
  const [, index, field = ''] = /^(?:amounts\.(\d+)\.)?(\w+)$/.exec(reason?.field ?? '') ?? []
  const line = lines[Number(index ?? 0)]
  const column = columnNames.find((name) => name === field)
  if (line === undefined || (index === undefined && lines.length > 1)) return undefined
  return { line, text: refusalText(message, reason && { ...reason, field }, column && t(amountColumns[column])) }
}

function isColumn(name: Column, heading: string): boolean {
  return (
    isWord(heading, amountColumns[name]) || folded(heading) === folded(name) || heading === name.replaceAll('_', ' ')
  )
}

function kindOf(text: string): AmountKind | undefined {
  return amountKindNames.find((kind) => isWord(text, amountNames[kind]) || folded(text) === folded(kind))
}

function finderOf(people: readonly Person[]): (text: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  const put = (name: string, id: number) => {
    const key = folded(name)
    // Two people of one name can only be told apart by something else.
    if (key !== '') known.set(key, known.has(key) && known.get(key) !== id ? undefined : id)
  }
  for (const { id, first_name, last_name } of people) put(`${first_name} ${last_name}`.trim(), id)
  for (const { id, first_name, last_name } of people) put(`${last_name}, ${first_name}`, id)
  const exact = new Map<string, number>()
  for (const { id } of people) exact.set(String(id), id)
  for (const { id, payroll_id } of people) if (payroll_id) exact.set(folded(payroll_id), id)
  for (const { id, username } of people) if (username) exact.set(folded(username), id)
  return (text) => exact.get(folded(text)) ?? known.get(folded(text))
}
