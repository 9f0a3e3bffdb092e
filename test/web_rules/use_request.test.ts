import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type RequestProps, useRequest } from '../../web/pages/time_off/use_request.ts'
import { type Known, runHook, serve, submitEvent, type Write, written } from './hooks.ts'

// Olivia, the administrator, and Mateo, whose time she manages. Today is Wednesday, November 18, 2026.

const start = {
  user: { id: 1, group_id: 0, first_name: 'Olivia', last_name: 'Hart', pto_balances: {} },
  settings: {},
}
const kind = { type: 'pto' as const, active: true, parent_id: 0, has_children: false, assigned_to_all: true }
const known: Known = {
  start,
  users: [start.user, { ...start.user, id: 2, first_name: 'Mateo', last_name: 'Cruz' }],
  jobcodes: [
    { ...kind, id: 5, name: 'Vacation' },
    { ...kind, id: 6, name: 'Sick leave' },
  ],
  schedule_calendars: [{ id: 9 }],
  schedule_events: [
    {
      id: 21,
      start: '2026-11-21T08:00:00-07:00',
      end: '2026-11-21T12:00:00-07:00',
      timezone: 'America/Denver',
      assigned_user_ids: ['1'],
      user_id: 1,
      all_day: false,
    },
  ],
  time_off_request_entries: [
    { id: 31, user_id: 1, date: '2026-11-20', active: true, status: 'approved' },
    { id: 32, user_id: 2, date: '2026-11-20', active: true, status: 'approved' },
  ],
}
const props: RequestProps = { today: '2026-11-18', onClose() {} }

describe('a time off request', () => {
  let writes: Write[]
  beforeEach(() => {
    writes = serve(known)
  })

  test('a time off request is for oneself, for tomorrow, of the first kind', async () => {
    const request = await runHook(() => useRequest(props))
    assert.deepEqual(request.days, ['2026-11-19'])
    assert.deepEqual([request.form.userId, request.form.kind, request.seconds], [1, 6, 8 * 3600])
    assert.deepEqual([request.whose, request.approved, request.problems], [undefined, false, {}])
  })

  test('a time off request opens on the next working day, of the kind with the largest balance, until others are chosen', async () => {
    const days = [{ date: '2026-11-24', seconds: 14_400 }]
    const rich = { ...start, user: { ...start.user, pto_balances: { 5: 3600 } } }
    serve({ ...known, start: rich, users: [rich.user], expected_hours: days })
    const request = await runHook(() => useRequest(props))
    assert.deepEqual([request.days, request.form.kind, request.seconds], [['2026-11-24'], 5, 14_400])
    const longer = await runHook(
      () => useRequest(props),
      (request) => request.set({ note: 'Moving' }),
      (request) => request.set({ to: '2026-11-25' }),
    )
    assert.deepEqual([longer.form.from, longer.form.to], ['2026-11-24', '2026-11-25'])
  })

  test('a time off request goes by the days and hours on which the person works', async () => {
    const days = [
      { date: '2026-11-24', seconds: 14_400 },
      { date: '2026-11-26', seconds: 14_400 },
    ]
    serve({ ...known, expected_hours: days })
    const request = await runHook(
      () => useRequest(props),
      (request) => request.set({ from: '2026-11-22', to: '2026-11-28' }),
    )
    assert.deepEqual(request.days, ['2026-11-24', '2026-11-26'])
    assert.deepEqual([request.seconds, request.hours], [8 * 3600, '4:00'])
  })

  test('a time off request counts a Saturday with a shift, and shows what else is on its days', async () => {
    const days = [19, 20, 21].map((day) => ({ date: `2026-11-${day}`, seconds: 28_800 }))
    serve({ ...known, expected_hours: days })
    const request = await runHook(
      () => useRequest(props),
      (request) => request.set({ to: '2026-11-22' }),
    )
    assert.deepEqual(request.days, ['2026-11-19', '2026-11-20', '2026-11-21'])
    assert.deepEqual(
      [request.conflicts.shifts.map(({ id }) => id), request.conflicts.timeOff.map(({ id }) => id)],
      [[21], [31]],
    )
  })

  test('a time off request for another person has their name, and is approved only by an approver', async () => {
    const forMateo = (request: ReturnType<typeof useRequest>) => request.set({ userId: 2, approved: true })
    const request = await runHook(() => useRequest(props), forMateo)
    assert.deepEqual([request.whose, request.mayApprove, request.approved], ['Mateo Cruz', true, true])
    serve({ ...known, start: { ...start, is_admin: false } })
    const other = await runHook(() => useRequest(props), forMateo)
    assert.deepEqual([other.mayApprove, other.approved], [false, false])
  })

  test('a time off request shows errors once it is submitted, and is not sent', async () => {
    const wrong = { from: '2026-11-28', to: '2026-11-29' }
    const before = await runHook(
      () => useRequest(props),
      (request) => request.set(wrong),
    )
    assert.deepEqual(before.problems, {})
    const request = await runHook(
      () => useRequest(props),
      (request) => request.set(wrong),
      (request) => request.submit(submitEvent),
    )
    assert.deepEqual(request.problems, { days: 'Choose at least one day.' })
    assert.deepEqual(writes, [])
  })

  test('a time off request is sent with its note', async () => {
    const request = await runHook(
      () => useRequest(props),
      (request) => request.set({ kind: 5, to: '2026-11-20', note: ' Moving house ' }),
    )
    request.submit(submitEvent)
    const { method, path, body } = await written(writes)
    assert.deepEqual([method, path], ['POST', '/api/v1/time_off_requests'])
    const entry = { duration: 28800, jobcode_id: 5, entry_method: 'manual' }
    assert.deepEqual(body, {
      data: [
        {
          user_id: 1,
          status: 'pending',
          time_off_request_notes: [{ note: 'Moving house' }],
          time_off_request_entries: [
            { ...entry, date: '2026-11-19' },
            { ...entry, date: '2026-11-20' },
          ],
        },
      ],
    })
  })
})
