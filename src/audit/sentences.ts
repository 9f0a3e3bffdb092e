import { instantPattern, propertiesOf } from '../engine/fields.ts'
import { resourceNamed } from '../engine/resource.ts'
import { firstOf, hasKey } from '../rules/elements.ts'
import { msg, type Translate } from '../rules/language/messages.ts'
import { datesText } from '../rules/notifications/format_times.ts'
import { exportTitles } from '../rules/reports/export_titles.ts'
import { entryOf } from '../rules/settings/forms.ts'
import { isDate, printUtc } from '../rules/time/calendar.ts'
import { tables } from '../tables/tables.ts'
import type { AuditLine } from './chain.ts'
import { changesIn, keyOf, type Names, referenceOf } from './lines.ts'

/** What happened, as a sentence. `{who}` did it; `{what}` is the record that it is about. */
const events: Record<string, string> = {
  added: msg('{who} added {what}.'),
  archived: msg('{who} archived {what}.'),
  restored: msg('{who} restored {what}.'),
  deleted: msg('{who} deleted {what}.'),
  anonymized: msg('{who} anonymized {what}.'),
  'data exported': msg('{who} downloaded the data of {what}.'),
  'signed in': msg('{who} signed in.'),
  'signed out': msg('{who} signed out.'),
  'sessions ended': msg('{who} ended sessions of {what}.'),
  'sign-in failed': msg('A sign-in failed: {what}.'),
  'sign-in locked out': msg('Too many failed sign-ins: {what}. Further attempts were refused for a while.'),
  'password check failed': msg('{who} entered a wrong password.'),
  'password check locked out': msg('{who} entered a wrong password too often.'),
  'address refused': msg('A sign-in from an address that is not allowed was refused.'),
  'password link made': msg('{who} created a link to set a new password for {what}.'),
  'invitation made': msg('{who} invited {what}.'),
  'factor added': msg('{who} added a second factor for {what}.'),
  'factor removed': msg('{who} removed a second factor of {what}.'),
  'factors removed': msg('{who} removed all second factors of {what}.'),
  'recovery codes replaced': msg('{who} replaced the recovery codes of {what}.'),
  'recovery code used': msg('{what} used a recovery code.'),
  'passkey added': msg('{who} added a passkey for {what}.'),
  'passkey removed': msg('{who} removed a passkey of {what}.'),
  'calendar link made': msg('{who} created the calendar link of {what}.'),
  'calendar link removed': msg('{who} removed the calendar link of {what}.'),
  'token made': msg('{who} created an access token for {what}.'),
  'token changed': msg('{who} changed an access token of {what}.'),
  'token revoked': msg('{who} revoked an access token of {what}.'),
  'application allowed': msg('{what} allowed an application to act for them.'),
  'application disallowed': msg('{what} no longer allows an application to act for them.'),
  'application registered': msg('{who} registered an application.'),
  'application changed': msg('{who} changed an application.'),
  'application removed': msg('{who} removed an application.'),
  'application secret replaced': msg('{who} replaced the secret of an application.'),
  'SCIM token made': msg('{who} created a SCIM token.'),
  'SCIM token deleted': msg('{who} deleted a SCIM token.'),
  'settings changed': msg('{who} changed the settings for {part}.'),
  'company created': msg('{who} created the company.'),
  'pay rate added': msg('{who} set the pay of {what} to {rate} from {from}.'),
  'pay rate removed': msg('{who} removed the pay rate of {what} from {from}.'),
  'pay run reopened': msg('{who} reopened {what}.'),
  'time off policy saved': msg('{who} changed how {what} accrues.'),
  'time off policy deleted': msg('{who} deleted the accrual rule of {what}.'),
  'time off balance adjusted': msg('{who} adjusted the time off balance of {what} by {hours} hours.'),
  'holiday calendar saved': msg('{who} changed {what}.'),
  'holiday calendar deleted': msg('{who} deleted {what}.'),
  'holidays added': msg('{who} added holidays to {what}.'),
  'holiday removed': msg('{who} removed a holiday from {what}.'),
  'allowed addresses changed': msg('{who} changed the addresses that may use this company.'),
  'group reminder saved': msg('{who} changed a reminder of {what}.'),
  'report saved': msg('{who} saved {what}.'),
  'report deleted': msg('{who} deleted {what}.'),
  'shift template added': msg('{who} added {what}.'),
  'shift template changed': msg('{who} changed {what}.'),
  'shift template deleted': msg('{who} deleted {what}.'),
  'report sent': msg('{what} was sent by email.'),
  'export made': msg('{who} exported “{file}” for {dates}.'),
  'audit exported': msg('{who} exported the audit.'),
  'webhook added': msg('{who} added {what}, which sends to {host}.'),
  'webhook changed': msg('{who} changed {what}, which sends to {host}.'),
  'webhook switched off': msg('The server switched off {what}, which sends to {host}: {part}.'),
  'webhook secret replaced': msg('{who} replaced the secret of {what}.'),
  'webhook deleted': msg('{who} deleted {what}.'),
  'webhook replayed': msg('{who} sent messages of {what} again.'),
  'webhook rewound': msg('{who} sent messages of {what} again.'),
  'import begun': msg('{who} started an import from {host}.'),
  'import ended': msg('{who} finished an import from {host}; records written: {count}.'),
  'retention changed': msg('{who} changed how many days {part} are kept, from {before} to {after}; 0 means forever.'),
  'hold added': msg('{who} put {what} on legal hold.'),
  'hold released': msg('{who} released a legal hold of {what}.'),
  'inspector added': msg('{who} let {what} inspect the company’s records.'),
  'inspector ended': msg('{who} ended the inspection by {what}.'),
  'records inspected': msg('{who} looked at records: {part}.'),
  'old records deleted': msg(
    '{who} deleted records of {part} from before {before}, as the company has chosen: {count}.',
  ),
  'clock confirmed': msg('{who} confirmed that the server’s clock is right.'),
  'clock repaired': msg('{who} took back what a wrong clock of the server had caused: {count}.'),
  'backup made': msg('{who} made a backup of the server: {part}.'),
  'backup restored': msg('{who} restored the server from a backup: {part}.'),
  'test email sent': msg('{who} sent a test email.'),
  'sample data added': msg('{who} added sample data.'),
  'sample data removed': msg('{who} removed the sample data.'),
}

