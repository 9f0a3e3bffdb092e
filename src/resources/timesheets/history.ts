import type { SqlValue } from '../../engine/sql.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { fields, type Timesheet } from './record.ts'

/** Adds a line to the history of each timesheet that a transaction created, changed or deleted. */
export function recordHistory(changes: readonly Change[], work: UnitOfWork): void {
  if (!work.keepsHistory) return
  for (const { before, after } of changes as readonly TimesheetChange[]) {
    const { id } = (after ?? before)!
    const [olds, news] = difference(before, after)
    const { text, happened } = work.originOf(id)
    work.append('timesheet_history', {
      timesheet_id: id,
      version: after ? after.version : before!.version + 1,
      action: after ? (before ? 'changed' : 'created') : 'deleted',
      user_id: work.author.userId,
      application: work.author.application,
      origin: text,
      happened,
      recorded: work.stamp,
      old_values: JSON.stringify(olds),
      new_values: JSON.stringify(news),
    })
  }
}

type TimesheetChange = { before: Timesheet | undefined; after: Timesheet | undefined }

type Columns = Record<string, SqlValue>

/** The stored values that differ, before and after. */
function difference(before: Timesheet | undefined, after: Timesheet | undefined): [Columns, Columns] {
  const olds: Columns = {}
  const news: Columns = {}
  for (const [name, { stored, save }] of columns) {
    if (!stored || name === 'version' || name === 'last_modified') continue
    const old = before && save(before[name])
    const now = after && save(after[name])
    if (old === now) continue
    if (before) olds[name] = old!
    if (after) news[name] = now!
  }
  return [olds, news]
}

const columns = Object.entries(fields) as [keyof Timesheet, { stored: boolean; save: (value: unknown) => SqlValue }][]
