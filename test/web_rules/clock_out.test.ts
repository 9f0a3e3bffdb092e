import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FieldsOf, ShownField } from '../../web/components/fields/field_rules.ts'
import { contentOf, noteRule, saidIn, stepsToEnd, switchTo } from '../../web/pages/clock/clock_out.ts'
import type { Entry } from '../../web/pages/clock/entries.ts'

const permit: ShownField = { id: 4, name: 'Permit', required: true, kind: 'list', choices: ['A-1', 'A-2'] }
const vehicle: ShownField = { id: 5, name: 'Vehicle', required: false, kind: 'text', choices: [] }

/** Job 1 has a vehicle; job 2 a permit as well, which it requires. */
const fieldsOf: FieldsOf = (jobId) => (jobId === 2 ? [permit, vehicle] : [vehicle])

const running: Entry = {
  key: '1 0',
  of: 17,
  jobId: 1,
  start: '2026-11-18T08:00:00-07:00',
  end: '',
  date: '2026-11-18',
  duration: 0,
  zone: 'America/Denver',
  manual: false,
  notes: 'Waiting for parts',
  values: { 5: 'Van 2' },
  waits: false,
}
const work = { note: 'optional', onBreak: false, fieldsOf } as const

describe('clocking out', () => {
  test('clocking out asks for a note if the company uses notes, and requires it if each entry must have one', () => {
    const rule = (on: readonly string[], onBreak = false) => noteRule((_section, key) => on.includes(key), onBreak)
    assert.equal(rule([]), 'off')
    assert.equal(rule(['timesheet_notes_required']), 'off')
    assert.equal(rule(['enable_timesheet_notes']), 'optional')
    assert.equal(rule(['enable_timesheet_notes', 'timesheet_notes_required']), 'required')
    assert.equal(rule(['enable_timesheet_notes', 'timesheet_notes_required'], true), 'off', 'on a break')
  })

  test('clocking out shows unsaved input instead of saved values', () => {
    const saved = contentOf(running, {}, work)
    assert.deepEqual([saved.notes, saved.values, saved.complete], ['Waiting for parts', { 5: 'Van 2' }, true])
    const written = contentOf(running, { notes: '' }, work)
    assert.deepEqual([written.notes, written.values, written.complete], ['', { 5: 'Van 2' }, true])
  })

  test('clocking out requires a note if the company does', () => {
    const required = { ...work, note: 'required' } as const
    assert.equal(contentOf(running, {}, required).complete, true)
    const blank = contentOf(running, { notes: '  ' }, required)
    assert.deepEqual([blank.noteMissing, blank.complete], [true, false])
  })

  test('clocking out requires what the job’s custom fields require', () => {
    const content = contentOf({ ...running, jobId: 2 }, {}, work)
    assert.deepEqual([content.problems, content.complete], [{ 4: 'Choose Permit.' }, false])
    const wrong = contentOf({ ...running, jobId: 2 }, { values: { 4: 'B-7' } }, work)
    assert.deepEqual(wrong.problems, { 4: '“B-7” is not offered with this job. Choose another one.' })
    assert.equal(contentOf({ ...running, jobId: 2 }, { values: { 4: 'A-1' } }, work).complete, true)
  })

  test('clocking out of a break requires nothing', () => {
    const content = contentOf({ ...running, jobId: 2, notes: '' }, {}, { ...work, note: 'off', onBreak: true })
    assert.deepEqual([content.fields, content.complete], [[], true])
  })

  test('clocking out sends only changes, of the fields that are shown', () => {
    assert.deepEqual(saidIn({}, 1, fieldsOf), {})
    assert.deepEqual(saidIn({ notes: '' }, 1, fieldsOf), { notes: '' })
    assert.deepEqual(saidIn({ values: { 4: 'A-1', 5: ' Van 3 ' } }, 1, fieldsOf), { customfields: { 5: 'Van 3' } })
  })

  test('clocking out ends the entry, and starts the next one at the same moment', () => {
    assert.deepEqual(stepsToEnd(running, { notes: 'Done' }, undefined, fieldsOf), [
      { do: 'end', entry: running, notes: 'Done' },
    ])
    assert.deepEqual(stepsToEnd(running, {}, { jobId: 2, values: { 4: 'A-1', 9: 'x' } }, fieldsOf), [
      { do: 'end', entry: running },
      { do: 'begin', jobId: 2, customfields: { 4: 'A-1', 5: '' } },
    ])
  })
})

describe('switching to another job', () => {
  const way = (
    jobId: number,
    from: { jobId: number; values?: Record<string, string> },
    note: 'optional' | 'required',
  ) => {
    const content = contentOf({ notes: '', values: {}, ...from }, {}, { ...work, note })
    return switchTo(jobId, from.jobId, content, fieldsOf)
  }

  test('switching to the same job does nothing', () => assert.equal(way(1, { jobId: 1 }, 'required'), 'stay'))

  test('switching to another job proceeds when nothing is missing', () => {
    assert.equal(way(3, { jobId: 1 }, 'optional'), 'go')
    assert.equal(way(2, { jobId: 1, values: { 4: 'A-2' } }, 'optional'), 'go')
  })

  test('switching to another job asks for the note of the ending entry and for the fields of the next one', () => {
    assert.equal(way(3, { jobId: 1 }, 'required'), 'ask')
    assert.equal(way(2, { jobId: 1 }, 'optional'), 'ask')
  })

  test('switching to another job shows errors in the fields of the ending entry', () => {
    assert.equal(way(3, { jobId: 2 }, 'optional'), 'complete')
  })
})
