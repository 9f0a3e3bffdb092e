import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Draft, draftOf, newDraft } from '../../web/pages/timesheet/entry/draft.ts'
import { type EntryRules, itemIn, problemsIn } from '../../web/pages/timesheet/entry/entry_form.ts'
import { overlapOf } from '../../web/pages/timesheet/entry/neighbors.ts'
import type { Sheet } from '../../web/pages/timesheet/week/week.ts'

const zone = 'America/Denver'
const date = '2026-11-17'
const rules: EntryRules = {
  zone,
  fixedTimes: false,
  fields: [],
  closed: undefined,
  noteRequired: false,
  reasonRequired: false,
}
const permit = { id: 4, name: 'Permit', required: true, kind: 'text', choices: [] } as const

/** Tuesday from 8 to 12 on job 1. */
const draft: Draft = { ...newDraft({ date, jobId: 1 }), ...between('08:00', '12:00'), notes: ' Second floor ' }
const hours: Draft = { ...newDraft({ date, jobId: 1, kind: 'manual' }), hours: '7:30' }

/** The same entry as the API shows it. */
const sheet = {
  ...{ id: 17, user_id: 7, jobcode_id: 1, type: 'regular', date, tz_str: zone, on_the_clock: false, locked: 0 },
  ...{ start: '2026-11-17T08:00:00-07:00', end: '2026-11-17T12:00:00-07:00', duration: 14400 },
  ...{ notes: 'Second floor', customfields: '', attached_files: [] },
} as unknown as Sheet

function between(start: string, end: string): Pick<Draft, 'span'> {
  return { span: { date, start, end, endDate: undefined, startTurn: undefined, endTurn: undefined } }
}

describe('the entry form', () => {
  test('the entry form accepts times and hours that can be saved', () => {
    assert.deepEqual([problemsIn(draft, undefined, rules), problemsIn(hours, undefined, rules)], [{}, {}])
  })

  const wrong: [string, Draft, Partial<EntryRules>, object][] = [
    ['a missing job', { ...draft, jobId: undefined }, {}, { job: 'Choose what the time is for.' }],
    ['a missing date', { ...draft, span: { ...draft.span, date: '' } }, {}, { date: 'Choose a date.' }],
    ['a missing start', { ...draft, ...between('', '12:00') }, {}, { start: 'Enter a start time.' }],
    ['a missing end', { ...draft, ...between('08:00', '') }, {}, { end: 'Enter an end time.' }],
    ['hours that cannot be read', { ...hours, hours: 'many' }, {}, { hours: 'Enter hours like 7:30, 7.5, or 7h 30m.' }],
    ['a closed day', draft, { closed: 'This day is approved.' }, { date: 'This day is approved.' }],
    [
      'a missing note',
      { ...draft, notes: ' ' },
      { noteRequired: true },
      { notes: 'Enter notes. Your company requires them.' },
    ],
    ['a missing reason', draft, { reasonRequired: true }, { reason: 'Say why. The history keeps it.' }],
    ['a missing custom field', draft, { fields: [permit] }, { fields: { 4: 'Fill in Permit.' } }],
  ]
  for (const [what, form, more, expected] of wrong)
    test(`the entry form reports ${what}`, () =>
      assert.deepEqual(problemsIn(form, undefined, { ...rules, ...more }), expected))

  test('the entry form does not check times that cannot be changed', () => {
    const running = { ...draft, ...between('', '') }
    assert.deepEqual(problemsIn(running, sheet, { ...rules, fixedTimes: true }), {})
  })

  test('the entry form keeps times that were recorded before the zone’s rules changed', () => {
    const times = { start: '2026-11-17T23:30:00-06:00', end: '2026-11-18T01:00:00-06:00' }
    const old: Sheet = { ...sheet, ...times, customfields: {} }
    const form = draftOf(old, String)
    assert.deepEqual([form.span.start, form.span.end], ['23:30', '01:00'])
    assert.deepEqual(itemIn({ ...form, notes: 'late' }, old, 7, rules), { notes: 'late' })
    const longer = { ...form, span: { ...form.span, end: '02:00' } }
    assert.deepEqual(itemIn(longer, old, 7, rules), { end: '2026-11-18T02:00:00-07:00' })
  })

  test('the entry form sends everything for a new entry', () => {
    const same = { user_id: 7, jobcode_id: 1, attached_files: [], customfields: {} }
    assert.deepEqual(itemIn(draft, undefined, 7, rules), {
      ...{ ...same, type: 'regular', notes: 'Second floor' },
      ...{ start: '2026-11-17T08:00:00-07:00', end: '2026-11-17T12:00:00-07:00' },
    })
    assert.deepEqual(itemIn(hours, undefined, 7, rules), {
      ...{ ...same, type: 'manual', notes: '', date, duration: 27000 },
    })
  })

  test('the entry form sends the custom fields that are shown, and no others', () => {
    const item = itemIn({ ...draft, values: { 4: ' A-1 ', 9: 'gone' } }, undefined, 7, { ...rules, fields: [permit] })
    assert.deepEqual(item.customfields, { 4: 'A-1' })
  })

  test('the entry form sends only changes for an existing entry', () => {
    const known = { ...sheet, customfields: {} } as Sheet
    assert.deepEqual(itemIn(draft, known, 7, rules), {})
    assert.deepEqual(itemIn({ ...draft, jobId: 2, ...between('08:00', '12:30') }, known, 7, rules), {
      jobcode_id: 2,
      end: '2026-11-17T12:30:00-07:00',
    })
    const fixed = { ...rules, fixedTimes: true }
    assert.deepEqual(itemIn({ ...draft, ...between('09:00', '12:30'), notes: '' }, known, 7, fixed), { notes: '' })
  })
})

describe('the entries around a draft', () => {
  const now = Date.UTC(2026, 10, 18, 17, 20) * 1000
  const lunch = 3
  const overlap = (form: Draft, known: readonly Sheet[], own?: Sheet) =>
    overlapOf(form, own, zone, known, (jobId) => jobId === lunch, now)

  test('a draft conflicts with entries that it overlaps', () => {
    assert.deepEqual(overlap({ ...draft, ...between('11:00', '13:00') }, [sheet]), { clash: sheet })
    assert.deepEqual(overlap({ ...draft, ...between('12:00', '13:00') }, [sheet]), {}, 'one after the other')
    assert.deepEqual(overlap(draft, [sheet], sheet), {}, 'the entry itself')
    assert.deepEqual(overlap(draft, [{ ...sheet, type: 'manual' }]), {}, 'hours of a day')
  })

  test('a draft conflicts with the running entry if they overlap', () => {
    const running = { ...sheet, end: '', on_the_clock: true }
    assert.deepEqual(overlap({ ...draft, ...between('13:00', '14:00') }, [running]), { clash: running })
  })

  test('a break inside an entry is deducted from it', () => {
    const pause = { ...draft, jobId: lunch, ...between('10:00', '10:30') }
    assert.deepEqual(overlap(pause, [sheet]), { splits: sheet })
    assert.deepEqual(overlap({ ...pause, ...between('11:45', '12:15') }, [sheet]), { clash: sheet })
    const other = { ...sheet, jobcode_id: lunch }
    assert.deepEqual(overlap(pause, [other]), { clash: other }, 'no break in a break')
  })

  test('overlaps are not checked while the times are unknown, or for hours of a day', () => {
    assert.deepEqual(overlap({ ...draft, ...between('08:00', '') }, [sheet]), {})
    assert.deepEqual(overlap(hours, [sheet]), {})
  })
})
