import type { Query, ReadContext } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { anyOf, day, exactlyNumber, type Filter, flag, pattern, state, words } from '../engine/filters.ts'
import { printMap } from '../engine/serialize.ts'
import { all, fold, type Handle, indexHint, inList, type Row, type Sql, sql } from '../engine/sql.ts'
import { type Project, projects } from '../resources/projects.ts'
import { supplementalOf } from '../wire/list.ts'
import { report } from '../wire/report.ts'
import { mapOrList, type Progress, progressOf, rowOf, rowSchema } from './estimates.ts'
import { keyed } from './keyed.ts'
import { selectedPeople, timesheetsOf } from './people.ts'

const statuses = ['not_started', 'in_progress', 'complete']
const sortable = ['name', 'due_date', 'budget_progress', 'total_note_count', 'unread_posts_count'] as const
type Sort = { field: (typeof sortable)[number]; descending: boolean }

type Asked = {
  project_ids?: number[]
  parent_jobcode_id?: number
  jobcode_ids?: number[]
  statuses?: string[]
  active: 'yes' | 'no' | 'both'
  results_as_array: boolean
  sort_by?: Sort[]
  search?: ReadonlyMap<string, string[]>
  has_time_tracked: boolean
  time_tracked_start_date?: string
  time_tracked_end_date?: string
}

const numbers = { type: 'array', items: { type: 'integer' } }
const numberOrNone = {
  type: ['integer', 'string', 'array'],
  items: { type: 'integer' },
  description: '"" if not given.',
  examples: [''],
}
const dateOrNone = { type: ['string', 'null'] }
const row = { type: 'object', required: Object.keys(rowSchema), properties: rowSchema }

