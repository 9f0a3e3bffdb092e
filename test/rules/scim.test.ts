import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseScimFilter, patchScim, ScimError } from '../../src/rules/scim.ts'

describe('SCIM filters', () => {
  const parsed = (text: string) => parseScimFilter(text).map(({ attribute, value }) => `${attribute}=${value}`)
  for (const [text, expected] of [
    ['userName eq "bjensen"', ['username=bjensen']],
    ['userName Eq "john"', ['username=john']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x y"', ['username=x y']],
    ['externalId eq "a\\"b" and active eq true', ['externalid=a"b', 'active=true']],
    ['emails[type eq "work"].value eq "a@b.example"', ['emails.value=a@b.example']],
    ['id eq "7" and members eq "8"', ['id=7', 'members=8']],
    ['  displayName   eq   " and "  ', ['displayname= and ']],
  ] as const)
    test(text, () => assert.deepEqual(parsed(text), expected))

  for (const text of [
    '',
    'userName',
    'userName eq',
    'userName sw "b"',
    'a eq "b" or c eq "d"',
    'a eq "b" and',
    '(a eq "b")',
  ])
    test(`refuses ${text}`, () => assert.throws(() => parseScimFilter(text), ScimError))
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
      'adds to nothing',
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
      'several',
      group,
      [
        { op: 'remove', path: 'members[value eq "7"]' },
        { op: 'add', path: 'members', value: [{ value: '1' }] },
      ],
      { members: [{ value: '8' }, { value: '1' }] },
    ],
    ['without a path, as Okta does', user, { op: 'replace', value: { active: false } }, { active: false }],
    [
      'with dotted names, as Entra ID does',
      user,
      { op: 'Replace', value: { 'name.familyName': 'Jones', active: 'False' } },
      { active: 'False', name: { givenName: 'Barbara', familyName: 'Jones' } },
    ],
    [
      'a part',
      user,
      { op: 'replace', path: 'name.givenName', value: 'Babs' },
      { name: { givenName: 'Babs', familyName: 'Jensen' } },
    ],
    [
      'in any case',
      user,
      { op: 'replace', path: 'NAME.GIVENNAME', value: 'Babs' },
      { name: { givenName: 'Babs', familyName: 'Jensen' } },
    ],
    [
      'an item of a list',
      user,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@d.example' },
      { emails: [{ type: 'work', value: 'c@d.example' }] },
    ],
    [
      'an item that is not there',
      { emails: [] },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'c@d.example' },
      { emails: [{ type: 'work', value: 'c@d.example' }] },
    ],
    [
      'with a schema',
      user,
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
      { active: false },
    ],
    [
      'not of other schemas',
      user,
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' },
      {},
    ],
  ]
  for (const [title, before, operations, changes] of cases)
    test(title, () => {
      const after = patchScim(before as Record<string, unknown>, { Operations: [operations].flat() })
      assert.deepEqual(after, { ...before, ...changes })
    })

  for (const [title, body] of [
    ['no operations', {}],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['removing everything', { Operations: [{ op: 'remove' }] }],
    ['a path that is none', { Operations: [{ op: 'add', path: 'a b', value: 1 }] }],
    ['a value that is none', { Operations: [{ op: 'add', value: 1 }] }],
  ] as const)
    test(`refuses ${title}`, () => assert.throws(() => patchScim(user, body), ScimError))
})
