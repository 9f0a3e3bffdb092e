import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '../../src/db/open.ts'
import { clearReferenceData } from '../../src/engine/company_snapshot.ts'
import { join, name, type Operation, operation, type Row, sql } from '../../src/engine/sql.ts'
import type { TableName, Values } from '../../src/engine/table.ts'
import { UnitOfWork } from '../../src/engine/unit_of_work.ts'
import '../../src/resources/index.ts'
import type { TestServer } from './server.ts'

type Seed = { companyId: number; resource: TableName; rows: Values[] }

const insertRows = operation('test.seed', async (tx, { companyId, resource, rows }: Seed): Promise<Values[]> => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await work.reserve(rows.length)
  const made = rows.map((row) => work.insert(resource, row))
  await work.flush()
  return made
})

/** Inserts records as another process would, including those that clients cannot create through the API. */
export function seed(server: TestServer, companyId: number, resource: TableName, rows: Values[]): Promise<Values[]> {
  return write(server, insertRows, { companyId, resource, rows })
}

/** A jobcode for breaks or paid time off, as the web app creates it. */
export function jobcodeRow(properties: Values): Values {
  return {
    parent_id: 0,
    short_code: '',
    type: 'regular',
    billable: false,
    billable_rate: 0,
    has_children: false,
    assigned_to_all: true,
    required_customfields: [],
    filtered_customfielditems: {},
    locations: [],
    project_id: 0,
    customfields: {},
    active: true,
    ...properties,
  }
}

type Setting = { companyId: number; section: string; key: string; value: unknown; scope: string; scope_id: number }

const putSetting = operation('test.setting', async (tx, setting: Setting): Promise<void> => {
  const { companyId, scope, scope_id, section, key, value } = setting
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const row = { scope, scope_id, section, key, value: JSON.stringify(value), last_modified: work.stamp }
  work.append('settings', row)
  await work.flush()
})

/** Sets a setting of the company, a group or a person, as the web app does. */
export function insertSetting(
  server: TestServer,
  companyId: number,
  section: string,
  key: string,
  value: unknown,
  of: { scope: string; scope_id: number } = { scope: 'company', scope_id: 0 },
): Promise<void> {
  return write(server, putSetting, { companyId, section, key, value, ...of })
}

type Inserted = { table: string; row: Row }

const putRow = operation('test.row', async (tx, { table, row }: Inserted): Promise<void> => {
  const columns = Object.keys(row).map(name)
  await tx.run(sql`insert into ${name(table)} (${join(columns)}) values (${join(Object.values(row))})`)
  // As every write does, because caches are valid for one version.
  await tx.run(sql`update companies set version = version + 1 where company_id = ${row.company_id ?? 0}`)
})

/** Inserts one row into a table, bypassing all rules. */
export function insertRow(server: TestServer, table: string, row: Row): Promise<void> {
  return write(server, putRow, { table, row })
}

/** Runs a test's write over a separate connection, as another process does. */
export async function write<I, O>(server: TestServer, what: Operation<I, O>, input: I): Promise<O> {
  const isSqlite = server.db.dialect === 'sqlite'
  // The embedded database runs operations by name, so it is opened with this one. Connections to PostgreSQL are reused.
  const db = isSqlite
    ? await openDatabase(server.place, server.now, { operations: [what] }, () => {})
    : await server.separateDb()
  try {
    // Another process would not have this process's cache of the company.
    clearReferenceData()
    return await db.write(what, input, server.now)
  } finally {
    if (isSqlite) await db.close()
    // The server’s reader sees one snapshot per turn of the event loop, and this may still be the same turn.
    await setImmediate()
  }
}
