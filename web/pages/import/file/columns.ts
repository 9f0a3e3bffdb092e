import { locale } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { type DateOrder, orderOf, readDate } from './dates.ts'
import { type Mark, markOf, readSigned } from './numbers.ts'

/** How each column of numbers and dates is read, by its key. */
export type Reading = {
  marks: Readonly<Record<string, Mark | undefined>>
  orders: Readonly<Record<string, DateOrder | undefined>>
}

/** The user's answers to questions about columns, by their keys. */
export type Answers = Readonly<Record<string, string>>

/** A column whose values can be read in several ways: one of them, and how each answer reads it. */
export type Question = { key: string; sample: string; choices: readonly { value: string; words: string }[] }

/** How a column is read: one of its values as it is in the file, and what it means. */
export type Decision = { key: string; sample: string; words: string }

/** Decides how the columns are read, each by all of its values. What they do not decide are questions. */
export function readingOf(
  { numbers, dates }: { numbers: readonly string[]; dates: readonly string[] },
  textsOf: (key: string) => readonly string[],
  answers: Answers,
): { reading: Reading; questions: Question[]; decisions: Decision[] } {
  const questions: Question[] = []
  const decisions: Decision[] = []
  const decide = <T extends string>(
    key: string,
    {
      sure,
      open,
      shown,
    }: { sure: T | undefined; open: { sample: string; ways: readonly T[] } | undefined; shown: string | undefined },
    wordsOf: (text: string, way: T | undefined) => string,
  ): T | undefined => {
    if (open) {
      const choices = open.ways.map((value) => ({ value, words: wordsOf(open.sample, value) }))
      questions.push({ key, sample: open.sample, choices })
    }
    const way = sure ?? open?.ways.find((one) => one === answers[key])
    if (shown !== undefined && (way !== undefined || !open))
      decisions.push({ key, sample: shown, words: wordsOf(shown, way) })
    return way
  }
  const marks = numbers.map((key) => {
    const { mark, open, shown } = markOf(textsOf(key))
    const asked = open === undefined ? undefined : { sample: open, ways: ['point', 'comma'] as const }
    return [key, decide<Mark>(key, { sure: mark, open: asked, shown }, numberWords)] as const
  })
  const orders = dates.map((key) => {
    const { order, open, shown } = orderOf(textsOf(key))
    const asked = open && { sample: open.sample, ways: open.orders }
    return [key, decide<DateOrder>(key, { sure: order, open: asked, shown }, dateWords)] as const
  })
  return { reading: { marks: Object.fromEntries(marks), orders: Object.fromEntries(orders) }, questions, decisions }
}

/** Whether all questions are answered. */
export function isAnswered(questions: readonly Question[], answers: Answers): boolean {
  return questions.every(({ key, choices }) => choices.some(({ value }) => value === answers[key]))
}

/** A number as it was read, in the person’s language; the text itself if it is none. */
export function numberWords(text: string, mark: Mark | undefined): string {
  const value = readSigned(text, mark)
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 8 }
  return value === undefined ? text : new Intl.NumberFormat(locale(), format).format(value)
}

/** A date as it was read, in the person’s language; the text itself if it is none. */
export function dateWords(text: string, order: DateOrder | undefined): string {
  const date = readDate(text, order)
  return date === undefined ? text : dateText(date, { year: 'numeric', month: 'long', day: 'numeric' })
}
