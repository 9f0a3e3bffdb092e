import { workedRows } from '../company/pay/worked_rows.ts'
import { companyRounding } from '../company/pay/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { exactlyNumber, flag } from '../engine/filters.ts'
import { printMap, printRows } from '../engine/serialize.ts'
import { type Handle, indexHint, type Row, type Sql, sql } from '../engine/sql.ts'
import { estimateItems } from '../resources/estimate_items.ts'
import { jobcodeAssignments } from '../resources/jobcode_assignments.ts'
import { type Project, projects } from '../resources/projects.ts'
import { elementAt } from '../rules/elements.ts'
import { supplementalOf } from '../wire/list.ts'
import { report } from '../wire/report.ts'
import { budgetProgress, mapOrList, progressOf, rowOf, rowSchema, secondsSince, trackedSchema } from './estimates.ts'
import { selectedPeople, timesheetsOf } from './people.ts'

const previewed = 5

const tracked = {
  type: 'object',
  required: [...Object.keys(trackedSchema), 'on_the_clock'],
  properties: { ...trackedSchema, on_the_clock: { type: 'boolean' } },
}
const users = { type: 'object', description: 'By user.', additionalProperties: tracked }
const withUsers = { ...tracked, required: [...tracked.required, 'users'], properties: { ...tracked.properties, users } }
const { unread_replies_count: _, ...ofRow } = rowSchema
const detail = {
  ...ofRow,
  tracked_time: {
    type: 'object',
    required: ['users', 'groups', 'jobcodes', 'customfields'],
    properties: {
      users,
      groups: {
        type: 'object',
        description: 'By group; 0 is people without a group.',
        additionalProperties: { type: 'object', required: ['users'], properties: { users } },
      },
      jobcodes: { type: 'object', description: 'By jobcode.', additionalProperties: withUsers },
      customfields: {
        type: ['object', 'array'],
        items: {},
        description: 'By custom field and, in customfielditems, by item; [] if no items were chosen.',
        examples: [[]],
      },
    },
  },
  estimate_items: {
    type: 'array',
    description: 'Records of estimate_items with the time tracked on each.',
    items: {
      type: 'object',
      properties: { id: { type: 'integer' }, ...tracked.properties, budget_progress: { type: ['number', 'null'] } },
    },
  },
  on_the_clock: { type: 'boolean' },
  customfielditem_id: { type: 'integer', enum: [0] },
  assigned_to_all: { type: 'boolean' },
  preview_assigned_user_ids: { type: 'array', items: { type: 'integer' }, description: `The first ${previewed}.` },
  total_assigned_users: { type: 'integer', description: '0 if assigned to everyone.' },
}
const row = { type: 'object', required: Object.keys(detail), properties: detail }

