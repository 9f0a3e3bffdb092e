import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ScimError, scimShown } from '../../src/rules/people/scim.ts'
import { matchesScim, parseScimFilter, type ScimFilter } from '../../src/rules/people/scim_filter.ts'
import { patchScim } from '../../src/rules/people/scim_patch.ts'
import { personIn } from '../../src/rules/people/scim_person.ts'

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

describe('what SCIM keeps of a person', () => {
  const kept = (body: object) => {
    const { item, note, ignored } = personIn({ userName: 'ann@corp.example', ...body }, { kind: 'new', keeps: '' })
    return { ...item, ...note, ignored }
  }
  for (const [title, body, expected] of [
    ['one name', { name: { givenName: 'Sukarno' } }, ['Sukarno', '']],
    ['one name and an empty one', { name: { givenName: 'Sukarno', familyName: '' } }, ['Sukarno', '']],
    ['one name, shown in full', { name: { givenName: 'Sukarno' }, displayName: 'Sukarno' }, ['Sukarno', '']],
    ['a first name and a nickname', { name: { givenName: 'Barbara' }, displayName: 'Babs' }, ['Barbara', '']],
    ['a first name and a whole one', { name: { givenName: 'Ann' }, displayName: 'Ann van Dam' }, ['Ann', 'van Dam']],
    ['a last name and a whole one', { name: { familyName: 'Dam', formatted: 'Ann Dam' } }, ['Ann', 'Dam']],
    ['a last name', { name: { familyName: 'Dam' } }, ['Dam', '']],
    ['a whole name', { displayName: 'Ann Maria Lee' }, ['Ann Maria', 'Lee']],
    ['a whole name of one word', { name: { formatted: 'Sukarno' } }, ['Sukarno', '']],
    ['no name', {}, ['ann', '']],
  ] as const)
    test(`someone with ${title} is called ${expected.join(' ').trim()}`, () => {
      const { first_name, last_name } = kept(body)
      assert.deepEqual([first_name, last_name], expected)
    })

  const number = (type: string, more = {}) => ({ type, value: type, ...more })
  for (const [numbers, expected, ignored] of [
    [[number('fax')], '', ['phoneNumbers[fax]']],
    [[number('pager'), number('fax', { primary: true })], '', ['phoneNumbers[pager]', 'phoneNumbers[fax]']],
    [[number('work')], 'work', []],
    [[number('work', { primary: true }), number('mobile')], 'mobile', ['phoneNumbers[work]']],
    [[number('home'), number('work', { primary: true })], 'work', ['phoneNumbers[home]']],
    [[number('fax'), number('other')], 'other', ['phoneNumbers[fax]']],
    [[{ type: 'work', primary: true }, number('other')], 'other', ['phoneNumbers without a value']],
    ['+1 555', '+1 555', []],
  ] as const)
    test(`of the numbers ${JSON.stringify(numbers)}, ${expected || 'none'} is kept`, () => {
      const person = kept({ phoneNumbers: numbers })
      assert.deepEqual([person.mobile_number, person.ignored], [expected, ignored])
    })

  test('what is not kept is named, without what it says', () => {
    const body = { nickName: 'Annie', locale: null, groups: [{ value: '7' }], 'urn:x:1.0:User': { a: 'secret' } }
    const name = { givenName: 'Ann', familyName: 'Lee', middleName: 'M', formatted: 'Ann M Lee' }
    assert.deepEqual(kept({ ...body, name }).ignored, ['nickName', 'groups', 'User', 'name.middleName'])
  })
})

