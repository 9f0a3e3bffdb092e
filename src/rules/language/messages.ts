import { firstOf } from '../elements.ts'
// Every text for people, on a page, in an email or in a file, is written in English where it is used, as an ICU
// message: `{name}` stands for a value, `{count, plural, one {# day} other {# days}}` for a number with its words. The
// English text is the key of its translations. `@@` and a word after a message distinguish two meanings of one text;
// they are not shown.

/** The values for a message’s braces. */
export type TextValues = { readonly [name: string]: string | number }

/** Translates messages to one language. `locale` is for dates and numbers; US English if undefined. */
export type Translate = { (message: string, values?: TextValues): string; readonly locale?: string }

/** The language of a translator, such as `de`. */
export function codeOf({ locale = 'en' }: Translate): string {
  return firstOf(locale.split('-'))
}

type Part = string | { readonly name: string; readonly cases?: Readonly<Record<string, readonly Part[]>> }

/** Marks a text that is translated where it is shown, such as a label in a table of declarations. */
export const msg = <const M extends string>(message: M): M => message

/** Translates from English with a catalog; messages that it lacks stay English. */
export function translator(locale: string, catalog: Readonly<Record<string, string>> = {}): Translate {
  const translate = (message: string, values?: TextValues) =>
    fill(catalog[message] ?? message.replace(/@@.*$/s, ''), values, locale)
  return Object.assign(translate, { locale })
}

/** For texts that are always English: error messages of the API, and the command line. */
export const english = translator('en-US')

/** A message with its values filled in; a missing value becomes an empty text. */
export function fill(message: string, values: TextValues = {}, locale = 'en'): string {
  return message.includes('{') ? print(partsOf(message), values, locale) : message
}

function print(parts: readonly Part[], values: TextValues, locale: string, count?: number): string {
  return parts
    .map((part) => {
      if (typeof part === 'string')
        return count === undefined ? part : part.replaceAll('#', numberFormat(locale).format(count))
      const value = values[part.name] ?? ''
      if (!part.cases) return String(value)
      const kind = `=${value}` in part.cases ? `=${value}` : pluralRules(locale).select(Number(value))
      return print(part.cases[kind] ?? part.cases.other ?? [], values, locale, Number(value))
    })
    .join('')
}

const known = new Map<string, readonly Part[]>()

/** The parts of a message, parsed once. */
function partsOf(message: string): readonly Part[] {
  const before = known.get(message)
  if (before) return before
  const pieces = bracketed(message)
  const parts = [...pieces.found.flatMap(({ before, inside }) => [before, argumentOf(inside)]), pieces.rest]
  known.set(message, parts)
  return parts
}

function argumentOf(inside: string): Part {
  const [, name = '', cases] = /^(\w+)(?:, plural, (.*))?$/s.exec(inside) ?? []
  if (cases === undefined) return { name }
  const found = bracketed(cases).found.map(({ before, inside }) => [before.trim(), partsOf(inside)])
  return { name, cases: Object.fromEntries(found) }
}

/** The outermost pairs of braces in a text: the text before and inside each, and the rest. */
function bracketed(text: string): { found: { before: string; inside: string }[]; rest: string } {
  const found: { before: string; inside: string }[] = []
  let [from, open, depth] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{' && depth++ === 0) open = at
    if (text[at] === '}' && --depth === 0) {
      found.push({ before: text.slice(from, open), inside: text.slice(open + 1, at) })
      from = at + 1
    }
  }
  return { found, rest: text.slice(from) }
}

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(locale: string): Intl.PluralRules {
  const made = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, made)
  return made
}

const numbers = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string): Intl.NumberFormat {
  const made = numbers.get(locale) ?? new Intl.NumberFormat(locale)
  numbers.set(locale, made)
  return made
}
