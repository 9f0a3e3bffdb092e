import { visible } from '../company/rights/visible.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, id, instant, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { mayRequest, statuses } from '../rules/time/time_off.ts'
import { checkNewStatus, follow } from './time_off/entries.ts'
import { entriesMax, type Facts, factsOfRequests, notesMax } from './time_off/facts.ts'
import { nested } from './time_off/nested.ts'
import { notifyApprovers, notifyOwner } from './time_off/notices.ts'
import { addNotes, archive, decide, takeEntries } from './time_off/requests.ts'
import { ownerOf } from './timesheets/checks.ts'

/** What an entry inside a request may contain; time_off_request_entries documents the rest. */
const entryProperties = {
  id: { type: 'integer', description: 'Which entry to change; omit it to add one.', examples: [7001] },
  entry_method: { type: 'string', enum: ['manual', 'regular'] },
  date: { type: 'string', examples: ['2026-04-09'] },
  start_time: {
    type: 'string',
    description: 'With end_time, for regular entries.',
    examples: ['2026-04-09T08:00:00-06:00'],
  },
  end_time: { type: 'string', examples: ['2026-04-09T12:00:00-06:00'] },
  duration: { type: 'integer', description: 'Seconds.', examples: [28800] },
  jobcode_id: { type: 'integer', examples: [7101] },
  status: { type: 'string', enum: statuses },
  active: { type: 'boolean', default: true },
}

const fields = {
  id: id(),
  user_id: ref('users', {
    access: 'create',
    initial: ({ actor }) => actor.userId,
    about: 'Whose time off; the requester’s if omitted.',
  }),
  time_off_request_notes: nested(
    { note: { type: 'string', examples: ['Family visit'] } },
    notesMax,
    'Sent: notes to add, as objects. Shown: ids of the notes.',
  ),
  time_off_request_entries: {
    ...nested(
      entryProperties,
      entriesMax,
      'Sent: entries to add, or with an id to change, as objects. Shown: ids of the entries.',
    ),
    required: true,
  },
  status: oneOf(statuses, { about: 'Derived from the entries. Setting it sets theirs.' }),
  active: bool({ initial: () => true, about: 'False: archived permanently.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
}

/** A person's request for time off. */
type TimeOffRequest = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    time_off_requests: TimeOffRequest
  }
}

/** Requests for time off, with entries and notes. They are never deleted; an archived request is still listed. */
export const timeOffRequests = resource<typeof fields, Facts>('time_off_requests', {
  about: 'Requests for time off: dated entries, notes, and decisions.',
  example: {
    time_off_request_notes: [{ note: 'Family visit' }],
    time_off_request_entries: [{ date: '2026-04-09', entry_method: 'manual', duration: 28800, jobcode_id: 7101 }],
  },
  volatile: true,
  order: sql`id`,
  fields,
  filters: { ids: anyOf('id'), user_ids: anyOf('user_id') },
  visible: visible('time_off_requests'),
  // Only the notes and entries record who wrote and decided them.
  async prepare(rows, { company, query }) {
    if (query?.supplemental === false) return
    for (const name of ['time_off_request_notes', 'time_off_request_entries'] as const)
      await company.look(
        name,
        rows.flatMap((row) => row[name]),
      )
  },
  related(row, { company }) {
    const { time_off_request_notes, time_off_request_entries } = row
    const writers = time_off_request_notes.map((id) => company.get('time_off_request_notes', id)?.user_id ?? 0)
    const deciders = time_off_request_entries.map(
      (id) => company.get('time_off_request_entries', id)?.approver_user_id ?? 0,
    )
    return { users: [row.user_id, ...writers, ...deciders], time_off_request_notes, time_off_request_entries }
  },
  facts: factsOfRequests,
  create(draft, ctx, facts) {
    const owner = ownerOf(draft.user_id, ctx)
    if (!mayRequest(ctx.actor, owner)) throw new Refusal(403, 'requesting_time_off_not_allowed')
    checkNewStatus(draft.status, owner, ctx)
    if (!draft.active) throw new Refusal(417, 'must_be_active', { kind: 'request' })
    if (draft.time_off_request_entries.length === 0) throw new Refusal(417, 'request_without_entries')
    const lists = { time_off_request_notes: [], time_off_request_entries: [] }
    const { id } = ctx.work.insert('time_off_requests', { ...draft, ...lists })
    takeEntries(id, draft.time_off_request_entries, ctx, facts)
    addNotes(id, draft.time_off_request_notes, ctx)
    const request = ctx.work.existing('time_off_requests', id)
    if (request.status === 'approved') notifyOwner(request, owner, ctx)
    else notifyApprovers(request, owner, ctx)
    return request
  },
  update(before, patch, ctx, facts) {
    const owner = ownerOf(before.user_id, ctx, true)
    const { time_off_request_notes: notes = [], time_off_request_entries: entries = [], status, active } = patch
    const sent = [...notes, ...entries].some((element: Item | number) => typeof element !== 'number')
    const differs = status !== undefined && status !== before.status
    if (!before.active && (sent || differs || active)) throw new Refusal(417, 'archived_request_unchangeable')
    addNotes(before.id, notes, ctx)
    takeEntries(before.id, entries, ctx, facts)
    if (differs) decide(before, status, owner, ctx, facts)
    if (before.active && active === false) archive(before.id, owner, ctx)
    else if (sent || differs) follow(before.id, ctx)
    const after = ctx.work.existing('time_off_requests', before.id)
    if (after.status !== before.status && after.status !== 'pending') notifyOwner(after, owner, ctx)
    return after
  },
})
