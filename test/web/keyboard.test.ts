import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { closeWindow, go, openWindow, type Site, visit, withSite } from './browser.ts'
import { dismissToasts } from './toasts.ts'

// Tasks without a pointer. After each key, the focus is on a control, and is drawn.

describe('the keyboard alone', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('a person clocks in and out and requests time off without a pointer', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/')
    await press(page, page.getByRole('button', { name: 'Clock in' }))
    const out = page.getByRole('button', { name: 'Clock out' })
    await out.waitFor()
    await press(page, out)
    const question = page.getByRole('dialog', { name: 'Done for now, or a break?' })
    await question.waitFor()
    await press(page, question.getByRole('button', { name: 'Clock out' }))
    await page.getByText(/^You’re clocked out\./).waitFor()
    await assertFocusShown(page)

    await go(page, '/time_off')
    await press(page, page.getByRole('button', { name: 'Request time off' }).first())
    const dialog = page.getByRole('dialog', { name: 'Request time off' })
    await reach(page, dialog.getByLabel('Type'))
    await page.keyboard.type('Vac')
    await reach(page, dialog.getByLabel('First day'))
    await page.keyboard.type('03042027')
    await reach(page, dialog.getByLabel('Last day'))
    await page.keyboard.type('03052027')
    await dialog.getByText('2 working days, 16:00').waitFor()
    await write(page, dialog.getByLabel('Note to the approver'), 'Out of town')
    await press(page, dialog.getByRole('button', { name: 'Request time off' }))
    await dialog.waitFor({ state: 'detached' })
    await assertFocusShown(page)
    await closeWindow(page)
  })

  test('the focus is at the clock, also when someone clocks out before the server has answered the clock-in', async () => {
    const page = await openWindow(browser, site, 'employee')
    await page.route('**/api/console/clock', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    await visit(page, '/')
    await press(page, page.getByRole('button', { name: 'Clock in' }))
    await press(page, page.getByRole('button', { name: 'Clock out' }))
    const question = page.getByRole('dialog', { name: 'Done for now, or a break?' })
    await press(page, question.getByRole('button', { name: 'Clock out' }))
    await page.getByText(/^You’re clocked out\./).waitFor()
    await assertFocusShown(page)
    await closeWindow(page)
  })

  test('an administrator approves the time off and a person’s time, adds time, and adds a person without a pointer', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/time_off/waiting')
    const asked = page.getByRole('article').filter({ hasText: 'Out of town' })
    await press(page, asked.getByRole('button', { name: /^Approve/ }))
    await asked.waitFor({ state: 'detached' })
    await assertFocusShown(page)
    const timeOff = await entries(site.company.employeeId, '2027-03-01', '2027-03-07', '&jobcode_type=pto')
    assert.deepEqual(
      timeOff.map(({ date, duration }) => [date, duration]),
      [
        ['2027-03-04', 28_800],
        ['2027-03-05', 28_800],
      ],
    )

    await dismissToasts(page)
    await go(page, '/approvals')
    const opener = page.locator('.payrun-opener').first()
    assert.ok(await opener.textContent())
    await press(page, opener)
    await press(page, page.getByRole('button', { name: /^Approve/ }).last())
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await assertFocusShown(page)

    await go(page, '/timesheet/2026-04-14')
    await press(page, page.getByRole('button', { name: 'Add time', exact: true }).first())
    const dialog = page.getByRole('dialog', { name: 'Add time' })
    await dialog.waitFor()
    await press(page, dialog.getByRole('button', { name: /^Job / }))
    const jobs = page.getByRole('dialog', { name: 'Choose a job' })
    await jobs.getByLabel('Search jobs').waitFor()
    // Faster than the list follows.
    await page.keyboard.type('Shop and yard')
    await page.keyboard.press('Enter')
    await jobs.waitFor({ state: 'detached' })
    await assertFocusShown(page)
    await write(page, dialog.getByLabel('Start', { exact: true }), '9a')
    await write(page, dialog.getByLabel('End', { exact: true }), '11a')
    await press(page, dialog.getByRole('button', { name: 'Add', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    const added = await entries(site.company.adminId, '2026-04-12', '2026-04-18')
    assert.deepEqual(
      added.map(({ duration }) => duration),
      [7200],
    )
    await assertFocusShown(page)

    await go(page, '/people')
    await press(page, page.getByRole('link', { name: 'Add a person' }))
    await page.getByRole('heading', { name: 'Add a person' }).waitFor()
    await write(page, page.getByLabel('First name'), 'Kim')
    await write(page, page.getByLabel('Last name'), 'Keys')
    await write(page, page.getByLabel('Email', { exact: true }), 'kim.keys@northside.example')
    await press(page, page.getByRole('button', { name: 'Add person' }))
    await page.getByRole('heading', { name: 'Kim Keys' }).waitFor()
    await closeWindow(page)
  })

  test('the focus goes on where a press has removed its button, and stays in a dialog whose answer was lost', async () => {
    const { employeeId } = site.company
    const lock = (dates: object) => site.api('PUT', '/users', { data: [{ id: employeeId, ...dates }] })
    await lock({ approved_to: '2026-10-31', submitted_to: '2026-10-31', permissions: { manage_my_timesheets: true } })
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/timesheet/2026-11-12')
    await press(page, page.getByRole('button', { name: 'Submit time' }))
    const submitting = page.getByRole('dialog', { name: 'Submit time' })
    await page.route('**/api/v1/users*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await submitting.getByRole('radio', { name: /Saturday, November 14/ }).check()
    const send = submitting.getByRole('button', { name: 'Submit', exact: true })
    await press(page, send)
    await submitting.getByText('Can’t reach the server.').waitFor()
    await send.and(page.locator(':focus')).waitFor()
    await page.unroute('**/api/v1/users*')
    await page.keyboard.press('Enter')
    await submitting.waitFor({ state: 'detached' })
    const back = page.locator('.timesheet-notices').getByRole('button', { name: 'Take back' })
    await back.waitFor()
    await assertFocusShown(page)
    await press(page, back)
    await back.waitFor({ state: 'detached' })
    await assertFocusShown(page)

    await go(page, '/time_off')
    const off = { date: '2027-05-03', entry_method: 'manual', duration: 28_800, jobcode_id: await vacation() }
    await site.api('POST', '/time_off_requests', { data: [{ time_off_request_entries: [off] }] }, 'employee')
    const cancel = page
      .getByRole('article')
      .filter({ hasText: 'May 3' })
      .getByRole('button', { name: 'Cancel request' })
    await press(page, cancel)
    await cancel.waitFor({ state: 'detached' })
    await assertFocusShown(page)
    await closeWindow(page)
    await lock({ permissions: { manage_my_timesheets: false } })
  })

  async function vacation(): Promise<number> {
    const { results } = await site.api('GET', '/jobcodes?type=pto')
    return Object.values<{ id: number; name: string }>(results.jobcodes).find(({ name }) => name === 'Vacation')!.id
  }

  async function entries(user: number, start: string, end: string, more = '') {
    const { results } = await site.api('GET', `/timesheets?user_ids=${user}&start_date=${start}&end_date=${end}${more}`)
    return Object.values<{ date: string; duration: number }>(results.timesheets)
  }
})

/** Reaches a control and presses Enter. */
async function press(page: Page, wanted: Locator): Promise<void> {
  await reach(page, wanted)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the focus is there; at every step it must be on a control, and drawn. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  const element = (await wanted.elementHandle())!
  for (let step = 0; step < 120; step++) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
    await assertFocusShown(page)
  }
  assert.fail(`Tab does not lead to ${wanted}`)
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Fails if the focus is lost, or if nothing around the focused element shows it, once what was pressed has been drawn. */
async function assertFocusShown(page: Page): Promise<void> {
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
