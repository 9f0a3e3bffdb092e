import { locale } from '../language.ts'

/** A company’s own word, such as `Project`, as it stands inside a sentence: small, except in German, which keeps it. */
export function insideSentence(word: string): string {
  return locale()?.startsWith('de') ? word : word.toLocaleLowerCase(locale())
}
