import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  daysBetween,
  instantOf,
  isDate,
  isZone,
  localDate,
  offsetSeconds,
  parseInstant,
  printLocal,
  printUtc,
  weekday,
  weekOf,
  writtenDate,
} from '../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../src/rules/time/pay_periods.ts'
import { isFull } from '../support/tiers.ts'

const at = (text: string) => parseInstant(text)!.instant
const seconds = (from: string, to: string) => (at(to) - at(from)) / 1e6

describe('dates', () => {
  for (const [format, written] of [
    ['us', '3/9/2026'],
    ['eu', '09/03/2026'],
    ['iso', '2026-03-09'],
  ])
    test(`dates in the format ${format} are written as ${written}`, () =>
      assert.equal(writtenDate('2026-03-09', format), written))

  test('isDate accepts dates from 1000 to 9999 that exist, as YYYY-MM-DD, and nothing else', () => {
    for (const good of ['2026-03-01', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31', '2026-04-30']) {
      assert.equal(isDate(good), true, good)
    }
    const bad = ['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0999-01-01']
    for (const text of [...bad, '', '2026-3-1', '2026-03-01 ', '20260301', '2026/03/01', '2026-03-0a', '٢٠٢٦-٠٣-٠١']) {
      assert.equal(isDate(text), false, text)
    }
  })

  test('days are added and counted across months, weekdays count from Sunday, and weeks begin on a chosen day', () => {
    assert.equal(addDays('2026-02-28', 1), '2026-03-01')
    assert.equal(addDays('2024-02-28', 1), '2024-02-29')
    assert.equal(addDays('2026-01-01', -1), '2025-12-31')
    assert.equal(addDays('1899-12-31', 1), '1900-01-01')
    assert.equal(addDays('9999-12-31', 1), '9999-12-31')
    assert.equal(addDays('1000-01-01', -1), '1000-01-01')
    assert.equal(daysBetween('2026-03-01', '2026-03-08'), 7)
    assert.equal(daysBetween('2026-03-08', '2026-03-01'), -7)
    assert.equal(weekday('2026-03-01'), 0)
    assert.equal(weekday('2026-03-07'), 6)
    assert.equal(weekday('1969-12-31'), 3)
    assert.equal(weekOf('2026-03-04', 0), '2026-03-01')
    assert.equal(weekOf('2026-03-01', 0), '2026-03-01')
    assert.equal(weekOf('2026-03-01', 1), '2026-02-23')
    assert.equal(weekOf('2026-03-04', 4), '2026-02-26')
  })

  test('dates, their distances and their weekdays match those of Temporal', () => {
    const days = fc.integer({ min: -350_000, max: 2_900_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, n) => {
        const date = Temporal.PlainDate.from('1970-01-01').add({ days: day })
        assert.equal(isDate(date.toString()), true)
        assert.equal(addDays('1970-01-01', day), date.toString())
        assert.equal(addDays(date.toString(), n), date.add({ days: n }).toString())
        assert.equal(daysBetween('1970-01-01', date.toString()), day)
        assert.equal(weekday(date.toString()), date.dayOfWeek % 7)
      }),
    )
  })

  test('date arithmetic is right at the beginning and end of every month from 0001 to 9999', () => {
    let first = -719_162
    for (let year = 1; year <= 9999; year++) {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      for (let month = 1; month <= 12; month++) {
        const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
        for (const day of [1, days]) {
          const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const n = first + day - 1
          // Texts for assertions that hold would take most of the time.
          if (daysBetween('1970-01-01', date) !== n || isDate(date) !== year >= 1000) assert.fail(`${date} is day ${n}`)
          if (year >= 1000 && addDays('1970-01-01', n) !== date) assert.fail(`day ${n} is ${date}`)
          if (weekday(date) !== (((n + 4) % 7) + 7) % 7) assert.fail(`weekday of ${date}`)
        }
        first += days
      }
    }
  })

  test('a date falls into the pay period that the company’s settings describe', () => {
    const cases: [string, Record<string, string>, string, string][] = [
      ['2026-01-03', { payroll_type: 'biweekly', payroll_end_date: '2026-01-03' }, '2025-12-21', '2026-01-03'],
      ['2026-01-04', { payroll_type: 'biweekly', payroll_end_date: '2026-01-03' }, '2026-01-04', '2026-01-17'],
      ['2026-01-04', { payroll_type: 'fourweekly', payroll_end_date: '2026-01-03' }, '2026-01-04', '2026-01-31'],
      ['2025-06-01', { payroll_type: 'biweekly', payroll_end_date: '2026-01-03' }, '2025-05-25', '2025-06-07'],
      ['2026-01-04', { payroll_type: 'weekly', payroll_end_date: '2026-01-03' }, '2026-01-04', '2026-01-10'],
      ['2026-03-08', { payroll_type: 'weekly', payroll_end_date: '2026-01-03' }, '2026-03-08', '2026-03-14'],
      ['2026-02-10', { payroll_type: 'monthly', payroll_month_end_day: '31' }, '2026-02-01', '2026-02-28'],
      ['2026-01-10', { payroll_type: 'monthly', payroll_month_end_day: '1' }, '2026-01-02', '2026-02-01'],
      ['2026-01-01', { payroll_type: 'monthly', payroll_month_end_day: '1' }, '2025-12-02', '2026-01-01'],
      ['2026-12-26', { payroll_type: 'monthly', payroll_month_end_day: '25' }, '2026-12-26', '2027-01-25'],
      ['2026-03-31', { payroll_type: 'monthly', payroll_month_end_day: '30' }, '2026-03-31', '2026-04-30'],
      ['2026-03-05', { payroll_type: 'monthly', payroll_month_end_day: '30' }, '2026-03-01', '2026-03-30'],
    ]
    const semi = (first: string, last: string) => ({
      payroll_type: 'semimonthly',
      payroll_first_end_day: first,
      payroll_last_end_day: last,
    })
    cases.push(
      ['2024-02-10', semi('15', '31'), '2024-02-01', '2024-02-15'],
      ['2024-02-16', semi('15', '31'), '2024-02-16', '2024-02-29'],
      ['2026-01-16', semi('1', '16'), '2026-01-02', '2026-01-16'],
      ['2026-01-17', semi('1', '16'), '2026-01-17', '2026-02-01'],
      ['2026-02-28', semi('30', '31'), '2026-02-01', '2026-02-28'],
      ['2026-03-31', semi('30', '31'), '2026-03-31', '2026-03-31'],
    )
    for (const [date, settings, start, end] of cases) {
      assert.deepEqual(payPeriodOf(date, settings), { start, end }, `${date} ${JSON.stringify(settings)}`)
    }
    assert.deepEqual(payPeriodOf('2026-01-04', {}), { start: '2026-01-04', end: '2026-01-17' })
    assert.deepEqual(payPeriodOf('2026-01-04', { payroll_type: 'monthly', payroll_month_end_day: 'x' }), {
      start: '2026-01-01',
      end: '2026-01-31',
    })
  })

  test('pay periods follow one another without a gap', () => {
    const settings = fc.record({
      payroll_type: fc.constantFrom('weekly', 'biweekly', 'fourweekly', 'semimonthly', 'monthly'),
      payroll_end_date: fc.constantFrom('2018-09-28', '2026-01-03', '2030-02-28'),
      payroll_first_end_day: fc.integer({ min: 1, max: 31 }),
      payroll_last_end_day: fc.integer({ min: 1, max: 31 }).map(String),
      payroll_month_end_day: fc.integer({ min: 1, max: 31 }).map(String),
    })
    fc.assert(
      fc.property(settings, fc.integer({ min: 0, max: 20_000 }), (general, day) => {
        const date = addDays('1990-01-01', day)
        const period = payPeriodOf(date, general)
        assert.ok(period.start <= date && date <= period.end)
        assert.deepEqual(payPeriodOf(period.start, general), period)
        assert.deepEqual(payPeriodOf(period.end, general), period)
        assert.equal(payPeriodOf(addDays(period.end, 1), general).start, addDays(period.end, 1))
      }),
    )
  })
})

