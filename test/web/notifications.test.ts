import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { companyName } from '../../src/sample/company.ts'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  go,
  openBrowser,
  openWindow,
  type Site,
  until,
  visit,
  withSite,
} from './browser.ts'
import { toast } from './toasts.ts'

describe('notifications', () => {
  let site: Site
  let browser: Browser
  withSite(
    async (...started) => {
      ;[site, browser] = started
      await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, email: 'maya@example.com' }] })
    },
    { settings: { CLOCKHOUSE_SMTP_URL: 'outbox:' } },
  )

  /** Sends Maya a message. */
  const write = async (message: string, more: object = {}) => {
    await site.api('POST', '/notifications', { data: [{ user_id: site.company.employeeId, message, ...more }] })
    await site.round()
  }

  test('the bell shows new messages live, and opening it marks them as read', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'dark' })
    await visit(page, '/timesheet')
    const bell = page.locator('.bell').getByRole('button').first()
    await page.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    await write('Bring the long ladder.')
    await toast(page, 'Bring the long ladder.').waitFor()
    await page.getByRole('button', { name: 'Messages, 1 new' }).waitFor()
    assert.match(await page.title(), /^\(1\) Timesheet/)
    await write('And the drill.')
    await page.getByRole('button', { name: 'Messages, 2 new' }).waitFor()
    await bell.click()
    await page.locator('.bell li.new', { hasText: 'Bring the long ladder.' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    assert.match(await page.title(), /^Timesheet/)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    const { unread, messages } = await site.api('GET', '/api/console/messages', undefined, 'employee')
    assert.deepEqual([unread, messages[0].read], [0, true])
    await closeWindow(page)
  })

  test('every push is shown, and clicking it opens its page', async (t) => {
    const whole = await openBrowser({ whole: true })
    t.after(() => whole.close())
    const page = await openWindow(whole, site, 'employee', { width: 1280, theme: 'light', worker: true })
    await page.context().grantPermissions(['notifications'])
    await visit(page, '/timesheet')
    const push = await pusher(page, site)
    const texts = async () => (await shownIn(page)).map(({ title, body, tag, path }) => [title, body, tag, path]).sort()
    const of = (title: string, body: string, tag: string, path: string) =>
      JSON.stringify({ id: 1, kind: 'shift', title, body, tag, path })
    await push(of(companyName, 'Your shift begins at 7', 'a', '/schedule'))
    await push(of(companyName, 'Your shift begins at 8', 'a', '/schedule'))
    await push('not what it should be')
    await push(JSON.stringify({ id: 'x', title: 5 }))
    await push(of('', '', 'b', 'https://elsewhere.example/'))
    assert.deepEqual(await texts(), [
      ['Clockhouse', 'You have a new message.', '', undefined],
      ['Clockhouse', 'You have a new message.', '', undefined],
      ['Clockhouse', 'You have a new message.', 'b', 'https://elsewhere.example/'],
      [companyName, 'Your shift begins at 8', 'a', '/schedule'],
    ])
    await pressShown(page, 'a')
    await page.getByRole('heading', { name: 'Schedule', exact: true }).waitFor()
    await pressShown(page, 'b')
    await page.waitForURL(`${site.url}/`)
    await pressShown(page, '')
    await page.locator('.bell').getByRole('heading', { name: 'Messages' }).waitFor()
    assert.equal((await texts()).length, 1)
    await closeWindow(page)
  })

  test('the company, a group, and a person choose notifications and reminders, and administrators see what was sent', async () => {
    const maya = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(maya, '/me#notifications')
    await chooseNotifications(maya, site)

    const admin = await openWindow(browser, site, 'admin')
    await visit(admin, '/settings/alerts')
    const alerts = card(admin, 'Alerts')
    const shifts = alerts.getByRole('group', { name: 'Shifts' })
    await shifts.getByLabel('On').uncheck()
    await shifts.getByLabel('Device').and(admin.locator(':disabled')).waitFor()
    await alerts.getByLabel('Alert when an entry exceeds (hours)').fill('10')
    const bar = admin.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'detached' })
    const { alerts: saved } = await site.api('GET', '/api/console/alert_rules')
    assert.deepEqual([saved.off, saved.long_hours], [['shift'], 10])
    await remindEveryone(admin, site)

    await remindOneself(maya)
    await go(admin, `/people/${site.company.employeeId}`)
    await card(admin, 'Reminders').getByText('They are reminded at 7:40 AM on weekdays').waitFor()
    await write('The van is in the workshop.', { method: 'email' })
    await deliveries(admin)
    await outbox(admin)
    await closeWindow(admin)
    await maya.goto('/outbox')
    await maya.getByRole('heading', { name: 'Page not found' }).waitFor()
    await closeWindow(maya)
  })
})

