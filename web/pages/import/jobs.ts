import { msg } from '../../../src/rules/language/messages.ts'
import type { RefusalCode } from '../../../src/rules/refusals/table.ts'
import { create, type Item, list, type Records, update } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import { jobsByPath, namesIn, pathKey } from '../jobs/tree.ts'
import { type Mark, readNumber } from './file/numbers.ts'
import { peopleFinder } from './people_finder.ts'
import {
  type Choices,
  column,
  headingOf,
  inBatches,
  type Kind,
  lineOf,
  type Mistake,
  type Plan,
  type Row,
  type Steps,
  suspectsMax,
} from './plan.ts'
import { isWord, no, readYesNo, yes } from './values.ts'

type JobRecord = Records['jobcodes']
type Known = {
  users: readonly Records['users'][]
  groups: readonly Records['groups'][]
  jobs: readonly JobRecord[]
}

/** The result of a row. `names` is its path from the top; `line` 0 is a parent that is in no row. */
type Job = {
  line: number
  id: number | undefined
  names: readonly string[]
  item: Item
  people: readonly number[]
}

const [work, timeOff, everyone] = [msg('Work'), msg('Time off'), msg('Everyone')]

const columns: Kind<Known>['columns'] = [
  column(
    'name',
    msg('Job'),
    ['name', 'job name', 'task', 'jobcode', 'service item'],
    ['Siding', 'Bathroom'],
    msg('a name'),
  ),
  column(
    'inside',
    msg('Parent job'),
    ['inside', 'parent', 'customer', 'project', 'client', 'path'],
    ['Riverbend > Building C', 'Harmon'],
  ),
  column('kind', msg('Type'), ['kind'], [work, work]),
  column('short_code', msg('Short code'), ['code', 'job code', 'number'], ['RBC', '']),
  column('billable', msg('Billable'), ['billed', 'billed to a customer'], [yes, no]),
  column('billable_rate', msg('Hourly rate'), ['rate', 'billable rate', 'rate per hour', 'price'], ['66.00', '']),
  column(
    'who',
    msg('Who can use it'),
    ['who may use it', 'assigned to', 'assigned', 'people', 'users', 'employees'],
    [everyone, 'North Crew; maya'],
  ),
]

/** Imports jobs from a file, with their parents and who can use them. */
export const jobsImport: Kind<Known> = {
  words: {
    title: msg('Import jobs'),
    home: msg('Jobs'),
    all: msg('See all jobs'),
    about: msg(
      'One row per job, with column names in the first row. Up to {lines} rows or {megabytes} MB. Nothing is saved until you’ve seen a preview.',
    ),
    template: msg('jobs.csv'),
    toFix: msg('jobs-to-fix.csv'),
    update: msg('Update existing jobs'),
    updateHint: msg('Matched by name and parent. Empty cells change nothing. If off, existing jobs are skipped.'),
    go: msg('{count, plural, one {Import # job} other {Import # jobs}}'),
    importing: msg('Importing jobs'),
    done: msg(
      '{added, plural, one {# job} other {# jobs}} added, {changed, plural, one {# job} other {# jobs}} changed.',
    ),
    canceled: msg(
      '{added, plural, one {# job} other {# jobs}} added, {changed, plural, one {# job} other {# jobs}} changed, then canceled.',
    ),
  },
  home: '/jobs',
  columns,
  dates: [],
  numbers: ['billable_rate'],
  wholes: [],
  fields: { parent_id: 'inside', type: 'kind' },
  async load(signal) {
    const users = await list('users', {}, { signal })
    const groups = await list('groups', {}, { signal })
    const jobs = await list('jobcodes', { active: 'both', type: 'all' }, { signal })
    return { users, groups, jobs }
  },
  plan,
}

function plan(rows: readonly Row[], known: Known, choices: Choices, found: readonly Mistake[]): Plan {
  const mistakes: Mistake[] = [...found]
  const byPath = jobsByPath(known.jobs)
  const read = reader(known, byPath, choices, mistakes)
  const jobs = rows.map(read)
  mistakes.push(...twins(jobs), ...archivedAbove(jobs, byPath))
  const wrong = new Set(mistakes.map(({ line }) => line))
  const good = jobs.filter(({ line }) => !wrong.has(line))
  const isNew = ({ id }: Job) => id === undefined
  const isSame = ({ id, item, people }: Job) => id !== undefined && Object.keys(item).length + people.length === 0
  const skipped = choices.update ? [] : good.filter((job) => !isNew(job))
  const doing = good.filter((job) => !isSame(job) && !skipped.includes(job))
  const suspects = [...doing, ...jobs.filter(({ line }) => wrong.has(line)).slice(0, suspectsMax)]
  const kept = (without: ReadonlySet<number>) => doing.filter(({ line }) => !without.has(line))
  return {
    added: doing.filter(isNew).map(lineOf),
    changed: doing.filter((job) => !isNew(job)).map(lineOf),
    same: good.filter((job) => isSame(job) || skipped.includes(job)).map(lineOf),
    mistakes,
    besides: (without) => {
      const folders = missingAbove(kept(without), byPath)
      return folders.length > 0 ? [newParents(folders)] : []
    },
    check: () => ({ steps: checking(suspects, byPath), count: suspects.length }),
    run: (without) => {
      const wanted = kept(without)
      const above = missingAbove(wanted, byPath)
      const pairs = wanted.reduce((sum, { people }) => sum + people.length, 0)
      return { steps: running([...above, ...wanted], byPath), count: above.length + wanted.length + pairs }
    },
  }
}

