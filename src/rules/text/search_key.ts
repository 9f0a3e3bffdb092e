/** Letters of their own, which no form of Unicode takes apart, as people without them on their keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k', ə: 'e', ς: 'σ' },
}

const lettersOfTheirOwn = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * A text as searches compare it: in lower case, without accents, with ordinary letters, trimmed. `lodz` finds Łódź, and
 * `strasse` Straße. Names that must differ, and identities, are compared by `folded` and `identityKey`.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(lettersOfTheirOwn, (letter) => plainLetters[letter]!)
    .trim()
}
