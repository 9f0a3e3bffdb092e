import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Clock } from '../../src/sight/clock.ts'

// How the machine's clock is judged, by one that runs evenly and by what the database knows. Milliseconds.

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const noon = Date.UTC(2026, 2, 2, 12)

/** A clock with its log; `pass` lets time pass, `set` sets the machine's clock, `begin` is a start of the server. */
function watched() {
  const log: string[] = []
  const clock = new Clock({ warn: (details, text) => void log.push(`${text} ${JSON.stringify(details)}`) })
  let [wall, steady] = [noon, 5 * day]
  const look = () => clock.look(wall, steady)
  return {
    clock,
    log,
    pass(milliseconds: number) {
      wall += milliseconds
      steady += milliseconds
      look()
    },
    set(milliseconds: number) {
      wall += milliseconds
      look()
    },
    /** The machine was off, or only the server was, since a beat so long ago. */
    begin(ago: number, off: 'machine' | 'server', offMax = 4 * day) {
      const known = { wall: wall - ago, offMax, ...(off === 'server' && { steady: steady - ago }) }
      clock.begin(known, { wall, steady })
    },
    /** The same, but the clock was set while the server was stopped for a minute. */
    beginAfterSetting(by: number) {
      wall += by
      clock.begin({ wall: wall - by - minute, steady: steady - minute, offMax: 4 * day }, { wall, steady })
    },
    /** The machine starts with a clock that differs by so much from the last beat. */
    boot(by: number, offMax = 4 * day) {
      const beat = wall
      wall += by
      steady = 10_000
      clock.begin({ wall: beat, offMax }, { wall, steady })
    },
    now: () => wall * 1000,
  }
}

describe('a clock that is set while the server runs', () => {
  test('logs one line, and none for a correction by seconds', () => {
    const { clock, log, pass, set } = watched()
    pass(0)
    set(10_000)
    pass(30_000)
    assert.deepEqual(log, [])
    set(hour)
    pass(30_000)
    assert.equal(log.length, 1)
    assert.match(log[0]!, /^the clock of the machine was set.*"seconds":3600/)
    assert.equal(clock.isDoubtful(), false, 'an hour may be summer time of a machine whose zone is wrong')
  })

  test('days ahead: it is in doubt until it is set back, however long that takes', () => {
    const { clock, log, pass, set } = watched()
    pass(0)
    set(10 * day)
    assert.deepEqual(clock.doubt, { kind: 'ahead', seconds: 864_000 })
    pass(30 * day)
    assert.equal(clock.isDoubtful(), true)
    set(-10 * day + 7 * minute)
    assert.equal(clock.isDoubtful(), false)
    assert.equal(log.length, 2, log.join('\n'))
    assert.match(log[0]!, /may be wrong, it is ahead.*clockhouse clock confirm.*"seconds":864000/)
    assert.match(log[1]!, /trusted again/)
  })

  test('days ahead: it is in doubt until a person confirms it', () => {
    const { clock, pass, set } = watched()
    pass(0)
    set(60 * day)
    clock.confirm()
    pass(minute)
    assert.equal(clock.isDoubtful(), false)
  })

  test('by as much as a virtual machine may have been paused, the doubt ends by itself after an hour', () => {
    const { clock, pass, set } = watched()
    pass(0)
    set(62 * hour)
    assert.equal(clock.isDoubtful(), true)
    set(2 * hour)
    pass(59 * minute)
    assert.equal(clock.isDoubtful(), true)
    pass(minute)
    assert.equal(clock.isDoubtful(), false)
  })

  test('3 hours back: it is in doubt until it has caught up, or is set right', () => {
    for (const isSet of [false, true]) {
      const { clock, pass, set } = watched()
      pass(0)
      set(-3 * hour)
      assert.deepEqual(clock.doubt, { kind: 'behind', seconds: 10_800 })
      pass(minute)
      assert.equal(clock.isDoubtful(), true)
      if (isSet) set(3 * hour)
      else pass(2 * hour)
      assert.equal(clock.isDoubtful(), false)
    }
  })

  test('expiry is judged by the time that it would be, also before the next look', () => {
    const { clock, pass, set, now } = watched()
    pass(0)
    const right = now()
    assert.equal(clock.judging(right), right)
    set(365 * day)
    assert.equal(clock.judging(now()), right)
    pass(hour)
    assert.equal(clock.judging(now()), right + hour * 1000)
    set(-365 * day)
    assert.equal(clock.judging(now()), now())
    // A request comes before the next look.
    clock.read = () => ({ wall: noon + 400 * day, steady: 5 * day + hour })
    assert.equal(clock.judging((noon + 400 * day) * 1000), right + hour * 1000)
  })
})

describe('the clock when a server starts', () => {
  test('400 days ahead: it is in doubt from the first moment', () => {
    const { clock, boot, set } = watched()
    boot(400 * day)
    assert.deepEqual(clock.doubt, { kind: 'ahead', seconds: 400 * 86_400 })
    set(-400 * day + 8 * hour)
    assert.equal(clock.isDoubtful(), false, 'the machine was off overnight')
  })

  test('set while only the server was stopped: two hours are noticed', () => {
    const { clock, beginAfterSetting } = watched()
    beginAfterSetting(2 * hour)
    assert.equal(clock.isDoubtful(), true)
  })

  test('a machine that sleeps or is switched off every night and over weekends is never in doubt', () => {
    const { clock, log, pass, begin, boot } = watched()
    for (let night = 0; night < 30; night++) {
      pass(10 * hour)
      // It slept, which the even clock counts, or the server was restarted, or the machine.
      pass(14 * hour)
      begin(9 * hour, 'server')
      boot(night % 7 === 4 ? 3 * day : 14 * hour)
      assert.equal(clock.isDoubtful(), false)
    }
    assert.equal(log.length, 0, log.join('\n'))
  })

  test('a machine without a battery starts in 1970: it is in doubt until it is set', () => {
    const { clock, boot, set, pass } = watched()
    boot(-noon + 5000)
    assert.equal(clock.doubt?.kind, 'behind')
    pass(day)
    assert.equal(clock.isDoubtful(), true)
    set(noon)
    assert.equal(clock.isDoubtful(), false)
  })

  test('a database of an earlier version has no beat: only more than a month without a change is doubted', () => {
    const { clock, boot } = watched()
    boot(29 * day, 30 * day)
    assert.equal(clock.isDoubtful(), false)
    boot(31 * day, 30 * day)
    assert.equal(clock.isDoubtful(), true)
  })
})