const answer = {
  type: 'object',
  required: ['filters', 'projects'],
  properties: {
    filters: { type: 'object', required: ['project_id'], properties: { project_id: { type: 'integer' } } },
    projects: mapOrList(row, 'By project; a list with results_as_array.'),
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** One project with its time by person, group, jobcode, custom field item and estimate item. */
export const projectEstimateDetail = report({
  name: 'project_estimate_detail',
  about: 'The time tracked on one project, running time included, beside its estimate.',
  filters: {
    project_id: {
      ...exactlyNumber('id', { about: 'The project.' }),
      schema: { type: 'integer', 'x-refers-to': 'projects' },
    },
    results_as_array: flag(false, { about: 'Results as a list instead of a map.' }),
  },
  required: ['project_id'],
  answer,
  async run({ values, supplemental }, ctx, handle) {
    const { project_id, results_as_array } = values
    const project = await projectNamed(project_id, ctx, handle)
    const whose = timesheetsOf(selectedPeople({ values: {} }, ctx.actor, 'project_estimate_detail'), ctx)
    const progress = (await progressOf(sql`id = ${project.id}`, whose, ctx, handle))(project)
    const time = await timeOn(project, whose, ctx, handle)
    await ctx.company.look('jobcodes', [project.jobcode_id])
    const job = ctx.company.existing('jobcodes', project.jobcode_id)
    const assigned = job.assigned_to_all ? [] : await assignedTo(job.id, ctx, handle)
    const items = progress.estimate ? await itemsOf(progress.estimate.id, time, ctx, handle) : []
    const { unread_replies_count: _, ...row } = rowOf(project, progress)
    const rest = {
      on_the_clock: time.all.running,
      customfielditem_id: 0,
      assigned_to_all: job.assigned_to_all,
      preview_assigned_user_ids: assigned.slice(0, previewed),
      total_assigned_users: assigned.length,
    }
    const parts = [
      JSON.stringify(row).slice(1, -1),
      `"tracked_time":${printTime(time, job.id, ctx)}`,
      `"estimate_items":[${items.join()}]`,
      JSON.stringify(rest).slice(1, -1),
    ]
    const text = `{${parts.join()}}`
    const shown = results_as_array ? `[${text}]` : printMap([[project.id, text]])
    const head = `"filters":{"project_id":${project.id}},"projects":${shown}`
    if (!supplemental) return `{${head}}`
    const people = [...time.users.keys()]
    const wanted = new Map([
      ['jobcodes', new Set([project.jobcode_id, project.parent_jobcode_id])],
      ['users', new Set([...people, ...rest.preview_assigned_user_ids])],
      ['groups', new Set(people.map((id) => groupOf(id, ctx)).filter((id) => id !== 0))],
      ['estimates', new Set(progress.estimate ? [progress.estimate.id] : [])],
      ['customfields', new Set([progress.estimate?.estimate_by__id ?? 0, ...time.fields.keys()])],
      ['customfielditems', new Set([...time.fields.values()].flatMap((items) => [...items.keys()]))],
    ])
    return `{${head},"supplemental_data":${await supplementalOf(wanted, ctx)}}`
  },
})

async function projectNamed(id: number, ctx: ReadContext, handle: Handle): Promise<Project> {
  const row = await handle.get<Row>(
    sql`select * from projects where company_id = ${ctx.actor.companyId} and id = ${id} and ${projects.visible(ctx.actor)}`,
  )
  if (!row) throw new RequestError(417, 'no_such_project', { field: 'project_id', id })
  return projects.load(row)
}

/** Seconds of running and of finished timesheets, and both by user. */
class Tracked {
  in = 0
  out = 0
  running = false
  readonly users = new Map<number, Tracked>()

  add(seconds: number, running: boolean, userId?: number): void {
    if (running) this.in += seconds
    else this.out += seconds
    this.running ||= running
    if (userId !== undefined) ensure(this.users, userId).add(seconds, running)
  }

  print(): string {
    return JSON.stringify({
      total_clocked_in_seconds: this.in,
      total_clocked_out_seconds: this.out,
      total_tracked_seconds: this.in + this.out,
      on_the_clock: this.running,
    })
  }

  printWithUsers(): string {
    return `${this.print().slice(0, -1)},"users":${printUsers(this.users)}}`
  }
}

/** The time of a project: in total, by user, and by item of the custom fields with a managed list. */
type Time = { all: Tracked; users: Map<number, Tracked>; fields: Map<number, Map<number, Tracked>> }

async function timeOn(project: Project, whose: Sql, ctx: ReadContext, handle: Handle): Promise<Time> {
  // `progressOf` has loaded the settings.
  const [which, hint] = [sql`jobcode_id = ${project.jobcode_id}`, 'timesheets_jobcode']
  const finished = companyRounding(ctx.company)
    ? await workedRows({ whose, which, hint }, ctx.company, handle)
    : await handle.all<{ user_id: number; customfields: string; seconds: number }>(
        sql`select user_id, customfields, sum(duration) as seconds from timesheets ${indexHint(hint)}
          where ${whose} and ${which} and "end" is not null group by user_id, customfields`,
      )
  const running = await handle.all<{ user_id: number; customfields: string; start: number }>(
    sql`select user_id, customfields, "start" from timesheets ${indexHint('timesheets_running')}
      where ${whose} and jobcode_id = ${project.jobcode_id} and "end" is null`,
  )
  const fields = await ctx.company.list('customfields')
  const managed = new Set(fields.flatMap(({ id, type }) => (type === 'managed-list' ? [id] : [])))
  const all = new Tracked()
  const time: Time = { all, users: all.users, fields: new Map() }
  const add = (user_id: number, customfields: string, seconds: number, isRunning: boolean) => {
    all.add(seconds, isRunning, user_id)
    for (const [field, item] of Object.entries<number>(JSON.parse(customfields))) {
      if (!managed.has(Number(field))) continue
      const items = time.fields.get(Number(field)) ?? new Map<number, Tracked>()
      time.fields.set(Number(field), items)
      ensure(items, item).add(seconds, isRunning, user_id)
    }
  }
  for (const row of finished) add(row.user_id, row.customfields, row.seconds, false)
  for (const row of running) add(row.user_id, row.customfields, secondsSince(row.start, ctx), true)
  await ctx.company.look('users', time.users.keys())
  return time
}

function printTime({ all, users, fields }: Time, jobcodeId: number, ctx: ReadContext): string {
  const groups = Map.groupBy(sorted(users), ([id]) => groupOf(id, ctx))
  const byGroup = sorted(groups).map(([id, members]): [number, string] => [
    id,
    `{"users":${printUsers(new Map(members))}}`,
  ])
  const byField = sorted(fields).map(([id, items]): [number, string] => {
    const texts = sorted(items).map(([item, time]): [number, string] => [item, time.printWithUsers()])
    return [id, `{"customfielditems":${printMap(texts)}}`]
  })
  const byJobcode = users.size > 0 ? printMap([[jobcodeId, all.printWithUsers()]]) : '{}'
  const customfields = byField.length > 0 ? printMap(byField) : '[]'
  return `{"users":${printUsers(users)},"groups":${printMap(byGroup)},"jobcodes":${byJobcode},"customfields":${customfields}}`
}

function groupOf(userId: number, { company }: ReadContext): number {
  return company.get('users', userId)?.group_id ?? 0
}

/** The items of an estimate, each with the time it covers: all of it, or that with its custom field item. */
async function itemsOf(estimateId: number, time: Time, ctx: ReadContext, handle: Handle): Promise<string[]> {
  const rows = await handle.all<Row>(
    sql`select * from estimate_items where company_id = ${ctx.actor.companyId} and estimate_id = ${estimateId} and active = 1 order by id`,
  )
  const items = rows.map((row) => estimateItems.load(row))
  const byItem = new Map([...time.fields.values()].flatMap((items) => [...items]))
  const texts = await printRows(estimateItems, items, ctx)
  return items.map(({ type, type_id, estimated_seconds }, index) => {
    const own = type === 'none' ? time.all : (byItem.get(type_id) ?? new Tracked())
    const progress = budgetProgress(own.in + own.out, estimated_seconds)
    return `${elementAt(texts, index).slice(0, -1)},${own.print().slice(1, -1)},"budget_progress":${progress}}`
  })
}

/** The active people assigned to the jobcode, as far as the requester may see that. */
async function assignedTo(jobcodeId: number, { actor }: ReadContext, handle: Handle): Promise<number[]> {
  const rows = await handle.all<{ id: number }>(
    sql`select id from users where company_id = ${actor.companyId} and active = 1 and id in (
      select user_id from jobcode_assignments where company_id = ${actor.companyId} and jobcode_id = ${jobcodeId}
      and active = 1 and ${jobcodeAssignments.visible(actor)})
      order by id`,
  )
  return rows.map(({ id }) => id)
}

function ensure(map: Map<number, Tracked>, id: number): Tracked {
  const found = map.get(id) ?? new Tracked()
  map.set(id, found)
  return found
}

function printUsers(users: ReadonlyMap<number, Tracked>): string {
  return printMap(sorted(users).map(([id, time]) => [id, time.print()]))
}

function sorted<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b)
}