/** The names of fields where they differ from their names in the API. */
const labels: Record<string, string> = {
  first_name: msg('First name'),
  last_name: msg('Last name'),
  display_name: msg('Display name'),
  username: msg('Username'),
  email: msg('Email'),
  mobile_number: msg('Mobile phone'),
  group_id: msg('Group'),
  employee_number: msg('Employee number'),
  payroll_id: msg('Payroll ID'),
  hire_date: msg('Hire date'),
  permissions: msg('Permissions'),
  pay_rate: msg('Pay rate'),
  password: msg('Password'),
  short_code: msg('Short code'),
  name: msg('Name'),
}

type Given = { companyId: number; names: Names; t: Translate }

/** A line as a sentence, with current names. */
export function auditSentence(line: AuditLine, given: Given): string {
  const { t } = given
  const who = authorOf(line, given)
  const what = subjectOf(line, given)
  const changes = Object.entries(changesIn(line))
  if (line.event === 'setting changed') return settingSentence(line, who, what, t)
  if (line.event === 'changed') return changeSentence(line, changes, { who, what }, given)
  const sentence = events[line.event] ?? msg('{who}: {event}')
  const details = JSON.parse(line.details)
  const rate: { rate?: number; from?: string | null } | undefined = details.rate
  return t(sentence, {
    ...{ who, what, event: line.event },
    host: String(details.host ?? ''),
    ...recordsKept(details, t),
    ...exported(details, t),
    part: String(details.what ?? details.target ?? ''),
    from: rate ? dated(rate.from, t) || t('the beginning') : dated(details.from, t),
    to: dated(details.to, t),
    rate: rate?.rate === undefined ? '' : moneyText(rate.rate, t),
    hours: String(Math.round((Number(details.seconds ?? 0) / 3600) * 100) / 100),
  })
}

/** A value in a sentence; dates are written as everywhere. */
function dated(value: unknown, t: Translate): string {
  const text = String(value ?? '')
  return isDate(text) ? datesText(text, text, t) : text
}

