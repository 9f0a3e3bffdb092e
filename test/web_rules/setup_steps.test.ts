import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAfter, type Step, stepAt } from '../../web/pages/welcome/steps.ts'

const step = (name: Step['name'], more: Partial<Step> = {}): Step => ({
  ...{ name, done: false, skipped: false, confirmed: false },
  ...more,
})
const steps = [step('people'), step('jobs', { done: true }), step('breaks', { skipped: true }), step('holidays')]
const [people, jobs, breaks, holidays] = steps as [Step, Step, Step, Step]

test('a page belongs to the step whose page it is, or is below', () => {
  const named = (location: string) => stepAt(steps, location)?.name
  assert.deepEqual(['/people', '/people/new', '/jobs/7', '/peoples', '/', '/reports'].map(named), [
    ...['people', 'people', 'jobs'],
    ...[undefined, undefined, undefined],
  ])
})

test('a settled step leads to the next open one, at the end to those before it, and an open one nowhere', () => {
  assert.deepEqual(
    [people, jobs, breaks, holidays].map((one) => nextAfter(steps, one)?.name),
    [undefined, 'holidays', 'holidays', undefined],
  )
  const last = { ...holidays, done: true }
  assert.equal(nextAfter([people, jobs, breaks, last], last)?.name, 'people')
  assert.equal(nextAfter([jobs, breaks], jobs), undefined, 'the setup is finished')
})
