import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Jobs } from '../../web/components/jobs/jobs.ts'
import { addText, copiesByTime } from '../../web/pages/timesheet/week/copies.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import type { Sheet, Week } from '../../web/pages/timesheet/week/week.ts'

test('a copied night shift of last week keeps its times in the night in which clocks change', () => {
  const copied = (start: string, end: string, tz_str: string) => {
    const date = start.slice(0, 10)
    const sheet = { id: 1, type: 'regular', date, start, end, tz_str, jobcode_id: 7, customfields: {} } as Sheet
    const jobs = { byId: new Map(), pathOf: () => 'Site' } as unknown as Jobs
    const owner = { user: { id: 5 }, rights: { mayHours: true } } as unknown as Owner
    const week = { before: [sheet], days: [] } as unknown as Week
    const [copy] = copiesByTime(week, owner, jobs, false, String)
    assert.equal(copy!.reason, '')
    return [copy!.item.start, copy!.item.end]
  }
  assert.deepEqual(copied('2026-10-17T22:00:00+02:00', '2026-10-18T06:00:00+02:00', 'Europe/Berlin'), [
    '2026-10-24T22:00:00+02:00',
    '2026-10-25T06:00:00+01:00',
  ])
  assert.deepEqual(copied('2026-10-24T22:00:00-06:00', '2026-10-25T06:00:00-06:00', 'America/Denver'), [
    '2026-10-31T22:00:00-06:00',
    '2026-11-01T06:00:00-07:00',
  ])
})

test('the button that copies a week tells looking, nothing to add and nothing selected apart', () => {
  const [not, fits] = [
    { fits: false, chosen: false },
    { fits: true, chosen: false },
  ]
  assert.equal(addText([not], true), 'Add')
  assert.equal(addText([not], false), 'Nothing to add')
  assert.equal(addText([not, fits], false), 'Nothing selected')
  assert.equal(addText([{ ...fits, chosen: true }], false), 'Add 1 entry')
})