/** The values in sentences about exports: what was exported, and for which dates. */
function exported({ target, from, to }: Record<string, unknown>, t: Translate) {
  return {
    file: hasKey(exportTitles, target) ? t(exportTitles[target]) : String(target ?? ''),
    dates: target && from && to ? datesText(String(from), String(to), t) : '',
  }
}

/** The values in sentences about retention and imports: how many records, from before when, and for how many days. */
function recordsKept({ written, count, before, changes }: Record<string, unknown>, t: Translate) {
  const { days } = propertiesOf(changes)
  const [was, is] = Array.isArray(days) ? days : []
  return { count: String(written ?? count ?? ''), before: dated(was ?? before, t), after: dated(is, t) }
}

/** Who did it: a person, a program, a command, or the server. */
export function authorOf(
  line: Pick<AuditLine, 'user_id' | 'user_company' | 'source' | 'program' | 'personal'>,
  { companyId, names, t }: Given,
): string {
  const { user_id, user_company, source, program } = line
  if (user_id > 0)
    return names.get(keyOf('users', user_id, user_company || companyId)) ?? t('Person {id}', { id: user_id })
  if (source === 'server') return t('The server')
  if (source === 'request') return program || t('Someone')
  const { account } = fromOf(line)
  return account ? `${program} (${account})` : program
}

/** Where a line comes from: the address of a request, the account of a command. */
export function fromOf({ personal }: Pick<AuditLine, 'personal'>): { address?: string; account?: string } {
  return (personal === '' ? undefined : JSON.parse(personal).from) ?? {}
}

/** The name of what a line is about. */
export function subjectOf(
  { record_type, record_id, details, personal }: Pick<AuditLine, 'record_type' | 'record_id' | 'details' | 'personal'>,
  { companyId, names, t }: Given,
): string {
  if (record_type === '') return t('the company')
  const name = datesIn(names.get(keyOf(record_type, record_id, companyId)), t)
  if (record_type === 'users') return name ?? t('Person {id}', { id: record_id })
  const sentence = tables[record_type]?.called?.as
  // A record that was deleted for good has its name only in the line, if there.
  const told = { ...JSON.parse(details), ...(personal === '' ? {} : JSON.parse(personal)) }
  if (sentence) return t(sentence, { name: name ?? told.name ?? record_id })
  return `${record_type.replaceAll('_', ' ')} ${record_id}`
}

/** A name that is a range of dates, as people write it. */
function datesIn(name: string | undefined, t: Translate): string | undefined {
  const [, first, last] = /^(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)$/.exec(name ?? '') ?? []
  return first && last ? datesText(first, last, t) : name
}

function settingSentence({ details, record_type }: AuditLine, who: string, what: string, t: Translate): string {
  const { section, key, changes } = JSON.parse(details)
  const label = entryOf(section, key)?.label
  const [before, after] = changes.value.map((value: unknown) => (value === null ? t('the default') : plain(value, t)))
  const values = { who, what, field: label ? t(label) : `${section} ${key}`.replaceAll('_', ' '), before, after }
  return record_type === ''
    ? t('{who} changed the setting “{field}” from {before} to {after}.', values)
    : t('{who} changed the setting “{field}” of {what} from {before} to {after}.', values)
}

function plain(value: unknown, t: Translate): string {
  return typeof value === 'object' ? JSON.stringify(value) : dated(value, t)
}

function changeSentence(
  line: AuditLine,
  all: readonly [string, unknown[]][],
  { who, what }: { who: string; what: string },
  given: Given,
): string {
  const { t } = given
  // A new record gets the day that stands for none: nothing was closed or opened.
  const changes = all.filter(
    ([name, values]) => !hasKey(closing, name) || new Set(values.map(closedThrough)).size !== 1,
  )
  if (changes.length === 0) return t('{who} changed {what}.', { who, what })
  const isSelf = line.record_type === 'users' && line.record_id === line.user_id
  const closed = closedSentence(Object.fromEntries(changes), { who, what, isSelf }, t)
  if (closed) return closed
  const told = changes.map(([name, values]) => changed(line, name, values, given))
  if (told.length === 1) {
    const { field, before, after, secret } = firstOf(told)
    return secret
      ? t('{who} changed “{field}” of {what}.', { who, what, field })
      : t('{who} changed “{field}” of {what} from {before} to {after}.', { who, what, field, before, after })
  }
  const list = told.map(({ field, before, after, secret }) => (secret ? field : `${field}: ${before} → ${after}`))
  return t('{who} changed {what}: {list}.', { who, what, list: list.join('; ') })
}

