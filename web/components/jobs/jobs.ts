import { useMemo } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { refresh, useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { locale, t } from '../../language.ts'
import { finder, folded, inOrder } from '../listing/order.ts'
import { pluralOf } from './plural.ts'

type JobRecord = Records['jobcodes']
type Assignment = Pick<Records['jobcode_assignments'], 'jobcode_id'>

/** The kind of a job: work, a break, or time off. */
export type JobKind = JobRecord['type']

/** A job in the tree, and whether the person may record time on it. */
export type Job = {
  id: number
  name: string
  kind: JobKind
  active: boolean
  /** `Riverside Apartments › Framing`. */
  path: string
  /** Whether the person may record time on it; a parent never takes time itself. */
  mayUse: boolean
  /** Child jobs that the person may use, or that contain jobs they may use. */
  children: readonly Job[]
  record: JobRecord
}

/** The company's jobs from one person's point of view. */
export type Jobs = {
  /** Work that the person may use, under its parents. */
  tree: readonly Job[]
  /** Breaks, which everyone may take. */
  breaks: readonly Job[]
  /** Kinds of time off that the person may use. */
  timeOff: readonly Job[]
  /** Every job visible to the signed-in user, including archived ones. */
  byId: ReadonlyMap<number, Job>
  pathOf: (id: number) => string
  mayUse: (id: number) => boolean
}

/**
 * The jobs that a person may use, and the names of all others. `every` treats all jobs as assigned, as a schedule may
 * be planned before jobs are assigned. `ready` is false while they load. Without `enabled`, only what was loaded before.
 */
export function useJobs(
  userId?: number,
  every = false,
  enabled = true,
): Jobs & { ready: boolean; error: Error | null; again: () => void } {
  const me = useMe()
  const owner = userId ?? me.user.id
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' }, { enabled })
  const query = { user_ids: [owner], active: 'yes', type: 'all' }
  const asked = useRecords('jobcode_assignments', query, { enabled: enabled && !every })
  const assigned = every ? toAll : asked.data
  const built = useMemo(() => jobsOf(jobs.data ?? none, assigned ?? none), [jobs.data, assigned])
  const again = () => void refresh()
  const ready = jobs.data !== undefined && assigned !== undefined
  return { ...built, ready, error: ready ? null : (jobs.error ?? asked.error), again }
}

const usualWord = msg('Job')

/** The company's word for a job. */
export function useJobWord(): string {
  const own = String(useMe().settings.general?.jc_label ?? '')
  return own === '' || own === usualWord ? t(usualWord) : own
}

/** The company’s word for several jobs. */
export function useJobsWord(): string {
  const { jc_label = '', jc_label_plural = '', language = '' } = useMe().settings.general ?? {}
  if (jc_label_plural !== '') return String(jc_label_plural)
  if (jc_label === '' || jc_label === usualWord) return t('Jobs')
  return pluralOf(String(jc_label), String(language || locale()).slice(0, 2))
}

/** Whether a job matches a search: every word occurs in its path or code. */
export function finds(words: string, job: Job): boolean {
  return finder(words)(folded(`${job.path} ${job.record.short_code}`))
}

/** Whether a job is a break. */
export function isBreak(job: Job | undefined): boolean {
  return job?.kind === 'paid_break' || job?.kind === 'unpaid_break'
}

const none: never[] = []
/** Marks an assignment to every job. */
const toAll: never[] = []
const known = new WeakMap<object, WeakMap<object, Jobs>>()

/** Cached by its inputs, because many parts of a page ask for the same jobs. */
export function jobsOf(records: readonly JobRecord[], assignments: readonly Assignment[]): Jobs {
  const before = known.get(records) ?? new WeakMap<object, Jobs>()
  known.set(records, before)
  const built = before.get(assignments) ?? build(records, assignments)
  before.set(assignments, built)
  return built
}

function build(records: readonly JobRecord[], assignments: readonly Assignment[]): Jobs {
  const assigned = new Set(assignments.map(({ jobcode_id }) => jobcode_id))
  const byRecord = new Map(records.map((record) => [record.id, record]))
  const sorted = [...records].sort((a, b) => inOrder(a.name, b.name))
  const below = Map.groupBy(sorted, (record) => record.parent_id)
  const byId = new Map<number, Job>()
  const make = (record: JobRecord, above: string): Job => {
    const path = above === '' ? record.name : `${above} › ${record.name}`
    const mine =
      assignments === toAll || record.assigned_to_all || assigned.has(record.id) || record.type.endsWith('_break')
    const mayUse = record.active && !record.has_children && mine
    const children = (below.get(record.id) ?? []).map((child) => make(child, path)).filter(offered)
    const { id, name, type: kind, active } = record
    const job = { id, name, kind, active, path, mayUse, children, record }
    byId.set(id, job)
    return job
  }
  // A job whose parent is not visible becomes a root.
  const roots = sorted.filter((record) => !byRecord.has(record.parent_id)).map((record) => make(record, ''))
  const usable = roots.filter(offered)
  return {
    tree: usable.filter(({ kind }) => kind === 'regular'),
    breaks: usable.filter(isBreak),
    timeOff: usable.filter(({ kind }) => kind === 'pto' || kind === 'unpaid_time_off'),
    byId,
    pathOf: (id) => (id === 0 ? t('No job') : (byId.get(id)?.path ?? (records.length === 0 ? '' : t('Former job')))),
    mayUse: (id) => byId.get(id)?.mayUse ?? id === 0,
  }
}

function offered(job: Job): boolean {
  return job.mayUse || job.children.length > 0
}

/** A job's own name, and the jobs above it ('' for none), of its full path. */
export function pathParts(path: string): { name: string; above: string } {
  const names = path.split(' › ')
  return { name: names.at(-1)!, above: names.slice(0, -1).join(' › ') }
}
