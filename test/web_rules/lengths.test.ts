import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inUnits, lengthText, metersIn, roundLength, unitsOf } from '../../web/components/map/lengths.ts'

test('lengths are in the units of the company’s country, or of the country of its time zone', () => {
  assert.equal(unitsOf('US', 'Europe/Berlin'), 'feet')
  assert.equal(unitsOf('DE', 'America/Denver'), 'meters')
  assert.equal(unitsOf('', 'America/Denver'), 'feet')
  assert.equal(unitsOf('', 'America/Toronto'), 'meters')
})

test('a length is written in the unit that fits', () => {
  assert.deepEqual(
    [150, 1500].map((meters) => lengthText(meters, 'meters')),
    ['150 m', '1.5 km'],
  )
  assert.deepEqual(
    [152, 200, 2414].map((meters) => lengthText(meters, 'feet')),
    ['500 ft', '655 ft', '1.5 mi'],
  )
})

test('a number of feet that was typed is shown again, although meters are stored', () => {
  for (let feet = 165; feet <= 3280; feet += 5) {
    const shown = inUnits(metersIn(feet, 'feet'), 'feet')
    assert.ok(Math.abs(shown - feet) < 4, `${feet} is shown as ${shown}`)
    if (feet % 50 === 0) assert.equal(shown, feet)
  }
})

test('a scale bar is as long as a round number', () => {
  assert.deepEqual([roundLength(3100, 'meters'), roundLength(740, 'meters')], [2000, 500])
  assert.deepEqual(
    [3500, 900, 100].map((meters) => lengthText(roundLength(meters, 'feet'), 'feet')),
    ['2 mi', '2,000 ft', '200 ft'],
  )
})
