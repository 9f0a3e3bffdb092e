import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { name, type Sql, sql } from '../../src/engine/sql.ts'
import { retentionKinds } from '../../src/rules/settings/retention.ts'
import { obstacleTexts } from '../../src/rules/settings/sample_data.ts'
import { ways } from '../../src/sample/in_the_way.ts'
import type { Entry } from '../../src/tables/entry.ts'
import { parentsFirst } from '../../src/tables/references.ts'
import { tables } from '../../src/tables/tables.ts'
import { type Database, onBoth, TestServer } from '../support/server.ts'

// The catalog of tables, compared with the schema that the migrations leave.

/** Every column of the schema; `key` is its place in the primary key, 0 for none. */
const schema: Record<Database, Sql> = {
  sqlite: sql`select t.name as "table", c.name as "column", c.pk as key from pragma_table_list t
    join pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'`,
  postgres: sql`select c.table_name as "table", c.column_name as "column", coalesce(k.ordinal_position, 0) as key
    from information_schema.columns c
    left join information_schema.table_constraints p on p.table_schema = c.table_schema
      and p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k on k.constraint_schema = p.constraint_schema
      and k.constraint_name = p.constraint_name and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema()`,
}

/** Columns with ids that another program gave, or that are no ids of records. */
const foreign = /^(client_id|external_id|grant_id|msg_tracking_id|payroll_id)$/

const entries = Object.entries(tables)
const referencesOf = ({ belongsTo, mentions, keeps }: Entry) => Object.entries({ ...belongsTo, ...mentions, ...keeps })
const keptOf = ({ kept = [] }: Entry) => [kept].flat()

/** Every column that an entry names. */
function columnsOf(entry: Entry): string[] {
  const { distributedBy, sampled, lists = [], holds = {}, connects = {}, own, personal, audited } = entry
  const { hidden, pay, after } = personal ?? {}
  return [
    ...(distributedBy === null ? [] : [distributedBy ?? 'company_id']),
    ...(sampled ? ['id'] : []),
    ...referencesOf(entry).map(([column]) => column),
    ...lists,
    ...Object.keys({ ...holds, ...connects, ...own?.unless }),
    ...keptOf(entry).flatMap(({ column, key }) => [column, ...key]),
    ...(Array.isArray(hidden) ? hidden : []),
    ...(Array.isArray(pay) ? pay : []),
    ...(typeof after === 'object' ? Object.keys(after) : []),
    ...Object.keys(audited?.kinds ?? {}),
    ...(audited?.personal ?? []),
    ...(audited?.without ?? []),
  ]
}

/** Every condition and expression of an entry. */
function partsOf(entry: Entry): Sql[] {
  const { personal, called, own } = entry
  const person = [personal?.of, personal?.shown].flatMap((of) => (of ? [of(1, 1)] : []))
  return [
    ...person,
    ...(own?.only ? [own.only] : []),
    ...Object.values(own?.unless ?? {}),
    ...keptOf(entry).flatMap(({ only }) => only ?? []),
    ...(called?.by ? [sql`${called.by} = ''`] : []),
  ]
}

onBoth('the catalog of tables', (database) => {
  let server: TestServer
  const columns = new Map<string, string[]>()
  const keys = new Map<string, string[]>()
  before(async () => {
    server = await TestServer.start(database)
    const found = await server.db.read.all<{ table: string; column: string; key: number }>(schema[database])
    for (const [table, rows] of Map.groupBy(found, (row) => row.table)) {
      const inKey = rows.filter(({ key }) => key > 0).sort((one, other) => one.key - other.key)
      columns.set(
        table,
        rows.map(({ column }) => column),
      )
      keys.set(
        table,
        inKey.map(({ column }) => column),
      )
    }
  })
  after(() => server.stop())

  test('every table of the database has an entry, and every entry has a table', () => {
    assert.deepEqual([...columns.keys()].sort(), Object.keys(tables).sort())
  })

  test('every column that an entry names exists, and its conditions are valid', async () => {
    const missing = entries.flatMap(([table, entry]) =>
      columnsOf(entry)
        .filter((column) => !columns.get(table)?.includes(column))
        .map((column) => `${table}.${column}`),
    )
    assert.deepEqual(missing, [])
    for (const [table, entry] of entries)
      for (const part of partsOf(entry))
        await server.db.read.all(sql`select 1 from ${name(table)} where ${part} limit 1 /* test */`)
  })

  test('every column with the id of a record is in one entry, which names the tables that it refers to', () => {
    const unnamed = [...columns].flatMap(([table, all]) =>
      all
        .filter((column) => column.endsWith('_id') && column !== 'company_id' && !foreign.test(column))
        .filter((column) => !referencesOf(tables[table]!).some(([known]) => known === column))
        .map((column) => `${table}.${column}`),
    )
    assert.deepEqual(unnamed, [])
    for (const [table, entry] of entries) {
      const { belongsTo = {}, mentions = {}, keeps = {} } = entry
      const named = [belongsTo, mentions, keeps].flatMap(Object.keys)
      assert.deepEqual(named, [...new Set(named)], table)
      for (const target of referencesOf(entry).flatMap(([, to]) => to))
        if (target !== 'any') {
          const key = target === 'companies' ? 'company_id' : 'id'
          assert.ok(columns.get(target)?.includes(key), `${table} refers to ${target}`)
        }
    }
  })

  test('every table with rows of a person says what becomes of them when the person is anonymized', () => {
    const theirs = entries.filter(([, { belongsTo = {} }]) => Object.values(belongsTo).flat().includes('users'))
    // Which fields are offered to a person says nothing about the person.
    const without = theirs.filter(([, { personal }]) => !personal).map(([table]) => table)
    assert.deepEqual(without, ['customfielditem_user_filters'])
  })

  test('old rows are found by their primary key, and companies choose for the tables of each kind', () => {
    for (const [table, entry] of entries)
      for (const { key } of keptOf(entry)) assert.deepEqual(key, keys.get(table), table)
    const chosen = entries.filter(([, entry]) => keptOf(entry).some(({ days }) => days === 'chosen'))
    assert.deepEqual(chosen.map(([table]) => table).sort(), Object.keys(retentionKinds).sort())
  })

  test('every table with rows of a company is distributed by company, except the copied names', () => {
    const others = entries.filter(([, { distributedBy }]) => distributedBy !== undefined).map(([table]) => table)
    const ofCompanies = others.filter((table) => columns.get(table)!.includes('company_id'))
    assert.deepEqual(ofCompanies, ['company_names'])
  })
})

test('every way in which own records can refer to sample data has its words, and no others do', () => {
  const codes = ways.map(({ code }) => code)
  const others = ['still_added', 'no_administrator']
  assert.deepEqual([...codes, ...others].sort(), Object.keys(obstacleTexts).sort())
  for (const code of ['timesheets.jobcode_id', 'groups.manager_ids', 'files.file_links'] as const)
    assert.ok(codes.includes(code), code)
})

test('rows are deleted after the tables that they belong to have said which records go', () => {
  const order = parentsFirst()
  assert.deepEqual([...order].sort(), Object.keys(tables).sort())
  for (const [table, { belongsTo = {} }] of entries)
    for (const parent of Object.values(belongsTo).flat())
      if (parent !== 'any' && parent !== table)
        assert.ok(order.indexOf(parent) < order.indexOf(table), `${parent} before ${table}`)
})
