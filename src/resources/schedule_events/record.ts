import type { ReadContext } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import {
  bool,
  derived,
  hidden,
  id,
  idList,
  instant,
  integer,
  map,
  oneOf,
  parseInstantField,
  parseText,
  ref,
  text,
  type ValuesOf,
} from '../../engine/fields.ts'
import type { Item } from '../../engine/table.ts'
import { isZone, printLocal } from '../../rules/time/calendar.ts'
import { eventColors } from '../../rules/time/schedule.ts'
import { type Choices, parseChoices, printChoices } from '../timesheets/choices.ts'
import { wholeSecond } from '../timesheets/record.ts'

/** The most people in one event; each of them has their own event. */
export const assigneesMax = 200

const readOnly = { access: 'read-only' } as const

/** The fields of an event, in the order of the wire. */
export const fields = {
  id: id(),
  user_id: ref('users', { ...readOnly, about: 'First assignee, or the creator if no one is assigned. Deprecated.' }),
  unassigned: derived({ type: 'boolean' }, (row) => String(row.assigned_user_ids.length === 0), {
    about: 'True if no one is assigned. Deprecated.',
  }),
  schedule_calendar_id: ref('schedule_calendars', { required: true }),
  jobcode_id: ref('jobcodes'),
  all_day: bool({ about: 'The whole day of `start` in the event’s time zone; `end` is ignored.' }),
  start: moment(true, 'When it begins.'),
  end: moment(false, 'When it ends, at most 31 days later; required unless it is all day.'),
  active: bool({ initial: () => true, about: 'False is deleted.' }),
  draft: bool({ about: 'True: not published. Only people who can edit the event see it.' }),
  timezone: zone(),
  title: text(),
  notes: text({ max: 4000 }),
  color: color(),
  last_modified: instant(readOnly),
  created: instant(readOnly),
  customfields: map<Choices>({
    parse: parseChoices,
    print: printValues,
    about: 'Custom field id → value, "" when there is none. Given values replace, "" clears, omitted ones stay.',
  }),
  assigned_user_ids: assignees(),
  location: text({ about: 'Free text for a map.' }),
  kind: hidden(oneOf(['single', 'base', 'instance'])),
  base_id: hidden(integer()),
  created_by_user_id: hidden(ref('users', { initial: ({ actor }) => actor.userId })),
  told_user_id: hidden(integer()),
  told_start: hidden(instant()),
  told_end: hidden(instant()),
}

/** A shift, or one person's part of it. */
export type ScheduleEvent = ValuesOf<typeof fields>

declare module '../../engine/table.ts' {
  interface Tables {
    schedule_events: ScheduleEvent
  }
}

function moment(required: boolean, about: string) {
  return {
    ...instant({ required, about }),
    parse: (value: unknown, name: string) => wholeSecond(parseInstantField(value, name)),
    print: (value: number, row: { timezone: string }) => `"${printLocal(value, row.timezone)}"`,
  }
}

function zone() {
  const kind = text({ max: 64, about: 'IANA name. Default: the first assignee’s, or else the company’s.' })
  return {
    ...kind,
    parse: (value: unknown, name: string) => {
      const given = kind.parse(value, name)
      if (!isZone(given)) throw new Refusal(417, 'not_a_zone', { field: name })
      return given
    },
  }
}

/** One of 24 colors, in upper or lower case. */
function color() {
  const kind = oneOf(eventColors)
  return { ...kind, parse: (value: unknown, name: string) => kind.parse(parseText(value, name).toUpperCase(), name) }
}

function assignees() {
  const kind = idList({
    as: 'strings',
    about: 'Who works. Several people are a team, and each of them has their own event.',
  })
  return {
    ...kind,
    parse: (value: unknown, name: string) => {
      const ids = kind.parse(value, name)
      if (ids.length > assigneesMax) throw new Refusal(417, 'too_many_numbers', { field: name, max: assigneesMax })
      return ids
    },
  }
}

/** As on timesheets, but `""` if the event has no values. */
function printValues(choices: Choices, row: Item, ctx: ReadContext): string {
  return Object.keys(choices).length === 0 ? '""' : printChoices(choices, row, ctx)
}
