import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileOf, namesIn, translated } from '../../build/catalogs.ts'
import { messagesOf } from '../../src/company/catalog.ts'
import { translator } from '../../src/rules/language/messages.ts'
import { textOf, withField } from '../../src/rules/refusals/index.ts'
import { type Reason, reason } from '../../src/rules/refusals/reason.ts'
import { type RefusalCode, refusals } from '../../src/rules/refusals/table.ts'
import { errorOf } from '../../web/api/request.ts'
import { refusalMessages } from '../../web/components/page/refusal_messages.ts'
import { explain, loadRefusals, refusalText } from '../../web/components/page/refusals.ts'
import { placed } from '../../web/pages/timesheet/entry/draft.ts'

await loadRefusals()

/** A refusal by the server, as the app shows it. */
const shown = (why: Reason) => refusalText(textOf(why), withField(why))

for (const code of ['en', ...translated])
  test(`each refusal that people can see is a sentence with its values in ${code}`, () => {
    const catalog = code === 'en' ? undefined : messagesOf(readFileSync(fileOf(code), 'utf8'))
    const translate = translator(code, catalog)
    for (const message of Object.values(refusalMessages)) {
      if (catalog) assert.ok(catalog[message], message)
      const names = namesIn(message)
      const text = translate(message, Object.fromEntries(names.map((name) => [name, `«${name}»`])))
      for (const name of names) assert.ok(text.includes(`«${name}»`), text)
      assert.doesNotMatch(text, /[{}]/)
    }
  })

test('a refusal is shown by its code, with its values, whatever its English sentence', () => {
  for (const [code, message] of Object.entries(refusalMessages)) {
    const values = Object.fromEntries(namesIn(message).map((name) => [name, `«${name}»`]))
    const text = refusalText('something else', { code: code as RefusalCode, field: '«field»', values })
    const expected = translator('en')(message, values).replace(/\.$/, '')
    assert.equal(text.replace(/\.$/, ''), expected)
    assert.doesNotMatch(text, /jobcode|timesheet/)
  }
})

for (const [what, why, expected] of [
  ['a day', reason('time_approved', { date: '2026-03-14' }), 'Time through Sat, Mar 14 is approved.'],
  ['a number', reason('lunch_too_long', { hours: 8.25 }), 'The lunch break must be shorter than 8.25 hours.'],
  [
    'a time of the week',
    reason('rules_overlap', { a: 'rule 1', b: 'Night', time: 'Mon 22:00' }),
    'Rules Rule 1 and Night overlap in time: both pay Monday 22:00.',
  ],
  ['what a text must be', reason('malformed', { field: 'Code', expected: 'digits' }), 'Code must be digits.'],
  ['a field without a label', reason('too_long', { field: 'name', max: 60 }), 'Name must be at most 60 characters.'],
  ['a name', reason('username_is_an_email', { username: 'amy' }), 'amy is another person’s email address.'],
] as const)
  test(`${what} in a refusal is written as on the page`, () => assert.equal(shown(why), expected))

test('a refusal is shown at the field of a form that it names, with the label of the field', () => {
  const labels = { name: 'Title', pay: 'Holiday pay', password: 'New password' }
  for (const [why, field, text] of [
    [reason('too_long', { field: 'name', max: 60 }), 'name', 'Title must be at most 60 characters.'],
    [reason('taken', { field: 'name', value: 'amy' }), 'name', 'Title: amy is taken.'],
    [reason('too_small', { field: 'pay.seconds', min: 36 }), 'pay', 'Holiday pay must be at least 36.'],
    [
      reason('password_too_short', { field: 'password', count: 10 }),
      'password',
      'The password must have at least 10 characters.',
    ],
    [reason('recording_not_allowed'), undefined, 'You may not record time for this person.'],
  ] as const) {
    assert.deepEqual(explain({ message: shown(why), reason: withField(why) }, labels), { field, text })
  }
})

test('a refusal of an entry is shown at its part of the form', () => {
  for (const [why, expected] of [
    [reason('overlaps', { id: 12, span: '8:00 to 9:00' }), { clash: 12 }],
    [reason('on_the_clock', { id: 12 }), { clash: 12 }],
    [reason('field_value_required', { name: 'Site', id: 7 }), { fields: { 7: 'Site is required.' } }],
    [reason('jobcode_archived', { field: 'jobcode_id', name: 'Roof' }), { job: 'The job Roof is archived.' }],
    [reason('end_not_after_start'), { end: 'The end must be after the start.' }],
    [reason('start_in_future'), { start: 'The start can’t be in the future.' }],
    [reason('timesheet_locked'), { general: 'The entry is locked.' }],
  ] as const)
    assert.deepEqual(placed({ message: shown(why), reason: withField(why) }), expected)
})

test('a refusal without a message for people, or with an unknown code, is shown in English', async () => {
  const why = reason('scope_missing', { field: 'id', scope: 'read' })
  assert.equal(refusals[why.code].shown, false)
  assert.equal(shown(why), 'Id: the scopes of this token do not include read.')
  assert.equal(refusalText('it is new', { code: 'a_new_code' as RefusalCode }), 'It is new.')
  const error = await errorOf(417, { message: textOf(why), reason: why })
  assert.deepEqual(
    [error.status, error.message, error.reason],
    [417, 'Id: the scopes of this token do not include read.', why],
  )
})

test('a refusal of an action is shown without its place in the action, which no form has', async () => {
  for (const [field, left] of [
    ['steps.3.data.17.pay_rate', 'pay_rate'],
    ['steps.3.data.17', undefined],
    ['steps.0.data.pay_rate', 'pay_rate'],
    ['amounts.2.pay_rate', 'amounts.2.pay_rate'],
  ] as const) {
    const why = reason('too_small', { field, min: 1 })
    const error = await errorOf(417, { message: textOf(why), reason: why })
    assert.equal(error.reason?.field, left)
    assert.doesNotMatch(error.message, /steps/)
  }
})
