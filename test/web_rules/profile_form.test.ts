import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reason } from '../../src/rules/refusals/reason.ts'
import type { Me } from '../../web/api/start.ts'
import { changesOf, formOf, placed, rightsOf } from '../../web/pages/me/profile_form.ts'

const user = (general: object, more: object = {}) =>
  ({
    user: { email: 'olivia@northside.example', mobile_number: null },
    zone: 'America/Denver',
    settings: { general: { time_format: 12, ...general } },
    is_admin: false,
    may: () => false,
    ...more,
  }) as unknown as Me

test('saving a profile sends only what was changed', () => {
  const me = user({})
  const form = formOf(me)
  assert.deepEqual(changesOf(form, me), { person: {}, own: {} })
  assert.deepEqual(changesOf({ ...form, mobile: '555', language: 'de', clock: '24' }, me), {
    person: { mobile_number: '555' },
    own: { language: 'de', time_format: 24 },
  })
  assert.deepEqual(changesOf({ ...form, email: '', tz: 'Europe/Berlin' }, me), {
    person: { email: '' },
    own: { tz: 'Europe/Berlin' },
  })
})

test('managers of people may change their own address and number, and administrators their zone and clock', () => {
  const closed = { emp_panel: false }
  const none = { mayMove: false, mayClock: false, mayMail: false, mayCall: false }
  assert.deepEqual(rightsOf(user(closed)), none)
  const manages = { may: () => true }
  assert.deepEqual(rightsOf(user(closed, manages)), { ...none, mayMail: true, mayCall: true })
  assert.deepEqual(rightsOf(user(closed, { is_admin: true })), { ...none, mayMove: true, mayClock: true })
})

test('an error is shown at the field that it names, otherwise above the form', () => {
  assert.deepEqual(placed(null), {})
  const refusal = (field: string) => ({
    message: 'It is wrong.',
    reason: reason('must_be_a_text', { field }),
  })
  assert.deepEqual(placed(refusal('email')), { email: 'It is wrong.' })
  assert.deepEqual(placed(refusal('mobile_number')), { mobile: 'It is wrong.' })
  assert.deepEqual(placed(refusal('tz')), { form: 'It is wrong.' })
  assert.deepEqual(placed(new Error('The server could not be reached')), { form: 'The server could not be reached' })
})
