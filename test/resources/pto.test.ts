import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { isFull } from '../support/tiers.ts'
import { Crew } from '../support/time_off.ts'

const hour = 3600

onBoth('balances of paid time off', (database) => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start(database)
  })
  after(() => crew.server.stop())

  /** Every balance as it should be: the ledger less the time taken, by user and jobcode. */
  const recomputed = async (): Promise<Record<string, number>> => {
    const { read } = crew.server.db
    const rows = await read.all<{ user_id: number; jobcode_id: number; seconds: number }>(
      sql`select user_id, jobcode_id, seconds from pto_ledger where company_id = ${crew.company.id}
        union all select t.user_id, t.jobcode_id, -t.duration as seconds from timesheets t
        join jobcodes j on j.company_id = t.company_id and j.id = t.jobcode_id
        where t.company_id = ${crew.company.id} and j.type = 'pto'`,
    )
    const sums: Record<string, number> = {}
    for (const { user_id, jobcode_id, seconds } of rows) {
      const key = `${user_id}/${jobcode_id}`
      sums[key] = (sums[key] ?? 0) + seconds
    }
    return sums
  }

  const shown = async (): Promise<Record<string, number>> => {
    const rows = await crew.server.list(crew.company, 'users', '?active=both&limit=200')
    return Object.fromEntries(
      rows.flatMap((row) =>
        Object.entries<number>(row.pto_balances).map(([id, seconds]) => [`${row.id}/${id}`, seconds]),
      ),
    )
  }

  const agree = async (hint: string) => {
    const sums = await recomputed()
    const balances = await shown()
    for (const key of Object.keys(sums)) assert.ok(key in balances, `${hint}: ${key} is shown`)
    for (const [key, seconds] of Object.entries(balances)) assert.equal(seconds, sums[key] ?? 0, `${hint}: ${key}`)
  }

  test('balances match a recomputation after any operation', async () => {
    const { server, company, worker, colleague, manager } = crew
    const sick = await server.createOne(company, 'jobcodes', { name: 'Sick', type: 'pto', assigned_to_all: true })
    const plain = await server.createOne(company, 'jobcodes', { name: 'Work', assigned_to_all: true })
    const [rest] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Rest', type: 'paid_break' })])
    const first = Number(process.env.TEST_SEED ?? 20260302)
    let state = first
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return Math.floor((state / 2147483648) * below)
    }
    const pick = <T>(values: readonly T[]): T => values[random(values.length)]!
    const jobs = [crew.vacation.id, crew.vacation.id, sick.id, plain.id]
    const at = (day: number, hours: number) =>
      new Date(Date.UTC(2026, 1, 2 + day, hours)).toISOString().replace('.000Z', 'Z')
    const sheets = async () =>
      (await server.list(company, 'timesheets', '?start_date=2000-01-01&on_the_clock=both')).map(({ id }) => id)
    const requests = async () => (await server.list(company, 'time_off_requests')).filter(({ active }) => active)
    const day = () => `2026-0${4 + random(5)}-${String(1 + random(28)).padStart(2, '0')}`
    // Time off stands on that day already.
    const isOfTheGate = ({ message }: Error) => assert.match(message, /"code":"leave_twice"/)
    const moves: (() => Promise<unknown>)[] = [
      async () =>
        server.post(company, '/timesheets', [
          {
            user_id: pick([worker, colleague]).id,
            jobcode_id: pick(jobs),
            type: 'manual',
            date: day(),
            duration: 36 * random(900),
          },
          {
            user_id: pick([worker, colleague]).id,
            jobcode_id: pick(jobs),
            type: 'manual',
            date: day(),
            duration: 36 * random(900),
          },
        ]),
      async () => {
        const [on, from] = [random(20), random(12)]
        const times = { start: at(on, from), end: at(on, from + 1 + random(9)) }
        return server.post(company, '/timesheets', [
          { user_id: worker.id, jobcode_id: pick([...jobs, rest!.id, rest!.id]), type: 'regular', ...times },
        ])
      },
      async () => {
        const start = new Date(server.now / 1000).toISOString()
        return server.post(company, '/timesheets', [
          { user_id: colleague.id, jobcode_id: pick(jobs), type: 'regular', start, end: '' },
        ])
      },
      async () => server.pass(4 * hour + random(40 * hour)),
      async () => server.round(),
      async () =>
        server.put(company, '/timesheets', [
          { id: pick(await sheets()), jobcode_id: pick(jobs), duration: 36 * random(900) },
        ]),
      async () => server.delete(company, `/timesheets?ids=${pick(await sheets())},${pick(await sheets())}`),
      async () =>
        crew.request([crew.day(day()), crew.morning(day())], {}, pick([worker, colleague])).catch(isOfTheGate),
      async () => {
        const request = pick(await requests())
        if (request)
          await crew.put(pick([manager, company]), 'time_off_requests', {
            id: request.id,
            status: pick(['approved', 'approved', 'denied', 'canceled', 'pending']),
          })
      },
      async () => {
        const request = pick(await requests())
        const id = pick(request?.time_off_request_entries ?? [])
        if (id)
          await crew.put(
            manager,
            'time_off_request_entries',
            pick<Values>([
              { id, duration: 36 * (1 + random(300)) },
              { id, status: 'approved' },
              { id, active: false },
              { id, jobcode_id: sick.id },
            ]),
          )
      },
      async () => {
        const request = pick(await requests())
        if (request && random(3) === 0) await crew.put(company, 'time_off_requests', { id: request.id, active: false })
      },
    ]
    for (let turn = 0; turn < (isFull ? 150 : 60); turn++) {
      await pick(moves)()
      if (turn % 10 === 9) await agree(`seed ${first}, after ${turn} moves`)
    }
    assert.ok(Object.keys(await recomputed()).length >= 4, 'something has happened')
  })

  test('balances match a recomputation after concurrent writes', async () => {
    const { server, company, worker } = crew
    const take = (n: number) =>
      server.post(company, '/timesheets', [
        { user_id: worker.id, jobcode_id: crew.vacation.id, type: 'manual', date: `2026-10-${10 + n}`, duration: 3600 },
      ])
    const before = await crew.balance()
    await Promise.all(Array.from({ length: 12 }, (_, n) => take(n)))
    assert.equal(await crew.balance(), before - 12 * hour)
    await agree('at once')
  })

  test('balances include every kind of absence, with 0 if there is none, and no archived ones', async () => {
    const { server, company, worker } = crew
    const { id } = await server.createOne(company, 'jobcodes', {
      name: 'Jury duty',
      type: 'pto',
      assigned_to_all: true,
    })
    const { body } = await server.get(worker, '/current_user')
    assert.equal(body.results.users[worker.id].pto_balances[id], 0)
    assert.equal(body.results.users[worker.id].pto_balances[crew.vacation.id], await crew.balance())
    assert.equal(body.supplemental_data.jobcodes[id].type, 'pto')
    await server.put(company, '/jobcodes', [{ id, active: false }])
    const now = await server.get(worker, '/current_user')
    assert.ok(!(id in now.body.results.users[worker.id].pto_balances))
  })

  test('only paid time off modifies the person', async () => {
    const { server, company, worker } = crew
    const modified = async () => (await server.list(company, 'users', `?ids=${worker.id}`))[0]!.last_modified
    await server.get(worker, '/current_user')
    const before = await modified()
    server.pass(5)
    const sheet = { user_id: worker.id, type: 'manual', date: '2026-02-02', duration: 3600 }
    await server.createOne(company, 'timesheets', { ...sheet, jobcode_id: 0 })
    assert.equal(await modified(), before)
    await server.createOne(company, 'timesheets', { ...sheet, jobcode_id: crew.vacation.id })
    assert.notEqual(await modified(), before)
  })

  const policy = (columns: Values) => {
    const row = {
      company_id: crew.company.id,
      jobcode_id: crew.vacation.id,
      scope: 'company',
      scope_id: 0,
      every: 'year',
      seconds: 80 * hour,
      per_worked: 0,
      turn: '01-01',
      cap: -1,
      carry_over: -1,
      ...columns,
    }
    const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : value))
    return `insert into pto_policies (${Object.keys(row)}) values (${values})`
  }
  const lines = async (userId: number) =>
    (
      await crew.server.db.read.all<{ key: string; seconds: number }>(
        sql`select key, seconds from pto_ledger where company_id = ${crew.company.id} and user_id = ${userId} order by date, key`,
      )
    ).map(({ key, seconds }) => [key, seconds / hour])

  test('accruals are granted once, also for days on which no server ran, by the most specific policy', async () => {
    const { server, company, worker, manager, outsider, colleague } = crew
    const hired = (id: number, hire_date: string) => server.put(company, '/users', [{ id, hire_date }])
    for (const { id } of [worker, outsider]) await hired(id, '2020-05-05')
    await hired(colleague.id, '2030-01-01')
    await runStatements(
      server,
      policy({ done_to: '2024-12-31' }),
      policy({ scope: 'group', scope_id: crew.group.id, seconds: 40 * hour, done_to: '2024-12-31' }),
      policy({ scope: 'user', scope_id: company.adminId, every: 'anniversary', done_to: '2024-12-31' }),
    )
    await Promise.all([server.round(), server.round()])
    await server.round()
    assert.deepEqual(await lines(outsider.id), [
      ['year 2025-01-01', 80],
      ['year 2026-01-01', 80],
    ])
    assert.deepEqual(await lines(worker.id), [
      ['year 2025-01-01', 40],
      ['year 2026-01-01', 40],
    ])
    assert.deepEqual(await lines(colleague.id), [], 'not hired yet')
    assert.deepEqual(await lines(manager.id), [], 'entered only now, without a date of hire')
    assert.deepEqual(await lines(company.adminId), [])
    await agree('after accruals')
    server.pass(400 * 86400)
    await server.round()
    assert.deepEqual((await lines(outsider.id)).at(-1), ['year 2027-01-01', 80])
    assert.equal((await lines(manager.id)).length, 1)
    await agree('a year later')
  })

  test('more people than fit in one transaction all get their grants', async () => {
    const { server, company } = crew
    for (let part = 0; part < 3; part++)
      await server.post(
        company,
        '/users',
        Array.from({ length: 50 }, (_, n) => ({
          username: `many${part}x${n}`,
          first_name: 'M',
          last_name: `Any ${part} ${n}`,
        })),
      )
    server.pass(366 * 86400)
    await server.round()
    const [row] = await server.db.read.all<{ n: number }>(
      sql`select count(*) as n from pto_ledger l join users u on u.company_id = l.company_id and u.id = l.user_id
        where l.company_id = ${company.id} and u.username like 'many%'`,
    )
    assert.equal(row!.n, 150)
    await agree('of many')
  })

  test('hours worked earn time off once the pay period has ended', async () => {
    const { server, company, outsider } = crew
    const { id } = await server.createOne(company, 'jobcodes', { name: 'Care', type: 'pto', assigned_to_all: true })
    const today = new Date(server.now / 1000).toISOString().slice(0, 10)
    await runStatements(
      server,
      policy({ jobcode_id: id, every: 'worked', seconds: hour, per_worked: 30 * hour, done_to: today }),
    )
    const item = { user_id: outsider.id, jobcode_id: 0, type: 'manual', duration: 15 * hour }
    for (let n = 0; n < 4; n++) {
      server.pass(7 * 86400)
      await server.createOne(company, 'timesheets', {
        ...item,
        date: new Date(server.now / 1000).toISOString().slice(0, 10),
      })
    }
    server.pass(15 * 86400)
    await server.round()
    const [user] = await server.list(company, 'users', `?ids=${outsider.id}`)
    assert.equal(user!.pto_balances[id], 2 * hour)
    await agree('by hours')
  })
})
