import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AppEndpoint } from '../../src/app_api/endpoint.ts'
import { appEndpoints, publicEndpoints } from '../../src/app_api/index.ts'
import { idMax, type Values } from '../../src/engine/table.ts'
import { insertPasskey } from '../../src/identity/factors/passkeys.ts'
import { keepDevice } from '../../src/notifications/push_devices.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { ask } from './ask.ts'

// What must be true of every endpoint of the app API and those of its form in the public API, including future ones.

/** Records of another company. */
type Foreign = {
  user: number
  group: number
  job: number
  lunch: number
  field: number
  place: number
  sheet: number
} & {
  token: number
  scimToken: number
  hold: number
  webhook: number
  application: number
  clientId: string
  session: string
  passkey: number
  device: number
  message: number
  correction: number
  report: number
  template: number
  amount: number
  calendar: number
  run: number
}

const savedReport = {
  name: 'Week',
  search: 'range=last-week',
  shared: false,
  schedule: { every: 'daily', weekday: 0, hour: 7, format: 'csv', user_ids: [1] },
}

const bonusOf = (user_id: number) => ({ user_id, kind: 'bonus', date: '2026-02-18', amount: 250 })

const payRun = { start_date: '2026-02-16', end_date: '2026-02-22' }

const shiftTemplate = { name: 'Early', start_time: '06:00', end_time: '14:00' }

