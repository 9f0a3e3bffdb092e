import type { AuditEntry } from '../engine/audited.ts'
import { propertiesOf } from '../engine/fields.ts'
import type { Origin } from '../engine/sql.ts'
import { idsOf, type Seen, underWay } from './requests.ts'
import type { StoredChange } from './stored_changes.ts'

/** An event in words, and its details. */
type SecurityEvent = { event: string } & Record<string, unknown>

/** A step of an action that runs an operation. */
type Step = { operation?: string; inputs?: readonly unknown[] }

/** The parts of a write's input that events use. */
export type Input = {
  companyId?: number
  userId?: number
  actor?: { companyId: number; userId: number } | undefined
  author?: { userId: number }
  name?: string | undefined
  input?: unknown
  changes?: readonly { section: string; key: string }[]
  redeem?: { kind: string } | undefined
  tokens?: readonly { companyId: number; userId: number; application: string }[]
  revoke?: readonly { companyId: number }[]
  steps?: readonly Step[]
  dry?: unknown
  people?: readonly { userId: number }[]
} & Record<string, unknown>

type Rule = (input: Input, output: unknown) => SecurityEvent | SecurityEvent[] | undefined

/** An event about the person of the input. */
const about =
  (event: string): Rule =>
  (input) => ({ event, company: input.companyId, user: input.userId })

/** The same, unless the write reports that there was nothing to do. */
const ifDone =
  (event: string): Rule =>
  (input, output) =>
    output === false || output === 0 ? undefined : about(event)(input, output)

/** An event about the settings of a company. */
const settings =
  (what: string): Rule =>
  ({ companyId, author, actor }) => ({
    event: 'settings changed',
    company: companyId ?? actor?.companyId,
    by: author?.userId ?? actor?.userId,
    what,
  })

const scimToken =
  (event: string): Rule =>
  ({ companyId, author, actor }) => ({
    event,
    company: companyId ?? actor?.companyId,
    by: author?.userId ?? actor?.userId,
  })

/** The events of writes that succeeded, by the name of the operation. */
export const securityRules: Record<string, Rule> = {
  createCompany: (_, output) => ({ event: 'company created', company: propertiesOf(output).company_id }),
  linkClient: ({ companyId, managedId, active }) => ({
    event: active ? 'managed client added' : 'managed client removed',
    company: companyId,
    managed: managedId,
  }),
  'identity.insertSession': ({ companyId, userId, how }) => ({
    event: 'signed in',
    company: companyId,
    user: userId,
    with: how,
  }),
  'identity.noteRequest': () => ({ event: 'password link asked for' }),
  'identity.removeSession': about('signed out'),
  'identity.endSessions': ifDone('sessions ended'),
  'identity.setPassword': ifDone('password changed'),
  'identity.spendLink': (input, output) =>
    output === undefined ? { event: 'password changed', company: input.companyId, link: input.kind } : undefined,
  'identity.issueReset': about('password link made'),
  'identity.issueInvitation': about('invitation made'),
  'identity.issueInvitations': ({ companyId: company, people = [] }) =>
    people.map(({ userId: user }) => ({ event: 'invitation made', company, user })),
  'identity.confirmTotp': ifDone('factor added'),
  'identity.endTotp': ifDone('factor removed'),
  'identity.clearFactors': about('factors removed'),
  'identity.replaceCodes': ifDone('recovery codes replaced'),
  'identity.spendRecovery': ifDone('recovery code used'),
  'identity.insertPasskey': about('passkey added'),
  'identity.removePasskeys': ifDone('passkey removed'),
  'identity.putFeed': about('calendar link made'),
  'identity.removeFeed': about('calendar link removed'),
  'identity.arriveWithSso': ({ companyId: company }, output) => {
    const { kind, userId: user } = propertiesOf(output)
    if (kind === 'create') return { event: 'person added', company, user, with: 'single sign-on' }
    return kind === 'link' ? { event: 'factor added', company, user, with: 'single sign-on' } : undefined
  },
  'identity.saveSsoProvider': settings('single sign-on'),
  'identity.turnOffSso': (input, output) => (output ? settings('single sign-on')(input, output) : undefined),
  'identity.insertSsoDomain': settings('domains of single sign-on'),
  'identity.markSsoDomain': settings('domains of single sign-on'),
  'identity.removeSsoDomain': settings('domains of single sign-on'),
  'identity.unlinkSsoPerson': ifDone('factor removed'),
  'scim.insertToken': scimToken('SCIM token made'),
  'scim.removeToken': (input, output) => (output ? scimToken('SCIM token deleted')(input, output) : undefined),
  'oauth.insertToken': about('token made'),
  'oauth.moveExpiry': ifDone('token changed'),
  'oauth.removeToken': ifDone('token revoked'),
  'oauth.insertConsent': about('application allowed'),
  'oauth.removeConsent': ifDone('application disallowed'),
  'oauth.insertApplication': about('application registered'),
  'oauth.changeApplication': ifDone('application changed'),
  'oauth.removeApplication': ifDone('application removed'),
  'oauth.replaceSecret': ifDone('application secret replaced'),
  'oauth.commit': ofCommit,
  changeSettings: (input, output) => {
    const names = (input.changes ?? []).slice(0, 20).map(({ section, key }) => `${section}.${key}`)
    return { ...settings(names.join(' ') || 'name')(input, output), event: 'settings changed' }
  },
  'company.setAddresses': settings('allowed addresses'),
  'webhooks.insert': settings('webhooks'),
  'webhooks.update': settings('webhooks'),
  'webhooks.replaceSecret': settings('webhooks'),
  'webhooks.remove': settings('webhooks'),
  'resource.write': ofRecords,
  'resource.remove': ofRecords,
  'scim.provision': ofRecords,
  'app.write': ofNamed,
  act: (input, output) => [...ofRecords(input, output), ...(input.steps ?? []).flatMap((step) => ofStep(input, step))],
}