const answer = {
  type: 'object',
  required: ['filters', 'more', 'total_count', 'results'],
  properties: {
    filters: {
      type: 'object',
      properties: {
        page: { type: 'integer' },
        limit: { type: 'integer' },
        project_ids: numbers,
        statuses: { type: 'array', items: { type: 'string' } },
        parent_jobcode_id: numberOrNone,
        jobcode_ids: numberOrNone,
        active: { type: 'boolean', description: 'False if only inactive ones were requested.' },
        search: { type: ['object', 'array'], items: {}, description: '[] if not given.', examples: [[]] },
        has_time_tracked: { type: 'boolean' },
        time_tracked_start_date: dateOrNone,
        time_tracked_end_date: dateOrNone,
      },
    },
    more: { type: 'boolean', description: 'Whether there is another page.' },
    total_count: { type: 'integer', description: 'Across all pages.' },
    results: mapOrList(row, 'By project; a list with results_as_array or sort_by.'),
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Projects with the time tracked against their estimates. */
export const projectEstimate = report({
  name: 'project_estimate',
  about: 'Projects with the time tracked on them, running time included, beside their estimates.',
  filters: {
    project_ids: anyOf('id'),
    parent_jobcode_id: exactlyNumber('parent_jobcode_id', {
      about: 'Projects under this jobcode; 0 is the top level.',
    }),
    jobcode_ids: anyOf('jobcode_id', { about: 'Projects whose jobcode is one of these.' }),
    statuses: statusFilter(),
    active: state('active', 'yes'),
    results_as_array: flag(false, { about: 'Results as a list instead of a map.' }),
    sort_by: sortFilter(),
    search: keyed(/^name$/, 'an object with the property name', 'name: text, with `*` for any characters.'),
    has_time_tracked: flag(false, { about: 'Only projects with time, within the dates below if given.' }),
    time_tracked_start_date: day(() => sql`1 = 1`, { about: 'Used with has_time_tracked.' }),
    time_tracked_end_date: day(() => sql`1 = 1`, { about: 'Used with has_time_tracked.' }),
  },
  required: [],
  paged: true,
  answer,
  async run(query, ctx, handle) {
    const asked = query.values
    const whose = timesheetsOf(selectedPeople({ values: {} }, ctx.actor, 'project_estimate'), ctx)
    const which = await condition(asked, whose, ctx)
    const rows = await handle.all<Row>(
      sql`select * from projects where company_id = ${ctx.actor.companyId} and ${which}`,
    )
    const found = rows.map((row) => projects.load(row))
    const order = asked.sort_by ?? [{ field: 'name', descending: false }]
    // Sort keys are loaded for all projects, the rest only for the page.
    const early = order.every(({ field }) => field === 'name' || field === 'due_date')
      ? undefined
      : await progressOf(which, whose, ctx, handle)
    const start = (query.page - 1) * query.limit
    const page = sorted(found, order, early).slice(start, start + query.limit)
    const ofPage = inList(
      sql`id`,
      page.map(({ id }) => id),
    )
    const progress = early ?? (await progressOf(ofPage, whose, ctx, handle))
    const printed = page.map((project): [number, string] => [
      project.id,
      JSON.stringify(rowOf(project, progress(project))),
    ])
    const asList = asked.results_as_array || asked.sort_by !== undefined
    const results = asList ? `[${printed.map(([, text]) => text).join()}]` : printMap(printed)
    const head = `"filters":${echo(asked, query)},"more":${found.length > start + query.limit},"total_count":${found.length}`
    if (!query.supplemental) return `{${head},"results":${results}}`
    const related = await relatedTo(page, progress, ctx, handle)
    return `{${head},"results":${results},"supplemental_data":${related}}`
  },
})

async function condition(asked: Asked, whose: Sql, ctx: ReadContext): Promise<Sql> {
  const { project_ids, parent_jobcode_id, jobcode_ids, search } = asked
  const named = search?.get('name')
  const byName = pattern('name')
  return all([
    projects.visible(ctx.actor),
    ...(project_ids ? [inList(sql`id`, project_ids)] : []),
    ...(parent_jobcode_id === undefined ? [] : [sql`parent_jobcode_id = ${parent_jobcode_id}`]),
    ...(jobcode_ids ? [inList(sql`jobcode_id`, jobcode_ids)] : []),
    ...(asked.statuses ? [inList(sql`status`, asked.statuses)] : []),
    ...(asked.active === 'both' ? [] : [sql`active = ${asked.active === 'yes' ? 1 : 0}`]),
    ...(named ? [await byName.condition(byName.parse(named, 'search.name'), ctx)] : []),
    ...(asked.has_time_tracked ? [tracked(asked, whose)] : []),
  ])
}

function tracked({ time_tracked_start_date: from, time_tracked_end_date: to }: Asked, whose: Sql): Sql {
  if (from && to && from > to)
    throw new RequestError(417, 'range_reversed', { field: 'time_tracked_start_date', end: 'time_tracked_end_date' })
  const within = all([...(from ? [sql`date >= ${from}`] : []), ...(to ? [sql`date <= ${to}`] : [])])
  return sql`exists (select 1 from timesheets ${indexHint('timesheets_jobcode')}
    where ${whose} and timesheets.jobcode_id = projects.jobcode_id and ${within})`
}

function sorted(
  found: readonly Project[],
  order: readonly Sort[],
  progress: ((project: Project) => Progress) | undefined,
): Project[] {
  const keys = found.map((project) => {
    const row = progress && rowOf(project, progress(project))
    const known = {
      name: fold(project.name),
      due_date: project.due_date,
      budget_progress: row?.budget_progress ?? -1,
      total_note_count: row?.total_note_count ?? 0,
      unread_posts_count: row?.unread_posts_count ?? 0,
    }
    return { project, known }
  })
  return keys
    .sort((a, b) => {
      for (const { field, descending } of [...order, { field: 'name' as const, descending: false }]) {
        const [one, other] = [a.known[field], b.known[field]]
        if (one !== other) return one < other === descending ? 1 : -1
      }
      return a.project.id - b.project.id
    })
    .map(({ project }) => project)
}

function statusFilter(): Filter<string[]> {
  const plain = words('status')
  return {
    ...plain,
    parse: (given, label) => {
      const named = plain.parse(given, label)
      if (named.every((word) => statuses.includes(word))) return named
      throw new Refusal(417, 'not_some_of', { field: label, choices: statuses.join(', ') })
    },
  }
}

function sortFilter(): Filter<Sort[]> {
  return {
    parse: (given, label) => {
      const order = given
        .flatMap((text) => text.split(','))
        .map((text) => {
          // In a query string, a plus sign arrives as a blank.
          const field = sortable.find((name) => name === text.trim().replace(/^[+-]/, ''))
          if (!field) throw new Refusal(417, 'sorting_unknown', { field: label, choices: sortable.join(', ') })
          return { field, descending: text.trim().startsWith('-') }
        })
      if (new Set(order.map(({ field }) => field)).size < order.length)
        throw new Refusal(417, 'field_named_twice', { field: label })
      return order
    },
    condition: () => sql`1 = 1`,
    aliases: [],
    schema: { type: 'string' },
    about: `Any of ${sortable.join(', ')}, each prefixed with + or -, separated by commas. Results are a list then.`,
  }
}

function echo(asked: Asked, { page, limit }: Pick<Query, 'page' | 'limit'>): string {
  const name = asked.search?.get('name')
  return JSON.stringify({
    page,
    limit,
    project_ids: asked.project_ids ?? [],
    statuses: asked.statuses ?? [],
    parent_jobcode_id: asked.parent_jobcode_id ?? '',
    jobcode_ids: asked.jobcode_ids ?? '',
    active: asked.active !== 'no',
    search: name ? { name: name.join(',') } : [],
    has_time_tracked: asked.has_time_tracked,
    time_tracked_start_date: asked.time_tracked_start_date ?? null,
    time_tracked_end_date: asked.time_tracked_end_date ?? null,
  })
}

async function relatedTo(
  page: readonly Project[],
  progress: (project: Project) => Progress,
  ctx: ReadContext,
  handle: Handle,
): Promise<string> {
  const known = page.map(progress)
  const estimates = known.flatMap(({ estimate }) => estimate ?? [])
  const ids = estimates.map(({ id }) => id)
  const items = await handle.all<{ id: number }>(
    sql`select id from estimate_items where company_id = ${ctx.actor.companyId} and active = 1 and ${inList(sql`estimate_id`, ids)}`,
  )
  const wanted = new Map([
    ['jobcodes', new Set(page.flatMap(({ jobcode_id, parent_jobcode_id }) => [jobcode_id, parent_jobcode_id]))],
    ['users', new Set(known.flatMap(({ clockedIn }) => clockedIn))],
    ['estimates', new Set(ids)],
    ['estimate_items', new Set(items.map(({ id }) => id))],
    ['customfields', new Set(estimates.map(({ estimate_by__id }) => estimate_by__id))],
  ])
  return supplementalOf(wanted, ctx)
}
