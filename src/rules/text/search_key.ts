/** Letters of their own, which no form of Unicode takes apart, each before how people without it on their keyboard type it. */
const ownLetters = 'ßss æae œoe þth øo łl đd ðd ħh ŧt ŋn ıi ĸk əe ςσ'

const plainLetters = new Map(ownLetters.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))

const anyOwnLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/**
 * A text as searches compare it: in lower case, without accents, with ordinary letters, trimmed. `lodz` finds Łódź, and
 * `strasse` Straße. Names that must differ, and identities, are compared by `folded` and `identityKey`.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(anyOwnLetter, (letter) => plainLetters.get(letter)!)
    .trim()
}
