import { dateText } from '../time.ts'

/** What fields are called on a page, by their names in the API. */
export type Labels = Readonly<Record<string, string>>

/**
 * Reads what the server said against an item: it begins with the name of a field. Gives that field, if the page has it,
 * and the sentence in the words of the page.
 */
export function explain(message: string, labels: Labels): { field: string | undefined; text: string } {
  const plain = inPlainWords(message)
  const [, first = ''] = /^([A-Za-z]\w*)(?=[\s.:])/.exec(message) ?? []
  const field = first.charAt(0).toLowerCase() + first.slice(1)
  const label = labels[field]
  if (label === undefined) return { field: undefined, text: plain }
  return { field, text: label + plain.slice(first.length).replace(/^\.[\w.]+/, '') }
}

/** The words that people use, in place of those of the API. */
export function inPlainWords(message: string): string {
  const words: [RegExp, string][] = [
    [/\bcustom field items?\b/g, 'choice'],
    [/must be at least 1 characters/g, 'is needed'],
    [/\bjobcode/g, 'job'],
    [/\bJobcode/g, 'Job'],
    [/\bpermission manage_users\b/g, 'permission to manage people'],
    [/\bpermission manage_jobcodes\b/g, 'permission to manage jobs'],
  ]
  return words.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), message)
}

/** What the server said against time, without names that only programs know. */
export function plain(message: string): string {
  const text = message
    .replace(/^\w+: /, '')
    .replaceAll(/\bjobcode/gi, 'job')
    .replaceAll(/\btimesheet/gi, 'entry')
    .replaceAll(/\d{4}-\d\d-\d\d(?!T)/g, (date) => dateText(date))
    .replace(/ \(\d+\)/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
