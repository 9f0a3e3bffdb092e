import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { tables } from '../../src/tables/tables.ts'
import { TestServer } from '../support/server.ts'
import { normalized } from '../support/statement_texts.ts'
import { judge } from '../support/tenant_statements.ts'

// How statements are read that a database spread over machines by company must answer from one of them. The run judges
// all that its tests have sent (`test/run.ts`).

const verdicts: [title: string, kind: string | undefined, text: string][] = [
  ['one table of one company', 'router', 'select * from users where company_id = $1 and id = $2'],
  [
    'a join by company',
    'router',
    'select 1 from users u join groups g on g.company_id = u.company_id where u.company_id = $1',
  ],
  [
    'a sub-query that names the company again',
    'router',
    'select (select count(*) from mails m where m.company_id = $1) from users u where u.company_id = $1',
  ],
  [
    'a sub-query that takes the company from the query around it',
    'round',
    'select (select count(*) from mails m where m.company_id = u.company_id) from users u where u.company_id = $1',
  ],
  ['a list of companies', 'round', 'select * from users where company_id in ($1, $2)'],
  ['all companies', 'round', 'select * from users'],
  ['the company in one arm only', 'round', 'select id from users where company_id = $1 union all select id from mails'],
  ['a table of the server', undefined, 'select value from server_secrets where name = $1'],
  [
    'new rows that name their company',
    'router',
    'insert into mails (company_id, id) values ($1, $2) on conflict (company_id, id) do nothing',
  ],
  ['new rows that do not name their company', 'refused', 'insert into mails (id) values ($1)'],
  [
    'a conflict found without the company',
    'refused',
    'insert into passkeys (company_id, id, credential) values ($1, $2, $3) on conflict (credential) do nothing',
  ],
  ['a row that is locked', 'router', 'select * from mails where company_id = $1 for update skip locked'],
  ['an update of one company', 'router', 'update companies set created = created where company_id = $1 returning *'],
  [
    'a deletion in all',
    'round',
    'delete from mails where (company_id, id) in (select company_id, id from mails where created < $1)',
  ],
  // Two that were there: sample data looked at the people of other companies, and pushes were claimed in all at once.
  [
    'an `or` next to the company',
    'round',
    `select * from "users" where company_id = $1 and username_key in ($2) or employee_number <> 0`,
  ],
  [
    'rows that are locked in all companies',
    'refused',
    'select company_id, id from deliveries where host = $1 order by due limit $2 for update skip locked',
  ],
]

for (const [title, kind, text] of verdicts)
  test(`a statement about ${title} is ${kind ? `of kind ${kind}` : 'not judged'}`, () =>
    assert.equal(judge(normalized(text))?.kind, kind))

let server: TestServer
before(async () => {
  server = await TestServer.start('postgres')
})
after(() => server.stop())

test('every unique index of a table of companies contains the company', async () => {
  const found = await server.db.read.all<{ table: string; name: string; columns: string }>(
    sql`select t.relname as "table", i.relname as name, coalesce(string_agg(a.attname, ',' order by a.attnum), '') as columns
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = any (x.indkey)
      where t.relnamespace = current_schema()::regnamespace and (x.indisunique or x.indisexclusion)
      group by t.relname, i.relname order by 1, 2`,
  )
  const ofCompanies = found.filter(({ table }) => tables[table]?.distributedBy === undefined)
  assert.ok(ofCompanies.length > 100, `${ofCompanies.length}`)
  assert.deepEqual(
    ofCompanies.filter(({ columns }) => !columns.split(',').includes('company_id')),
    [],
  )
})

test('every column that holds an id has 64 bits', async () => {
  const narrow = await server.db.read.all(
    sql`select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and data_type = 'integer' and (column_name = 'id' or column_name like '%\\_id')`,
  )
  assert.deepEqual(narrow, [])
})
