import { byPerson, companyRounding, finishedWork, isWorked, loadRules } from '../company/pay/worked_time.ts'
import { loadSettings, settingsFor, zoneFor, zoneOn } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Query, ReadContext } from '../engine/context.ts'
import { choice, flag, tristate } from '../engine/filters.ts'
import { printMap, printRecord } from '../engine/serialize.ts'
import { type Handle, indexHint, inList, type Sql, sql } from '../engine/sql.ts'
import { type Group, groups } from '../resources/groups.ts'
import type { User } from '../resources/users/record.ts'
import { valueAt } from '../rules/elements.ts'
import { readsType } from '../rules/people/sight.ts'
import { addDays, localDate, second } from '../rules/time/calendar.ts'
import { longestEntryDays } from '../rules/time/timesheets.ts'
import { type Counted, countedSeconds, type DayRule, dayRuleOf, today } from '../rules/time/today.ts'
import { supplementalOf } from '../wire/list.ts'
import { report } from '../wire/report.ts'
import { peopleFilters, peopleOf, selectedPeople } from './people.ts'

const orders = [
  'username',
  'first_name',
  'last_name',
  'group_name',
  'group_id',
  'shift_seconds',
  'day_seconds',
] as const

type Sheet = {
  id: number
  user_id: number
  jobcode_id: number
  date: string
  start: number
  end: number | null
  duration: number
  type: 'regular' | 'manual'
  /** 1 for work and paid breaks. */
  worked: number
}

/**
 * A person's clock status: the running entry, how it counts if it is work, its seconds and those worked that day, the
 * name of the group, and how the person's time is assigned to days.
 */
export type Standing = {
  user: User
  sheet: Sheet | undefined
  running: Counted | undefined
  shift: number
  day: number
  group: string
  rule: DayRule
}

const row = {
  type: 'object',
  required: ['user_id', 'on_the_clock', 'timesheet_id', 'jobcode_id', 'group_id', 'shift_seconds', 'day_seconds'],
  properties: {
    user_id: { type: 'integer' },
    on_the_clock: { type: 'boolean', examples: [true] },
    timesheet_id: { type: ['integer', 'null'], description: 'The running timesheet; null off the clock.' },
    jobcode_id: { type: ['integer', 'null'], description: 'Its jobcode; null off the clock.' },
    group_id: { type: 'integer', description: '0 for none.' },
    shift_geolocations_available: {
      type: 'boolean',
      description: 'Whether locations were reported during the running timesheet.',
    },
    shift_seconds: { type: 'integer', description: 'Of the running timesheet; 0 off the clock.', examples: [5400] },
    day_seconds: {
      type: 'integer',
      description:
        'Worked on the user’s day so far, paid breaks included, by the rule that the company has chosen for shifts over midnight. Finished time is rounded if the company rounds.',
      examples: [12600],
    },
  },
}

