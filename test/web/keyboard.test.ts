import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { closeWindow, openWindow, type Site, visit, withSite } from './browser.ts'

// Tasks without a pointer. Each step is one that people see: the focus is on something, and is drawn.

describe('the keyboard alone', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('clocks in and out', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/')
    await reach(page, page.getByRole('button', { name: 'Clock in' }))
    await page.keyboard.press('Enter')
    const out = page.getByRole('button', { name: 'Clock out' })
    await out.waitFor()
    await reach(page, out)
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Done for now, or a break?' })
    await question.waitFor()
    await reach(page, question.getByRole('button', { name: 'Clock out' }))
    await page.keyboard.press('Enter')
    await page.getByText(/^You’re clocked out\./).waitFor()
    await isShown(page)
    await closeWindow(page)
  })

  test('adds time', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/timesheet/2026-04-14')
    await reach(page, page.getByRole('button', { name: 'Add time', exact: true }).first())
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add time' })
    await dialog.waitFor()
    await reach(page, dialog.getByRole('button', { name: /^Job / }))
    await page.keyboard.press('Enter')
    const jobs = page.getByRole('dialog', { name: 'Choose a job' })
    await jobs.getByLabel('Search jobs').waitFor()
    // Faster than the list follows.
    await page.keyboard.type('Shop and yard')
    await page.keyboard.press('Enter')
    await jobs.waitFor({ state: 'detached' })
    await isShown(page)
    await write(page, dialog.getByLabel('Start', { exact: true }), '9a')
    await write(page, dialog.getByLabel('End', { exact: true }), '11a')
    await reach(page, dialog.getByRole('button', { name: 'Add', exact: true }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const query = `user_ids=${site.company.adminId}&start_date=2026-04-12&end_date=2026-04-18`
    const { results } = await site.api('GET', `/timesheets?${query}`)
    assert.deepEqual(
      Object.values<{ duration: number }>(results.timesheets).map(({ duration }) => duration),
      [7200],
    )
    await isShown(page)
    await closeWindow(page)
  })

  test('approves a person’s time', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/approvals')
    const opener = page.locator('.payrun-opener').first()
    const name = (await opener.textContent())!
    await reach(page, opener)
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('button', { name: /^Approve/ }).last())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    assert.ok(name)
    await isShown(page)
    await closeWindow(page)
  })

  test('adds a person', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/people')
    await reach(page, page.getByRole('link', { name: 'Add a person' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Add a person' }).waitFor()
    await write(page, page.getByLabel('First name'), 'Kim')
    await write(page, page.getByLabel('Last name'), 'Keys')
    await write(page, page.getByLabel('Email', { exact: true }), 'kim.keys@northside.example')
    await reach(page, page.getByRole('button', { name: 'Add person' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Kim Keys' }).waitFor()
    await closeWindow(page)
  })

  test('requests time off, and approves it', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/time_off')
    await reach(page, page.getByRole('button', { name: 'Request time off' }).first())
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Request time off' })
    await reach(page, dialog.getByLabel('Type'))
    await page.keyboard.type('Vac')
    await reach(page, dialog.getByLabel('First day'))
    await page.keyboard.type('03042027')
    await reach(page, dialog.getByLabel('Last day'))
    await page.keyboard.type('03052027')
    await dialog.getByText('2 working days, 16:00').waitFor()
    await write(page, dialog.getByLabel('Note to the approver'), 'Out of town')
    await reach(page, dialog.getByRole('button', { name: 'Request time off' }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await isShown(page)
    await closeWindow(page)

    const office = await openWindow(browser, site, 'admin')
    await visit(office, '/time_off/waiting')
    const asked = office.getByRole('article').filter({ hasText: 'Out of town' })
    await reach(office, asked.getByRole('button', { name: /^Approve/ }))
    await office.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    await isShown(office)
    const query = `user_ids=${site.company.employeeId}&start_date=2027-03-01&end_date=2027-03-07`
    const { results } = await site.api('GET', `/timesheets?${query}&jobcode_type=pto`)
    assert.deepEqual(
      Object.values<{ date: string; duration: number }>(results.timesheets).map(({ date, duration }) => [
        date,
        duration,
      ]),
      [
        ['2027-03-04', 28_800],
        ['2027-03-05', 28_800],
      ],
    )
    await closeWindow(office)
  })
})

/** Presses Tab until the focus is there; at every step it must be on something, and drawn. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  const element = (await wanted.elementHandle())!
  for (let step = 0; step < 120; step++) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
    await isShown(page)
  }
  assert.fail(`Tab does not lead to ${wanted}`)
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Fails if the focus is lost, or if nothing around the focused element shows it, once what was pressed has been drawn. */
async function isShown(page: Page): Promise<void> {
  const problem = await page.evaluate(async () => {
    for (let frame = 0; frame < 30 && document.activeElement === document.body; frame++)
      await new Promise((drawn) => requestAnimationFrame(drawn))

    const { activeElement: element } = document
    if (!element || element === document.body) return 'the focus is nowhere'
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
    const box = element.getBoundingClientRect()
    const drawn = [
      [element, undefined],
      [element, '::after'],
      [element.nextElementSibling, undefined],
      [element.closest('label, .checklist-row, tr, td, li'), undefined],
    ] as const
    const has = drawn.some(([on, part]) => {
      if (!on) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(on, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
    const inView = box.bottom > 0 && box.top < innerHeight
    // A page’s heading takes the focus for screen readers when the page changes; it is no control.
    if (element.matches('h1, h2')) return undefined
    return has && inView ? undefined : `${element.tagName} “${name}” ${has ? 'is out of view' : 'has no visible focus'}`
  })
  assert.equal(problem, undefined)
}
