import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('schedule events', (database) => {
  let server: TestServer
  let company: TestCompany
  let calendar: number
  let ines: Person
  let tobe: Person
  const start = '2026-05-06T13:00:00-06:00'
  const end = '2026-05-06T17:00:00-06:00'

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    calendar = (await server.list(company, 'schedule_calendars'))[0]!.id
    ines = await server.user(company, { first_name: 'Ines', last_name: 'Lund' })
    tobe = await server.user(company, { first_name: 'Tobe', last_name: 'Okafor' })
  })
  after(() => server.stop())

  const shift = (properties: Values = {}) => ({ schedule_calendar_id: calendar, start, end, ...properties })
  const create = async (items: Values[], team_events?: string, who: { token: string } = company) => {
    const answer = await server.call(who.token, 'POST', '/schedule_events', {
      data: items,
      ...(team_events ? { team_events } : {}),
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const update = async (items: Values[], team_events?: string, who: { token: string } = company) => {
    const answer = await server.call(who.token, 'PUT', '/schedule_events', {
      data: items,
      ...(team_events ? { team_events } : {}),
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const one = async (properties: Values = {}, team_events?: string): Promise<Values> => {
    const item = (await create([shift(properties)], team_events)).results.schedule_events['1']
    assert.ok(item._status_code < 300, JSON.stringify(item))
    return item
  }
  const change = async (id: number, properties: Values, team_events?: string): Promise<Values> => {
    const { results, supplemental_data } = await update([{ id, ...properties }], team_events)
    const others = Object.values<Values>(supplemental_data.schedule_events ?? {})
    return { ...results.schedule_events['1'], others }
  }
  const list = (query: string, who: { token: string } = company) =>
    server.list(who, 'schedule_events', `?schedule_calendar_ids=${calendar}&start=2000-01-01T00:00:00Z${query}`)
  const ids = async (query: string, who: { token: string } = company) => (await list(query, who)).map((row) => row.id)
  const of = (...people: Person[]) => people.map(({ id }) => String(id))

  describe('the documented schedule events', () => {
    test('a company has one calendar from the start', async () => {
      const { body } = await server.get(company, '/schedule_calendars')
      const created = '2026-03-02T15:00:00+00:00'
      assert.deepEqual(body, {
        results: {
          schedule_calendars: { [calendar]: { id: calendar, name: 'Schedule', last_modified: created, created } },
        },
        more: false,
      })
      assert.equal((await server.post(company, '/schedule_calendars', [{ name: 'x' }])).status, 405)
    })

    test('schedule events are created as in the documented example, word for word', async () => {
      const open = { start: '2024-05-06T08:00:00-06:00', end: '2024-05-06T12:00:00-06:00', title: 'Open shift' }
      const times = { start: '2024-05-06T13:00:00-06:00', end: '2024-05-06T17:00:00-06:00' }
      const body = await create(
        [
          { schedule_calendar_id: calendar, ...open, all_day: false, assigned_user_ids: '', draft: true },
          {
            schedule_calendar_id: calendar,
            ...times,
            all_day: false,
            assigned_user_ids: [ines.id, tobe.id],
            title: 'Delivery',
            draft: false,
          },
        ],
        'base',
      )
      const { '1': first, '2': second } = body.results.schedule_events
      const now = '2026-03-02T15:00:00+00:00'
      const common = {
        _status_code: 200,
        _status_message: 'Created',
        schedule_calendar_id: calendar,
        jobcode_id: 0,
        all_day: false,
        active: true,
        timezone: 'America/Denver',
        notes: '',
        color: '#888888',
        last_modified: now,
        created: now,
        customfields: '',
        location: '',
      }
      assert.deepEqual(body.results.schedule_events, {
        '1': {
          ...common,
          ...open,
          id: first.id,
          user_id: company.adminId,
          unassigned: true,
          draft: true,
          assigned_user_ids: [],
        },
        '2': {
          ...common,
          ...times,
          id: second.id,
          user_id: ines.id,
          unassigned: false,
          draft: false,
          title: 'Delivery',
          assigned_user_ids: of(ines, tobe),
        },
      })
      const people = [company.adminId, ines.id, tobe.id].map(String)
      assert.deepEqual(Object.keys(body.supplemental_data), ['users', 'calendars'])
      assert.deepEqual(Object.keys(body.supplemental_data.users), people)
      assert.deepEqual(body.supplemental_data.calendars[calendar].id, calendar)
      for (const id of [first.id, second.id]) await change(id, { active: false }, 'base')
    })

    test('an event for several people is 201 for one of them, and the others are supplemental data', async () => {
      const body = await create([shift({ assigned_user_ids: `${ines.id}, ${tobe.id}`, title: 'Delivery' })])
      const item = body.results.schedule_events['1']
      assert.deepEqual([item._status_code, item._status_message], [201, 'Fulfilled'])
      assert.deepEqual(item.assigned_user_ids, of(ines))
      const [other, ...more] = Object.values<Values>(body.supplemental_data.schedule_events)
      assert.deepEqual([other!.assigned_user_ids, other!.user_id, more], [of(tobe), tobe.id, []])
      assert.deepEqual(Object.keys(body.supplemental_data.users), of(ines, tobe))
    })
  })

  describe('the values of schedule events', () => {
    test('an all-day event lasts from midnight to midnight in its zone', async () => {
      const noon = '2026-03-08T12:00:00-06:00'
      const item = await one({ start: noon, end: '', all_day: 'yes' })
      // The clocks go forward on that day.
      assert.deepEqual([item.start, item.end], ['2026-03-08T00:00:00-07:00', '2026-03-09T00:00:00-06:00'])
      const moved = await change(item.id, { timezone: 'Europe/Berlin' })
      assert.deepEqual([moved.start, moved.end], ['2026-03-08T00:00:00+01:00', '2026-03-09T00:00:00+01:00'])
      const next = await change(item.id, { start: '2026-03-09T23:30:00Z' })
      assert.equal(next.start, '2026-03-10T00:00:00+01:00')
      const again = await change(item.id, { start: next.start, end: next.end, all_day: true })
      assert.equal(again.last_modified, next.last_modified)
      const part = await change(item.id, { all_day: false, end: '2026-03-10T06:00:00+01:00' })
      assert.deepEqual([part.all_day, part.end], [false, '2026-03-10T06:00:00+01:00'])
    })

    test('an event lasts up to 31 days, and its end is after its start', async () => {
      const { results } = await create([
        shift({ end: start }),
        shift({ end: '2026-05-06T12:00:00-06:00' }),
        shift({ end: '2026-06-06T13:00:01-06:00' }),
        shift({ end: '' }),
        { schedule_calendar_id: calendar, start },
        { schedule_calendar_id: calendar, end },
        { start, end },
        shift({ end: '2026-06-06T13:00:00-06:00' }),
      ])
      const items = Object.values<Values>(results.schedule_events)
      assert.deepEqual(
        items.map((item) => item._status_code),
        [...Array(7).fill(417), 200],
      )
      for (const [index, word] of ['end', 'end', '31 days', 'end', 'end', 'start', 'schedule_calendar_id'].entries())
        assert.match(items[index]!._status_extra, new RegExp(word))
    })

    test('an event has the zone of the company, or the one in the request if it is valid', async () => {
      assert.equal((await one()).timezone, 'America/Denver')
      const abroad = await one({ timezone: 'Asia/Kolkata', assigned_user_ids: [ines.id] })
      assert.equal(abroad.start, '2026-05-07T00:30:00+05:30')
      for (const timezone of ['tsMT', 'Mars/Base', '+02:00', 'x'.repeat(65)])
        assert.match((await change(abroad.id, { timezone }))._status_extra, /timezone/)
      assert.equal((await change(abroad.id, { timezone: '' })).timezone, 'Asia/Kolkata')
    })

    test('an event has one of 24 colors, in capitals', async () => {
      const item = await one({ color: '#f44336' })
      assert.equal(item.color, '#F44336')
      assert.equal((await change(item.id, { color: '#fAb3Ae' })).color, '#FAB3AE')
      for (const color of ['#123456', 'red', 5]) assert.equal((await change(item.id, { color }))._status_code, 417)
    })

    test('an event has texts up to a length, and no unknown properties', async () => {
      const item = await one({ title: 'x'.repeat(255), notes: '😀'.repeat(4000), location: 'Warehouse\n7' })
      assert.deepEqual([item.title.length, item.location], [255, 'Warehouse\n7'])
      for (const [name, max] of [
        ['title', 255],
        ['notes', 4000],
        ['location', 255],
      ] as const)
        assert.match((await change(item.id, { [name]: 'x'.repeat(max + 1) }))._status_extra, new RegExp(`^${name}`))
      assert.match((await change(item.id, { flavor: 1 }))._status_extra, /^Invalid params: flavor/)
      assert.match((await change(item.id, { user_id: ines.id }))._status_extra, /^Invalid params: user_id/)
      const same = await change(item.id, { ...item, _status_code: undefined, _status_message: undefined })
      assert.equal(same._status_code, 200, JSON.stringify(same))
    })

    test('an event has custom fields by item name', async () => {
      const other = await server.company()
      const calendarId = (await server.list(other, 'schedule_calendars'))[0]!.id
      const field = { name: 'Site', type: 'managed-list', show_to_all: true }
      const { id: site } = await server.createOne(other, 'customfields', field)
      const { id: crew } = await server.createOne(other, 'customfields', { ...field, name: 'Crew' })
      await server.createOne(other, 'customfielditems', { customfield_id: site, name: 'North' })
      const planned = { ...shift(), schedule_calendar_id: calendarId }
      const { body } = await server.post(other, '/schedule_events', [
        { ...planned, customfields: { [site]: 'north' } },
        planned,
        { ...planned, customfields: { 5: 'x' } },
      ])
      const items = body.results.schedule_events
      assert.deepEqual([items[1].customfields, items[2].customfields], [{ [site]: 'North', [crew]: '' }, ''])
      assert.match(items[3]._status_extra, /customfields: there is no field 5/)
      assert.deepEqual(Object.keys(body.supplemental_data.customfields), [String(site), String(crew)])
      const cleared = await server.put(other, '/schedule_events', [{ id: items[1].id, customfields: { [site]: '' } }])
      assert.equal(cleared.body.results.schedule_events[1].customfields, '')
      assert.equal(cleared.body.supplemental_data.customfields, undefined)
    })

    test('the calendar, people and jobcode of an event must exist and be active', async () => {
      const gone = await server.user(company)
      await server.put(company, '/users', [{ id: gone.id, active: false }])
      const job = await server.createOne(company, 'jobcodes', { name: 'Delivery' })
      const old = await server.createOne(company, 'jobcodes', { name: 'Old', active: false })
      const bad: [Values, string][] = [
        [{ schedule_calendar_id: 1 }, 'schedule_calendar_id'],
        [{ assigned_user_ids: [ines.id, gone.id] }, 'assigned_user_ids'],
        [{ assigned_user_ids: [2000000001] }, 'assigned_user_ids'],
        [{ assigned_user_ids: Array.from({ length: 201 }, (_, n) => n + 1) }, 'assigned_user_ids'],
        [{ jobcode_id: 2000000001 }, 'jobcode_id'],
        [{ jobcode_id: old.id }, 'jobcode_id'],
      ]
      const { results } = await create(bad.map(([properties]) => shift(properties)))
      for (const [index, [, name]] of bad.entries()) {
        const item = results.schedule_events[index + 1]
        assert.equal(item._status_code, 417, JSON.stringify(item))
        assert.match(item._status_extra, new RegExp(`^${name}`))
      }
      const body = await create([shift({ jobcode_id: String(job.id) })])
      assert.deepEqual(Object.keys(body.supplemental_data.jobcodes), [String(job.id)])
      // Existing references stay when they are archived.
      const { id } = body.results.schedule_events['1']
      await server.put(company, '/jobcodes', [{ id: job.id, active: false }])
      assert.equal((await change(id, { jobcode_id: job.id, title: 'Still' })).title, 'Still')
      assert.equal((await change(2000000001, { title: 'x' }))._status_code, 417)
    })

    test('an employee may schedule only visible jobcodes', async () => {
      const planner = await server.user(company, { permissions: { manage_my_schedule: true } })
      const secret = await server.createOne(company, 'jobcodes', { name: 'Secret' })
      const item = shift({ assigned_user_ids: [planner.id], jobcode_id: secret.id })
      const refused = (await create([item], undefined, planner)).results.schedule_events['1']
      assert.deepEqual([refused._status_code, /jobcode_id/.test(refused._status_extra)], [417, true])
      await server.createOne(company, 'jobcode_assignments', { user_id: planner.id, jobcode_id: secret.id })
      assert.equal((await create([item], undefined, planner)).results.schedule_events['1']._status_code, 200)
    })

    test('a listing has every event that touches its range, however early it starts', async () => {
      const own = await server.company()
      const [{ id: schedule_calendar_id }] = (await server.list(own, 'schedule_calendars')) as [Values]
      const times = [
        ['2027-03-01T08:00:00Z', '2027-03-31T08:00:00Z', 'a month'],
        ['2027-03-19T08:00:00Z', '2027-03-20T00:00:00Z', 'ends when it begins'],
        ['2027-03-19T22:00:00Z', '2027-03-20T06:00:00Z', 'overnight'],
        ['2027-03-26T22:00:00Z', '2027-03-27T06:00:00Z', 'out of it'],
        ['2027-03-27T00:00:00Z', '2027-03-27T06:00:00Z', 'begins when it ends'],
      ]
      const items = times.map(([start, end, title]) => ({ schedule_calendar_id, start, end, title }))
      await server.call(own.token, 'POST', '/schedule_events', { data: items })
      const range = 'start=2027-02-17T00:00:00Z&ends_after=2027-03-20T00:00:00Z&starts_before=2027-03-27T00:00:00Z'
      const found = await server.list(own, 'schedule_events', `?schedule_calendar_ids=${schedule_calendar_id}&${range}`)
      assert.deepEqual(
        found.map((row) => row.title),
        ['a month', 'overnight', 'out of it'],
      )
    })

    test('shifts may overlap', async () => {
      const [first, second] = [await one({ assigned_user_ids: [ines.id] }), await one({ assigned_user_ids: [ines.id] })]
      assert.deepEqual([first._status_code, second._status_code], [200, 200])
    })

    test('more than 50 events in a request are 413, and an invalid team_events is 417', async () => {
      const many = { data: Array.from({ length: 51 }, () => shift()) }
      assert.equal((await server.call(company.token, 'POST', '/schedule_events', many)).status, 413)
      const invalid = { data: [shift()], team_events: 'both' }
      assert.equal((await server.call(company.token, 'POST', '/schedule_events', invalid)).status, 417)
    })
  })

  describe('a team event', () => {
    const team = async (title: string, ...people: Person[]) => {
      const base = await one({ title, assigned_user_ids: people.map(({ id }) => id) }, 'base')
      const instances = (await list(`&ids=${base.id}`)).filter((row) => row.title === title)
      return { base, instances, of: (person: Person) => instances.find((row) => row.user_id === person.id)! }
    }
    const view = async (base: Values, team_events: string) =>
      (await list(`&team_events=${team_events}&ids=${base.id}`)).map((row) => [row.assigned_user_ids, row.active])

    test('a team event is listed once per person, or once with all, and either id finds it', async () => {
      const { base, instances, of: at } = await team('Inventory', ines, tobe)
      assert.deepEqual(
        instances.map((row) => row.assigned_user_ids),
        [of(ines), of(tobe)],
      )
      assert.ok(instances.every((row) => row.id !== base.id))
      assert.deepEqual(await ids(`&team_events=base&ids=${at(tobe).id}`), [base.id])
      assert.deepEqual(await ids(`&ids=${at(tobe).id}`), [at(tobe).id])
      for (const [mode, found] of [
        ['base', [base.id]],
        ['instance', [at(tobe).id]],
      ] as const)
        assert.deepEqual(
          (await ids(`&team_events=${mode}&users_ids=${tobe.id}`)).filter((id) => id === found[0]),
          found,
        )
    })

    test('a team event changes as a whole through its base', async () => {
      const { base, of: at } = await team('Move', ines, tobe)
      const changed = await change(base.id, { title: 'Moved', start: '2026-05-06T14:00:00-06:00' })
      assert.deepEqual([changed._status_code, changed._status_message], [200, 'Updated'])
      assert.deepEqual(changed.assigned_user_ids, of(ines, tobe))
      assert.deepEqual(
        changed.others.map((row: Values) => [row.id, row.title, row.start]),
        [at(ines), at(tobe)].map((row) => [row.id, 'Moved', '2026-05-06T14:00:00-06:00']),
      )
      const same = await change(base.id, { title: 'Moved' })
      assert.deepEqual([same._status_code, same.others], [200, []])
      const whole = await change(base.id, { title: 'Moved again' }, 'base')
      assert.deepEqual([whole._status_code, whole.others.length], [200, 2], 'in the combined view as well')
    })

    test('a team event loses a person whose event is changed individually', async () => {
      const { base, of: at } = await team('Split', ines, tobe)
      const alone = await change(at(tobe).id, { start: '2026-05-06T15:00:00-06:00' })
      assert.deepEqual([alone._status_code, alone.id, alone.others], [200, at(tobe).id, []])
      assert.deepEqual(await view(base, 'base'), [[of(ines), true]])
      assert.deepEqual(await view(base, 'instance'), [[of(ines), true]])
      await change(base.id, { title: 'Rest' })
      const [kept] = await list(`&ids=${alone.id}`)
      assert.deepEqual([kept!.title, kept!.start], ['Split', '2026-05-06T15:00:00-06:00'])
      assert.deepEqual(await ids(`&team_events=base&ids=${alone.id}`), [alone.id])
      const last = await change(at(ines).id, { title: 'Alone' }, 'base')
      assert.deepEqual([last._status_code, last.others[0].id, last.others[0].active], [201, base.id, false])
      assert.deepEqual(await view(base, 'instance'), [])
      // Restoring it creates the event again for the people who were in it last.
      const restored = await change(base.id, { active: true })
      assert.deepEqual([restored._status_code, restored.others[0].assigned_user_ids], [200, of(ines)])
      assert.notEqual(restored.others[0].id, at(ines).id)
    })

    test('a team event loses and gains assignees, and the event of a removed one is deleted', async () => {
      const third = await server.user(company)
      const { base, of: at } = await team('Rota', ines, tobe)
      const changed = await change(base.id, { assigned_user_ids: [tobe.id, third.id] }, 'base')
      assert.deepEqual(
        [changed._status_code, changed.assigned_user_ids, changed.user_id],
        [201, of(tobe, third), tobe.id],
      )
      const found = changed.others.map((row: Values) => [row.assigned_user_ids[0], row.active])
      assert.deepEqual(
        found.sort(),
        [
          [String(ines.id), false],
          [String(third.id), true],
        ].sort(),
      )
      assert.deepEqual(await view(base, 'instance'), [
        [of(tobe), true],
        [of(third), true],
      ])
      // Only current members of a team count, also for its combined event.
      assert.deepEqual(await ids(`&team_events=base&users_ids=${ines.id}&ids=${base.id}`), [])
      assert.deepEqual(
        (await list(`&ids=${at(ines).id}`)).map((row) => row.active),
        [false],
      )
      assert.deepEqual(await ids(`&team_events=base&ids=${at(ines).id}`), [])
      const back = await change(at(ines).id, { active: true })
      assert.deepEqual(
        [back.assigned_user_ids, await ids(`&team_events=base&ids=${at(ines).id}`)],
        [of(ines), [back.id]],
      )

      const open = await change(base.id, { assigned_user_ids: '' })
      assert.deepEqual(
        [open._status_code, open.unassigned, open.user_id, open.others.length],
        [201, true, company.adminId, 2],
      )
      for (const mode of ['base', 'instance']) assert.deepEqual(await view(base, mode), [[[], true]])
    })

    test('a team event is deleted and restored as a whole', async () => {
      const { base } = await team('Party', ines, tobe)
      const gone = await change(base.id, { active: false })
      assert.deepEqual([gone._status_code, gone.others.map((row: Values) => row.active)], [200, [false, false]])
      const back = await change(base.id, { active: 'yes' })
      assert.deepEqual(
        back.others.map((row: Values) => row.active),
        [true, true],
      )
    })

    test('a team event arises from an event that gets a second assignee, in either view', async () => {
      const first = await one({ title: 'Grow', assigned_user_ids: [tobe.id] })
      const grown = await change(first.id, { assigned_user_ids: [ines.id, tobe.id] })
      assert.deepEqual([grown._status_code, grown.id, grown.assigned_user_ids], [201, first.id, of(tobe)])
      assert.deepEqual(
        grown.others.map((row: Values) => row.assigned_user_ids),
        [of(ines)],
      )
      const [base] = await list(`&team_events=base&ids=${first.id}`)
      assert.deepEqual([base!.assigned_user_ids, base!.id === first.id], [of(ines, tobe), false])

      const other = await one({ title: 'Grow', assigned_user_ids: [tobe.id] })
      const whole = await change(other.id, { assigned_user_ids: [ines.id, tobe.id] }, 'base')
      assert.deepEqual([whole._status_code, whole.id, whole.assigned_user_ids], [201, other.id, of(ines, tobe)])
      assert.deepEqual(await view(other, 'base'), [[of(ines, tobe), true]])
      const handed = await one({ assigned_user_ids: [tobe.id] })
      const over = await change(handed.id, { assigned_user_ids: [ines.id] })
      assert.deepEqual([over._status_code, over.id, over.assigned_user_ids], [200, handed.id, of(ines)])
    })

    test('a team event changes by several items of one request, in their order', async () => {
      const { base, of: at } = await team('Batch', ines, tobe)
      const { results, supplemental_data } = await update([
        { id: at(ines).id, title: 'Own' },
        { id: base.id, title: 'Whole' },
        { id: at(ines).id, assigned_user_ids: [ines.id, tobe.id] },
        { id: base.id, end: start },
      ])
      const codes = Object.values<Values>(results.schedule_events).map((item) => item._status_code)
      assert.deepEqual(codes, [200, 200, 201, 417])
      assert.deepEqual(results.schedule_events[2].assigned_user_ids, of(tobe))
      const titles = Object.values<Values>(supplemental_data.schedule_events).map((row) => row.title)
      assert.deepEqual(titles.sort(), ['Own', 'Whole'])
    })

    test('the pages of events are parts of one list in both views', async () => {
      for (const mode of ['instance', 'base']) {
        const whole = await ids(`&team_events=${mode}&active_users=-1&draft=both`)
        const parts: number[] = []
        for (let page = 1; parts.length < whole.length; page++) {
          const part = await ids(`&team_events=${mode}&active_users=-1&draft=both&limit=7&page=${page}`)
          assert.ok(part.length > 0)
          parts.push(...part)
        }
        assert.deepEqual(parts, whole, mode)
        assert.equal(new Set(whole).size, whole.length)
      }
    })
  })
})