describe('instants as text', () => {
  const good: [string, string, number][] = [
    ['2026-03-01T00:00:00+00:00', '2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00-00:00', '2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00-07:00', '2026-03-01T07:00:00Z', -25200],
    ['2026-03-01T00:00:00-0600', '2026-03-01T06:00:00Z', -21600],
    ['2026-03-01T00:00:00-06', '2026-03-01T06:00:00Z', -21600],
    ['2026-03-01T00:00:00+05:45', '2026-02-28T18:15:00Z', 20700],
    ['2026-03-01T00:00:00 00:00', '2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00 02:00', '2026-02-28T22:00:00Z', 7200],
    ['2026-03-01T00:00:00 0200', '2026-02-28T22:00:00Z', 7200],
    ['2026-03-01T00:00:00 02', '2026-02-28T22:00:00Z', 7200],
    ['2026-03-01T00:00:00%2B02:00', '2026-02-28T22:00:00Z', 7200],
    ['2026-03-01T00:00:00%2b0200', '2026-02-28T22:00:00Z', 7200],
    ['2026-03-01 08:15:30-07:00', '2026-03-01T15:15:30Z', -25200],
    ['2026-03-01 08:15 07:00', '2026-03-01T01:15:00Z', 25200],
    ['2026-03-01 08:15:30 -0700', '2026-03-01T15:15:30Z', -25200],
    ['2026-03-01T08:15-07:00', '2026-03-01T15:15:00Z', -25200],
    ['2026-03-01T08:15:30.5Z', '2026-03-01T08:15:30.5Z', 0],
    ['2026-03-01T08:15:30.123456789+00:00', '2026-03-01T08:15:30.123456Z', 0],
    ['2026-03-01T08:15:30.000001Z', '2026-03-01T08:15:30.000001Z', 0],
    ['1969-12-31T23:59:59.75Z', '1969-12-31T23:59:59.75Z', 0],
    ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00Z', 50400],
    ['1900-01-01T00:00:00-14:00', '1900-01-01T14:00:00Z', -50400],
    ['2200-12-31T23:59:59-14:00', '2201-01-01T13:59:59Z', -50400],
  ]
  for (const [text, same, offset] of good) {
    test(`${text} is read as ${same} with an offset of ${offset} seconds`, () => {
      const instant = Number(Temporal.Instant.from(same).epochNanoseconds / 1000n)
      assert.deepEqual(parseInstant(text), { instant, offsetSeconds: offset })
      assert.deepEqual(parseInstant(text, { zone: 'Asia/Kathmandu' }), { instant, offsetSeconds: offset })
    })
  }

  test('parseInstant refuses invalid texts', () => {
    const dates = ['2026-02-29', '2026-13-01', '2026-00-01', '2026-01-32', '1899-12-31', '2201-01-01', '0000-00-00']
    const times = ['T24:00:00Z', 'T12:60:00Z', 'T23:59:60Z', 'T12:00:00+14:01', 'T12:00:00-15:00', 'T12:00:00+02:60']
    const shapes = ['', 'now', '2026-03-01', '2026-03-01T', '2026-03-01T12Z', '2026-03-01T1200Z', '20260301T120000Z']
    const unfinished = ['2026-03-01T12:00:00', '2026-03-01T12:00:00.Z', '2026-03-01T12:00:00+', '2026-03-01T12:00:00+2']
    const ends = [' 2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z ', '2026-03-01T12:00:00Z\n', '2026-03-01T12:00:00ZZ']
    const more = ['2026-03-01T12:00:00++02:00', '2026-03-01T12:00:00  02:00', '2026-03-01T12:00:00%2D02:00']
    const texts = dates.map((date) => `${date}T12:00:00Z`).concat(times.map((time) => `2026-03-01${time}`))
    for (const text of [...texts, ...shapes, ...unfinished, ...ends, ...more])
      assert.equal(parseInstant(text), undefined, text)
    assert.equal(parseInstant('2026-02-29T12:00:00', { zone: 'UTC' }), undefined)
  })

  test('a text without an offset is a local time in the zone that is passed', () => {
    const zone = 'America/Los_Angeles'
    const cases: [string, string, number][] = [
      ['2026-03-01T08:00:00', '2026-03-01T08:00:00-08:00', -28800],
      ['2026-07-01 08:00', '2026-07-01T08:00:00-07:00', -25200],
      ['2026-03-08T02:30:00', '2026-03-08T03:30:00-07:00', -25200],
      ['2026-11-01T01:30:00.25', '2026-11-01T01:30:00.25-07:00', -25200],
    ]
    for (const [text, same, offset] of cases) {
      assert.deepEqual(parseInstant(text, { zone }), { instant: at(same), offsetSeconds: offset })
    }
  })

  test('parsing a printed instant returns that instant, to the second', () => {
    fc.assert(
      fc.property(someInstant(1901, 2199), someZone(), (instant, zone) => {
        const second = Math.floor(instant / 1e6) * 1e6
        assert.equal(parseInstant(printLocal(instant, zone))!.instant, second)
        assert.equal(parseInstant(printUtc(instant))!.instant, second)
      }),
    )
  })
})

