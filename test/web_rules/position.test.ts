import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampRadius, eastOf, positionOf, radiusAfter, radiusOf, stepOf } from '../../web/components/map/position.ts'

test('coordinates are a position once both are valid', () => {
  const cases: [latitude: string, longitude: string, expected: [number, number] | undefined][] = [
    ['39.7', '-105.2', [39.7, -105.2]],
    [' 39,7 ', '-105,2', [39.7, -105.2]],
    ['0', '6.5', [0, 6.5]],
    // How the API writes that a location has none.
    ['0', '0', undefined],
    ['', '', undefined],
    ['39.7', '', undefined],
    ['91', '0', undefined],
    ['39.7', '-181', undefined],
    ['north', '-105.2', undefined],
  ]
  for (const [latitude, longitude, expected] of cases) {
    const position = expected && { latitude: expected[0], longitude: expected[1] }
    assert.deepEqual(positionOf(latitude, longitude), position, `${latitude}, ${longitude}`)
  }
})

test('a radius stays within its limits, in steps of 5 meters', () => {
  assert.deepEqual([2, 152, 153, 4000].map(clampRadius), [50, 150, 155, 1000])
  assert.deepEqual(
    ['', 'x', '20', '220'].map((text) => radiusOf(text, 'meters')),
    [undefined, undefined, 50, 220],
  )
  assert.deepEqual([radiusOf('20', 'feet'), radiusOf('985', 'feet')], [50, 300])
  assert.deepEqual(
    ['ArrowUp', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End', 'Tab'].map((key) => radiusAfter(key, 200)),
    [210, 190, 250, 150, 50, 1000, undefined],
  )
})

test('arrow keys move a marker by 10 pixels, with Shift by 1', () => {
  assert.deepEqual(stepOf('ArrowUp', false), [0, -10])
  assert.deepEqual(stepOf('ArrowRight', true), [1, 0])
  assert.equal(stepOf('Enter', false), undefined)
})

test('a degree is narrower far from the equator', () => {
  const at = (latitude: number) => eastOf({ latitude, longitude: 0 }, 1000).longitude
  assert.ok(Math.abs(at(60) - 2 * at(0)) < 1e-9)
})
