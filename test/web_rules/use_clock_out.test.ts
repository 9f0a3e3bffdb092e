import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { BodyOf } from '../../web/api/contract.ts'
import type { Entry } from '../../web/pages/clock/entries.ts'
import { type Running, useClockOut } from '../../web/pages/clock/use_clock_out.ts'
import { type Known, runHook, serve, type Write } from './hooks.ts'

// Maya has been at work since 8 AM, after which she may switch to job 2, which needs a permit.

const sheet = { id: 17, user_id: 1, jobcode_id: 1, start: '2026-11-18T08:00:00-07:00', end: '', on_the_clock: true }
const entry: Entry = {
  ...{ key: '1 0', of: 17, jobId: 1, start: sheet.start, end: '', date: '2026-11-18', duration: 0 },
  ...{ zone: 'America/Denver', manual: false, notes: '', values: {}, waits: false },
}
const before: Entry = { ...entry, key: '0 0', of: 16, jobId: 2, start: '2026-11-18T07:00:00-07:00', end: sheet.start }
const job = {
  ...{ type: 'regular' as const, active: true, parent_id: 0, has_children: false, assigned_to_all: true },
  required_customfields: [],
  filtered_customfielditems: '' as const,
}
const known: Known = {
  start: {
    user: { id: 1, group_id: 0, first_name: 'Maya', last_name: 'Torres' },
    is_admin: false,
    settings: { general: { enable_timesheet_notes: 1 } },
  },
  jobcodes: [
    { ...job, id: 1, name: 'Framing' },
    { ...job, id: 2, name: 'Drywall', required_customfields: [4] },
    { ...job, id: 3, name: 'Lunch', type: 'unpaid_break' },
  ],
  customfields: [
    { id: 4, name: 'Permit', type: 'free-form', required: true, show_to_all: false, required_customfields: [] },
  ],
  timesheets: [sheet],
}
const withNotes = {
  ...known,
  start: { ...known.start, settings: { general: { enable_timesheet_notes: 1, timesheet_notes_required: 1 } } },
}

describe('the running entry', () => {
  let writes: Write[]
  let problems: (string | undefined)[]
  let props: Running
  beforeEach(() => {
    writes = serve(known)
    problems = []
    props = {
      ...{ entries: [before, entry], running: entry, problem: undefined },
      ...{ onProblem: (text) => problems.push(text), isOpen: () => true },
    }
    sessionStorage.clear()
  })
  const clock = (...steps: ((clock: ReturnType<typeof useClockOut>) => void)[]) =>
    runHook(() => useClockOut(props), ...steps)
  /** The one request of the press. */
  const press = () => {
    const [{ method, path, body }, ...others] = writes as [Write, ...Write[]]
    assert.deepEqual([method, path, others], ['POST', '/api/console/clock', []])
    return body as BodyOf<'POST /api/console/clock'>
  }

  test('the running entry has its note and fields, and the breaks that can be taken', async () => {
    const { content, pause, pauses, tried } = await clock()
    assert.deepEqual([content.note, content.complete, content.fields], ['optional', true, []])
    assert.deepEqual([pause, pauses.map(({ name }) => name), tried], [undefined, ['Lunch'], false])
  })

  test('the running entry ends with the unsaved note', async () => {
    const { finish } = await clock((clock) => clock.write({ notes: 'Second floor' }))
    assert.equal(await finish(), true)
    const { end, begin } = press()
    assert.deepEqual([end?.id, end?.notes, end?.end !== '', begin], [17, 'Second floor', true, undefined])
  })

  test('what is typed while the app looks for breaks that were due is part of the entry', async () => {
    let ended: Promise<void> | undefined
    const { busy } = await clock(
      (clock) => {
        ended ??= clock.clockOut()
      },
      (clock) => clock.write({ notes: 'Second floor' }),
    )
    assert.equal(busy, true)
    await ended
    assert.equal(press().end?.notes, 'Second floor')
  })

  test('the running entry is ended by a break, which starts at the same moment', async () => {
    const { finish } = await clock()
    await finish({ jobId: 3, values: {} })
    const { end, begin } = press()
    assert.deepEqual([begin?.jobcode_id, begin?.start], [3, end?.end])
  })

  test('the running entry is not ended without a note if the company requires one', async () => {
    writes = serve(withNotes)
    let ended = false
    const end = () => {
      ended = true
    }
    const without = await clock((clock) => clock.ifComplete(end))
    assert.deepEqual([without.tried, without.content.noteMissing, ended], [true, true, false])
    const withNote = await clock((clock) => clock.write({ notes: 'Second floor' }))
    withNote.ifComplete(end)
    assert.equal(ended, true)
  })

  test('a switch to a job asks for the fields that the job still needs, and sends nothing', async () => {
    const { asking } = await clock((clock) => void clock.choose(2))
    assert.deepEqual([asking, writes], [{ switchTo: 2 }, []])
  })

  test('a running break knows the work that it interrupts, and returns to it', async () => {
    props = { ...props, running: { ...entry, jobId: 3 } }
    const { pause, pauses, back, finish } = await clock()
    assert.deepEqual([pause?.name, pauses, back?.jobId], ['Lunch', [], 2])
    await finish({ jobId: back!.jobId, values: { 4: 'A-1' } })
    const { end, begin } = press()
    assert.deepEqual([end?.customfields, begin?.jobcode_id, begin?.customfields], [undefined, 2, { 4: 'A-1' }])
  })
})
