// The plural of a company’s own word for a job, for companies that have not entered it. It uses the regular forms of
// the app’s languages.

type Ending = readonly [ending: RegExp, plural: string]

/** Endings by language; the first match applies. Most German nouns have no regular plural and stay unchanged. */
const endings: Readonly<Record<string, readonly Ending[]>> = {
  en: [
    [/([^aeiou])y$/i, '$1ies'],
    [/(s|x|z|ch|sh)$/i, '$1es'],
    [/$/, 's'],
  ],
  es: [
    [/z$/i, 'ces'],
    [/[áa]n$/i, 'anes'],
    [/én$/i, 'enes'],
    [/ín$/i, 'ines'],
    [/ón$/i, 'ones'],
    [/ún$/i, 'unes'],
    [/([aeoáéó])$/i, '$1s'],
    [/(s|x)$/i, '$1'],
    [/$/, 'es'],
  ],
  fr: [
    [/(s|x|z)$/i, '$1'],
    [/(eau|au|eu)$/i, '$1x'],
    [/al$/i, 'aux'],
    [/$/, 's'],
  ],
  de: [
    [/(ung|heit|keit|schaft|tät|ion)$/i, '$1en'],
    [/e$/i, 'en'],
  ],
}

/** Prepositions that introduce a description of the noun; the noun itself ends before them. */
const describes: Readonly<Record<string, RegExp>> = {
  es: /\s+(?:de|del|para|con|en|por|a)\s.*$/i,
  fr: /\s+(?:de|du|des|d’|d'|pour|avec|en|à)\s?.*$/i,
}

/** A word that is probably already plural. */
const pluralInEnglish = /[^su]s$|ies$/i

/** The plural of a noun in a language, by its regular forms. */
export function pluralOf(noun: string, language: string): string {
  const rest = describes[language]?.exec(noun)?.[0] ?? ''
  const own = noun.slice(0, noun.length - rest.length)
  if (language === 'en') return pluralInEnglish.test(own) ? noun : inPlural(own, 'en')
  if (language === 'de') return inPlural(own, 'de')
  // The adjective follows the noun and is plural, too.
  const words = own.split(' ').map((word) => inPlural(word, language))
  return words.join(' ') + rest
}

function inPlural(word: string, language: string): string {
  const found = (endings[language] ?? []).find(([ending]) => ending.test(word))
  return found && word !== '' ? word.replace(found[0], found[1]) : word
}
