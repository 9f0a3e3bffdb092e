import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { migrationNames, statementsOf } from '../../src/db/migrate.ts'
import { openDatabase, type Place } from '../../src/db/open.ts'
import { sql } from '../../src/engine/sql.ts'
import { ask, type Run } from '../support/direct.ts'
import { freshPlace, onBoth, startOfTests } from '../support/server.ts'

/** The files that created the schema before version 0.2.0, when they were folded into one for each topic. */
const oldFiles = new URL('before_0.2.0/', import.meta.url)
const oldNames = readdirSync(oldFiles).sort()

onBoth('databases created by other versions', (database) => {
  let old: Place
  let fresh: Place
  const cleaners: (() => Promise<void>)[] = []
  const place = async () => {
    const { place, clean } = await freshPlace(database)
    cleaners.push(clean)
    return place
  }
  const open = (place: Place) => openDatabase(place, startOfTests, { operations: [] }, () => {})
  /** Runs the migrations below a number in an empty database. */
  const migrateUpTo = async (run: Run, end: string) => {
    await run('create table migrations (name text primary key, applied bigint not null)')
    for (const name of migrationNames().filter((name) => name < end)) {
      for (const statement of statementsOf(new URL(`../../src/db/migrations/${name}`, import.meta.url), database))
        await run(statement)
      await run(`insert into migrations values ('${name}', 1)`)
    }
  }

  before(async () => {
    fresh = await place()
    await (await open(fresh)).close()
    old = await place()
    await ask(old, async (run) => {
      await run('create table migrations (name text primary key, applied bigint not null)')
      for (const name of oldNames) {
        for (const statement of statementsOf(new URL(name, oldFiles), database)) await run(statement)
        await run(`insert into migrations values ('${name}', 1)`)
      }
      await run(`insert into server_secrets values ('of old', 'kept', 1)`)
    })
  })
  after(async () => {
    for (const clean of cleaners) await clean()
  })

  test('a database from before 0.2.0 opens with its data, more than once, and has the schema of a new one', async () => {
    for (const _ of [1, 2]) {
      const db = await open(old)
      const secrets = await db.read.all<{ value: string }>(sql`select value from server_secrets`)
      assert.deepEqual(
        secrets.map(({ value }) => value),
        ['kept'],
      )
      const names = await db.read.all<{ name: string }>(sql`select name from migrations order by name`)
      assert.deepEqual(
        names.map(({ name }) => name),
        migrationNames(),
      )
      await db.close()
    }
    const schema = await ask(old, (run) => schemaOf(run, database))
    assert.ok(schema.length > 700, `${schema.length} lines`)
    assert.deepEqual(schema, await ask(fresh, (run) => schemaOf(run, database)))
  })

  test('a pay rate from before rates had dates applies for all time', async () => {
    const paid = await place()
    await (await open(paid)).close()
    await ask(paid, async (run) => {
      await run('drop table pay_rates')
      await run(`delete from migrations where name = '0018_pay_rates.sql'`)
      const texts =
        'first_name first_name_key last_name last_name_key display_name username email email_key payroll_id mobile_number hire_date term_date job_title gender submitted_to approved_to password login_pin permissions customfields'
      const numbers =
        'group_id active employee_number salaried exempt email_verified require_password_change last_active created last_modified'
      const columns = `${texts} ${numbers}`.split(' ').join()
      const values = [...texts.split(' ').map(() => `''`), ...numbers.split(' ').map(() => 0)].join()
      for (const [id, rate, per] of [
        [7, 27.35, 'hour'],
        [8, 61000, 'year'],
        [9, 0, 'hour'],
      ])
        await run(
          `insert into users (company_id, id, username_key, pay_rate, pay_interval, ${columns})
            values (1, ${id}, 'user${id}', ${rate}, '${per}', ${values})`,
        )
    })
    const db = await open(paid)
    const rates = await db.read.all(sql`select user_id, jobcode_id, starts, rate, per, applied from pay_rates`)
    await db.close()
    const always = { jobcode_id: 0, starts: '', applied: 1 }
    assert.deepEqual(
      rates.map((rate) => ({ ...rate })),
      [
        { user_id: 7, rate: 273_500, per: 'hour', ...always },
        { user_id: 8, rate: 610_000_000, per: 'year', ...always },
      ],
    )
  })

  test('usernames and addresses from before are compared as they are', async () => {
    const before = await place()
    await ask(before, async (run) => {
      await migrateUpTo(run, '0051')
      for (const [id, username, key] of [
        [7, '\ufb01ona', 'fiona'],
        [8, 'J\u00fcrgen', 'j\u00fcrgen'],
        [9, 'Ada', 'ada'],
      ])
        await run(`insert into users (company_id, id, username, username_key, email, email_key, ${columnsOfPeople})
          values (1, ${id}, '${username}', '${key}', '${username}@a.example', '${key}@a.example', ${valuesOfPeople})`)
    })
    await (await open(before)).close()
    const keys = await ask(before, (run) =>
      run('select username_key, email_key, email_vouched_by from users order by id'),
    )
    assert.deepEqual(
      keys.map((row) => Object.values(row)),
      ['\ufb01ona', 'j\u00fcrgen', 'ada'].map((key) => [key, `${key}@a.example`, 'administrator']),
    )
  })

  test('webhooks that an accountant made for a client, before they named one of its people, are the company’s', async () => {
    const before = await place()
    await ask(before, async (run) => {
      await migrateUpTo(run, '0053')
      await run(`insert into users (company_id, id, username, username_key, email, email_key, ${columnsOfPeople})
        values (1, 7, 'ada', 'ada', '', '', ${valuesOfPeople}), (2, 8, 'ann', 'ann', '', '', ${valuesOfPeople})`)
      const columns =
        'company_id, id, created_by_user_id, client_id, url, description, types, filter, payload, active, secret, old_secret, old_until, position, last_number, waiting, off_reason, created, changed'
      for (const [id, by, client] of [
        [1, 7, ''],
        [2, 8, ''],
        [3, 8, 'an application'],
      ])
        await run(`insert into webhooks (${columns}) values (1, ${id}, ${by}, '${client}', 'https://a.example', '', '*', '',
          'full', 1, '', '', 0, 0, 0, 0, '', 1, 1)`)
    })
    await (await open(before)).close()
    const makers = await ask(before, (run) => run('select created_by_user_id as maker from webhooks order by id'))
    assert.deepEqual(
      makers.map(({ maker }) => Number(maker)),
      [7, 0, 8],
    )
  })

  test('companies keep their names and ids through a migration, and new ids continue after the last one', async () => {
    const before = await place()
    await ask(before, async (run) => {
      await migrateUpTo(run, '0035')
      await run(database === 'sqlite' ? 'update id_blocks set next = 41' : `select setval('id_block_numbers', 41)`)
      for (const [id, limit] of [
        [6, 4096],
        [7, 2147483647],
      ])
        await run(`insert into companies (company_id, name, client_url, version, setup_version, stamp, id_next, id_limit,
          last_modified, created) values (${id}, 'Yard', 'yard${id}', 1, 1, 0, 60, ${limit}, '{}', 1)`)
    })
    const db = await open(before)
    const rows = async (text: string) => (await ask(before, (run) => run(text))).map((row) => ({ ...(row as object) }))
    await db.close()
    const counters = (await rows('select name, last from counters order by last')).map((row) =>
      Object.values(row).map(String),
    )
    const blocks = Array.from({ length: 16 }, (_, n) => [`id_block ${(26 + n) % 16}`, `${26 + n}`])
    assert.deepEqual(counters, [['company', '7'], ...blocks])
    assert.deepEqual(
      (await rows('select client_url, company_id from company_names order by 1')).map((row) =>
        Object.values(row).map(String),
      ),
      [
        ['yard6', '6'],
        ['yard7', '7'],
      ],
    )
    assert.deepEqual(
      (await rows('select id_limit from companies order by company_id')).map((row) => Object.values(row).map(String)),
      [['4096'], [String(Number.MAX_SAFE_INTEGER)]],
    )
  })

  if (database === 'postgres')
    test('a migration leaves tables and views of other programs unchanged', async () => {
      const before = await place()
      await ask(before, async (run) => {
        await migrateUpTo(run, '0036')
        await run('create table invoices (id integer primary key, user_id integer)')
        await run('create view open_invoices as select id, user_id, 1 as company_id from invoices')
      })
      await (await open(before)).close()
      const types = await ask(before, (run) =>
        run(`select table_name, data_type from information_schema.columns where table_schema = current_schema()
          and column_name = 'id' and table_name in ('invoices', 'open_invoices', 'users') order by table_name`),
      )
      assert.deepEqual(
        types.map(({ table_name, data_type }) => `${table_name} ${data_type}`),
        ['invoices integer', 'open_invoices integer', 'users bigint'],
      )
    })

  test('a database from the development before 0.2.0 is refused and left unchanged', async () => {
    const early = await place()
    const names = ['0001_ground.sql', '0002_oauth.sql']
    await ask(early, async (run) => {
      await run('create table migrations (name text primary key, applied bigint not null)')
      for (const name of names) await run(`insert into migrations values ('${name}', 1)`)
    })
    await assert.rejects(open(early), /created by a development version that is too old \(it lacks 0003_files\.sql, /)
    assert.deepEqual(
      await ask(early, (run) => run('select name from migrations order by name')),
      names.map((name) => ({ name })),
    )
  })

  test('a database of a newer version is refused, and a current one by the program before 0.2.0', async () => {
    const newer = await place()
    await (await open(newer)).close()
    assert.ok(migrationNames().every((name) => !oldNames.includes(name)))
    await ask(newer, (run) => run(`insert into migrations values ('9999_tomorrow.sql', 1)`))
    await assert.rejects(
      open(newer),
      /changed by a newer version of Clockhouse, with which this version \S+ cannot work \(it has 9999_tomorrow\.sql\)/,
    )
  })
})

/** The columns of people that a test does not care about, and their values. */
const textsOfPeople =
  'first_name first_name_key last_name last_name_key display_name payroll_id mobile_number hire_date term_date job_title gender submitted_to approved_to password login_pin permissions customfields pay_interval'
const numbersOfPeople =
  'group_id active employee_number salaried exempt email_verified require_password_change last_active created last_modified pay_rate'
const columnsOfPeople = `${textsOfPeople} ${numbersOfPeople}`.split(' ').join()
const valuesOfPeople = [...textsOfPeople.split(' ').map(() => `''`), ...numbersOfPeople.split(' ').map(() => 0)].join()

/** Columns, keys, indexes, constraints and sequences, one per line. */
async function schemaOf(run: Run, database: string): Promise<string[]> {
  const statements =
    database === 'sqlite'
      ? [
          `select t.name, t.wr, t.strict, c.* from pragma_table_list t, pragma_table_xinfo(t.name) c where t.type = 'table'`,
          `select tbl_name, name, sql from sqlite_schema where type = 'index' and sql is not null`,
        ]
      : [
          `select table_name, ordinal_position, column_name, data_type, is_nullable, column_default, collation_name
            from information_schema.columns where table_schema = current_schema`,
          `select c.relname, a.attname, a.attstorage from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = current_schema::regnamespace and c.relkind = 'r' and a.attnum > 0`,
          `select replace(indexdef, current_schema || '.', '') from pg_indexes where schemaname = current_schema`,
          `select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema::regnamespace`,
          'select sequence_name, data_type from information_schema.sequences where sequence_schema = current_schema',
        ]
  const lines: string[] = []
  for (const statement of statements)
    for (const row of await run(statement)) lines.push(JSON.stringify(row).replaceAll(/(\\n|\s)+/g, ' '))
  return lines.sort()
}