/** `New parent jobs: Riverbend, Riverbend › Building C.` */
function newParents(folders: readonly Job[]): string {
  const count = folders.length - 5
  const jobs = folders
    .slice(0, 5)
    .map(({ names }) => names.join(' › '))
    .join(', ')
  return count > 0
    ? t('New parent jobs: {jobs} and {count} more.', { jobs, count })
    : t('New parent jobs: {jobs}.', { jobs })
}

/** Returns a function that reads a row and adds its problems to `mistakes`. */
function reader(
  { users, groups }: Known,
  byPath: ReadonlyMap<string, JobRecord>,
  { marks }: Choices,
  mistakes: Mistake[],
): (row: Row) => Job {
  const findPeople = peopleFinder({ users, groups }, everyone)
  return ({ line, value }) => {
    const wrong = (column: string, text: string) => mistakes.push({ line, column: headingOf(columns, column), text })
    const names = [...namesIn(value('inside')), ...namesIn(value('name'))]
    if (value('name') === '') wrong('name', t('Enter a name.'))
    const job = byPath.get(pathKey(names))
    const given: Item = { short_code: value('short_code') }
    const isTimeOff = readIsTimeOff(value('kind'), wrong)
    Object.assign(given, readBilling(value, marks.billable_rate, wrong))
    const { everyone, people, unknown, shared } = findPeople(value('who'))
    for (const name of unknown) wrong('who', t('No person or group is named “{name}”.', { name }))
    for (const name of shared) wrong('who', t('“{name}” is not the name of only one. Use usernames.', { name }))
    if (everyone) given.assigned_to_all = true
    const before = job as Record<string, unknown> | undefined
    const item: Item = Object.fromEntries(
      Object.entries(given).filter(([name, to]) => to !== '' && String(before?.[name] ?? '') !== String(to)),
    )
    if (!job) Object.assign(item, { name: names.at(-1) ?? '', ...(isTimeOff && { type: 'pto' }) })
    else if (!job.active) item.active = true
    return { line, id: job?.id, names, item, people }
  }
}

type Wrong = (column: string, text: string) => void

/** Whether a row is for time off, not work. */
function readIsTimeOff(value: string, wrong: Wrong): boolean {
  const kind = folded(value)
  const isTimeOff = isWord(kind, timeOff) || /^(pto|paid time off|vacation|urlaub)$/.test(kind)
  if (kind !== '' && !isTimeOff && !isWord(kind, work) && !/^(regular|job|arbeit)$/.test(kind))
    wrong('kind', t('“{value}” is not a type. Use {work} or {timeOff}.', { value, work: t(work), timeOff: t(timeOff) }))
  return isTimeOff
}

function readBilling(value: Row['value'], mark: Mark | undefined, wrong: Wrong): Item {
  const [isBilled, amount] = [value('billable'), value('billable_rate')]
  const billable = readYesNo(isBilled)
  if (isBilled !== '' && billable === undefined)
    wrong('billable', t('“{value}” is not valid. Use {yes} or {no}.', { value: isBilled, yes: t(yes), no: t(no) }))
  const rate = readNumber(amount, mark)
  if (amount !== '' && rate === undefined)
    wrong('billable_rate', t('“{value}” is not an amount. Use a format like 64.50.', { value: amount }))
  // A rate alone makes it billable.
  const isBillable = billable ?? (rate !== undefined && rate > 0 ? true : undefined)
  return {
    ...(rate !== undefined && { billable_rate: rate }),
    ...(isBillable !== undefined && { billable: isBillable }),
  }
}

/** Jobs that are in the file twice, and codes that are used twice under the same parent. */
function twins(jobs: readonly Job[]): Mistake[] {
  const mistakes: Mistake[] = []
  const lines = new Map<string, number>()
  const put = (key: string, line: number, column: string) => {
    const first = lines.get(key)
    if (first === undefined) lines.set(key, line)
    else mistakes.push({ line, column: headingOf(columns, column), text: t('Duplicate of row {row}.', { row: first }) })
  }
  for (const { line, names, item } of jobs) {
    put(`name ${pathKey(names)}`, line, 'name')
    const code = folded(String(item.short_code ?? ''))
    if (code !== '') put(`code ${pathKey(names.slice(0, -1))} ${code}`, line, 'short_code')
  }
  return mistakes
}

