import type { DateOrder } from './plan.ts'

/** `YYYY-MM-DD` of a date as people write it; undefined when it is none. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!)
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!other) return undefined
  const [, first = '', mark, second = '', year = ''] = other
  // With points, the day comes first everywhere.
  return order === 'day' || mark === '.' ? dateOf(year, second, first) : dateOf(year, first, second)
}

/** Whether a date reads differently with the day or the month first. */
export function isSlashed(text: string): boolean {
  return /^\d{1,2}[-/]\d{1,2}[-/]\d{4}$/.test(text)
}

/** What most dates of a file say about their order: a number above 12 is a day. */
export function orderOf(texts: readonly string[], usual: DateOrder): DateOrder {
  const parts = texts.filter(isSlashed).map((text) => text.split(/[-/]/).map(Number))
  const dayFirst = parts.filter(([first = 0, second = 0]) => first > 12 && second <= 12).length
  const monthFirst = parts.filter(([first = 0, second = 0]) => second > 12 && first <= 12).length
  if (dayFirst === monthFirst) return usual
  return dayFirst > monthFirst ? 'day' : 'month'
}

/** A number as people write it: `1,234.50`, `37,5`, `$ 24`. Undefined when it is none. */
export function readNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s$€£']/g, '')
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
  const german = /^\d{1,3}(\.\d{3})+(,\d+)$/.test(grouped) ? grouped.replaceAll('.', '') : grouped
  const plain = german.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

/** Yes or no in the words that people use; undefined when it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['yes', 'y', 'true', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí'].includes(word)) return true
  return ['no', 'n', 'false', '0', '-', 'off', 'nein', 'non'].includes(word) ? false : undefined
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // The 31st of April would become the 1st of May.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
