import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
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
    props = { entries: [before, entry], running: entry, problem: undefined, onProblem: (text) => problems.push(text) }
    sessionStorage.clear()
  })
  const clock = (...steps: ((clock: ReturnType<typeof useClockOut>) => void)[]) =>
    runHook(() => useClockOut(props), ...steps)
  const bodies = () => writes.map(({ body }) => (body as { data: object[] }).data[0])

  test('the running entry has its note and fields, and the breaks that can be taken', async () => {
    const { content, pause, pauses, tried } = await clock()
    assert.deepEqual([content.note, content.complete, content.fields], ['optional', true, []])
    assert.deepEqual([pause, pauses.map(({ name }) => name), tried], [undefined, ['Lunch'], false])
  })

  test('the running entry ends with the unsaved note', async () => {
    const { finish } = await clock((clock) => clock.write({ notes: 'Second floor' }))
    assert.equal(await finish(), true)
    const [{ end, notes }] = bodies() as [{ end: string; notes: string }]
    assert.deepEqual([writes[0]!.method, notes, end !== ''], ['PUT', 'Second floor', true])
  })

  test('the running entry is ended by a break, which starts at the same moment', async () => {
    const { finish } = await clock()
    await finish({ jobId: 3, values: {} })
    const [first, second] = bodies() as [{ end: string }, { start: string; jobcode_id: number }]
    assert.deepEqual([second.jobcode_id, second.start], [3, first.end])
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
    assert.deepEqual(
      (bodies() as { jobcode_id?: number; customfields?: object }[]).map(({ jobcode_id, customfields }) => [
        jobcode_id,
        customfields,
      ]),
      [
        [undefined, undefined],
        [2, { 4: 'A-1' }],
      ],
    )
  })
})
