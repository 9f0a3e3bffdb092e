import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fill } from '../../src/rules/language/messages.ts'
import type { Entry } from '../../src/rules/refusals/entry.ts'
import { refusals } from '../../src/rules/refusals/table.ts'
import { explain, inPlainWords, plain } from '../../web/components/page/refusal.ts'
import { ofFields, others } from '../../web/components/page/refusal_texts.ts'
import { inOwnLanguage, loadRefusals } from '../../web/components/page/refusals.ts'

await loadRefusals()

/** Every text in the server’s code, with `{}` for what is filled in. */
const texts = globSync('src/**/*.ts', { cwd: new URL('../..', import.meta.url).pathname }).flatMap((path) => {
  const code = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  return [...code.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)].map(([, template, text]) =>
    (template?.replaceAll(/\$\{[^}]*\}/g, '{}') ?? text!.replaceAll(/\{\w+\}/g, '{}')).trim(),
  )
})

/** The sentences of refusals; one that consists of values only says nothing. */
const sentences = Object.values<Entry>(refusals)
  .map(({ text }) => text)
  .filter((text) => /\w{3}/.test(text.replaceAll(/\{\w+\}/g, '')))
  .map((text) => {
    const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return new RegExp(`^${parts.join('.+')}\\.?$`, 's')
  })

test('the server has each error text that the app knows, so none is left behind when its words change', () => {
  const known = [
    ...ofFields.map(([text]) => (text.startsWith(': ') ? text.slice(2) : `{field} ${text}`)),
    ...others.map(([text]) => text),
  ]
  for (const text of known) {
    const plain = text.replaceAll(/\{\w+\}/g, '{}')
    const isSentence = sentences.some((sentence) => sentence.test(text) || sentence.test(`{field} ${text}`))
    assert.ok(isSentence || texts.some((sent) => sent === plain || sent.endsWith(` ${plain}`)), text)
  }
})

test('each known error text is shown as itself, not as another that is like it', () => {
  for (const [known, message] of others) {
    const values = Object.fromEntries([...known.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `«${name}»`]))
    const text = fill(known, values)
    const shown = inOwnLanguage(text)
    assert.equal(shown?.replace(/\.$/, ''), fill(message, values).replace(/\.$/, ''), known)
    assert.equal(inOwnLanguage(`field_id: ${text}`), shown, known)
    assert.doesNotMatch(shown!, /\{|jobcode|timesheet/)
  }
})

for (const [name, shown, expected] of [
  [
    'a form',
    () => explain('Name must be at most 60 characters.', { name: 'Title' }).text,
    'Title must be at most 60 characters.',
  ],
  ['a value', () => explain('username: amy is taken', { username: 'Username' }).text, 'Username: amy is taken'],
  [
    'a job in a form',
    () => explain('jobcode_id: the jobcode Roof is archived', { jobcode_id: 'Job' }).text,
    'The job Roof is archived',
  ],
  ['an entry', () => plain('time through 2026-03-14 is approved.'), 'Time through Sat, Mar 14 is approved.'],
  ['an overlap', () => plain('Overlaps timesheet 12 (8:00 to 9:00)'), 'It overlaps another entry'],
  [
    'many records',
    () => inPlainWords('user_id: you may not record time of this user'),
    'You may not record time for this person',
  ],
  [
    'a field that no form has',
    () => plain('submitted_to must not be in the future.'),
    'The date can’t be in the future.',
  ],
  [
    'a rule that the app shares',
    () => explain('password: The password must have at least 10 characters.', { password: 'New password' }).text,
    'The password must have at least 10 characters.',
  ],
  ['something unknown', () => plain('jobcode_id: the timesheet is odd'), 'The entry is odd'],
] as const)
  test(`an error of the server about ${name} is shown in words of the page`, () => assert.equal(shown(), expected))
