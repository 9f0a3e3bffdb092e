import type { Context } from '../../engine/context.ts'
import { numberOf } from '../../engine/fields.ts'
import { inList, sql } from '../../engine/sql.ts'
import type { Item, RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import { addActivity, projectOf } from './feed.ts'

type Jobcode = RecordOf<'jobcodes'>

/** Loads the projects of the jobcodes that these items change, for `followJobcode`. Runs no query if there are none. */
export async function loadProjectsOf(items: readonly Item[], { work }: Context): Promise<void> {
  const ids = items.map((item) => projectOf(work, numberOf(item.id))).filter((id) => id !== 0)
  if (ids.length > 0) await work.load('projects', inList(sql`id`, ids))
}

/** Keeps a project's name and parent the same as its jobcode's. */
export function followJobcode(work: UnitOfWork, { project_id, name, parent_id }: Jobcode): void {
  if (project_id === 0) return
  const before = work.get('projects', project_id)
  const after = work.change('projects', project_id, { name, parent_jobcode_id: parent_id })
  if (after !== before) addActivity(work, 'project_update', project_id)
}