describe('time zones', () => {
  test('isZone accepts IANA names in their exact spelling, and other names throw when used', () => {
    for (const good of ['UTC', 'America/Los_Angeles', 'US/Pacific', 'Asia/Calcutta', 'Etc/GMT+5', 'Europe/Berlin']) {
      assert.equal(isZone(good), true, good)
    }
    for (const bad of ['', 'Mars/Phobos', '+05:30', '-08', 'america/los_angeles', 'tsMT', 'Z', '__proto__', 'EST7']) {
      assert.equal(isZone(bad), false, bad)
    }
    assert.throws(() => offsetSeconds(0, 'Mars/Phobos'), RangeError)
  })

  // The table of cases: zone, date, hours shown by clocks, and the instant as printed.
  const walls: [string, string, number, string][] = [
    ['America/Los_Angeles', '2026-03-08', 1.5, '2026-03-08T01:30:00-08:00'],
    ['America/Los_Angeles', '2026-03-08', 2.5, '2026-03-08T03:30:00-07:00'],
    ['America/Los_Angeles', '2026-03-08', 3, '2026-03-08T03:00:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 1.5, '2026-11-01T01:30:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 2, '2026-11-01T02:00:00-08:00'],
    ['Europe/Berlin', '2026-03-29', 2.5, '2026-03-29T03:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25', 2.5, '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25', 3, '2026-10-25T03:00:00+01:00'],
    ['Australia/Lord_Howe', '2026-10-04', 2.25, '2026-10-04T02:45:00+11:00'],
    ['Australia/Lord_Howe', '2026-04-05', 1.75, '2026-04-05T01:45:00+11:00'],
    ['Australia/Lord_Howe', '2026-04-05', 2, '2026-04-05T02:00:00+10:30'],
    ['Asia/Kathmandu', '2026-03-29', 2.5, '2026-03-29T02:30:00+05:45'],
    ['Pacific/Apia', '2011-12-30', 12, '2011-12-31T12:00:00+14:00'], // a day that Samoa skipped
    ['America/Los_Angeles', '2026-03-08', 24, '2026-03-09T00:00:00-07:00'],
    ['Africa/Cairo', '2026-04-24', 0, '2026-04-24T01:00:00+03:00'], // a day without midnight
  ]
  for (const [zone, date, hours, text] of walls) {
    test(`${hours} h on ${date} in ${zone} is ${text}`, () => {
      const instant = instantOf(date, hours * 3600, zone)
      assert.equal(printLocal(instant, zone), text)
      assert.equal(instant, at(text))
    })
  }

  test('printed instants are rounded down to the second', () => {
    assert.equal(printUtc(at('2026-03-01T08:15:30.999999Z')), '2026-03-01T08:15:30+00:00')
    assert.equal(printUtc(-1), '1969-12-31T23:59:59+00:00')
    assert.equal(printLocal(-1, 'Asia/Kathmandu'), '1970-01-01T05:29:59+05:30')
  })

  test('a printed offset with seconds is rounded to minutes, and its instant is not', () => {
    // Liberia was 44:30 behind until 1972.
    assert.equal(offsetSeconds(0, 'Africa/Monrovia'), -2670)
    assert.equal(printLocal(0, 'Africa/Monrovia'), '1969-12-31T23:15:00-00:45')
  })

  test('local times match those of Temporal from 1970 to 2100', () => {
    fc.assert(
      fc.property(someInstant(1970, 2099), someZone(), (instant, zone) => agree(instant, zone)),
      { numRuns: isFull ? 10_000 : 1000 },
    )
  })

  test('local times match those of Temporal outside the tables, too', () => {
    fc.assert(
      fc.property(someInstant(1700, 2254), someZone(), (instant, zone) => agree(instant, zone)),
      { numRuns: isFull ? 3000 : 500 },
    )
    const edges = ['1899-12-29T23:59:59Z', '1899-12-30T00:00:00Z', '2201-01-02T23:59:59Z', '2201-01-03T00:00:00Z']
    for (const edge of edges) for (const zone of near) agree(Temporal.Instant.from(edge).epochMilliseconds * 1000, zone)
  })

  test('local times match those of Temporal around every clock change of 2026 and 2027', () => {
    for (const zone of zones) {
      let moment = Temporal.Instant.from('2026-01-01T00:00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
      for (; moment && moment.year < 2028; moment = moment.getTimeZoneTransition('next')) {
        for (const minutes of [-61, -30, -1, 0, 1, 29, 59, 121]) {
          agree(moment.epochMilliseconds * 1000 + minutes * 60e6, zone)
          agree(moment.epochMilliseconds * 1000 + minutes * 60e6 - 1, zone)
        }
      }
    }
  })
})

describe('shifts across midnight and clock changes', () => {
  // Elapsed time comes from instants: half an hour of unpaid break leaves 7.0 and 9.0 hours paid.
  const shifts: [string, string, string, number][] = [
    ['America/Los_Angeles', '2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00', 7.5],
    ['America/Los_Angeles', '2026-10-31T23:00:00-07:00', '2026-11-01T07:30:00-08:00', 9.5],
    ['Europe/Berlin', '2026-03-28T23:00:00+01:00', '2026-03-29T07:30:00+02:00', 7.5],
    ['Europe/Berlin', '2026-10-24T23:00:00+02:00', '2026-10-25T07:30:00+01:00', 9.5],
    ['Australia/Lord_Howe', '2026-10-03T23:00:00+10:30', '2026-10-04T07:30:00+11:00', 8],
    ['Australia/Lord_Howe', '2026-04-04T23:00:00+11:00', '2026-04-05T07:30:00+10:30', 9],
    ['Asia/Kathmandu', '2026-03-28T23:00:00+05:45', '2026-03-29T07:30:00+05:45', 8.5],
  ]
  for (const [zone, start, end, hours] of shifts) {
    test(`a shift in ${zone} from ${start} to ${end} lasts ${hours} h`, () => {
      assert.equal(seconds(start, end), hours * 3600)
      assert.equal(printLocal(at(start), zone), start)
      assert.equal(printLocal(at(end), zone), end)
      assert.equal(localDate(at(start), zone), start.slice(0, 10))
    })
  }

  const repeated: [string, string, string, number][] = [
    ['America/Los_Angeles', '2026-11-01T01:30:00-07:00', '2026-11-01T01:30:00-08:00', 3600],
    ['Europe/Berlin', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00', 3600],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00+11:00', '2026-04-05T01:45:00+10:30', 1800],
  ]
  for (const [zone, first, second, length] of repeated) {
    test(`${first} and ${second} are ${length / 60} minutes apart, although clocks in ${zone} show the same`, () => {
      assert.equal(seconds(first, second), length)
      // Both keep their offset when printed again, whatever else of the entry is edited.
      assert.equal(printLocal(at(first), zone), first)
      assert.equal(printLocal(at(second), zone), second)
    })
  }

  test('a shift belongs to the day it starts on, in the zone of the worker, not of the editor', () => {
    const start = at('2026-03-03T20:30:00-07:00') // 22:30 in New York, typed in by someone in Denver
    assert.equal(localDate(start, 'America/New_York'), '2026-03-03')
    assert.equal(printLocal(start, 'America/New_York'), '2026-03-03T22:30:00-05:00')
    assert.equal(localDate(at('2026-03-03T23:00:00-07:00'), 'America/New_York'), '2026-03-04')
  })

  test('a shift from 22:00 to 06:00 splits at local midnight', () => {
    for (const zone of ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      const start = instantOf('2026-06-10', 22 * 3600, zone)
      const end = instantOf('2026-06-11', 6 * 3600, zone)
      const midnight = instantOf(addDays(localDate(start, zone), 1), 0, zone)
      assert.deepEqual([(midnight - start) / 3600e6, (end - midnight) / 3600e6], [2, 6])
    }
  })
})

const zones = Intl.supportedValuesOf('timeZone')
const near = ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']

function someZone() {
  return fc.oneof(fc.constantFrom(...near), fc.constantFrom(...zones))
}

function someInstant(firstYear: number, lastYear: number) {
  return fc.integer({ min: Date.UTC(firstYear, 0, 1) * 1000, max: Date.UTC(lastYear + 1, 0, 1) * 1000 - 1 })
}

// offsetSeconds, localDate, printLocal and instantOf agree with Temporal about this instant.
function agree(instant: number, zone: string) {
  const moment = new Temporal.ZonedDateTime(BigInt(instant) * 1000n, zone)
  assert.equal(offsetSeconds(instant, zone), moment.offsetNanoseconds / 1e9)
  assert.equal(localDate(instant, zone), moment.toPlainDate().toString())
  const text = printLocal(instant, zone)
  if (moment.offsetNanoseconds % 60e9 === 0) {
    const options = { smallestUnit: 'second', roundingMode: 'floor', timeZoneName: 'never' } as const
    assert.equal(text, moment.toString(options))
  } else assert.equal(Temporal.Instant.from(text).epochMilliseconds, Math.floor(instant / 1e6) * 1000)
  // Back from the local time of this instant, and from the one UTC shows, which the zone may have skipped or repeat.
  for (const wall of [moment.toPlainDateTime(), moment.withTimeZone('UTC').toPlainDateTime()]) {
    const plain = wall.round({ smallestUnit: 'second', roundingMode: 'floor' })
    const ofDay = plain.hour * 3600 + plain.minute * 60 + plain.second
    const back = plain.toZonedDateTime(zone, { disambiguation: 'compatible' })
    assert.equal(instantOf(plain.toPlainDate().toString(), ofDay, zone), Number(back.epochNanoseconds / 1000n))
  }
}
