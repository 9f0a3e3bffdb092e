import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Jobs } from '../../web/components/jobs/jobs.ts'
import {
  type CellRules,
  keyAction,
  leavingBy,
  openingOf,
  rulesOf,
  takesTyping,
} from '../../web/pages/timesheet/grid/cell_rules.ts'
import { cellBy } from '../../web/pages/timesheet/grid/grid_position.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { type Day, type Sheet, suggestedJobs } from '../../web/pages/timesheet/week/week.ts'

const work = 1
const lunch = 2
const others = 3
const jobs = {
  byId: new Map([
    [work, { kind: 'regular' }],
    [lunch, { kind: 'unpaid_break' }],
  ]),
  mayUse: (id: number) => id !== others,
} as unknown as Jobs
const manual = { id: 17, type: 'manual', locked: 0 } as Sheet
const clocked = { ...manual, id: 18, type: 'regular' } as Sheet

type Rights = Owner['rights']
const all = { mayHours: true, mayTimes: true, mayEdit: true, passesClosed: false } as Rights
const approver = { passesClosed: true }
const owner = (rights: Partial<Rights> = {}, isMe = true) => ({ rights: { ...all, ...rights }, isMe }) as Owner
const rules = (sheets: readonly Sheet[], rights: Partial<Rights> = {}, jobId = work, closed?: Day['closed']) =>
  rulesOf({ date: '2026-11-17', sheets, seconds: 0 }, { closed }, jobId, jobs, owner(rights))

describe('a cell of the grid', () => {
  const writable: [boolean, string, CellRules][] = [
    [true, 'an empty cell', rules([])],
    [true, 'a cell with hours of the day', rules([manual])],
    [false, 'a cell with hours by the clock', rules([clocked])],
    [false, 'a cell with several entries', rules([manual, clocked])],
    [false, 'a cell whose entry is locked', rules([{ ...manual, locked: 1 } as Sheet])],
    [false, 'a cell of a break', rules([], {}, lunch)],
    [false, 'a cell of another person’s job', rules([], {}, others)],
    [false, 'a cell of a company that does not accept hours', rules([], { mayHours: false })],
    [false, 'a cell with an entry that may not be changed', rules([manual], { mayEdit: false })],
    [false, 'a cell on a closed day', rules([], {}, work, 'approved')],
    [true, 'a cell on a submitted day, for a person who may change it,', rules([], approver, work, 'submitted')],
    // It takes a reason.
    [false, 'a cell on an approved day, even for an approver,', rules([], approver, work, 'approved')],
  ]
  for (const [writes, what, found] of writable)
    test(`${what} ${writes ? 'takes' : 'does not take'} typed hours`, () => assert.equal(found.writes, writes))

  test('a cell opens its entries or a form, or shows why it has nothing to open', () => {
    assert.equal(openingOf(rules([]), owner()), 'type')
    assert.equal(openingOf(rules([manual, clocked]), owner()), 'entries')
    assert.equal(openingOf(rules([clocked]), owner()), 'entry')
    assert.equal(openingOf(rules([], {}, work, 'approved'), owner()), 'closed')
    assert.equal(openingOf(rules([manual], {}, work, 'approved'), owner()), 'entry', 'to look at it')
    assert.equal(openingOf(rules([], approver, work, 'approved'), owner(approver)), 'add')
    assert.equal(openingOf(rules([], {}, lunch), owner()), 'add')
    assert.equal(openingOf(rules([], {}, lunch), owner({ mayTimes: false })), 'rights')
    assert.equal(openingOf(rules([], {}, lunch), owner({ mayTimes: false }, false)), undefined)
  })

  test('a cell reacts to keys, and to those that write only if it takes hours', () => {
    const [open, fixed] = [rules([manual]), rules([clocked])]
    const actions = (of: CellRules) =>
      ['Enter', ' ', 'Escape', 'F2', '7', ':', 'Delete', 'a'].map((key) => keyAction(key, of))
    assert.deepEqual(actions(open), ['open', 'open', 'dismiss', 'form', 'type', 'type', 'clear', undefined])
    assert.deepEqual(actions(fixed), ['open', 'open', 'dismiss', ...Array(5).fill(undefined)])
    assert.equal(keyAction('Backspace', rules([])), undefined, 'nothing to delete')
  })

  test('a cell is left by Enter, Tab and the up and down arrows', () => {
    const ways = ['Enter', 'ArrowDown', 'ArrowUp', 'Tab', 'ArrowLeft', '5'].map((key) => leavingBy(key, false))
    assert.deepEqual(ways, [[1, 0], [1, 0], [-1, 0], [0, 1], undefined, undefined])
    assert.deepEqual(leavingBy('Tab', true), [0, -1])
  })
})

describe('the keys of the grid', () => {
  const size = { rows: 3, columns: 7 }
  const from = (row: number, column: number, key: string, withCtrl = false) =>
    cellBy(key, withCtrl, { row, column }, size)

  test('the arrow keys go to the next cell, and stay within the grid', () => {
    assert.deepEqual(from(1, 3, 'ArrowUp'), { row: 0, column: 3 })
    assert.deepEqual(from(1, 3, 'ArrowRight'), { row: 1, column: 4 })
    assert.deepEqual(from(2, 6, 'ArrowDown'), { row: 2, column: 6 })
    assert.deepEqual(from(0, 0, 'ArrowLeft'), { row: 0, column: 0 })
  })

  test('Home and End go to the ends of a row, and arrow keys with Ctrl to the ends of the grid', () => {
    assert.deepEqual(from(1, 3, 'Home'), { row: 1, column: 0 })
    assert.deepEqual(from(1, 3, 'End'), { row: 1, column: 6 })
    assert.deepEqual(from(1, 3, 'ArrowDown', true), { row: 2, column: 3 })
    assert.deepEqual(from(1, 3, 'ArrowLeft', true), { row: 1, column: 0 })
  })

  test('other keys do nothing in the grid', () => assert.equal(from(1, 3, 'PageDown'), undefined))
})

describe('the rows of a week', () => {
  test('the rows of a week suggest the work that was done lately, unless the whole week is locked', () => {
    const used = [work, lunch, others]
    const suggested = (...closed: Day['closed'][]) =>
      suggestedJobs(
        used,
        closed.map((each) => ({ closed: each })),
        jobs,
      )
    assert.deepEqual(suggested(undefined, undefined), [work])
    assert.deepEqual(suggested('approved', undefined), [work])
    assert.deepEqual(suggested('approved', 'submitted'), [])
  })

  test('a day takes typed hours only if it is open to the person and the company accepts hours', () => {
    const typed = (rights: Partial<Rights>) =>
      ([undefined, 'submitted', 'approved'] as const).map((closed) => takesTyping({ closed }, { ...all, ...rights }))
    assert.deepEqual(typed({}), [true, false, false])
    assert.deepEqual(typed(approver), [true, true, false])
    assert.deepEqual(typed({ mayHours: false }), [false, false, false])
  })
})
