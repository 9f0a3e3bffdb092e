import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Guardian } from '../../src/guardian/guardian.ts'
import { countAttempt, countersOf, forgive, waitSecondsOf } from '../../src/identity/throttle.ts'
import { Sight } from '../../src/sight/sight.ts'
import { insertSetting } from '../support/seed.ts'
import { type TestCompany, TestServer } from '../support/server.ts'

// One machine of several is down: the database that the server talks to answers with an error for the companies that live
// there. A policy on the rows of these companies stands in for the machine.

/** A company whose people sign in elsewhere, so that the sign-in page looks at its row. */
const provided = operation('test.provided', (tx, companyId: number) =>
  tx.run(sql`insert into sso_providers (company_id, issuer, client_id, client_secret, label, mode, creates_people,
    groups_claim, group_map, changed) values (${companyId}, 'https://id.example', '', '', 'ID', 'optional', 0, '', '{}', 0)`),
)

let server: TestServer
let there: TestCompany
let away: TestCompany

before(async () => {
  server = await TestServer.start('postgres')
  there = await server.company('There')
  away = await server.company('Away')
  for (const company of [there, away]) {
    await insertSetting(server, company.id, 'general', 'clockout_override', 1)
    await insertSetting(server, company.id, 'general', 'clockout_override_hours', 10)
    await clockIn(company)
    if (company === away) await server.db.write(provided, company.id, server.now)
  }
  await asOwner(
    `create table away (company_id bigint);
    create function answers(company bigint) returns boolean language plpgsql security definer as $$
      begin
        if exists (select 1 from away where away.company_id = company) then
          raise exception 'connection to the remote node failed' using errcode = '08006';
        end if;
        return true;
      end $$;
    create table away_keys (key text);
    create function answers_for(name text) returns boolean language plpgsql security definer as $$
      begin
        if exists (select 1 from away_keys where key = name) then
          raise exception 'connection to the remote node failed' using errcode = '08006';
        end if;
        return true;
      end $$;
    alter table counters enable row level security;
    create policy machine on counters using (answers_for(name));
    alter table sign_in_failures enable row level security;
    create policy machine on sign_in_failures using (answers_for(key));
    create role app_${process.pid};
    grant all on schema public to app_${process.pid};
    grant all on all tables in schema public to app_${process.pid};
    do $$
    declare one record;
    begin
      for one in select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'company_id' and table_name not in ('away', 'company_names')
      loop
        execute format('alter table %I enable row level security', one.table_name);
        execute format('create policy machine on %I using (answers(company_id))', one.table_name);
      end loop;
      execute format('alter database %I set role = app_${process.pid}', current_database());
    end $$;
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
})
after(async () => {
  await server.stop()
  const { url } = { url: process.env.TEST_POSTGRES_URL! }
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop role app_${process.pid}`)
  await client.end()
})

async function asOwner(text: string): Promise<Values[]> {
  const client = new pg.Client({ connectionString: server.place.databaseUrl, options: '-c role=postgres' })
  await client.connect()
  try {
    const result = await client.query(text)
    return result.rows
  } finally {
    await client.end()
  }
}

async function clockIn(company: TestCompany): Promise<void> {
  const job = await server.createOne(company, 'jobcodes', { name: 'Work', type: 'regular', assigned_to_all: true })
  const start = new Date(server.now / 1000).toISOString()
  const item = { user_id: company.adminId, jobcode_id: job.id, type: 'regular', start, end: '' }
  await server.createOne(company, 'timesheets', item)
}

async function running(company: TestCompany): Promise<number> {
  return (await server.list(company, 'timesheets', '?start_date=2026-01-01&on_the_clock=yes')).length
}

const connections = () =>
  asOwner(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by pid`,
  )

test('a machine that is down affects only its companies: pages still work, and connections stay open', async () => {
  assert.equal(await running(away), 1)
  const before = await connections()
  await asOwner(`insert into away values (${away.id})`)
  for (let time = 0; time < 20; time++) {
    assert.equal((await server.get(away, `/groups?ids=${time + 1}`)).status, 503)
    const { status, headers } = await server.post(away, '/groups', [{ name: `Group ${time}` }])
    assert.deepEqual([status, headers['retry-after']], [503, '2'])
  }
  assert.equal((await server.post(there, '/groups', [{ name: 'Here' }])).status, 200)
  assert.equal(await running(there), 1)
  for (const page of ['/', '/sign-in', '/api/v1/current_user']) {
    const { statusCode } = await server.app.inject({ url: page })
    assert.ok(statusCode < 500, `${page}: ${statusCode}`)
  }
  const pids = new Set((await connections()).map(({ pid }) => pid))
  assert.deepEqual(
    before.filter(({ pid }) => !pids.has(pid)),
    [],
  )
})

test('sign-in attempts are counted under another key while a machine is down, and the server stays ready', async () => {
  const counters = countersOf('sign-in', { company: 'there', name: 'ada', ip: '192.0.2.1' })
  const away = [counters[1]!.key, 'probe 0']
  // Rows stand in for the machine, so there have to be some.
  await asOwner(`insert into away_keys select unnest('{${away.join()}}'::text[]);
    insert into sign_in_failures values ('${away[0]}', 0, 0, 0); insert into counters values ('probe 0', 1)`)
  const waits: number[] = []
  for (let time = 0; time < 7; time++) waits.push(await countAttempt(server.world, counters))
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 2, 2])
  assert.equal(await waitSecondsOf(server.world, counters), 2)
  await forgive(server.world, counters)
  assert.equal(await waitSecondsOf(server.world, counters), 0)
  const log = { info() {}, warn() {}, error() {} }
  const causes = () => {
    const sight = new Sight('test', log, log)
    return new Guardian({ db: server.db, now: () => server.now, sight, folder: '' }, log).causes()
  }
  assert.deepEqual(await causes(), [])
  await asOwner(`insert into away_keys select 'probe ' || n from generate_series(1, 7) n`)
  assert.deepEqual(await causes(), ['writes'])
  await asOwner('delete from away_keys')
})

test('background rounds continue for other companies while a machine is down, and for its own when it is back', async () => {
  server.pass(40 * 3600)
  const token = await server.token(there.id, there.adminId)
  await server.round()
  assert.equal(await running({ ...there, token }), 0)
  await asOwner('delete from away')
  assert.equal(await running(away), 1)
  await server.round()
  assert.equal(await running(away), 0)
})
