import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { companyName } from '../../src/sample/company.ts'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  openBrowser,
  openWindow,
  type Site,
  until,
  visit,
  withSite,
} from './browser.ts'

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

  const card = (page: Page, title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
  const write = async (message: string, more: object = {}) => {
    await site.api('POST', '/notifications', { data: [{ user_id: site.company.employeeId, message, ...more }] })
    await site.round()
  }

  test('the bell shows new messages, live; opening it marks them as read, and a message links to its page', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'dark', worker: true })
    await visit(page, '/timesheet')
    const bell = page.locator('.bell').getByRole('button').first()
    await page.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    await write('Bring the long ladder.')
    await page.locator('.toast', { hasText: 'Bring the long ladder.' }).waitFor()
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
    const of = (title: string, body: string, tag: string, path: string) => ({
      id: 1,
      kind: 'shift',
      title,
      body,
      tag,
      path,
    })
    // The browser drops what arrives before it has stored the registration, and may drop what it has not shown yet when
    // it is asked what it shows. So all of them are pushed, and looked at a moment later, until none was dropped.
    await until(
      async () => {
        await closeShown(page)
        await push(JSON.stringify(of(companyName, 'Your shift begins at 7', 'a', '/schedule')))
        await push(JSON.stringify(of(companyName, 'Your shift begins at 8', 'a', '/schedule')))
        await push('not what it should be')
        await push(JSON.stringify({ id: 'x', title: 5 }))
        await push(JSON.stringify(of('', '', 'b', 'https://elsewhere.example/')))
        await page.waitForTimeout(1000)
        return shownIn(page)
      },
      (shown) => shown.length === 4,
    )
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

  test('a person’s notifications, channels, and quiet hours', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', worker: true })
    await visit(page, '/me#notifications')
    const choices = card(page, 'Notification settings')
    await choices.getByText('None of your devices gets notifications yet').waitFor()
    const shifts = choices.getByRole('group', { name: 'Shifts' })
    await shifts.getByLabel('Email').check()
    await shifts.getByRole('button', { name: 'Shifts: reset to default' }).waitFor()
    const chosen = async () => {
      const { kinds } = await site.api('GET', '/api/console/notification_choices', undefined, 'employee')
      return kinds.find(({ name }: { name: string }) => name === 'shift').email
    }
    assert.equal(await chosen(), true)
    await shifts.getByRole('button', { name: 'Shifts: reset to default' }).click()
    await shifts.getByLabel('Email').and(page.locator(':not(:checked)')).waitFor()
    assert.equal(await chosen(), false)

    const quiet = card(page, 'Quiet hours')
    await quiet.getByLabel('Use quiet hours').check()
    await quiet.getByLabel('From').fill('21:30')
    await quiet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const { quiet: saved } = await site.api('GET', '/api/console/notification_choices', undefined, 'employee')
    assert.deepEqual(saved, { from: '21:30', to: '07:00' })

    await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, email: '' }] })
    await choices.getByText('You don’t get email yet').waitFor()
    await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, email: 'maya@example.com' }] })
    await closeWindow(page)
  })

  test('reminders: the company’s, and a person’s own', async () => {
    const admin = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light', worker: true })
    await visit(admin, '/settings')
    const all = card(admin, 'Reminders')
    await all.getByRole('button', { name: 'Change: Clock in' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Everyone is reminded').check()
    await dialog.getByLabel('At', { exact: true }).fill('06:57')
    await dialog.getByText('Choose a time in five-minute steps').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
    await dialog.getByLabel('At', { exact: true }).fill('06:55')
    await dialog.getByLabel('Sat').check()
    await dialog.getByLabel('Email').check()
    assert.deepEqual(await accessibilityProblems(admin), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await all.getByText('Everyone is reminded at 6:55 AM on Mon, Tue, Wed, Thu, Fri, and Sat, on their').waitFor()

    // A group without its own uses that one, until it has.
    const { results } = await site.api('GET', '/groups')
    const [group] = Object.values<{ name: string }>(results.groups)
    await admin.getByLabel('Settings for').selectOption({ label: group!.name })
    await all.getByText(`${companyName} reminds them at 6:55 AM`).waitFor()
    await all.getByRole('button', { name: 'Change: Clock in' }).click()
    await dialog.getByLabel('At a custom time').check()
    await dialog.getByLabel('At', { exact: true }).fill('07:10')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await all.getByText('The group is reminded at 7:10 AM').waitFor()
    await closeWindow(admin)

    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', worker: true })
    await visit(page, '/me')
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
    await closeWindow(page)

    const manager = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light', worker: true })
    await visit(manager, `/people/${site.company.employeeId}`)
    await card(manager, 'Reminders').getByText('They are reminded at 7:40 AM on weekdays').waitFor()
    await closeWindow(manager)
  })

  test('the company decides which notifications are sent', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light', worker: true })
    await visit(page, '/settings')
    const alerts = card(page, 'Alerts')
    const shifts = alerts.getByRole('group', { name: 'Shifts' })
    await shifts.getByLabel('On').uncheck()
    await shifts.getByLabel('Device').and(page.locator(':disabled')).waitFor()
    await alerts.getByLabel('Alert when an entry exceeds (hours)').fill('10')
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const { alerts: saved } = await site.api('GET', '/api/console/alert_rules')
    assert.deepEqual([saved.off, saved.long_hours], [['shift'], 10])
    await closeWindow(page)
  })

  test('administrators see sent messages and the outbox', async () => {
    await write('The van is in the workshop.', { method: 'email' })
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light', worker: true })
    await visit(page, '/deliveries')
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

    await visit(page, '/outbox')
    await page.getByRole('button', { name: /The van is in the workshop/ }).click()
    const mail = page.getByRole('article')
    await mail.getByText('The van is in the workshop.').waitFor()
    assert.equal(await mail.getByRole('link', { name: 'Notification settings' }).getAttribute('target'), '_blank')
    const button = mail.getByRole('link', { name: 'Open Clockhouse' })
    assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(11, 107, 79)')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByLabel('Plain text').check()
    await page.locator('pre', { hasText: 'The van is in the workshop.' }).waitFor()
    await closeWindow(page)

    const employee = await openWindow(browser, site, 'employee', { width: 1280, theme: 'light', worker: true })
    await employee.goto('/outbox')
    await employee.getByRole('heading', { name: 'Page not found' }).waitFor()
    await closeWindow(employee)
  })
})

/** Sends a push into the page's service worker, bypassing the browser's push service, which has no account here. */
async function pusher(page: Page, site: Site): Promise<(data: string) => Promise<unknown>> {
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
  return (data) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId: registrationId!, data })
}

/** The notifications that the system shows. */
function shownIn(page: Page): Promise<{ title: string; body: string; tag: string; path?: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, path: data?.path }))
  })
}

/** Dismisses the notifications that the system shows. */
function closeShown(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  })
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
