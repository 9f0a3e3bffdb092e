import type { Translate } from '../language/messages.ts'
import { isLonger } from '../text/length.ts'
import { isDate, isZone } from '../time/calendar.ts'

/** What each kind of setting needs to know. */
type Limits = {
  number: { min: number; max: number; decimals: 0 | 2 }
  choice: { choices: readonly (string | number)[] }
  text: { min: number; max: number }
} & { [K in 'flag' | 'zone' | 'date' | 'time' | 'columns' | 'jobcodes']: object }

/** The values a setting can have: for the input on the settings page, and for the server's check. */
export type Form<Of extends keyof Limits = keyof Limits> = {
  [K in Of]: Limits[K] & {
    kind: K
    /** True for a setting that groups and people cannot override. */
    company_only?: true
  }
}[Of]

/** On or off, stored as 1 or 0. */
export const flag: Form = { kind: 'flag' }
/** An IANA time zone. */
export const zone: Form = { kind: 'zone' }
/** A date. */
export const date: Form = { kind: 'date' }
/** A time of day. */
export const time: Form = { kind: 'time' }
/** A list of columns. */
export const columns: Form = { kind: 'columns' }
/** A list of ids of jobcodes, which may be empty. */
export const jobcodeIds: Form = { kind: 'jobcodes' }
/** A whole number within these limits. */
export const whole = (min: number, max: number): Form => ({ kind: 'number', min, max, decimals: 0 })
/** A number within these limits, with at most two decimals. */
export const hours = (min: number, max: number): Form => ({ kind: 'number', min, max, decimals: 2 })
/** One of these. */
export const choice = (...choices: (string | number)[]): Form => ({ kind: 'choice', choices })
/** Text of a length within these limits. */
export const text = (min: number, max: number): Form => ({ kind: 'text', min, max })
/** The same for the company only: groups and people cannot override it. */
export const ofCompany = (form: Form): Form => ({ ...form, company_only: true })

type Kind<F> = {
  /** A description of valid values. */
  expected: (form: F, t: Translate) => string
  /** The value as stored; undefined if it is invalid. */
  read: (given: unknown, form: F) => string | number | undefined
}

const kinds: { [K in keyof Limits]: Kind<Form<K>> } = {
  flag: {
    expected: (_, t) => t('1 or 0'),
    read: (given) => flags.get(given),
  },
  number: {
    expected: ({ min, max, decimals }, t) =>
      decimals === 0
        ? t('a whole number from {min} to {max}', { min, max })
        : t('a number from {min} to {max}, with at most two decimals', { min, max }),
    read: numberIn,
  },
  choice: {
    expected: ({ choices }, t) => t('one of {choices}', { choices: choices.join(', ') }),
    read: (given, { choices }) => choices.find((one) => String(one) === String(given)),
  },
  text: {
    expected: ({ min, max }, t) => t('text of {min} to {max} characters', { min, max }),
    read: (given, { min, max }) => textWhere(given, (text) => text.length >= min && !isLonger(text, max)),
  },
  zone: { expected: (_, t) => t('a time zone such as America/Denver'), read: (given) => textWhere(given, isZone) },
  date: {
    expected: (_, t) => t('a date such as 2026-03-14'),
    read: (given) => textWhere(given, (text) => isDate(text) && text >= '1970-01-01' && text <= '2200-12-31'),
  },
  time: { expected: (_, t) => t('a time of day such as 08:00:00'), read: timeOf },
  columns: {
    expected: (_, t) => t('JOBCODE and numbers of custom fields, between commas'),
    read: (given) => textWhere(given, (text) => text.length <= 500 && columnList.test(text)),
  },
  jobcodes: {
    expected: (_, t) => t('ids of jobcodes, between commas'),
    read: (given) => textWhere(given, (text) => text.length <= 500 && (text === '' || idList.test(text))),
  },
}

const flags = new Map<unknown, 0 | 1>(
  [true, 1, '1', false, 0, '0'].map((given) => [given, Number(given) === 1 ? 1 : 0]),
)
const idList = /^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/
const columnList = /^(JOBCODE|\d{1,16})(,(JOBCODE|\d{1,16}))*$/

/** What the value must be, in words. */
export function expected<K extends keyof Limits>(form: Form<K>, t: Translate): string {
  return kinds[form.kind].expected(form, t)
}

/** Parses a value; undefined if it does not fit the form. */
export function accepted<K extends keyof Limits>(form: Form<K>, given: unknown): string | number | undefined {
  return kinds[form.kind].read(given, form)
}

function numberIn(given: unknown, { min, max, decimals }: Form<'number'>): number | undefined {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || !/^-?\d{1,9}(\.\d{1,2})?$/.test(text)) return undefined
  const number = Number(text)
  return number < min || number > max || (decimals === 0 && !Number.isInteger(number)) ? undefined : number
}

/** The trimmed text, if it is valid. */
function textWhere(given: unknown, isRight: (text: string) => boolean): string | undefined {
  const text = typeof given === 'string' ? given.trim() : undefined
  return text !== undefined && isRight(text) ? text : undefined
}

/** Hours and minutes are enough; seconds are appended. */
function timeOf(given: unknown): string | undefined {
  const match = typeof given === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(given.trim()) : null
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : undefined
}
