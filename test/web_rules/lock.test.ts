import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Lock, lockOf } from '../../web/pages/timesheet/lock.ts'
import type { Owner } from '../../web/pages/timesheet/owner.ts'
import { never } from '../../web/pages/timesheet/submission.ts'
import type { Closed, Week } from '../../web/pages/timesheet/week.ts'

// The week of Sunday, November 8 to Saturday, November 14, 2026.

const dates = [8, 9, 10, 11, 12, 13, 14].map((day) => `2026-11-${String(day).padStart(2, '0')}`)

type Given = { submitted?: string; approved?: string; isMe?: boolean; maySubmit?: boolean; passes?: boolean }

function lock({ submitted = never, approved = never, isMe = true, maySubmit = true, passes = false }: Given) {
  const owner = {
    ...{ user: { id: 7, submitted_to: submitted, approved_to: approved }, isMe, name: 'Mateo Cruz' },
    ...{ managers: ['Nora Quinn'], rights: { maySubmit, passesClosed: passes } },
  } as unknown as Owner
  const closed = (date: string): Closed => (date <= approved ? 'approved' : date <= submitted ? 'submitted' : undefined)
  const days = dates.map((date) => ({ date, closed: closed(date) })) as unknown as Week['days']
  return lockOf(owner, { days, dates })
}

/** What is offered: the dates that a press sets, or where it leads. */
const offered = ({ action }: Lock) => (action?.do === 'change' ? action.dates : action?.do)

const cases: [title: string, given: Given, whole: boolean | undefined, offered?: unknown][] = [
  ['an open week', {}, undefined],
  ['a week after the last submitted one', { submitted: '2026-11-07', approved: '2026-11-07' }, undefined],
  ['one’s own submitted week', { submitted: '2026-11-14' }, true, { submitted_to: '2026-11-07' }],
  ['one’s own week, submitted with later ones', { submitted: '2026-11-21' }, true, { submitted_to: '2026-11-07' }],
  [
    'a week of which the start is approved and the rest submitted',
    { submitted: '2026-11-14', approved: '2026-11-10' },
    true,
    { submitted_to: '2026-11-10' },
  ],
  ['a week that is partly submitted', { submitted: '2026-11-11' }, false, { submitted_to: '2026-11-07' }],
  ['a week that is partly approved', { submitted: '2026-11-11', approved: '2026-11-11' }, undefined],
  ['an approved week', { submitted: '2026-11-14', approved: '2026-11-14' }, true, undefined],
  ['a week that someone else submits', { submitted: '2026-11-14', maySubmit: false }, true, 'propose'],
  ['a submitted week of another person', { submitted: '2026-11-14', isMe: false, passes: true }, true, 'approvals'],
  [
    'an approved week of another person',
    { submitted: '2026-11-14', approved: '2026-11-14', isMe: false, passes: true },
    true,
    { approved_to: '2026-11-07' },
  ],
  [
    'a week of another person for those who only look',
    { submitted: '2026-11-14', isMe: false, maySubmit: false },
    true,
    undefined,
  ],
]

describe('the one thing to do about a locked week', () => {
  for (const [title, given, whole, action] of cases)
    test(title, () => {
      const found = lock(given)
      assert.equal(found?.whole, whole)
      if (found) assert.deepEqual(offered(found), action)
    })

  test('says what else is taken back, and whom to ask', () => {
    assert.match(lock({ submitted: '2026-11-21' })!.text, /also takes back the time through Sat, Nov 21/)
    assert.doesNotMatch(lock({ submitted: '2026-11-14' })!.text, /also/)
    const approved = lock({ submitted: '2026-11-14', approved: '2026-11-14' })!
    assert.deepEqual(
      [approved.title, approved.text],
      ['This week is approved.', 'Ask Nora Quinn if something needs to change.'],
    )
    assert.equal(lock({ submitted: '2026-11-11' })!.title, 'Time through Wed, Nov 11 is submitted.')
  })
})
