import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { expectStatus, logOf, type Provider, patchSchema, providerOf } from './asker.ts'

// Runs of provisioning as providers send them, by their public documents: each in its own spelling. The people are ours.

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

onBoth('provisioning runs', (database) => {
  let server: TestServer
  let company: TestCompany
  let provider: Provider

  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    provider = await providerOf(server, company, 'Directory')
  })

  const read = async (path: string) => expectStatus(200, provider('GET', path))
  const find = async (path: string, filter: string) =>
    (await read(`${path}?filter=${encodeURIComponent(filter)}`)).Resources
  const patch = (path: string, ...Operations: object[]) =>
    expectStatus(200, provider('PATCH', path, { schemas: [patchSchema], Operations }))
  const membersOf = async (id: string) =>
    (await read(`/Groups/${id}`)).members.map(({ value }: { value: string }) => value)
  /** Each line of the log, in short. */
  const logged = async () =>
    (await logOf(server, company)).map(({ method, event, ignored }) => [method, event, ...ignored].join(' '))

  test('Entra ID adds people, changes, disables, enables and deletes them, and moves members of groups', async () => {
    assert.deepEqual(await find('/Users', 'userName eq "mia.ortiz@corp.example"'), [])
    const mia = await expectStatus(
      201,
      provider('POST', '/Users', {
        schemas: [userSchema, enterprise],
        externalId: 'mortiz',
        userName: 'mia.ortiz@corp.example',
        active: true,
        displayName: 'Mia Ortiz',
        emails: [
          { primary: true, type: 'work', value: 'mia.ortiz@corp.example' },
          { primary: false, type: 'other', value: 'mia@home.example' },
        ],
        meta: { resourceType: 'User' },
        name: { formatted: 'Mia Ortiz', familyName: 'Ortiz', givenName: 'Mia' },
        phoneNumbers: [
          { type: 'work', value: '555 0100' },
          { type: 'mobile', value: '555 0101' },
          { type: 'fax', value: '555 0102' },
        ],
        roles: [],
        title: 'Foreman',
        [enterprise]: { employeeNumber: '4711', department: 'Field', manager: '99' },
      }),
    )
    const path = `/Users/${mia.id}`
    await patch(
      path,
      { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Mia Ortiz-Lee' }] },
      { op: 'Replace', path: 'name.familyName', value: 'Ortiz-Lee' },
      { op: 'Replace', path: 'name.formatted', value: 'Mia Ortiz-Lee' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'mia.lee@corp.example' },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '555 0199' },
      { op: 'Replace', path: 'phoneNumbers[type eq "fax"].value', value: '555 0198' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Office' },
      { op: 'Add', path: `${enterprise}:manager`, value: [{ $ref: null, value: '98' }] },
    )
    await patch(path, {
      op: 'replace',
      value: { title: 'Site lead', 'name.givenName': 'Mia Sol', [`${enterprise}:employeeNumber`]: '4712' },
    })
    const now = await read(path)
    assert.deepEqual(
      [now.name.givenName, now.name.familyName, now.displayName, now.title],
      // The name that is shown was the whole name, and so it follows the first name.
      ['Mia Sol', 'Ortiz-Lee', 'Mia Sol Ortiz-Lee', 'Site lead'],
    )
    assert.deepEqual(now.emails, [{ value: 'mia.lee@corp.example', type: 'work', primary: true }])
    assert.deepEqual(now.phoneNumbers, [{ value: '555 0101', type: 'mobile', primary: true }])
    const crew = await expectStatus(
      201,
      provider('POST', '/Groups', { schemas: [groupSchema], externalId: 'g-1', displayName: 'Crew', meta: {} }),
    )
    const group = `/Groups/${crew.id}`
    await patch(group, { op: 'Add', path: 'members', value: [{ $ref: null, value: mia.id }] })
    await patch(path, { op: 'Replace', path: 'active', value: 'False' })
    assert.equal((await read(path)).active, false)
    assert.deepEqual(await membersOf(crew.id), [mia.id], 'someone who is disabled stays a member')
    await patch(path, { op: 'Replace', path: 'active', value: 'True' })
    assert.deepEqual((await read(path)).groups[0].value, crew.id)
    await patch(group, { op: 'Remove', path: 'members', value: [{ $ref: null, value: mia.id }] })
    assert.deepEqual(await membersOf(crew.id), [])
    await expectStatus(204, provider('DELETE', path))
    await expectStatus(404, provider('GET', path))
    assert.deepEqual(await logged(), [
      'POST created department manager emails[other] phoneNumbers[work] phoneNumbers[fax] employeeNumber',
      'PATCH changed name.formatted department manager phoneNumbers[work] phoneNumbers[fax]',
      'PATCH changed employeeNumber',
      'POST created',
      'PATCH changed',
      'PATCH archived',
      'PATCH restored',
      'PATCH changed',
      'DELETE deleted',
      'GET refused',
    ])
  })

  test('Okta matches by username, replaces profiles, deactivates with a pathless patch, and pushes groups', async () => {
    const filter = 'userName eq "lena@corp.example"'
    assert.deepEqual(await find('/Users', filter), [])
    const profile = {
      schemas: [userSchema],
      userName: 'lena@corp.example',
      name: { givenName: 'Lena', familyName: 'Moser' },
      emails: [{ primary: true, value: 'lena@corp.example', type: 'work' }],
      displayName: 'Lena Moser',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: 'Never-kept-1',
      active: true,
    }
    const lena = await expectStatus(201, provider('POST', '/Users', profile))
    const path = `/Users/${lena.id}`
    const { password: _, ...replaced } = profile
    await expectStatus(
      200,
      provider('PUT', path, { ...replaced, id: lena.id, meta: lena.meta, title: 'Electrician', locale: 'de-AT' }),
    )
    await patch(path, { op: 'replace', value: { active: false } })
    assert.deepEqual(
      (await find('/Users', filter)).map(({ active }: { active: boolean }) => active),
      [false],
    )
    const other = { ...replaced, userName: 'max', externalId: '00u2', emails: [] }
    const max = await expectStatus(201, provider('POST', '/Users', other))
    const member = ({ id }: { id: string }, display: string) => ({ value: id, display })
    const team = await expectStatus(
      201,
      provider('POST', '/Groups', {
        schemas: [groupSchema],
        displayName: 'Electricians',
        members: [member(lena, 'lena@corp.example'), member(max, 'max')],
      }),
    )
    assert.deepEqual(await membersOf(team.id), [lena.id, max.id], 'one who is deactivated does not stop the push')
    const group = `/Groups/${team.id}`
    await patch(group, { op: 'replace', value: { id: team.id, displayName: 'Electrics' } })
    await patch(group, { op: 'remove', path: `members[value eq "${lena.id}"]` })
    await patch(group, { op: 'add', path: 'members', value: [member(lena, 'lena@corp.example')] })
    await patch(
      group,
      { op: 'remove', path: `members[value eq "${max.id}"]` },
      { op: 'remove', path: `members[value eq "${lena.id}"]` },
    )
    assert.deepEqual(await membersOf(team.id), [])
    await patch(group, { op: 'replace', path: 'members', value: [member(max, 'max')] })
    assert.deepEqual(await membersOf(team.id), [max.id])
    await patch(path, { op: 'replace', value: { active: true } })
    assert.deepEqual((await read(path)).title, 'Electrician')
    await expectStatus(204, provider('DELETE', group))
    assert.deepEqual(await logged(), [
      'POST created locale password',
      'PUT changed locale',
      'PATCH archived',
      'POST created locale',
      'POST created',
      ...Array(5).fill('PATCH changed'),
      'PATCH restored',
      'DELETE deleted',
    ])
  })

  test('OneLogin replaces people by PUT, also without their state, and changes members one request at a time', async () => {
    const ines = await expectStatus(
      201,
      provider('POST', '/Users', {
        schemas: [userSchema],
        userName: 'ines@corp.example',
        externalId: 'ol-1',
        name: { givenName: 'Ines', familyName: 'Sato', formatted: 'Ines Sato' },
        emails: [{ value: 'ines@corp.example', type: 'work', primary: true }],
        phoneNumbers: [{ value: '', type: 'work' }],
        active: true,
      }),
    )
    const path = `/Users/${ines.id}`
    const profile = {
      userName: 'ines@corp.example',
      externalId: 'ol-1',
      name: { givenName: 'Ines', familyName: 'Sato' },
    }
    await expectStatus(200, provider('PUT', path, { ...profile, emails: 'ines@new.example', active: false }))
    const put = await expectStatus(200, provider('PUT', path, { ...profile, emails: { value: 'ines@new.example' } }))
    assert.deepEqual([put.active, put.emails[0].value], [false, 'ines@new.example'], 'no one is restored unasked')
    await expectStatus(200, provider('PUT', path, { ...profile, emails: ['ines@new.example'], active: 'true' }))
    const group = await expectStatus(201, provider('POST', '/Groups', { displayName: 'Office', members: null }))
    await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: { value: ines.id } })
    await patch(`/Groups/${group.id}`, { op: 'add', value: { members: [{ value: ines.id }] } })
    assert.deepEqual(await membersOf(group.id), [ines.id])
    await patch(`/Groups/${group.id}`, { op: 'remove', path: 'members', value: ines.id })
    assert.deepEqual(await membersOf(group.id), [])
    assert.deepEqual(await logged(), [
      'POST created',
      'PUT archived',
      'PUT unchanged',
      'PUT restored',
      'POST created',
      'PATCH changed',
      'PATCH unchanged',
      'PATCH changed',
    ])
  })

  test('JumpCloud sends whole people each time, and whole lists of members', async () => {
    const profile = {
      schemas: [userSchema, enterprise],
      userName: 'omar',
      externalId: 'jc-1',
      name: { givenName: 'Omar', familyName: 'Haddad', middleName: '' },
      displayName: '',
      emails: [{ value: 'omar@corp.example', type: 'work', primary: true }],
      phoneNumbers: [{ type: 'work', value: '555 0110' }],
      addresses: [],
      active: true,
      [enterprise]: { employeeNumber: '', costCenter: '' },
    }
    const omar = await expectStatus(201, provider('POST', '/Users', profile))
    const path = `/Users/${omar.id}`
    assert.deepEqual(omar.phoneNumbers, [{ value: '555 0110', type: 'work', primary: true }])
    await expectStatus(
      200,
      provider('PUT', path, { ...profile, phoneNumbers: [{ type: 'work', value: '555 0111' }], active: false }),
    )
    await patch(path, { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '555 0112' })
    assert.equal((await read(path)).phoneNumbers[0].value, '555 0112')
    const group = await expectStatus(
      201,
      provider('POST', '/Groups', { displayName: 'Drivers', members: [{ value: omar.id }] }),
    )
    await expectStatus(200, provider('PUT', `/Groups/${group.id}`, { displayName: 'Drivers', members: [] }))
    await expectStatus(
      200,
      provider('PUT', `/Groups/${group.id}`, { displayName: 'Drivers', members: [{ value: omar.id, type: 'User' }] }),
    )
    await expectStatus(200, provider('PUT', path, { ...profile, active: true }))
    await expectStatus(204, provider('DELETE', path))
    assert.equal((await expectStatus(201, provider('POST', '/Users', profile))).id, omar.id, 'restored')
    const late = { displayName: 'Late', members: [{ value: omar.id }] }
    await expectStatus(204, provider('DELETE', path))
    const made = await expectStatus(201, provider('POST', '/Groups', late))
    assert.deepEqual(made.members, [], 'someone whom the provider deleted is left out')
    assert.deepEqual((await logged()).slice(-4), [
      'DELETE deleted',
      'POST restored',
      'DELETE deleted',
      `POST created members[${omar.id}]`,
    ])
  })

  test('authentik names an address “other”, patches groups whole, and adds members in several operations', async () => {
    const user = {
      schemas: [userSchema],
      userName: 'sukarno',
      externalId: 'ak-1',
      name: { formatted: 'Sukarno', givenName: 'Sukarno', familyName: '' },
      displayName: 'Sukarno',
      photos: [{ value: 'https://id.example/a.png', type: 'photo' }],
      emails: [{ value: 'sukarno@corp.example', type: 'other', primary: true }],
      active: true,
    }
    const one = await expectStatus(201, provider('POST', '/Users', user))
    assert.deepEqual([one.displayName, one.name], ['Sukarno', { formatted: 'Sukarno', givenName: 'Sukarno' }])
    assert.equal((await find('/Users', 'emails[type eq "other"].value eq "sukarno@corp.example"')).length, 1)
    const path = `/Users/${one.id}`
    const patched = await patch(path, { op: 'replace', path: 'emails[type eq "other"].value', value: 's@corp.example' })
    assert.deepEqual(patched.emails, [{ value: 's@corp.example', type: 'other', primary: true }])
    const two = await expectStatus(201, provider('POST', '/Users', { ...user, userName: 'two', externalId: 'ak-2' }))
    const group = { schemas: [groupSchema], externalId: 'ak-g', displayName: 'Night shift' }
    const { id } = await expectStatus(201, provider('POST', '/Groups', group))
    const add = (value: string) => ({ op: 'add', path: 'members', value: [{ value }] })
    await patch(`/Groups/${id}`, add(one.id), add(two.id))
    await patch(`/Groups/${id}`, { op: 'replace', path: null, value: { ...group, id, displayName: 'Nights' } })
    assert.deepEqual(await membersOf(id), [one.id, two.id])
    await patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: [{ value: one.id }] })
    assert.deepEqual(await membersOf(id), [two.id])
    await expectStatus(200, provider('PUT', path, { ...user, active: false }))
    assert.deepEqual(await logged(), [
      'POST created photos',
      'PATCH changed',
      'POST created photos',
      'POST created',
      'PATCH changed',
      'PATCH changed',
      'PATCH changed',
      'PUT archived photos',
    ])
  })
})
