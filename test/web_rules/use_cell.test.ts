import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { KeyboardEvent } from 'react'
import type { Jobs } from '../../web/components/jobs/jobs.ts'
import { type CellProps, type GridCellState, useCell } from '../../web/pages/timesheet/grid/use_cell.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import type { Day, Sheet } from '../../web/pages/timesheet/week/week.ts'
import { runHook, serve, type Write, written } from './hooks.ts'

const date = '2026-11-17'
const sheet = { id: 17, type: 'manual', date, duration: 7200, locked: 0, attached_files: [] } as unknown as Sheet
const jobs = { byId: new Map(), mayUse: () => true, pathOf: () => 'Framing' } as unknown as Jobs
const rights = { mayHours: true, mayTimes: true, mayEdit: true, passesClosed: false }
const owner = { user: { id: 7 }, rights, isMe: true } as unknown as Owner
const key = (name: string, more: object = {}) => ({ key: name, preventDefault() {}, ...more }) as KeyboardEvent

describe('an edit in the grid', () => {
  let writes: Write[]
  let calls: unknown[]
  let props: CellProps
  beforeEach(() => {
    writes = serve({ timesheets: [sheet] })
    calls = []
    props = {
      ...{ owner, jobs, jobId: 1, day: { date, closed: undefined } as Day },
      cell: { date, sheets: [sheet], seconds: 7200 },
      onLeave: (down, right) => calls.push([down, right]),
      onOpen: ({ id }) => calls.push(`open ${id}`),
      onCell: () => calls.push('entries'),
      onAdd: (place) => calls.push(place),
    }
  })
  const cell = (...steps: ((cell: GridCellState) => void)[]) => runHook(() => useCell(props), ...steps)

  test('an edit in the grid starts with what the cell shows', async () => {
    const target = { closest: () => null } as unknown as EventTarget
    const { text } = await cell(({ handlers }) => handlers.onClick({ target }))
    assert.equal(text, '2:00')
  })

  test('an edit in the grid saves the hours once, and moves on', async () => {
    const edited = await cell(({ type }) => type('3:30'))
    edited.onKeyDownInside(key('Tab'))
    edited.onKeyDownInside(key('Tab'))
    assert.deepEqual(calls, [
      [0, 1],
      [0, 1],
    ])
    const { method, body } = await written(writes)
    assert.deepEqual([method, body, writes.length], ['PUT', { data: [{ id: 17, duration: 12600 }] }, 1])
  })

  test('an edit in the grid deletes the entry when its hours are deleted, but not one with images', async () => {
    const cleared = await cell(({ type }) => type(''))
    cleared.onKeyDownInside(key('Enter'))
    assert.equal((await written(writes)).method, 'DELETE')
    writes = serve({})
    props = { ...props, cell: { ...props.cell, sheets: [{ ...sheet, attached_files: [5] } as unknown as Sheet] } }
    calls = []
    const withPictures = await cell(({ type }) => type(''))
    withPictures.onKeyDownInside(key('Enter'))
    assert.deepEqual([calls, writes], [['open 17', [1, 0]], []])
  })

  test('an edit in the grid stays open if the input is not understood', async () => {
    const edited = await cell(
      ({ type }) => type('many'),
      ({ onKeyDownInside }) => onKeyDownInside(key('Enter')),
    )
    assert.deepEqual([edited.text, edited.problem], ['many', { text: 'Enter hours like 7:30, 7.5, or 7h 30m.' }])
    assert.deepEqual([calls, writes], [[], []])
  })

  test('an edit in the grid creates an entry from hours in an empty cell', async () => {
    props = { ...props, cell: { date, sheets: [], seconds: 0 } }
    const edited = await cell(({ type }) => type('8'))
    edited.onKeyDownInside(key('Enter'))
    const item = { user_id: 7, type: 'manual', date, jobcode_id: 1, duration: 28800 }
    assert.deepEqual((await written(writes)).body, { data: [item] })
  })

  test('an edit in the grid continues in the form with its input', async () => {
    // The hours of the cell of the last test are still being saved.
    const other = '2026-11-18'
    props = { ...props, cell: { date: other, sheets: [], seconds: 0 } }
    const edited = await cell(({ type }) => type('8'))
    edited.openForm('8')
    assert.deepEqual(calls, [{ date: other, jobId: 1, kind: 'manual', hours: '8' }])
  })
})