/** The days through which a person's time is submitted and approved: what was done to them. */
const closing = {
  approved_to: {
    later: msg('{who} approved the time of {what} through {date}.'),
    earlier: msg('{who} took back the approval of the time of {what} after {date}.'),
    none: msg('{who} took back the approval of the time of {what}.'),
    own: msg('{who} approved their own time through {date}.'),
  },
  submitted_to: {
    later: msg('{who} submitted the time of {what} through {date}.'),
    earlier: msg('{who} reopened the time of {what} after {date}.'),
    none: msg('{who} reopened the time of {what}.'),
    own: msg('{who} submitted their time through {date}.'),
  },
} as const

/** A change of these days only, as a sentence. Approving submits, too, and is what people did then. */
function closedSentence(
  changes: Record<string, unknown[]>,
  { who, what, isSelf }: { who: string; what: string; isSelf: boolean },
  t: Translate,
): string | undefined {
  if (!Object.keys(changes).every((name) => hasKey(closing, name))) return undefined
  const name = changes.approved_to ? 'approved_to' : 'submitted_to'
  const [before, after] = (changes[name] ?? []).map(closedThrough)
  if (before === undefined || after === undefined) return undefined
  const how = after > before ? (isSelf ? 'own' : 'later') : after === '' ? 'none' : 'earlier'
  return t(closing[name][how], { who, what, date: dated(after, t) })
}

/** The day through which time is closed; '' for none. */
function closedThrough(date: unknown): string {
  const text = String(date ?? '')
  return isDate(text) && text > nothingClosed ? text : ''
}

/** The day that stands for no submitted or approved time. */
const nothingClosed = '2000-01-01'

/** Fields in which 0 stands for nothing. */
const noneAtZero = new Set(['pay_rate', 'employee_number'])

/** An amount for an hour or a year: `25.50`. */
function moneyText(rate: number, { locale }: Translate): string {
  return rate.toLocaleString(locale ?? 'en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
}

/** A field and its values as people read them. */
function changed({ record_type }: AuditLine, name: string, values: unknown[], given: Given) {
  const { t } = given
  const field = labels[name] ? t(labels[name]) : name.replaceAll('_', ' ')
  if (values.length === 0) return { field, before: '', after: '', secret: true }
  const kinds = resourceNamed(record_type).fields[name]?.schema
  const [before, after] = name === 'permissions' ? differing(values) : values
  const table = referenceOf(record_type, name)
  const show = (value: unknown) => {
    if (noneAtZero.has(name) && Number(value) === 0) return t('nothing')
    return name === 'pay_rate' ? moneyText(Number(value), t) : shown(value, table, kinds ?? {}, given)
  }
  return { field, before: show(before), after: show(after), secret: false }
}

/** The permissions that were revoked, and those that were granted. */
function differing(values: readonly unknown[]): string[] {
  const [before = [], after = []] = values.map((text) =>
    String(text ?? '')
      .split(',')
      .filter(Boolean),
  )
  const less = (some: string[], others: string[]) => some.filter((one) => !others.includes(one)).join(', ')
  return [less(before, after), less(after, before)]
}

function shown(
  value: unknown,
  table: string | undefined,
  { type, pattern }: { type?: unknown; pattern?: unknown },
  { companyId, names, t }: Given,
): string {
  if (type === 'boolean') return value ? t('yes') : t('no')
  if (table && typeof value === 'number' && value > 0) return names.get(keyOf(table, value, companyId)) ?? String(value)
  const isInstant = pattern === instantPattern
  if (value === null || value === '' || value === '0000-00-00' || ((table || isInstant) && value === 0))
    return t('nothing')
  if (isInstant && typeof value === 'number') return printUtc(value)
  return dated(value, t)
}
