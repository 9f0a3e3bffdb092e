import { partsOfRange, type WorkedRow, workedRows } from '../company/pay/worked_rows.ts'
import { companyRounding, loadRules, policyOf } from '../company/pay/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import { choice, day, ids } from '../engine/filters.ts'
import { printMap } from '../engine/serialize.ts'
import { all, fold, type Handle, indexHint, inList, join, type Sql, sql } from '../engine/sql.ts'
import type { CustomField } from '../resources/customfields.ts'
import { jobcodesAndBelow, jobcodeType } from '../resources/timesheets/find.ts'
import type { User } from '../resources/users/record.ts'
import { valueAt } from '../rules/elements.ts'
import { movesDays } from '../rules/overtime/needed.ts'
import { hoursText, hundredths } from '../rules/pay/payroll.ts'
import { supplementalOf } from '../wire/list.ts'
import { report } from '../wire/report.ts'
import { keyed } from './keyed.ts'
import { peopleFilters, peopleOf, selectedPeople, timesheetsOf } from './people.ts'

type Asked = {
  start_date: string
  end_date: string
  user_ids?: number[]
  group_ids?: number[]
  jobcode_ids?: number[]
  jobcode_type: (typeof types)[number]
  customfielditems?: ReadonlyMap<string, string[]>
}

const types = ['regular', 'pto', 'unpaid_break', 'paid_break', 'all', 'both'] as const
const list = { type: 'array', items: { type: 'string' } }
const hours = (about: string) => ({
  type: 'object',
  description: about,
  additionalProperties: { type: 'string', examples: ['8.50'] },
})

const answer = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'object',
      required: ['filters', 'project_report'],
      properties: {
        filters: {
          type: 'object',
          required: ['user_ids', 'group_ids', 'jobcode_type', 'customfielditems', 'jobcode_ids'],
          properties: {
            user_ids: list,
            group_ids: list,
            jobcode_type: { type: 'string', enum: types, examples: ['all'] },
            customfielditems: { type: 'object', additionalProperties: list },
            jobcode_ids: list,
          },
        },
        project_report: {
          type: 'object',
          required: ['start_date', 'end_date', 'totals'],
          properties: {
            start_date: { type: 'string', examples: ['2026-03-01'] },
            end_date: { type: 'string', examples: ['2026-03-14'] },
            totals: {
              type: 'object',
              required: ['users', 'groups', 'jobcodes', 'customfields'],
              properties: {
                users: hours('Hours by user.'),
                groups: {
                  type: 'object',
                  description: 'Hours by group; 0 is people without a group.',
                  additionalProperties: { type: 'number' },
                },
                jobcodes: hours('Hours by jobcode; 0 is time without one.'),
                customfields: {
                  type: 'object',
                  description: 'Hours by custom field and item; 0 is time without an item. Free-form fields have none.',
                  additionalProperties: hours(''),
                },
              },
            },
          },
        },
      },
    },
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Hours by person, group, jobcode and custom field item. */
export const project = report({
  name: 'project',
  about: 'Hours of each user, group, jobcode and custom field item between two dates.',
  filters: {
    ...peopleFilters,
    start_date: day((value) => sql`date >= ${value}`, { about: 'First date, inclusive.' }),
    end_date: day((value) => sql`date <= ${value}`, { about: 'Last date, inclusive.' }),
    jobcode_ids: ids(jobcodesAndBelow, { about: 'These jobcodes and all below them; 0 is time without a jobcode.' }),
    jobcode_type: choice(types, 'all', () => sql`1 = 1`, {
      about: 'By the type of the jobcode; both is the same as all.',
    }),
    customfielditems: keyed(
      /^\d{1,16}$/,
      'an object of custom field id to a list of values',
      'Custom field id → values, one of which the time has; in a query string customfielditems[301]=Wiring.',
    ),
  },
  required: ['start_date', 'end_date'],
  answer,
  async run(query, ctx, handle) {
    const asked = query.values
    const people = selectedPeople(query, ctx.actor, 'project')
    const users = await peopleOf(people, ctx, handle)
    const sums = await sumsOf(asked, { users, whose: timesheetsOf(people, ctx) }, ctx, handle)
    const groupOf = new Map(users.map((user) => [user.id, user.group_id]))
    const groups = new Map<number, number>()
    for (const [user, seconds] of sums.users) add(groups, groupOf.get(user) ?? 0, seconds)
    const known = sums.users.size > 0 ? await ctx.company.list('customfields') : []
    const fields = byField(sums, known)
    const totals = [
      `"users":${printHours(sums.users)}`,
      `"groups":${printMap(sorted(groups).map(([id, seconds]) => [id, String(hundredths(seconds) / 100)]))}`,
      `"jobcodes":${printHours(sums.jobcodes)}`,
      `"customfields":${printMap([...fields].map(([field, items]) => [field, printHours(items)]))}`,
    ]
    const { start_date, end_date } = asked
    const head = JSON.stringify({ start_date, end_date }).slice(0, -1)
    const results = `{"filters":${echo(asked)},"project_report":${head},"totals":{${totals.join()}}}}`
    if (!query.supplemental) return `{"results":${results}}`
    const items = [...fields.values()].flatMap((items) => [...items.keys()])
    const wanted = new Map([
      ['users', new Set(sums.users.keys())],
      ['jobcodes', new Set(sums.jobcodes.keys())],
      ['customfields', new Set(fields.keys())],
      ['customfielditems', new Set(items)],
      ['groups', new Set(groups.keys())],
    ])
    return `{"results":${results},"supplemental_data":${await supplementalOf(wanted, ctx)}}`
  },
})

