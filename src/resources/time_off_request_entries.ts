import { visible } from '../company/rights/visible.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, date, id, instant, integer, notGiven, oneOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, day, exactly, type Filter } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { type Sql, sql } from '../engine/sql.ts'
import type { RecordOf } from '../engine/table.ts'
import { printLocal } from '../rules/time/calendar.ts'
import { mayRequest, statuses } from '../rules/time/time_off.ts'
import { addEntry, changeEntry, follow, requestNamed } from './time_off/entries.ts'
import { type Facts, factsOfEntries } from './time_off/facts.ts'
import { notifyOwnerOfEntry } from './time_off/notices.ts'
import { wholeSecond } from './timesheets/record.ts'

type TimeOffRequest = RecordOf<'time_off_requests'>

const status = oneOf(statuses, { about: 'Approving creates a timesheet; revoking the approval deletes it.' })

const fields = {
  id: id(),
  time_off_request_id: ref('time_off_requests', {
    required: true,
    about: 'The request, which determines whose time it is.',
  }),
  status,
  approver_user_id: ref('users', { access: 'read-only', about: 'Who approved or denied it; 0 until then.' }),
  date: date({ about: 'Set for manual entries.' }),
  entry_method: oneOf(['manual', 'regular'], { required: true, about: 'manual: date and duration; regular: times.' }),
  duration: integer({
    max: 7 * 86400,
    about: 'Seconds. Regular: at most the span from start to end; 0 means all of it.',
  }),
  start_time: moment('Set for regular entries; manual: 00:00:00 of the date.'),
  end_time: moment('Set for regular entries; manual: 23:59:59 of the date.'),
  tz_string: text({ access: 'read-only', about: 'Time zone of the user.' }),
  jobcode_id: ref('jobcodes', { required: true, about: 'Usually one of type pto.' }),
  user_id: ref('users', { about: 'The user of the request.' }),
  approved_timesheet_id: ref('timesheets', {
    access: 'read-only',
    about: 'The timesheet created from it; 0 for none.',
  }),
  active: bool({ initial: () => true, about: 'False: archived permanently.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
}

/** One dated part of a request for time off. */
export type Entry = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    time_off_request_entries: Entry
  }
}

/** The dated parts of requests for time off. They are never deleted; an archived entry is still listed. */
export const timeOffRequestEntries = resource<typeof fields, Facts>('time_off_request_entries', {
  about: 'The dated parts of requests for time off.',
  example: {
    time_off_request_id: 15400,
    entry_method: 'manual',
    date: '2026-04-09',
    duration: 28800,
    jobcode_id: 7101,
  },
  volatile: true,
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    time_off_request_ids: anyOf('time_off_request_id'),
    approver_user_ids: anyOf('approver_user_id', { about: 'Approved or denied by these users.' }),
    user_ids: anyOf('user_id'),
    status: {
      ...exactly('status'),
      parse: (given: string[], label: string) => status.parse(given.join(',').trim().toLowerCase(), label),
      schema: { type: 'string', enum: statuses },
    },
    date: day((value) => sql`date = ${value}`, { about: 'On this date.' }),
    start_time: startsAt('At or after this start_time.', (value) => sql`start_time >= ${value}`),
    end_time: startsAt('At or before this start_time.', (value) => sql`start_time <= ${value}`),
    jobcode_ids: anyOf('jobcode_id'),
  },
  demands: [
    ['ids'],
    ['time_off_request_ids'],
    ['approver_user_ids'],
    ['user_ids'],
    ['status'],
    ['date'],
    ['start_time'],
    ['end_time'],
    ['jobcode_ids'],
  ],
  visible: visible('time_off_request_entries'),
  ignores: (item, before) => ((item.entry_method ?? before?.entry_method) === 'regular' ? ['date'] : []),
  related: (row) => ({
    time_off_requests: [row.time_off_request_id],
    jobcodes: [row.jobcode_id],
    users: [row.user_id, row.approver_user_id],
  }),
  facts: factsOfEntries,
  create(draft, ctx, facts, item) {
    const request = requestOf(draft, ctx)
    const entry = addEntry(draft, request, ctx, facts, item)
    follow(request.id, ctx)
    if (entry.status === 'approved') notifyOwnerOfEntry(entry, ctx.work.existing('users', entry.user_id), ctx)
    return entry
  },
  update: changeEntry,
})

function requestOf(draft: Entry, ctx: Context): TimeOffRequest {
  const { actor, work } = ctx
  if (draft.user_id !== 0) {
    const user = work.get('users', draft.user_id)
    if (!user) throw new Refusal(417, 'no_such_user', { field: 'user_id', id: draft.user_id })
    if (!mayRequest(actor, user)) throw new Refusal(403, 'entering_time_off_not_allowed')
  }
  return requestNamed(draft.time_off_request_id, ctx)
}

function moment(about: string) {
  return {
    ...instant({ about }),
    // null: not given.
    initial: () => notGiven,
    parse: (value: unknown, name: string) => wholeSecond(instant().parse(value, name)),
    print: (value: number, row: { tz_string: string }) => `"${printLocal(value, row.tz_string)}"`,
  }
}

function startsAt(about: string, condition: (value: number) => Sql): Filter<number> {
  return {
    parse: (given, label) => instant().parse(given[0], label),
    condition,
    schema: { type: 'string', format: 'date-time' },
    aliases: [],
    about,
  }
}