const answer = {
  type: 'object',
  required: ['results', 'more'],
  properties: {
    results: {
      type: 'object',
      required: ['current_totals'],
      properties: { current_totals: { type: 'object', description: 'By user.', additionalProperties: row } },
    },
    more: { type: 'boolean', description: 'Whether there is another page.' },
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Who is on the clock, on what, and for how long today. */
export const currentTotals = report({
  name: 'current_totals',
  about: 'Everyone’s clock status with the seconds of the current shift and of the day.',
  filters: {
    ...peopleFilters,
    on_the_clock: tristate('both', () => sql`1 = 1`),
    order_by: choice(orders, 'last_name', () => sql`1 = 1`),
    order_desc: flag(false),
  },
  required: [],
  paged: true,
  light: true,
  answer,
  async run(query, ctx, handle) {
    const wanted = query.values.on_the_clock
    const everyone = await standings(selectedPeople(query, ctx.actor, 'current_totals'), ctx, handle)
    const persons = sorted(
      everyone.filter(({ sheet }) => wanted === 'both' || (sheet !== undefined) === (wanted === 'yes')),
      query,
    )
    const start = (query.page - 1) * query.limit
    const page = persons.slice(start, start + query.limit)
    const located = await reported(page, ctx, handle)
    const rows = page.map((person): [number, string] => [person.user.id, print(person, located)])
    const extra = query.supplemental ? `,"supplemental_data":${await related(page, ctx)}` : ''
    return `{"results":{"current_totals":${printMap(rows)}},"more":${persons.length > start + query.limit}${extra}}`
  },
})

/** Clock status of the active people among those selected, by name. */
export async function standings(condition: Sql, ctx: ReadContext, handle: Handle): Promise<Standing[]> {
  const { company, now } = ctx
  const users = await peopleOf(sql`active = 1 and ${condition}`, ctx, handle)
  const groups = await company.list('groups')
  await loadSettings(company)
  const date = localDate(now, 'UTC')
  const rules = new Map(users.map((user) => [user.id, dayRuleFor(user, company, now)]))
  const reach = reachOf([...rules.values()])
  // A list of everyone would exceed the limits of the databases.
  const few = users.length <= 1000
  const ofUsers = few
    ? inList(
        sql`user_id`,
        users.map((user) => user.id),
      )
    : sql`1 = 1`
  // At any moment at most three dates are today around the world; a running entry may be older.
  const dates = sql`date between ${addDays(date, -1 - reach)} and ${addDays(date, 1)}`
  const theirs = sql`company_id = ${company.row.company_id} and ${ofUsers}`
  const columns = sql`select id, user_id, jobcode_id, date, "start", "end", duration, type`
  const isRounded = companyRounding(company) !== undefined
  const done = sql`${columns}, 1 as worked from timesheets
    where ${theirs} and ${dates} and "end" is not null and ${isWorked(company)} union all`
  const sheets = await handle.all<Sheet>(sql`${isRounded ? sql`` : done}
    ${columns}, case when ${isWorked(company)} then 1 else 0 end as worked
    from timesheets ${indexHint('timesheets_running')} where ${theirs} and "end" is null`)
  if (isRounded) await loadRules(company)
  const rounded = isRounded ? await finishedWork(users, sql`${theirs} and ${dates}`, company, handle) : undefined
  const byUser = byPerson(sheets, (sheet) => sheet)
  return users.map((user) =>
    totals(user, byUser.get(user.id) ?? [], rounded?.get(user.id) ?? [], groups, valueAt(rules, user.id), now),
  )
}

/** How a person's time is assigned to days. Call after `loadSettings`. */
export function dayRuleFor(user: User, company: CompanySnapshot, now: number): DayRule {
  const own = zoneFor(company, user)
  const date = localDate(now, own)
  return dayRuleOf(settingsFor(company, user, date).general.settings, { own, pattern: zoneOn(company, user, date) })
}

/** How many dates before the first day an entry may start that partly belongs to that day. */
function reachOf(rules: readonly DayRule[]): number {
  if (rules.some(({ split }) => split)) return longestEntryDays + 1
  return rules.some(({ dayStart, datesDiffer }) => dayStart > 0 || datesDiffer) ? 1 : 0
}

/** The shift is the running entry; the day is all work that belongs to today, including the running entry. */
function totals(
  user: User,
  sheets: readonly Sheet[],
  rounded: readonly Counted[],
  groups: readonly Group[],
  rule: DayRule,
  now: number,
): Standing {
  const sheet = sheets.find((entry) => entry.end === null)
  const worked = sheets.filter(({ worked }) => Number(worked) === 1)
  const entries = worked.map((entry): Counted => ({ ...entry, manual: entry.type === 'manual' }))
  return {
    user,
    sheet,
    running: entries.find(({ end }) => end === null),
    shift: sheet ? Math.max(0, Math.floor((now - sheet.start) / second)) : 0,
    day: countedSeconds([...entries, ...rounded], today(now, rule), rule, now),
    rule,
    group: groups.find((group) => group.id === user.group_id)?.name ?? '',
  }
}

function sorted(
  persons: Standing[],
  { values }: Query<{ order_by: (typeof orders)[number]; order_desc: boolean }>,
): Standing[] {
  const keys: Record<(typeof orders)[number], (person: Standing) => string | number> = {
    username: ({ user }) => user.username.toLowerCase(),
    first_name: ({ user }) => user.first_name.toLowerCase(),
    last_name: ({ user }) => user.last_name.toLowerCase(),
    group_name: ({ group }) => group.toLowerCase(),
    group_id: ({ user }) => user.group_id,
    shift_seconds: ({ shift }) => shift,
    day_seconds: (person) => person.day,
  }
  const key = keys[values.order_by]
  const compare = (a: Standing, b: Standing) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.user.id - b.user.id)
  return persons.sort(values.order_desc ? (a, b) => compare(b, a) : compare)
}

/** The running entries during which a location was reported. */
async function reported(
  page: readonly Standing[],
  { company, now }: ReadContext,
  handle: Handle,
): Promise<Set<number>> {
  const running = page.flatMap(({ sheet }) => sheet?.id ?? [])
  if (running.length === 0) return new Set()
  const rows = await handle.all<{ id: number }>(sql`select t.id from timesheets t
    where t.company_id = ${company.row.company_id} and ${inList(sql`t.id`, running)} and exists (
      select 1 from geolocations g where g.company_id = ${company.row.company_id} and g.user_id = t.user_id
        and g.created between t."start" and ${now})`)
  return new Set(rows.map((row) => row.id))
}

function print({ user, sheet, shift, day: daySeconds }: Standing, located: ReadonlySet<number>): string {
  return JSON.stringify({
    user_id: user.id,
    on_the_clock: sheet !== undefined,
    timesheet_id: sheet?.id ?? null,
    jobcode_id: sheet?.jobcode_id ?? null,
    group_id: user.group_id,
    shift_geolocations_available: sheet !== undefined && located.has(sheet.id),
    shift_seconds: shift,
    day_seconds: daySeconds,
  })
}

async function related(page: readonly Standing[], ctx: ReadContext): Promise<string> {
  const running = page.flatMap(({ sheet }) => sheet ?? [])
  const wanted = new Map([
    ['users', new Set(page.map(({ user }) => user.id))],
    ['groups', new Set(page.map(({ user }) => user.group_id).filter((id) => id !== 0))],
    ['timesheets', new Set(running.map((sheet) => sheet.id))],
    ['jobcodes', new Set(running.map((sheet) => sheet.jobcode_id).filter((id) => id !== 0))],
  ])
  const sections = await supplementalOf(wanted, ctx)
  if (page.every(({ user }) => user.group_id !== 0) || !readsType(ctx.actor, 'groups')) return sections
  return withNoGroup(sections, ctx)
}

/** Adds the pseudo group 0, which holds people without a group. */
function withNoGroup(sections: string, ctx: ReadContext): string {
  const { created } = ctx.company.row
  const noGroup: Group = { id: 0, active: true, name: '-', last_modified: created, created, manager_ids: [] }
  const none = `"0":${printRecord(groups, noGroup, ctx)}`
  if (sections.includes('"groups":{')) return sections.replace('"groups":{', `"groups":{${none},`)
  return sections === '{}' ? `{"groups":{${none}}}` : `{"groups":{${none}},${sections.slice(1)}`
}
