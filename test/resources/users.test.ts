import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { verifyPerson } from '../../src/identity/people.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

type Person = { id: number; token: string }

onBoth('users', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  let created = 0
  /** The time of day in Denver. */
  const now = () => printLocal(server.now, 'America/Denver')
  const person = (properties: Values = {}) => server.user(ada, properties)
  const fresh = (properties: Values = {}): Values => ({
    username: `name${++created}`,
    first_name: 'Ines',
    last_name: 'Lund',
    ...properties,
  })
  const write = async (method: 'post' | 'put', item: Values, who: { token: string } = ada): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/users', [item])
    assert.equal(status, 200, text)
    return body.results.users['1']
  }
  const post = (item: Values, who?: { token: string }) => write('post', item, who)
  const put = (item: Values, who?: { token: string }) => write('put', item, who)
  const read = async (id: number, who: { token: string } = ada) =>
    (await server.list(who, 'users', `?ids=${id}&active=both`))[0]!
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }
  const setting = (section: string, key: string, value: string, scope = 'company', scopeId = 0) =>
    runStatements(
      server,
      `insert into settings (company_id, scope, scope_id, section, key, value, last_modified)
       values (${ada.id}, '${scope}', ${scopeId}, '${section}', '${key}', '${JSON.stringify(value)}', 1)`,
    )

  describe('a new user', () => {
    test('creating a user returns the whole user, with defaults and JSON types', async () => {
      const { id, permissions, ...user } = await post(fresh({ username: 'ilund', email: 'ines@example.org' }))
      assert.ok(Number.isInteger(id))
      assert.deepEqual(user, {
        _status_code: 200,
        _status_message: 'Created',
        first_name: 'Ines',
        last_name: 'Lund',
        display_name: '',
        pronouns: '',
        group_id: 0,
        active: true,
        employee_number: 0,
        salaried: false,
        exempt: false,
        username: 'ilund',
        email: 'ines@example.org',
        email_verified: false,
        payroll_id: '',
        mobile_number: '',
        hire_date: '0000-00-00',
        term_date: '0000-00-00',
        job_title: '',
        gender: '',
        last_modified: '2026-03-02T15:00:00+00:00',
        last_active: '',
        created: '2026-03-02T15:00:00+00:00',
        client_url: user.client_url,
        company_name: user.company_name,
        profile_image_url: '',
        pto_balances: {},
        submitted_to: '2000-01-01',
        approved_to: '2000-01-01',
        manager_of_group_ids: [],
        require_password_change: true,
        pay_rate: 0,
        pay_interval: 'hour',
        customfields: '',
      })
      const granted = Object.entries(permissions).filter(([, on]) => on)
      assert.deepEqual([Object.keys(permissions).length, granted], [22, [['mobile', true]]])
    })

    test('invalid users are refused by the name of the property', async () => {
      const archived = await server.createOne(ada, 'groups', { name: 'Gone', active: false })
      await post(fresh({ username: 'Taken', employee_number: 17, payroll_id: 'P-17' }))
      const cases: [Values, RegExp][] = [
        [fresh({ username: undefined }), /^username is required/],
        [fresh({ first_name: undefined }), /^first_name is required/],
        [fresh({ last_name: undefined }), /^last_name is required/],
        [fresh({ last_name: ' ' }), /^last_name is required/],
        [fresh({ username: ' ' }), /^username must not be empty/],
        [fresh({ username: 'tAKEN ' }), /^username: .* is taken/],
        [fresh({ employee_number: '17' }), /^employee_number: 17 is taken/],
        [fresh({ employee_number: 2_147_483_648 }), /^employee_number/],
        [fresh({ payroll_id: 'P-17' }), /^payroll_id: P-17 is taken/],
        [fresh({ email: 'nonesuch' }), /^email must be an email address/],
        [fresh({ group_id: 999_999_999 }), /^group_id: there is no active group/],
        [fresh({ group_id: archived.id }), /^group_id: there is no active group/],
        [fresh({ hire_date: '2026-02-30' }), /^hire_date must be a date/],
        [fresh({ password: 'correct horse battery' }), /^password: can only be set on your own record/],
        [fresh({ permissions: { fly: true } }), /^permissions: there is no permission fly/],
        [
          fresh({ pto_balances: { 1: 5 }, manager_of_group_ids: [1] }),
          /^Invalid params: pto_balances,manager_of_group_ids/,
        ],
        [fresh({ nick: 'x', shoe: 1 }), /^Invalid params: nick,shoe/],
        [fresh({ pay_rate: 12 }), /^Invalid params: pay_rate/],
        [fresh({ customfields: { 99: 'x' } }), /^customfields: there is no field 99/],
      ]
      for (const [item, about] of cases) refused(await post(item), about)
    })

    test('a new user accepts what the Ruby client sends for unset values', async () => {
      const unset = ['hire_date', 'term_date', 'submitted_to', 'approved_to', 'last_modified', 'last_active', 'created']
      const item = fresh({
        ...Object.fromEntries(unset.map((name) => [name, ''])),
        manager_of_group_ids: [],
        group_id: null,
      })
      const user = await post({ ...item, login_pin: '', mobile_number: '', permissions: { manage_no_schedule: 'yes' } })
      assert.deepEqual(
        [user._status_code, user.hire_date, user.approved_to, user.permissions.manage_no_schedules],
        [200, '0000-00-00', '2000-01-01', true],
      )
    })

    test('the email addresses of users need not be unique', async () => {
      await post(fresh({ email: 'crew@example.org' }))
      assert.equal((await post(fresh({ email: 'crew@example.org' })))._status_code, 200)
    })

    test('pto_balances has a key for each kind of absence, and the jobcodes are supplemental data', async () => {
      const pto = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto' })
      const { body } = await server.post(ada, '/users', [fresh()])
      assert.deepEqual(body.results.users['1'].pto_balances, { [pto.id]: 0 })
      assert.deepEqual(Object.keys(body.supplemental_data.jobcodes), [String(pto.id)])
    })
  })

  describe('an update of a user', () => {
    test('absent and equal properties of a user, and users sent back as read, change nothing', async () => {
      const { id } = await person({ hire_date: '2024-05-02' })
      const user = await read(id)
      server.pass(60)
      const answer = await put({ ...user, id: String(id), hire_date: '' })
      assert.deepEqual(answer, { _status_code: 200, _status_message: 'Updated', ...user })
      refused(
        await put({ id, created: '2020-01-01T00:00:00+00:00', last_active: 'x' }),
        /^Invalid params: last_active,created/,
      )
    })

    test('an update without an id finds the user by username, and leaves the name unchanged', async () => {
      const user = await post(fresh({ username: 't.okafor' }))
      const answer = await put({ username: 'T.Okafor', permissions: { time_tracking: true } })
      assert.deepEqual(
        [answer._status_code, answer.id, answer.username, answer.permissions.time_tracking, answer.permissions.mobile],
        [200, user.id, 't.okafor', true, true],
      )
      for (const id of [null, '']) {
        const answer = await put({ id, username: 'T.OKAFOR', job_title: `Title ${id}` })
        assert.deepEqual(
          [answer._status_code, answer.id, answer.username, answer.job_title],
          [200, user.id, 't.okafor', `Title ${id}`],
        )
      }
      refused(await put({ username: 'nonesuch', first_name: 'A' }), /^no user with that id/)
      assert.equal((await put({ username: 'a\0b' }))._status_code, 417)
      refused(await put({ id: 99_999_999, first_name: 'No One' }), /^no user with that id/)
    })

    test('a new username must be unique, including archived users', async () => {
      const [one, two] = [await post(fresh({ username: 'one' })), await post(fresh({ username: 'two' }))]
      await put({ id: one.id, active: false })
      refused(await put({ id: two.id, username: 'ONE' }), /^username: ONE is taken/)
      assert.equal((await put({ id: two.id, username: 'TWO' })).username, 'TWO')
    })

    test('a username or an address that only looks like another is refused by name, and one from before stays', async () => {
      const user = await post(fresh({ username: 'boss', email: 'boss@acme.example' }))
      const odd: [string, string, string][] = [
        ['username', '\uff42oss', 'boss'],
        ['username', 'bos\u02e2', 'boss'],
        ['username', '\u212aim', 'Kim'],
        ['email', '\uff42oss@acme.example', 'boss@acme.example'],
        ['email', 'boss@acme.\u24d4xample', 'boss@acme.example'],
      ]
      for (const [field, value, plain] of odd) {
        const text = new RegExp(`^${field} must have ordinary letters, as in ${plain}`)
        refused(await post(fresh({ [field]: value })), text)
        refused(await put({ id: user.id, [field]: value }), text)
      }
      await runStatements(
        server,
        `update users set username = '\ufb01ona', username_key = '\ufb01ona', email = '\ufb01ona@acme.example',
          email_key = '\ufb01ona@acme.example' where company_id = ${ada.id} and id = ${user.id}`,
      )
      const kept = await put({ id: user.id, username: '\ufb01ona', email: '\ufb01ona@acme.example', job_title: 'Cook' })
      assert.deepEqual([kept._status_code, kept.username, kept.job_title], [200, '\ufb01ona', 'Cook'])
      assert.equal((await post(fresh({ username: 'fiona' }))).username, 'fiona')
    })

    test('a username is not the email address of another person, who signs in with it', async () => {
      const olivia = await person({ email: 'Olivia@example.org' })
      const { id } = await person()
      const taken = /^username: .* is the email address of another user/
      refused(await put({ id, username: 'olivia@EXAMPLE.org ' }), taken)
      refused(await post(fresh({ username: ' olivia@example.org' })), taken)
      const [first, second] = Object.values<Values>(
        (
          await server.post(ada, '/users', [
            fresh({ username: 'one of two', email: 'two@example.org' }),
            fresh({ username: 'two@example.org' }),
          ])
        ).body.results.users,
      )
      assert.equal(first!._status_code, 200)
      refused(second!, taken)
      assert.equal((await put({ id: olivia.id, username: 'olivia@example.org' }))._status_code, 200)
      assert.equal((await put({ id, email: 'olivia@example.org' }))._status_code, 200, 'addresses may be shared')
    })

    test('a new email address is not verified', async () => {
      const { id } = await person({ email: 'old@example.org' })
      await runStatements(server, `update users set email_verified = 1 where id = ${id}`)
      assert.equal((await read(id)).email_verified, true)
      assert.equal((await put({ id, email: 'old@example.org' })).email_verified, true)
      assert.equal((await put({ id, email: 'new@example.org' })).email_verified, false)
    })

    test('a user moves to a group by its id and to none by 0, and not to unknown or archived groups', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const { id } = await person()
      assert.equal((await put({ id, group_id: String(group.id) })).group_id, group.id)
      refused(await put({ id, group_id: 999_999_999 }), /^group_id/)
      assert.equal((await put({ id, group_id: 0 })).group_id, 0)
      await server.put(ada, '/groups', [{ id: group.id, active: false }])
      refused(await put({ id, group_id: group.id }), /^group_id: there is no active group/)
    })

    test('permissions that an update does not name stay', async () => {
      const { id } = await person({ permissions: { reports: true } })
      const { permissions } = await put({ id, permissions: { reports: 'no', manage_timesheets: 1 } })
      assert.deepEqual(
        [permissions.reports, permissions.manage_timesheets, permissions.time_tracking, permissions.mobile],
        [false, true, true, true],
      )
    })

    test('usernames can be swapped within one request', async () => {
      const [one, two] = [await post(fresh({ username: 'first' })), await post(fresh({ username: 'second' }))]
      const { body } = await server.put(ada, '/users', [
        { id: two.id, username: 'third' },
        { id: one.id, username: 'second' },
      ])
      assert.deepEqual([body.results.users['1'].username, body.results.users['2'].username], ['third', 'second'])
    })

    test('objects in place of ids and names are refused like any other invalid value', async () => {
      const object = { toString: 1, valueOf: 1 }
      for (const item of [
        { id: object, active: false, password: 'long enough, this' },
        { username: object, active: false },
      ])
        assert.equal((await put(item))._status_code, 417)
      for (const name of ['employee_number', 'username', 'payroll_id', 'group_id', 'active', 'password', 'hire_date']) {
        assert.equal((await put({ id: ada.adminId, [name]: object }))._status_code, 417, name)
        assert.equal((await post(fresh({ [name]: object })))._status_code, 417, name)
      }
    })

    test('more than 50 users in a request are refused as a whole, and users cannot be deleted', async () => {
      const many = Array.from({ length: 51 }, () => fresh())
      assert.equal((await server.post(ada, '/users', many)).status, 413)
      assert.equal((await server.list(ada, 'users')).length, 1)
      assert.equal((await server.delete(ada, `/users?ids=${ada.adminId}`)).status, 405)
    })
  })

  describe('an archived user', () => {
    test('archiving a user clocks them out and revokes their token and groups, and can be undone', async () => {
      for (const how of ['id', 'username', 'null', 'empty']) {
        const user = await person()
        const group = await server.createOne(ada, 'groups', { name: `Crew ${how}`, manager_ids: [user.id] })
        const sheet = await server.createOne(ada, 'timesheets', {
          user_id: user.id,
          jobcode_id: 0,
          type: 'regular',
          start: '2026-03-02T07:00:00-07:00',
          end: '',
        })
        const { username } = await read(user.id)
        const named = { id: { id: user.id }, username: {}, null: { id: null }, empty: { id: '' } }[how]
        const gone = await put({ ...named, ...(how === 'id' ? {} : { username }), active: false })
        assert.deepEqual([gone._status_code, gone.active, gone.manager_of_group_ids], [200, false, []])
        const [closed] = await server.list(ada, 'timesheets', `?ids=${sheet.id}&on_the_clock=both`)
        assert.deepEqual([closed!.on_the_clock, closed!.end], [false, now()], how)
        assert.equal((await server.get(user, '/current_user')).status, 401)
        const [left] = await server.list(ada, 'groups', `?ids=${group.id}`)
        assert.deepEqual(left!.manager_ids, [])
        assert.deepEqual(await server.list(ada, 'users', `?ids=${user.id}`), [])
        assert.equal((await put({ id: user.id, active: 'yes' })).active, true)
      }
    })

    test('the last active administrator can be neither archived nor demoted', async () => {
      refused(await put({ id: ada.adminId, active: false }), /^the last active administrator/)
      refused(await put({ id: ada.adminId, permissions: { admin: false } }), /^the last active administrator/)
      const second = await person({ permissions: { admin: true } })
      const { body } = await server.put(ada, '/users', [
        { id: second.id, permissions: { admin: false } },
        { id: ada.adminId, active: false },
      ])
      assert.equal(body.results.users['1']._status_code, 200)
      refused(body.results.users['2'], /^the last active administrator/)
      await put({ id: second.id, permissions: { admin: true } })
      assert.equal((await put({ id: ada.adminId, permissions: { admin: false } }))._status_code, 200)
    })
  })

  describe('the rights to users', () => {
    let worker: Person
    let boss: Person
    let hr: Person
    let member: Person
    beforeEach(async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      worker = await person({ email: 'w@example.org' })
      boss = await person()
      hr = await person({ permissions: { manage_users: true } })
      member = await person({ group_id: group.id, payroll_id: 'P-9' })
      await server.put(ada, '/groups', [{ id: group.id, manager_ids: [boss.id] }])
    })

    test('private fields are omitted for people who may not see them', async () => {
      const hidden = [
        'salaried',
        'exempt',
        'username',
        'payroll_id',
        'mobile_number',
        'hire_date',
        'term_date',
        'submitted_to',
        'approved_to',
        'permissions',
        'customfields',
      ]
      const pay = ['pay_rate', 'pay_interval']
      const sees = async (who: { token: string }, id: number) => {
        const row = await read(id, who)
        return { private: hidden.filter((name) => name in row).length, pay: pay.filter((name) => name in row).length }
      }
      const all = hidden.length
      assert.deepEqual(await sees(worker, member.id), { private: 0, pay: 0 })
      assert.deepEqual(await sees(worker, worker.id), { private: all, pay: 0 })
      assert.deepEqual(await sees(boss, member.id), { private: all, pay: 0 })
      assert.deepEqual(await sees(boss, worker.id), { private: 0, pay: 0 })
      const { private: seen, pay: paid } = await sees(ada, worker.id)
      assert.deepEqual([seen, paid], [all, 2])
      for (const permission of ['manage_users', 'approve_timesheets', 'reports'])
        assert.deepEqual(await sees(await person({ permissions: { [permission]: true } }), worker.id), {
          private: all,
          pay: 0,
        })
      const row = await read(member.id, worker)
      assert.deepEqual(
        ['password', 'login_pin', 'email', 'employee_number'].map((name) => name in row),
        [false, false, true, true],
      )
      const listed = (await server.get(worker, `/groups`)).body.supplemental_data.users[boss.id]
      assert.equal('payroll_id' in listed, false)
    })

    test('filters on private fields reveal nothing to people who may not see them', async () => {
      assert.equal((await server.list(ada, 'users', '?payroll_ids=P-9')).length, 1)
      assert.equal((await server.list(worker, 'users', '?payroll_ids=P-9')).length, 0)
    })

    test('only people with manage_users create and change users', async () => {
      refused(await post(fresh(), worker), /manage_users/)
      assert.equal((await post(fresh(), hr))._status_code, 200)
      refused(await put({ id: member.id, first_name: 'X' }, worker), /^first_name: .*manage_users/)
      refused(await put({ id: member.id, first_name: 'X' }, boss), /^first_name: .*manage_users/)
      assert.equal((await put({ id: member.id, first_name: 'X' }, hr)).first_name, 'X')
    })

    test('people change their own email, phone, display name and PIN, and nothing else of their record', async () => {
      const own = { email: 'me@example.org', mobile_number: '2085550142', display_name: 'Wan', login_pin: 1234 }
      const changed = await put({ id: worker.id, ...own }, worker)
      assert.deepEqual(
        [changed._status_code, changed.email, changed.mobile_number, changed.display_name],
        [200, 'me@example.org', '2085550142', 'Wan'],
      )
      for (const item of [
        { first_name: 'X' },
        { group_id: 1 },
        { payroll_id: 'X' },
        { permissions: { reports: true } },
        { active: false },
      ])
        refused(await put({ id: worker.id, ...item }, worker), /manage_users|group_id/)
      refused(await put({ id: member.id, email: 'x@example.org' }, worker), /^email: .*manage_users/)
    })

    test('only administrators grant admin or change an administrator', async () => {
      refused(await put({ id: worker.id, permissions: { admin: true } }, hr), /^permissions: only administrators/)
      refused(await post(fresh({ permissions: { admin: true } }), hr), /^permissions: only administrators/)
      refused(await put({ id: ada.adminId, first_name: 'X' }, hr), /^only administrators may change an administrator/)
      assert.equal((await put({ id: worker.id, permissions: { admin: true } }))._status_code, 200)
    })

    test('people set only their own password, and it must be long enough', async () => {
      refused(await put({ id: worker.id, password: 'correct horse battery' }), /^password: can only be set on your own/)
      refused(await put({ id: worker.id, password: 'short' }, worker), /^password must be at least 10 characters/)
      const { username } = await read(worker.id)
      for (const password of ['aaaaaaaaaa', 'password123', `${username}-${username}-${username}`])
        refused(await put({ id: worker.id, password }, worker), /^password: .*too easy to guess/)
      const answer = await put({ id: worker.id, password: 'correct horse battery' }, worker)
      assert.deepEqual([answer._status_code, 'password' in answer], [200, false])
      assert.equal((await put({ id: worker.id, password: true, login_pin: false }, worker))._status_code, 200)
    })

    test('each item of a request sets its own password, and one request may set only a few different ones', async () => {
      const signsIn = async (username: string, password: string) =>
        (await verifyPerson(server.world, ada.id, username, password)) !== undefined
      const { username } = await read(worker.id)
      const results = async (...data: Values[]) =>
        Object.values<Values>((await server.put(worker, '/users', data)).body.results.users)
      const codes = async (...passwords: unknown[]) =>
        (await results(...passwords.map((password) => ({ id: worker.id, password })))).map((item) => item._status_code)

      const long = 'a sentence '.repeat(24).slice(0, 256)
      assert.deepEqual(await codes('a-long-and-good-one', 'x'), [200, 417])
      assert.deepEqual([await signsIn(username, 'a-long-and-good-one'), await signsIn(username, 'x')], [true, false])
      assert.deepEqual(await codes(long, `${long}x`, '\0'.repeat(12)), [200, 417, 417])
      assert.equal(await signsIn(username, long), true)
      // Those on other records neither count nor replace one's own.
      await results(
        { id: worker.id, password: 'mine is this one' },
        { id: member.id, password: 'not mine, that one' },
        { username, password: 'mine is that one' },
        { username: 'nonesuch', password: 'no one has this one' },
      )
      assert.equal(await signsIn(username, 'mine is that one'), true)
      assert.deepEqual(
        await codes('password one', 'password two', 'password one', 'password three', 'password four', 'password two'),
        [200, 200, 200, 200, 417, 200],
      )
      assert.equal(await signsIn(username, 'password two'), true)
    })

    test('a PIN is accepted from clients that send it, and not stored', async () => {
      const created = await post(fresh({ login_pin: '73519846' }))
      const other = await person()
      assert.equal((await put({ id: other.id, login_pin: '73519846' }))._status_code, 200)
      refused(await put({ id: other.id, login_pin: 'abc' }), /^login_pin/)
      const rows = await server.db.read.all<{ login_pin: string }>(
        sql`select login_pin from users where company_id = ${ada.id} and id in (${created.id}, ${other.id})`,
      )
      assert.deepEqual(
        rows.map((row) => row.login_pin),
        ['', ''],
      )
    })

    test('hidden values of users cannot be guessed', async () => {
      await put({
        id: member.id,
        username: 'hidden.name',
        mobile_number: '2085550142',
        login_pin: '4711',
        salaried: true,
      })
      const { permissions } = await read(member.id)
      const guesses: [string, unknown, unknown][] = [
        ['username', 'hidden.name', 'other.name'],
        ['payroll_id', 'P-9', 'P-8'],
        ['mobile_number', '2085550142', '2085550143'],
        ['salaried', true, false],
        ['hire_date', '0000-00-00', '2024-05-02'],
        ['submitted_to', '2000-01-01', '2026-02-01'],
        ['approved_to', '2000-01-01', '2026-02-01'],
        ['permissions', permissions, { ...permissions, reports: true }],
        ['permissions', { reports: false }, { reports: true }],
        ['customfields', {}, { 99: 'x' }],
        ['login_pin', '4711', '4712'],
        ['password', 'correct horse battery', 'x'],
      ]
      for (const [name, right, wrong] of guesses)
        for (const value of [right, wrong])
          refused(await put({ id: member.id, [name]: value }, worker), new RegExp(`^${name}: you may not change it`))
      for (const item of [{ username: 'hidden.name' }, { username: 'no.such.name' }])
        refused(await put(item, worker), /^no user with that id/)
      // A guessed administrator's PIN is not confirmed either.
      await put({ id: ada.adminId, login_pin: '4711' })
      for (const login_pin of ['4711', '4712'])
        refused(await put({ id: ada.adminId, login_pin }, hr), /^only administrators/)
      for (const login_pin of ['4711', '4712'])
        refused(await put({ id: member.id, login_pin }, boss), /^login_pin: you may/)
      assert.equal((await put({ id: member.id, payroll_id: 'P-9' }, boss))._status_code, 200)
      assert.equal((await put({ username: 'hidden.name', payroll_id: 'P-9' }, boss))._status_code, 200)
      assert.equal((await put({ ...(await read(member.id, worker)), id: member.id }, worker))._status_code, 200)
    })
  })

  describe('the approval of time', () => {
    let worker: Person
    let boss: Person
    beforeEach(async () => {
      boss = await person()
      const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
      worker = await person({ group_id: group.id })
    })
    const dates = ({ submitted_to, approved_to }: Values) => [submitted_to, approved_to]

    test('group managers, people with approve_timesheets and administrators approve time, which submits it, too', async () => {
      const approver = await person({ permissions: { approve_timesheets: true } })
      const hr = await person({ permissions: { manage_users: true } })
      const days = ['2026-02-01', '2026-02-02', '2026-02-03']
      for (const [index, who] of [boss, approver, ada].entries())
        assert.deepEqual(dates(await put({ id: worker.id, approved_to: days[index] }, who)), [days[index], days[index]])
      refused(await put({ id: worker.id, approved_to: '2026-02-04' }, worker), /^approved_to/)
      refused(await put({ id: worker.id, approved_to: '2026-02-04' }, hr), /^approved_to/)
    })

    test('people submit their own time if the company allows it', async () => {
      assert.deepEqual(dates(await put({ id: worker.id, submitted_to: '2026-02-10' }, worker)), [
        '2026-02-10',
        '2000-01-01',
      ])
      refused(await put({ id: boss.id, submitted_to: '2026-02-10' }, worker), /^submitted_to: you may not/)
      await setting('approvals', 'employee_approval', '0')
      refused(
        await put({ id: worker.id, submitted_to: '2026-02-11' }, worker),
        /^submitted_to: submitting time is switched off/,
      )
    })

    test('people submit time by the setting of their group, and before it by their own', async () => {
      const { group_id } = await read(worker.id)
      const peer = await person({ group_id })
      await setting('approvals', 'employee_approval', '0', 'group', group_id)
      await setting('approvals', 'employee_approval', '1', 'user', peer.id)
      refused(
        await put({ id: worker.id, submitted_to: '2026-02-10' }, worker),
        /^submitted_to: submitting time is switched off/,
      )
      assert.equal((await put({ id: peer.id, submitted_to: '2026-02-10' }, peer))._status_code, 200)
      assert.equal((await put({ id: boss.id, submitted_to: '2026-02-10' }, boss))._status_code, 200)
    })

    test('future time, which cannot be submitted or approved, starts in the user’s zone', async () => {
      // 2026-03-02T15:00Z is the third of March in Kiritimati already, and the second in Denver.
      await setting('general', 'tz', 'Pacific/Kiritimati', 'user', worker.id)
      assert.equal((await put({ id: worker.id, approved_to: '2026-03-03' }, boss))._status_code, 200)
      refused(await put({ id: worker.id, approved_to: '2026-03-04' }, boss), /^approved_to must not be in the future/)
      refused(await put({ id: boss.id, approved_to: '2026-03-03' }), /^approved_to must not be in the future/)
      const { group_id } = await read(worker.id)
      await setting('general', 'tz', 'Pacific/Kiritimati', 'group', group_id)
      assert.equal((await post(fresh({ group_id, submitted_to: '2026-03-03' })))._status_code, 200)
      refused(await post(fresh({ submitted_to: '2026-03-03' })), /^submitted_to must not be in the future/)
    })

    test('a day on which the person is on the clock is neither submitted nor approved, and the error names the timesheet', async () => {
      const item = { user_id: worker.id, jobcode_id: 0, type: 'regular', start: '2026-03-02T08:00:00-07:00', end: '' }
      const running = await server.createOne(worker, 'timesheets', item)
      const words = new RegExp(`on the clock since 08:00 on 2026-03-02 \\(timesheet ${running.id}\\)$`)
      const before = dates(await read(worker.id))
      for (const who of [boss, ada]) {
        const approving = await put({ id: worker.id, approved_to: '2026-03-02' }, who)
        refused(approving, /^approved_to: \S+ \S+ is on the clock/)
        refused(approving, words)
      }
      for (const who of [worker, boss, ada])
        refused(await put({ id: worker.id, submitted_to: '2026-03-02' }, who), words)
      assert.deepEqual(dates(await read(worker.id)), before)
      // The days before are not affected, and the others of a batch neither.
      const { body } = await server.put(boss, '/users', [
        { id: worker.id, approved_to: '2026-03-02' },
        { id: worker.id, approved_to: '2026-03-01' },
      ])
      assert.deepEqual(
        Object.values<Values>(body.results.users).map(({ _status_code }) => _status_code),
        [417, 200],
      )
      await server.put(worker, '/timesheets', [{ id: running.id, end: '2026-03-02T08:00:00-07:00' }])
      assert.deepEqual(dates(await put({ id: worker.id, approved_to: '2026-03-02' }, boss)), [
        '2026-03-02',
        '2026-03-02',
      ])
    })

    test('an entry that runs in approved time does not keep the approval from being moved back', async () => {
      await put({ id: worker.id, approved_to: '2026-03-02' }, boss)
      const item = { user_id: worker.id, jobcode_id: 0, type: 'regular', start: '2026-03-02T08:00:00-07:00', end: '' }
      await server.createOne(boss, 'timesheets', item)
      assert.deepEqual(
        dates(await put({ id: worker.id, approved_to: '2026-03-01', submitted_to: '2026-03-01' }, boss)),
        ['2026-03-01', '2026-03-01'],
      )
      refused(await put({ id: worker.id, submitted_to: '2026-03-02' }, worker), /^submitted_to: .* is on the clock/)
    })

    test('an approval can be moved back, to the start at most, and submitted time never ends before approved time, nor in the future', async () => {
      await put({ id: worker.id, approved_to: '2026-02-10' }, boss)
      assert.deepEqual(dates(await put({ id: worker.id, approved_to: '2026-02-05' }, boss)), [
        '2026-02-10',
        '2026-02-05',
      ])
      refused(
        await put({ id: worker.id, submitted_to: '2026-02-04' }, boss),
        /^submitted_to must not be before approved_to/,
      )
      refused(
        await put({ id: worker.id, approved_to: '1999-12-31' }, boss),
        /^approved_to must not be before 2000-01-01/,
      )
      refused(await put({ id: worker.id, approved_to: '2026-03-03' }, boss), /^approved_to must not be in the future/)
      refused(
        await put({ id: worker.id, submitted_to: '2026-03-03' }, worker),
        /^submitted_to must not be in the future/,
      )
      assert.deepEqual(dates(await put({ id: worker.id, approved_to: '2026-03-02' }, boss)), [
        '2026-03-02',
        '2026-03-02',
      ])
      assert.deepEqual(dates(await put({ id: worker.id, approved_to: '', submitted_to: '0000-00-00' }, boss)), [
        '2026-03-02',
        '2026-03-02',
      ])
    })
  })

  describe('the order of refusals', () => {
    const tomorrow = '2026-03-03'

    test('the first of several reasons, in a fixed order, refuses a change of a user', async () => {
      await setting('approvals', 'employee_approval', '0')
      const wanda = await person({ email: 'wanda@example.org', payroll_id: 'P1' })
      const other = await person({ email: 'other@example.org', employee_number: 7 })
      const { username } = await read(other.id)
      const unknown = { customfields: { 99: 'x' } }
      const cases: [who: { token: string }, item: Values, about: RegExp][] = [
        [
          wanda,
          { id: other.id, payroll_id: 'P2', first_name: 'Ina' },
          /^payroll_id: you may not change it on this user/,
        ],
        [
          wanda,
          { first_name: 'Ina', approved_to: tomorrow },
          /^first_name: changing it needs the permission manage_users/,
        ],
        [
          wanda,
          { approved_to: tomorrow, first_name: 'Ina' },
          /^first_name: changing it needs the permission manage_users/,
        ],
        [wanda, { approved_to: tomorrow, email: 'other@example' }, /^approved_to: approving this user’s time needs/],
        [wanda, { password: 'short', submitted_to: tomorrow }, /^submitted_to: submitting time is switched off/],
        [ada, { password: 'long enough 123', group_id: 99 }, /^password: can only be set on your own record/],
        [ada, { group_id: 99, ...unknown }, /^group_id: there is no active group 99/],
        [ada, { ...unknown, username }, /^customfields: there is no field 99/],
        [ada, { username, submitted_to: tomorrow }, /^username: .* is taken/],
        [ada, { username: 'other@example.org', employee_number: 7 }, /^employee_number: 7 is taken/],
        [
          ada,
          { username: 'other@example.org', submitted_to: tomorrow },
          /^username: .* is the email address of another/,
        ],
        [ada, { id: ada.adminId, submitted_to: tomorrow, active: false }, /^submitted_to must not be in the future/],
      ]
      for (const [who, item, about] of cases) refused(await put({ id: wanda.id, ...item }, who), about)
    })

    test('the first of several reasons, in a fixed order, refuses a new user', async () => {
      const wanda = await person()
      const { username } = await read((await person({ email: 'other@example.org', employee_number: 7 })).id)
      const unknown = { customfields: { 99: 'x' } }
      const rights = await person({ permissions: { manage_users: true } })
      const cases: [who: { token: string }, item: Values, about: RegExp][] = [
        [wanda, { last_name: '' }, /^creating users needs the permission manage_users/],
        [ada, { last_name: '', password: 'long enough 123' }, /^last_name/],
        [rights, { password: 'long enough 123', permissions: { admin: true } }, /^password: can only be set/],
        [rights, { permissions: { admin: true }, group_id: 99 }, /^permissions: only administrators/],
        [ada, { group_id: 99, username }, /^group_id: there is no active group 99/],
        [ada, { username: 'other@example.org', employee_number: 7 }, /^employee_number: 7 is taken/],
        [ada, { username: 'other@example.org', ...unknown }, /^username: .* is the email address of another/],
        [ada, { username, ...unknown }, /^username: .* is taken/],
        [ada, { ...unknown, submitted_to: tomorrow }, /^customfields: there is no field 99/],
        [ada, { approved_to: tomorrow }, /^approved_to must not be in the future/],
      ]
      for (const [who, item, about] of cases) refused(await post(fresh(item), who), about)
    })

    test('an administrator who may not be archived stays on the clock and in the lists of managers', async () => {
      await server.createOne(ada, 'groups', { name: 'North', manager_ids: [ada.adminId] })
      const clock = { user_id: ada.adminId, type: 'regular', jobcode_id: 0, start: now(), end: '' }
      const { id } = await server.createOne(ada, 'timesheets', clock)
      refused(await put({ id: ada.adminId, active: false }), /^the last active administrator/)
      const [sheet] = await server.list(ada, 'timesheets', `?ids=${id}&on_the_clock=yes`)
      assert.equal(sheet!.end, '')
      assert.equal((await read(ada.adminId)).manager_of_group_ids.length, 1)
    })
  })

  describe('a listing of users', () => {
    test('users are listed by last name, and can be filtered', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const smith = await post(fresh({ first_name: 'Zoe', last_name: 'smith', username: 'zsmith', group_id: group.id }))
      const sams = await post(
        fresh({ first_name: 'Amy', last_name: 'Samsonite', employee_number: 7, payroll_id: 'P-7' }),
      )
      const old = await post(fresh({ first_name: 'Olaf', last_name: 'Old' }))
      await put({ id: old.id, active: false })
      const last = async (query: string) => (await server.list(ada, 'users', query)).map((row) => row.last_name)
      const cases: [string, string[]][] = [
        ['', ['Admin', 'Samsonite', 'smith']],
        ['?active=both', ['Admin', 'Old', 'Samsonite', 'smith']],
        ['?active=false', ['Old']],
        [`?ids[0]=${smith.id}&ids[1]=${sams.id}`, ['Samsonite', 'smith']],
        [`?not_ids=${smith.id}`, ['Admin', 'Samsonite']],
        ['?employee_numbers=7,8', ['Samsonite']],
        ['?usernames=ZSMITH,nonesuch', ['smith']],
        [`?group_ids=${group.id}`, ['smith']],
        ['?group_ids=0', ['Admin', 'Samsonite']],
        [`?not_group_ids=${group.id}`, ['Admin', 'Samsonite']],
        ['?payroll_ids=P-7', ['Samsonite']],
        ['?last_name=S*', ['Samsonite', 'smith']],
        ['?last_name=Sam', []],
        ['?last_name=SMITH', ['smith']],
        ['?first_name=*y', ['Samsonite']],
        ['?limit=1&page=2', ['Samsonite']],
        ['?modified_since=2027-01-01T00:00:00Z', []],
      ]
      for (const [query, expected] of cases) assert.deepEqual(await last(query), expected, query)
      const { body } = await server.get(ada, `/users?ids=${smith.id}`)
      assert.deepEqual([Object.keys(body.supplemental_data.groups), body.more], [[String(group.id)], false])
      assert.equal('supplemental_data' in (await server.get(ada, '/users?supplemental_data=no')).body, false)
      for (const query of ['?active=x', '?ids=x', '?limit=201', '?employee_numbers=x'])
        assert.equal((await server.get(ada, `/users${query}`)).status, 417, query)
    })

    test('another company’s users do not exist', async () => {
      const other = await server.company()
      assert.deepEqual(await server.list(other, 'users', `?ids=${ada.adminId}`), [])
      refused(await put({ id: ada.adminId, first_name: 'X' }, other), /^no user with that id/)
    })
  })

  test('/current_user is the requester’s own record in the form of /users', async () => {
    const worker = await person()
    const { status, body } = await server.get(worker, '/current_user')
    assert.deepEqual([status, body.more, Object.keys(body.results.users)], [200, false, [String(worker.id)]])
    const row = body.results.users[worker.id]
    assert.deepEqual(['permissions' in row, 'pay_rate' in row], [true, false])
  })
})
