// The languages that people can choose. To add one, add a line here, a catalog, and a line in web/language.ts.

/** A language: its code, its own name, and the default locale for dates and numbers. */
export const languages = [
  { code: 'en', name: 'English', locale: 'en-US' },
  { code: 'de', name: 'Deutsch', locale: 'de-DE' },
  { code: 'es', name: 'Español', locale: 'es-ES' },
  { code: 'fr', name: 'Français', locale: 'fr-FR' },
] as const

/** The code of a language. */
export type Language = (typeof languages)[number]['code']

/** The first available language among those that a browser prefers, in order; English if there is none. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find(({ code }) => code === tag.trim().slice(0, 2).toLowerCase())
    if (found && /^[a-z]{2}(?:$|[-_])/i.test(tag.trim())) return found.code
  }
  return 'en'
}

/** The first of our languages in a header Accept-Language, such as `de-AT,de;q=0.9,en;q=0.8`, by preference. */
export function languageAccepted(header = ''): Language {
  const wanted = header
    .slice(0, 1000)
    .split(',')
    .map((one) => {
      const [tag = '', ...more] = one.split(';')
      const weight = more.map((part) => /^\s*q=([\d.]+)\s*$/.exec(part)?.[1]).find((found) => found !== undefined)
      return { tag: tag.trim(), weight: Number(weight ?? 1) }
    })
  const accepted = wanted.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  return languageOf(accepted.map(({ tag }) => tag))
}

/** The locale for a language: the browser's first choice for it, such as `de-AT`, otherwise the default one. */
export function localeOf(language: Language, wanted: readonly string[] = []): string {
  const usual = languages.find(({ code }) => code === language)!.locale
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? usual
}
