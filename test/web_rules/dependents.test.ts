import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstRefused, refused, removed, retried, withDependents } from '../../web/api/dependents.ts'
import type { Punch } from '../../web/api/punches.ts'

const at = '2026-11-18T08:00:00-07:00'
const punch = (key: string, kind: Punch['kind'], of: number | string = key): Punch => ({ key, kind, at, of, item: {} })
const clockIn = punch('in', 'in')
const other = punch('other', 'edit', 7)
const toBreak = punch('to break', 'switch', 'in')
const back = punch('back', 'switch', 'to break')
const all = [clockIn, other, toBreak, punch('note', 'edit', 'in'), back, punch('out', 'out', 'back')]
const keysOf = (punches: readonly Punch[]) => punches.map(({ key }) => key)

test('all that a day builds on a clock-in is refused with it, and nothing else', () => {
  const after = refused(all, clockIn, 'No', false)
  const isRefused = after.filter((one) => one.refused === 'No')
  assert.deepEqual(keysOf(isRefused), ['in', 'to break', 'note', 'back', 'out'])
  assert.deepEqual(keysOf(firstRefused(after)), ['in'], 'it is said once')
  assert.deepEqual(keysOf(firstRefused(refused(after, other, 'No', false))), ['in', 'other'])
  assert.deepEqual(keysOf(withDependents(toBreak, all)), ['to break', 'back', 'out'])
})

test('a refused place is dropped', () => {
  const place = { ...punch('place', 'place'), of: '' }
  assert.deepEqual(refused([...all, place], place, 'No', false), all)
})

test('what is given up is given up as a whole', () => {
  assert.deepEqual(keysOf(removed(refused(all, clockIn, 'No', false), clockIn)), ['other'])
})

test('what is tried again has new keys, and its parts still belong together', () => {
  let count = 0
  const body = { begin: { jobcode_id: 1, start: at } }
  const before = refused(all, clockIn, 'No', false).map((one) => ({ ...one, sent: body }))
  const after = retried(before, clockIn, () => `new ${++count}`)
  assert.deepEqual(
    after.map(({ key, of, refused, sent }) => [key, of, refused, sent]),
    [
      ['new 1', 'new 1', undefined, undefined],
      ['other', 7, undefined, body],
      ['new 2', 'new 1', undefined, undefined],
      ['new 3', 'new 1', undefined, undefined],
      ['new 4', 'new 2', undefined, undefined],
      ['new 5', 'new 4', undefined, undefined],
    ],
  )
})

test('a refused note stays with its punch unless the clock still has it', () => {
  const noted = (one: Punch): Punch => ({ ...one, item: { notes: ' Roof ' } })
  const holders = (before: readonly Punch[], first: Punch, isGone: boolean) =>
    keysOf(refused(before, { ...first }, 'No', isGone).filter(({ holdsWords }) => holdsWords))
  const edit = noted(other)
  const out = noted(punch('out', 'out', 7))
  assert.deepEqual(holders([edit], edit, false), ['other'])
  assert.deepEqual([holders([out], out, false), holders([out], out, true)], [[], ['out']])
  assert.deepEqual(holders([clockIn, noted(toBreak), back], clockIn, false), ['to break'])
  assert.deepEqual(holders([clockIn, other], other, true), [], 'there is no note')
  const chosen: Punch = { ...other, item: { customfields: { 12: ' Night ' } } }
  assert.deepEqual(holders([chosen], chosen, false), ['other'], 'nor is the value of a custom field lost')
  const cleared: Punch = { ...other, item: { customfields: { 12: '' } } }
  assert.deepEqual(holders([cleared], cleared, false), [])
})