/** How each endpoint is called with a record of another company, which must behave as if it did not exist. */
const elsewhere: Record<string, (of: Foreign) => { path: string; body?: unknown }[]> = {
  'GET /settings': ({ user, group }) => [
    { path: `/settings?for=user&id=${user}` },
    { path: `/settings?for=group&id=${group}` },
  ],
  'POST /settings/preview': ({ user, group }) => [
    { path: '/settings/preview', body: { for: 'user', id: user, overtime: 'federal' } },
    { path: '/settings/preview', body: { for: 'group', id: group, overtime: 'none' } },
  ],
  'PUT /settings': ({ user, group }) => [
    { path: '/settings', body: { for: 'user', id: user, overtime: 'federal' } },
    { path: '/settings', body: { for: 'group', id: group, settings: { general: { week_start: 1 } } } },
  ],
  'PUT /applications/:id': ({ application }) => [{ path: `/applications/${application}`, body: { name: 'Mine' } }],
  'POST /applications/:id/secret': ({ application }) => [{ path: `/applications/${application}/secret` }],
  'DELETE /applications/:id': ({ application }) => [{ path: `/applications/${application}` }],
  'DELETE /allowed_applications/:client_id': ({ clientId }) => [{ path: `/allowed_applications/${clientId}` }],
  'GET /break_rules': ({ user, group }) => [
    { path: `/break_rules?for=user&id=${user}` },
    { path: `/break_rules?for=group&id=${group}` },
  ],
  'POST /break_rules/preview': ({ user, group }) => [
    { path: '/break_rules/preview', body: { for: 'user', id: user, rules: 'california' } },
    { path: '/break_rules/preview', body: { for: 'group', id: group, premium: true } },
  ],
  'PUT /break_rules': ({ user, group }) => [
    { path: '/break_rules', body: { for: 'user', id: user, rules: 'california' } },
    { path: '/break_rules', body: { for: 'group', id: group, premium: true } },
  ],
  'GET /working_pattern': ({ user, group }) => [
    { path: `/working_pattern?for=user&id=${user}` },
    { path: `/working_pattern?for=group&id=${group}` },
  ],
  'POST /working_pattern/preview': ({ user, group }) => [
    { path: '/working_pattern/preview', body: { for: 'user', id: user, full_time_share: 50 } },
    { path: '/working_pattern/preview', body: { for: 'group', id: group, zone: 'own' } },
  ],
  'PUT /working_pattern': ({ user, group }) => [
    { path: '/working_pattern', body: { for: 'user', id: user, full_time_share: 50 } },
    { path: '/working_pattern', body: { for: 'group', id: group, zone: 'own' } },
  ],
  'GET /expected_hours': ({ user }) => [
    { path: `/expected_hours?user_id=${user}&start_date=2026-03-01&end_date=2026-03-07` },
  ],
  'PUT /pto_policies': ({ user, group, job }) => [
    { path: '/pto_policies', body: { jobcode_id: job, every: 'year', seconds: 3600 } },
    { path: '/pto_policies', body: { jobcode_id: job, every: 'year', seconds: 3600, for: 'user', id: user } },
    { path: '/pto_policies', body: { jobcode_id: job, every: 'year', seconds: 3600, for: 'group', id: group } },
  ],
  'DELETE /pto_policies': ({ user, job }) => [
    { path: `/pto_policies?jobcode_id=${job}` },
    { path: `/pto_policies?jobcode_id=${job}&for=user&id=${user}` },
  ],
  'GET /users/:id/data': ({ user }) => [{ path: `/users/${user}/data` }],
  'POST /users/:id/anonymization': ({ user }) => [
    { path: `/users/${user}/anonymization`, body: { password: 'mine', name: 'Mine' } },
  ],
  'POST /legal_holds': ({ user }) => [{ path: '/legal_holds', body: { user_id: user, reason: 'Mine' } }],
  'POST /legal_holds/:id/release': ({ hold }) => [{ path: `/legal_holds/${hold}/release` }],
  'POST /inspectors': ({ group }) => [
    {
      path: '/inspectors',
      body: { first_name: 'I', last_name: 'N', authority: 'A', end_date: '2026-06-01', group_ids: [group] },
    },
  ],
  'POST /inspectors/:id/end': ({ user }) => [{ path: `/inspectors/${user}/end` }],
  'GET /audit': ({ user }) => [{ path: `/audit?user_id=${user}` }],
  'GET /audit/export': ({ user }) => [{ path: `/audit/export?user_id=${user}` }],
  'GET /pto_ledger': ({ user }) => [{ path: `/pto_ledger?user_id=${user}` }],
  'POST /pto_adjustments': ({ user, job }) => [
    { path: '/pto_adjustments', body: { user_id: user, jobcode_id: job, seconds: 3600, reason: 'Mine' } },
  ],
  'POST /clock': ({ sheet, job }) => [
    { path: '/clock', body: { end: { id: sheet, end: '2026-03-02T15:00:00Z' } } },
    { path: '/clock', body: { change: { id: sheet, notes: 'Mine' } } },
    { path: '/clock', body: { begin: { jobcode_id: job, start: '2026-03-02T15:00:00Z' } } },
  ],
  'POST /actions': ({ user, place }) =>
    [
      { do: 'set', what: 'pay', data: [{ user_id: user, pay_rate: 1, pay_interval: 'hour' }] },
      { do: 'set', what: 'fence', data: [{ location_id: place, enabled: true }] },
    ].map((step) => ({ path: '/actions', body: { steps: [step] } })),
  'POST /break_answers': ({ sheet }) => [
    { path: '/break_answers', body: { timesheet_id: sheet, answers: [{ rule: 'meal', answer: 'taken' }] } },
  ],
  'GET /lunches': ({ user }) => [{ path: `/lunches?user_id=${user}&start_date=2026-03-01&end_date=2026-03-07` }],
  'PUT /breaks/:id': ({ lunch }) => [{ path: `/breaks/${lunch}`, body: { active: false } }],
  'PUT /pay': ({ user }) => [{ path: '/pay', body: { data: [{ user_id: user, pay_rate: 1, pay_interval: 'hour' }] } }],
  'GET /pay_rates': ({ user, job }) => [
    { path: `/pay_rates?user_id=${user}` },
    { path: `/pay_rates?jobcode_id=${job}` },
  ],
  'POST /pay_rates': ({ user, job }) => [
    { path: '/pay_rates', body: { user_id: user, from: null, rate: 1 } },
    { path: '/pay_rates', body: { jobcode_id: job, from: '2026-03-01', rate: 1 } },
  ],
  'DELETE /pay_rates': ({ user, job }) => [
    { path: `/pay_rates?user_id=${user}` },
    { path: `/pay_rates?jobcode_id=${job}&from=2026-03-01` },
  ],
  'GET /pay_amounts': ({ user }) => [
    { path: `/pay_amounts?start_date=2026-02-01&end_date=2026-02-28&user_id=${user}` },
  ],
  'POST /pay_amounts': ({ user }) => [{ path: '/pay_amounts', body: { amounts: [bonusOf(user)] } }],
  'DELETE /pay_amounts/:id': ({ amount }) => [{ path: `/pay_amounts/${amount}` }],
  'POST /pay_runs': ({ user }) => [
    { path: '/pay_runs', body: { ...payRun, kind: 'final', user_ids: [user] } },
    { path: '/pay_runs', body: { ...payRun, adjustments: [{ user_id: user, reason: 'Mine', amount_cents: 1 }] } },
  ],
  'GET /pay_runs/:id': ({ run }) => [{ path: `/pay_runs/${run}` }],
  'POST /pay_runs/:id/close': ({ run }) => [{ path: `/pay_runs/${run}/close` }],
  'POST /pay_runs/:id/reopen': ({ run }) => [{ path: `/pay_runs/${run}/reopen`, body: { confirm: true } }],
  'POST /pay_runs/:id/sent': ({ run }) => [{ path: `/pay_runs/${run}/sent` }],
  'DELETE /pay_runs/:id': ({ run }) => [{ path: `/pay_runs/${run}` }],
  'GET /pay_runs/:id/check': ({ run }) => [{ path: `/pay_runs/${run}/check?target=payroll` }],
  'POST /pay_runs/:id/files': ({ run }) => [{ path: `/pay_runs/${run}/files`, body: { target: 'payroll' } }],
  'GET /pay_runs/:id/files/:number': ({ run }) => [{ path: `/pay_runs/${run}/files/1` }],
  'PUT /fences': ({ place }) => [{ path: '/fences', body: { location_id: place, enabled: true } }],
  'PUT /shown_fields': ({ job, field }) => [
    { path: '/shown_fields', body: { of: 'jobcodes', id: job, customfield_ids: [] } },
    { path: '/shown_fields', body: { of: 'customfields', id: field, customfield_ids: [] } },
  ],
  'GET /time_rules': ({ user }) => [{ path: `/time_rules?user_id=${user}` }],
  'GET /time_locks': ({ user }) => [{ path: `/time_locks?user_id=${user}&date=2026-03-02` }],
  'PUT /tokens/:id': ({ token }) => [{ path: `/tokens/${token}`, body: { expires: '2026-06-01T00:00:00Z' } }],
  'DELETE /tokens/:id': ({ token }) => [{ path: `/tokens/${token}` }],
  'PUT /single_sign_on': ({ group }) => [
    {
      path: '/single_sign_on',
      body: {
        mode: 'off',
        label: '',
        issuer: '',
        client_id: '',
        create_people: false,
        groups_claim: '',
        group_map: [{ value: 'x', group_id: group }],
      },
    },
  ],
  'POST /single_sign_on/trial': ({ group }) => [
    {
      path: '/single_sign_on/trial',
      body: {
        mode: 'off',
        label: 'Acme ID',
        issuer: 'https://login.acme.invalid',
        client_id: 'clockhouse',
        create_people: false,
        groups_claim: '',
        group_map: [{ value: 'x', group_id: group }],
      },
    },
  ],
  'DELETE /single_sign_on/people/:id': ({ user }) => [{ path: `/single_sign_on/people/${user}` }],
  'DELETE /scim_tokens/:id': ({ scimToken }) => [{ path: `/scim_tokens/${scimToken}` }],
  'POST /webhooks': ({ user, group, job }) =>
    [{ user_ids: [user] }, { group_ids: [group] }, { jobcode_ids: [job] }].map((filter) => ({
      path: '/webhooks',
      body: { url: 'http://127.0.0.1:9/', types: ['*'], filter },
    })),
  'PUT /webhooks/:id': ({ webhook }) => [{ path: `/webhooks/${webhook}`, body: { active: false } }],
  'DELETE /webhooks/:id': ({ webhook }) => [{ path: `/webhooks/${webhook}` }],
  'POST /webhooks/:id/secret': ({ webhook }) => [{ path: `/webhooks/${webhook}/secret`, body: {} }],
  'POST /webhooks/:id/test': ({ webhook }) => [{ path: `/webhooks/${webhook}/test` }],
  'GET /webhooks/:id/deliveries': ({ webhook }) => [{ path: `/webhooks/${webhook}/deliveries` }],
  'GET /webhooks/:id/deliveries/:number': ({ webhook }) => [{ path: `/webhooks/${webhook}/deliveries/1` }],
  'POST /webhooks/:id/replay': ({ webhook }) => [{ path: `/webhooks/${webhook}/replay`, body: { number: 1 } }],
  'DELETE /sessions/:id': ({ session }) => [{ path: `/sessions/${session}` }],
  'PUT /passkeys/:id': ({ passkey }) => [{ path: `/passkeys/${passkey}`, body: { name: 'Mine' } }],
  'DELETE /passkeys/:id': ({ passkey }) => [{ path: `/passkeys/${passkey}`, body: { password: 'x' } }],
  'DELETE /users/:id/sessions': ({ user }) => [{ path: `/users/${user}/sessions` }],
  'DELETE /users/:id/two_factor': ({ user }) => [{ path: `/users/${user}/two_factor` }],
  'GET /users/:id/sign_in': ({ user }) => [{ path: `/users/${user}/sign_in` }],
  'POST /invitation_links': ({ user }) => [{ path: '/invitation_links', body: { user_ids: [user] } }],
  'POST /users/:id/invitation': ({ user }) => [{ path: `/users/${user}/invitation` }],
  'POST /users/:id/password_reset': ({ user }) => [{ path: `/users/${user}/password_reset` }],
  'GET /approvals/sent_back': ({ user }) => [{ path: `/approvals/sent_back?user_id=${user}` }],
  'GET /approvals/days': ({ user }) => [
    { path: `/approvals/days?user_id=${user}&start_date=2026-02-16&end_date=2026-02-22` },
  ],
  'POST /approvals/send_back': ({ user }) => [
    { path: '/approvals/send_back', body: { user_id: user, start_date: '2026-02-16', message: 'Please look again.' } },
  ],
  'DELETE /devices/:id': ({ device }) => [{ path: `/devices/${device}` }],
  'POST /devices/:id/test': ({ device }) => [{ path: `/devices/${device}/test` }],
  'PUT /messages/read': ({ message }) => [{ path: '/messages/read', body: { ids: [message] } }],
  'GET /deliveries': ({ user }) => [{ path: `/deliveries?user_id=${user}` }],
  'PUT /group_reminders': ({ group }) => [
    {
      path: '/group_reminders',
      body: {
        group_id: group,
        reminder_type: 'clock-in',
        due_time: '08:00:00',
        due_days_of_week: 'Mon',
        distribution_methods: 'Push',
        active: true,
        enabled: true,
      },
    },
  ],
  'GET /corrections': ({ user }) => [{ path: `/corrections?user_id=${user}` }],
  'POST /corrections': ({ sheet, job }) => [
    { path: '/corrections', body: { action: 'delete', timesheet_id: sheet, reason: 'Twice' } },
    {
      path: '/corrections',
      body: { action: 'add', jobcode_id: job, date: '2026-02-16', duration: 3600, reason: 'Forgotten' },
    },
  ],
  'POST /corrections/:id/decision': ({ correction }) => [
    { path: `/corrections/${correction}/decision`, body: { decision: 'accept' } },
  ],
  'POST /saved_reports': ({ user }) => [
    { path: '/saved_reports', body: { ...savedReport, schedule: { ...savedReport.schedule, user_ids: [user] } } },
  ],
  'PUT /saved_reports/:id': ({ report }) => [{ path: `/saved_reports/${report}`, body: savedReport }],
  'DELETE /saved_reports/:id': ({ report }) => [{ path: `/saved_reports/${report}` }],
  'POST /shift_templates': ({ job }) => [{ path: '/shift_templates', body: { ...shiftTemplate, jobcode_id: job } }],
  'PUT /shift_templates/:id': ({ template }) => [{ path: `/shift_templates/${template}`, body: { name: 'Mine' } }],
  'DELETE /shift_templates/:id': ({ template }) => [{ path: `/shift_templates/${template}` }],
  'DELETE /corrections/:id': ({ correction }) => [{ path: `/corrections/${correction}` }],
  'GET /holidays': ({ user }) => [{ path: `/holidays?start_date=2026-01-01&end_date=2026-12-31&user_id=${user}` }],
  'POST /holiday_calendars': ({ group, job }) => [
    { path: '/holiday_calendars', body: { name: 'Mine', group_ids: [group] } },
    { path: '/holiday_calendars', body: { name: 'Mine', pay: { jobcode_id: job, seconds: 28800, weekends: false } } },
  ],
  'PUT /holiday_calendars/:id': ({ calendar }) => [{ path: `/holiday_calendars/${calendar}`, body: { name: 'Mine' } }],
  'DELETE /holiday_calendars/:id': ({ calendar }) => [{ path: `/holiday_calendars/${calendar}` }],
  'POST /holiday_calendars/:id/holidays': ({ calendar }) => [
    { path: `/holiday_calendars/${calendar}/holidays`, body: { holidays: [{ date: '2026-12-24', name: 'Mine' }] } },
  ],
  'DELETE /holiday_calendars/:id/holidays/:date': ({ calendar }) => [
    { path: `/holiday_calendars/${calendar}/holidays/2026-12-25` },
  ],
  'POST /holiday_calendars/:id/import': ({ calendar }) => [
    { path: `/holiday_calendars/${calendar}/import`, body: { country: 'US', years: [2026] } },
  ],
  'POST /holiday_calendars/:id/grant': ({ calendar }) => [
    { path: `/holiday_calendars/${calendar}/grant`, body: { date: '2026-12-25' } },
  ],
  'GET /timesheet_history': ({ sheet }) => [{ path: `/timesheet_history?timesheet_id=${sheet}` }],
  'GET /timesheet_places': ({ sheet }) => [{ path: `/timesheet_places?timesheet_id=${sheet}` }],
}

