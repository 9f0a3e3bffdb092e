import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { choicesFor, never, problemOf, useSubmission } from '../../web/pages/timesheet/week/submission.ts'
import type { Week } from '../../web/pages/timesheet/week/week.ts'
import { datesFrom, today } from '../../web/time.ts'
import { runHook, serve, written } from './hooks.ts'

// Weeks begin on Sunday, and so do pay periods. Wednesday is November 18, 2026.

const zone = 'America/Denver'
const owner = (user: object = {}, passesClosed = false) =>
  ({
    user: { id: 7, submitted_to: never, approved_to: never, ...user },
    rules: { zone, settings: { general: { payroll_type: 'weekly' } } },
    rights: { passesClosed },
  }) as unknown as Owner

describe('the days through which time can be submitted', () => {
  const week = datesFrom('2026-11-15')
  const dates = (user?: object) => choicesFor(owner(user), week, '2026-11-18').map(({ date }) => date)

  test('the days offered for submission are past days, the likeliest first, each once', () => {
    assert.deepEqual(dates(), ['2026-11-14', '2026-11-17', '2026-11-18'])
  })

  test('the days offered for submission have the end of a pay period within a week that is over', () => {
    const settings = { general: { payroll_type: 'weekly', payroll_end_date: '2026-11-10' } }
    const split = { ...owner(), rules: { ...owner().rules, settings } } as Owner
    assert.deepEqual(
      choicesFor(split, datesFrom('2026-11-01'), '2026-11-18').map(({ date, about }) => `${date} ${about}`),
      [
        '2026-11-17 end of the last pay period',
        '2026-11-03 end of the pay period',
        '2026-11-07 end of this week',
        '2026-11-18 today',
      ],
    )
  })

  test('the days offered for submission come after submitted time', () => {
    assert.deepEqual(dates({ submitted_to: '2026-11-14' }), ['2026-11-17', '2026-11-18'])
    assert.deepEqual(dates({ submitted_to: '2026-11-18' }), [])
  })

  test('the days offered for submission are not before approved time', () => {
    assert.deepEqual(dates({ approved_to: '2026-11-17' }), ['2026-11-17', '2026-11-18'])
  })

  test('the days offered for submission have time, and the visible week is chosen once it is over', async () => {
    const timesheets = [{ id: 1, date: '2026-11-16' }]
    const later = choicesFor(owner(), week, '2026-11-18', timesheets)
    assert.deepEqual(
      later.map(({ date }) => date),
      ['2026-11-17', '2026-11-18'],
    )
    assert.deepEqual(choicesFor(owner(), week, '2026-11-18', []), [])
    serve({ timesheets: [{ id: 1, date: '2000-03-01' }] })
    const dates = datesFrom('2000-02-27')
    const submission = await runHook(() => useSubmission(owner(), { dates } as unknown as Week, () => {}))
    assert.deepEqual([submission.date, submission.ready], [dates[6], true])
  })

  test('a future day and a day of approved time cannot be submitted', () => {
    const problem = (date: string) => problemOf(date, '2026-11-18', '2026-11-07')
    assert.equal(problem(''), 'Choose a day.')
    assert.equal(problem('2026-11-19'), 'Future time can’t be submitted.')
    assert.match(problem('2026-11-06') ?? '', /^Time through .* is approved and can’t be taken back\.$/)
    assert.deepEqual([problem('2026-11-07'), problem('2026-11-18')], [undefined, undefined])
  })
})

describe('submitting time', () => {
  const now = today(zone)
  const week = { dates: Array(7).fill(now) } as unknown as Week
  const submission = (own: Owner, of: Partial<Week>, ...steps: ((value: ReturnType<typeof useSubmission>) => void)[]) =>
    runHook(() => useSubmission(own, { ...week, ...of } as Week, () => {}), ...steps)

  test('submitting time sends the chosen day', async () => {
    const writes = serve({})
    const chosen = await submission(owner(), {}, ({ setChoice }) => setChoice(now))
    assert.deepEqual([chosen.ready, chosen.isBack], [true, false])
    chosen.submit()
    assert.deepEqual((await written(writes)).body, { data: [{ id: 7, submitted_to: now }] })
  })

  test('the days offered are in the order of the calendar, and the likeliest is chosen', async () => {
    serve({ timesheets: [{ id: 1, date: '2000-01-03' }] })
    const [past, running] = [datesFrom('2000-01-02'), datesFrom(now)]
    const offered = await submission(owner(), { dates: past })
    const dates = offered.choices.map(({ date }) => date)
    assert.deepEqual(dates, dates.toSorted())
    assert.ok(past.includes(offered.choice), 'in the visible week, which is over')
    const { choice, choices } = await submission(owner(), { dates: running })
    assert.ok(choices.length > 1 && choices.some(({ date }) => date === choice) && !running.includes(choice))
  })

  test('choosing an earlier day withdraws the time that was submitted after it', async () => {
    serve({})
    const chosen = await submission(
      owner({ submitted_to: now }),
      {},
      ({ setChoice }) => setChoice('other'),
      ({ setOther }) => setOther('2001-01-31'),
    )
    assert.deepEqual([chosen.date, chosen.isBack, chosen.ready], ['2001-01-31', true, true])
    const same = await submission(owner({ submitted_to: now }), {})
    assert.equal(same.ready, false)
  })

  test('a day on which the clock runs cannot be submitted, not even by approvers', async () => {
    serve({})
    const running = { date: now } as Week['running']
    const choose = ({ setChoice }: ReturnType<typeof useSubmission>) => setChoice(now)
    const own = await submission(owner(), { running }, choose)
    assert.deepEqual([own.onTheClock, own.ready], [true, false])
    const leader = await submission(owner({}, true), { running }, choose)
    assert.deepEqual([leader.onTheClock, leader.ready], [true, false])
    const back = await submission(owner({ submitted_to: now }), { running }, choose)
    assert.equal(back.onTheClock, false)
  })
})
