import type { AuditEntry } from '../engine/audited.ts'
import { propertiesOf } from '../engine/fields.ts'
import { type Input, securityRules } from '../sight/security.ts'
import type { AuditEvent } from './write.ts'

// Audit entries for writes that do not change records: sign-ins, tokens, pay, and rules with their own tables.

/** The group of each security event that is also audited. Changes to people's records cover the others. */
const kinds: Record<string, string> = {
  'company created': 'settings',
  'signed in': 'sign_ins',
  'signed out': 'sign_ins',
  'sessions ended': 'sign_ins',
  'password link made': 'sign_ins',
  'invitation made': 'sign_ins',
  'factor added': 'sign_ins',
  'factor removed': 'sign_ins',
  'factors removed': 'sign_ins',
  'recovery codes replaced': 'sign_ins',
  'recovery code used': 'sign_ins',
  'passkey added': 'sign_ins',
  'passkey removed': 'sign_ins',
  'calendar link made': 'tokens',
  'calendar link removed': 'tokens',
  'token made': 'tokens',
  'token changed': 'tokens',
  'token revoked': 'tokens',
  'application allowed': 'tokens',
  'application disallowed': 'tokens',
  'application registered': 'tokens',
  'application changed': 'tokens',
  'application removed': 'tokens',
  'application secret replaced': 'tokens',
  'SCIM token made': 'tokens',
  'SCIM token deleted': 'tokens',
  'settings changed': 'settings',
}

/** These are audited elsewhere, as changes to records or by the unit of work. */
const toldElsewhere = [
  ...['linkClient', 'changeSettings', 'resource.write', 'resource.remove', 'app.write', 'act', 'scim.provision'],
]

/** The audit entry of a security event. */
function ofSecurity(name: string, input: Input, output: unknown): AuditEvent[] {
  return [securityRules[name]?.(input, output) ?? []].flat().flatMap((told): AuditEvent[] => {
    const { event, company, user, by, managed: _managed, ...details } = told
    const kind = kinds[event]
    if (!kind || typeof company !== 'number') return []
    const made = { event, kind, companyId: company, details }
    const about = typeof user === 'number' ? { type: 'users', id: user } : {}
    return [{ ...made, ...about, ...(typeof by === 'number' && { userId: by }) }]
  })
}

/** The parts of a write's input that entries use. */
type Given = Input & {
  rate?: { user_id: number; jobcode_id: number }
  /** A time off policy, or the parts that name it. */
  policy?: { jobcode_id: number }
  jobcode_id?: number
  reminder?: { group_id: number }
  report?: unknown
  /** The choices of a webhook. */
  choices?: Record<string, unknown>
  /** The state of an import. */
  state?: { from: string; since: string; counts: Record<string, { written: number }> }
}

/** The entry of a write; the company comes from the input unless the entry names one. */
type Own = (input: Given, output: unknown) => (AuditEntry & { companyId?: number }) | undefined

/** The entry of a write to a company's rules; `names` are the parts of the input that it includes. */
function about(kind: string, event: string, names: readonly string[], of: Partial<AuditEvent> | Subject = {}): Own {
  return (input, output) => {
    if (output === false || output === null) return undefined
    const details = Object.fromEntries(names.flatMap((name) => (name in input ? [[name, input[name]]] : [])))
    const { author, actor } = input
    const userId = author?.userId || actor?.userId
    const subject = typeof of === 'function' ? of(input, output) : of
    return { kind, event, details, ...(userId && { userId }), ...subject }
  }
}

type Subject = (input: Given, output: unknown) => Partial<AuditEvent>

const rateOf: Subject = ({ rate = { user_id: 0, jobcode_id: 0 } }) =>
  rate.user_id > 0 ? { type: 'users', id: rate.user_id } : { type: 'jobcodes', id: rate.jobcode_id }

/** The figures of an amount without its note, which may be about the person. */
function amountDetails(amount: unknown): Record<string, unknown> {
  const { note: _, ...figures } = propertiesOf(amount)
  return figures
}

const amountsAdded: Subject = (_, output) => {
  const amounts = Array.isArray(output) ? output.map(amountDetails) : []
  const [only, ...others] = new Set(amounts.map(({ user_id }) => user_id))
  const isOfOne = only !== undefined && others.length === 0
  return { details: { amounts }, ...(isOfOne && { type: 'users', id: Number(only) }) }
}

const amountRemoved: Subject = (_, output) => {
  const amount = amountDetails(output)
  return { type: 'users', id: Number(amount.user_id), details: { amount } }
}

const policyOf: Subject = (input) => {
  const { jobcode_id = 0 } = input.policy ?? input
  return { type: 'jobcodes', id: jobcode_id }
}

const calendarOf: Subject = (input, output) => ({ type: 'holiday_calendars', id: Number(input.id ?? output) })

