import type { Reason } from '../../../src/rules/refusals/reason.ts'
import { addDays, weekdayNames } from '../../../src/rules/time/calendar.ts'
import { locale, t } from '../../language.ts'
import { dateText } from '../../time.ts'

// The server's refusals, in the person's language. The API answers in English; the code of the reason says what to show.

/** Why something was refused: a sentence for people, and the server's reason, unless the app itself refused it. */
export type Refused = { readonly message: string; readonly reason?: Reason | undefined }

let messages: Readonly<Record<string, string>> = {}
let loading: Promise<void> | undefined

/** Loads the messages, which are not part of the app's first load. Without a network, refusals stay in English. */
export function loadRefusals(): Promise<void> {
  loading ??= import('./refusal_messages.ts').then(
    ({ refusalMessages }) => {
      messages = refusalMessages
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

/** The sentence for people, with the field's `label` or its name in the API; the server's `text` if there is none. */
export function refusalText(text: string, reason: Reason | undefined, label?: string): string {
  const message = reason && messages[reason.code]
  const field = label ?? capitalized(reason?.field ?? '')
  if (message === undefined || (field === '' && message.includes('{field}'))) return sentence(text)
  const values = Object.entries(reason?.values ?? {}).map(([name, value]) => [
    name,
    // What a text must be is in words of ours, a name is not.
    name === 'expected' ? t(String(value)) : valueShown(String(value)),
  ])
  return withPeriod(t(message, { ...Object.fromEntries(values), field }))
}

/** The refusal of an action without the place in it, `steps.3.data.17`, which means nothing to the person at a form. */
export function withoutPlace({ message, reason }: Refused): Refused {
  const [place] = /^steps\.\d+\.data(?:\.\d+)?(?:\.|$)/.exec(reason?.field ?? '') ?? []
  if (!reason || place === undefined) return { message, reason }
  const { field = '', ...why } = reason
  const left = field.slice(place.length)
  return {
    message: message.replace(left === '' ? `${place}: ` : place, ''),
    reason: left === '' ? why : { ...why, field: left },
  }
}

/** Capitalized and with a final period. */
export function sentence(text: string): string {
  return withPeriod(capitalized(text.trim()))
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function withPeriod(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
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

/** Labels of fields on a page, by their API names, as messages. */
export type Labels = Readonly<Record<string, string>>

/** The field of a page that an error is about, if it has it, and the error with the field's label. */
export function explain(error: Refused, labels: Labels): { field: string | undefined; text: string } {
  const [field = ''] = error.reason?.field?.split('.') ?? []
  const label = labels[field]
  if (label === undefined) return { field: undefined, text: error.message }
  return { field, text: refusalText(error.message, error.reason, t(label)) }
}

/** Errors in fields of a form, found before it is sent: a sentence for each field, by its name. */
export class FieldProblems extends Error {
  readonly problems: Readonly<Record<string, string>>
  constructor(problems: Readonly<Record<string, string>>) {
    super(Object.values(problems).join(' '))
    this.problems = problems
  }
}

/** An error in one field of a form, which is shown after the field's label. */
export class FieldProblem extends Error {
  readonly field: string
  constructor(field: string, problem: string) {
    super(problem)
    this.field = field
  }
}
