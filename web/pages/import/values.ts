import { msg } from '../../../src/rules/language/messages.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import type { DateOrder } from './plan.ts'

/** The words for yes and no in a file. */
export const [yes, no] = [msg('yes'), msg('no')]

/** Parses a date as people write it into `YYYY-MM-DD`; undefined if it is not a date. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!)
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!other) return undefined
  const [, first = '', mark, second = '', year = ''] = other
  // With dots, the day always comes first.
  return order === 'day' || mark === '.' ? dateOf(year, second, first) : dateOf(year, first, second)
}

/** Whether a date is ambiguous between day first and month first. */
export function isSlashed(text: string): boolean {
  return /^\d{1,2}[-/]\d{1,2}[-/]\d{4}$/.test(text)
}

/** The order that most dates of a file imply: a number above 12 is a day. */
export function orderOf(texts: readonly string[], usual: DateOrder): DateOrder {
  const parts = texts.filter(isSlashed).map((text) => text.split(/[-/]/).map(Number))
  const dayFirst = parts.filter(([first = 0, second = 0]) => first > 12 && second <= 12).length
  const monthFirst = parts.filter(([first = 0, second = 0]) => second > 12 && first <= 12).length
  if (dayFirst === monthFirst) return usual
  return dayFirst > monthFirst ? 'day' : 'month'
}

/** Parses a number as people write it: `1,234.50`, `37,5`, `$ 24`. Undefined if it is not a number. */
export function readNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s$€£']/g, '')
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
  const german = /^\d{1,3}(\.\d{3})+(,\d+)$/.test(grouped) ? grouped.replaceAll('.', '') : grouped
  const plain = german.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

/** Whether a cell contains this word, in English or in the person’s language. */
export function isWord(text: string, message: string): boolean {
  return [message, t(message)].some((word) => folded(word) === folded(text))
}

/** Parses yes or no in common words; undefined if it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (isWord(text, yes)) return true
  if (isWord(text, no)) return false
  if (['y', 'true', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí'].includes(word)) return true
  return ['n', 'false', '0', '-', 'off', 'nein', 'non'].includes(word) ? false : undefined
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // April 31 would become May 1.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
