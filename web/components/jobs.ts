import { useMemo } from 'react'
import { refresh, useRecords } from '../api/queries.ts'
import type { Records } from '../api/records.ts'
import { useMe } from '../api/start.ts'
import { finder, folded, inOrder } from './search.ts'

type JobRecord = Records['jobcodes']

/** What time can be recorded against: work, breaks, time off. */
export type JobKind = JobRecord['type']

/** A job as people see it: where it stands, and whether time may go on it. */
export type Job = {
  id: number
  name: string
  kind: JobKind
  active: boolean
  /** `Riverside Apartments › Framing`. */
  path: string
  /** Whether the person may record time on it; a job with jobs below it only holds them. */
  mayUse: boolean
  /** Jobs below it that the person may use, or that hold such. */
  children: readonly Job[]
  record: JobRecord
}

/** The jobs of a company from one person's place. */
export type Jobs = {
  /** Work that the person may use, under what holds it. */
  tree: readonly Job[]
  /** Breaks that anybody may take. */
  breaks: readonly Job[]
  /** Kinds of time off that the person may use. */
  timeOff: readonly Job[]
  /** Every job that whoever is signed in may know of, archived ones too. */
  byId: ReadonlyMap<number, Job>
  pathOf: (id: number) => string
  mayUse: (id: number) => boolean
}

/**
 * The jobs that a person may use, and the names of all others. With `every`, as if the person were assigned to all of
 * them: planning may come before that. `ready` is false while they are being asked for.
 */
export function useJobs(
  userId?: number,
  every = false,
): Jobs & { ready: boolean; error: Error | null; again: () => void } {
  const me = useMe()
  const owner = userId ?? me.user.id
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const query = { user_ids: [owner], active: 'yes', type: 'all' }
  const asked = useRecords('jobcode_assignments', query, { enabled: !every })
  const assigned = every ? toAll : asked.data
  const built = useMemo(() => jobsOf(jobs.data ?? none, assigned ?? none), [jobs.data, assigned])
  const again = () => void refresh()
  const ready = jobs.data !== undefined && assigned !== undefined
  return { ...built, ready, error: ready ? null : (jobs.error ?? asked.error), again }
}

/** The company's word for a job. */
export function useJobWord(): string {
  return String(useMe().settings.general?.jc_label || 'Job')
}

/** Whether a job is found by words that somebody types: every one of them is somewhere in its path or its code. */
export function finds(words: string, job: Job): boolean {
  return finder(words)(folded(`${job.path} ${job.record.short_code}`))
}

/** Whether time on it is a break. */
export function isBreak(job: Job | undefined): boolean {
  return job?.kind === 'paid_break' || job?.kind === 'unpaid_break'
}

const none: never[] = []
/** Stands for an assignment to every job. */
const toAll: never[] = []
const known = new WeakMap<object, WeakMap<object, Jobs>>()

/** The same for everybody who asks with the same answers, as many parts of a page do. */
function jobsOf(records: readonly JobRecord[], assignments: readonly Records['jobcode_assignments'][]): Jobs {
  const before = known.get(records) ?? new WeakMap<object, Jobs>()
  known.set(records, before)
  const built = before.get(assignments) ?? build(records, assignments)
  before.set(assignments, built)
  return built
}

function build(records: readonly JobRecord[], assignments: readonly Records['jobcode_assignments'][]): Jobs {
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
  // A job whose parent is out of sight stands at the top.
  const roots = sorted.filter((record) => !byRecord.has(record.parent_id)).map((record) => make(record, ''))
  const usable = roots.filter(offered)
  return {
    tree: usable.filter(({ kind }) => kind === 'regular'),
    breaks: usable.filter(isBreak),
    timeOff: usable.filter(({ kind }) => kind === 'pto' || kind === 'unpaid_time_off'),
    byId,
    pathOf: (id) => (id === 0 ? 'No job' : (byId.get(id)?.path ?? (records.length === 0 ? '' : 'A job of before'))),
    mayUse: (id) => byId.get(id)?.mayUse ?? id === 0,
  }
}

function offered(job: Job): boolean {
  return job.mayUse || job.children.length > 0
}
