import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'

/** A webhook, as the API returns it. */
export type Webhook = AnswerOf<'GET /api/v1/webhooks'>['webhooks'][number]

/** A delivery in the log of a webhook. */
export type Delivery = AnswerOf<'GET /api/v1/webhooks/{id}/deliveries'>['deliveries'][number]

/** The values of a webhook's form. `types` has one event per line. */
export type WebhookDraft = {
  url: string
  description: string
  types: string
  group: number
  full: boolean
  active: boolean
  /** Drop what waits, when it is switched on. */
  skip: boolean
}

/** The draft of a webhook, or of a new one. */
export function draftOf(hook: Webhook | undefined): WebhookDraft {
  return {
    url: hook?.url ?? '',
    description: hook?.description ?? '',
    types: hook?.types.join('\n') ?? '*',
    group: hook?.filter.group_ids?.[0] ?? 0,
    full: hook?.payload === 'full',
    active: hook?.active ?? true,
    skip: false,
  }
}

/** The request that saves a draft. Filters that the form does not show stay as they are. */
export function bodyOf(
  { url, description, types, group, full, active, skip }: WebhookDraft,
  before: Webhook | undefined,
): BodyOf<'POST /api/v1/webhooks'> & BodyOf<'PUT /api/v1/webhooks/{id}'> {
  const { group_ids: groups, ...filter } = before?.filter ?? {}
  const kept = groups !== undefined && groups[0] === group ? groups : group > 0 ? [group] : undefined
  return {
    url: url.trim(),
    description: description.trim(),
    types: types.split(/[\s,]+/).filter(Boolean),
    filter: kept ? { ...filter, group_ids: kept } : filter,
    payload: full ? 'full' : 'thin',
    active,
    ...(isSwitchedOn(before, active) && skip && { skip_waiting: true }),
  }
}

/** Whether saving switches on a webhook that is off. */
export function isSwitchedOn(before: Webhook | undefined, active: boolean): boolean {
  return before?.active === false && active
}

/** The status of a webhook: a message and its style. */
export function stateOf({ active, off_reason, failures }: Webhook): { text: string; look: 'good' | 'warn' | 'bad' } {
  if (!active)
    return off_reason === '' ? { text: msg('Off'), look: 'warn' } : { text: msg('Switched off'), look: 'bad' }
  return failures > 0 ? { text: msg('Failing'), look: 'bad' } : { text: msg('On'), look: 'good' }
}

/** How the outcome of a delivery is shown. */
export function outcomeOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  return state === 'queued' && attempts > 0 ? retrying : outcomes[state]
}

const retrying = { text: msg('Trying again'), look: 'warn' } as const

const outcomes = {
  queued: { text: msg('Queued'), look: 'info' },
  delivered: { text: msg('Delivered'), look: 'good' },
  failed: { text: msg('Failed'), look: 'bad' },
  skipped: { text: msg('Skipped'), look: 'warn' },
} as const

/** Text as JSON on several lines, if it is JSON. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
