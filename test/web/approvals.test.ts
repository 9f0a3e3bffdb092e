import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  until,
  visit,
  withSite,
  writesOf,
} from './browser.ts'
import { coveredByToasts } from './toasts.ts'

type Person = {
  user_id: number
  name: string
  submitted_to: string
  approved_to: string
  entries: number
  running: number | null
  exceptions: { words: string }[]
  sent_back: { message: string } | null
  pay: { total_work_seconds: number }
}

describe('approvals', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  // The pay period before the running one, which is the oldest that waits.
  const [start, end] = ['2026-10-25', '2026-11-07']
  const people = async (day = start): Promise<Person[]> =>
    (await site.api('GET', `/api/console/approvals/pay_run?date=${day}`)).people.toSorted((a: Person, b: Person) =>
      a.name.localeCompare(b.name, 'en'),
    )
  const of = async (id: number) => (await people()).find(({ user_id }) => user_id === id)!
  const isWaiting = ({ approved_to }: Person) => approved_to < end
  const isClean = (one: Person) => isWaiting(one) && one.exceptions.length === 0 && one.running === null
  const hasSubmitted = ({ submitted_to }: Person) => submitted_to >= end
  const tab = (page: Page, name: string) =>
    page.getByRole('group', { name: 'People to show' }).getByRole('button', { name: new RegExp(`^${name} ?\\d`) })
  const row = (page: Page, name: string) => page.locator('.payrun-list').getByRole('button', { name, exact: true })
  const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

  /** Words typed for the search before its code is there are the search's, though A approves and J goes on. */
  const searchIsNotApproval = async (page: Page, shown: string) => {
    await page.route(/palette-.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('adaj', { delay: 20 })
    await page.keyboard.press('Backspace')
    await until(
      () => page.getByRole('combobox', { name: 'Search pages, settings' }).inputValue(),
      (text) => text === 'ada',
    )
    await page.keyboard.press('Escape')
    await panel(page, shown).waitFor()
  }

  for (const width of isFull ? ([390, 1280] as const) : ([1280] as const))
    test(`approvals open on the period that waits, and a person is approved and reopened by keyboard (${width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      const clean = (await people()).filter((one) => isClean(one) && hasSubmitted(one))
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await visit(page, '/approvals')
      await page.waitForURL(new RegExp(`day=${start}`))
      await tab(page, 'Ready').click()
      const [first, second] = clean.map(({ name }) => name) as [string, string]
      if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
      assert.equal(await sidewaysScroll(page), 0)
      await row(page, first).focus()
      await page.keyboard.press('Enter')
      await panel(page, first).getByRole('heading', { name: 'Mon, Oct 26' }).waitFor()
      assert.equal(await focused(page), first)
      const times = (path: string) => asked.filter((one) => one.endsWith(path)).length
      for (const path of ['/approvals/pay_run', '/approvals/days']) assert.equal(times(path), 1, asked.join('\n'))
      // Those of the person, and one's own for the timer in the title.
      assert.ok(times('/timesheets') <= 2, asked.join('\n'))
      assert.deepEqual(await accessibilityProblems(page), [])
      if (width === 390) assert.deepEqual(await smallControls(page), [])
      if (width === 1280) await searchIsNotApproval(page, first)
      await page.keyboard.press('j')
      await panel(page, second).waitFor()
      await until(
        () => focused(page),
        (text) => text === second,
      )
      await page.keyboard.press('k')
      await panel(page, first).waitFor()
      await page.keyboard.press('a')
      await page.getByText(`${first}’s time approved.`).waitFor()
      // The next person comes up at once.
      await panel(page, second).waitFor()
      assert.equal((await of(clean[0]!.user_id)).approved_to, end)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await until(
        () => of(clean[0]!.user_id),
        ({ approved_to, submitted_to }) =>
          approved_to === clean[0]!.approved_to && submitted_to === clean[0]!.submitted_to,
      )
      // What was undone is shown again.
      await panel(page, first).waitFor()
      await page.keyboard.press('j')
      await panel(page, second).waitFor()
      await page.keyboard.press('Escape')
      await panel(page, second).waitFor({ state: 'detached' })
      await until(
        () => focused(page),
        (text) => text === second,
      )
      await page.keyboard.press('Enter')
      await panel(page, second).waitFor()
      await page.goBack()
      await panel(page, second).waitFor({ state: 'detached' })
      await closeWindow(page)
    })

  test('one click approves everyone who submitted without issues, with undo, and the hours are those of payroll', async () => {
    const page = await openWindow(browser, site, 'admin')
    const before = (await people()).filter(isWaiting)
    const [ready, open] = [true, false].map((is) =>
      before.filter((one) => isClean(one) && one.entries > 0 && hasSubmitted(one) === is),
    ) as [Person[], Person[]]
    const [sent, kept] = ready as [Person, Person]
    const message = 'Please split Friday.'
    const back = { user_id: sent.user_id, start_date: start, end_date: end, message }
    await site.api('POST', '/api/console/approvals/send_back', back)
    await visit(page, '/approvals')
    const bulk = page.getByRole('button', { name: /^Approve \d+ submitted/ })
    assert.match(
      (await bulk.textContent())!,
      new RegExp(`^Approve ${ready.length - 1} submitted \\([\\d,:]+ h\\) through Nov 7$`),
    )
    await tab(page, 'Still open').click()
    const line = page.getByRole('row').filter({ hasText: sent.name })
    await line.getByText('Sent back').waitFor()
    await line.getByText(message).waitFor()

    // People who did not submit are approved only if that is checked; those whose time was sent back never are.
    await page.getByLabel(`Also ${open.length} not submitted`).check()
    assert.match(
      (await page.getByRole('button', { name: /^Approve \d+ submitted/ }).textContent())!,
      new RegExp(`^Approve ${ready.length - 1} submitted and ${open.length} not submitted`),
    )
    await page.getByLabel(`Also ${open.length} not submitted`).uncheck()

    const writes = writesOf(page)
    await bulk.click()
    await page.getByText(`Time approved for ${ready.length - 1} people.`).waitFor()
    assert.equal(writes.length, 1)
    assert.match(await focused(page), /^Still open/, 'the button is gone')
    const after = new Map((await people()).map((one) => [one.user_id, one]))
    assert.equal(after.get(kept.user_id)!.approved_to, end)
    assert.deepEqual(
      [after.get(sent.user_id)!.approved_to < end, after.get(sent.user_id)!.sent_back?.message],
      [true, message],
    )
    assert.ok(open.every(({ user_id }) => after.get(user_id)!.approved_to < end))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await bulk.waitFor()
    await site.api('PUT', '/users', { data: [{ id: sent.user_id, submitted_to: end }] })
    await page.getByRole('button', { name: new RegExp(`^Approve ${ready.length} submitted`) }).waitFor()

    // The hours are those of the payroll report.
    const question = `start_date=${start}&end_date=${end}`
    const { payroll_report } = (await site.api('GET', `/reports/payroll?${question}`)).results
    await go(page, `/reports/payroll?from=${start}&to=${end}`)
    const columns = await page.locator('.reports-table >> nth=0 >> thead th').allInnerTexts()
    const at = columns.indexOf('Total') - 1
    const linesOf = (table: string) =>
      page
        .locator(`${table} >> tbody tr`)
        .evaluateAll((lines) =>
          lines.map(
            (line) =>
              [
                line.querySelector('button')!.textContent.trim(),
                [...line.querySelectorAll('td')].map((cell) => cell.textContent),
              ] as const,
          ),
        )
    const theirs = new Map((await linesOf('.reports-table >> nth=0')).map(([name, cells]) => [name, cells[at]!]))
    const total = (await page.locator('.reports-table >> nth=0 >> tfoot td').allInnerTexts())[at]
    await go(page, '/approvals?tab=all')
    assert.ok(Object.keys(payroll_report).length > 20)
    for (const [name, cells] of await linesOf('.payrun-table')) assert.equal(cells[4], theirs.get(name) ?? '0:00', name)
    assert.equal((await page.locator('.payrun-table tfoot td').allInnerTexts())[3], total)

    const totals = async () => page.locator('.payrun-total').allInnerTexts()
    await page.getByRole('button', { name: 'Total' }).click()
    assert.deepEqual(
      await totals(),
      (await totals()).toSorted(
        (a, b) => Number.parseFloat(a.replace(':', '.')) - Number.parseFloat(b.replace(':', '.')),
      ),
    )
    await page.getByRole('columnheader', { name: 'Total' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
    await page.getByLabel('Search people').fill('hannah')
    assert.equal((await totals()).length, 1)
    await page.getByLabel('Search people').fill('')
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Approved' })
    assert.equal((await totals()).length, (await people()).filter((one) => !isWaiting(one)).length)
    await tab(page, 'Ready').click()
    await page.getByText('No one in “Ready” matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('.payrun-table tbody tr').first().waitFor()
    await closeWindow(page)
  })

  test('on a phone, time is sent back with a message and reopened, and a double click approves only one person', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    const flagged = (await people()).find((one) => isWaiting(one) && one.exceptions.length > 0)!
    await visit(page, '/approvals')
    await row(page, flagged.name).click()
    const flag = panel(page, flagged.name).getByText(flagged.exceptions[0]!.words).first()
    await flag.waitFor()
    await until(
      () => flag.evaluate((element) => element.getBoundingClientRect().bottom),
      (bottom) => bottom < 700,
    )
    const maya = await of(site.company.employeeId)
    if (!isWaiting(maya))
      await site.api('PUT', '/users', { data: [{ id: maya.user_id, approved_to: '2026-10-24', submitted_to: end }] })
    await go(page, `/approvals?day=${start}&tab=all&person=${maya.user_id}`)
    await panel(page, maya.name).getByRole('heading', { name: 'Mon, Oct 26' }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Thursday is missing.')
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Control+Enter')
    await page.getByText(`Sent back to ${maya.name}.`).waitFor()
    assert.deepEqual(await coveredByToasts(page), [])
    await panel(page, maya.name).getByText('“Thursday is missing.”').waitFor()
    await until(
      () => focused(page),
      (text) => text === maya.name,
    )
    await page.keyboard.press('a')
    const question = page.getByRole('dialog', { name: `Approve ${maya.name}’s time?` })
    await question.getByText('It was sent back and hasn’t been submitted again.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    const { submitted_to, approved_to, sent_back } = await of(maya.user_id)
    assert.ok(submitted_to < start && approved_to < start)
    assert.equal(sent_back?.message, 'Thursday is missing.')

    const hers = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(hers, '/')
    await hers.getByRole('button', { name: /^Messages, \d+ new/ }).click()
    await hers.locator('.bell li.new', { hasText: 'Thursday is missing.' }).waitFor()
    assert.deepEqual(await accessibilityProblems(hers), [])
    await hers.keyboard.press('Escape')
    await hers.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    await visit(hers, `/timesheet/${start}`)
    await hers.getByText('“Thursday is missing.” Correct it and submit your time through Sat, Nov 7 again.').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(hers), [])
    await closeWindow(hers)
    await site.api('PUT', '/users', { data: [{ id: maya.user_id, submitted_to: end }] })

    // Reopening announces the later time that it reopens too.
    const [first, second] = (await people()).filter((one) => isClean(one) && hasSubmitted(one)) as [Person, Person]
    const old = '2026-09-27'
    await go(page, `/approvals?day=${old}&tab=all&q=${first.name}&person=${first.user_id}`)
    await panel(page, first.name).getByRole('button', { name: 'Reopen' }).click()
    const dialog = page.getByRole('dialog', { name: `Reopen ${first.name}’s time?` })
    await dialog.getByText(/everything approved after it: Oct 11\s–\s24 \([\d:]+ h\)\.$/).waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Reopen all' }).click()
    await page.getByText(new RegExp(`^${first.name}’s time reopened: Sep 27\\s–\\sOct 24\\.$`)).waitFor()
    assert.equal((await of(first.user_id)).approved_to, '2026-09-26')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(
      () => of(first.user_id),
      ({ approved_to }) => approved_to === first.approved_to,
    )
    await until(
      () => focused(page),
      (text) => text === first.name,
    )

    // A double click approves one person, and does not hit what takes the place of the button.
    const pressTwice = async (name: string) => {
      const box = (await panel(page, name).getByRole('button', { name: 'Approve', exact: true }).boundingBox())!
      await doubleClick(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
    }
    const writes = writesOf(page)
    await go(page, `/approvals?day=${start}&tab=submitted`)
    await row(page, first.name).click()
    await pressTwice(first.name)
    await panel(page, second.name).waitFor()
    await page.getByText(`${first.name}’s time approved.`).waitFor()
    await settled(page)
    assert.equal(writes.length, 1)
    assert.deepEqual([(await of(first.user_id)).approved_to, (await of(second.user_id)).approved_to < end], [end, true])

    if (isFull) {
      // The last person in the list: the panel closes, and the tab bar is where its button was.
      await page.goto(`/approvals?day=${start}&tab=submitted&q=${second.name}&person=${second.user_id}`)
      await panel(page, second.name).waitFor()
      await pressTwice(second.name)
      await page.getByText(`${second.name}’s time approved.`).waitFor()
      assert.equal(new URL(page.url()).pathname, '/approvals')
      // The search goes along to another period.
      await page
        .getByRole('navigation', { name: 'Pay periods' })
        .getByRole('button', { name: /^Oct 11/ })
        .click()
      await row(page, second.name).waitFor()
      assert.equal(await page.locator('.payrun-opener').count(), 1)
      assert.equal(await page.locator('.payrun-tabs [aria-pressed="true"]').textContent(), 'Approved 1')
    }
    for (const { user_id, approved_to } of [first, second])
      await site.api('PUT', '/users', { data: [{ id: user_id, approved_to }] })
    await closeWindow(page)
  })

  test('time is added to a day in place, a running period gets a final pay, and an approved one offers its files', async () => {
    const page = await openWindow(browser, site, 'admin')
    const [member] = (await people()).filter((one) => isWaiting(one) && one.exceptions.length > 0)
    const { name, user_id } = member!
    await visit(page, `/approvals?tab=all&person=${user_id}`)
    const hours = async () => (await of(user_id)).pay.total_work_seconds
    const hoursBefore = await hours()
    await panel(page, name).getByRole('button', { name: 'Add time on Sun, Oct 25' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add time' })
    await dialog.getByLabel('Start', { exact: true }).fill('08:00')
    await dialog.getByLabel('End', { exact: true }).fill('10:00')
    await dialog.locator('.picker').click()
    await page.getByRole('dialog', { name: 'Choose a job' }).getByRole('treeitem', { name: 'Travel' }).last().click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await panel(page, name).locator('.payrun-entry-time').getByText('8:00 AM – 10:00 AM').waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await hours(), hoursBefore + 7200)
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await until(label, (found) => found === 'Add time on Sun, Oct 25')

    await page
      .getByRole('navigation', { name: 'Pay periods' })
      .getByRole('button', { name: /Running/ })
      .click()
    await page.getByText('This pay period runs through Sat, Nov 21.').waitFor()
    await settled(page)
    assert.equal(await page.getByRole('button', { name: /^Approve \d/ }).count(), 0)
    const leaving = (await people('2026-11-18')).find(({ running }) => running === null)!
    await tab(page, 'All').click()
    await row(page, leaving.name).click()
    await panel(page, leaving.name).getByRole('button', { name: 'Final pay…' }).click()
    await page.getByLabel('Last day to pay').fill('2026-11-17')
    await panel(page, leaving.name).getByRole('button', { name: 'Approve through Tue, Nov 17' }).click()
    await page.getByText(`${leaving.name}’s time approved through Tue, Nov 17.`).waitFor()
    assert.equal((await of(leaving.user_id)).approved_to, '2026-11-17')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(
      () => of(leaving.user_id),
      ({ approved_to }) => approved_to === leaving.approved_to,
    )

    // Earlier time is announced before it is approved as well.
    const waiting = (await people()).filter((one) => isWaiting(one) && hasSubmitted(one))
    const [late] = waiting as [Person]
    await site.api('PUT', '/users', { data: [{ id: late.user_id, approved_to: '2026-10-10' }] })
    await go(page, `/approvals?day=${start}`)
    await page.getByText(/^Oct 11\s–\s24 isn’t approved yet and is included: 1 person, [\d:]+ h/).waitFor()
    await page.getByRole('button', { name: /, including Oct 11\s–\s24$/ }).waitFor()

    const rest = (await people()).filter(isWaiting)
    const setup = { quickbooks_desktop: { employee_name: 'first_last' } }
    await site.api('PUT', '/api/console/exports/setup', setup)
    await site.api('PUT', '/users', { data: rest.map(({ user_id }) => ({ id: user_id, approved_to: end })) })
    await page.getByText(/^Oct 25\s–\sNov 7 is approved\.$/).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Hours for payroll' }).getByText('Ready').waitFor()
    const desktop = page.getByRole('listitem').filter({ hasText: 'QuickBooks Desktop' })
    await desktop.getByText(/settings are missing$/).waitFor()
    const lacks = await desktop.locator('.payrun-lacks strong').allInnerTexts()
    assert.ok(lacks.includes('Company name'), lacks.join('\n'))
    assert.ok(
      lacks.some((text) => /^Payroll items: Overtime, 1\.5 × \(\d+ people\)$/.test(text)),
      lacks.join('\n'),
    )
    assert.equal(new Set(lacks).size, lacks.length, 'each is listed once')
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Hours for payroll as CSV' }).click()
    assert.match((await downloading).suggestedFilename(), /^payroll-.*\.csv$/)
    await desktop.getByRole('button', { name: 'Set it: Company name' }).click()
    await page.getByRole('dialog', { name: 'QuickBooks Desktop' }).getByLabel('Company name').waitFor()
    await closeWindow(page)
  })

  nightly.test('a manager sees only the people of their own groups', async () => {
    const { results } = await site.api('GET', '/groups')
    const groups = Object.values<{ id: number; manager_ids: string[] }>(results.groups)
    const group = groups.find(({ manager_ids }) => manager_ids.length > 0)!
    const boss = Number(group.manager_ids[0])
    const admins = (await site.api('GET', `/users?ids=${boss}`)).results.users[boss].permissions
    await site.api('PUT', '/users', { data: [{ id: boss, permissions: { admin: false, approve_timesheets: false } }] })
    const { people: own } = await site.api('GET', `/api/console/approvals/pay_run?date=${start}`, undefined, boss)
    const page = await openWindow(browser, site, boss)
    await visit(page, `/approvals?day=${start}&tab=all`)
    assert.equal(await page.locator('.payrun-opener').count(), own.length)
    assert.ok(own.length > 0 && own.length < (await people()).length)
    await closeWindow(page)
    await site.api('PUT', '/users', { data: [{ id: boss, permissions: admins }] })
  })
})

/** Clicks twice within a fifth of a second by the browser's own clock, however busy the machine is. */
async function doubleClick(page: Page, at: { x: number; y: number }): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  const now = Date.now() / 1000
  const press = (type: 'mousePressed' | 'mouseReleased', clickCount: number, seconds: number) =>
    tools.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount, timestamp: now + seconds })
  await Promise.all([
    press('mousePressed', 1, 0),
    press('mouseReleased', 1, 0.05),
    press('mousePressed', 2, 0.15),
    press('mouseReleased', 2, 0.2),
  ])
  await tools.detach()
}
