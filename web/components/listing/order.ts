import { searchKey } from '../../../src/rules/text/search_key.ts'
import { locale } from '../../language.ts'

/** Text normalized for search: lowercase, without accents, trimmed. */
export const folded = searchKey

/** Returns a test for whether a normalized text contains all of the words, in any order. */
export function finder(words: string): (text: string) => boolean {
  const wanted = folded(words).split(/\s+/)
  return (text) => wanted.every((word) => text.includes(word))
}

let collator: Intl.Collator | undefined

/** Natural sort order: `Lot 2` before `Lot 14`. */
export function inOrder(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  collator ??= new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' })
  return collator.compare(String(a), String(b))
}
