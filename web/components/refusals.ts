import { msg } from '../../src/rules/language/messages.ts'
import { t } from '../language.ts'
import { dateText } from '../time.ts'

// What the server refuses people in the app, in their language. The API answers in English, as programs rely on it; a text
// that is one of these is shown as the message beside it, with the values that stand in its braces. All others are shown
// as they come. test/web_rules/refusals.test.ts finds each text in the server.

type Known = readonly [text: string, message: string]

/** About a field of a form, after its name. */
const ofFields: readonly Known[] = [
  ['must be at most {max} characters', msg('{field} must be at most {max} characters')],
  ['must be at least {min} characters', msg('{field} must be at least {min} characters')],
  ['must be a whole number', msg('{field} must be a whole number')],
  ['must be between {min} and {max}', msg('{field} must be between {min} and {max}')],
  ['must be a number from {min} to {max}', msg('{field} must be a number from {min} to {max}')],
  ['must be a date as YYYY-MM-DD', msg('{field} must be a date as YYYY-MM-DD')],
  [': must be a date such as 2026-03-14', msg('{field}: must be a date such as 2026-03-14')],
  [': must not be before start_date', msg('{field}: must not be before the start date')],
  ['must not be before start_date ({date})', msg('{field}: must not be before the start date')],
  [': {value} is taken', msg('{field}: {value} is taken')],
  [': another group is called {name}', msg('{field}: another group is called {name}')],
  [': another custom field is called {name}', msg('{field}: another custom field is called {name}')],
  [
    ': another jobcode under the same parent is called {name}',
    msg('{field}: another job under the same parent is called {name}'),
  ],
  [
    ': {value} is used by another jobcode under the same parent',
    msg('{field}: {value} is used by another job under the same parent'),
  ],
  [': there is already a calendar {name}', msg('{field}: there is already a calendar {name}')],
  [': this is not the code that your app shows now', msg('{field}: that code isn’t right. Try the current one')],
  [': nothing can be placed under a jobcode of type {type}', msg('{field}: nothing can be placed inside this job')],
  [': a jobcode cannot be under itself', msg('{field}: a job can’t be inside itself')],
]

/** About an entry, a request or a whole page, after the name of a field if there is one. */
const others: readonly Known[] = [
  ['time through {date} is approved', msg('Time through {date} is approved')],
  ['time through {date} is submitted', msg('Time through {date} is submitted')],
  ['required, because time through {date} is approved', msg('Required, because time through {date} is approved')],
  ['your time up to {date} is approved', msg('Your time up to {date} is approved')],
  ['the timesheet is locked', msg('The entry is locked')],
  ['overlaps timesheet {id} ({span})', msg('It overlaps another entry')],
  ['the user is on the clock already (timesheet {id})', msg('The user is on the clock already')],
  ['there is no active user {id}', msg('This person was archived')],
  ['you may not record time of this user', msg('You may not record time for this person')],
  [
    'recording or changing past time needs the permission manage_my_timesheets',
    msg('Only your manager can change past time'),
  ],
  ['TS-1006: time_tracking is off for this user', msg('Time tracking is off for this person')],
  ['there is no jobcode {id}', msg('This job no longer exists')],
  ['the jobcode {name} is archived', msg('The job {name} is archived')],
  ['the jobcode {name} is not assigned to the user', msg('The job {name} is not assigned to this person')],
  ['{name} has jobcodes below it; choose one of them', msg('{name} has jobs inside it; choose one of them')],
  ['{date} is a holiday that is paid already (timesheet {id})', msg('{date} is a holiday that is paid already')],
  ['{name} ({id}) is required', msg('{name} is required')],
  ['{name} ({id}) does not offer {value} here', msg('{name} does not offer {value} here')],
  ['end must be after start', msg('The end must be after the start')],
  ['start of a running timesheet must not be in the future', msg('The start can’t be in the future')],
  [
    'start of a running timesheet must be within the last 7 days',
    msg('A running entry can’t have started more than 7 days ago'),
  ],
  ['a timesheet must not be longer than 7 days', msg('An entry can’t be longer than 7 days')],
  ['duration must be at most {length}, from start to end', msg('The duration must be at most {length}')],
  ['at most {count} corrections may wait at a time', msg('At most {count} corrections may wait at a time')],
  ['the request is archived', msg('The request is archived')],
  [
    'only those who may approve time off can change an approved entry',
    msg('Only approvers can change approved time off'),
  ],
  ['you may not approve time off for this user', msg('You may not approve time off for this person')],
  ['you may not enter time off for this user', msg('You may not enter time off for this person')],
  ['you may not request time off for this person', msg('You may not request time off for this person')],
  ['your schedule permissions do not cover this event', msg('You may not change this shift')],
  ['only administrators may do this', msg('Only administrators may do this')],
  ['there is nothing with that name or id', msg('It no longer exists or isn’t visible to you')],
  [
    'the company does not allow requests from this address',
    msg('Your company does not allow access from this network'),
  ],
  [
    'more than {max} requests in {seconds} seconds; try again in {wait}',
    msg('Too many requests. Try again in {wait} seconds'),
  ],
  ['the change could not be stored; try again', msg('The change could not be saved. Try again')],
]

/** The texts of the server that are known, for the test that finds them there. */
export const knownTexts = [...ofFields, ...others].map(([text]) => text)

type Pattern = { regex: RegExp; names: readonly string[]; message: string }

let patterns: { fields: readonly Pattern[]; others: readonly Pattern[] } | undefined

function read() {
  patterns ??= { fields: ofFields.map(patternOf), others: others.map(patternOf) }
  return patterns
}

function patternOf([text, message]: Known): Pattern {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const source = text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('(.+?)')
  return { regex: new RegExp(`^${source}\\.?$`, 'is'), names, message }
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

/** Dates are written as on the page. */
function valueShown(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateText(value) : value
}

/** What the server says about a field, in a sentence with its label, and a period if it has one; undefined if the text is not known. */
export function saidOfField(rest: string, label: string): string | undefined {
  return said(rest.replace(/^ /, ''), read().fields, { field: label })
}

/** The server's text in the person's language, with a period if it has one; undefined if it is not known. */
export function inOwnLanguage(text: string): string | undefined {
  const { others } = read()
  return said(text.replace(/^[a-z_][\w.]*: /i, ''), others, {}) ?? said(text, others, {})
}

/** The server's error as a page shows it. What is not known stays as it came, in English. */
export function errorText({ message }: Error): string {
  return inOwnLanguage(message) ?? message
}
