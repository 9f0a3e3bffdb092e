import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Claims,
  decideArrival,
  type Known,
  mappedGroup,
  missingClaims,
  readClaims,
  readDomain,
} from '../../src/rules/people/single_sign_on.ts'

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
const person = (id: number, more = {}) => ({
  ...{ id, active: true, isLinked: false, hasPassword: true, vouched: 'administrator' as const },
  ...more,
})
const claimant = (id: number, more = {}) => person(id, { vouched: 'person', ...more })
const refuse = (why: string) => ({ kind: 'refuse', why })

describe('a sign-in from a provider', () => {
  const cases: [string, Partial<Claims>, Partial<Known>, Partial<typeof company>, object][] = [
    ['a linked person signs in', {}, { linked: { id: 7, active: true } }, {}, { kind: 'enter', userId: 7 }],
    [
      'a linked person signs in with any address',
      { emailVerified: false, email: '' },
      { linked: { id: 7, active: true } },
      {},
      { kind: 'enter', userId: 7 },
    ],
    [
      'a linked person who is archived is refused',
      {},
      { linked: { id: 7, active: false } },
      { createsPeople: true },
      refuse('archived'),
    ],
    [
      'a person with the address is linked',
      {},
      { named: [person(7)] },
      {},
      { kind: 'link', userId: 7, vouched: 'administrator' },
    ],
    [
      'a person with the address is linked even if an archived one has it, too',
      {},
      { named: [person(6, { active: false }), person(7)] },
      {},
      { kind: 'link', userId: 7, vouched: 'administrator' },
    ],
    ['an unverified address is refused', { emailVerified: false }, { named: [person(7)] }, {}, refuse('unverified')],
    ['a sign-in without an address is refused', { email: '' }, {}, {}, refuse('no-address')],
    ['an invalid address is refused', { email: 'acme.example' }, {}, { createsPeople: true }, refuse('unverified')],
    [
      'an address of another domain is refused',
      { email: 'ada@acme.example.evil' },
      { named: [person(7)] },
      {},
      refuse('foreign-domain'),
    ],
    [
      'an address of a subdomain is refused',
      { email: 'ada@a.acme.example' },
      { named: [person(7)] },
      {},
      refuse('foreign-domain'),
    ],
    [
      'every address is refused if the company has no domain',
      {},
      { named: [person(7)] },
      { domains: [] },
      refuse('foreign-domain'),
    ],
    [
      'an address that two people have is refused as ambiguous',
      {},
      { named: [person(7), person(8)] },
      {},
      refuse('ambiguous'),
    ],
    [
      'a person who is linked to another account is refused',
      {},
      { named: [person(7, { isLinked: true })] },
      {},
      refuse('linked-elsewhere'),
    ],
    [
      'an address that only an archived person has is refused',
      {},
      { named: [person(7, { active: false })] },
      { createsPeople: true },
      refuse('archived'),
    ],
    ['an unknown person is refused', {}, {}, {}, refuse('unknown')],
    [
      'an address that others claim for themselves belongs to the one for whom someone else vouches',
      {},
      { named: [claimant(6), person(7, { vouched: 'scim' }), claimant(8)] },
      {},
      { kind: 'link', userId: 7, vouched: 'scim' },
    ],
    [
      'a person whose address no one vouches for is asked for the password',
      {},
      { named: [claimant(7)] },
      {},
      { kind: 'ask', userIds: [7], mayCreate: false },
    ],
    [
      'the same goes for addresses from before vouching was recorded, of several people, and where people are added',
      {},
      { named: [claimant(7, { vouched: '' }), claimant(8), claimant(9, { isLinked: true })] },
      { createsPeople: true },
      { kind: 'ask', userIds: [7, 8], mayCreate: true },
    ],
    [
      'an address from before vouching was recorded that only an archived person has is refused',
      {},
      { named: [claimant(7, { vouched: '', active: false })] },
      { createsPeople: true },
      refuse('archived'),
    ],
    [
      'an address from before vouching was recorded of a person who is linked to another account is refused',
      {},
      { named: [claimant(7, { vouched: '', isLinked: true })] },
      { createsPeople: true },
      refuse('linked-elsewhere'),
    ],
    [
      'an address from before vouching was recorded of someone without a password is refused',
      {},
      { named: [claimant(7, { vouched: '', hasPassword: false })] },
      { createsPeople: true },
      refuse('unproved'),
    ],
    [
      'a claim of someone without a password is refused',
      {},
      { named: [claimant(7, { hasPassword: false })] },
      {},
      refuse('unproved'),
    ],
    [
      'a claim of someone without a password keeps no one out',
      {},
      { named: [claimant(7, { hasPassword: false })] },
      { createsPeople: true },
      { kind: 'create', username: 'ada' },
    ],
    [
      'an archived claimant keeps no one out',
      {},
      { named: [claimant(7, { active: false })] },
      { createsPeople: true },
      { kind: 'create', username: 'ada' },
    ],
    [
      'an unknown person is created if the company allows that',
      {},
      {},
      { createsPeople: true },
      { kind: 'create', username: 'ada' },
    ],
    [
      'an unknown person whose username is taken is created with the address as username',
      {},
      { isTaken: true },
      { createsPeople: true },
      { kind: 'create', username: 'ada@acme.example' },
    ],
    [
      'an unknown person of another domain is refused',
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

describe('someone who was asked for a password', () => {
  const decide = (createsPeople: boolean, answered: Parameters<typeof decideArrival>[3]) =>
    decideArrival(claims, { ...none, named: [claimant(7)] }, { ...company, createsPeople }, answered)

  test('someone who was asked for a password is linked to the person whose password it was', () =>
    assert.deepEqual(decide(false, { userId: 7 }), { kind: 'link', userId: 7, vouched: 'password' }))
  test('someone who was asked for a password is not linked to anyone else', () =>
    assert.equal(decide(false, { userId: 8 }).kind, 'ask'))
  test('someone who was asked for a password becomes a new person only where people are added', () => {
    assert.equal(decide(true, 'new').kind, 'create')
    assert.equal(decide(false, 'new').kind, 'ask')
  })
})

describe('what verifies an address', () => {
  const entra = 'https://login.microsoftonline.com/tenant/v2.0'
  const elsewhere = 'https://id.example'
  const cases: [string, Record<string, unknown>, string, boolean, boolean][] = [
    ['Entra ID of the United States', { xms_edov: true }, 'https://login.microsoftonline.us/t/v2.0', false, true],
    ['Entra ID of China', { xms_edov: '1' }, 'https://login.partner.microsoftonline.cn/t/v2.0', false, true],
    [
      'a host that begins like Entra ID',
      { xms_edov: true },
      'https://login.microsoftonline.com.evil.example/',
      false,
      false,
    ],
    ['a provider that says nothing', {}, elsewhere, false, false],
    ['a statement for one that says nothing', {}, elsewhere, true, true],
    ['a statement for one that says null', { email_verified: null }, elsewhere, true, true],
    ['no statement against a provider that says no', { email_verified: false }, elsewhere, true, false],
    ['no statement against Entra ID that says no', { xms_edov: false }, entra, true, false],
    ['a statement for Entra ID that says nothing', {}, entra, true, true],
  ]
  for (const [title, values, issuer, verifiesAddresses, expected] of cases)
    test(title, () =>
      assert.equal(
        readClaims({ sub: 's', ...values }, { issuer, groupsClaim: '', verifiesAddresses })?.emailVerified,
        expected,
      ),
    )
})

describe('claims that are missing', () => {
  const settings = { issuer: 'https://id.example', groupsClaim: 'roles', verifiesAddresses: false }
  const all = { email: 'a', email_verified: false, name: 'A B', preferred_username: 'a', roles: [] }
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['none', all, []],
    ['a name in parts', { ...all, name: undefined, given_name: 'A', family_name: 'B' }, []],
    ['a part of the name', { ...all, name: null, given_name: 'A' }, ['family_name']],
    ['the groups', { ...all, roles: undefined }, ['roles']],
    ['everything', {}, ['email', 'email_verified', 'given_name', 'family_name', 'preferred_username', 'roles']],
  ]
  for (const [title, given, missing] of cases)
    test(title, () => assert.deepEqual(missingClaims(given, settings), missing))
})

describe('the claims of a provider', () => {
  const read = (values: Record<string, unknown>, issuer = 'https://id.example', verifiesAddresses = false) =>
    readClaims({ sub: 's', ...values }, { issuer, groupsClaim: 'groups', verifiesAddresses })
  const entra = 'https://login.microsoftonline.com/tenant/v2.0'
  const cases: [string, Record<string, unknown>, Partial<Claims>, string?][] = [
    ['an address that is verified by the text true is verified', { email_verified: 'true' }, { emailVerified: true }],
    ['an address that is verified by a number is not verified', { email_verified: 1 }, { emailVerified: false }],
    ['an address is verified by Entra ID’s own claim', { xms_edov: true }, { emailVerified: true }, entra],
    [
      'an address is not verified by Entra ID’s claim of another provider',
      { xms_edov: true },
      { emailVerified: false },
    ],
    [
      'a whole name is split into first and last name',
      { name: ' Ada  Maria Fox ' },
      { firstName: 'Ada Maria', lastName: 'Fox' },
    ],
    [
      'a name of one word is completed from the address',
      { name: 'Ada', email: 'a@b.example' },
      { firstName: 'Ada', lastName: 'a' },
    ],
    [
      'both names come from the address if there is no name',
      { email: 'Ada@B.example' },
      { firstName: 'ada', lastName: 'ada', email: 'ada@b.example' },
    ],
    ['a group as text is a list of one group', { groups: 'crew' }, { groups: ['crew'] }],
    ['groups that are not text are left out', { groups: ['crew', 7, null] }, { groups: ['crew'] }],
    [
      'claims of other types are ignored',
      { groups: 7, email: {}, name: 'x\0' },
      { groups: undefined, email: '', firstName: '' },
    ],
  ]
  for (const [title, values, expected, issuer] of cases)
    test(title, () => assert.deepEqual(read(values, issuer), { ...read(values, issuer), ...expected }))

  test('claims without a usable subject are refused', () => {
    for (const sub of [undefined, '', 7, 'x'.repeat(256), 'a\0']) assert.equal(read({ sub }), undefined)
  })
})

test('a person gets the group of the first pair in the map that matches', () => {
  const map = [
    ['office', 1],
    ['crew', 2],
  ] as const
  assert.equal(mappedGroup(['crew', 'office'], map), 1)
  assert.equal(mappedGroup(['crew'], map), 2)
  assert.equal(mappedGroup(['other'], map), undefined)
  assert.equal(mappedGroup(undefined, map), undefined)
})

test('a domain is read in lower case and without surrounding characters, and refused if it is invalid', () => {
  for (const [text, expected] of [
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
    assert.equal(readDomain(text), expected, text)
})