/** Seconds by user, by jobcode, and by custom field and chosen item. */
type Sums = { users: Map<number, number>; jobcodes: Map<number, number>; items: Map<number, Map<number, number>> }

async function sumsOf(
  asked: Asked,
  { users, whose }: { users: readonly User[]; whose: Sql },
  ctx: ReadContext,
  handle: Handle,
): Promise<Sums> {
  const { start_date, end_date, jobcode_ids, jobcode_type, customfielditems } = asked
  const which = all([
    ...(jobcode_ids ? [await jobcodesAndBelow(jobcode_ids, ctx)] : []),
    ...(jobcode_type === 'all' || jobcode_type === 'both' ? [] : [await jobcodeType().condition(jobcode_type, ctx)]),
    ...(customfielditems?.size ? [await chosen(customfielditems, ctx, handle)] : []),
  ])
  await loadRules(ctx.company)
  const range = { start_date, end_date }
  const finished = sql`${whose} and "end" is not null and ${which}`
  const policies = [...new Set(users.map((user) => policyOf(user, ctx.company)))]
  const isRounded = companyRounding(ctx.company) !== undefined
  if (!movesDays(policies) && !isRounded)
    return exactSums(sql`${finished} and date between ${start_date} and ${end_date}`, ctx, handle)
  const hint = 'timesheets_user_date'
  if (isRounded) return sumsOfRows(await workedRows({ whose, which, hint, range }, ctx.company, handle))
  // Only at the edges of the range does it matter which part of a shift is within it.
  const { whole, edges, near } = partsOfRange(range, policies)
  const rows = await workedRows({ whose, which: sql`${which} and ${edges}`, hint, range, near }, ctx.company, handle)
  const sums = sumsOfRows(rows)
  for (const part of whole) addTo(sums, await exactSums(sql`${finished} and ${part}`, ctx, handle))
  return sums
}

/** Adds the second sums to the first. */
function addTo(a: Sums, b: Sums): void {
  for (const [id, seconds] of b.users) add(a.users, id, seconds)
  for (const [id, seconds] of b.jobcodes) add(a.jobcodes, id, seconds)
  for (const [field, items] of b.items) {
    const sums = a.items.get(field) ?? new Map<number, number>()
    a.items.set(field, sums)
    for (const [item, seconds] of items) add(sums, item, seconds)
  }
}

/**
 * The database computes the sums, each along an index in the right order, because a year has hundreds of thousands of
 * timesheets.
 */
async function exactSums(where: Sql, ctx: ReadContext, handle: Handle): Promise<Sums> {
  const { company_id } = ctx.company.row
  const anyJobcode = sql`jobcode_id in (select 0 union all select id from jobcodes where company_id = ${company_id})`
  const byUser = await handle.all<{ id: number; seconds: number }>(
    sql`select user_id as id, sum(duration) as seconds from timesheets ${indexHint('timesheets_user_date')}
      where ${where} group by user_id`,
  )
  const byJobcode = await handle.all<{ id: number; seconds: number }>(
    sql`select jobcode_id as id, sum(duration) as seconds from timesheets ${indexHint('timesheets_jobcode')}
      where ${where} and ${anyJobcode} group by jobcode_id`,
  )
  const byChoices = await handle.all<{ customfields: string; seconds: number }>(
    sql`select customfields, sum(duration) as seconds from timesheets ${indexHint('timesheets_choices')}
      where ${where} and customfields <> '{}' group by customfields`,
  )
  const sums = (rows: typeof byUser) => new Map(rows.map(({ id, seconds }) => [id, seconds]))
  return { users: sums(byUser), jobcodes: sums(byJobcode), items: itemsOf(byChoices) }
}

