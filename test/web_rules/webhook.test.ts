import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, draftOf, stateOf, type Webhook } from '../../web/pages/developers/webhook.ts'

const hook: Webhook = {
  ...{ id: 7, url: 'https://example.com/hook', description: '', types: ['group.*', '*.deleted'], payload: 'full' },
  ...{ filter: { group_ids: [3, 4], user_ids: [9] }, active: true, off_reason: '', waiting: 0, failures: 0 },
  ...{ next_attempt: null, sequence: 1, old_secret_until: null, created: '', created_by_user_id: 1, application: null },
}

test('a webhook that is edited keeps what the form does not show', () => {
  const { url, description, types, payload, filter, active } = hook
  assert.deepEqual(bodyOf(draftOf(hook), hook), { url, description, types, payload, filter, active })
  assert.deepEqual(bodyOf({ ...draftOf(hook), group: 5 }, hook).filter, { user_ids: [9], group_ids: [5] })
  assert.deepEqual(bodyOf({ ...draftOf(hook), group: 0 }, hook).filter, { user_ids: [9] })
})

test('a new webhook gets all events, as thin messages', () => {
  const body = bodyOf({ ...draftOf(undefined), url: ' https://a.example ' }, undefined)
  assert.deepEqual([body.url, body.types, body.filter, body.payload], ['https://a.example', ['*'], {}, 'thin'])
  assert.deepEqual(bodyOf({ ...draftOf(undefined), types: 'a.b, c.d\n\n*' }, undefined).types, ['a.b', 'c.d', '*'])
})

test('the state of a webhook shows whether the server switched it off', () => {
  const states = [{}, { failures: 2 }, { active: false }, { active: false, off_reason: 'gone' }]
  assert.deepEqual(
    states.map((change) => stateOf({ ...hook, ...change }).text),
    ['On', 'Failing', 'Off', 'Switched off'],
  )
})