/** Rows whose parent is archived, as an archived job cannot have new children. */
function archivedAbove(jobs: readonly Job[], byPath: ReadonlyMap<string, JobRecord>): Mistake[] {
  return jobs.flatMap(({ line, id, names }) => {
    const archived = aboves(names).find((above) => byPath.get(pathKey(above))?.active === false)
    if (id !== undefined || !archived) return []
    const text = t('“{job}” is archived. Restore it first.', { job: archived.join(' › ') })
    return [{ line, column: headingOf(columns, 'inside'), text }]
  })
}

/** Parents that neither exist nor have a row, topmost first. */
function missingAbove(jobs: readonly Job[], byPath: ReadonlyMap<string, JobRecord>): Job[] {
  const own = new Set(jobs.map(({ names }) => pathKey(names)))
  const found = new Map<string, Job>()
  for (const { names } of jobs)
    for (const above of aboves(names)) {
      const key = pathKey(above)
      if (own.has(key) || byPath.has(key)) continue
      found.set(key, { line: 0, id: undefined, names: above, item: { name: above.at(-1) }, people: [] })
    }
  return [...found.values()].sort((a, b) => a.names.length - b.names.length)
}

function aboves(names: readonly string[]): string[][] {
  return names.slice(1).map((_, at) => names.slice(0, at + 1))
}

const siblingClashes: ReadonlySet<string> = new Set<RefusalCode>(['jobcode_name_taken', 'jobcode_code_taken'])

/** Dry run of every row. Rows under a new parent have no siblings on the server yet; the plan has checked them. */
function* checking(jobs: readonly Job[], byPath: ReadonlyMap<string, JobRecord>): Steps {
  const parentOf = ({ names }: Job) => byPath.get(pathKey(names.slice(0, -1)))
  for (const part of inBatches(jobs.filter(({ id }) => id === undefined)))
    yield {
      lines: part.map(lineOf),
      async send(options) {
        const items = part.map((job) => ({ ...job.item, parent_id: parentOf(job)?.id ?? 0 }))
        const outcomes = await create('jobcodes', items, { ...options, dry: true })
        return outcomes.map((outcome, at) => {
          const job = part[at]!
          const unsure = job.names.length > 1 && !parentOf(job)
          const clash = !outcome.ok && siblingClashes.has(outcome.reason?.code ?? '')
          return unsure && clash ? { ok: true, record: {} } : outcome
        })
      },
    }
  for (const part of inBatches(changesOf(jobs)))
    yield {
      lines: part.map(lineOf),
      send: (options) => update('jobcodes', part.map(itemOf), { ...options, dry: true }),
    }
}

/** Creates jobs level by level from the top, so that parents exist first, then their assignments. */
function* running(jobs: readonly Job[], byPath: ReadonlyMap<string, JobRecord>): Steps {
  const ids = new Map([...byPath].map(([key, { id }]) => [key, id]))
  const fresh = jobs.filter(({ id }) => id === undefined)
  const deepest = Math.max(0, ...fresh.map(({ names }) => names.length))
  for (let level = 1; level <= deepest; level++)
    for (const part of inBatches(fresh.filter(({ names }) => names.length === level))) {
      const parents = part.map(({ names }) => (level === 1 ? 0 : ids.get(pathKey(names.slice(0, -1)))))
      const sent = part.filter((_, at) => parents[at] !== undefined)
      const orphans = part.filter((_, at) => parents[at] === undefined)
      if (orphans.length > 0)
        yield {
          lines: orphans.map(lineOf),
          send: async () =>
            orphans.map(() => ({ ok: false, status: 0, message: t('Its parent job could not be added.') })),
        }
      if (sent.length === 0) continue
      const items = sent.map(({ item, names }) => ({
        ...item,
        parent_id: level === 1 ? 0 : ids.get(pathKey(names.slice(0, -1))),
      }))
      const outcomes = yield { lines: sent.map(lineOf), send: (options) => create('jobcodes', items, options) }
      for (const [at, outcome] of outcomes.entries())
        if (outcome.ok) ids.set(pathKey(sent[at]!.names), (outcome.record as JobRecord).id)
    }
  for (const part of inBatches(changesOf(jobs)))
    yield { lines: part.map(lineOf), send: (options) => update('jobcodes', part.map(itemOf), options) }
  const pairs = jobs.flatMap(({ line, names, people }) => {
    const jobcode_id = ids.get(pathKey(names))
    return jobcode_id === undefined ? [] : people.map((user_id) => ({ line, item: { user_id, jobcode_id } }))
  })
  for (const part of inBatches(pairs))
    yield {
      lines: part.map(lineOf),
      send: (options) =>
        create(
          'jobcode_assignments',
          part.map(({ item }) => item),
          options,
        ),
    }
}

function changesOf(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ id, item }) => id !== undefined && Object.keys(item).length > 0)
}

function itemOf({ id, item }: Job): Item {
  return { id, ...item }
}
