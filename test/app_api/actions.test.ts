import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { contents } from '../support/statements.ts'
import { ask } from './ask.ts'

// The clock starts on Monday, 2026-03-02, 8:00 in Denver.
onBoth('several writes as one', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
  })

  const act = (who: { token: string }, steps: readonly object[], headers: Record<string, string> = {}) =>
    ask(server, who, 'POST', '/actions', { steps }, { headers })
  const done = async (who: { token: string }, steps: readonly object[], headers: Record<string, string> = {}) => {
    const { status, body } = await act(who, steps, headers)
    assert.equal(status, 200, JSON.stringify(body))
    return body.results as Values[]
  }
  const hours = (date: string, duration: number): Values => ({
    ...{ user_id: worker.id, jobcode_id: 0, type: 'manual' },
    ...{ date, duration },
  })
  const timesheets = () => server.list(company, 'timesheets', '?start_date=2026-02-01&on_the_clock=both')
  /** All rows besides those that any request of a person touches. */
  const everything = async () => {
    const { users, access_tokens, companies, ...rest } = await contents(server)
    return rest
  }

  test('cells of a week are added, changed and cleared in one action, which one other action undoes', async () => {
    const [monday, tuesday] = [
      await server.createOne(company, 'timesheets', hours('2026-03-02', 3600)),
      await server.createOne(company, 'timesheets', hours('2026-03-03', 3600)),
    ]
    const results = await done(worker, [
      { do: 'create', what: 'timesheets', data: [hours('2026-03-04', 7200), hours('2026-03-05', 7200)] },
      { do: 'update', what: 'timesheets', data: [{ id: monday.id, duration: 1800 }] },
      { do: 'remove', what: 'timesheets', data: [tuesday.id] },
    ])
    const made = Object.values<Values>(results[0]!.results.timesheets)
    assert.deepEqual(
      made.map(({ _status_code, date }) => [_status_code, date]),
      [
        [200, '2026-03-04'],
        [200, '2026-03-05'],
      ],
    )
    const shown = async () => (await timesheets()).map(({ date, duration }) => `${date} ${duration}`).sort()
    assert.deepEqual(await shown(), ['2026-03-02 1800', '2026-03-04 7200', '2026-03-05 7200'])
    await done(worker, [
      { do: 'remove', what: 'timesheets', data: made.map(({ id }) => id) },
      { do: 'update', what: 'timesheets', data: [{ id: monday.id, duration: 3600 }] },
      { do: 'create', what: 'timesheets', data: [hours('2026-03-03', 3600)] },
    ])
    assert.deepEqual(await shown(), ['2026-03-02 3600', '2026-03-03 3600'])
  })

  test('an action of which one item is refused does nothing, and the reason is that of the item', async () => {
    await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-03-01' }])
    const before = await everything()
    const refused: [steps: object[], status: number, code: string, field: string | undefined][] = [
      [
        [
          { do: 'create', what: 'timesheets', data: [hours('2026-03-02', 60)] },
          { do: 'create', what: 'timesheets', data: [hours('2026-03-03', 60), hours('2026-02-28', 60)] },
        ],
        417,
        'time_approved',
        'steps.1.data.1',
      ],
      [
        [
          { do: 'create', what: 'timesheets', data: [hours('2026-03-02', 60)] },
          { do: 'remove', what: 'timesheets', data: [7] },
        ],
        404,
        'timesheet_gone',
        'steps.1.data.0',
      ],
      [
        [
          { do: 'create', what: 'timesheets', data: [hours('2026-03-02', 60)] },
          { do: 'create', what: 'groups', data: [{ name: 'Crew' }] },
        ],
        417,
        'manage_users_needed',
        'steps.1.data.0',
      ],
      [
        [
          { do: 'create', what: 'timesheets', data: [hours('2026-03-02', 60)] },
          { do: 'set', what: 'pay', data: [{ user_id: worker.id, pay_rate: 99, pay_interval: 'hour' }] },
        ],
        403,
        'administrators_only',
        undefined,
      ],
    ]
    for (const [steps, status, code, field] of refused) {
      const { body, ...answer } = await act(worker, steps)
      const { reason } = body.error
      assert.deepEqual([answer.status, reason.code, reason.field], [status, code, field], JSON.stringify(body))
    }
    assert.deepEqual(await everything(), before)
  })

  test('a partial step keeps what is possible, and says of each refused item why', async () => {
    await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-03-01' }])
    const data = [hours('2026-02-28', 60), hours('2026-03-02', 60)]
    const [result] = await done(worker, [{ do: 'create', what: 'timesheets', data, partial: true }])
    const outcomes = Object.values<Values>(result!.results.timesheets)
    assert.deepEqual(
      outcomes.map(({ _status_code, _status_reason }) => [_status_code, _status_reason?.code]),
      [
        [417, 'time_approved'],
        [200, undefined],
      ],
    )
    assert.equal((await timesheets()).length, 1)
  })

  test('a step can use the id of a record that an earlier step has made', async () => {
    const [group] = await done(company, [
      { do: 'create', what: 'groups', data: [{ name: 'Night shift' }] },
      { do: 'update', what: 'users', data: [{ id: worker.id, group_id: { made_in: 0 } }] },
      { do: 'create', what: 'locations', data: [{ label: 'Yard', addr1: '1 Main St', latitude: 40, longitude: -105 }] },
      { do: 'set', what: 'fence', data: [{ location_id: { made_in: 2 }, enabled: true }] },
      { do: 'set', what: 'pay', data: [{ user_id: worker.id, pay_rate: 25, pay_interval: 'hour' }] },
    ])
    const { id } = Object.values<Values>(group!.results.groups)[0]!
    const [user] = await server.list(company, 'users', `?ids=${worker.id}`)
    assert.deepEqual([user!.group_id, user!.pay_rate], [id, 25])
    assert.equal((await server.list(company, 'geofence_configs')).length, 1)
    for (const [at, maker] of [
      [0, 'groups'],
      [2, 'groups'],
      [1.5, 'groups'],
    ] as const) {
      const steps = [
        { do: 'update', what: 'users', data: [{ id: worker.id, group_id: { made_in: at } }] },
        { do: 'create', what: maker, data: [{ name: 'Late' }] },
      ]
      const { status, body } = await act(company, steps)
      assert.deepEqual([status, body.error.reason.code], [417, 'made_in_unknown'])
    }
  })

  test('such an id stands only where an id belongs', async () => {
    for (const item of [
      { id: worker.id, first_name: { made_in: 0 } },
      { id: worker.id, employee_number: { made_in: 0 } },
      { id: worker.id, permissions: { id: { admin: { made_in: 0 } } } },
    ]) {
      const { status, body } = await act(company, [
        { do: 'create', what: 'groups', data: [{ name: 'Crew' }] },
        { do: 'update', what: 'users', data: [item] },
      ])
      assert.deepEqual([status, body.error.reason?.code], [417, 'no_such_field_here'], JSON.stringify(item))
    }
    assert.deepEqual(await server.list(company, 'groups'), [])
  })

  test('such an id may be one of a list', async () => {
    const field = { name: 'Cost code', applies_to: 'timesheet', type: 'free-form', required: false }
    const [, made] = await done(company, [
      { do: 'create', what: 'customfields', data: [field] },
      { do: 'create', what: 'jobcodes', data: [{ name: 'Roof' }] },
      {
        ...{ do: 'set', what: 'shown_fields' },
        data: [{ of: 'jobcodes', id: { made_in: 1 }, customfield_ids: [{ made_in: 0 }] }],
      },
    ])
    const { id } = Object.values<Values>(made!.results.jobcodes)[0]!
    const [job] = await server.list(company, 'jobcodes', `?ids=${id}`)
    const [known] = await server.list(company, 'customfields')
    assert.deepEqual(job!.required_customfields, [known!.id])
  })

  test('a person is assigned exactly the chosen jobs at once, also a job without one below it', async () => {
    const [roof, wall] = [
      await server.createOne(company, 'jobcodes', { name: 'Roof' }),
      await server.createOne(company, 'jobcodes', { name: 'Wall' }),
    ]
    const [tiles, gutters] = [
      await server.createOne(company, 'jobcodes', { name: 'Tiles', parent_id: roof.id }),
      await server.createOne(company, 'jobcodes', { name: 'Gutters', parent_id: roof.id }),
    ]
    const assigned = async () =>
      (await server.list(company, 'jobcode_assignments', `?user_ids=${worker.id}&active=yes`))
        .map(({ jobcode_id }) => jobcode_id)
        .sort()
    const choose = (jobcode_ids: number[], who: { token: string } = company) =>
      act(who, [{ do: 'set', what: 'assigned_jobs', data: [{ user_id: worker.id, jobcode_ids }] }])
    for (const chosen of [[wall.id], [roof.id, tiles.id, gutters.id], [roof.id, tiles.id], []]) {
      const { status, body } = await choose(chosen)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(await assigned(), chosen.sort())
    }
    assert.ok((await choose([wall.id], worker)).status >= 400)
    assert.deepEqual(await assigned(), [])
  })

  test('an action with an idempotency key is done once, also when sent many times at once', async () => {
    const steps = [
      { do: 'create', what: 'timesheets', data: [hours('2026-03-02', 60)] },
      { do: 'create', what: 'timesheets', data: [hours('2026-03-03', 60)] },
    ]
    const key = { 'idempotency-key': `week-${company.id}` }
    const answers = await Promise.all(Array.from({ length: 10 }, () => done(worker, steps, key)))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
    assert.equal((await timesheets()).length, 2)
    const again = await act(worker, steps, key)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal((await act(worker, steps.slice(1), key)).body.error.reason.code, 'idempotency_key_reused')
    const other = await act(company, [{ do: 'create', what: 'groups', data: [{ name: 'A' }] }], key)
    assert.equal(other.status, 200, 'keys belong to a person')
  })

  test('an action that was refused is evaluated again with its key, because nothing was done', async () => {
    const steps = [
      { do: 'create', what: 'groups', data: [{ name: 'First' }] },
      { do: 'create', what: 'groups', data: [{ name: 'Taken' }] },
    ]
    const taken = await server.createOne(company, 'groups', { name: 'Taken' })
    const key = { 'idempotency-key': `groups-${company.id}` }
    assert.equal((await act(company, steps, key)).status, 417)
    await server.put(company, '/groups', [{ id: taken.id, name: 'Free' }])
    await done(company, steps, key)
    assert.equal((await server.list(company, 'groups')).length, 3)
  })

  test('a dry run of an action answers what it would answer, and changes nothing', async () => {
    const steps = [
      { do: 'create', what: 'groups', data: [{ name: 'Crew' }] },
      { do: 'update', what: 'users', data: [{ id: worker.id, group_id: { made_in: 0 } }] },
      { do: 'set', what: 'pay', data: [{ user_id: worker.id, pay_rate: 25, pay_interval: 'hour' }] },
    ]
    const before = await everything()
    const { status, headers, body } = await act(company, steps, { 'x-clockhouse-dry-run': 'yes' })
    assert.deepEqual([status, headers['x-clockhouse-dry-run']], [200, 'yes'], JSON.stringify(body))
    assert.deepEqual(await everything(), before)
    const [group] = await done(company, steps)
    assert.equal(Object.values<Values>(group!.results.groups)[0]!.name, 'Crew')
  })

  test('records of other companies do not exist for an action', async () => {
    const other = await server.company()
    const theirs = await server.createOne(other, 'groups', { name: 'Theirs' })
    const before = await everything()
    for (const step of [
      { do: 'update', what: 'groups', data: [{ id: theirs.id, name: 'Mine' }] },
      { do: 'update', what: 'users', data: [{ id: other.adminId, first_name: 'Mine' }] },
      { do: 'set', what: 'pay', data: [{ user_id: other.adminId, pay_rate: 1, pay_interval: 'hour' }] },
      { do: 'set', what: 'shown_fields', data: [{ of: 'jobcodes', id: theirs.id, customfield_ids: [] }] },
    ]) {
      const { status, body } = await act(company, [step])
      assert.ok([404, 417].includes(status), JSON.stringify(body))
    }
    assert.deepEqual(await everything(), before)
  })

  test('no one reads a state between the steps of an action', async () => {
    const group = await server.createOne(company, 'groups', { name: 'A' })
    await server.put(company, '/users', [{ id: worker.id, group_id: group.id }])
    const seen = new Set<string>()
    let over = false
    const watching = (async () => {
      while (!over) {
        const [user] = await server.list(company, 'users', `?ids=${worker.id}`)
        seen.add(String(user!.group_id))
        await setImmediate()
      }
    })()
    const steps = [0, group.id].map((group_id) => ({
      do: 'update',
      what: 'users',
      data: [{ id: worker.id, group_id }],
    }))
    try {
      for (let times = 0; times < 20; times++) await done(company, steps)
    } finally {
      over = true
      await watching
    }
    assert.deepEqual([...seen], [String(group.id)])
  })

  test('an action is refused if it is no list of known steps, takes a password, or is too large', async () => {
    const item = { id: worker.id, email: 'new@example.com' }
    const cases: [steps: unknown, field: string][] = [
      [[], 'steps'],
      [[{ do: 'create', what: 'groups' }], 'steps.0.data'],
      [[{ do: 'create', what: 'nothing', data: [{}] }], 'steps.0.what'],
      [[{ do: 'create', what: 'files', data: [{}] }], 'steps.0.what'],
      [[{ do: 'remove', what: 'users', data: [1] }], 'steps.0.what'],
      [[{ do: 'set', what: 'users', data: [{}] }], 'steps.0.what'],
      [
        [{ do: 'set', what: 'pay', data: [{ user_id: 1, pay_rate: 'much', pay_interval: 'hour' }] }],
        'steps.0.data.0.pay_rate',
      ],
      [[{ do: 'set', what: 'pay', data: [7] }], 'steps.0.data.0'],
      [[{ do: 'create', what: 'groups', data: [1] }], 'steps.0.data.0'],
      [[{ do: 'update', what: 'users', data: [item], beside: { password: 'guess' } }], 'steps.0.beside.password'],
      [
        [{ do: 'update', what: 'users', data: [{ id: company.adminId, password: 'correct horse battery' }] }],
        'steps.0.data.0.password',
      ],
      [
        [{ do: 'update', what: 'users', data: [{ id: worker.id }, { id: worker.id, login_pin: '1' }] }],
        'steps.0.data.1.login_pin',
      ],
      [Array(101).fill({ do: 'create', what: 'groups', data: [{ name: 'x' }] }), 'steps'],
      [[{ do: 'create', what: 'groups', data: Array(51).fill({ name: 'x' }) }], 'steps.0.data'],
    ]
    const before = await everything()
    for (const [steps, field] of cases) {
      const { status, body } = await ask(server, company, 'POST', '/actions', { steps })
      assert.deepEqual([status, body.error.reason?.field], [417, field], JSON.stringify(body))
    }
    assert.deepEqual(await everything(), before)
  })
})