function card(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
}

/** The company’s reminder to clock in, and that of a group. A group without its own uses the company’s, until it has one. */
async function remindEveryone(page: Page, site: Site): Promise<void> {
  await go(page, '/settings/reminders')
  const all = card(page, 'Reminders')
  await all.getByRole('button', { name: 'Change: Clock in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Everyone is reminded').check()
  await dialog.getByLabel('At', { exact: true }).fill('06:57')
  await dialog.getByText('Choose a time in five-minute steps').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await dialog.getByLabel('At', { exact: true }).fill('06:55')
  await dialog.getByLabel('Sat').check()
  await dialog.getByLabel('Email').check()
  assert.deepEqual(await accessibilityProblems(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await all.getByText('Everyone is reminded at 6:55 AM on Mon, Tue, Wed, Thu, Fri, and Sat, on their').waitFor()

  const { results } = await site.api('GET', '/groups')
  const [group] = Object.values<{ name: string }>(results.groups)
  await page.getByLabel('Settings for').selectOption({ label: group!.name })
  await all.getByText(`${companyName} reminds them at 6:55 AM`).waitFor()
  await all.getByRole('button', { name: 'Change: Clock in' }).click()
  await dialog.getByLabel('At a custom time').check()
  await dialog.getByLabel('At', { exact: true }).fill('07:10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await all.getByText('The group is reminded at 7:10 AM').waitFor()
}

/** A person’s own kinds of notifications, channels, and quiet hours. */
async function chooseNotifications(page: Page, site: Site): Promise<void> {
  const choices = card(page, 'Notification settings')
  await choices.getByText('None of your devices gets notifications yet').waitFor()
  const shifts = choices.getByRole('group', { name: 'Shifts' })
  await shifts.getByLabel('Email').check()
  await shifts.getByRole('button', { name: 'Shifts: reset to default' }).waitFor()
  const saved = () => site.api('GET', '/api/console/notification_choices', undefined, 'employee')
  const chosen = async () => (await saved()).kinds.find(({ name }: { name: string }) => name === 'shift').email
  assert.equal(await chosen(), true)
  await shifts.getByRole('button', { name: 'Shifts: reset to default' }).click()
  await shifts.getByLabel('Email').and(page.locator(':not(:checked)')).waitFor()
  assert.equal(await chosen(), false)

  const quiet = card(page, 'Quiet hours')
  await quiet.getByLabel('Use quiet hours').check()
  await quiet.getByLabel('From').fill('21:30')
  await quiet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  assert.deepEqual((await saved()).quiet, { from: '21:30', to: '07:00' })

  await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, email: '' }] })
  await choices.getByText('You don’t get email yet').waitFor()
  await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, email: 'maya@example.com' }] })
}

