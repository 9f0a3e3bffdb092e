import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../../src/rules/language/messages.ts'
import { passwordProblem } from '../../src/rules/people/passwords.ts'
import { newCompanyProblems } from '../../src/rules/settings/new_company.ts'
import { proposedUsername } from '../../web/pages/people/username.ts'

const right = {
  company_name: 'Hill Roofing',
  tz: 'America/Denver',
  first_name: 'Ada',
  last_name: 'Hill',
  email: 'ada@hill.example',
  username: 'ada',
  password: 'four words of mine',
}

const cases: readonly [name: string, changed: Record<string, string>, fields: readonly string[]][] = [
  ['all that it needs', {}, []],
  ['a city for its zone', { tz: 'Berlin' }, []],
  ['empty names', { company_name: '', first_name: ' ', last_name: '' }, ['company_name', 'first_name', 'last_name']],
  ['an email without a domain', { email: 'anna@weber' }, ['email']],
  ['an email with spaces', { email: 'anna weber@hill.example' }, ['email']],
  ['an email with an empty part', { email: 'anna@hill..example' }, ['email']],
  ['a username with a space', { username: 'anna weber' }, ['username']],
  ['an unknown zone', { tz: 'Atlantis' }, ['tz']],
  ['one letter ten times as the password', { password: 'aaaaaaaaaa' }, ['password']],
  ['the username as the password', { username: 'adahillroofing', password: 'AdaHillRoofing' }, ['password']],
  ['a name of 101 letters', { company_name: 'x'.repeat(101) }, ['company_name']],
]

for (const [name, changed, fields] of cases)
  test(`a new company with ${name} is ${fields.length > 0 ? `refused for ${fields.join(', ')}` : 'accepted'}`, () => {
    assert.deepEqual(Object.keys(newCompanyProblems({ ...right, ...changed }, english)), fields)
  })

for (const password of ['aaaaaaaaaa', 'abababababab', '1234567890', '0987654321', 'abcdefghij', 'QwertyUiop'])
  test(`the password ${password} is too easy to guess`, () => {
    assert.equal(passwordProblem(password)?.code, 'password_guessable')
  })

for (const password of ['four words of mine', 'aaaaaaabcd', '1234567899'])
  test(`the password ${password} is accepted`, () => {
    assert.equal(passwordProblem(password), undefined)
  })

const usernames: readonly [person: Parameters<typeof proposedUsername>[0], taken: string[], username: string][] = [
  [{ email: '', first_name: '', last_name: '' }, [], ''],
  [{ email: '', first_name: 'Ana', last_name: 'Sílva' }, [], 'ana.silva'],
  [{ email: '', first_name: 'Mary Ann', last_name: 'O’Neil' }, [], 'maryann.oneil'],
  [{ email: 'Hannah.C@hill.example', first_name: 'Hannah', last_name: 'Cole' }, [], 'hannah.c'],
  [{ email: 'hannah', first_name: 'Hannah', last_name: '' }, [], 'hannah'],
  [{ email: '', first_name: 'Ana', last_name: 'Silva' }, ['ana.silva', 'ana.silva2'], 'ana.silva3'],
]

for (const [person, taken, username] of usernames)
  test(`the username proposed for ${JSON.stringify(person)} is “${username}”`, () => {
    assert.equal(proposedUsername(person, new Set(taken)), username)
  })
