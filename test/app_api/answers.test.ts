import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TOTP } from 'otpauth'
import { appEndpoints, publicEndpoints } from '../../src/app_api/index.ts'
import { longLists } from '../../src/app_api/lists.ts'
import { clearReferenceData } from '../../src/engine/company_snapshot.ts'
import { sql } from '../../src/engine/sql.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { Backups } from '../../src/jobs/backups.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { day } from '../../src/rules/time/calendar.ts'
import { Browser, callback, hashOf, obtainCode, password, redeem } from '../oauth/support.ts'
import { assertAnswersFit, takeAnswered } from '../support/app_answers.ts'
import { Authenticator } from '../support/authenticator.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { PushService } from '../support/push_service.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { askSignedIn } from './ask.ts'

// Every endpoint of the app API answers what it declares. Other tests check what answers mean; here an administrator
// calls each endpoint once with data present, and the test server checks each answer against the document.

onEither('answers of the app API', (database) => {
  let server: TestServer
  let service: PushService
  let company: TestCompany
  let origin: string
  let cookie: string
  /** The TXT record of every domain. */
  let record = ''
  const days = '?start_date=2026-02-22&end_date=2026-03-07'

  before(async () => {
    service = await new PushService().start()
    const settings = {
      CLOCKHOUSE_MORE_COMPANIES: '1',
      CLOCKHOUSE_PUSH_PRIVATE: 'yes',
      CLOCKHOUSE_SMTP_URL: 'outbox:',
    }
    server = await TestServer.start(database, settings, async () => [['v=spf1 -all'], [record]])
    origin = await server.listen()
    company = await server.company('Northyard')
    const account = { companyId: company.id, userId: company.adminId }
    await server.db.write(setPassword, { ...account, password: await hashOf(), own: true }, server.now)
    cookie = await server.session(company.id, company.adminId)
  })
  after(async () => {
    await server.stop()
    await service.stop()
  })

  /** Calls as the administrator in a browser, as the first request after a start: nothing is loaded. */
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, of = cookie) => {
    clearReferenceData()
    const told = await askSignedIn(server, of, method, path, body)
    assert.equal(told.status, 200, `${method} ${path}: ${JSON.stringify(told.body)}`)
    return told.body
  }

  test('every endpoint about signing in answers what it declares', async () => {
    await call('GET', '/start')
    await call('GET', '/clock')
    await call('GET', '/server_clock')
    await call('POST', '/server_clock/confirm')
    for (const name of longLists)
      await call('GET', `/lists/${name}${name === 'schedule_events' ? '?schedule_calendar_ids=1&ids=1' : ''}`)
    await server.session(company.id, company.adminId)
    const { sessions } = await call('GET', '/sessions')
    await call('DELETE', `/sessions/${sessions.find((one: { current: boolean }) => !one.current).id}`)
    await call('DELETE', '/sessions')
    const { secret } = await call('POST', '/two_factor/totp', { password })
    await call('PUT', '/two_factor/totp', { code: new TOTP({ secret }).generate({ timestamp: server.now / 1000 }) })
    await call('POST', '/two_factor/recovery_codes', { password })
    const site = 'http://time.example.com'
    const register = async () =>
      new Authenticator().register((await call('POST', '/passkeys/options', { password })) as never, site)
    const { id } = await call('POST', '/passkeys', { name: 'Laptop', response: await register() })
    await register()
    await call('PUT', `/passkeys/${id}`, { name: 'Desk' })
    await call('GET', '/two_factor')
    await call('GET', '/confirmation')
    await call('POST', '/confirmation/options')
    await call('POST', '/confirmation', { password })
    await call('DELETE', `/passkeys/${id}`, { password })
    await call('DELETE', '/two_factor/totp', { password })
    await call('PUT', '/password', { current_password: password, password: `${password} of mine` })
    await call('POST', '/sign_out', undefined, await server.session(company.id, company.adminId))
  })

  test('every endpoint about single sign-on answers what it declares', async () => {
    const provider = await new IdentityProvider().start([`${origin}/sign-in/sso/callback`])
    try {
      const settings = {
        mode: 'optional',
        label: 'Acme ID',
        issuer: provider.origin,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        create_people: true,
        groups_claim: '',
        group_map: [],
      }
      await call('POST', '/single_sign_on/trial', settings)
      await call('PUT', '/single_sign_on', settings)
      const { domains } = await call('POST', '/single_sign_on/domains', { domain: 'northyard.example' })
      record = domains[0].record
      await call('PUT', '/single_sign_on/domains', { domain: 'northyard.example' })
      provider.account = { sub: 'nina', email: 'nina@northyard.example', email_verified: true, name: 'Nina Ortiz' }
      const browser = new Browser(origin)
      const { client_url } = (await call('GET', '/start')).company
      const { target } = await browser.open(`/sign-in/sso?company=${client_url}`)
      const back = await new Browser(provider.origin).open(target!.pathname + target!.search)
      await browser.fetch(back.target!.pathname + back.target!.search)
      await call('GET', '/single_sign_on')
      const nina = await server.db.read.get<{ id: number }>(sql`select id from users where first_name = 'Nina'`)
      await call('DELETE', `/single_sign_on/people/${nina!.id}`)
      await call('DELETE', '/single_sign_on/domains', { domain: 'northyard.example' })
      await call('DELETE', '/single_sign_on')
    } finally {
      await provider.stop()
    }
  })

  test('every endpoint about the company answers what it declares', async () => {
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    await call('GET', '/settings')
    await call('PUT', '/settings', { settings: { general: { jc_label: 'Task' } }, overtime: 'california' })
    await call('POST', '/settings/preview', { overtime: 'none' })
    await call('PUT', '/settings', { for: 'group', id: group.id, settings: { general: { week_start: 1 } } })
    await call('GET', `/settings?for=group&id=${group.id}`)
    await call('PUT', '/own_settings', { time_format: 24 })
    await call('GET', '/setup_steps')
    await call('PUT', '/setup_steps', { skipped: ['holidays'], confirmed: ['overtime'] })
    await call('GET', '/reach')
    const off = await server.createOne(company, 'jobcodes', { name: 'Sick', type: 'pto' })
    await call('PUT', '/pto_policies', { jobcode_id: off.id, every: 'year', seconds: 144_000, carry_over: 0 })
    await call('GET', '/pto_policies')
    const corrected = { user_id: company.adminId, jobcode_id: off.id, seconds: 3600, reason: 'Carried over' }
    await call('POST', '/pto_adjustments', corrected)
    await call('GET', `/pto_ledger?user_id=${company.adminId}`)
    await call('DELETE', `/pto_policies?jobcode_id=${off.id}`)
    await runStatements(server, "update users set email = 'ada@here.example', email_verified = 1")
    const files = [{ name: backupName('1.2.3', server.now - day), bytes: 8192, isWhole: true }]
    const folder = {
      ...{ names: async () => [], files: async () => files, make: async () => [], remove: async () => {} },
      lend: <T>(name: string, use: (file: string) => Promise<T>) => use(name),
    }
    server.world.sight.backups = new Backups(server.world, folder, { place: '', version: '1.2.3', hours: 24, keep: 2 })
    await call('POST', '/server/backups')
    await call('POST', '/server/test_mail')
    const { name } = files[0]!
    await call('GET', `/server/restore?name=${name}`)
    const times = { began: server.now, ended: server.now }
    const state = { ...{ name, step: 'done' as const, backup: '', kept: 'kept.db', problem: '' }, ...times }
    server.world.sight.restorer = { state, isRunning: false, begin: () => {} }
    await call('POST', '/server/restore', { name })
    server.world.log.error({ err: new Error('broken') }, 'a test failed')
    await call('GET', '/server')
    await server.world.sight.history.sample(server.db, server.place.data, server.world.sight.database.commits)
    await call('GET', '/server/history')
    await call('POST', '/companies', {
      company_name: 'Hill Roofing',
      tz: 'Denver',
      first_name: 'Ada',
      last_name: 'Hill',
      email: 'ada@hill.example',
      username: 'ada',
      password: 'four words of mine',
    })
    await call('PUT', '/addresses', { allowed: ['127.0.0.1'], block: false })
    await call('GET', '/addresses')
    await call('GET', '/alert_rules')
    await call('PUT', '/alert_rules', {
      alerts: { off: ['overtime'], long_hours: 9 },
      kinds: { submitted: { push: true } },
    })
    await call('PUT', '/group_reminders', {
      group_id: group.id,
      reminder_type: 'clock-in',
      due_time: '08:00:00',
      due_days_of_week: 'Mon',
      distribution_methods: 'Push',
      active: true,
      enabled: true,
    })
    await call('GET', '/group_reminders')
  })

  test('every endpoint about applications and tokens answers what it declares', async () => {
    const registration = { name: 'Payroll', redirect_uris: [callback] }
    const { application, client_secret } = await call('POST', '/applications', registration)
    await call('PUT', `/applications/${application.id}`, { description: 'Pays people.' })
    const browser = new Browser(origin)
    browser.setCookie('clockhouse', cookie.split('=')[1]!)
    const code = await obtainCode(browser, application.client_id)
    await redeem({ origin }, { clientId: application.client_id, clientSecret: client_secret }, code)
    await call('POST', `/applications/${application.id}/secret`)
    await call('GET', '/applications')
    await call('GET', '/allowed_applications')
    await call('DELETE', `/allowed_applications/${application.client_id}`)
    await call('DELETE', `/applications/${application.id}`)
    const { id } = await call('POST', '/tokens', { name: 'Script' })
    await call('PUT', `/tokens/${id}`, { expires: '2026-06-01T00:00:00Z' })
    await call('GET', '/tokens?all=yes')
    await call('DELETE', `/tokens/${id}`)
    await call('GET', '/own_data')
    const former = await server.user(company, { first_name: 'Fay', last_name: 'Former' })
    await call('GET', `/users/${former.id}/data`)
    await server.put(company, '/users', [{ id: former.id, active: false }])
    await call('POST', `/users/${former.id}/anonymization`, { password: `${password} of mine`, name: 'Fay Former' })
    await call('GET', '/audit')
    for (const format of ['csv', 'jsonl']) await call('GET', `/audit/export?format=${format}`)
    const inspector = await call('POST', '/inspectors', {
      ...{ first_name: 'Ines', last_name: 'Inspector', authority: 'Labor office', end_date: '2026-06-01' },
    })
    await call('POST', `/inspectors/${inspector.id}/end`)
    await call('GET', '/inspectors')
    await call('GET', '/retention')
    await call('PUT', '/retention', { kind: 'mails', days: 60 })
    await call('GET', '/retention/preview?kind=mails')
    const hold = await call('POST', '/legal_holds', {
      ...{ user_id: company.adminId, start_date: '2026-01-01', reason: 'Dispute' },
    })
    await call('POST', `/legal_holds/${hold.id}/release`)
    await call('GET', '/legal_holds')
    const scim = await call('POST', '/scim_tokens', { name: 'Entra ID' })
    await call('GET', '/scim_tokens')
    await server.app.inject({
      method: 'POST',
      url: '/scim/v2/Groups',
      headers: { authorization: `Bearer ${scim.token}` },
      payload: JSON.stringify({ displayName: 'Crew', members: [{ value: String(company.adminId) }] }),
    })
    assert.equal((await call('GET', '/scim_requests')).lines.length, 1)
    await call('DELETE', `/scim_tokens/${scim.id}`)
  })

  test('every endpoint about webhooks answers what it declares', async () => {
    const hook = {
      url: 'http://127.0.0.1:9/',
      types: ['group.*'],
      filter: { user_ids: [company.adminId] },
      payload: 'full',
    }
    const { webhook } = await call('POST', '/webhooks', hook)
    const path = `/webhooks/${webhook.id}`
    await call('POST', `${path}/secret`, { overlap_hours: 1 })
    const { number } = await call('POST', `${path}/test`)
    await server.round()
    await call('PUT', path, { active: false })
    await call('GET', '/webhooks')
    await call('GET', `${path}/deliveries`)
    await call('GET', `${path}/deliveries/${number}`)
    await call('POST', `${path}/replay`, { number })
    await call('DELETE', path)
  })

  test('every endpoint about notifications answers what it declares', async () => {
    await call('PUT', '/notification_choices', {
      kinds: { message: { email: true } },
      quiet: { from: '22:00', to: '06:00' },
    })
    await call('PUT', '/notification_choices', { quiet: null })
    await call('GET', '/notification_choices')
    const { endpoint, keys } = service.subscribe()
    const { id } = await call('POST', '/devices', { endpoint, keys })
    await call('POST', `/devices/${id}/test`)
    await server.createOne(company, 'notifications', { user_id: company.adminId, message: 'Welcome.', method: 'push' })
    server.pass(60)
    await server.round()
    const { messages } = await call('GET', '/messages')
    await call('PUT', '/messages/read', { ids: [messages[0].id] })
    assert.notEqual((await call('GET', '/deliveries')).deliveries.length, 0)
    await call('GET', '/devices')
    await call('DELETE', `/devices/${id}`)
  })

  test('every endpoint about people answers what it declares', async () => {
    const email = 'wanda@example.com'
    const { id } = await server.user(company, { email })
    await call('POST', `/users/${id}/invitation`)
    await server.round()
    assert.notEqual((await call('GET', '/outbox')).mails.length, 0)
    await call('POST', `/users/${(await server.user(company)).id}/password_reset`)
    await call('GET', `/users/${id}/sign_in`)
    await call('POST', '/invitation_links', { user_ids: [id, (await server.user(company)).id] })
    await call('DELETE', `/users/${id}/sessions`)
    await call('DELETE', `/users/${id}/two_factor`)
    await call('PUT', '/pay', { data: [{ user_id: id, pay_rate: 21.5, pay_interval: 'hour' }] })
    const field = await call('POST', '/person_fields', { name: 'Shoe size', type: 'free-form' })
    assert.ok(field.id > 0)
    await call('POST', '/calendar_feed')
    await call('GET', '/calendar_feed')
    await call('DELETE', '/calendar_feed')
  })

  test('every endpoint about places and fields answers what it declares', async () => {
    const place = await server.createOne(company, 'locations', { label: 'Yard', addr1: '1 Main Street' })
    await call('PUT', '/fences', { location_id: place.id, enabled: true })
    const job = await server.createOne(company, 'jobcodes', { name: 'Roof', assigned_to_all: true })
    await call('PUT', '/shown_fields', { of: 'jobcodes', id: job.id, customfield_ids: [] })
    const lunch = await call('POST', '/breaks', { name: 'Lunch', type: 'unpaid_break' })
    await call('PUT', `/breaks/${lunch.id}`, { active: false })
    await call('GET', '/breaks')
    await call('PUT', '/break_rules', { rules: 'eu', premium: true })
    await call('GET', '/break_rules')
    await call('POST', '/break_rules/preview', { rules: 'none' })
    const days = [{ day: 'tue', hours: 6, paid_break_minutes: 15, unpaid_break_minutes: 30 }]
    const patterns = [{ from: null, to: '2026-02-28', days }]
    await call('PUT', '/working_pattern', { patterns, zone: 'America/Denver', full_time_share: 80 })
    await call('GET', '/working_pattern')
    await call('POST', '/working_pattern/preview', { days })
    await call('GET', '/expected_hours?start_date=2026-03-01&end_date=2026-03-07')
    await call('GET', '/usual_days')
  })

  test('every endpoint about time answers what it declares', async () => {
    const job = await server.createOne(company, 'jobcodes', { name: 'Wall', assigned_to_all: true })
    const { id: user_id } = await server.user(company)
    const own = { jobcode_id: job.id, type: 'manual', date: '2026-02-26', duration: 36_000 }
    const sheet = await server.createOne(company, 'timesheets', { ...own, user_id })
    await server.put(company, '/timesheets', [{ id: sheet.id, notes: 'By the gate.', duration: 50_400 }])
    const start = '2026-03-02T08:00:00-07:00'
    const running = { user_id, jobcode_id: job.id, type: 'regular', start, end: '' }
    const { id: runningId } = await server.createOne(company, 'timesheets', running)
    const sample = { user_id, accuracy: 5, altitude: 0, latitude: 43.5, longitude: -116.25, created: start }
    await server.createOne(company, 'geolocations', sample)
    await call('GET', `/timesheet_history?timesheet_id=${sheet.id}`)
    await call('GET', `/timesheet_places?timesheet_id=${runningId}`)
    await call('POST', '/clock', { begin: { jobcode_id: job.id, start } })
    await call('POST', '/actions', {
      steps: [
        { do: 'create', what: 'groups', data: [{ name: 'Night shift' }] },
        { do: 'update', what: 'users', data: [{ id: user_id, group_id: { made_in: 0 } }] },
      ],
    })
    const mine = await server.createOne(company, 'timesheets', { ...own, user_id: company.adminId })
    await call('POST', '/break_answers', { timesheet_id: mine.id, answers: [{ rule: 'break_30', answer: 'waived' }] })
    await call('GET', '/due_breaks')
    await insertSetting(server, company.id, 'general', 'lunch_deduct', 1)
    const whole = { start: '2026-02-25T08:00:00-07:00', end: '2026-02-25T18:00:00-07:00', type: 'regular' }
    await server.createOne(company, 'timesheets', { user_id: company.adminId, jobcode_id: job.id, ...whole })
    await call('POST', '/lunch_answers', { date: '2026-02-25', answer: 'none' })
    await call('GET', `/lunches${days}`)
    await call('GET', `/time_rules?user_id=${user_id}`)
    await call('GET', `/time_locks?user_id=${user_id}&date=2026-03-02`)
    const { working } = await call('GET', '/working')
    const { crew } = await call('GET', '/today')
    assert.ok(crew.on_clock > 0)
    assert.ok(working.some((person: { start: string | null }) => person.start !== null))
    const { people } = await call('GET', `/approvals${days}`)
    assert.ok(people.some((person: { exceptions: unknown[] }) => person.exceptions.length > 0))
    await call('GET', `/approvals${days}&user_ids=${user_id}`)
    await call('GET', '/approvals/pay_run?date=2026-02-22')
    await call('GET', `/approvals/days${days}&user_id=${user_id}`)
    await call('POST', '/approvals/send_back', { user_id, start_date: '2026-02-22', message: 'Please look again.' })
    assert.equal((await call('GET', `/approvals/sent_back?user_id=${user_id}`)).sent_back.length, 1)
    const { people: again } = await call('GET', '/approvals/pay_run')
    assert.ok(again.some((person: { sent_back: unknown }) => person.sent_back !== null))
    const forgotten = { action: 'add', jobcode_id: 0, date: '2026-03-01', duration: 3600, reason: 'Forgotten' }
    const { id } = await call('POST', '/corrections', forgotten)
    await call('POST', `/corrections/${id}/decision`, { decision: 'accept', message: 'Thank you' })
    const other = await call('POST', '/corrections', { ...forgotten, date: '2026-03-02' })
    const { corrections } = await call('GET', '/corrections')
    assert.deepEqual(corrections.map(({ status }: { status: string }) => status).sort(), ['accepted', 'pending'])
    await call('DELETE', `/corrections/${other.id}`)
  })

  test('every endpoint about holidays answers what it declares', async () => {
    const off = await server.createOne(company, 'jobcodes', { name: 'Holiday', type: 'pto', assigned_to_all: true })
    const { calendar } = await call('POST', '/holiday_calendars', { name: 'Everyone' })
    const of = `/holiday_calendars/${calendar.id}`
    await call('PUT', of, { pay: { jobcode_id: off.id, seconds: 28800, weekends: false } })
    await call('POST', `${of}/holidays`, { holidays: [{ date: '2026-03-02', name: 'Founding Day' }] })
    await call('POST', `${of}/import`, { country: 'US', region: 'CA', years: [2026] })
    assert.equal((await call('POST', `${of}/grant`, { date: '2026-03-02' })).granted > 0, true)
    assert.equal((await call('GET', `/holidays${days}`)).holidays.length, 1)
    await call('GET', `/holidays${days}&user_id=${company.adminId}`)
    await call('GET', '/holiday_calendars')
    await call('GET', '/public_holidays')
    await call('GET', '/public_holidays?country=US')
    await call('DELETE', `${of}/holidays/2026-03-02`)
    await call('DELETE', of)
  })

  test('every endpoint about pay answers what it declares', async () => {
    const user_id = (await server.user(company)).id
    await call('POST', '/pay_rates', { user_id, from: null, rate: 21.5 })
    await call('POST', '/pay_rates', { user_id: company.adminId, from: '2026-03-01', rate: 52_000, per: 'year' })
    assert.equal((await call('GET', `/pay_rates?user_id=${user_id}`)).rates.length, 1)
    assert.ok((await call('GET', `/gross_pay${days}`)).people.length > 0)
    await call('DELETE', `/pay_rates?user_id=${user_id}`)
    const bonus = { user_id, kind: 'bonus', date: '2026-02-18', amount: 250 }
    const [added] = (await call('POST', '/pay_amounts', { amounts: [bonus] })).amounts
    assert.equal(
      (await call('GET', `/pay_amounts?start_date=2026-02-01&end_date=2026-02-28&user_id=${user_id}`)).amounts.length,
      1,
    )
    assert.ok((await call('GET', `/gross_pay${days}`)).people.length > 0)
    await call('DELETE', `/pay_amounts/${added.id}`)
  })

  test('every endpoint about pay runs answers what it declares', async () => {
    const { id: user_id } = await server.user(company)
    const date = '2026-01-06'
    await server.createOne(company, 'timesheets', { user_id, jobcode_id: 0, type: 'manual', date, duration: 3600 })
    await server.put(company, '/users', [{ id: user_id, approved_to: date }])
    const range = { start_date: date, end_date: date }
    assert.equal(
      (await call('GET', `/pay_runs/preview?start_date=${date}&end_date=${date}&user_ids=${user_id}`)).people.length,
      1,
    )
    const draft = { kind: 'off_cycle', user_ids: [user_id], ...range }
    const { pay_run: unwanted } = await call('POST', '/pay_runs', draft)
    await call('DELETE', `/pay_runs/${unwanted.id}`)
    const { id } = (await call('POST', '/pay_runs', draft)).pay_run
    await call('POST', `/pay_runs/${id}/close`)
    assert.equal((await call('GET', `/pay_runs/${id}/check?target=payroll`)).problem_count, 0)
    const { file } = await call('POST', `/pay_runs/${id}/files`, { target: 'payroll' })
    const headers = { authorization: `Bearer ${company.token}` }
    const bytes = await server.app.inject({ url: `/api/console/pay_runs/${id}/files/${file.number}`, headers })
    assert.equal(bytes.rawPayload.length, file.bytes)
    await call('POST', `/pay_runs/${id}/sent`)
    assert.equal((await call('GET', `/pay_runs/${id}`)).files.length, 1)
    assert.equal((await call('GET', '/pay_runs?state=sent')).pay_runs.length, 1)
    await call('POST', `/pay_runs/${id}/reopen`, { confirm: true })
  })

  test('every endpoint about hours and saved reports answers what it declares', async () => {
    assert.ok((await call('GET', `/hours${days}&group_by=person&money=yes`)).columns.length > 0)
    assert.ok((await call('GET', `/entry_hours${days}`)).entries.length > 0)
    const report = { name: 'By person', search: 'by=person', shared: false, schedule: null }
    const { id } = await call('POST', '/saved_reports', report)
    await call('PUT', `/saved_reports/${id}`, { ...report, name: 'By person and day' })
    assert.equal((await call('GET', '/saved_reports')).reports.length, 1)
    await call('DELETE', `/saved_reports/${id}`)
  })

  test('every endpoint about shift templates answers what it declares', async () => {
    const { id } = await call('POST', '/shift_templates', { name: 'Early', start_time: '06:00', end_time: '14:00' })
    await call('PUT', `/shift_templates/${id}`, { all_day: true })
    assert.equal((await call('GET', '/shift_templates')).templates.length, 1)
    await call('DELETE', `/shift_templates/${id}`)
  })

  test('every endpoint about exports answers what it declares', async () => {
    await call('PUT', '/exports/setup', { payroll: { codes: { regular: 'REG' } } })
    await call('GET', '/exports')
    await call('GET', `/exports/adp_workforce_now/check${days}`)
    await call('GET', `/exports/payroll${days}`)
    const headers = { accept: 'application/x-ndjson' }
    const lines = await askSignedIn(server, cookie, 'GET', `/exports/payroll${days}`, undefined, headers)
    assert.equal(lines.status, 200)
  })

  test('the stream of changes in the company sends what it declares', async () => {
    const stop = new AbortController()
    const headers = { cookie }
    const stream = await fetch(`${origin}/api/console/events`, { headers, signal: stop.signal })
    await server.live.beat()
    const reader = stream.body!.getReader()
    let text = ''
    while (!text.includes('data: ')) text += new TextDecoder().decode((await reader.read()).value)
    stop.abort()
  })

  test('every endpoint about sample data answers what it declares', async () => {
    const empty = await server.company('Empty')
    const theirs = await server.session(empty.id, empty.adminId)
    await call('GET', '/sample_data', undefined, theirs)
    await call('POST', '/sample_data', undefined, theirs)
    await call('GET', '/sample_data', undefined, theirs)
    while ((await call('GET', '/sample_data', undefined, theirs)).state === 'running')
      await new Promise((resolve) => setTimeout(resolve, 20))
    await call('GET', '/sample_data/removal', undefined, theirs)
    await call('DELETE', '/sample_data', undefined, theirs)
  })

  test('every answer matched its schema, and no endpoint is missing', () => {
    assertAnswersFit()
    const answered = takeAnswered()
    const declared = [...appEndpoints, ...publicEndpoints].map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    assert.deepEqual(
      declared.filter((request) => !answered.has(request)),
      [],
    )
  })
})
