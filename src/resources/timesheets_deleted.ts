import { visible } from '../company/rights/visible.ts'
import type { Query } from '../engine/context.ts'
import {
  date,
  derived,
  hidden,
  id,
  instant,
  integer,
  map,
  nullableInstant,
  nullableInteger,
  oneOf,
  ref,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, choice, conditions, day, exactly, flag, ids, since } from '../engine/filters.ts'
import { page } from '../engine/list.ts'
import type { Found } from '../engine/paging.ts'
import { resource, type Search } from '../engine/resource.ts'
import { all, inList, name, raw, type Sql, sql } from '../engine/sql.ts'
import { identityKey } from '../rules/text/identity.ts'
import { type Choices, lookUpShown, printChoices, relatedOf } from './timesheets/choices.ts'
import { jobcodesAndBelow, jobcodeType, knownOwners } from './timesheets/find.ts'
import { printEnd, printStart } from './timesheets/record.ts'

const readOnly = { access: 'read-only' } as const

const fields = {
  id: id(),
  user_id: ref('users', readOnly),
  jobcode_id: ref('jobcodes', readOnly),
  start: { ...instant(readOnly), print: printStart },
  end: { ...nullableInstant(readOnly), print: printEnd },
  duration: integer({ ...readOnly, about: 'Seconds; 0 if deleted while running.' }),
  date: date(readOnly),
  tz: integer({ ...readOnly, about: 'Whole hours from UTC.' }),
  tz_str: text(readOnly),
  type: oneOf(['regular', 'manual'], readOnly),
  location: text(readOnly),
  active: derived({ type: 'string', enum: ['0'] }, () => '"0"'),
  on_the_clock: derived({ type: 'boolean' }, () => 'false'),
  locked: integer(readOnly),
  notes: text(readOnly),
  customfields: map<Choices>({ ...readOnly, parse: () => ({}), print: printChoices }),
  attached_files: derived({ type: 'array', items: { type: 'integer' } }, () => '[]'),
  created_by_user_id: ref('users', readOnly),
  created: instant(readOnly),
  last_modified: instant({ ...readOnly, about: 'When it was deleted.' }),
  created_date: hidden(date()),
  start_offset: hidden(nullableInteger()),
  end_offset: hidden(nullableInteger()),
}

const byDay = (value: Sql) => sql`(date ${value} or created_date ${value})`

declare module '../engine/table.ts' {
  interface Tables {
    timesheets_deleted: ValuesOf<typeof fields>
  }
}

/** Deleted timesheets. By default they are kept forever, longer than the 180 days that the API promises. */
export const timesheetsDeleted = resource('timesheets_deleted', {
  about: 'Deleted timesheets, kept for at least 180 days.',
  volatile: true,
  pageDefault: 50,
  order: sql`date, "start", id`,
  fields,
  filters: {
    start_date: day((value) => byDay(sql`>= ${value}`), {
      about: 'Worked or created on or after this date; with end_date.',
    }),
    end_date: day((value) => byDay(sql`<= ${value}`), {
      about: 'Worked or created on or before this date; with start_date.',
    }),
    ids: anyOf('id'),
    modified_since: since('last_modified', { about: 'Deleted since.' }),
    modified_before: before('last_modified', { about: 'Deleted before.' }),
    group_ids: ids((values, { actor }) => ownedBy(actor.companyId, inList(sql`u.group_id`, values))),
    user_ids: anyOf('user_id'),
    username: {
      ...exactly('username', { about: 'Time of this user; overrides user_ids and group_ids.' }),
      condition: (value, { actor }) =>
        ownedBy(
          actor.companyId,
          sql`u.username_key = ${identityKey(value)} and u.id in (select id from users where company_id = ${actor.companyId} and ${knownOwners(actor)})`,
        ),
    },
    jobcode_ids: ids(jobcodesAndBelow, { about: 'These jobcodes and all below them.' }),
    jobcode_type: jobcodeType(),
    type: choice(['manual', 'regular', 'both'], 'both', (value) => sql`type = ${value}`, { every: 'both' }),
    order_results_by: choice(['fname', 'lname', 'username', 'date'], 'date', () => sql`1 = 1`),
    order_results_reverse: flag(false, { about: 'Reverses the whole order.' }),
  },
  demands: [['ids'], ['modified_since'], ['modified_before'], ['start_date', 'end_date']],
  visible: visible('timesheets_deleted'),
  find: findDeleted,
  related: relatedOf,
  prepare: lookUpShown,
})

const orders = {
  date: ['d.date', 'd."start"', 'd.id'],
  fname: ['o.first_name_key', 'd.date', 'd."start"', 'd.id'],
  lname: ['o.last_name_key', 'd.date', 'd."start"', 'd.id'],
  username: ['o.username_key', 'd.date', 'd."start"', 'd.id'],
}

type DeletedQuery = Query<
  Record<string, unknown> & { start_date?: string; end_date?: string; order_results_by: keyof typeof orders }
>

/** One page in the requested order, which uses the owners' names and so joins them. */
async function findDeleted(query: DeletedQuery, ctx: Search): Promise<Found[]> {
  const { values, given } = query
  const { actor, handle } = ctx
  const { start_date, end_date, ...rest }: DeletedQuery['values'] = values
  if (given.has('username')) for (const name of ['user_ids', 'group_ids']) delete rest[name]
  const parts = [
    sql`company_id = ${actor.companyId}`,
    visible('timesheets_deleted')(actor),
    await conditions({ ...query, values: rest }, ctx.resource.filters, ctx),
  ]
  // Matches by either day; never by the start of one day and the end of the other.
  if (start_date && end_date)
    parts.push(sql`(date between ${start_date} and ${end_date} or created_date between ${start_date} and ${end_date})`)
  else if (start_date) parts.push(byDay(sql`>= ${start_date}`))
  else if (end_date) parts.push(byDay(sql`<= ${end_date}`))

  if (values.order_results_by === 'date' && !values.order_results_reverse)
    return page(query, ctx, name('timesheets_deleted'), all(parts))
  const direction = values.order_results_reverse ? ' desc' : ''
  const order = orders[values.order_results_by].map((column) => column + direction).join(', ')
  return handle.tuples<Found>(sql`select d.id, d.last_modified from (select * from timesheets_deleted where ${all(parts)}) d
    left join users o on o.company_id = ${actor.companyId} and o.id = d.user_id
    order by ${raw(order)} limit ${query.limit + 1} offset ${(query.page - 1) * query.limit}`)
}

function ownedBy(companyId: number, condition: Sql): Sql {
  return sql`user_id in (select u.id from users u where u.company_id = ${companyId} and ${condition})`
}
