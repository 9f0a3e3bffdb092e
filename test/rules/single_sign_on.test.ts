import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Claims,
  decideArrival,
  type Known,
  mappedGroup,
  readClaims,
  readDomain,
} from '../../src/rules/single_sign_on.ts'

const claims: Claims = {
  subject: 's',
  email: 'ada@acme.example',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Fox',
  username: 'ada',
  groups: undefined,
}
const none: Known = { linked: undefined, named: [], isTaken: false }
const company = { createsPeople: false, domains: ['acme.example'] }
const person = (id: number, more = {}) => ({ id, active: true, isLinked: false, ...more })
const refuse = (why: string) => ({ kind: 'refuse', why })

describe('who arrives from a provider', () => {
  const cases: [string, Partial<Claims>, Partial<Known>, Partial<typeof company>, object][] = [
    ['a linked person', {}, { linked: { id: 7, active: true } }, {}, { kind: 'enter', userId: 7 }],
    [
      'a linked person, whatever the address',
      { emailVerified: false, email: '' },
      { linked: { id: 7, active: true } },
      {},
      { kind: 'enter', userId: 7 },
    ],
    [
      'a linked person who is archived',
      {},
      { linked: { id: 7, active: false } },
      { createsPeople: true },
      refuse('archived'),
    ],
    ['a person with the address', {}, { named: [person(7)] }, {}, { kind: 'link', userId: 7 }],
    [
      'an archived one beside',
      {},
      { named: [person(6, { active: false }), person(7)] },
      {},
      { kind: 'link', userId: 7 },
    ],
    ['an unverified address', { emailVerified: false }, { named: [person(7)] }, {}, refuse('unverified')],
    ['no address', { email: '' }, {}, {}, refuse('unverified')],
    ['an address that is none', { email: 'acme.example' }, {}, { createsPeople: true }, refuse('unverified')],
    ['a foreign domain', { email: 'ada@acme.example.evil' }, { named: [person(7)] }, {}, refuse('foreign-domain')],
    ['a subdomain', { email: 'ada@a.acme.example' }, { named: [person(7)] }, {}, refuse('foreign-domain')],
    ['no domain of the company', {}, { named: [person(7)] }, { domains: [] }, refuse('foreign-domain')],
    ['two people', {}, { named: [person(7), person(8)] }, {}, refuse('ambiguous')],
    [
      'one who is linked to another account',
      {},
      { named: [person(7, { isLinked: true })] },
      {},
      refuse('linked-elsewhere'),
    ],
    [
      'only an archived one',
      {},
      { named: [person(7, { active: false })] },
      { createsPeople: true },
      refuse('archived'),
    ],
    ['no one', {}, {}, {}, refuse('unknown')],
    ['a new person', {}, {}, { createsPeople: true }, { kind: 'create', username: 'ada' }],
    [
      'a new person whose name is taken',
      {},
      { isTaken: true },
      { createsPeople: true },
      { kind: 'create', username: 'ada@acme.example' },
    ],
    [
      'a new person of a foreign domain',
      { email: 'ada@gmail.example' },
      {},
      { createsPeople: true },
      refuse('foreign-domain'),
    ],
  ]
  for (const [title, more, known, settings, expected] of cases)
    test(title, () =>
      assert.deepEqual(
        decideArrival({ ...claims, ...more }, { ...none, ...known }, { ...company, ...settings }),
        expected,
      ),
    )
})

describe('claims', () => {
  const read = (given: Record<string, unknown>, issuer = 'https://id.example') =>
    readClaims({ sub: 's', ...given }, { issuer, groupsClaim: 'groups' })
  const entra = 'https://login.microsoftonline.com/tenant/v2.0'
  const cases: [string, Record<string, unknown>, Partial<Claims>, string?][] = [
    ['verified as text', { email_verified: 'true' }, { emailVerified: true }],
    ['verified as a number', { email_verified: 1 }, { emailVerified: false }],
    ['verified as Entra ID says it', { xms_edov: true }, { emailVerified: true }, entra],
    ['not as others say it', { xms_edov: true }, { emailVerified: false }],
    ['a whole name', { name: ' Ada  Maria Fox ' }, { firstName: 'Ada Maria', lastName: 'Fox' }],
    ['one name', { name: 'Ada', email: 'a@b.example' }, { firstName: 'Ada', lastName: 'a' }],
    ['no name', { email: 'Ada@B.example' }, { firstName: 'ada', lastName: 'ada', email: 'ada@b.example' }],
    ['one group', { groups: 'crew' }, { groups: ['crew'] }],
    ['groups that are none', { groups: ['crew', 7, null] }, { groups: ['crew'] }],
    ['rubbish', { groups: 7, email: {}, name: 'x\0' }, { groups: undefined, email: '', firstName: '' }],
  ]
  for (const [title, given, expected, issuer] of cases)
    test(title, () => assert.deepEqual(read(given, issuer), { ...read(given, issuer), ...expected }))

  test('no usable subject', () => {
    for (const sub of [undefined, '', 7, 'x'.repeat(256), 'a\0']) assert.equal(read({ sub }), undefined)
  })
})

test('the first pair of the map counts', () => {
  const map = [
    ['office', 1],
    ['crew', 2],
  ] as const
  assert.equal(mappedGroup(['crew', 'office'], map), 1)
  assert.equal(mappedGroup(['crew'], map), 2)
  assert.equal(mappedGroup(['other'], map), undefined)
  assert.equal(mappedGroup(undefined, map), undefined)
})

test('domains', () => {
  for (const [given, expected] of [
    [' Example.COM. ', 'example.com'],
    ['@example.com', 'example.com'],
    ['a.b-c.example', 'a.b-c.example'],
    ['localhost', undefined],
    ['10.0.0.1', undefined],
    ['-a.example', undefined],
    ['a..example', undefined],
    ['a.example/x', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    ['', undefined],
  ] as const)
    assert.equal(readDomain(given), expected, given)
})
