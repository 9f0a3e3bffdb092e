import { addDays, weekdayNames } from '../../../src/rules/time/calendar.ts'
import { locale, t } from '../../language.ts'
import { dateText } from '../../time.ts'
import type { Known } from './refusal_texts.ts'

// Translates the server's refusals for people in the app. The API answers in English, because programs rely on its
// texts. A text listed in refusal_texts.ts is shown as the message next to it; all others are shown unchanged.

type Pattern = { regex: RegExp; names: readonly string[]; message: string }
type Patterns = { fields: readonly Pattern[]; others: readonly Pattern[] }

let patterns: Patterns = { fields: [], others: [] }
let loading: Promise<void> | undefined

/**
 * Loads the texts, which are not part of the app's first load. Call it before showing a refusal. Without a network,
 * refusals stay in English.
 */
export function loadRefusals(): Promise<void> {
  loading ??= import('./refusal_texts.ts').then(
    ({ ofFields, others }) => {
      patterns = { fields: ofFields.map(patternOf), others: others.map(patternOf) }
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

function patternOf([text, message]: Known): Pattern {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const source = text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('(.+?)')
  return { regex: new RegExp(`^${source.replace(/\\\.$/, '')}\\.?$`, 'is'), names, message }
}

function said(text: string, known: readonly Pattern[], more: Record<string, string>): string | undefined {
  for (const { regex, names, message } of known) {
    const found = regex.exec(text)
    if (!found) continue
    const values = names.map((name, index) => [name, valueShown(found[index + 1]!)])
    const shown = t(message, { ...Object.fromEntries(values), ...more })
    return text.endsWith('.') && !/[.!?]$/.test(shown) ? `${shown}.` : shown
  }
  return undefined
}

/** Dates, times of the week and numbers are written as on the page. */
function valueShown(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateText(value)
  if (/^\d+\.\d+$/.test(value)) return new Intl.NumberFormat(locale()).format(Number(value))
  const [, number] = /^rule (\d+)$/.exec(value) ?? []
  if (number) return t('Rule {number}', { number })
  const [, day, time] = /^([A-Z][a-z]{2}) (\d\d:\d\d)$/.exec(value) ?? []
  const index = (weekdayNames as readonly (string | undefined)[]).indexOf(day)
  // January 4, 1970 was a Sunday.
  return index < 0 ? value : `${dateText(addDays('1970-01-04', index), { weekday: 'long' })} ${time}`
}

/**
 * The server's text about a field as a sentence with its label, ending in a period if the text does; undefined if the
 * text is unknown.
 */
export function saidOfField(rest: string, label: string): string | undefined {
  return said(rest.replace(/^ /, ''), patterns.fields, { field: label })
}

/**
 * The server's text in the person's language, ending in a period if the text does; undefined if the text is unknown.
 */
export function inOwnLanguage(text: string): string | undefined {
  const { others } = patterns
  const plain = text.replace(/^[a-z_][\w.]*: /i, '')
  // A field of the API that no form has: `submitted_to must not be in the future`.
  const unnamed = text.replace(/^[a-z]+(_[a-z]+)+ /i, '')
  return said(plain, others, {}) ?? said(text, others, {}) ?? said(unnamed, others, {}) ?? asMessage(plain)
}

/** Rules that the app shares with the server, such as those for passwords, already return the app's messages. */
function asMessage(text: string): string | undefined {
  const shown = t(text)
  return shown === text ? undefined : shown
}

/** The server's error, if there is one, as a page shows it. Unknown texts stay in English. */
export function errorText(error: Error): string
export function errorText(error: Error | null): string | undefined
export function errorText(error: Error | null): string | undefined {
  return error ? (inOwnLanguage(error.message) ?? error.message) : undefined
}
