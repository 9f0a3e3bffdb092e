import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newDraft } from '../../web/pages/timesheet/entry/draft.ts'
import { type ProposalDraft, proposalIn } from '../../web/pages/timesheet/proposal/proposal_form.ts'
import type { Sheet } from '../../web/pages/timesheet/week/week.ts'

const zone = 'America/Denver'
const date = '2026-11-17'
const between = (start: string, end: string) => ({
  span: { date, start, end, endDate: undefined, startTurn: undefined, endTurn: undefined },
})
const draft: ProposalDraft = {
  ...{ ...newDraft({ date, jobId: 1 }), ...between('08:00', '12:00') },
  ...{ reason: ' Forgot ', pause: undefined },
}
const sheet = {
  ...{ id: 17, user_id: 7, jobcode_id: 1, type: 'regular', date, tz_str: zone, on_the_clock: false, locked: 0 },
  ...{ start: '2026-11-17T08:00:00-07:00', end: '2026-11-17T12:00:00-07:00', duration: 14400 },
  ...{ notes: '', customfields: '', attached_files: [] },
} as unknown as Sheet
const about = { action: 'change', timesheet_id: 17, reason: 'Forgot' }

describe('the form of a correction', () => {
  const sent: [string, Partial<ProposalDraft>, Sheet | undefined, 'add' | 'change' | 'delete', object][] = [
    ['only what differs', between('08:00', '15:30'), sheet, 'change', { ...about, end: '2026-11-17T15:30:00-07:00' }],
    ['a deletion without values', between('', ''), sheet, 'delete', { ...about, action: 'delete' }],
    [
      'all of a forgotten entry',
      { notes: 'Roof' },
      undefined,
      'add',
      {
        ...{ action: 'add', reason: 'Forgot', jobcode_id: 1, notes: 'Roof' },
        ...{ start: '2026-11-17T08:00:00-07:00', end: '2026-11-17T12:00:00-07:00' },
      },
    ],
    [
      'a break that was not recorded',
      { pause: { jobId: 3, start: '10:00', end: '10:15' } },
      sheet,
      'change',
      {
        ...about,
        break: { jobcode_id: 3, start: '2026-11-17T10:00:00-07:00', end: '2026-11-17T10:15:00-07:00' },
      },
    ],
  ]
  for (const [what, part, of, action, body] of sent)
    test(`the form of a correction sends ${what}`, () =>
      assert.deepEqual(proposalIn({ ...draft, ...part }, of, action, zone), { body }))

  const wrong: [string, Partial<ProposalDraft>, Sheet | undefined, 'add' | 'change', object][] = [
    [
      'a missing reason',
      { ...between('08:00', '13:00'), reason: ' ' },
      sheet,
      'change',
      { reason: 'Say what happened.' },
    ],
    ['a correction without a change', {}, sheet, 'change', { general: 'You haven’t changed anything yet.' }],
    ['a missing job', { jobId: undefined }, undefined, 'add', { job: 'Choose what the time is for.' }],
    ['a missing end', between('08:00', ''), undefined, 'add', { end: 'Enter an end time.' }],
    [
      'a break without an end',
      { pause: { jobId: 3, start: '10:00', end: '' } },
      sheet,
      'change',
      { pause: 'Enter when the break began and ended.' },
    ],
  ]
  for (const [what, part, of, action, problems] of wrong)
    test(`the form of a correction reports ${what}`, () =>
      assert.deepEqual(proposalIn({ ...draft, ...part }, of, action, zone), { problems }))
})