describe('SCIM patches', () => {
  const kindOf = (resource: object) => ('members' in resource || 'displayName' in resource ? 'groups' : 'users')
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
    ['removes all members', group, { op: 'remove', path: 'members' }, { members: [] }],
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
      { active: false, name: { givenName: 'Barbara', familyName: 'Jones' } },
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
      const after = patchScim(kindOf(before), before as Record<string, unknown>, { Operations: [operations].flat() })
      assert.deepEqual(after.resource, { ...before, ...changes })
    })

  const emails = [{ type: 'work', value: 'a@b.example', primary: true }]
  const shown = { id: '7', schemas: ['s'], meta: { resourceType: 'User', location: 'l', lastModified: 't' } }
  const person = { ...shown, userName: 'ann', active: true, name: { givenName: 'Ann', familyName: 'Lee' }, emails }
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

  // Every shape of a path and of a value: what changes, or what is ignored, or why it is refused.
  const changes: [path: string, value: unknown, expected: object, op?: string][] = [
    ['emails.value', 'e@corp.example', { emails: [{ ...emails[0], value: 'e@corp.example' }] }],
    ['emails.value', 'e@corp.example', { emails: [{ ...emails[0], value: 'e@corp.example' }] }, 'add'],
    ['emails.value', [{ value: 'e@corp.example' }], { emails: [{ ...emails[0], value: 'e@corp.example' }] }],
    ['emails.type', 'home', { emails: [{ ...emails[0], type: 'home' }] }],
    ['emails.primary', 'False', { emails: [{ ...emails[0], primary: false }] }],
    ['emails.value', undefined, { emails: [] }, 'remove'],
    ['emails', 'e@corp.example', { emails: [{ value: 'e@corp.example' }] }],
    ['emails', { value: 'e@corp.example', type: 'work' }, { emails: [{ value: 'e@corp.example', type: 'work' }] }],
    ['emails', ['e@corp.example'], { emails: [{ value: 'e@corp.example' }] }],
    ['emails', [{ Value: 'e@corp.example', Type: 'work' }], { emails: [{ value: 'e@corp.example', type: 'work' }] }],
    ['emails', null, { emails: [] }],
    ['emails', [], { emails: [] }],
    ['emails', [{ value: 'A@B.example' }], { emails: [] }, 'remove'],
    ['emails', 'a@b.example', { emails: [] }, 'remove'],
    [
      'emails',
      [{ value: 'A@B.example', type: 'home' }],
      { emails: [{ ...emails[0], value: 'A@B.example', type: 'home' }] },
      'add',
    ],
    ['emails[type eq "work"].value', 'e@corp.example', { emails: [{ ...emails[0], value: 'e@corp.example' }] }],
    ['emails[type eq "work"]', 'e@corp.example', { emails: [{ ...emails[0], value: 'e@corp.example' }] }],
    ['emails[primary eq true].value', 'e@corp.example', { emails: [{ ...emails[0], value: 'e@corp.example' }] }],
    [
      'emails[type eq "home"].primary',
      true,
      {
        emails: [
          { ...emails[0], primary: false },
          { type: 'home', primary: true },
        ],
      },
    ],
    ['emails[type eq "work"].value', undefined, { emails: [] }, 'remove'],
    ['userName', [{ $ref: null, value: 'New' }], { userName: 'New' }],
    ['displayName', { value: 'New' }, { displayName: 'New' }],
    ['active', [{ $ref: null, value: 'False' }], { active: false }],
    ['title', '', { title: '' }],
    ['name.familyName', [{ value: 'Ng' }], { name: { givenName: 'Ann', familyName: 'Ng' } }],
    ['name', { GIVENNAME: 'Bo', formatted: 'Bo Lee' }, { name: { givenName: 'Bo', familyName: 'Lee' } }],
    [enterprise, { employeeNumber: 7, department: 'X' }, /employeeNumber/],
    [enterprise, { badge: '7' }, /badge/],
    [enterprise, { employeeNumber: '7', department: 'X' }, ['department'], 'add'],
    [`${enterprise}:employeeNumber`, '7', { [enterprise]: { employeeNumber: '7' } }],
    [`${enterprise}.employeeNumber`, '7', { [enterprise]: { employeeNumber: '7' } }],
    [`${enterprise}:manager`, { value: '9' }, ['manager']],
    [`${enterprise}:manager.displayName`, 'X', ['manager.displayName']],
    ['urn:ietf:params:scim:schemas:extension:CustomExtension:2.0:User:tag', 'x', ['tag']],
    ['nickName', 'Annie', ['nickName']],
    ['addresses[type eq "work"].streetAddress', '1 Way', ['addresses[type eq …].streetAddress']],
    ['roles', ['x'], ['roles']],
    ['password', 'secret', ['password']],
    ['name.formatted', 'Ann Lee', ['name.formatted']],
    ['emails[value eq "a@b.example"].display', 'x', ['emails[value eq …].display']],
    ['id', '7', {}],
    ['schemas', ['s', enterprise], {}],
    ['meta', { resourceType: 'User', lastModified: 'earlier' }, {}],
    ['groups', [], {}],
    ['id', '8', /id/],
    ['meta', { resourceType: 'Group' }, /meta/],
    ['meta.resourceType', 'User', /meta/],
    ['schemas', 's', /schemas/],
    ['groups', [{ value: '9' }], /groups/],
    ['groups', undefined, /groups/, 'remove'],
    ['foo', 'x', /foo/],
    ['emails.valeu', 'x', /valeu/],
    ['emails[kind eq "work"].value', 'x', /kind/],
    ['userName.value', 'x', /userName/],
    ['userName[type eq "x"]', 'x', /userName/],
    ['userName', ['x', 'y'], /userName/],
    ['userName', 7, /userName/],
    ['userName', { name: 'x' }, /userName/],
    ['userName', undefined, /userName/],
    ['name', 'Ann Lee', /name/],
    ['name.given', 'Ann', /given/],
    ['active', null, /active/],
    ['active', undefined, /active/, 'remove'],
    ['active', 'perhaps', /active/],
    ['emails', [{ type: 'work' }], /emails/],
    ['emails', [], /emails/, 'add'],
    ['emails', true, /emails/],
    ['emails.value', 7, /emails\.value/],
    ['emails[type eq "work"]', ['x', 'y'], /emails/],
    ['/active', false, /\/active/],
  ]
  for (const [path, value, expected, op = 'replace'] of changes)
    test(`the SCIM patch ${op} ${path} with ${JSON.stringify(value)} ${expected instanceof RegExp ? 'is refused' : Array.isArray(expected) ? 'is ignored' : 'is made'}`, () => {
      const run = () => patchScim('users', person, { Operations: [{ op, path, value }] })
      if (expected instanceof RegExp)
        return assert.throws(run, (error) => error instanceof ScimError && expected.test(error.message))
      const { resource, ignored } = run()
      if (Array.isArray(expected)) return assert.deepEqual(ignored, expected)
      assert.deepEqual([resource, ignored], [{ ...person, ...expected }, []])
    })

  test('a SCIM patch ignores what no one knows beside what is known, and names it', () => {
    const ofBoth = { op: 'replace', value: { badgeColor: 'red', active: false } }
    const apart = [
      { op: 'replace', path: 'badgeColor', value: 'red' },
      { op: 'replace', path: 'active', value: false },
    ]
    for (const [Operations, ignored] of [
      [[ofBoth], ['badgeColor']],
      [apart, ['badgeColor']],
    ] as const)
      assert.deepEqual(patchScim('users', person, { Operations }), { resource: { ...person, active: false }, ignored })
    for (const path of ['userName', 'emails.valeu'])
      assert.throws(
        () => patchScim('users', person, { Operations: [...apart, { op: 'replace', path, value: 7 }] }),
        ScimError,
      )
  })

  const ofGroups: [path: string, value: unknown, expected: string[] | RegExp, op?: string][] = [
    ['members', '9', ['7', '8', '9']],
    ['members', ['9', { value: '8' }], ['7', '8', '9']],
    ['members', [{ $ref: null, value: '9' }], ['7', '8', '9']],
    ['members', [{ value: 9 }], ['7', '8', '9']],
    ['members', [], ['7', '8'], 'remove'],
    ['members', null, [], 'remove'],
    ['members', '7', ['8'], 'remove'],
    ['members[value eq "9"]', undefined, ['7', '8'], 'remove'],
    ['members', [{ display: 'x' }], /members/],
    ['members', [], /members/],
    ['members.value', '9', /members\.value/],
    ['members[value eq "7"].value', '9', /members\.value/, 'replace'],
    ['members[value eq "9"]', { value: '9' }, /members/],
    ['members[foo eq "9"]', undefined, /foo/, 'remove'],
    ['owners', [], /owners/],
  ]
  for (const [path, value, expected, op = 'add'] of ofGroups)
    test(`the SCIM patch ${op} ${path} with ${JSON.stringify(value)} of a group is ${expected instanceof RegExp ? 'refused' : 'made'}`, () => {
      const run = () => patchScim('groups', group, { Operations: [{ op, path, value }] })
      if (expected instanceof RegExp)
        return assert.throws(run, (error) => error instanceof ScimError && expected.test(error.message))
      const members = run().resource.members as { value: string }[]
      assert.deepEqual(
        members.map((member) => member.value),
        expected,
      )
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
    test(`a SCIM patch with ${title} is refused`, () => assert.throws(() => patchScim('users', user, body), ScimError))

  test('a SCIM patch with too many changes, or with too much to compare, is refused', () => {
    const members = Array.from({ length: 5000 }, (_, at) => ({ value: String(at), display: `Person ${at}`, $ref: 'x' }))
    const refusal = (...Operations: unknown[]) => {
      try {
        patchScim('groups', { members }, { Operations })
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
    const comparing = Array.from({ length: 14 }, () => 'type pr').join(' or ')
    assert.equal(refusal(...times(6, { op: 'remove', path: `members[${comparing}]` })), undefined)
    assert.deepEqual(refusal(...times(10, { op: 'remove', path: `members[${comparing}]` })), [400, 'tooMany'])
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
