import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { closedText } from '../../web/pages/timesheet/entry/text.ts'
import { type Lock, lockOf } from '../../web/pages/timesheet/week/lock.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { never } from '../../web/pages/timesheet/week/submission.ts'
import type { Closed, Week } from '../../web/pages/timesheet/week/week.ts'

// The week of Sunday, November 8 to Saturday, November 14, 2026.

const dates = [8, 9, 10, 11, 12, 13, 14].map((day) => `2026-11-${String(day).padStart(2, '0')}`)

type Situation = {
  submitted?: string
  approved?: string
  isMe?: boolean
  maySubmit?: boolean
  passes?: boolean
  /** May change their own time. */
  edits?: boolean
  today?: string
}

function ownerOf(situation: Situation): Owner {
  const { submitted = never, approved = never, isMe = true, maySubmit = true, passes = false, edits = true } = situation
  const settings = { general: { payroll_type: 'weekly', payroll_end_date: '2026-11-14' } }
  return {
    ...{ user: { id: 7, submitted_to: submitted, approved_to: approved }, isMe, name: 'Mateo Cruz' },
    ...{ managers: ['Nora Quinn'], rights: { maySubmit, passesClosed: passes, mayEdit: edits, mayAdd: edits } },
    rules: { zone: 'America/Denver', settings },
  } as unknown as Owner
}

function lock(situation: Situation) {
  const { submitted = never, approved = never, today = '2026-12-02' } = situation
  const owner = ownerOf(situation)
  const closed = (date: string): Closed => (date <= approved ? 'approved' : date <= submitted ? 'submitted' : undefined)
  const days = dates.map((date) => ({ date, closed: closed(date), isToday: date === today })) as unknown as Week['days']
  return lockOf(owner, { days, dates })
}

/** What is offered: the dates that a press sets, or where it leads. */
const offered = ({ action }: Lock) => (action?.do === 'change' ? action.dates : action?.do)

const cases: [title: string, situation: Situation, whole: boolean | undefined, offered?: unknown][] = [
  ['an open week', {}, undefined],
  ['a week after the last submitted one', { submitted: '2026-11-07', approved: '2026-11-07' }, undefined],
  ['one’s own submitted week', { submitted: '2026-11-14' }, true, { submitted_to: '2026-11-07' }],
  ['one’s own week, submitted with later ones,', { submitted: '2026-11-21' }, true, { submitted_to: '2026-11-07' }],
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
  ['one’s own week, which only others may change,', { submitted: '2026-11-14', edits: false }, true, 'propose'],
  ['part of one’s own week, which only others may change,', { submitted: '2026-11-11', edits: false }, undefined],
  [
    'one’s own week, submitted too early to clock in again today,',
    { submitted: '2026-11-11', edits: false, today: '2026-11-11' },
    false,
    { submitted_to: '2026-11-07' },
  ],
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

describe('the action of a locked week', () => {
  for (const [title, situation, whole, action] of cases) {
    const state = whole === undefined ? 'not locked' : whole ? 'locked' : 'partly locked'
    const offer = whole === undefined ? '' : ` and offers ${action ? JSON.stringify(action) : 'no action'}`
    test(`${title} is ${state}${offer}`, () => {
      const found = lock(situation)
      assert.equal(found?.whole, whole)
      if (found) assert.deepEqual(offered(found), action)
    })
  }

  test('a locked week names what else is taken back, and the person to ask', () => {
    assert.match(lock({ submitted: '2026-11-21' })!.text, /also takes back the time through Sat, Nov 21/)
    assert.doesNotMatch(lock({ submitted: '2026-11-14' })!.text, /also/)
    const approved = lock({ submitted: '2026-11-14', approved: '2026-11-14' })!
    assert.deepEqual(
      [approved.title, approved.text],
      ['This week is approved.', 'Ask Nora Quinn if something needs to change.'],
    )
    assert.equal(lock({ submitted: '2026-11-11' })!.title, 'Time through Wed, Nov 11 is submitted.')
  })

  test('a locked week does not ask people to take back what they may not change', () => {
    const mine = { submitted: '2026-11-14', edits: false }
    assert.equal(lock(mine)!.text, 'Your approver can change it until it is approved.')
    assert.match(closedText('submitted', ownerOf(mine)), /Ask Nora Quinn to change it\.$/)
    assert.match(closedText('submitted', ownerOf({ ...mine, edits: true })), /To change it, take it back first\.$/)
    const early = lock({ ...mine, today: '2026-11-13' })!
    assert.equal(early.text, 'To clock in again today, take it back. Then submit it again.')
  })

  test('the later time that is reopened with a week is named before reopening it and after', () => {
    const other = { submitted: '2026-11-28', isMe: false, passes: true }
    const later = lock({ ...other, approved: '2026-11-28' })!
    assert.match(later.text, /Reopening it also reopens the time through Sat, Nov 28\.$/)
    const action = later.action as unknown as { said: string; reopening: { later: unknown[] } }
    assert.equal(action.reopening.later.length, 2)
    assert.match(action.said, /^Mateo Cruz’s time reopened: Nov 8\s–\s28(, 2026)?\.$/)
    const last = lock({ ...other, approved: '2026-11-14' })!
    assert.doesNotMatch(last.text, /also/)
    assert.equal((last.action as { said: string }).said, 'Mateo Cruz’s time reopened.')
  })
})