/** A person’s own reminder, instead of the company’s or none. */
async function remindOneself(page: Page): Promise<void> {
  const own = card(page, 'Reminders')
  for (const [choice, words] of [
    ['Use default', `${companyName} reminds you at 6:55 AM`],
    ['Never', 'You are not reminded, regardless of the default.'],
    ['At a custom time', /You are reminded at 7:40 AM on weekdays, on your devices/],
  ] as const) {
    await own.getByRole('button', { name: 'Change: Clock in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(choice).check()
    if (choice === 'At a custom time') {
      await dialog.getByLabel('At', { exact: true }).fill('07:40')
      await dialog.getByLabel('Sat').setChecked(false)
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await own.getByText(words).waitFor()
  }
}

/** Sent messages, filtered by outcome and person. Maya was sent an email about a van. */
async function deliveries(page: Page): Promise<void> {
  await go(page, '/deliveries')
  const row = page.getByRole('row', { name: /Maya Torres/ }).filter({ hasText: 'The van is in the workshop.' })
  await row.getByText('Sent', { exact: true }).waitFor()
  await row.getByText('maya@example.com').waitFor()
  await page.getByLabel('Outcome').selectOption('failed')
  await page.getByText('No matches').waitFor()
  await page.getByLabel('Outcome').selectOption('')
  await choosePerson(page, 'Person', 'Nora Quinn')
  await row.waitFor({ state: 'detached' })
  await choosePerson(page, 'Person', 'Maya Torres')
  await row.waitFor()
  await page.getByLabel('Outcome').selectOption('failed')
  await page.getByText('No matches').waitFor()
}

/** The email about a van as Maya gets it. */
async function outbox(page: Page): Promise<void> {
  await go(page, '/outbox')
  await page.getByRole('button', { name: /The van is in the workshop/ }).click()
  const mail = page.getByRole('article')
  await mail.getByText('The van is in the workshop.').waitFor()
  assert.equal(await mail.getByRole('link', { name: 'Notification settings' }).getAttribute('target'), '_blank')
  const button = mail.getByRole('link', { name: 'Open Clockhouse' })
  assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(11, 107, 79)')
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByLabel('Plain text').check()
  await page.locator('pre', { hasText: 'The van is in the workshop.' }).waitFor()
}

/**
 * Sends a push into the page's service worker, bypassing the browser's push service, which has no account here, and waits
 * until the worker has shown it.
 */
async function pusher(page: Page, site: Site): Promise<(data: string) => Promise<void>> {
  const tools = await page.context().newCDPSession(page)
  let registrationId: string | undefined
  tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    registrationId ??= versions.find(({ status }) => status === 'activated')?.registrationId
  })
  await tools.send('ServiceWorker.enable')
  await until(
    async () => registrationId,
    (id) => id !== undefined,
  )
  const worker = await until(
    async () => page.context().serviceWorkers()[0],
    (found) => found !== undefined,
  )
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.shown = []
    registration.showNotification = async (title, options) => {
      await show(title, options)
      scope.shown.push(options?.tag ?? '')
    }
  })
  const shown = async () => {
    const tags = await worker!.evaluate(() => (globalThis as unknown as WorkerScope).shown)
    return { trials: tags.filter((tag) => tag === trial).length, others: tags.filter((tag) => tag !== trial).length }
  }
  const send = (data: string) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId: registrationId!, data })
  // The browser drops what arrives before it has stored the registration, and nothing after that.
  await until(
    async () => {
      await send(JSON.stringify({ tag: trial }))
      return shown()
    },
    ({ trials }) => trials > 0,
  )
  return async (data) => {
    const { others } = await shown()
    await send(data)
    await until(shown, (now) => now.others > others)
  }
}

/** The tag of pushes that are only sent to see whether the browser passes them on. */
const trial = 'trial'

/** The service worker’s global scope, with the tags of what it has shown. */
type WorkerScope = { registration: ServiceWorkerRegistration; shown: string[] }

/** The notifications that the system shows, without those of trials. */
function shownIn(page: Page): Promise<{ title: string; body: string; tag: string; path?: string }[]> {
  return page.evaluate(async (trial) => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown
      .filter(({ tag }) => tag !== trial)
      .map(({ title, body, tag, data }) => ({ title, body, tag, path: data?.path }))
  }, trial)
}

/** Clicks a notification that is shown, as only the system's tray can. */
async function pressShown(page: Page, tag: string): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(async (wanted) => {
    const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const shown = await scope.registration.getNotifications()
    const notification = shown.find((one) => one.tag === wanted)!
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  }, tag)
}
