import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped } from '../../web/pages/timesheet/typed.ts'

test('hours typed into a cell are saved only if they differ from those that the cell has', () => {
  const entry = { shown: '7:20', duration: 26388 }
  const cases: [typed: string, entry: { shown: string; duration: number } | undefined, result: unknown][] = [
    ['1', undefined, { save: 3600 }],
    [' 1,5 ', undefined, { save: 5400 }],
    ['24', undefined, { save: 86400 }],
    ['', undefined, undefined],
    ['0', undefined, undefined],
    ['24:01', undefined, { problem: 'A day has at most 24 hours.' }],
    ['a lot', undefined, { problem: 'Enter hours like 7:30, 7.5, or 7h 30m.' }],
    ['7:20', entry, undefined],
    ['7.33', entry, undefined],
    ['7:21', entry, { save: 26460 }],
    ['', entry, { save: 0 }],
    ['0:00', entry, { save: 0 }],
    ['7:20', { shown: '7.33', duration: 26388 }, undefined],
    ['0:00', { shown: '0:00', duration: 0 }, undefined],
    ['', { shown: '0:00', duration: 0 }, { save: 0 }],
  ]
  for (const [typed, cell, result] of cases)
    assert.deepEqual(readTyped(typed, cell?.shown ?? '', cell?.duration), result, typed)
})
