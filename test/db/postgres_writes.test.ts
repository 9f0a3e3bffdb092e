import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openPostgres } from '../../src/db/postgres/postgres.ts'
import type { DirectDb } from '../../src/db/sqlite/worker_queue.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { operation, raw, sql, type Tx } from '../../src/engine/sql.ts'
import { Commits } from '../../src/sight/watched.ts'
import { ServedPlace } from '../cli/command.ts'
import { PostgresProxy } from '../support/postgres_proxy.ts'
import { Beside } from '../support/processes.ts'
import { freshPlace } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// Writes of one company share transactions and one connection: none harms another, whatever happens to the database.

type Note = { companyId: number; key: string }

const insert = ({ companyId, key }: Note) => sql`insert into idempotency_keys
  (company_id, user_id, key, request, answer, given) values (${companyId}, 0, ${key}, '', '', 0)`

/** A write that locks its company, does something and writes a row. */
function writing(during: (tx: Tx, note: Note) => unknown) {
  return operation(
    'test.note',
    async (tx, note: Note) => {
      await tx.lockCompany(note.companyId)
      await during(tx, note)
      await tx.run(insert(note))
    },
    ({ companyId }) => companyId,
  )
}

const note = writing(() => {})

const raising = (code: string) => raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`)

describe('writes on PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof freshPlace>>['place']
  let clean: () => Promise<void>
  let beside: Beside
  let observer: pg.Pool
  const opened: DirectDb[] = []
  const proxies: PostgresProxy[] = []
  before(async () => {
    ;({ place, clean } = await freshPlace('postgres'))
    beside = await Beside.open(place)
    const url = new URL(place.databaseUrl)
    url.searchParams.delete('schema')
    observer = new pg.Pool({ connectionString: url.href, options: `-c search_path=${schema()}` })
  })
  after(async () => {
    for (const db of opened) await db.close()
    for (const proxy of proxies) await proxy.stop()
    await observer.end()
    await beside.close()
    await clean()
  })

  const schema = () => new URL(place.databaseUrl).searchParams.get('schema')!
  const open = async (address = place.databaseUrl, pool = 10) => {
    const db = await openPostgres(address, 0, { pool, patience: 'limited', commits: new Commits(), onError: () => {} })
    opened.push(db)
    return db
  }
  const behindProxy = async () => {
    const { proxy, url } = await PostgresProxy.start(place.databaseUrl)
    proxies.push(proxy)
    return { proxy, url }
  }
  const keysOf = async (companyId: number): Promise<string[]> =>
    (await observer.query('select key from idempotency_keys where company_id = $1', [companyId])).rows
      .map(({ key }) => key)
      .sort()
  const busy = (error: unknown) =>
    error instanceof RequestError && error.status === 503 && error.headers['retry-after'] !== undefined
  /** Runs three writes at once, the second of which fails, and gives its error: the others must be stored. */
  const failureAmongOthers = async (db: DirectDb, failing: typeof note): Promise<Error> => {
    const { id } = await beside.company()
    const [, failed, ...others] = await Promise.allSettled([
      db.write(note, { companyId: id, key: 'before' }, 1),
      db.write(failing, { companyId: id, key: 'failing' }, 1),
      db.write(note, { companyId: id, key: 'between' }, 1),
      db.write(note, { companyId: id, key: 'later' }, 1),
    ])
    assert.deepEqual(
      others.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    )
    assert.deepEqual(await keysOf(id), ['before', 'between', 'later'])
    return (failed as PromiseRejectedResult).reason
  }

  test('creating a timesheet takes four round trips to PostgreSQL', async () => {
    const { proxy, url } = await behindProxy()
    const server = await ServedPlace.start({ ...place, databaseUrl: url })
    try {
      const company = await beside.company()
      const turns: number[] = []
      for (let day = 1; day <= 12; day++) {
        const before = proxy.turns
        const item = {
          user_id: company.adminId,
          jobcode_id: 0,
          type: 'manual',
          date: `2026-01-${day + 9}`,
          duration: 3600,
        }
        const { text } = await server.call(company.token, 'POST', '/timesheets', [item])
        assert.match(text, /"_status_code":200/)
        turns.push(proxy.turns - before)
      }
      // The first ones fill caches, and background rounds come in between now and then.
      assert.ok(Math.min(...turns) <= 4, turns.join())
    } finally {
      assert.equal(await server.stop(), 0)
    }
  })

  test('a block of ids is taken again when its connection breaks', async () => {
    const db = await open()
    const { id } = await beside.company()
    const numbered = writing((tx) => tx.nextIdBlock(0))
    const holder = await observer.connect()
    const holding = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid
    await holder.query(`begin; update counters set last = last where name like 'id_block %'`)
    const writes = ['before', 'numbered', 'later'].map((key) =>
      db.write(key === 'numbered' ? numbered : note, { companyId: id, key }, 1),
    )
    const settled = Promise.allSettled(writes)
    const broken = async () => {
      const { rowCount } = await observer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [holding],
      )
      return rowCount
    }
    while ((await broken()) === 0) await sleep(5)
    await holder.query('rollback')
    holder.release()
    assert.deepEqual(
      (await settled).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status)),
      ['fulfilled', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(await keysOf(id), ['before', 'later', 'numbered'])
  })

  test('a conflict that Citus reports only in a warning is repeated as a conflict', async () => {
    // What Citus 13.2 reports for a commit that another machine refuses for a deferred constraint.
    await observer.query(`create sequence refusals; create function refuse_once() returns trigger language plpgsql as $$
      begin
        if nextval('refusals') = 1 then
          raise warning 'conflicting key value violates exclusion constraint "apart_102629"' using errcode = '23P01';
          raise exception 'could not commit transaction for shard 102629 on at least one active node' using errcode = 'XX000';
        end if;
        return null;
      end $$;
      create constraint trigger refuse_once after insert on idempotency_keys deferrable initially deferred
        for each row execute function refuse_once()`)
    const db = await open()
    const { id } = await beside.company()
    await db.write(note, { companyId: id, key: 'apart' }, 1)
    assert.deepEqual(await keysOf(id), ['apart'])
    const { rows } = await observer.query('select last_value from refusals')
    assert.equal(Number(rows[0].last_value), 2)
    await observer.query('drop function refuse_once cascade; drop sequence refusals')
  })

  test('writes that wait are committed together, each with its own result', async () => {
    const { proxy, url } = await behindProxy()
    const db = await open(url)
    const { id } = await beside.company()
    const count = operation(
      'test.count',
      async (tx, given: Note) => {
        await tx.lockCompany(given.companyId)
        const row = await tx.get<{ n: number }>(
          sql`select count(*) as n from idempotency_keys where company_id = ${given.companyId}`,
        )
        tx.post(insert(given))
        return row!.n
      },
      ({ companyId }) => companyId,
    )
    const before = proxy.commits
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => db.write(count, { companyId: id, key: `note ${n}` }, 1)),
    )
    // Each one has seen those before it.
    assert.deepEqual(
      counts,
      Array.from({ length: 20 }, (_, n) => n),
    )
    assert.equal(proxy.commits - before, 1)
    assert.equal((await keysOf(id)).length, 20)
  })

  test('a write that is refused after its first step leaves no trace, and those it waits with are not run again', async () => {
    const { proxy, url } = await behindProxy()
    const db = await open(url)
    const { id } = await beside.company()
    const refusing = writing((tx, { companyId }) =>
      tx.whole(companyId, async (tx) => {
        await tx.run(insert({ companyId, key: 'first step' }))
        tx.post(insert({ companyId, key: 'second step' }))
        throw new RequestError(417, 'invalid', { problem: 'third step' })
      }),
    )
    const before = proxy.commits
    const [, refused] = await Promise.allSettled([
      db.write(note, { companyId: id, key: 'before' }, 1),
      db.write(refusing, { companyId: id, key: 'refused' }, 1),
      db.write(note, { companyId: id, key: 'later' }, 1),
    ])
    assert.equal(refused.status === 'rejected' && refused.reason instanceof RequestError, true)
    assert.deepEqual(await keysOf(id), ['before', 'later'])
    assert.equal(proxy.commits - before, 1)
  })

  describe('writes with the same mark', () => {
    /** Keeps its runs. A key that begins with 'early' fails before anything is written, one with 'late' afterwards. */
    const recording = () => {
      const runs: string[][] = []
      const add = async (tx: Tx, notes: readonly Note[]) => {
        runs.push(notes.map(({ key }) => key))
        await tx.lockCompany(notes[0]!.companyId)
        if (notes.some(({ key }) => key.startsWith('early')))
          throw new RequestError(417, 'invalid', { problem: 'early' })
        for (const each of notes) tx.post(insert(each))
        if (notes.some(({ key }) => key.startsWith('late'))) await tx.run(sql`select 1 / 0`)
        return notes.map(({ key }) => `${key} of ${notes.length}`)
      }
      const adding = operation(
        'test.add',
        async (tx, note: Note) => (await add(tx, [note]))[0]!,
        ({ companyId }) => companyId,
        { mark: ({ key }) => (key.startsWith('alone') ? undefined : key.split(' ')[1]), run: add },
      )
      return { runs, adding }
    }
    const cases: [what: string, keys: string[], runs: string[][], outcomes: string[]][] = [
      [
        'writes with the same mark run as one, and others keep their place in the order',
        ['1 a', '2 a', '3 b', 'alone', '4 a', '5 a'],
        [['1 a', '2 a'], ['3 b'], ['alone'], ['4 a', '5 a']],
        ['1 a of 2', '2 a of 2', '3 b of 1', 'alone of 1', '4 a of 2', '5 a of 2'],
      ],
      [
        'writes with the same mark run one by one if one is refused',
        ['1 a', 'early a', '2 a'],
        [['1 a', 'early a', '2 a'], ['1 a'], ['early a'], ['2 a']],
        ['1 a of 1', 'early', '2 a of 1'],
      ],
      [
        'a write that fails after it has written does not affect others with the same mark',
        ['late a', '1 a', '2 a'],
        [['late a', '1 a', '2 a'], ['late a'], ['1 a'], ['2 a']],
        ['division by zero', '1 a of 1', '2 a of 1'],
      ],
    ]
    for (const [what, keys, expected, outcomes] of cases)
      test(what, async () => {
        const { runs, adding } = recording()
        const db = await open()
        const { id } = await beside.company()
        const settled = await Promise.allSettled(keys.map((key) => db.write(adding, { companyId: id, key }, 1)))
        const found = settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))
        assert.deepEqual([runs, found], [expected, outcomes])
        const stored = keys.filter((_, index) => outcomes[index]!.includes(' of '))
        assert.deepEqual(await keysOf(id), stored.sort())
      })
  })

  const failures: [what: string, failing: typeof note, error: (error: Error) => boolean][] = [
    [
      'is refused',
      writing(() => {
        throw new RequestError(417, 'invalid', { problem: 'refused' })
      }),
      (error) => error.message === 'refused',
    ],
    [
      'fails after it has written',
      writing(async (tx, { companyId }) => {
        await tx.run(insert({ companyId, key: 'written' }))
        throw new Error('a bug')
      }),
      (error) => error.message === 'a bug',
    ],
    [
      'sends a statement that fails',
      writing((tx) => tx.run(sql`select 1 / 0`)),
      (error) => error.message === 'division by zero',
    ],
    [
      'sends one that fails and goes on',
      writing((tx) => tx.run(sql`select 1 / 0`).catch(() => {})),
      (error) => error.message === 'division by zero',
    ],
    [
      'posts a row that exists already',
      writing((tx, { companyId }) => tx.post(insert({ companyId, key: 'before' }))),
      (error) => (error as { code?: string }).code === '23505',
    ],
    [
      'takes too long',
      writing(async (tx) => {
        await tx.run(sql`set local statement_timeout = 50`)
        await tx.run(sql`select pg_sleep(5)`)
      }),
      busy,
    ],
    ...['53100', '53200', '53300', '55P03'].map((code): [string, typeof note, (error: Error) => boolean] => [
      `meets ${code}`,
      writing((tx) => tx.run(raising(code))),
      busy,
    ]),
    ...['40001', '40P01'].map((code): [string, typeof note, (error: Error) => boolean] => [
      `always meets ${code}`,
      writing((tx) => tx.run(raising(code))),
      (error) => (error as { code?: string }).code === code,
    ]),
  ]
  for (const [what, failing, expected] of failures)
    test(`a write that ${what} does not affect other writes`, async () => {
      const error = await failureAmongOthers(await open(), failing)
      assert.ok(expected(error), String(error))
    })

  test('a write with a serialization conflict is repeated together with those of its company', async () => {
    const db = await open()
    const { id } = await beside.company()
    let tries = 0
    const unlucky = writing(async (tx) => {
      tries += 1
      if (tries === 1) await tx.run(raising('40001'))
    })
    await Promise.all([
      db.write(note, { companyId: id, key: 'before' }, 1),
      db.write(unlucky, { companyId: id, key: 'unlucky' }, 1),
      db.write(note, { companyId: id, key: 'later' }, 1),
    ])
    assert.deepEqual([tries, await keysOf(id)], [2, ['before', 'later', 'unlucky']])
  })

  test('a read that fails for a temporary reason is refused with 503 and Retry-After', async () => {
    const db = await open()
    for (const code of ['53300', '55P03', '57014']) await assert.rejects(db.read.run(raising(code)), busy)
    await assert.rejects(db.read.run(raising('22012')), { code: '22012' })
  })

  test('a company loses no write that two servers have acknowledged while its connections are killed', async () => {
    const servers = [await open(), await open()]
    const { id } = await beside.company()
    const acknowledged: string[] = []
    let doubtful = 0
    let killed = 0
    let working = 16
    const worker = async (number: number) => {
      for (let n = 0; n < 30; n++) {
        const key = `${number} ${n}`
        await servers[number % 2]!.write(note, { companyId: id, key }, 1).then(
          () => acknowledged.push(key),
          (error) => {
            assert.ok(busy(error), String(error))
            doubtful += 1
          },
        )
      }
      working -= 1
    }
    const killer = async () => {
      while (working > 0) {
        const { rowCount } = await observer.query(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_class c on c.oid = l.relation
            where c.oid = '${schema()}.companies'::regclass and l.pid <> pg_backend_pid() limit 1`,
        )
        killed += rowCount ?? 0
        await sleep(20)
      }
    }
    await Promise.all([killer(), ...Array.from({ length: 16 }, (_, n) => worker(n))])
    const stored = new Set(await keysOf(id))
    assert.deepEqual(
      acknowledged.filter((key) => !stored.has(key)),
      [],
    )
    assert.ok(stored.size <= acknowledged.length + doubtful)
    assert.equal(acknowledged.length + doubtful, 16 * 30)
    assert.ok(killed > 0, 'nothing was killed, so nothing was tested')
    console.log(`${acknowledged.length} acknowledged, ${doubtful} in doubt, ${killed} connections killed`)
  })

  // What takes as long as the limits of postgres_connections.ts.
  nightly.describe('writes while a lock, a server or the network is silent', { concurrency: true }, () => {
    test('writes of a company that is locked for long leave connections to others and end with 503', async () => {
      const db = await open(place.databaseUrl, 2)
      const { id } = await beside.company()
      const holder = await observer.connect()
      try {
        await holder.query('begin')
        await holder.query('select 1 from companies where company_id = $1 for update', [id])
        let ended = 0
        const writes = Array.from({ length: 20 }, (_, n) =>
          db.write(note, { companyId: id, key: `${n}` }, 1).finally(() => {
            ended += 1
          }),
        )
        const outcomes = Promise.allSettled(writes)
        for (let n = 0; n < 10; n++) assert.deepEqual(await db.read.all(sql`select 1 as one`), [{ one: 1 }])
        assert.equal(ended, 0)
        for (const outcome of await outcomes) assert.ok(outcome.status === 'rejected' && busy(outcome.reason))
      } finally {
        await holder.query('rollback')
        holder.release()
      }
      await db.write(note, { companyId: id, key: 'after' }, 1)
      assert.deepEqual(await keysOf(id), ['after'])
    })

    test('a server that stalls in a transaction does not lock its company for the others', async () => {
      const [frozen, other] = [await open(), await open()]
      const { id } = await beside.company()
      const gate = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const stalled = writing(() => {
        locked.resolve()
        return gate.promise
      })
      const late = frozen.write(stalled, { companyId: id, key: 'late' }, 1)
      await locked.promise
      await other.write(note, { companyId: id, key: 'other' }, 1)
      assert.deepEqual(await keysOf(id), ['other'])
      gate.resolve()
      await late
      assert.deepEqual(await keysOf(id), ['late', 'other'])
    })

    test('a connection whose packets vanish is dropped, and its locks with it', async () => {
      const { proxy, url } = await behindProxy()
      const [cut, other] = [await open(url, 3), await open()]
      const { id } = await beside.company()
      await cut.write(note, { companyId: id, key: 'early' }, 1)
      const muted = Promise.withResolvers<void>()
      const muting = writing(() => {
        proxy.mute()
        muted.resolve()
      })
      const lost = cut.write(muting, { companyId: id, key: 'lost' }, 1)
      await muted.promise
      const began = performance.now()
      await Promise.all([
        assert.rejects(lost, busy),
        other.write(note, { companyId: id, key: 'other' }, 1),
        assert.rejects(cut.read.all(sql`select 1`), busy),
      ])
      assert.ok(performance.now() - began < 20_000)
      proxy.unmute()
      await cut.write(note, { companyId: id, key: 'again' }, 1)
      assert.deepEqual(await keysOf(id), ['again', 'early', 'other'])
    })
  })
})

test('the address of a database must name one host', () => {
  const read = (address: string) => readConfig({ CLOCKHOUSE_DATABASE_URL: address }).databaseUrl
  for (const address of ['', 'postgres://u:a,b@h/db', 'postgresql://h:5432/db?schema=s', 'postgres:///db?host=/run/pg'])
    assert.equal(read(address), address)
  for (const [address, problem] of [
    ['postgres://u:secret@h1,h2/db?target_session_attrs=read-write', /^CLOCKHOUSE_DATABASE_URL must name one host/],
    ['postgres://u:secret@h1:5432,h2:5433/db', /^CLOCKHOUSE_DATABASE_URL must name one host/],
    ['mysql://u:secret@h/db', /^CLOCKHOUSE_DATABASE_URL must be a URL such as postgres:/],
    ['h/db', /^CLOCKHOUSE_DATABASE_URL must be a URL such as postgres:/],
  ] as const)
    assert.throws(
      () => read(address),
      ({ message }: Error) => problem.test(message) && !message.includes('secret'),
    )
})
