import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { identityKey, isPlain } from '../../src/rules/text/identity.ts'

test('usernames and addresses are compared without case and spaces around them, and otherwise as they are', () => {
  const cases: [string, string, boolean][] = [
    ['Ada@Acme.example ', 'ada@acme.EXAMPLE', true],
    ['J\u00dcRGEN', 'j\u00fcrgen', true],
    ['\uff42oss', 'boss', false],
    ['bos\u02e2', 'boss', false],
    ['\ufb01ona', 'fiona', false],
    ['\ufb01ONA', '\ufb01ona', true],
    ['\u212aim', 'kim', false],
    ['a\u030angstrom', '\u00e5ngstrom', true],
    ['\u212bngstrom', '\u00e5ngstrom', false],
  ]
  for (const [one, other, same] of cases) assert.equal(identityKey(one) === identityKey(other), same, `${one} ${other}`)
})

test('no odd text has the key of a plain one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (odd, tail) => {
      fc.pre(!isPlain(odd.trim()))
      assert.ok(!isPlain(identityKey(odd)), odd)
      assert.notEqual(identityKey(odd), identityKey(`${odd}${tail}`.normalize('NFKC')))
    }),
  )
})
