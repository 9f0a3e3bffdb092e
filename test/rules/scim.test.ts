import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ScimError, scimShown } from '../../src/rules/people/scim.ts'
import { matchesScim, parseScimFilter, type ScimFilter } from '../../src/rules/people/scim_filter.ts'
import { patchScim } from '../../src/rules/people/scim_patch.ts'

describe('SCIM filters', () => {
  const shown = (filter: ScimFilter): string => {
    if (filter.kind === 'not') return `not(${shown(filter.of)})`
    if (filter.kind !== 'compare') return `${filter.kind}(${filter.of.map(shown).join(' ')})`
    const { attribute, op, value } = filter
    return op === 'eq' ? `${attribute}=${value}` : `${attribute} ${op} ${value}`
  }
  for (const [text, expected] of [
    ['userName eq "bjensen"', 'username=bjensen'],
    ['userName Eq "john"', 'username=john'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x y"', 'username=x y'],
    ['externalId eq "a\\"b" and active eq true', 'and(externalid=a"b active=true)'],
    ['emails[type eq "work"].value eq "a@b.example"', 'and(emails.type=work emails.value=a@b.example)'],
    ['id eq "7" and members eq "8"', 'and(id=7 members=8)'],
    ['  displayName   eq   " and "  ', 'displayname= and '],
    ['userName sw "b"', 'username sw b'],
    ['a eq "b" or c eq "d" and e pr', 'or(a=b and(c=d e pr true))'],
    ['(a eq "b" or c eq "d") and not (e pr)', 'and(or(a=b c=d) not(e pr true))'],
    [
      'emails[type eq "work" and value co "@e.com"] or ims[value co "@"]',
      'or(and(emails.type=work emails.value co @e.com) ims.value co @)',
    ],
    ['a eq null and b ne null', 'and(not(a pr true) b pr true)'],
    ['a ge -1.5', 'a ge -1.5'],
  ] as const)
    test(`the filter ${text} is read as ${expected}`, () => assert.equal(shown(parseScimFilter(text)), expected))

  for (const text of [
    '',
    'userName',
    'userName eq',
    'userName xx "b"',
    'userName eq b',
    'userName eq "b',
    'userName eq "\\q"',
    'a gt null',
    'a eq "b" and',
    'a eq "b" c',
    '(a eq "b"',
    'a eq "b")',
    'emails[type eq "work"',
    'not a eq "b"',
    '"a" eq "b"',
    `${'('.repeat(30)}a eq "b"${')'.repeat(30)}`,
    `a eq "${'b'.repeat(2000)}"`,
  ])
    test(`the filter ${text.slice(0, 60)} is refused`, () => assert.throws(() => parseScimFilter(text), ScimError))

  const item = { type: 'Work', value: 'bjensen@example.com', primary: true, rank: 7 }
  for (const [text, expected] of [
    ['type eq "work" and value ew "EXAMPLE.com"', true],
    ['type ne "work" or value co "x.c"', false],
    ['value sw "b" and not (display pr)', true],
    ['primary eq true and display ne "x"', true],
    ['value gt "a" and value le "bjensen@example.com"', true],
    ['value ge "c" or value lt "b"', false],
    ['display eq null', true],
    ['rank eq 7', true],
  ] as const)
    test(`the filter ${text} ${expected ? 'matches' : 'does not match'} an email`, () =>
      assert.equal(matchesScim(parseScimFilter(text), item), expected))
})

test('a SCIM resource is returned with the attributes that the request names', () => {
  const user = {
    schemas: ['s'],
    id: '7',
    userName: 'b',
    name: { givenName: 'B', familyName: 'J' },
    emails: [{ value: 'x', type: 'work' }],
  }
  const shown = (search: string) => scimShown(user, new URLSearchParams(search))
  assert.deepEqual(shown(''), user)
  assert.deepEqual(shown('attributes=username'), { schemas: ['s'], id: '7', userName: 'b' })
  const name = { schemas: ['s'], id: '7', name: { familyName: 'J' } }
  assert.deepEqual(shown('attributes=urn:ietf:params:scim:schemas:core:2.0:User:name.familyName'), name)
  assert.deepEqual(shown('attributes=emails.value,id'), { schemas: ['s'], id: '7', emails: [{ value: 'x' }] })
  assert.deepEqual(shown('excludedAttributes=emails,name.givenName,id'), {
    schemas: ['s'],
    id: '7',
    userName: 'b',
    name: { familyName: 'J' },
  })
})

describe('SCIM patches', () => {
  const group = { displayName: 'Crew', members: [{ value: '7' }, { value: '8' }] }
  const user = {
    active: true,
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ type: 'work', value: 'a@b.example' }],
  }
  const cases: [string, object, object | object[], object][] = [
    [
      'adds members',
      group,
      { op: 'add', path: 'members', value: [{ value: '9' }, { value: '8' }] },
      { members: [{ value: '7' }, { value: '8' }, { value: '9' }] },
    ],
    [
      'adds to an attribute without values',
      { displayName: 'Crew' },
      { op: 'Add', path: 'members', value: [{ value: '9' }] },
      { members: [{ value: '9' }] },
    ],
    ['removes one member', group, { op: 'remove', path: 'members[value eq "7"]' }, { members: [{ value: '8' }] }],
    [
      'removes members as Entra ID does',
      group,
      { op: 'Remove', path: 'members', value: [{ value: '8' }] },
      { members: [{ value: '7' }] },
    ],
    ['removes all members', group, { op: 'remove', path: 'members' }, { members: undefined }],
    [
      'replaces members',
      group,
      { op: 'replace', path: 'members', value: [{ value: '1' }] },
      { members: [{ value: '1' }] },
    ],
    [
      'applies several operations in order',
      group,
      [
        { op: 'remove', path: 'members[value eq "7"]' },
        { op: 'add', path: 'members', value: [{ value: '1' }] },
      ],
      { members: [{ value: '8' }, { value: '1' }] },
    ],
    [
      'replaces attributes without a path, as Okta does',
      user,
      { op: 'replace', value: { active: false } },
      { active: false },
    ],
    [
      'replaces attributes by dotted names, as Entra ID does',
      user,
      { op: 'Replace', value: { 'name.familyName': 'Jones', active: 'False' } },
      { active: 'False', name: { givenName: 'Barbara', familyName: 'Jones' } },
    ],
    [
      'replaces a part of an attribute',
      user,
      { op: 'replace', path: 'name.givenName', value: 'Babs' },
      { name: { givenName: 'Babs', familyName: 'Jensen' } },
    ],
    [
      'ignores the case of names',
      user,
      { op: 'replace', path: 'NAME.GIVENNAME', value: 'Babs' },
      { name: { givenName: 'Babs', familyName: 'Jensen' } },
    ],
    [
      'replaces an item of a list',
      user,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@d.example' },
      { emails: [{ type: 'work', value: 'c@d.example' }] },
    ],
    [
      'adds an item that its path describes',
      { emails: [] },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'c@d.example' },
      { emails: [{ type: 'work', value: 'c@d.example' }] },
    ],
    [
      'adds a new primary item, and the one before is no longer primary',
      { emails: [{ value: 'a@b.example', primary: true }] },
      { op: 'add', value: { emails: [{ value: 'babs@jensen.org', primary: true }] } },
      {
        emails: [
          { value: 'a@b.example', primary: false },
          { value: 'babs@jensen.org', primary: true },
        ],
      },
    ],
    [
      'removes what matches, as in RFC 7644, section 3.5.2.2',
      {
        emails: [
          { type: 'work', value: 'a@example.com' },
          { type: 'work', value: 'b@example.org' },
        ],
      },
      { op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' },
      { emails: [{ type: 'work', value: 'b@example.org' }] },
    ],
    [
      'may repeat the id of its resource, as Okta does',
      { id: '7', ...group },
      { op: 'replace', value: { id: '7', displayName: 'X' } },
      { displayName: 'X' },
    ],
    [
      'may name the schema of an attribute',
      user,
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
      { active: false },
    ],
    [
      'ignores attributes of other schemas',
      user,
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' },
      {},
    ],
  ]
  for (const [title, before, operations, changes] of cases)
    test(`a SCIM patch ${title}`, () => {
      const after = patchScim(before as Record<string, unknown>, { Operations: [operations].flat() })
      assert.deepEqual(after, { ...before, ...changes })
    })

  for (const [title, body] of [
    ['no operations', {}],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['a removal of everything', { Operations: [{ op: 'remove' }] }],
    ['an invalid path', { Operations: [{ op: 'add', path: 'a b', value: 1 }] }],
    ['an invalid value', { Operations: [{ op: 'add', value: 1 }] }],
    ['another id', { Operations: [{ op: 'replace', path: 'id', value: '9' }] }],
    [
      'an item that does not exist',
      { Operations: [{ op: 'replace', path: 'emails[value co "@x"].type', value: 'home' }] },
    ],
  ] as const)
    test(`a SCIM patch with ${title} is refused`, () => assert.throws(() => patchScim(user, body), ScimError))

  test('a SCIM patch with too many changes, or with too much to compare, is refused', () => {
    const members = Array.from({ length: 5000 }, (_, at) => ({ value: String(at), display: `Person ${at}`, $ref: 'x' }))
    const refusal = (...Operations: unknown[]) => {
      try {
        patchScim({ members }, { Operations })
        return undefined
      } catch (error) {
        const { status, scimType } = error as ScimError
        return [status, scimType]
      }
    }
    const times = (count: number, operation: unknown) => Array.from({ length: count }, () => operation)
    const one = { op: 'remove', path: 'members[value eq "7"]' }
    assert.equal(refusal(...times(90, one)), undefined)
    assert.deepEqual(refusal(...times(1000, one)), [400, 'tooMany'])
    const comparing = Array.from({ length: 15 }, () => 'a co "x"').join(' or ')
    assert.equal(refusal(...times(6, { op: 'remove', path: `members[${comparing}]` })), undefined)
    assert.deepEqual(refusal(...times(8, { op: 'remove', path: `members[${comparing}]` })), [400, 'tooMany'])
    const named = { op: 'add', path: 'members', value: [{ value: '1' }] }
    assert.deepEqual(refusal(...times(1000, named)), [400, 'tooMany'])
    assert.deepEqual(refusal(...times(1001, { op: 'add', path: 'displayName', value: 'x' })), [413, undefined])
    const value = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, 1]))
    assert.deepEqual(refusal({ op: 'add', value }), [413, undefined])
    const path = `members[value eq "${'7'.repeat(200)}"]`
    assert.deepEqual(refusal({ op: 'remove', path }), [400, 'invalidFilter'])
    assert.deepEqual(refusal({ op: 'add', path: 'x'.repeat(501), value: 1 }), [400, 'invalidPath'])
  })
})
