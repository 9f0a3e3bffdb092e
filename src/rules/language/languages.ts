// The languages that people can choose. Another one is a line here, a catalog, and its line in translate.ts and in
// web/language.ts.

/** A language: its code, its own name, and the locale that decides dates and numbers where the browser names none. */
export const languages = [
  { code: 'en', name: 'English', locale: 'en-US' },
  { code: 'de', name: 'Deutsch', locale: 'de-DE' },
  { code: 'es', name: 'Español', locale: 'es-ES' },
  { code: 'fr', name: 'Français', locale: 'fr-FR' },
] as const

/** The code of a language. */
export type Language = (typeof languages)[number]['code']

/** The first language that we have among those that a browser wants, in its order; English if none. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find(({ code }) => code === tag.trim().slice(0, 2).toLowerCase())
    if (found && /^[a-z]{2}(?:$|[-_])/i.test(tag.trim())) return found.code
  }
  return 'en'
}

/** The locale for a language: the first one of it that a browser wants, such as `de-AT`, else the usual one. */
export function localeOf(language: Language, wanted: readonly string[] = []): string {
  const usual = languages.find(({ code }) => code === language)!.locale
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? usual
}