function sumsOfRows(rows: readonly WorkedRow[]): Sums {
  const [users, jobcodes, choices] = [new Map<number, number>(), new Map<number, number>(), new Map<string, number>()]
  for (const { user_id, jobcode_id, customfields, seconds } of rows) {
    add(users, user_id, seconds)
    add(jobcodes, jobcode_id, seconds)
    add(choices, customfields, seconds)
  }
  return { users, jobcodes, items: itemsOf([...choices].map(([customfields, seconds]) => ({ customfields, seconds }))) }
}

/** Seconds by custom field and item. */
function itemsOf(byChoices: readonly { customfields: string; seconds: number }[]): Sums['items'] {
  const items = new Map<number, Map<number, number>>()
  for (const { customfields, seconds } of byChoices)
    for (const [field, item] of Object.entries<number>(JSON.parse(customfields))) {
      const sums = items.get(Number(field)) ?? new Map<number, number>()
      items.set(Number(field), sums)
      add(sums, item, seconds)
    }
  return items
}

/** Condition for time that has one of the values for each of these fields. */
async function chosen(wanted: ReadonlyMap<string, string[]>, { company }: ReadContext, handle: Handle): Promise<Sql> {
  const fields = (await company.list('customfields')).filter(({ id }) => wanted.has(String(id)))
  if (fields.length < wanted.size) return sql`1 = 0`
  const named = fields.map(
    ({ id }) => sql`(customfield_id = ${id} and ${inList(sql`name_key`, valueAt(wanted, String(id)).map(fold))})`,
  )
  const items = await handle.all<{ id: number; customfield_id: number }>(
    sql`select id, customfield_id from customfielditems where company_id = ${company.row.company_id} and (${join(named, ' or ')})`,
  )
  // Values are stored as {"301":6601,"302":6602}.
  const has = (field: number, item: number) => sql`replace(customfields, '}', ',') like ${`%"${field}":${item},%`}`
  return all(
    fields.map(({ id }) => {
      const found = items.filter((item) => item.customfield_id === id)
      return found.length === 0
        ? sql`1 = 0`
        : sql`(${join(
            found.map((item) => has(id, item.id)),
            ' or ',
          )})`
    }),
  )
}

/** Seconds by custom field and item. Each active field covers all the time; archived ones only where they were used. */
function byField(sums: Sums, fields: readonly CustomField[]): Map<number, Map<number, number>> {
  const total = [...sums.users.values()].reduce((sum, seconds) => sum + seconds, 0)
  const shown = fields.filter(
    ({ id, active, applies_to }) => applies_to === 'timesheet' && (active || sums.items.has(id)),
  )
  return new Map(
    shown.map(({ id, type }) => {
      const items = new Map(type === 'managed-list' ? sums.items.get(id) : [])
      const rest = [...items.values()].reduce((left, seconds) => left - seconds, total)
      if (rest > 0) items.set(0, rest)
      return [id, items]
    }),
  )
}

function printHours(seconds: ReadonlyMap<number, number>): string {
  return printMap(sorted(seconds).map(([id, sum]) => [id, `"${hoursText(sum)}"`]))
}

function sorted(seconds: ReadonlyMap<number, number>): [number, number][] {
  return [...seconds].sort(([a], [b]) => a - b)
}

function add<K>(sums: Map<K, number>, id: K, seconds: number): void {
  sums.set(id, (sums.get(id) ?? 0) + seconds)
}

function echo(asked: Asked): string {
  return JSON.stringify({
    user_ids: (asked.user_ids ?? []).map(String),
    group_ids: (asked.group_ids ?? []).map(String),
    jobcode_type: asked.jobcode_type,
    customfielditems: Object.fromEntries(asked.customfielditems ?? []),
    jobcode_ids: (asked.jobcode_ids ?? []).map(String),
  })
}
