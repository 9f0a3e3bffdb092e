import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ownIdsFrom, type Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { askScim, patchSchema } from './asker.ts'

// The examples of RFC 7643 and RFC 7644, and requests as Entra ID and Okta send them.

onBoth('SCIM', (database) => {
  let server: TestServer
  let company: TestCompany
  let token: string

  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    token = (await ask(server, company, 'POST', '/scim_tokens', { name: 'Entra ID' })).body.token
  })

  const call = (method: string, path: string, body?: unknown, bearer = token) =>
    askScim(server, bearer, { method, path, body })
  const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
  const barbara = {
    schemas: [userSchema],
    userName: 'bjensen',
    externalId: 'bjensen-external',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    emails: [
      { value: 'babs@jensen.example', type: 'home' },
      { value: 'bjensen@example.com', type: 'work', primary: true },
    ],
  }
  const add = async (more: Values = {}) => {
    const { status, body } = await call('POST', '/Users', { ...barbara, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const patch = (path: string, ...Operations: Values[]) => call('PATCH', path, { schemas: [patchSchema], Operations })
  const list = async (path: string, filter: string, more = '') => {
    const { status, body } = await call('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  test('SCIM creates a user as in RFC 7644, section 3.3, and reads it (3.4.1)', async () => {
    const { status, headers, body } = await call('POST', '/Users', barbara)
    assert.equal(status, 201)
    assert.match(String(headers['content-type']), /^application\/scim\+json/)
    assert.equal(headers.location, body.meta.location)
    assert.equal(body.meta.resourceType, 'User')
    assert.deepEqual([body.userName, body.externalId, body.active], ['bjensen', 'bjensen-external', true])
    assert.deepEqual(body.emails, [{ value: 'bjensen@example.com', type: 'work', primary: true }])
    assert.deepEqual((await call('GET', `/Users/${body.id}`)).body, body)
    const known = await server.get(company, `/users?ids=${body.id}`)
    const user = Object.values<Values>(known.body.results.users)[0]!
    assert.deepEqual([user.first_name, user.last_name, user.email], ['Barbara', 'Jensen', 'bjensen@example.com'])
    assert.equal(user.permissions.admin, false)
    const again = await call('POST', '/Users', barbara)
    assert.deepEqual([again.status, again.body.scimType, again.body.status], [409, 'uniqueness', '409'])
    const minimal = await call('POST', '/Users', { schemas: [userSchema], userName: 'minimal@example.com' })
    assert.deepEqual([minimal.status, minimal.body.name], [201, { formatted: 'minimal', givenName: 'minimal' }])
  })

  test('SCIM finds users by a filter, in pages (3.4.2)', async () => {
    const { id } = await add()
    await add({ userName: 'second', externalId: 'two', displayName: 'Second One' })
    for (const filter of [
      'userName eq "BJensen"',
      'externalId eq "bjensen-external"',
      `id eq "${id}"`,
      'emails[type eq "work"].value eq "bjensen@example.com" and userName eq "bjensen"',
      'displayName eq "Barbara Jensen"',
      'name.familyName eq "jensen" and externalId eq "bjensen-external"',
    ]) {
      const body = await list('/Users', filter)
      assert.deepEqual([body.totalResults, body.Resources[0]?.id], [1, id], filter)
    }
    assert.equal((await list('/Users', 'userName eq "nonesuch"')).totalResults, 0)
    assert.equal((await list('/Users', 'displayName eq "Second One"')).totalResults, 1)
    const all = (await call('GET', '/Users')).body
    assert.deepEqual([all.totalResults, all.startIndex, all.itemsPerPage], [3, 1, 3])
    const page = (await call('GET', '/Users?startIndex=2&count=1')).body
    assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [3, 2, 1])
    assert.equal(page.Resources[0].id, all.Resources[1].id)
    assert.equal((await call('GET', '/Users?count=0')).body.totalResults, 3)
    for (const bad of ['filter=userName%20xx%20%22b%22', 'filter=nickName%20eq%20%22b%22', 'count=many']) {
      const { status, body } = await call('GET', `/Users?${bad}`)
      assert.deepEqual([status, body.schemas], [400, ['urn:ietf:params:scim:api:messages:2.0:Error']], bad)
    }
  })

  test('SCIM answers every filter of RFC 7644, section 3.4.2.2, or names the attribute that is not kept', async () => {
    const names: Values = { givenName: 'Jane', familyName: "O'Malley" }
    await add({ title: 'Tour Guide' })
    await add({ userName: 'jomalley', name: names, emails: [{ value: 'jane@jensen.example' }], externalId: 'j%_' })
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    for (const [filter, expected] of [
      ['userName eq "bjensen"', 'bjensen'],
      ['name.familyName co "O\'Malley"', 'jomalley'],
      ['userName sw "J"', 'jomalley'],
      [`${userSchema}:userName sw "J"`, 'jomalley'],
      ['title pr', 'bjensen'],
      ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'ada bjensen jomalley'],
      ['meta.lastModified ge "2011-05-13T04:42:34Z"', 'ada bjensen jomalley'],
      ['meta.lastModified lt "2011-05-13T04:42:34Z"', ''],
      ['meta.lastModified le "2011-05-13T04:42:34Z"', ''],
      ['title pr and userType eq "Employee"', /usertype/],
      ['title pr or userType eq "Intern"', /usertype/],
      [`schemas eq "${enterprise}"`, ''],
      ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', /usertype/],
      ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', /usertype/],
      ['userType eq "Employee" and (emails.type eq "work")', /usertype/],
      ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', /usertype/],
      [
        'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
        /ims\.type/,
      ],
      // The same with attributes that are kept.
      ['title pr and active eq true', 'bjensen'],
      ['title pr or userName eq "ada"', 'ada bjensen'],
      [`schemas eq "${userSchema}" and emails pr`, 'bjensen jomalley'],
      ['active eq true and (emails co "example.com" or emails.value co "example.org")', 'bjensen'],
      ['active ne false and not (emails co "example.com" or emails.value co "example.org")', 'ada jomalley'],
      ['active eq true and (emails.type eq "work")', 'bjensen jomalley'],
      ['emails[type eq "work" and value co "@example.com"] or phoneNumbers[value pr]', 'bjensen'],
      ['externalId eq "j%_" and emails.value ew ".example"', 'jomalley'],
      ['emails.value co "%" or emails.value co "_"', ''],
      [
        'displayName sw "jane" and name.formatted ne "x" and phoneNumbers eq null and groups.display eq null',
        'jomalley',
      ],
      ['userName gt "b" and userName le "bjensen" and emails.primary eq true', 'bjensen'],
      ['groups pr or groups.value eq "7" or id ne "0" and externalId pr', 'bjensen jomalley'],
      ['externalId co "j"', /externalid by co/],
      ['active gt "x"', /active by gt/],
      ['meta.created eq "soon"', /meta\.created by eq/],
    ] as const) {
      const { status, body } = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      if (typeof expected !== 'string') {
        assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], filter)
        assert.match(body.detail, expected)
        continue
      }
      assert.equal(status, 200, `${filter}: ${JSON.stringify(body)}`)
      assert.equal(
        body.Resources.map(({ userName }: Values) => userName)
          .sort()
          .join(' '),
        expected,
        filter,
      )
    }
    const made = (await call('POST', '/Groups', { displayName: 'Tour Guides' })).body
    for (const [filter, count] of [
      ['displayName sw "tour" and not (members pr)', 1],
      ['members.value eq "7" or externalId pr', 0],
      [`meta.created eq "${made.meta.created}"`, 1],
      [`meta.created ne "${made.meta.created}"`, 0],
      ['schemas eq "x"', 0],
    ] as const)
      assert.equal((await list('/Groups', filter)).totalResults, count, filter)
  })

  test('SCIM compares texts with their spaces, and letters beyond ASCII without case, on every database', async () => {
    await add({ userName: 'ann', name: { givenName: 'Ann', familyName: 'Lee' }, title: 'Ärztin für Örtliches' })
    await add({ userName: 'annabel', name: { givenName: 'Annabel', familyName: 'Ng' }, title: 'STRAßE ЁЛКА ΟΔΌΣ' })
    await add({ userName: 'isa', displayName: 'İsa Æ', title: 'A\u0308rztin 医師' })
    for (const [filter, expected] of [
      ['displayName sw "Ann "', 'ann'],
      ['displayName sw "ann"', 'ann annabel'],
      ['name.formatted co "nn l"', 'ann'],
      ['name.givenName co " "', ''],
      ['name.givenName eq " Ann "', 'ann'],
      ['userName eq "ANN "', 'ann'],
      ['userName sw "ann "', ''],
      ['userName co "％"', ''],
      ['title co " "', 'ann annabel isa'],
      ['title ew " "', ''],
      ['title eq "ärztin FÜR örtliches"', 'ann'],
      ['title sw "ÄRZTIN"', 'ann isa'],
      ['title sw "a\u0308rztin f"', 'ann'],
      ['title co "straße ёлк"', 'annabel'],
      ['title co "οδό"', 'annabel'],
      ['title co "医師"', 'isa'],
      ['title gt "s" and title lt "t"', 'annabel'],
      ['title ge "Ä"', 'ann isa'],
      ['title pr and title ne "ärztin für örtliches"', 'annabel isa'],
      ['displayName eq "İSA æ"', 'isa'],
      ['displayName eq "isa Æ"', ''],
    ] as const) {
      const { Resources } = await list('/Users', filter)
      const found = Resources.map(({ userName }: Values) => userName)
      assert.equal(found.sort().join(' '), expected, filter)
    }
    const letters = Array.from({ length: 250 }, (_, at) => String.fromCodePoint(0x100 + at)).join('')
    const { status, body } = await call('GET', `/Users?filter=${encodeURIComponent(`title eq "${letters}"`)}`)
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'])
  })

  test('SCIM searches by POST (3.4.3), and returns the attributes that are asked for (3.9)', async () => {
    const { id } = await add()
    const searched = await call('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      attributes: ['displayName', 'userName'],
      filter: 'displayName sw "barbara"',
      startIndex: 1,
      count: 10,
    })
    const shown = { schemas: [userSchema], id, userName: 'bjensen', displayName: 'Barbara Jensen' }
    assert.deepEqual([searched.status, searched.body.totalResults, searched.body.Resources], [200, 1, [shown]])
    const { body } = await call('GET', `/Users/${id}?attributes=userName,displayName`)
    assert.deepEqual(body, shown)
    const none = (await call('GET', `/Users/${id}?excludedAttributes=name,emails.type`)).body
    assert.deepEqual([none.name, none.emails], [undefined, [{ value: 'bjensen@example.com', primary: true }]])
    assert.equal((await call('GET', '/Me')).status, 501)
  })

  test('SCIM takes the users and groups of RFC 7643, section 8, and keeps what it knows', async () => {
    const full = {
      schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      id: '2819c223-7f76-453a-919d-413861904646',
      externalId: '701984',
      userName: 'bjensen@example.com',
      name: {
        formatted: 'Ms. Barbara J Jensen, III',
        familyName: 'Jensen',
        givenName: 'Barbara',
        middleName: 'Jane',
        honorificPrefix: 'Ms.',
        honorificSuffix: 'III',
      },
      displayName: 'Babs Jensen',
      nickName: 'Babs',
      profileUrl: 'https://login.example.com/bjensen',
      emails: [
        { value: 'bjensen@example.com', type: 'work', primary: true },
        { value: 'babs@jensen.org', type: 'home' },
      ],
      addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', postalCode: '91608', primary: true }],
      phoneNumbers: [
        { value: '555-555-5555', type: 'work' },
        { value: '555-555-4444', type: 'mobile' },
      ],
      ims: [{ value: 'someaimhandle', type: 'aim' }],
      photos: [{ value: 'https://photos.example.com/profilephoto/72930000000Ccne/F', type: 'photo' }],
      userType: 'Employee',
      title: 'Tour Guide',
      preferredLanguage: 'en-US',
      locale: 'en-US',
      timezone: 'America/Los_Angeles',
      active: true,
      password: 't1meMa$heen',
      groups: [{ value: 'e9e30dba-f08f-4109-8486-d5c6a331660a', display: 'Tour Guides' }],
      x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjEL' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: '701984', costCenter: '4130' },
      meta: { resourceType: 'User', version: 'W/"3694e05e9dff591"' },
    }
    const { status, body } = await call('POST', '/Users', full)
    assert.equal(status, 201, JSON.stringify(body))
    assert.notEqual(body.id, full.id)
    const { meta, id, schemas, ...kept } = body
    assert.deepEqual([meta.resourceType, schemas], ['User', [userSchema]])
    assert.deepEqual(kept, {
      externalId: '701984',
      userName: 'bjensen@example.com',
      name: { formatted: 'Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Babs Jensen',
      title: 'Tour Guide',
      active: true,
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
      phoneNumbers: [{ value: '555-555-4444', type: 'mobile', primary: true }],
    })
    const patched = await patch(
      `/Users/${id}`,
      { op: 'add', value: { emails: [{ value: 'babs@jensen.org', type: 'home', primary: true }], nickName: 'Babs' } },
      { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' },
      { op: 'remove', path: 'phoneNumbers[type eq "mobile" and value ew "4444"]' },
    )
    assert.equal(patched.status, 200, JSON.stringify(patched.body))
    assert.deepEqual([patched.body.emails[0].value, patched.body.phoneNumbers], ['babs@jensen.org', undefined])
    const lost = await patch(`/Users/${id}`, { op: 'replace', path: 'emails[value co "@x"].type', value: 'home' })
    assert.deepEqual([lost.status, lost.body.scimType], [400, 'noTarget'])
    const group = await call('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Tour Guides',
      members: [{ value: id, $ref: `https://example.com/v2/Users/${id}`, display: 'Babs Jensen' }],
    })
    assert.deepEqual(group.body.members, [{ value: id, display: 'Barbara Jensen', $ref: meta.location }])
  })

  test('SCIM replaces a user (3.5.1)', async () => {
    const { id } = await add({ displayName: 'Babs' })
    const changed = {
      ...barbara,
      name: { givenName: 'Barbara', familyName: 'Smith' },
      title: 'Guide',
      emails: undefined,
    }
    const { status, body } = await call('PUT', `/Users/${id}`, changed)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.displayName, body.title, body.name.familyName], ['Barbara Smith', 'Guide', 'Smith'])
    assert.equal((await call('PUT', '/Users/4711', changed)).status, 404)
    assert.equal((await call('PUT', `/Users/${id}`, { ...changed, userName: 'ada' })).body.scimType, 'uniqueness')
  })

  test('SCIM changes a user as Entra ID and Okta do, and deactivates it', async () => {
    const { id } = await add()
    const path = `/Users/${id}`
    const entra = await patch(
      path,
      { op: 'Replace', path: 'name.familyName', value: 'Smith' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'bsmith@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Tours' },
    )
    assert.equal(entra.status, 200, JSON.stringify(entra.body))
    assert.deepEqual([entra.body.displayName, entra.body.emails[0].value], ['Barbara Smith', 'bsmith@example.com'])
    const session = await server.session(company.id, Number(id))
    const signedIn = async () =>
      (await ask(server, undefined, 'GET', '/start', undefined, { headers: { cookie: session } })).status
    assert.equal(await signedIn(), 200)
    assert.equal((await patch(path, { op: 'Replace', path: 'active', value: 'False' })).body.active, false)
    assert.equal(await signedIn(), 401, 'archived at once')
    assert.equal((await patch(path, { op: 'replace', value: { active: true } })).body.active, true)
    const wrong = await patch(path, { op: 'replace', path: 'active', value: 'perhaps' })
    assert.deepEqual([wrong.status, wrong.body.scimType], [400, 'invalidValue'])
    const admin = await patch(`/Users/${company.adminId}`, { op: 'replace', value: { active: false } })
    assert.deepEqual([admin.status, /last active administrator/.test(admin.body.detail)], [400, true])
  })

  test('SCIM deletes a user (3.6), who is archived and can be added again', async () => {
    const { id } = await add()
    assert.equal((await call('DELETE', `/Users/${id}`)).status, 204)
    assert.equal((await call('GET', `/Users/${id}`)).status, 404)
    assert.equal((await call('DELETE', `/Users/${id}`)).status, 404)
    assert.equal((await list('/Users', 'userName eq "bjensen"')).totalResults, 0)
    const archived = await server.get(company, `/users?ids=${id}&active=both`)
    assert.equal(Object.values<Values>(archived.body.results.users)[0]!.active, false)
    assert.equal((await add({ externalId: 'new' })).id, id)
    assert.equal((await list('/Users', 'externalId eq "new"')).totalResults, 1)
  })

  test('SCIM manages groups and their members (3.5.2)', async () => {
    const [one, two, three] = [await add(), await add({ userName: 'two' }), await add({ userName: 'three' })]
    const member = ({ id }: Values) => ({ value: id })
    const made = await call('POST', '/Groups', { displayName: 'Tour Guides', externalId: 'g1', members: [member(one)] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/Groups/${made.body.id}`
    const members = async () => (await call('GET', path)).body.members.map(({ value }: Values) => value)
    assert.deepEqual(await members(), [one.id])
    assert.equal((await call('GET', `/Users/${one.id}`)).body.groups[0].display, 'Tour Guides')
    await patch(path, { op: 'add', path: 'members', value: [member(two), member(three)] })
    assert.deepEqual(await members(), [one.id, two.id, three.id])
    await patch(path, { op: 'remove', path: `members[value eq "${one.id}"]` })
    await patch(path, { op: 'Remove', path: 'members', value: [member(two)] })
    assert.deepEqual(await members(), [three.id])
    const other = await call('POST', '/Groups', { displayName: 'Employees' })
    await patch(`/Groups/${other.body.id}`, { op: 'Add', path: 'members', value: [member(three)] })
    assert.deepEqual(await members(), [], 'a person is in one group')
    const renamed = await patch(path, { op: 'replace', value: { id: made.body.id, displayName: 'Guides' } })
    assert.equal(renamed.body.displayName, 'Guides')
    const put = await call('PUT', path, { displayName: 'Guides', externalId: 'g2', members: [member(one)] })
    assert.deepEqual([put.body.externalId, put.body.members.length], ['g2', 1])
    const found = await list('/Groups', 'displayName eq "guides"', '&excludedAttributes=members')
    assert.deepEqual([found.totalResults, 'members' in found.Resources[0]], [1, false])
    assert.equal((await list('/Groups', `id eq "${made.body.id}" and members eq "${one.id}"`)).totalResults, 1)
    assert.equal((await list('/Groups', 'externalId eq "g2"')).totalResults, 1)
    const wrong = await patch(path, { op: 'add', path: 'members', value: [{ value: '4711' }] })
    assert.deepEqual([wrong.status, wrong.body.scimType], [400, 'invalidValue'])
    assert.equal((await call('POST', '/Groups', { displayName: 'guides' })).status, 409)
    assert.equal((await call('DELETE', path)).status, 204)
    assert.equal((await call('GET', path)).status, 404)
    assert.equal((await call('GET', `/Users/${one.id}`)).body.groups, undefined)
  })

  test('SCIM refuses a patch that would take too long, and changes nothing', async () => {
    const { body } = await call('POST', '/Groups', {
      displayName: 'Tour Guides',
      members: [{ value: (await add()).id }],
    })
    const path = `/Groups/${body.id}`
    const removal = (filter: string) => ({ op: 'remove', path: `members[${filter}]` })
    const many = await patch(path, ...Array.from({ length: 1001 }, () => removal('value pr')))
    assert.deepEqual([many.status, many.body.status], [413, '413'])
    const long = await patch(path, removal('value pr'), removal(`value eq "${'x'.repeat(200)}"`))
    assert.deepEqual([long.status, long.body.scimType], [400, 'invalidFilter'])
    assert.equal((await call('GET', path)).body.members.length, 1)
  })

  test('SCIM describes what it can do (RFC 7643, sections 5 to 7)', async () => {
    const config = (await call('GET', '/ServiceProviderConfig')).body
    assert.deepEqual([config.patch.supported, config.bulk.supported, config.filter.supported], [true, false, true])
    const types = (await call('GET', '/ResourceTypes')).body
    assert.deepEqual(
      types.Resources.map(({ endpoint }: Values) => endpoint),
      ['/Users', '/Groups'],
    )
    for (const { id, schema } of types.Resources) {
      assert.equal((await call('GET', `/ResourceTypes/${id}`)).body.id, id)
      assert.equal((await call('GET', `/Schemas/${schema}`)).body.id, schema)
    }
    assert.equal((await call('GET', '/Schemas')).body.totalResults, 2)
    assert.equal((await call('GET', '/Schemas/nonesuch')).status, 404)
    assert.equal((await call('GET', '/Bulk')).status, 404)
  })

  test('only a SCIM token of the company lets a provider in, and only there', async () => {
    const { id } = await add()
    const other = await server.company()
    const theirs = (await ask(server, other, 'POST', '/scim_tokens', { name: 'Theirs' })).body.token
    assert.equal((await call('GET', `/Users/${id}`, undefined, theirs)).status, 404)
    assert.equal((await call('DELETE', `/Users/${id}`, undefined, theirs)).status, 404)
    for (const bearer of [
      '',
      'x',
      company.token,
      `${token.slice(0, -1)}x`,
      token.replace(/^S\.\d+/, `S.${other.id}`),
    ]) {
      const { status, headers, body } = await call('GET', '/Users', undefined, bearer)
      assert.deepEqual([status, body.status, headers['www-authenticate']], [401, '401', 'Bearer'], bearer)
    }
    assert.equal((await server.call(token, 'GET', '/users')).status, 401, 'it is no token of the API')
    const { tokens } = (await ask(server, company, 'GET', '/scim_tokens')).body
    assert.match(tokens[0].last_used, /^2026/)
    assert.doesNotMatch(JSON.stringify(tokens), new RegExp(token.slice(-20)))
    await ask(server, company, 'DELETE', `/scim_tokens/${tokens[0].id}`)
    assert.equal((await call('GET', '/Users')).status, 401, 'deleted')
  })

  test('SCIM keeps people and groups in a company whose ids have ten digits', async () => {
    await runStatements(
      server,
      `update companies set id_next = ${ownIdsFrom}, id_limit = ${2 ** 53 - 1}, id_spare = '' where company_id = ${company.id}`,
    )
    const { id } = await add()
    assert.ok(Number(id) >= ownIdsFrom, id)
    assert.equal((await call('GET', `/Users/${id}`)).body.userName, 'bjensen')
    assert.equal((await list('/Users', `id eq "${id}"`)).totalResults, 1)
    const replaced = await call('PUT', `/Users/${id}`, { ...barbara, userName: 'babs' })
    assert.deepEqual([replaced.status, replaced.body.userName], [200, 'babs'])
    const patched = await patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Barb' })
    assert.deepEqual([patched.status, patched.body.name?.givenName], [200, 'Barb'])

    const group = await call('POST', '/Groups', { displayName: 'Guides', members: [{ value: id }] })
    assert.equal(group.status, 201, JSON.stringify(group.body))
    const path = `/Groups/${group.body.id}`
    const members = async () => (await call('GET', path)).body.members.map(({ value }: Values) => value)
    assert.deepEqual(await members(), [id])
    assert.equal((await list('/Groups', `id eq "${group.body.id}" and members eq "${id}"`)).totalResults, 1)
    assert.equal((await patch(path, { op: 'remove', path: `members[value eq "${id}"]` })).status, 200)
    assert.deepEqual(await members(), [])
    assert.equal((await call('DELETE', path)).status, 204)
    assert.equal((await call('DELETE', `/Users/${id}`)).status, 204)
    assert.equal((await call('GET', `/Users/${id}`)).status, 404)
    for (const none of ['9007199254740992', '99999999999999999999', '0', 'x'])
      assert.equal((await call('GET', `/Users/${none}`)).status, 404, none)
  })

  test('SCIM refuses invalid requests in its own format', async () => {
    for (const [method, path, body] of [
      ['POST', '/Users', '{'],
      ['POST', '/Users', '[]'],
      ['POST', '/Users', {}],
      ['POST', '/Users', { userName: 7 }],
      ['POST', '/Users', { userName: 'a\0' }],
      ['POST', '/Users', { ...barbara, emails: [{ value: 'no address' }] }],
      ['POST', '/Groups', { displayName: '' }],
      ['POST', '/Groups', { displayName: 'x', members: 'all' }],
      ['PATCH', `/Users/${company.adminId}`, {}],
    ] as const) {
      const answer = await call(method, path, body)
      assert.equal(answer.status, 400, `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
      assert.equal(answer.body.status, '400')
    }
  })
})
