import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { upload } from '../support/pictures.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('project activities', (database) => {
  let server: TestServer
  let ada: TestCompany
  let project: Values
  let ines: Person
  let olaf: Person
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    project = await server.createOne(ada, 'projects', { name: 'Roof repair' })
    ines = await assigned()
    olaf = await assigned()
  })

  const assigned = async () => {
    const person = await server.user(ada, { permissions: { manage_my_timesheets: true } })
    await assign(person.id, project.jobcode_id)
    return person
  }
  const assign = (user_id: number, jobcode_id: number) =>
    server.createOne(ada, 'jobcode_assignments', { user_id, jobcode_id })
  const feed = (query = '', who: { token: string } = ada) =>
    server.list(who, 'project_activities', `?project_id=${project.id}${query}`)
  /** What a feed has added since an id: who and what, oldest first. */
  const since = async (last: number, of = project.id as number) =>
    (await server.list(ada, 'project_activities', `?project_id=${of}`))
      .filter((row) => row.id > last)
      .reverse()
      .map((row) => [row.activity_type, row.user_id])
  const newest = async () => (await feed())[0]!.id as number
  const write = async (method: 'post' | 'put', name: string, item: Values, who: { token: string }): Promise<Values> => {
    const { status, body, text } = await server[method](who, `/${name}`, [item])
    assert.equal(status, 200, text)
    return body.results[name]['1']
  }
  const note = (text: string, who: Person = ines) =>
    server.createOne(who, 'project_notes', { project_id: project.id, note: text })
  const activityOf = (created: Values) => created.linked_objects.project_activities[0] as number
  const reply = (activity: number, text: string, who: { token: string }) =>
    server.createOne(who, 'project_activity_replies', { project_activity_id: activity, note: text })
  const refused = (item: Values, about: RegExp) => {
    assert.deepEqual([item._status_code, item._status_message], [400, 'Bad Request'], JSON.stringify(item))
    assert.match(item._status_extra, about)
  }
  const at = (seconds = 0) => new Date(server.now / 1000 + seconds * 1000).toISOString()

  test('project activities are returned completely, with more inside and outside of the results, and with users, projects and notes', async () => {
    const created = await note('Tiles arrived')
    const { body } = await server.get(ines, `/project_activities?ids=${activityOf(created)}`)
    const id = activityOf(created)
    assert.deepEqual(body.results, {
      project_activities: {
        [id]: {
          id,
          user_id: ines.id,
          project_id: project.id,
          activity_type: 'note',
          active: true,
          created: created.created,
          last_modified: created.last_modified,
          unread_replies_count: 0,
          following: true,
          project_activity_metadata: [],
          linked_objects: { project_notes: [created.id] },
        },
      },
      more: false,
    })
    assert.equal(body.more, false)
    assert.deepEqual(Object.keys(body.supplemental_data), ['users', 'projects', 'project_notes'])
    assert.equal(body.supplemental_data.project_notes[created.id].note, 'Tiles arrived')
  })

  test('project activities are filtered by types, ids, max_id and time of change, and listed newest first', async () => {
    const first = await note('First')
    server.pass(60)
    const second = await note('Second')
    const ids = async (query: string) => (await feed(query)).map((row) => row.id)
    const [a, b] = [activityOf(first), activityOf(second)]
    assert.deepEqual(await ids('&activity_types=note'), [b, a])
    assert.deepEqual(await ids('&activity_types=project_created, note&limit=1'), [b])
    assert.deepEqual(await ids(`&max_id=${a}&activity_types=note`), [a])
    assert.deepEqual(await ids(`&modified_since=${at()}`), [b])
    assert.deepEqual(await ids(`&modified_before=${at()}&activity_types=note`), [a])
    const whole = (await feed()).map((row) => row.id)
    assert.deepEqual(
      whole,
      whole.toSorted((x, y) => y - x),
    )
    for (const [query, about] of [
      [`?project_id=${project.id}&activity_types=notes`, /activity_types must be some of clock_in/],
      [`?project_id=x`, /project_id/],
    ] as const) {
      const { status, body } = await server.get(ada, `/project_activities${query}`)
      assert.equal(status, 417)
      assert.match(body.error.message, about)
    }
    server.pass(-60)
  })

  test('project activities without a project are those of all visible projects', async () => {
    const created = await note('First')
    const other = await server.createOne(ada, 'projects', { name: 'Another roof' })
    const elsewhere = await server.createOne(ada, 'project_notes', { project_id: other.id, note: 'Elsewhere' })
    const stranger = await server.user(ada)
    const ids = async (query: string, who: { token: string } = ada) =>
      (await server.list(who, 'project_activities', query)).map((row) => row.id)
    const notes = '?activity_types=note'
    assert.deepEqual(await ids(notes), [activityOf(elsewhere), activityOf(created)])
    assert.deepEqual(await ids(`${notes}&limit=1&page=2`), [activityOf(created)])
    assert.deepEqual(await ids(notes, ines), [activityOf(created)])
    assert.deepEqual(
      await ids('', ines),
      (await feed()).map((row) => row.id),
    )
    assert.deepEqual(await ids('', stranger), [])
  })

  test('project activities are visible with the project', async () => {
    const stranger = await server.user(ada)
    const viewer = await server.user(ada, { permissions: { view_projects: true } })
    const other = await server.company()
    const count = (await feed()).length
    for (const who of [viewer, ines]) assert.equal((await feed('', who)).length, count)
    for (const who of [stranger, other]) {
      assert.deepEqual(await feed('', who), [])
      assert.deepEqual(await server.list(who, 'project_activities', `?ids=${(await feed())[0]!.id}`), [])
    }
  })

  describe('the feed of a project', () => {
    test('the feed has changes to the project and to its jobcode', async () => {
      const last = await newest()
      await server.put(ada, '/projects', [{ id: project.id, status: 'in_progress' }])
      await server.put(ada, '/projects', [{ id: project.id, status: 'in_progress' }])
      await server.put(ada, '/jobcodes', [{ id: project.jobcode_id, name: 'Roof' }])
      await server.put(ada, '/jobcodes', [{ id: project.jobcode_id, billable: true }])
      const changes = [
        ['project_update', ada.adminId],
        ['project_update', ada.adminId],
      ]
      assert.deepEqual(await since(last), changes)
      await server.put(ada, '/projects', [{ id: project.id, name: '', description: 'refused' }])
      assert.deepEqual(await since(last), changes)
    })

    test('the feed has assignments, once for all the people that one request affects', async () => {
      const parent = await server.createOne(ada, 'jobcodes', { name: 'Customer' })
      await assign(ines.id, parent.id)
      const created = await server.createOne(ada, 'projects', { name: 'Cellar', parent_jobcode_id: parent.id })
      const typesOf = (rows: [string, number][]) => rows.map(([type]) => type)
      assert.deepEqual(typesOf((await since(0, created.id)) as []), ['project_created'])
      await assign(olaf.id, parent.id) // This includes the project below.
      await assign(olaf.id, parent.id)
      await server.put(ada, '/jobcodes', [{ id: created.jobcode_id, assigned_to_all: true }])
      await server.put(ada, '/projects', [{ id: created.id, status: 'complete' }])
      const rows = await server.list(ada, 'project_activities', `?project_id=${created.id}`)
      assert.deepEqual(
        rows.map((row) => [row.activity_type, row.linked_objects.jobcode_assignments?.length]),
        [
          ['project_update', undefined],
          ['unassignment', 3],
          ['assignment', 1],
          ['assignment', 1],
          ['project_created', undefined],
        ],
      )
      assert.ok(rows.every((row) => row.user_id === ada.adminId))
      const [record] = await server.list(ada, 'jobcode_assignments', `?jobcode_id=${project.jobcode_id}`)
      const last = await newest()
      await server.delete(ada, `/jobcode_assignments?ids=${record!.id}`)
      assert.deepEqual(await since(last), [['unassignment', ada.adminId]])
    })

    test('the feed has clocking in and out, switching, and automatic clock-outs', async () => {
      const other = await server.createOne(ada, 'projects', { name: 'Cellar' })
      const plain = await server.createOne(ada, 'jobcodes', { name: 'Office', assigned_to_all: true })
      await assign(ines.id, other.jobcode_id)
      const [last, lastOther] = [
        await newest(),
        (await server.list(ada, 'project_activities', `?project_id=${other.id}`))[0]!.id,
      ]
      const clockIn = { user_id: ines.id, type: 'regular', jobcode_id: project.jobcode_id, start: at(), end: '' }
      const sheet = await server.createOne(ines, 'timesheets', clockIn)
      server.pass(600)
      const change = (item: Values) => write('put', 'timesheets', { id: sheet.id, ...item }, ines)
      await change({ notes: 'Nothing new' })
      await change({ jobcode_id: other.jobcode_id })
      assert.deepEqual(await since(last), [
        ['clock_in', ines.id],
        ['clock_out', ines.id],
      ])
      assert.deepEqual(await since(lastOther, other.id), [['clock_in', ines.id]])
      await change({ jobcode_id: plain.id })
      await change({ jobcode_id: other.jobcode_id })
      await change({ end: at() })
      await change({ notes: 'Done' })
      const words = (await since(lastOther, other.id)).map(([type]) => type)
      assert.deepEqual(words, ['clock_in', 'clock_out', 'clock_in', 'clock_out'])
      const [row] = await server.list(ada, 'project_activities', `?project_id=${other.id}&activity_types=clock_out`)
      assert.deepEqual(row!.linked_objects, { timesheets: [sheet.id] })

      // By another person: the feed names who is on the clock.
      await server.createOne(ada, 'timesheets', { ...clockIn, start: at() })
      server.pass(8 * 86_400)
      await server.round()
      assert.deepEqual((await since(last)).slice(2), [
        ['clock_in', ines.id],
        ['clock_out', ines.id],
      ])
      server.pass(-8 * 86_400 - 600)
    })

    test('the feed has neither past nor manual time, but the end of a running entry that is deleted or whose owner is archived', async () => {
      const last = await newest()
      const sheet = { user_id: ines.id, jobcode_id: project.jobcode_id }
      await server.createOne(ines, 'timesheets', { ...sheet, type: 'manual', date: '2026-03-01', duration: 3600 })
      await server.createOne(ines, 'timesheets', { ...sheet, type: 'regular', start: at(-7200), end: at(-3600) })
      assert.deepEqual(await since(last), [])
      const running = await server.createOne(ines, 'timesheets', { ...sheet, type: 'regular', start: at(-60), end: '' })
      await server.delete(ines, `/timesheets?ids=${running.id}`)
      await server.createOne(ines, 'timesheets', { ...sheet, type: 'regular', start: at(-60), end: '' })
      await server.put(ada, '/users', [{ id: ines.id, active: false }])
      const both = [
        ['clock_in', ines.id],
        ['clock_out', ines.id],
      ]
      assert.deepEqual(await since(last), [...both, ...both])
    })

    test('the feed has files attached to time of the project', async () => {
      const last = await newest()
      const file = (await server.createOne(ines, 'files', upload())).id
      const sheet = { user_id: ines.id, type: 'manual', date: '2026-03-01', duration: 3600, attached_files: [file] }
      const created = await server.createOne(ines, 'timesheets', { ...sheet, jobcode_id: project.jobcode_id })
      await write('put', 'timesheets', { id: created.id, attached_files: [] }, ines)
      assert.deepEqual(await since(last), [['attachment', ines.id]])
      assert.deepEqual((await feed())[0]!.linked_objects, { timesheets: [created.id], files: [file] })
    })

    test('the feed has locations of people on the clock for the project', async () => {
      const report = (user_id: number, seconds = 0) =>
        server.createOne(ada, 'geolocations', {
          ...{ user_id, accuracy: 5, altitude: 0, latitude: 43.6, longitude: -116.3 },
          created: at(seconds),
        })
      const last = await newest()
      await report(ines.id)
      const running = { type: 'regular', jobcode_id: project.jobcode_id, start: at(-60), end: '' }
      await server.createOne(ines, 'timesheets', { ...running, user_id: ines.id })
      await report(ines.id, -120) // Sent late.
      await report(olaf.id)
      const { id } = await report(ines.id, -30)
      assert.deepEqual(await since(last), [
        ['clock_in', ines.id],
        ['location_update', ines.id],
      ])
      assert.deepEqual((await feed())[0]!.linked_objects, { geolocations: [id] })
    })

    test('a jobcode that is not a project has no feed', async () => {
      const plain = await server.createOne(ada, 'jobcodes', { name: 'Office', assigned_to_all: true })
      const stamps = async () => (await server.get(ada, '/last_modified_timestamps?endpoints=project_activities')).text
      const before = await stamps()
      server.pass(60)
      const sheet = { user_id: ines.id, type: 'regular', jobcode_id: plain.id, start: at(), end: '' }
      await server.createOne(ines, 'timesheets', sheet)
      await assign(ines.id, plain.id)
      assert.equal(await stamps(), before)
      server.pass(-60)
    })
  })

  describe('the replies to an activity', () => {
    test('a reply is returned completely, with its author and the activity that names it', async () => {
      const created = await note('Tiles arrived')
      const activity = activityOf(created)
      const sent = { project_activity_id: activity, note: 'Good, start Monday' }
      const { body } = await server.post(olaf, '/project_activity_replies', [sent])
      const answer = body.results.project_activity_replies['1']
      assert.deepEqual(answer, {
        _status_code: 200,
        _status_message: 'Created',
        id: answer.id,
        project_activity_id: activity,
        user_id: olaf.id,
        note: 'Good, start Monday',
        active: true,
        created: created.created,
        last_modified: created.created,
        mentions: [],
        linked_objects: { project_activities: [activity] },
      })
      assert.deepEqual(Object.keys(body.supplemental_data), ['users', 'project_activities'])
      assert.deepEqual(body.supplemental_data.project_activities[activity].linked_objects, {
        project_notes: [created.id],
        project_activity_replies: [answer.id],
      })
    })

    test('missing and invalid values of a reply are 400', async () => {
      const stranger = await server.user(ada)
      const other = await server.company()
      const created = await note('First')
      const activity = activityOf(created)
      const post = (item: Values, who: { token: string } = olaf) => write('post', 'project_activity_replies', item, who)
      refused(await post({ note: 'x' }), /^project_activity_id is required/)
      refused(await post({ project_activity_id: activity }), /^note is required/)
      refused(await post({ project_activity_id: activity, note: 'x'.repeat(4001) }), /^note must be at most 4000/)
      refused(await post({ project_activity_id: activity, note: 'x', user_id: ines.id }), /^Invalid params: user_id/)
      refused(await post({ project_activity_id: activity, note: 'x', active: false }), /^active must be true/)
      for (const who of [stranger, other])
        refused(await post({ project_activity_id: activity, note: 'x' }, who), /^project_activity_id: there is no/)
      refused(await post({ project_activity_id: created.id, note: 'x' }), /^project_activity_id: there is no activity/)
      await write('put', 'project_notes', { id: created.id, active: false }, ines)
      refused(await post({ project_activity_id: activity, note: 'x' }), /^project_activity_id: there is no activity/)
      const many = Array.from({ length: 51 }, () => ({ project_activity_id: activity, note: 'x' }))
      assert.equal((await server.post(ada, '/project_activity_replies', many)).status, 413)
    })

    test('replies without an activity are those of all visible projects', async () => {
      const other = await server.createOne(ada, 'projects', { name: 'Another roof' })
      const elsewhere = await server.createOne(ada, 'project_notes', { project_id: other.id, note: 'Elsewhere' })
      const one = await reply(activityOf(await note('First')), 'One', olaf)
      const two = await reply(activityOf(elsewhere), 'Two', ada)
      const stranger = await server.user(ada)
      const ids = async (query: string, who: { token: string } = ada) =>
        (await server.list(who, 'project_activity_replies', query)).map((row) => row.id)
      assert.deepEqual(await ids(''), [one.id, two.id])
      assert.deepEqual(await ids(`?ids=${two.id}`), [two.id])
      assert.deepEqual(await ids(`?user_ids=${olaf.id}`), [one.id])
      assert.deepEqual([await ids('', ines), await ids('', stranger)], [[one.id], []])
      assert.deepEqual(await ids(`?ids=${two.id}`, ines), [])
    })

    test('replies are changed and removed by their author, people with manage_projects and administrators', async () => {
      const manager = await server.user(ada, { permissions: { manage_projects: true } })
      const stranger = await server.user(ada)
      const activity = activityOf(await note('First'))
      const created = await reply(activity, 'One', olaf)
      const put = (item: Values, who: { token: string }) =>
        write('put', 'project_activity_replies', { id: created.id, ...item }, who)
      const links = async () => (await feed(`&ids=${activity}`))[0]!.linked_objects.project_activity_replies
      const texts = async (query = '', who: { token: string } = ada) =>
        (await server.list(who, 'project_activity_replies', `?project_activity_id=${activity}${query}`)).map(
          (row) => row.note,
        )
      refused(await put({ note: 'x' }, ines), /someone else has written/)
      refused(await put({ note: 'x' }, stranger), /^no reply with that id/)
      assert.equal((await put({ note: 'Two' }, olaf))._status_message, 'Updated')
      assert.equal((await put({ note: 'Three' }, manager)).note, 'Three')
      const later = await reply(activity, 'Later', ines)
      assert.deepEqual(await texts(), ['Three', 'Later'])
      assert.deepEqual(await texts(`&user_ids=${olaf.id}`), ['Three'])
      assert.deepEqual(await texts('', stranger), [])
      await put({ active: false }, ada)
      assert.deepEqual([await texts(), await texts('&active=no'), await links()], [['Later'], ['Three'], [later.id]])
      await put({ active: true }, olaf)
      assert.deepEqual(await links(), [created.id, later.id])
    })

    test('several replies in one request are in the activity, and polling clients see the change', async () => {
      const activity = activityOf(await note('First'))
      server.pass(60)
      const items = ['a', 'b', 'c'].map((text) => ({ project_activity_id: activity, note: text }))
      await server.post(olaf, '/project_activity_replies', items)
      const [changed] = await feed(`&modified_since=${at()}`)
      assert.equal(changed!.linked_objects.project_activity_replies.length, 3)
      server.pass(-60)
    })
  })

  describe('the read times of a feed', () => {
    const read = (who: { token: string }, method: 'post' | 'put' = 'post') =>
      write(method, 'project_activity_read_times', { project_id: project.id }, who)

    test('a read time is created once and updated by POST and PUT, with the project that names it', async () => {
      const { body } = await server.post(ines, '/project_activity_read_times', [{ project_id: project.id }])
      const created = body.results.project_activity_read_times['1']
      assert.deepEqual(created, {
        _status_code: 200,
        _status_message: 'Created',
        id: created.id,
        user_id: ines.id,
        project_id: project.id,
        latest_read_time: `${at().slice(0, 19)}+00:00`,
      })
      assert.deepEqual(Object.keys(body.supplemental_data), ['users', 'projects'])
      const links = (answer: Values) => answer.supplemental_data.projects[project.id].linked_objects
      assert.deepEqual(links(body), { notes_read_times: [created.id] })
      server.pass(60)
      const again = await read(ines, 'put')
      assert.deepEqual([again.id, again.latest_read_time], [created.id, `${at().slice(0, 19)}+00:00`])
      const { _status_code, _status_message, ...plain } = again
      assert.equal((await write('put', 'project_activity_read_times', plain, ines)).id, created.id)

      const [shown] = await server.list(ines, 'projects')
      assert.deepEqual(shown!.linked_objects, { notes_read_times: [created.id] })
      assert.deepEqual((await server.list(olaf, 'projects'))[0]!.linked_objects, { notes_read_times: [] })
      const listed = await server.get(ines, '/project_activity_read_times')
      assert.deepEqual(listed.body.results.project_activity_read_times, { [created.id]: plain })
      assert.deepEqual(Object.keys(listed.body.supplemental_data), ['projects'])
      server.pass(-60)
    })

    test('a read time is private: its owner finds it by project or by id, and cannot set that of others', async () => {
      const mine = await read(ines)
      await read(olaf)
      const ids = async (query: string) =>
        (await server.list(ines, 'project_activity_read_times', query)).map((row) => row.id)
      for (const query of ['', `?ids=${project.id}`, `?ids=${mine.id}`]) assert.deepEqual(await ids(query), [mine.id])
      assert.deepEqual(await ids(`?modified_before=${at(-1)}`), [])
      const post = (item: Values, who: { token: string }) => write('post', 'project_activity_read_times', item, who)
      refused(await post({ project_id: project.id, user_id: olaf.id }, ines), /^user_id must be left out/)
      assert.equal((await post({ project_id: project.id, user_id: ines.id }, ines)).id, mine.id)
      refused(await post({}, ines), /^project_id is required/)
      const stranger = await server.user(ada)
      refused(await post({ project_id: project.id }, stranger), /^project_id: there is no project/)
      const other = await server.company()
      refused(await post({ project_id: project.id }, other), /^project_id: there is no project/)
      const twice = Array.from({ length: 2 }, () => ({ project_id: project.id }))
      const { body } = await server.post(ada, '/project_activity_read_times', twice)
      const results = Object.values<Values>(body.results.project_activity_read_times)
      assert.equal(results[0]!.id, results[1]!.id)
      const many = Array.from({ length: 51 }, () => ({ project_id: project.id }))
      assert.equal((await server.post(ada, '/project_activity_read_times', many)).status, 413)
    })

    test('read times become invisible with the project', async () => {
      await read(ines)
      const records = await server.list(ada, 'jobcode_assignments', `?user_ids=${ines.id}`)
      await server.delete(ada, `/jobcode_assignments?ids=${records.map((row) => row.id)}`)
      assert.deepEqual(await server.list(ines, 'project_activity_read_times'), [])
    })

    test('a read time marks the replies of others in followed threads as read', async () => {
      const activity = activityOf(await note('First'))
      const seen = async (who: { token: string }) => {
        const [row] = await feed(`&ids=${activity}`, who)
        return [row!.following, row!.unread_replies_count]
      }
      assert.deepEqual(
        [await seen(ines), await seen(olaf)],
        [
          [true, 0],
          [false, 0],
        ],
      )
      await reply(activity, 'One', olaf)
      const gone = await reply(activity, 'Two', olaf)
      assert.deepEqual(
        [await seen(ines), await seen(olaf), await seen(ada)],
        [
          [true, 2],
          [true, 0],
          [false, 0],
        ],
      )
      await write('put', 'project_activity_replies', { id: gone.id, active: false }, olaf)
      assert.deepEqual(await seen(ines), [true, 1])
      await read(ines)
      assert.deepEqual(await seen(ines), [true, 0])
      await reply(activity, 'Three', ada)
      assert.deepEqual(
        [await seen(ines), await seen(olaf), await seen(ada)],
        [
          [true, 1],
          [true, 1],
          [true, 1],
        ],
      )
    })
  })
})
