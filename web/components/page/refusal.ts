import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { inOwnLanguage, saidOfField } from './refusals.ts'

/** Labels of fields on a page, by their API names, as messages. */
export type Labels = Readonly<Record<string, string>>

/** Errors in several fields of a form, found before it is sent: a sentence for each field, by its name. */
export class FieldProblems extends Error {
  readonly problems: Readonly<Record<string, string>>
  constructor(problems: Readonly<Record<string, string>>) {
    super(Object.values(problems).join(' '))
    this.problems = problems
  }
}

/**
 * Parses the server's error about an item, which starts with a field name. Returns that field, if the page has it, and
 * the message in the page's words.
 */
export function explain(message: string, labels: Labels): { field: string | undefined; text: string } {
  const plain = withWordsOnScreen(message)
  const [, first = ''] = /^([A-Za-z]\w*)(?=[\s.:])/.exec(message) ?? []
  const field = first.charAt(0).toLowerCase() + first.slice(1)
  const label = labels[field]
  if (label === undefined) return { field: undefined, text: inOwnLanguage(message) ?? plain }
  const rest = plain.slice(first.length).replace(/^\.[\w.]+/, '')
  const sentence = `{field}${rest}`
  if (sayings.has(sentence)) return { field, text: t(sentence, { field: t(label) }) }
  const raw = message.slice(first.length).replace(/^\.[\w.]+/, '')
  return { field, text: saidOfField(raw, t(label)) ?? inOwnLanguage(raw.replace(/^: /, '')) ?? t(label) + rest }
}

/** Errors that the forms themselves report, each a sentence with the field's name. */
const sayings: ReadonlySet<string> = new Set([
  msg('{field} is required'),
  msg('{field}: is required'),
  msg('{field} must be a number, like 24.50.'),
])

/** The server's error in the person's language, or at least with the words on screen instead of API terms. */
export function inPlainWords(message: string): string {
  return inOwnLanguage(message) ?? withWordsOnScreen(message)
}

function withWordsOnScreen(message: string): string {
  return message
    .replaceAll(/\bcustom field items?\b/g, 'choice')
    .replaceAll(/must not be empty/g, 'is required')
    .replaceAll(/\bjobcode/g, 'job')
    .replaceAll(/\bJobcode/g, 'Job')
    .replaceAll(/\bpermission manage_users\b/g, 'permission to manage people')
    .replaceAll(/\bpermission manage_jobcodes\b/g, 'permission to manage jobs')
}

/** The server's error about a time entry, without API field names. */
export function plain(message: string): string {
  const known = inOwnLanguage(message)
  if (known !== undefined) return known
  const text = message
    .replace(/^\w+: /, '')
    .replaceAll(/\bjobcode/gi, 'job')
    .replaceAll(/\btimesheet/gi, 'entry')
    .replaceAll(/\d{4}-\d\d-\d\d(?!T)/g, (date) => dateText(date))
    .replace(/ \((?:entry )?\d+\)/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
