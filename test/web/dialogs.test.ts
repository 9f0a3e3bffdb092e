import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { accessibilityProblems, closeWindow, openWindow, type Site, settled, visit, withSite } from './browser.ts'

describe('dialogs', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: found } = document
      return found?.getAttribute('aria-label') ?? found?.textContent?.trim() ?? ''
    })
  const path = (page: Page) => new URL(page.url()).pathname
  /** Opens the time off page, then the timesheet by its link, and there an empty entry. */
  const openEntry = async (page: Page) => {
    await visit(page, '/time_off')
    await page.getByRole('link', { name: 'Timesheet', exact: true }).first().click()
    await page
      .getByRole('heading', { name: /^Timesheet|\d{4}$/ })
      .first()
      .waitFor()
    await settled(page)
    await button(page, 'Add time').click()
    await dialog(page, 'Add time').waitFor()
  }

  test('start in the first field and lead back to where they were opened', async () => {
    const page = await openWindow(browser, site, 'admin')
    await openEntry(page)
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.dialog-body :is(input, select, textarea)')))
    await page.keyboard.press('Escape')
    await dialog(page, 'Add time').waitFor({ state: 'detached' })
    assert.equal(await focused(page), 'Add time')
    await closeWindow(page)
  })

  test('are closed by Back, which then leads to the page before', async () => {
    const page = await openWindow(browser, site, 'admin')
    await openEntry(page)
    await page.goBack()
    await dialog(page, 'Add time').waitFor({ state: 'detached' })
    assert.match(path(page), /^\/timesheet/)
    for (let time = 0; time < 2; time++) {
      await button(page, 'Add time').click()
      await dialog(page, 'Add time').getByRole('button', { name: 'Cancel' }).click()
      await dialog(page, 'Add time').waitFor({ state: 'detached' })
    }
    await page.goBack()
    await page.waitForURL('**/time_off')
    await closeWindow(page)
  })

  test('ask before discarding what was entered', async () => {
    const page = await openWindow(browser, site, 'admin')
    await openEntry(page)
    const form = dialog(page, 'Add time')
    const question = dialog(page, 'Discard your changes?')
    await form.getByLabel('Notes').fill('Poured the north wall')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => page.mouse.click(5, 5),
      () => form.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave()
      await question.waitFor()
      await button(page, 'Keep editing').click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await form.getByLabel('Notes').inputValue(), 'Poured the north wall')
    }
    assert.match(path(page), /^\/timesheet/)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'detached' })
    assert.equal(await focused(page), 'Add time')
    await page.goBack()
    await page.waitForURL('**/time_off')
    await closeWindow(page)
  })

  test('on a phone start at the title, so that the keyboard does not cover them', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/timesheet')
    await button(page, 'Add time').click()
    await dialog(page, 'Add time').waitFor()
    assert.equal(await focused(page), 'Add time')
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2')
    await closeWindow(page)
  })

  test('a page with unsaved changes is left only after a question, by a link or by Back', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/time_off')
    await button(page, 'Olivia Hart your account').click()
    await page.getByRole('link', { name: 'My settings' }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    const was = await email.inputValue()
    const question = dialog(page, 'Leave without saving?')
    const link = page.getByRole('link', { name: 'Schedule', exact: true }).first()
    await email.fill('olivia@elsewhere.example')
    // The code of the question is loaded with the first change.
    await page.waitForTimeout(500)
    for (const leave of [() => link.click(), () => page.goBack(), () => page.goBack()]) {
      await leave()
      await question.waitFor()
      await button(page, 'Stay on this page').click()
      await question.waitFor({ state: 'detached' })
      // As people do: the browser takes a moment to move through its history.
      await page.waitForTimeout(300)
      assert.equal(path(page), '/me')
      assert.equal(await email.inputValue(), 'olivia@elsewhere.example')
    }
    await link.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Schedule' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'My settings' }).waitFor()
    assert.equal(await email.inputValue(), was)

    await email.fill('olivia@elsewhere.example')
    await page.waitForTimeout(500)
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/time_off')
    await page.goForward()
    await page.getByRole('heading', { name: 'My settings' }).waitFor()

    await visit(page, '/people')
    await page.getByRole('link', { name: 'Add a person' }).click()
    await page.getByLabel('First name').fill('Nadia')
    await page.getByLabel('Last name').fill('Haas')
    await page.getByLabel('Username').fill('nadia')
    await button(page, 'Add person').click()
    await page.getByRole('heading', { name: 'Nadia Haas' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor()
    await closeWindow(page)
  })

  for (const [steps, url] of [
    [1, '**/schedule*'],
    [-2, '**/time_off'],
  ] as const)
    test(`a page with unsaved changes is left for the page that was asked for, ${steps} away`, async () => {
      const page = await openWindow(browser, site, 'admin')
      await visit(page, '/time_off')
      const to = (name: string) => page.getByRole('link', { name, exact: true }).first()
      const email = page.getByRole('textbox', { name: 'Email' })
      await to('Timesheet').click()
      await page.waitForURL('**/timesheet*')
      await button(page, 'Olivia Hart your account').click()
      await to('My settings').click()
      await email.waitFor()
      await to('Schedule').click()
      await page.waitForURL('**/schedule*')
      await page.goBack()
      await email.fill('olivia@elsewhere.example')
      // The code of the question is loaded with the first change.
      await page.waitForTimeout(500)
      await page.evaluate((steps) => history.go(steps), steps)
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(url)
      await closeWindow(page)
    })

  test('Ctrl K leads to pages, people, jobs and actions; ? shows the keys', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/schedule')
    const search = page.getByRole('combobox', { name: 'Search pages, people, and jobs' })
    const found = () => dialog(page, 'Go to').getByRole('option').allInnerTexts()
    const find = async (words: string) => {
      await page.keyboard.press('Control+k')
      await search.fill(words)
    }
    await find('maya')
    await page.getByRole('option', { name: 'Maya Torres Profile' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(
      (await found()).map((text) => text.split(/\s+/).join(' ')),
      ['Maya Torres Timesheet', 'Maya Torres Profile'],
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Maya Torres', exact: true }).waitFor()
    await page.goBack()
    await page.waitForURL('**/schedule')

    await find('framing')
    await dialog(page, 'Go to')
      .getByRole('option', { name: /Framing/ })
      .first()
      .click()
    await page.waitForURL('**/jobs/*')
    await find('add time')
    await page.keyboard.press('Enter')
    await dialog(page, 'Add time').waitFor()
    await page.keyboard.press('Control+k')
    assert.equal(await search.count(), 0, 'not above another dialog')
    await page.keyboard.press('Escape')
    await dialog(page, 'Add time').waitFor({ state: 'detached' })

    await find('nothing is called this')
    await page.getByText('Nothing matches “nothing is called this”.').waitFor()
    // The first one clears the search.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog(page, 'Go to').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Timesheet' }).click()
    await page.keyboard.press('?')
    await dialog(page, 'Keyboard shortcuts').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('a list whose people have not loaded yet does not say that there are none', async () => {
    const page = await openWindow(browser, site, 'admin')
    const held = Promise.withResolvers<void>()
    await page.route(/\/users\?.*active=yes/, async (route) => {
      await held.promise
      await route.continue()
    })
    await visit(page, '/groups')
    await button(page, 'Add a group').click()
    const list = dialog(page, 'Add a group').getByRole('group', { name: 'Members' })
    await list.getByRole('status', { name: 'Loading' }).waitFor()
    assert.equal(await page.getByText('There are no people yet.').count(), 0)
    held.resolve()
    await list.getByText('Aaron Blake').waitFor()
    await closeWindow(page)
  })

  test('the palette does not say that nothing matches before people and jobs have loaded', async () => {
    const page = await openWindow(browser, site, 'admin')
    const held = Promise.withResolvers<void>()
    await page.route(/\/lists\/jobcodes\?/, async (route) => {
      await held.promise
      await route.continue()
    })
    await visit(page, '/groups')
    await page.keyboard.press('Control+k')
    await dialog(page, 'Go to').getByRole('combobox').fill('riverb')
    await dialog(page, 'Go to').getByRole('status').getByText('Loading').waitFor()
    held.resolve()
    await dialog(page, 'Go to').getByRole('option', { name: 'Riverbend Apartments' }).first().waitFor()
    await closeWindow(page)
  })
})
