import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commonPasswordProblem } from '../../src/rules/people/common_passwords.ts'

describe('common passwords', () => {
  const names = ['olivia', 'olivia.hart@northside.example', 'Northside Builders']
  for (const [password, refused] of [
    ['password123', true],
    ['PassWord-123', true],
    ['q1w2e3r4t5', true],
    ['clockhouse', true],
    ['ClockHouse2026!', true],
    ['oliviaolivia', true],
    ['Olivia-2026', true],
    ['olivia.hart 1', true],
    ['northside builders', true],
    ['Northside Builders 99 abc', true],
    ['correct horse battery', false],
    ['olivia likes rain', false],
    ['a password of my own', false],
    ['zwölf graue Katzen', false],
    ['密碼是很長的一句話啊', false],
    ['', false],
  ] as const)
    test(`the password ${JSON.stringify(password)} is ${refused ? 'refused' : 'accepted'}`, () => {
      assert.equal(commonPasswordProblem(password, names) !== undefined, refused)
    })

  test('short and empty names of a person refuse no password', () => {
    assert.equal(commonPasswordProblem('a long sentence', ['', 'a', 'Lee', '@']), undefined)
  })
})