/** The events for tokens that a request to the OAuth provider created or ended. */
function ofCommit({ redeem, tokens = [], revoke = [] }: Input, output: unknown): SecurityEvent[] {
  if (!propertiesOf(output).done) return []
  const event = redeem?.kind === 'RefreshToken' ? 'token refreshed' : 'token made'
  return [
    ...tokens.map(({ companyId: company, userId: user, application }) => ({ event, company, user, application })),
    ...revoke.map(({ companyId: company }) => ({ event: 'token revoked', company })),
  ]
}

/** Whether a write was made just now: it is neither a dry run nor the repetition of an earlier one. */
function isDone(input: unknown, output: unknown): boolean {
  return !propertiesOf(input).dry && propertiesOf(output).replayed === undefined
}

function ofStep({ actor }: Input, { operation: name, inputs = [] }: Step): SecurityEvent[] {
  return inputs.flatMap((input) => ofNamed({ actor, name, input }, undefined))
}

/** The events of an operation that a request of the app has run by its name. */
function ofNamed({ actor, name, input }: Input, output: unknown): SecurityEvent[] {
  const told = name === undefined ? undefined : securityRules[name]?.({ actor, ...propertiesOf(input) }, output)
  return [told ?? []].flat().map((event) => ({ by: actor?.userId, ...event }))
}

/** The events of a write of records, of the people and groups that it has changed (`stored_changes.ts`). */
function ofRecords({ actor }: Input, output: unknown): SecurityEvent[] {
  const { told = [] } = propertiesOf(output) as { told?: readonly StoredChange[] }
  return told.map(({ event, ...about }) => ({ event, company: actor?.companyId, by: actor?.userId, ...about }))
}

/** The part of a log that the lines go to. */
type Log = { info(details: object, text: string): void; error(details: object, text: string): void }

const refusals = new Set([
  'sign-in failed',
  'sign-in locked out',
  'password check failed',
  'password check locked out',
  'address refused',
])

/** Writes one line for each security event, with the request's address, id and caller. */
export class SecurityLog {
  readonly #log: Log
  /** Writes an entry of the audit; nothing waits for it. */
  note: ((companyId: number, entry: AuditEntry, origin: Origin) => void) | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Logs an event, by default one of the current request. */
  tell({ event, ...details }: SecurityEvent, request: Seen | undefined = underWay.getStore()): void {
    const { asker, address } = request ?? {}
    const from = request && {
      address,
      ...idsOf(request),
      ...(asker && { company: asker.companyId, by: asker.userId, application: asker.application }),
    }
    this.#log.info({ security: event, ...from, ...defined(details) }, `security: ${event}`)
    if (refusals.has(event)) this.#noteRefusal({ event, ...details }, address ?? '')
  }

  /** Adds refused sign-ins to the company's audit, if it is known, whether or not the person exists. */
  #noteRefusal({ event, company, user, ...details }: SecurityEvent, address: string): void {
    if (typeof company !== 'number') return
    const about = typeof user === 'number' ? { type: 'users', id: user } : {}
    // A wrong password says nothing about who typed it, unless they are signed in.
    const userId = event.startsWith('password check') ? Number(user ?? 0) : 0
    const entry = { kind: 'sign_ins', event, ...about, userId, details: defined(details) }
    this.note?.(company, entry, { source: 'request', program: '', ...(address && { address }) })
  }

  /** Logs the security events of a successful write, if there are any. */
  readonly after = (name: string, input: unknown, output: unknown, request: Seen | undefined): void => {
    const rule = securityRules[name]
    if (!rule || !isDone(input, output)) return
    try {
      for (const event of [rule(input as Input, output) ?? []].flat()) this.tell(event, request)
    } catch (error) {
      // The write has succeeded, so a missing line must not fail the request.
      this.#log.error({ err: error, operation: name }, 'a security event could not be written')
    }
  }
}

function defined(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}