/** The name stays in the line, because a deleted template cannot be looked up. */
const templateOf: Subject = (_, output) => {
  const { id, name } = propertiesOf(output)
  return { type: 'shift_templates', id: Number(id), details: { name } }
}

/** Keeps only the host of the address, because the rest may be secret. */
function ofWebhook(event: string, count?: string): Own {
  return (input, output) => {
    if (output === false) return undefined
    const { url, types, payload, active } = input.choices ?? {}
    const details = {
      ...(typeof url === 'string' && { host: new URL(url).host, types, payload, active }),
      ...(count && { [count]: output }),
    }
    return { kind: 'exports', event, type: 'webhooks', id: Number(input.id ?? input.webhookId ?? output), details }
  }
}

/**
 * An import has a line when it starts and when it ends, not one for each record. A new company's id is known only in
 * the output.
 */
function ofImport(event: string): Own {
  return ({ state, companyId }, output) => {
    if (!state) return undefined
    const { from, since, counts } = state
    const written = Object.values(counts).reduce((sum, list) => sum + list.written, 0)
    const details = { host: new URL(from).host, since, ...(event === 'import ended' && { written, lists: counts }) }
    return { kind: 'settings', event, details, companyId: companyId ?? Number(output) }
  }
}

/** Writes whose rows are not records, by name. */
const own: Record<string, Own> = {
  addPayRate: about('pay', 'pay rate added', ['rate'], rateOf),
  removePayRate: about('pay', 'pay rate removed', ['rate'], rateOf),
  addPayAmounts: about('pay', 'amounts of pay added', [], amountsAdded),
  removePayAmount: about('pay', 'amount of pay removed', [], amountRemoved),
  'company.putPtoPolicy': about('settings', 'time off policy saved', ['policy', 'from'], policyOf),
  'company.deletePtoPolicy': about('settings', 'time off policy deleted', ['scope', 'scope_id'], policyOf),
  'company.adjustPtoBalance': about('pay', 'time off balance adjusted', ['jobcodeId', 'seconds'], (input) => ({
    ...{ type: 'users', id: Number(input.userId) },
    personal: { reason: input.reason },
  })),
  'company.saveCalendar': about('settings', 'holiday calendar saved', ['patch'], calendarOf),
  'company.deleteCalendar': about('settings', 'holiday calendar deleted', [], calendarOf),
  'company.addHolidays': about('settings', 'holidays added', ['holidays'], calendarOf),
  'company.removeHoliday': about('settings', 'holiday removed', ['date'], calendarOf),
  'company.setAddresses': about('settings', 'allowed addresses changed', ['allowed', 'block']),
  saveGroupReminder: about('settings', 'group reminder saved', ['reminder'], ({ reminder }) => ({
    ...{ type: 'groups', id: Number(reminder?.group_id) },
  })),
  saveReport: about('exports', 'report saved', [], ({ report }, output) => {
    // People choose the names of their reports.
    const { name, ...kept } = propertiesOf(report)
    return { type: 'saved_reports', id: Number(output), details: { report: kept }, personal: { name } }
  }),
  removeReport: about('exports', 'report deleted', [], ({ id }) => ({ type: 'saved_reports', id: Number(id) })),
  addShiftTemplate: about('settings', 'shift template added', [], templateOf),
  changeShiftTemplate: about('settings', 'shift template changed', [], templateOf),
  removeShiftTemplate: about('settings', 'shift template deleted', [], templateOf),
  'webhooks.insert': ofWebhook('webhook added'),
  'webhooks.update': ofWebhook('webhook changed'),
  'webhooks.replaceSecret': ofWebhook('webhook secret replaced'),
  'webhooks.remove': ofWebhook('webhook deleted'),
  'webhooks.replay': ofWebhook('webhook replayed', 'messages'),
  'webhooks.rewind': ofWebhook('webhook rewound', 'changes'),
  'import.begin': ofImport('import begun'),
  'import.end': ofImport('import ended'),
  'sample.begin': about('settings', 'sample data added', []),
  'sample.remove': about('settings', 'sample data removed', []),
}

/** The names of writes that `auditEvents` knows. */
export const auditedWrites: readonly string[] = [
  ...Object.keys(securityRules).filter((name) => !toldElsewhere.includes(name) && !(name in own)),
  ...Object.keys(own),
]

/** The audit entries of a successful write. */
export function auditEvents(name: string, input: unknown, output: unknown): AuditEvent[] {
  const given = input as Given
  const rule = own[name]
  if (!rule) return ofSecurity(name, given, output)
  const entry = rule(given, output)
  const companyId = entry?.companyId ?? given.companyId ?? given.actor?.companyId
  return entry && companyId !== undefined ? [{ ...entry, companyId }] : []
}