const endpoints = [...appEndpoints, ...publicEndpoints]

const nameOf = ({ method, path }: AppEndpoint) => `${method} ${path}`

/** A path with plausible parameters. */
const sample = (path: string) => path.replaceAll(/:(\w+)/g, (_, name) => (/(id|number)$/.test(name) ? '999999' : 'csv'))

/** True when a schema refers to a record of the company somewhere. */
function namesRecords(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, maximum } = schema as Values
  return (type === 'integer' && maximum === idMax) || Object.values(schema).some(namesRecords)
}

onEither('every endpoint of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    worker = await server.user(ada)
  })
  after(() => server.stop())

  /** Each endpoint with the answer to one request. */
  const asked = async (
    who: { token: string } | undefined,
    request: (endpoint: AppEndpoint) => { query?: string; body?: unknown; headers?: Record<string, string> },
    some: readonly AppEndpoint[] = endpoints,
  ) => {
    const answers: { name: string; status: number; message: string }[] = []
    for (const endpoint of some) {
      const { query = '', body, headers = {} } = request(endpoint)
      const told = await ask(server, who, endpoint.method, sample(endpoint.path) + query, body, { headers })
      answers.push({ name: nameOf(endpoint), status: told.status, message: told.body.error?.message ?? '' })
    }
    return answers
  }
  /** The administrator in a browser: endpoints about a session take no token. */
  const inBrowser = async (method: AppEndpoint['method'], path: string, body?: unknown) => {
    const cookie = await server.session(ada.id, ada.adminId)
    return ask(server, undefined, method, path, body, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  }
  const expect = (answers: { name: string; status: number }[], status: number) =>
    assert.deepEqual(
      answers.filter((answer) => answer.status !== status),
      [],
    )
  const writes = endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')

  test('every endpoint has a description of its own, in a sentence', () => {
    for (const endpoint of endpoints) assert.match(endpoint.about, /^[A-Z`].{20,}[.]$/s, nameOf(endpoint))
    const names = endpoints.map(nameOf)
    assert.deepEqual([...new Set(names)], names)
  })

  test('every endpoint answers 401 without credentials and with wrong ones', async () => {
    expect(await asked(undefined, () => ({})), 401)
    expect(await asked({ token: `S.${ada.id}__${'0'.repeat(48)}` }, () => ({})), 401)
    expect(await asked(undefined, () => ({ headers: { cookie: `clockhouse=${ada.id}.${'A'.repeat(43)}` } })), 401)
  })

  test('every endpoint refuses writes with a session when the request comes from elsewhere', async () => {
    const cookie = await server.session(ada.id, ada.adminId)
    const changing = endpoints.filter(({ method }) => method !== 'GET')
    expect(await asked(undefined, () => ({ headers: { cookie } }), changing), 403)
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await asked(undefined, () => ({ headers: foreign }), changing), 403)
  })

  test('every endpoint for administrators answers 403 to everyone else', async () => {
    const manager = await server.user(ada, { permissions: { manage_users: true, manage_timesheets: true } })
    const closed = endpoints.filter(({ who }) => who === 'administrators')
    for (const who of [worker, manager]) expect(await asked(who, () => ({}), closed), 403)
  })

  test('every endpoint refuses unknown properties by name', async () => {
    for (const { name, status, message } of [
      ...(await asked(ada, () => ({ query: '?flavor=red' }))),
      ...(await asked(ada, () => ({ body: { flavor: 'red' } }), writes)),
    ]) {
      assert.equal(status, 417, name)
      assert.match(message, /(flavor: there is no such field|: required)$/, name)
    }
  })

  test('every endpoint answers 400 to invalid JSON, and 415 to other content types', async () => {
    expect(await asked(ada, () => ({ body: '{"name": ' }), writes), 400)
    expect(await asked(ada, () => ({ body: 'name=x', headers: { 'content-type': 'text/plain' } }), writes), 415)
  })

  test('every endpoint answers 404 to ids that no record can have', async () => {
    const named = endpoints.filter(({ path }) => path.includes('/:id'))
    for (const id of ['0', '-1', 'x', '9007199254740992', '%00', '1e400'])
      for (const endpoint of named) {
        const path = endpoint.path.replace(':id', id)
        const { status } = await inBrowser(endpoint.method, path, endpoint.body && {})
        assert.equal(status, 404, `${endpoint.method} ${path}`)
      }
  })

  test('every endpoint survives any JSON', async () => {
    const junk: unknown[] = [
      null,
      [],
      {},
      'x',
      '',
      0,
      -1,
      1e308,
      true,
      'a\u0000b',
      '\ud800',
      [[]],
      [null],
      [{}],
      { a: {} },
    ]
    /** All of it, or two values, others each time. */
    let next = 0
    const some = () => (isFull ? junk : [0, 7].map((step) => junk[(next++ + step) % junk.length]))
    const deep = `{"settings":${'['.repeat(5000)}${']'.repeat(5000)}}`
    for (const endpoint of writes.filter(({ body }) => body)) {
      const properties = Object.keys((endpoint.body as Values).properties ?? {})
      const bodies = [...some(), deep, ...properties.flatMap((name) => some().map((value) => ({ [name]: value })))]
      for (const body of bodies) {
        const { status } = await ask(server, ada, endpoint.method, sample(endpoint.path), body ?? 'null')
        assert.ok(status < 500, `${nameOf(endpoint)} ${JSON.stringify(body)}: ${status}`)
      }
    }
  })

  test('no endpoint reveals anything about another company', async () => {
    const other = await server.company()
    const theirs = await server.user(other)
    const one = async (resource: string, item: Values) => (await server.createOne(other, resource, item)).id
    const job = await one('jobcodes', { name: 'Theirs', assigned_to_all: true })
    const sessionsOf = async ({ id, adminId }: TestCompany): Promise<Values[]> => {
      const headers = { cookie: await server.session(id, adminId) }
      return (await ask(server, undefined, 'GET', '/sessions', undefined, { headers })).body.sessions
    }
    const registered = await ask(server, other, 'POST', '/applications', {
      name: 'Theirs',
      redirect_uris: ['https://app.example.com/'],
    })
    const foreign: Foreign = {
      user: theirs.id,
      group: await one('groups', { name: 'Theirs' }),
      job,
      lunch: (await ask(server, other, 'POST', '/breaks', { name: 'Theirs', type: 'unpaid_break' })).body.id,
      field: await one('customfields', { name: 'Theirs', applies_to: 'timesheet', type: 'free-form', required: false }),
      place: await one('locations', { label: 'Theirs', addr1: '1 Main Street' }),
      sheet: await one('timesheets', {
        user_id: theirs.id,
        jobcode_id: job,
        type: 'manual',
        date: '2026-02-16',
        duration: 3600,
      }),
      token: (await ask(server, other, 'POST', '/tokens', { name: 'Theirs' })).body.id,
      scimToken: (await ask(server, other, 'POST', '/scim_tokens', { name: 'Theirs' })).body.id,
      hold: (await ask(server, other, 'POST', '/legal_holds', { reason: 'Theirs' })).body.id,
      webhook: (await ask(server, other, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/', types: ['*'] })).body
        .webhook.id,
      application: registered.body.application.id,
      clientId: registered.body.application.client_id,
      session: (await sessionsOf(other))[0]!.id,
      passkey: await server.db.write(
        insertPasskey,
        {
          companyId: other.id,
          userId: theirs.id,
          name: 'Theirs',
          credential: `theirs-${other.id}`,
          publicKey: 'AA',
          counter: 0,
          transports: '',
        },
        server.now,
      ),
      device: await server.db.write(
        keepDevice,
        {
          companyId: other.id,
          userId: theirs.id,
          endpoint: 'https://push.example.com/theirs',
          hash: `theirs-${other.id}`,
          p256dh: '',
          auth: '',
          name: 'Theirs',
        },
        server.now,
      ),
      message: await one('notifications', { user_id: theirs.id, message: 'Theirs' }),
      correction: (
        await ask(server, { token: await server.token(other.id, theirs.id) }, 'POST', '/corrections', {
          ...{ action: 'add', jobcode_id: job, date: '2026-02-17', duration: 3600, reason: 'Theirs' },
        })
      ).body.id,
      report: (await ask(server, other, 'POST', '/saved_reports', { ...savedReport, schedule: null })).body.id,
      template: (await ask(server, other, 'POST', '/shift_templates', shiftTemplate)).body.id,
      amount: (await ask(server, other, 'POST', '/pay_amounts', { amounts: [bonusOf(theirs.id)] })).body.amounts[0].id,
      calendar: (await ask(server, other, 'POST', '/holiday_calendars', { name: 'Theirs' })).body.calendar.id,
      run: (await ask(server, other, 'POST', '/pay_runs', payRun)).body.pay_run.id,
    }
    for (const endpoint of endpoints) {
      const name = nameOf(endpoint)
      const { params, query, body } = endpoint
      const cases = elsewhere[name]
      if (!cases) {
        assert.ok(![params, query, body].some(namesRecords), `${name} names records: add how to \`elsewhere\``)
        continue
      }
      for (const { path, body } of cases(foreign)) {
        const told = await inBrowser(endpoint.method, path, body)
        // A foreign id inside a body is refused like any other invalid value.
        const absent = told.status === 404 || (body !== undefined && told.status === 417)
        assert.ok(absent, `${name}: ${told.status} ${JSON.stringify(told.body)}`)
        assert.match(told.body.error.message, /there is no|no such|not signed in there/, name)
      }
    }
    assert.deepEqual(
      Object.keys(elsewhere).filter((name) => !endpoints.some((endpoint) => nameOf(endpoint) === name)),
      [],
    )
  })
})
