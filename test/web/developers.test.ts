import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { accessibilityProblems, closeWindow, go, openWindow, password, type Site, visit, withSite } from './browser.ts'

describe('pages for developers', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('an application and a webhook are added, used, and deleted, their secrets are shown once, and a call is tried from the reference', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/developers')
    await page.getByRole('button', { name: 'Register an application' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Site diary')
    await form.getByLabel('Redirect URIs').fill('http://elsewhere.example/back')
    await form.getByRole('button', { name: 'Register' }).click()
    await form.getByText('must begin with https://').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await form.getByLabel('Redirect URIs').fill('https://elsewhere.example/back')
    await form.getByRole('button', { name: 'Register' }).click()

    const shown = page.getByRole('dialog', { name: 'Site diary' })
    const secret = (await shown.getByLabel('Client secret').textContent())!
    assert.match(secret, /^[\w-]{40,}$/)
    assert.deepEqual(await accessibilityProblems(page), [])
    await shown.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('heading', { name: 'Site diary' }).waitFor()
    assert.ok(!(await page.content()).includes(secret))

    const { applications } = await site.api('GET', '/api/console/applications')
    const added = applications.find(({ name }: { name: string }) => name === 'Site diary')
    assert.deepEqual(added.redirect_uris, ['https://elsewhere.example/back'])

    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Site diary' }) })
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Site diary deleted.').waitFor()
    assert.equal((await site.api('GET', '/api/console/applications')).applications.length, applications.length - 1)

    await go(page, '/developers/reference/groups')
    const call = page.locator('section', { has: page.getByRole('heading', { name: 'POST /groups' }) })
    await call.getByText('Try it').click()
    await call.getByLabel('Body').fill('{"data": [{"name": "Night shift"}]')
    await call.getByRole('button', { name: 'Send POST' }).click()
    await call.getByText('The body is not valid JSON').waitFor()
    await call.getByLabel('Body').fill('{"data": [{"name": "Night shift"}]}')
    await call.getByRole('button', { name: 'Send POST' }).click()
    await call.getByLabel('Response', { exact: true }).getByText('"_status_message": "Created"').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    const named = async () => (await site.api('GET', '/groups?name=Night shift')).results.groups
    assert.deepEqual(Object.values(await named()), [])
    await call.getByLabel('Dry run').uncheck()
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/groups') && response.request().method() === 'POST',
    )
    await call.getByRole('button', { name: 'Send POST' }).click()
    await answered
    assert.equal(Object.values(await named()).length, 1)
    await webhooks(page, site)
    await closeWindow(page)
  })

  test('a token is created on a phone, works, is extended, and ends', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/developers/tokens')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Night export')
    await form.getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByRole('dialog').getByLabel('Token', { exact: true }).textContent()
    const ask = () => fetch(`${site.url}/api/v1/current_user`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await ask()).status, 200)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'Night export' })
    await row.getByRole('button', { name: 'Change expiry' }).click()
    await page.getByLabel('Expires on').fill('2027-11-30')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Nov 30, 2027').waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await ask()).status, 401)
    await closeWindow(page)
  })

  test('long after signing in, the app asks for the password before it gives out a token, and then not for a while', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await page.context().addCookies([await site.cookie('admin', { confirmed: 0 })])
    await visit(page, '/developers/tokens')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create a token' })
    await form.getByLabel('Name').fill('Left alone')
    await form.getByRole('button', { name: 'Create token' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await question.getByLabel('Your password').fill('not the password')
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.getByText('The password is incorrect').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('Name').inputValue(), 'Left alone')
    assert.equal(await form.getByRole('alert').count(), 0)

    await form.getByRole('button', { name: 'Create token' }).click()
    await question.getByLabel('Your password').fill(password)
    await question.getByRole('button', { name: 'Continue' }).click()
    const token = await page.getByRole('dialog').getByLabel('Token', { exact: true }).textContent()
    assert.ok(token)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Left alone' })
    await row.getByRole('button', { name: 'Change expiry' }).click()
    await page.getByLabel('Expires on').fill('2027-11-30')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Nov 30, 2027').waitFor()
    await closeWindow(page)
  })

  test('a person without connected apps is told so, and an employee has no pages for developers', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(page, '/connected')
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()

    await go(page, '/developers')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await closeWindow(page)
  })
})

/** A webhook is added, tested, switched off and on, and deleted. Begins at a page for developers. */
async function webhooks(page: Page, site: Site): Promise<void> {
  const form = page.getByRole('dialog')
  await page.getByRole('navigation', { name: 'Developer pages' }).getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).first().click()
  await form.getByLabel('Address').fill('ftp://example.com/')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('The address must begin with https://').waitFor()
  await form.locator('[aria-invalid]:focus').waitFor()
  await form.getByLabel('Address').fill(`${site.url}/nowhere`)
  await form.getByLabel('Events').fill('webhook.nothing')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('There is no event webhook.nothing').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await form.getByLabel('Events').fill('project_note.deleted')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  assert.match((await form.getByLabel('Secret', { exact: true }).textContent())!, /^whsec_/)
  await form.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText('project_note.deleted').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await form.getByRole('button', { name: 'Send a test' }).click()
  await form.getByText('the receiver answered 404').waitFor()
  await form.getByRole('button', { name: 'Details' }).click()
  await form.getByText('"type": "webhook.test"').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])

  // What ended on some days is sent again. A webhook that is off is switched on with one press, or without its backlog.
  const hook = async () => (await site.api('GET', '/webhooks')).webhooks[0]
  const sent = async (id: number) => (await site.api('GET', `/webhooks/${id}/deliveries`)).deliveries.length
  const { id } = await hook()
  await form.getByRole('button', { name: 'Send several again' }).click()
  await form.locator('form').getByRole('button', { name: 'Send again' }).click()
  await page.getByText('1 message is sent again.').waitFor()
  assert.equal(await sent(id), 2)
  await form.getByRole('button', { name: 'Close', exact: true }).last().click()
  const switched = async (name: 'Switched on' | 'Skip what is waiting') => {
    await page.getByRole('button', { name: 'Edit' }).click()
    if (name === 'Skip what is waiting') await form.getByLabel('Switched on').check()
    await form.getByLabel(name).setChecked(name === 'Skip what is waiting')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await form.waitFor({ state: 'detached' })
  }
  await switched('Switched on')
  assert.equal((await hook()).active, false)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('Switched on. It continues where it stopped.').waitFor()
  assert.equal((await hook()).active, true)
  await switched('Switched on')
  await site.api('POST', `/webhooks/${id}/replay`, { sequence: 0 })
  await switched('Skip what is waiting')
  const after = await hook()
  assert.deepEqual([after.active, after.waiting], [true, 0])
  assert.ok(after.sequence > 0, JSON.stringify(after))
  await page.getByRole('button', { name: 'Delete' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Webhook deleted.').waitFor()
}
