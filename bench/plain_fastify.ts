// What an experienced developer writes in an hour with Fastify and node:sqlite: tables of timesheets, people and jobs,
// a token check, listing, polling and creating, with the indexes that these need. Used by `bench/peers.ts`.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

type Query = {
  start_date?: string
  end_date?: string
  user_ids?: string
  modified_since?: string
  limit?: string
  page?: string
}
type Row = Record<string, string | number>
type Item = { user_id: number; jobcode_id: number; start: string; end: string }

const [file, source, token] = process.argv.slice(2) as [string, string, string]
const db = new DatabaseSync(file)
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  attach '${source}' as source;
  create table users as select id, first_name, last_name, username, email, active, group_id, employee_number, hire_date
    from source.users where company_id = (select company_id from source.timesheets limit 1);
  create unique index users_id on users (id);
  create table jobcodes as select id, parent_id, name, type, active, billable, assigned_to_all
    from source.jobcodes where company_id = (select company_id from source.timesheets limit 1);
  create unique index jobcodes_id on jobcodes (id);
  create table timesheets (id integer primary key autoincrement, user_id integer, jobcode_id integer, type text, date text,
    "start" integer, "end" integer, duration integer, notes text, location text, last_modified integer);
  insert into timesheets select id, user_id, jobcode_id, type, date, "start", "end", duration, notes, location, last_modified
    from source.timesheets where company_id = (select company_id from source.timesheets limit 1);
  create index timesheets_date on timesheets (date);
  create index timesheets_user on timesheets (user_id, date);
  create index timesheets_modified on timesheets (last_modified);
  create table tokens (hash text primary key, user_id integer);
  detach source;
`)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
db.prepare('insert into tokens values (?, 1)').run(hashOf(token))

const caller = db.prepare('select user_id from tokens where hash = ?')
const overlap = db.prepare(
  'select id from timesheets where user_id = ? and date >= ? and "start" < ? and "end" > ? limit 1',
)
const insert = db.prepare(`insert into timesheets
  (user_id, jobcode_id, type, date, "start", "end", duration, notes, location, last_modified)
  values (?, ?, 'regular', ?, ?, ?, ?, '', '', ?) returning *`)

/** Rows by id. */
const byId = (rows: Row[]) => Object.fromEntries(rows.map((row) => [row.id, row]))

const named = (table: string, ids: Set<string | number>) =>
  byId(db.prepare(`select * from ${table} where id in (${[...ids].map(() => '?').join()})`).all(...ids) as Row[])

const app = Fastify()
app.addHook('onRequest', async (request, reply) => {
  const given = request.headers.authorization?.replace('Bearer ', '') ?? ''
  if (!caller.get(hashOf(given))) return reply.code(401).send({ error: 'unauthorized' })
})

app.get<{ Querystring: Query }>('/timesheets', (request) => {
  const { start_date, end_date, user_ids, modified_since, limit = '50', page = '1' } = request.query
  const conditions = ['1 = 1']
  const values: (string | number)[] = []
  const add = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (start_date) add('date >= ?', start_date)
  if (end_date) add('date <= ?', end_date)
  if (modified_since) add('last_modified >= ?', Date.parse(modified_since) * 1000)
  const people = user_ids?.split(',').map(Number)
  if (people) add(`user_id in (${people.map(() => '?').join()})`, ...people)
  const rows = db
    .prepare(`select * from timesheets where ${conditions.join(' and ')} order by date, id limit ? offset ?`)
    .all(...values, Number(limit) + 1, (Number(page) - 1) * Number(limit)) as Row[]
  const timesheets = rows.slice(0, Number(limit))
  return {
    results: { timesheets: byId(timesheets) },
    more: rows.length > timesheets.length,
    supplemental_data: {
      users: named('users', new Set(timesheets.map(({ user_id }) => user_id!))),
      jobcodes: named('jobcodes', new Set(timesheets.map(({ jobcode_id }) => jobcode_id!))),
    },
  }
})

app.post<{ Body: { data: Item[] } }>('/timesheets', (request) => {
  const made: Row[] = []
  db.exec('begin immediate')
  try {
    for (const { user_id, jobcode_id, start, end } of request.body.data) {
      const [from, to] = [Date.parse(start) * 1000, Date.parse(end) * 1000]
      const date = start.slice(0, 10)
      if (overlap.get(user_id, date, to, from)) throw new Error('overlap')
      made.push(insert.get(user_id, jobcode_id, date, from, to, (to - from) / 1e6, Date.now() * 1000) as Row)
    }
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
  return { results: { timesheets: byId(made) } }
})

console.log(`running at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
