import autocannon from 'autocannon'
import { type Place, sqliteFile } from '../src/db/open.ts'
import { Connection } from '../src/db/sqlite/connection.ts'
import type { SqlValue } from '../src/engine/sql.ts'
import { insertText } from '../src/engine/sql.ts'
import { type Loaded, load } from './load.ts'
import { startServer, stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { threadTimes } from './spent.ts'

/** What a create writes besides the company's versions, and how to find the rows of new timesheets. */
const written = {
  timesheets: 'date >= ?',
  timesheet_history: 'timesheet_id in (select id from timesheets where date >= ?)',
  changes: "resource = 'timesheets' and record_id in (select id from timesheets where date >= ?)",
} as const

/** The first date of the timesheets that the bench creates. */
const firstDate = '2029-12-31'

/** A table's columns and rows. */
type Rows = { table: string; columns: string[]; rows: SqlValue[][] }

/**
 * Compares the CPU time of the writing thread per created timesheet with that of inserting the same rows into the same
 * SQLite database and nothing else, in transactions of as many timesheets: the least that any server needs.
 */
export async function measureWrites(place: Place, seconds: number): Promise<void> {
  const loaded = await load(place, 100_000)
  const sheets = new Sheets(loaded)
  const { url, child } = await startServer(place)
  const single = await creates(url, child.pid!, { loaded, sheets, size: 1, clients: 16, seconds })
  const batch = await creates(url, child.pid!, { loaded, sheets, size: 50, clients: 8, seconds })
  await stop(child)
  const connection = new Connection(sqliteFile(place))
  try {
    const found = takeRows(connection)
    // Half of 16 clients wait for a commit while the other half send their next request.
    report('create 1', single, inserting(connection, found, 8))
    removeRows(connection)
    report('create 50', batch, inserting(connection, found, 50))
  } finally {
    connection.close()
  }
}

type Load = { loaded: Loaded; sheets: Sheets; size: number; clients: number; seconds: number }

/** Created timesheets per second, and CPU microseconds of the writing thread for each. */
type Made = { perSecond: number; micros: number }

async function creates(url: string, pid: number, { loaded, sheets, size, clients, seconds }: Load): Promise<Made> {
  const before = threadTimes(pid)
  const result = await autocannon({
    url: `${url}/api/v1/timesheets`,
    method: 'POST',
    headers: { authorization: `Bearer ${loaded.token}`, 'content-type': 'application/json' },
    connections: clients,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, body: sheets.batch(size) }) }],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx`)
  const spent = [...threadTimes(pid)]
    .filter(([id]) => id !== pid)
    .map(([id, time]) => (time - (before.get(id) ?? 0)) / 1000)
  const made = result['2xx'] * size
  return { micros: Math.max(...spent) / made, perSecond: made / result.duration }
}

/** Takes the rows of new timesheets out of the database. */
function takeRows(connection: Connection): Rows[] {
  const { database } = connection
  const found = Object.entries(written).map(([table, condition]) => {
    const rows = database.prepare(`select * from ${table} where ${condition} order by 1, 2`).all(firstDate)
    const columns = Object.keys(rows[0]!)
    return { table, columns, rows: rows.map((row) => columns.map((column) => row[column] as SqlValue)) }
  })
  removeRows(connection)
  return found
}

function removeRows({ database }: Connection): void {
  for (const [table, condition] of Object.entries(written).toReversed())
    database.prepare(`delete from ${table} where ${condition}`).run(firstDate)
}

/** CPU microseconds per timesheet of inserting these rows, with a durable commit after each group. */
function inserting(connection: Connection, found: readonly Rows[], group: number): number {
  const tables = found.map(({ table, columns, rows }) => ({
    statement: connection.database.prepare(insertText(table, columns, 1).sql),
    rows,
  }))
  const count = tables[0]!.rows.length
  const began = process.cpuUsage()
  for (let start = 0; start < count; start += group) {
    connection.control('begin immediate')
    for (const { statement, rows } of tables)
      for (const row of rows.slice(start, start + group)) statement.run(...(row as never[]))
    connection.control('commit')
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / count
}

function report(name: string, { micros, perSecond }: Made, bare: number): void {
  console.log(
    `  ${name}: ${Math.round(perSecond)} timesheets/s, ${micros.toFixed(0)} µs of the writing thread each; bare inserts of the same rows ${bare.toFixed(0)} µs, ratio ${(bare / micros).toFixed(2)}`,
  )
}
