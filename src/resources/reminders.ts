import { visible } from '../company/rights/visible.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  bool,
  type Field,
  id,
  instant,
  numberOf,
  oneOf,
  parseText,
  ref,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, since, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { idMax, listMax } from '../engine/table.ts'
import { manages } from '../rules/people/access.ts'
import { reason } from '../rules/refusals/reason.ts'
import { weekdayNames } from '../rules/time/calendar.ts'

const types = [
  'clock-in',
  'clock-out',
  'shift-published',
  'shift-start-before',
  'shift-start-after',
  'shift-start-before-manager',
  'shift-start-after-manager',
  'shift-end-before',
  'shift-end-after',
] as const

const fields = {
  id: id(),
  reminder_type: oneOf(types, {
    required: true,
    about: 'At most one of each type per user. Only clock-in and clock-out are sent; the others are just stored.',
  }),
  due_time: dueTime(),
  due_days_of_week: someOf(weekdayNames, 'Mon,Tue,Wed,Thu,Fri'),
  distribution_methods: someOf(['Push', 'SMS', 'Email'], 'Push,Email', 'Nothing is sent by SMS.'),
  active: bool({ required: true, about: 'False: ignored, so the company’s of that type applies.' }),
  enabled: bool({ required: true, about: 'False: nothing is sent, not even the company’s of that type.' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  user_id: ref('users', { access: 'create', required: true, about: 'Who is reminded; 0 is the whole company.' }),
}

/** Reminds a user, or everyone without their own reminder, at a time of day on some days of the week. */
type Reminder = ValuesOf<typeof fields>

/** `named`: keys already used in this batch, to tell a second item from a record that existed before. */
type Facts = { named: Set<string> }

declare module '../engine/table.ts' {
  interface Tables {
    reminders: ValuesOf<typeof fields>
  }
}

/** Recurring reminders to clock in and out, of a user or of the whole company. */
export const reminders = resource<typeof fields, Facts>('reminders', {
  about: 'Recurring reminders, of a user or of the whole company.',
  example: {
    user_id: 5102,
    reminder_type: 'clock-in',
    due_time: '07:55:00',
    due_days_of_week: 'Mon,Tue,Wed,Thu,Fri',
    distribution_methods: 'Push,Email',
    active: true,
    enabled: true,
  },
  // Clients do not page here.
  pageDefault: listMax,
  order: sql`id`,
  fields,
  filters: {
    user_ids: anyOf('user_id', { about: 'Ids of users, separated by commas; 0 is the whole company.' }),
    reminder_types: words('reminder_type'),
    modified_since: since(),
  },
  visible: visible('reminders'),
  related: (row) => ({ users: [row.user_id] }),
  async facts(items, { work, company }) {
    const rows = items.flatMap((item) => work.get('reminders', numberOf(item.id)) ?? [])
    const userIds = [...rows.map((row) => row.user_id), ...items.map((item) => numberOf(item.user_id))].filter(
      (number) => Number.isInteger(number) && number >= 0 && number <= idMax,
    )
    await company.look('users', userIds)
    await work.load('reminders', inList(sql`user_id`, [...new Set(userIds)]))
    return { named: new Set() }
  },
  create(draft, ctx, { named }) {
    if (draft.user_id !== 0 && !ctx.work.get('users', draft.user_id)?.active)
      throw new Refusal(417, 'no_active_user', { field: 'user_id', id: draft.user_id })
    checkRight(draft, ctx)
    const key = `${draft.user_id}/${draft.reminder_type}`
    if (named.has(key)) throw new Refusal(406, 'reminder_twice_in_request')
    named.add(key)
    const there = sameAs(draft, ctx)
    if (there) return { ...there, _status: 202 }
    return ctx.work.insert('reminders', draft)
  },
  update(before, patch, ctx) {
    checkRight(before, ctx)
    if (sameAs({ ...before, ...patch }, ctx)) throw new Refusal(406, 'reminder_exists')
    return ctx.work.change('reminders', before.id, patch)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'reminder' }) },
})

function checkRight({ user_id }: Reminder, { actor, work }: Context): void {
  if (actor.isAdmin) return
  if (user_id === 0) throw new Refusal(417, 'company_reminders_need_administrator')
  const user = work.get('users', user_id)
  if (user_id !== actor.userId && !(user && manages(actor, user))) throw new Refusal(417, 'not_your_users_reminders')
}

/** Another reminder of this user and type. */
function sameAs(reminder: Reminder, { work }: Context): Reminder | undefined {
  const { id, user_id, reminder_type } = reminder
  return work
    .all('reminders')
    .find((other) => other.id !== id && other.user_id === user_id && other.reminder_type === reminder_type)
}

function dueTime(): Field<string> {
  const kind = text({
    required: true,
    max: 8,
    pattern: /^([01]\d|2[0-3]):[0-5][05]:00$/,
    expect: 'a time as hh:mm:ss, in steps of 5 minutes',
    about: 'hh:mm:ss in the recipient’s local time, in steps of 5 minutes.',
  })
  const parse = (value: unknown, name: string) => {
    const time = kind.parse(value, name)
    if (time === '') throw new Refusal(417, 'required', { field: name })
    return time
  }
  return { ...kind, parse, schema: { ...kind.schema, minLength: 1, examples: ['07:55:00'] } }
}

/** Some of these words, stored in canonical order, comma-separated. Clients send them as text or as a list. */
function someOf(allowed: readonly string[], example: string, more = ''): Field<string> {
  const kind = text({ required: true, about: `Of ${allowed.join(', ')}; separated by commas. ${more}`.trim() })
  const parse = (value: unknown, name: string) => {
    const given = (Array.isArray(value) ? value : [value])
      .flatMap((entry) => parseText(entry, name).slice(0, 1000).split(','))
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== '')
    const found = allowed.filter((word) => given.includes(word.toLowerCase()))
    if (found.length === 0 || found.length !== new Set(given).size)
      throw new Refusal(417, 'not_some_of', { field: name, choices: allowed.join(', ') })
    return found.join(',')
  }
  return { ...kind, parse, schema: { type: 'string', minLength: 1, maxLength: 255, examples: [example] } }
}
