import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type EntryProps, useEntry } from '../../web/pages/timesheet/entry/use_entry.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import type { Sheet } from '../../web/pages/timesheet/week/week.ts'
import { type Known, runHook, serve, submitEvent, type Write, written } from './hooks.ts'

// Olivia manages the time of Mateo, who worked on Tuesday from 8 to 12.

const date = '2026-11-17'
const sheet = {
  ...{ id: 17, user_id: 7, jobcode_id: 1, type: 'regular', date, tz_str: 'America/Denver', on_the_clock: false },
  ...{ start: '2026-11-17T08:00:00-07:00', end: '2026-11-17T12:00:00-07:00', duration: 14400 },
  ...{ notes: '', customfields: {}, attached_files: [], locked: 0 },
} as unknown as Sheet
const known: Known = {
  jobcodes: [
    {
      ...{ id: 1, name: 'Framing', type: 'regular', active: true, parent_id: 0, has_children: false },
      ...{ assigned_to_all: true, required_customfields: [], filtered_customfielditems: '' },
    },
  ],
  timesheets: [sheet],
}
const rights = { mayAdd: true, mayTimes: true, mayHours: true, mayEdit: true, mayTimeOff: false, maySubmit: false }
const owner = {
  ...{ user: { id: 7, approved_to: date }, name: 'Mateo Cruz', isMe: false, managers: [], hidesRunning: false },
  rules: { zone: 'America/Denver', settings: { general: {} } },
  rights: { ...rights, passesClosed: false },
} as unknown as Owner
const props: EntryProps = {
  ...{ owner, sheet: undefined, place: { date }, fixedTimes: false },
  ...{ closed: () => undefined, onClose() {} },
}
const times = (start: string, end: string) => ({
  jobId: 1,
  span: { date, start, end, endDate: undefined, startTurn: undefined, endTurn: undefined },
})

type Entry = ReturnType<typeof useEntry>

describe('the entry form', () => {
  let writes: Write[]
  beforeEach(() => {
    writes = serve(known)
  })
  const entry = (own: Partial<EntryProps>, ...steps: ((entry: ReturnType<typeof useEntry>) => void)[]) =>
    runHook(() => useEntry({ ...props, ...own }), ...steps)

  test('the entry form opens empty for a new entry, and filled for an existing one', async () => {
    const fresh = await entry({})
    assert.deepEqual([fresh.draft.span.start, fresh.problems, fresh.hasNotes], ['', {}, true])
    const opened = await entry({ sheet })
    assert.deepEqual([opened.draft.span.start, opened.draft.span.end, opened.clash], ['08:00', '12:00', undefined])
  })

  test('the entry form is not sent with errors, which disappear as soon as something is changed', async () => {
    const wrong = await entry({}, (entry) => entry.submit(submitEvent))
    assert.deepEqual(Object.keys(wrong.problems), ['job', 'start', 'end'])
    const changed = await entry(
      {},
      (entry) => entry.submit(submitEvent),
      (entry) => entry.change({ jobId: 1 }),
    )
    assert.deepEqual([changed.problems, writes], [{}, []])
  })

  test('the entry form is not sent while it overlaps another entry', async () => {
    const overlapping = await entry({}, (entry) => entry.change(times('11:00', '13:00')))
    assert.equal(overlapping.clash?.id, 17)
    overlapping.submit(submitEvent)
    assert.deepEqual(writes, [])
  })

  test('the entry form is sent with its values', async () => {
    const filled = await entry({}, (entry) => entry.change({ ...times('13:00', '14:00'), notes: 'Roof' }))
    filled.submit(submitEvent)
    const { method, body } = await written(writes)
    const item = { user_id: 7, type: 'regular', jobcode_id: 1, notes: 'Roof', customfields: {}, attached_files: [] }
    assert.deepEqual(
      [method, body],
      ['POST', { data: [{ ...item, start: '2026-11-17T13:00:00-07:00', end: '2026-11-17T14:00:00-07:00' }] }],
    )
  })

  test('the entry form closes without a request when nothing has changed', async () => {
    let closed = false
    const onClose = () => {
      closed = true
    }
    const opened = await entry({ sheet, onClose })
    opened.submit(submitEvent)
    assert.deepEqual([closed, writes], [true, []])
  })

  test('the entry form names who can change a closed day, and tells people who can that it is closed', async () => {
    const closed = () => 'approved' as const
    const refused = await entry({ closed }, (entry) => entry.submit(submitEvent))
    assert.match(refused.problems.date ?? '', /is approved. Only approvers can change it/)
    assert.equal(refused.closedAlready, undefined)
    const passing = { ...owner, rights: { ...owner.rights, passesClosed: true } }
    const passed = await entry({ closed, owner: passing }, (entry) => entry.submit(submitEvent))
    assert.deepEqual([passed.problems.date, passed.closedAlready?.closed], [undefined, 'approved'])
  })

  test('the entry form requires a reason for changing or deleting approved time, and sends it', async () => {
    const approver = { ...owner, rights: { ...owner.rights, passesClosed: true } }
    const approved = { closed: () => 'approved' as const, owner: approver, sheet }
    const missing = { reason: 'Say why. The history keeps it.' }
    for (const act of [(entry: Entry) => entry.submit(submitEvent), (entry: Entry) => entry.remove()])
      assert.deepEqual((await entry(approved, act)).problems, missing)
    assert.deepEqual(writes, [])
    const filled = await entry(approved, (entry) => entry.change({ notes: 'Roof', reason: ' Told me by phone ' }))
    filled.submit(submitEvent)
    const { method, body } = await written(writes)
    assert.deepEqual([method, body], ['PUT', { data: [{ id: 17, notes: 'Roof' }], reason: 'Told me by phone' }])
    const open = await entry({ ...approved, closed: () => 'submitted' as const })
    assert.equal(open.needsReason, false)
  })
})
