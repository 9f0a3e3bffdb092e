/// <reference path="./catalogs.d.ts" />
import { type Language, languageOf, localeOf } from '../src/rules/language/languages.ts'
import { type Translate, translator } from '../src/rules/language/messages.ts'

// The language of the app. English texts are in the code; the catalogs of other languages are loaded before anything is
// shown. So call `t` while a page renders, never while a module loads.

type Catalog = { default: Readonly<Record<string, string>> }

const catalogs: Record<Exclude<Language, 'en'>, () => Promise<Catalog>> = {
  de: () => import('../src/rules/language/catalogs/de.po'),
  es: () => import('../src/rules/language/catalogs/es.po'),
  fr: () => import('../src/rules/language/catalogs/fr.po'),
}

/** The storage key of the language that the signed-in person chose, so the device knows it before asking the server. */
const key = 'language'

let translate: Translate = translator('en')
let here: string | undefined

/** A text in the person’s language; `values` replace the names in its braces. */
export const t: Translate = (message, values) => translate(message, values)

/**
 * The locale of dates and numbers, such as `de-AT`; undefined before a language is loaded, which means the browser’s
 * own.
 */
export function locale(): string | undefined {
  return here
}

/** A noun inside a sentence, in lower case unless the language capitalizes nouns. */
export function inSentence(noun: string): string {
  return here?.startsWith('de') ? noun : noun.toLowerCase()
}

/** Loads the language of this device: the chosen one, or else the first of the browser’s languages that the app has. */
export async function loadLanguage(): Promise<void> {
  const wanted = languageHere()
  // English is better than nothing.
  const loaded = wanted === 'en' ? undefined : await catalogs[wanted]().catch(() => undefined)
  const catalog = loaded?.default
  here = localeOf(catalog ? wanted : 'en', navigator.languages)
  translate = translator(here, catalog)
  document.documentElement.lang = here
}

/** Reloads the app in the language that the person chose; '' leaves the choice to the browser. */
export function followLanguage(chosen: string): void {
  const before = languageHere()
  if (chosen) localStorage.setItem(key, chosen)
  else localStorage.removeItem(key)
  if (languageHere() !== before) location.reload()
}

function languageHere(): Language {
  const chosen = localStorage.getItem(key)
  return languageOf(chosen ? [chosen] : navigator.languages)
}
