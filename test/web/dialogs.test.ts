import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  until,
  visit,
  withSite,
} from './browser.ts'

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
  const back = (page: Page) => page.evaluate(() => history.back())
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
  const openTimesheet = async (page: Page) => {
    await link(page, 'Timesheet').click()
    await page
      .getByRole('heading', { name: /^Timesheet|\d{4}$/ })
      .first()
      .waitFor()
    await settled(page)
  }

  test('a dialog starts in its first field, leads back to where it was opened, and closes by Back', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/time_off')
    await openTimesheet(page)
    await button(page, 'Add time').click()
    await dialog(page, 'Add time').waitFor()
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.dialog-body :is(input, select, textarea)')))
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

    await openTimesheet(page)
    await button(page, 'Add time').click()
    await dialog(page, 'Add time').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Add time').waitFor({ state: 'detached' })
    assert.equal(await focused(page), 'Add time')
    await closeWindow(page)
  })

  for (const width of [1280, 390] as const)
    test(`a dialog does not move what is about to be pressed while its fields and jobs load, ${width} px`, async () => {
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      await visit(page, '/timesheet')
      const fields = Promise.withResolvers<void>()
      const jobs = Promise.withResolvers<void>()
      await page.route(/\/customfields\?/, (route) => fields.promise.then(() => route.continue()))
      await page.route(/\/app\/[\w-]+\.js$/, (route) => jobs.promise.then(() => route.continue()))
      const top = async (one: Locator) => Math.round((await one.boundingBox())!.y)
      await button(page, 'Add time').click()
      const job = dialog(page, 'Add time').getByRole('button', { name: /^Job / })
      const before = await top(job)
      assert.equal(await page.getByLabel('Vehicle').count(), 0)
      fields.resolve()
      await page.getByLabel('Vehicle').waitFor()
      assert.equal(await top(job), before)

      // The list comes with its dialog, whose code is loaded when the device is idle, or now.
      await job.click()
      jobs.resolve()
      const list = dialog(page, 'Choose a job')
      const close = list.getByRole('button', { name: 'Close' })
      const open = await top(close)
      await list.getByLabel('Search jobs').waitFor()
      assert.equal(await top(close), open)
      await closeWindow(page)
    })

  test('a dialog asks before it discards what was entered', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/time_off')
    await openTimesheet(page)
    await button(page, 'Add time').click()
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

  test('on a phone a dialog starts at its title, so that the keyboard does not cover it', async () => {
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
    // A person stays when the browser itself asks, which it does if Back would leave the app.
    page.on('dialog', (asked) => asked.dismiss())
    await visit(page, '/people')
    await go(page, '/schedule')
    await go(page, '/time_off')
    await button(page, 'Olivia Hart your account').click()
    await link(page, 'My settings').click()
    const email = page.getByRole('textbox', { name: 'Email' })
    const was = await email.inputValue()
    const question = dialog(page, 'Leave without saving?')
    const changed = async () => {
      // A press of Back that the question was faster than may still be on its way.
      await page.waitForURL('**/me')
      assert.equal(await email.inputValue(), 'olivia@elsewhere.example')
    }
    await email.fill('olivia@elsewhere.example')
    for (const leave of [() => link(page, 'Schedule').click(), () => back(page), () => back(page)]) {
      await leave()
      await question.waitFor()
      await button(page, 'Stay on this page').click()
      await question.waitFor({ state: 'detached' })
      await changed()
    }
    await page.evaluate(async () => {
      const presses = Array.from({ length: 3 }, () => window.navigation.back().finished)
      await Promise.allSettled(presses)
    })
    // Back also closes the question, so a later press may have answered an earlier one, or ask again after an answer.
    const isAsked = await question.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (!isAsked) await back(page)
    await question.waitFor()
    await changed()
    await until(
      async () => {
        await page.keyboard.press('Escape')
        await page.waitForTimeout(500)
        return question.isVisible()
      },
      (isOpen) => !isOpen,
    )
    await changed()
    await link(page, 'Schedule').click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Schedule' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'My settings' }).waitFor()
    assert.equal(await email.inputValue(), was)

    await email.fill('olivia@elsewhere.example')
    await back(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/time_off')
    await page.goForward()
    await page.getByRole('heading', { name: 'My settings' }).waitFor()

    await go(page, '/people')
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

  test('a page with unsaved changes is left for the page that was asked for, one forward or two back', async () => {
    const page = await openWindow(browser, site, 'admin')
    const email = page.getByRole('textbox', { name: 'Email' })
    for (const [steps, url] of [
      [1, '**/schedule*'],
      [-2, '**/time_off'],
    ] as const) {
      await visit(page, '/time_off')
      await link(page, 'Timesheet').click()
      // While the page is still loading, which must not close the menu.
      await button(page, 'Olivia Hart your account').click()
      await link(page, 'My settings').click()
      await email.waitFor()
      await link(page, 'Schedule').click()
      await page.waitForURL('**/schedule*')
      await page.goBack()
      await email.fill('olivia@elsewhere.example')
      await page.evaluate((steps) => history.go(steps), steps)
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(url)
    }
    await closeWindow(page)
  })

  test('Ctrl K leads to pages, people, jobs, and actions, and ? shows the keys', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/schedule')
    const search = page.getByRole('combobox', { name: 'Search pages, settings, people, and jobs' })
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
    await page.keyboard.press('Escape')
    await dialog(page, 'Go to').waitFor({ state: 'detached' })
    await find('2fa')
    await page.getByRole('option', { name: /^Sign-in/ }).waitFor()
    await find('lunch')
    await dialog(page, 'Go to')
      .getByRole('option', { name: /^Deduct lunch from long entries/ })
      .click()
    await page.waitForURL('**/settings/clock')
    await page.locator('[data-marked]').getByLabel('Deduct lunch from long entries').waitFor()
    await go(page, '/timesheet')
    await page.getByRole('heading', { name: 'Timesheet' }).click()
    await page.keyboard.press('?')
    await dialog(page, 'Keyboard shortcuts').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('Ctrl K clocks in and out on any page, and asks what the clock would ask', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/reports')
    const clock = async (name: string) => {
      await page.keyboard.press('Control+k')
      await dialog(page, 'Go to').getByRole('combobox').fill('punch')
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor()
      await page.keyboard.press('Enter')
    }
    const running = async () => {
      const { results } = await site.api(
        'GET',
        `/timesheets?user_ids=${site.company.employeeId}&on_the_clock=yes&start_date=2026-11-01`,
      )
      return Object.keys(results.timesheets).length
    }
    if (await running()) {
      await clock('Clock out')
      await dialog(page, 'Done for now, or a break?').getByRole('button', { name: 'Clock out' }).click()
      await page.getByText(/^You’re clocked out\./).waitFor()
    }
    await clock('Clock in')
    await page.getByText(/^You’re clocked in/).waitFor()
    assert.equal(await running(), 1)
    assert.equal(new URL(page.url()).pathname, '/reports', 'the page stays')
    await clock('Clock out')
    await dialog(page, 'Done for now, or a break?').getByRole('button', { name: 'Clock out' }).click()
    await page
      .getByText(/^You’re clocked out\./)
      .last()
      .waitFor()
    assert.equal(await running(), 0)
    await closeWindow(page)

    const other = await openWindow(browser, site, 'admin')
    await visit(other, '/reports')
    await other.keyboard.press('Control+k')
    await dialog(other, 'Go to').getByRole('combobox').fill('clock in')
    await other
      .getByRole('option', { name: /^Clock in/ })
      .first()
      .click()
    await dialog(other, 'Clock in: choose a job').waitFor()
    await other.keyboard.press('Escape')
    await dialog(other, 'Clock in: choose a job').waitFor({ state: 'detached' })
    await closeWindow(other)
  })

  test('neither a list nor the palette says that there are none while people and jobs load', async () => {
    const page = await openWindow(browser, site, 'admin')
    const [people, jobs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/users\?.*active=yes/, async (route) => {
      await people.promise
      await route.continue()
    })
    await page.route(/\/lists\/jobcodes\?/, async (route) => {
      await jobs.promise
      await route.continue()
    })
    await visit(page, '/groups')
    await button(page, 'Add a group').click()
    const list = dialog(page, 'Add a group').getByRole('group', { name: 'Members' })
    await list.getByRole('status', { name: 'Loading' }).waitFor()
    assert.equal(await page.getByText('There are no people yet.').count(), 0)
    people.resolve()
    await list.getByText('Aaron Blake').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Add a group').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await dialog(page, 'Go to').getByRole('combobox').fill('riverb')
    await dialog(page, 'Go to').getByRole('status').getByText('Loading').waitFor()
    jobs.resolve()
    await dialog(page, 'Go to').getByRole('option', { name: 'Riverbend Apartments' }).first().waitFor()
    await closeWindow(page)
  })
})
