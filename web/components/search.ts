/** Text as a search sees it: without case, accents and blanks around it. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}

/** Tells whether a folded text holds every word that somebody types, in any order. */
export function finder(words: string): (text: string) => boolean {
  const wanted = folded(words).split(/\s+/)
  return (text) => wanted.every((word) => text.includes(word))
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The order of names and numbers as people expect it: `Lot 2` before `Lot 14`. */
export function inOrder(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
