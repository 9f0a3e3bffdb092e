import type { RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'

type Jobcode = RecordOf<'jobcodes'>

/** The jobcode and its ancestors, bottom up, as far as they are loaded. */
export function lineage(work: UnitOfWork, id: number): Jobcode[] {
  const line: Jobcode[] = []
  for (let job = work.get('jobcodes', id); job; job = work.get('jobcodes', job.parent_id)) line.push(job)
  return line
}

/** The jobcode and its descendants, each after its parent, as far as they are loaded. */
export function subtree(work: UnitOfWork, id: number): Jobcode[] {
  const root = work.get('jobcodes', id)
  const children = childrenIn(work)
  const found = root ? [root] : []
  for (const job of found) for (const child of children.get(job.id) ?? []) found.push(child)
  return found
}

/** The loaded jobcodes by parent. */
export function childrenIn(work: UnitOfWork): Map<number, Jobcode[]> {
  return Map.groupBy(work.all('jobcodes'), (job) => job.parent_id)
}
