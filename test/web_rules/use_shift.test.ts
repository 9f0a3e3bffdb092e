import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createElement } from 'react'
import { type Board, WithBoard } from '../../web/pages/schedule/board.ts'
import { formOf, type Subject } from '../../web/pages/schedule/shift/shift_form.ts'
import type { Shift } from '../../web/pages/schedule/shift/shifts.ts'
import { type ShiftInForm, useShift } from '../../web/pages/schedule/shift/use_shift.ts'
import { zoneName } from '../../web/time.ts'
import { type Known, runHookIn, serve, type Write, written } from './hooks.ts'

const zone = 'America/Denver'
const date = '2026-11-18'
const board = { timeFormat: { zone, twelve: true }, nameOf: () => '' } as unknown as Board
const record = {
  ...{ id: 21, jobcode_id: 3, all_day: false, title: 'Roof', notes: '', location: '', color: '#BE0000' as const },
  ...{ start: '2026-11-18T08:00:00-05:00', end: '2026-11-18T16:00:00-05:00', timezone: 'America/New_York' },
}
const shift = {
  ...{ id: 21, record, people: [7], zone: record.timezone },
  ...{ start: Date.UTC(2026, 10, 18, 13) * 1000, end: Date.UTC(2026, 10, 18, 21) * 1000 },
} as unknown as Shift
const known: Known = {
  users: [{ id: 7, group_id: 0, first_name: 'Mateo', last_name: 'Cruz' }],
  schedule_calendars: [{ id: 9 }],
}

describe('the shift form', () => {
  let writes: Write[]
  beforeEach(() => {
    writes = serve(known)
  })
  const form = (subject: Subject, ...steps: ((shift: ShiftInForm) => void)[]) =>
    runHookIn(
      (child) => createElement(WithBoard, { value: board }, child),
      () => useShift(subject, () => {}),
      ...steps,
    )
  const body = async () => ((await written(writes)).body as { data: Record<string, unknown>[] }).data[0]!

  test('the shift form saves a new shift as a draft, and keeps whether an existing one is published', async () => {
    const fresh = await form({ date })
    assert.deepEqual([fresh.isPublished, fresh.zone, fresh.zoneNote], [false, zone, ''])
    const draft = await form({ shift: { ...shift, record: { ...shift.record, draft: true } } })
    assert.equal(draft.isPublished, false)
    assert.equal((await form({ shift })).isPublished, true)
  })

  test('the shift form shows whose time zone applies, if it is a different one', async () => {
    const { zone, zoneNote, zonePerson } = await form({ shift })
    const name = zoneName('America/New_York', shift.start)
    assert.deepEqual([zone, zoneNote, zonePerson], ['America/New_York', name, undefined])
  })

  test('the shift form saves a draft in the company’s calendar', async () => {
    const filled = await form({ date }, ({ set }) => set({ title: 'Roof', people: new Set([7]) }))
    filled.save(true)
    const { draft, title, assigned_user_ids, schedule_calendar_id, start } = await body()
    assert.deepEqual(
      [draft, title, assigned_user_ids, schedule_calendar_id, start],
      [true, 'Roof', [7], 9, '2026-11-18T08:00:00-07:00'],
    )
  })

  test('the shift form saves an existing shift in its own zone', async () => {
    const filled = await form({ shift }, ({ set }) => set({ to: '17:00' }))
    filled.save(false)
    const { id, draft, end } = await body()
    assert.deepEqual([id, draft, end], [21, false, '2026-11-18T17:00:00-05:00'])
  })

  test('the shift form is filled from a template, and is again as it opened without one', async () => {
    const template = {
      ...{ id: 5, name: 'Night', jobcode_id: 44, all_day: false, start_time: '22:00', end_time: '06:00' },
      ...{ title: 'Watch', notes: '', location: '', color: '#3F51B5' as const },
    }
    const choose = (shift: ShiftInForm) => shift.template.choose(template)
    const filled = await form({ date, userId: 7 }, choose)
    const { title, from, lastDate, jobcode_id, people } = filled.form
    assert.deepEqual([title, from, lastDate, [...people]], ['Watch', '22:00', '2026-11-19', [7]])
    assert.equal(jobcode_id, 0, 'there is no such job any more')
    assert.deepEqual([filled.template.chosen?.id, filled.template.suggested], [5, 'Night'])
    const again = await form({ date, userId: 7 }, choose, ({ template }) => template.choose(undefined))
    assert.deepEqual([again.form.title, again.form.from, again.form.lastDate], ['', '08:00', date])
  })

  test('the shift form asks for the name of a template only when its times are valid', async () => {
    const right = await form({ shift }, ({ saveAsTemplate }) => saveAsTemplate())
    assert.deepEqual([right.template.naming, right.template.suggested], [true, 'Roof'])
    const wrong = await form(
      { shift },
      ({ set }) => set({ lastDate: '2026-11-17' }),
      ({ saveAsTemplate }) => saveAsTemplate(),
    )
    assert.deepEqual([wrong.template.naming, wrong.problem], [false, 'End time must be after start time.'])
  })

  test('the shift form is not saved with errors, which are then shown', async () => {
    const wrong = { ...formOf(shift), lastDate: '2026-11-17' }
    const before = await form({ shift }, ({ set }) => set({ lastDate: wrong.lastDate }))
    assert.equal(before.problem, undefined)
    const after = await form(
      { shift },
      ({ set }) => set({ lastDate: wrong.lastDate }),
      ({ save }) => save(false),
    )
    assert.deepEqual([after.problem, writes], ['End time must be after start time.', []])
  })
})
