import { operation, sql } from '../engine/sql.ts'
import { type RecordOf, type TableName, tableNamed } from '../engine/table.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { generate, numbersMax } from './generate.ts'
import type { Options } from './options.ts'

type Input = Pick<Options, 'seed' | 'ownerId' | 'password' | 'people' | 'months'> & { companyId: number }

/** Fills a company that has only its administrator. The records keep their generated timestamps. */
export const fillCompany = operation('sandbox.fill', async (tx, { companyId, ...options }: Input) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' }, { history: false })
  await work.load('users', sql`id = ${options.ownerId}`)
  const [calendar] = await work.load('schedule_calendars', sql`1 = 1`)
  await work.reserve(numbersMax(options))
  const plan = generate({ ...options, calendarId: calendar!.id, now: tx.now, nextId: () => work.nextId() })
  for (const [resource, rows] of plan.records)
    for (const row of rows) work.insertWithId(tableNamed(resource).name, row as RecordOf<TableName>)
  for (const [table, rows] of plan.rows) for (const row of rows) work.append(table, row)
  await work.flush()
  return { employeeId: plan.employeeId, timesheets: plan.timesheets }
})
