import { folded } from '../listing/order.ts'

/** The texts by which something is found: its name, where it is, other words for it, and its explanations. */
type Texts = { name: string; detail: string; words?: readonly string[]; texts?: readonly string[] }

/** Something that can be found, and its address. */
export type Findable = Texts & { key: string; href: string }

/**
 * Those in which every word occurs, the best first: it is called so, its name begins so, words of its name or other words
 * for it begin so, words of its explanations do, or they occur anywhere.
 */
export function findIn<F extends Texts>(all: readonly F[], typed: string): F[] {
  const query = folded(typed)
  if (query === '') return []
  const wanted = wordsOf(query)
  return all
    .map((one) => ({ one, rank: rankOf(one, query, wanted) }))
    .filter(({ rank }) => rank < ranks)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}

const ranks = 6

function rankOf({ name, detail, words = [], texts = [] }: Texts, query: string, wanted: readonly string[]): number {
  const called = folded(name)
  const others = words.flatMap((list) => folded(list).split(', '))
  if (called === query || others.includes(query)) return 0
  if (called.startsWith(query)) return 1
  const nameWords = wordsOf(called)
  if (begin(nameWords, wanted)) return 2
  if (begin([...nameWords, ...others.flatMap(wordsOf)], wanted)) return 3
  const all = [name, detail, ...words, ...texts].map(folded)
  if (begin(all.flatMap(wordsOf), wanted)) return 4
  // Only words that are long enough say something within another one: compounds of German.
  const within = all.join(' ')
  return wanted.every((word) => word.length >= withinMin && within.includes(word)) ? 5 : ranks
}

const withinMin = 4

/** Whether each wanted word is the beginning of one of the words. */
function begin(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => words.some((word) => word.startsWith(one)))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
