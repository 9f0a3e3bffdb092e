import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Refusal, RequestError } from '../../src/engine/errors.ts'
import type { Entry } from '../../src/rules/refusals/entry.ts'
import { textOf } from '../../src/rules/refusals/index.ts'
import { reason } from '../../src/rules/refusals/reason.ts'
import { type RefusalCode, refusals, refusalsBySubject } from '../../src/rules/refusals/table.ts'

const root = new URL('../../src/', import.meta.url).pathname
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('rules/refusals/'))
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }))
const entries = Object.entries<Entry>(refusals)
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

test('no two reasons for a refusal have the same code', () => {
  const codes = Object.values(refusalsBySubject).flatMap((some) => Object.keys(some))
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) < index),
    [],
  )
})

test('codes, fields and values are named as in the API', () => {
  for (const [code, { text, field = '' }] of entries) {
    assert.match(code, /^[a-z][a-z0-9_]*$/)
    assert.match(field, /^([a-z_]+(\.[a-z_]+)*)?$/, code)
    for (const name of namesIn(text)) assert.match(name, /^[a-z]+$/, code)
  }
})

test('the message for people fills in only what the sentence does, and the field', () => {
  for (const [code, { text, shown }] of entries)
    for (const name of namesIn(shown || ''))
      assert.ok(name === 'field' || namesIn(text).includes(name), `${code}: ${name}`)
})

test('every reason is used', () => {
  const used = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'([a-z0-9_]+)'/g)].map(([, word]) => word!)))
  assert.deepEqual(
    entries.flatMap(([code]) => (used.has(code) ? [] : [code])),
    [],
  )
})

test('what the server throws has a code, not a sentence', () => {
  const thrown = /new (?:Refusal|RequestError|MachineDown)\(\s*[^,()]+,\s*(`|'(?![a-z0-9_]+'))/
  assert.deepEqual(
    sources.flatMap(({ file, text }) => (thrown.test(text) ? [file] : [])),
    [],
  )
})

test('the sentence of a refusal begins with its field, unless it contains it', () => {
  for (const [error, expected] of [
    [
      new Refusal(417, 'jobcode_archived', { field: 'jobcode_id', name: 'Roof' }),
      'jobcode_id: the jobcode Roof is archived',
    ],
    [new Refusal(417, 'too_long', { field: 'name', max: 30 }), 'name must be at most 30 characters'],
    [new RequestError(417, 'date_malformed', { field: 'from' }), 'from: must be a date such as 2026-03-14'],
    [new RequestError(403, 'administrators_only'), 'only administrators may do this'],
  ] as const) {
    assert.equal(error.message, expected)
    assert.equal(textOf(error.reason), expected)
  }
})

test('a refusal names the field of its reason, if it has none of its own', () => {
  assert.deepEqual(new Refusal(417, 'nothing_would_change').reason, { code: 'nothing_would_change', field: 'action' })
  assert.deepEqual(new Refusal(417, 'nothing_would_change', { field: 'changes' }).reason.field, 'changes')
  assert.deepEqual(reason('too_long', { field: 'name', max: 30 }), {
    code: 'too_long',
    field: 'name',
    values: { max: 30 },
  })
})

test('a refusal with a missing or an unknown value does not compile', () => {
  const code: RefusalCode = 'too_long'
  // @ts-expect-error: max is missing.
  assert.match(new Refusal(417, code, { field: 'name' }).message, /undefined/)
  // @ts-expect-error: the sentence has no value of this name.
  assert.ok(new Refusal(417, 'too_long', { field: 'name', max: 30, min: 1 }))
  // @ts-expect-error: there is no such reason.
  assert.throws(() => new Refusal(417, 'much_too_long'))
})
