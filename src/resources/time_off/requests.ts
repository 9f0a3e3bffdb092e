import { draftOf, patchOf } from '../../engine/batch.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { isRecord, numberOf } from '../../engine/fields.ts'
import type { Item, RecordOf } from '../../engine/table.ts'
import { decisionError, oversees, type Status } from '../../rules/time/time_off.ts'
import { type Entry, timeOffRequestEntries } from '../time_off_request_entries.ts'
import { unbook } from '../timesheets/time_off.ts'
import type { User } from '../users/record.ts'
import { activeEntries, addEntry, changeEntry, follow, setStatus } from './entries.ts'
import { type Facts, notesKept } from './facts.ts'
import { within } from './nested.ts'
import { timeOffRequestNotes } from './request_notes.ts'

type TimeOffRequest = RecordOf<'time_off_requests'>

/** Adds the entries that were sent with a request, and changes those with an id. */
export function takeEntries(requestId: number, sent: readonly unknown[], ctx: Context, facts: Facts): void {
  const request = ctx.work.existing('time_off_requests', requestId)
  each('time_off_request_entries', request, sent, timeOffRequestEntries.fields, (item) => {
    const { id } = item
    if (id === undefined || id === null || id === '')
      return addEntry(draftOf(timeOffRequestEntries, item, ctx), request, ctx, facts, item)
    const before = ctx.work.get('time_off_request_entries', numberOf(id))
    if (before?.time_off_request_id !== requestId) throw new Refusal(417, 'no_such_entry')
    return changeEntry(before, patchOf(timeOffRequestEntries, item, before, ctx), ctx, facts)
  })
  if (sent.length > 0) follow(requestId, ctx)
}

/** Adds notes to a request; existing ones stay. */
export function addNotes(requestId: number, sent: readonly unknown[], ctx: Context): void {
  const request = ctx.work.existing('time_off_requests', requestId)
  const numbers = [...request.time_off_request_notes]
  each('time_off_request_notes', request, sent, timeOffRequestNotes.fields, (item) => {
    const draft = draftOf(timeOffRequestNotes, item, ctx)
    numbers.push(ctx.work.insert('time_off_request_notes', draft).id)
  })
  if (numbers.length > notesKept) throw new Refusal(417, 'too_many_notes', { count: notesKept })
  ctx.work.change('time_off_requests', requestId, { time_off_request_notes: numbers })
}

/** Sets the status of a request and all its entries. */
export function decide(request: TimeOffRequest, status: Status, owner: User, ctx: Context, facts: Facts): void {
  const error = decisionError(ctx.actor, owner, request.status, status)
  if (error) throw new Refusal(error.status, error.why)
  const entries = activeEntries(request.id, ctx)
  if (entries.length === 0) throw new Refusal(417, 'no_entries_to_decide')
  checkDecided(entries, owner, ctx)
  for (const entry of entries) setStatus(entry, status, owner, ctx, facts)
}

/**
 * A request that is pending as a whole may contain approved entries; only those who oversee the person can revoke them.
 */
function checkDecided(entries: readonly Entry[], owner: User, { actor }: Context): void {
  if (!oversees(actor, owner) && entries.some((entry) => entry.status === 'approved'))
    throw new Refusal(403, 'revoking_approval_not_allowed')
}

/** Archives a request with everything in it. It still shows its entries. */
export function archive(requestId: number, owner: User, ctx: Context): void {
  const { work } = ctx
  const request = work.existing('time_off_requests', requestId)
  if (!oversees(ctx.actor, owner) && request.status !== 'pending')
    throw new Refusal(403, 'decided_request_not_archivable', { status: request.status })
  const gone = { active: false, status: 'canceled' } as const
  const entries = activeEntries(requestId, ctx)
  checkDecided(entries, owner, ctx)
  for (const entry of entries) {
    if (entry.status === 'approved') unbook(entry, owner, ctx)
    work.change('time_off_request_entries', entry.id, { ...gone, approved_timesheet_id: 0 })
  }
  for (const note of work.all('time_off_request_notes'))
    if (note.time_off_request_id === requestId) work.change('time_off_request_notes', note.id, { active: false })
  work.change('time_off_requests', requestId, gone)
}

/** Processes the objects of a list one by one. A number is the id of an existing one, sent back as it was shown. */
function each(
  name: 'time_off_request_entries' | 'time_off_request_notes',
  request: TimeOffRequest,
  sent: readonly unknown[],
  fields: Item,
  take: (item: Item) => unknown,
): void {
  for (const [index, element] of sent.entries())
    within(`${name}[${index}]`, fields, () => {
      if (!isRecord(element)) {
        if (request[name].some((id) => id === element)) return
        throw new Refusal(417, 'not_an_object')
      }
      const { time_off_request_id: named } = element
      if (named && numberOf(named) !== request.id) throw new Refusal(417, 'not_the_request_itself')
      take({ ...element, time_off_request_id: request.id })
    })
}
