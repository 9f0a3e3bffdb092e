import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  until,
  type View,
  visit,
  type Who,
  withSite,
} from './browser.ts'
import { dismissToasts, toast } from './toasts.ts'

// Today is Wednesday, 2026-11-18, 10:20 in Denver. Olivia, the administrator, has no time of her own yet. Each step of a
// test has its own week.

const desk: View = { width: 1280, theme: 'light' }
const phone: View = { width: 390, theme: 'light' }

describe('the timesheet', () => {
  let site: Site
  let browser: Browser
  let olivia: number
  let maya: number
  const jobs = new Map<string, number>()
  withSite(async (...started) => {
    ;[site, browser] = started
    ;({ adminId: olivia, employeeId: maya } = site.company)
    for (const { name, id } of Object.values<Values>((await site.api('GET', '/jobcodes?type=all')).results.jobcodes))
      jobs.set(name, id)
  })

  const open = async (who: Who, path: string, view: View) => {
    const page = await openWindow(browser, site, who, view)
    await visit(page, path)
    return page
  }
  const sheets = async (user: number, first: string, last = first): Promise<Values[]> => {
    const query = `user_ids=${user}&start_date=${first}&end_date=${last}&on_the_clock=both`
    return Object.values<Values>((await site.api('GET', `/timesheets?${query}`)).results.timesheets)
  }
  const create = async (...items: Values[]): Promise<Values[]> => {
    const { results } = await site.api('POST', '/timesheets', { data: items })
    const created = Object.values<Values>(results.timesheets)
    for (const item of created) assert.ok(item._status_code < 300, JSON.stringify(item))
    return created
  }
  const remove = (...entries: (Values | undefined)[]) =>
    site.api('DELETE', `/timesheets?ids=${entries.map((entry) => entry!.id)}`)
  const hours = (name: string, date: string, count: number): Values => ({
    user_id: olivia,
    type: 'manual',
    jobcode_id: jobs.get(name),
    date,
    duration: count * 3600,
  })
  const clocked = (name: string, start: string, end: string, user_id = olivia): Values => ({
    user_id,
    type: 'regular',
    jobcode_id: jobs.get(name),
    start,
    end,
  })
  const settings = (id: number, settings: object) =>
    site.api('PUT', '/api/console/settings', { for: 'user', id, settings })
  const mayManage = (manage_my_timesheets: boolean) =>
    site.api('PUT', '/users', { data: [{ id: maya, permissions: { manage_my_timesheets } }] })
  const submittedTo = async () => (await site.api('GET', `/users?ids=${maya}`)).results.users[maya].submitted_to
  const cell = (page: Page, name: string) => page.getByRole('gridcell', { name })
  const dialogOf = (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name })
    const field = (label: string) => dialog.getByLabel(label, { exact: true })
    return { dialog, start: field('Start'), end: field('End'), day: field('Day') }
  }
  const addTime = async (page: Page) => {
    await page.getByRole('button', { name: 'Add time', exact: true }).first().click()
    return dialogOf(page, 'Add time')
  }

  test('a week shows the hours and overtime that payroll pays, also on paper, takes typed hours, and is copied', async () => {
    const week = ['2026-06-07', '2026-06-13'] as const
    await site.api('PUT', '/users', { data: [{ id: olivia, exempt: false }] })
    await create(
      ...['08', '09', '10', '11', '12'].map((day) => hours('Training', `2026-06-${day}`, 9.5)),
      ...[hours('Holiday', '2026-06-13', 8), hours('Training', '2026-11-17', 1), hours('Training', '2026-01-06', 6)],
      hours('Travel', '2026-05-04', 1),
      ...weekToCopy(),
    )
    const page = await open('admin', `/timesheet/${week[1]}`, desk)
    const report = await site.api(
      'GET',
      `/reports/payroll?user_ids=${olivia}&start_date=${week[0]}&end_date=${week[1]}`,
    )
    const paid = report.results.payroll_report[olivia]
    assert.deepEqual([paid.total_re_seconds, paid.total_ot_seconds, paid.total_pto_seconds], [144000, 27000, 28800])
    assert.equal(await page.getByRole('heading', { name: 'Jun 7 – 13, 2026' }).isVisible(), true)
    assert.match(
      await textOf(page.locator('.timesheet-summary')),
      /Total 55:30 Regular 40:00 Overtime 7:30 over 40 h a week Time off 8:00/,
    )
    const rows = await page.locator('.timesheet-grid tr').allInnerTexts()
    const cells = rows.map((row) => row.split(/\s+/).join(' '))
    assert.ok(cells.includes('Training Overhead – 9:30 9:30 9:30 9:30 9:30 – 47:30'), cells.join('\n'))
    assert.ok(cells.includes('Holiday Paid time off – – – – – – 8:00 8:00'))
    assert.ok(cells.includes('Total 0:00 9:30 9:30 9:30 9:30 9:30 8:00 55:30'))
    assert.ok(cells.includes('Overtime over 40 h a week – – – – – 7:30 – 7:30'))
    await page.getByRole('link', { name: 'Next week' }).click()
    await page.getByRole('heading', { name: 'Jun 14 – 20, 2026' }).waitFor()
    await page.getByRole('link', { name: 'This week' }).click()
    await page.getByRole('columnheader', { name: 'Wed 11/18' }).waitFor()
    assert.equal(await textOf(page.locator('th[aria-current=date]')), 'Wed 11/18')
    await page.getByLabel('Go to date').fill('2026-06-10')
    await cell(page, '9:30, Overhead › Training, Wed, Jun 10').waitFor()

    await go(page, '/timesheet/2026-01-06')
    await page.emulateMedia({ media: 'print' })
    const text = await textOf(page.locator('.timesheet-paper'))
    assert.match(text, /^Northside Builders Timesheet Name Olivia Hart .*Week Jan 4 – 10, 2026/)
    assert.match(text, /Tue, Jan 6 Overhead › Training 6:00 6:00/)
    assert.match(text, /Total 6:00 .*Olivia Hart Date Approved by Date$/)
    assert.equal(await page.getByRole('button', { name: 'Submit time' }).isVisible(), false)
    assert.equal(await page.locator('.timesheet-grid').isVisible(), false)
    await page.emulateMedia({ media: null })

    // Hours are typed into a cell by keyboard.
    await go(page, '/timesheet/2026-05-04')
    await cell(page, '1:00, Overhead › Travel, Mon, May 4').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('7h 20m')
    await page.keyboard.press('Enter')
    await cell(page, '7:20, Overhead › Travel, Tue, May 5').waitFor()
    const [, created] = await sheets(olivia, '2026-05-04', '2026-05-05')
    assert.deepEqual([created!.type, created!.date, created!.duration], ['manual', '2026-05-05', 26388])
    await page.getByRole('button', { name: 'Undo' }).click()
    await cell(page, 'nothing, Overhead › Travel, Tue, May 5').waitFor()

    await cell(page, '1:00, Overhead › Travel, Mon, May 4').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Hours, Overhead › Travel, Mon, May 4').fill('a lot')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Enter hours like 7:30, 7.5, or 7h 30m.').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByLabel('Hours, Overhead › Travel, Mon, May 4').fill('2,5')
    await page.keyboard.press('Tab')
    await toast(page, /saved/i).first().waitFor()
    await dismissToasts(page)
    await cell(page, '2:30, Overhead › Travel, Mon, May 4').focus()
    await page.keyboard.press('Delete')
    await page.getByText('Deleted.').waitFor()
    assert.deepEqual(await sheets(olivia, '2026-05-03', '2026-05-09'), [])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await cell(page, '2:30, Overhead › Travel, Mon, May 4').waitFor()
    await dismissToasts(page)
    await go(page, '/timesheet/2026-03-11')
    await copyLastWeek(page)
    await closeWindow(page)
  })

  test('a week in which a pay period ends shows the hours of each period, also on paper', async () => {
    const general = (general: object) =>
      site.api('PUT', '/api/console/settings', { for: 'company', settings: { general } })
    await general({ payroll_type: 'biweekly', payroll_end_date: '2026-01-14' })
    await create(hours('Training', '2026-01-12', 6), hours('Training', '2026-01-15', 8.5))
    const page = await open('admin', '/timesheet/2026-01-12', desk)
    const periods = page.locator('.timesheet-periods')
    assert.equal(
      await textOf(periods),
      'Jan 11 – 14, in the pay period Jan 1 – 14 6:00 Jan 15 – 17, in the pay period Jan 15 – 28 8:30',
    )
    await page.getByRole('columnheader', { name: 'Wed 1/14 Pay period ends' }).waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    if (isFull) {
      await page.getByRole('radio', { name: 'Days' }).check()
      await page.getByRole('heading', { name: /^Wednesday, Jan 14.*Pay period ends$/ }).waitFor()
      await page.getByRole('radio', { name: 'Grid' }).check()
    }
    await page.emulateMedia({ media: 'print' })
    const text = await textOf(page.locator('.timesheet-paper'))
    assert.match(
      text,
      /Total 14:30 Jan 11 – 14, 2026 in the pay period Jan 1 – 14, 2026 6:00 Jan 15 – 17, 2026 .* 8:30/,
    )
    await page.emulateMedia({ media: null })
    await general({ payroll_type: null, payroll_end_date: null })
    if (isFull) {
      await visit(page, '/timesheet/2026-01-12')
      assert.equal(await periods.count(), 0, 'periods of the sample end with weeks')
    }
    await closeWindow(page)
  })

  const weekToCopy = () => [
    clocked('Travel', '2026-03-03T08:00:00-07:00', '2026-03-03T12:00:00-07:00'),
    clocked('Training', '2026-03-04T08:00:00-07:00', '2026-03-04T12:00:00-07:00'),
    clocked('Travel', '2026-03-04T15:00:00-07:00', '2026-03-04T16:00:00-07:00'),
    hours('Travel', '2026-03-05', 2),
    hours('Vacation', '2026-03-06', 8),
    clocked('Training', '2026-03-11T11:00:00-06:00', '2026-03-11T13:00:00-06:00'),
  ]
  /** Copies that week to the one on the page, and takes it back. */
  const copyLastWeek = async (page: Page) => {
    await page.getByRole('button', { name: 'Copy last week' }).click()
    await settled(page)
    const dialog = page.getByRole('dialog', { name: 'Copy last week' })
    const lines = async () => (await dialog.locator('.check').allInnerTexts()).map((text) => text.split('\n').join(' '))
    assert.deepEqual(await lines(), [
      'Overhead › Travel · 8:00 AM – 12:00 PM',
      'Overhead › Training · 8:00 AM – 12:00 PM Skipped. It overlaps Overhead › Training, 11:00 AM – 1:00 PM.',
      'Overhead › Travel · 3:00 PM – 4:00 PM This day already has 2:00.',
      'Overhead › Travel · 2:00',
    ])
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    if (isFull) {
      await dialog.getByRole('radio', { name: 'Durations only' }).check()
      await settled(page)
      assert.deepEqual(await lines(), [
        'Overhead › Travel · 4:00',
        'Overhead › Training · 4:00 This day already has 2:00.',
        'Overhead › Travel · 1:00 This day already has 2:00.',
        'Overhead › Travel · 2:00',
      ])
      await dialog.getByRole('radio', { name: 'Start and end times' }).check()
    }
    await dialog.getByRole('button', { name: 'Add 2 entries' }).click()
    await dialog.waitFor({ state: 'detached' })
    const copied = await sheets(olivia, '2026-03-08', '2026-03-14')
    assert.deepEqual(
      copied
        .filter(({ jobcode_id }) => jobcode_id === jobs.get('Travel'))
        .map(({ start, duration }) => [start, duration]),
      [
        ['2026-03-10T08:00:00-06:00', 14400],
        ['2026-03-12T08:00:00-06:00', 7200],
      ],
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await settled(page)
    await page.getByText('4:00').first().waitFor({ state: 'detached' })
    // The page shows what the press means before the server has done it.
    await until(
      async () => (await sheets(olivia, '2026-03-08', '2026-03-14')).length,
      (count) => count === 1,
    )
  }

  const firstOfApril14 = '2026-04-14T09:00:00-06:00'
  /** Adds time past midnight to a day with other time, and takes it back. */
  const addPastMidnight = async (page: Page) => {
    const { dialog, start, end, day } = await addTime(page)
    await chooseJob(page, 'Shop and yard')
    await day.fill('2026-04-14')
    await start.fill('11:30')
    await end.fill('14:00')
    await dialog.getByText(/overlaps Overhead › Travel, Tue, Apr 14, 9:00 AM – 12:00 PM/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    assert.equal((await sheets(olivia, '2026-04-14')).length, 1, 'nothing is sent')
    await start.fill('22:00')
    await end.fill('06:00')
    await dialog.getByText('ends on Wed, Apr 15').waitFor()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const added = (await sheets(olivia, '2026-04-14')).find((sheet) => sheet.start > firstOfApril14)!
    assert.deepEqual(
      [added.start, added.end, added.duration, added.date],
      ['2026-04-14T22:00:00-06:00', '2026-04-15T06:00:00-06:00', 28800, '2026-04-14'],
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await until(
      () => sheets(olivia, '2026-04-14'),
      (left) => left.length === 1,
    )
  }

  test('time is added and changed with start and end: past midnight, in conflict, and as clocks go back', async () => {
    const [first, changed, before] = await create(
      clocked('Travel', firstOfApril14, '2026-04-14T12:00:00-06:00'),
      clocked('Travel', '2026-03-17T08:00:17-06:00', '2026-03-17T12:00:42-06:00'),
      clocked('Travel', '2026-11-18T06:00:00-07:00', '2026-11-18T07:45:00-07:00'),
    )
    assert.equal(first!.start, firstOfApril14)
    const page = await open('admin', '/timesheet/2026-04-14', desk)
    await addPastMidnight(page)

    // Another program is faster.
    await go(page, '/timesheet/2026-04-21')
    const form = await addTime(page)
    await chooseJob(page, 'Training')
    await form.day.fill('2026-04-21')
    await form.start.fill('08:00')
    await form.end.fill('09:00')
    // The form does not check an entry that began days ago and lasts until then.
    await create(clocked('Travel', '2026-04-17T08:00:00-06:00', '2026-04-22T08:00:00-06:00'))
    await form.dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await form.dialog.getByText(/overlaps Overhead › Travel, Fri, Apr 17/).waitFor()
    await form.dialog.getByRole('button', { name: 'Open entry' }).click()
    const edit = dialogOf(page, 'Edit time')
    await edit.dialog.getByLabel('End date').waitFor()
    await edit.dialog.getByRole('button', { name: 'Cancel' }).click()

    // A change of the end keeps the seconds of the start.
    await go(page, '/timesheet/2026-03-17')
    await cell(page, '4:00, Overhead › Travel, Tue, Mar 17').click()
    await edit.end.fill('13:15')
    await edit.dialog.getByLabel('Notes').fill('Stayed longer')
    await addPicture(edit.dialog)
    await edit.dialog.getByRole('button', { name: 'Save' }).click()
    await cell(page, '5:15, Overhead › Travel, Tue, Mar 17').click()
    const [after] = await sheets(olivia, '2026-03-17')
    assert.deepEqual(
      [after!.id, after!.start, after!.end, after!.attached_files.length],
      [changed!.id, '2026-03-17T08:00:17-06:00', '2026-03-17T13:15:00-06:00', 1],
    )
    await page.getByRole('button', { name: 'History' }).click()
    const drawer = page.getByRole('dialog', { name: 'History' })
    await drawer.getByText('Olivia Hart changed this entry').waitFor()
    const [latest] = await drawer.getByRole('listitem').allInnerTexts()
    assert.match(latest!, /End\s+Tue, Mar 17, 12:00 PM → Tue, Mar 17, 1:15 PM/)
    assert.match(latest!, /Notes\s+empty → Stayed longer/)
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    assert.equal(await edit.dialog.isVisible(), true)
    await edit.dialog.getByRole('button', { name: 'Cancel' }).click()

    // In this night, two times are equal.
    await go(page, '/timesheet/2026-11-01')
    const { dialog, start, end, day } = form
    await addTime(page)
    await chooseJob(page, 'Training')
    await day.fill('2026-11-01')
    await start.fill('01:30')
    await end.fill('01:30')
    await dialog.getByText('1:00 · clocks go back by 1 hour in between').waitFor()
    await dialog.getByLabel('Start: which one?').selectOption({ label: '1:30 AM MST, after clocks go back' })
    await dialog.getByText('24:00 · ends on Mon, Nov 2').waitFor()
    await dialog.getByLabel('Start: which one?').selectOption({ label: '1:30 AM MDT, before clocks go back' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const [added] = await sheets(olivia, '2026-11-01')
    assert.deepEqual(
      [added!.start, added!.end, added!.duration],
      ['2026-11-01T01:30:00-06:00', '2026-11-01T01:30:00-07:00', 3600],
    )

    // Times are read as typed and shown in the person’s format, and a new entry has its likely start.
    await go(page, '/timesheet')
    await addTime(page)
    assert.deepEqual([await start.inputValue(), await end.inputValue()], ['7:45 AM', ''], 'goes on from the last entry')
    await chooseJob(page, 'Shop and yard')
    await end.fill('soon')
    await end.press('Tab')
    await dialog.getByRole('alert').getByText('Enter a time like 9, 9:30, 5p, or 17:30.').waitFor()
    assert.equal(await end.getAttribute('aria-invalid'), 'true')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await start.fill('9a')
    await dialog.getByRole('status').getByText('9:00 AM').waitFor()
    await end.fill('5')
    await dialog.getByRole('status').getByText('5:00 PM').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByText('8:00', { exact: true }).waitFor()
    await end.press('ArrowUp')
    assert.equal(await end.inputValue(), '5:05 PM')
    await end.press('ArrowDown')
    await end.press('ArrowDown')
    await end.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const today = (await sheets(olivia, '2026-11-18')).find(({ id }) => id !== before!.id)!
    assert.deepEqual([today.start, today.end], ['2026-11-18T09:00:00-07:00', '2026-11-18T16:55:00-07:00'])
    await settings(olivia, { general: { time_format: 24 } })
    await visit(page, '/timesheet')
    await cell(page, '7:55, Overhead › Shop and yard, Wed, Nov 18').click()
    assert.equal(await edit.end.inputValue(), '16:55')
    await edit.end.fill('17.30')
    await edit.dialog.getByRole('status').getByText('17:30').waitFor()
    await closeWindow(page)
    await settings(olivia, { general: { time_format: null } })
    await remove(before, today)
  })

  nightly.test('on a phone, time is added past midnight and a week is copied', async () => {
    if ((await sheets(olivia, '2026-04-14')).length === 0)
      await create(clocked('Travel', firstOfApril14, '2026-04-14T12:00:00-06:00'))
    if ((await sheets(olivia, '2026-03-11')).length === 0) await create(...weekToCopy())
    const page = await open('admin', '/timesheet/2026-04-14', phone)
    await addPastMidnight(page)
    await visit(page, '/timesheet/2026-03-11')
    await copyLastWeek(page)
    await closeWindow(page)
  })

  /** Sets through which days Maya’s time is submitted and approved, as this person. */
  const lock = (dates: object, who: Who) => site.api('PUT', '/users', { data: [{ id: maya, ...dates }] }, who)
  /** Has Maya submit her time through November 14; returns a function that unlocks it again. */
  const submitWeek = async () => {
    const { submitted_to, approved_to } = (await site.api('GET', `/users?ids=${maya}`)).results.users[maya]
    await lock({ approved_to: '2026-10-31', submitted_to: '2026-10-31' }, 'admin')
    await lock({ submitted_to: '2026-11-14' }, 'employee')
    await mayManage(true)
    return () => lock({ approved_to, submitted_to, permissions: { manage_my_timesheets: false } }, 'admin')
  }

  test('submitted time is locked, shows who can change it, and is reopened by undo or taken back', async () => {
    const page = await open('employee', '/timesheet', desk)
    const before = await submittedTo()
    await page.getByRole('button', { name: 'Submit time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Submit time' })
    await dialog.getByRole('radio', { name: /Tuesday, November 17/ }).check()
    await dialog.getByText(/hours on \d+ days/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByRole('status').getByText('Submitted through Tue, Nov 17.').waitFor()
    assert.equal(await submittedTo(), '2026-11-17')
    await page.getByRole('columnheader', { name: 'Tue Submitted 11/17' }).waitFor()
    await cell(page, 'Emergency call, Mon, Nov 16').click()
    await page.getByRole('dialog', { name: 'Emergency call' }).getByRole('button', { name: /AM – / }).first().click()
    await page.getByText(/^Your time through Tue, Nov 17 is submitted\. Ask .+ to change it\.$/).waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('columnheader', { name: 'Tue 11/17' }).waitFor()
    assert.equal(await submittedTo(), before)

    // A locked week shows who locked it, and a link to a day marks the day.
    const unlock = await submitWeek()
    await visit(page, '/timesheet/2026-11-12')
    const notice = page.locator('.timesheet-notices .notice')
    await notice.getByText(/^You submitted it on Nov 18, 2026, 10:2\d AM\. To change it, take it back\./).waitFor()
    assert.deepEqual(await page.locator('main .button.primary').allInnerTexts(), ['Take back'])
    for (const name of ['Add time', 'Copy last week', 'Submit time', 'Add a job', 'Propose missing time'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    assert.equal(await page.getByText('Type hours in any cell').count(), 0)
    assert.equal(await textOf(page.locator('th[data-chosen]')), 'Thu Submitted 11/12')
    assert.equal(await page.getByLabel('Go to date').inputValue(), '2026-11-12')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Time taken back.').waitFor()
    await page.getByRole('button', { name: 'Submit time' }).waitFor()
    assert.equal(await submittedTo(), '2026-11-07')
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice.getByText('This week is submitted.').waitFor()
    await page.getByRole('link', { name: 'Previous week' }).click()
    await page.getByRole('heading', { name: 'Nov 1 – 7, 2026' }).waitFor()
    assert.equal(await page.locator('[data-chosen]').count(), 0, 'turning the page marks no day')
    await page.getByRole('radio', { name: 'Days' }).check()
    await page.getByLabel('Go to date').fill('2026-11-13')
    await page.locator('.timesheet-days > li[data-chosen]').filter({ hasText: 'Friday, Nov 13' }).waitFor()
    await closeWindow(page)
    await unlock()
  })

  nightly.test('a link shows its day on a phone, and an approver reopens an approved week', async () => {
    const unlock = await submitWeek()
    const small = await open('employee', '/timesheet/2026-11-14', phone)
    const box = await small.locator('li[data-chosen]').boundingBox()
    assert.ok(box!.y >= 0 && box!.y + Math.min(box!.height, 60) <= 844, `Saturday is at ${box!.y}`)
    assert.deepEqual(await accessibilityProblems(small), [])
    await closeWindow(small)

    await lock({ approved_to: '2026-11-14' }, 'admin')
    const office = await open('admin', `/timesheet/2026-11-12?user=${maya}`, desk)
    await office.getByText(/^Olivia Hart approved it on .* You can still change it\./).waitFor()
    assert.deepEqual(await office.locator('main .button.primary').allInnerTexts(), ['Reopen'])
    await office.getByRole('button', { name: 'Reopen' }).click()
    await office.getByRole('link', { name: 'Review in Approvals' }).waitFor()
    await closeWindow(office)
    await unlock()
  })

  test('on a phone the week is a list of days to add time to, and a person on the clock cannot submit today', async () => {
    const [running] = await create(clocked('Travel', '2026-11-18T10:00:00-07:00', '', maya))
    const page = await open('employee', '/timesheet', phone)
    // The arrows are where they were, in weeks that have other buttons above them, too.
    const arrow = page.getByRole('link', { name: 'Next week' })
    const here = await arrow.boundingBox()
    await arrow.click()
    await page.getByRole('heading', { name: 'Nov 22 – 28, 2026' }).waitFor()
    await page.getByRole('button', { name: 'Submit time' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await arrow.boundingBox(), here)
    await page.goBack()
    await page.getByRole('button', { name: 'Submit time' }).waitFor()
    await page.getByRole('button', { name: /Travel.*On the clock/ }).waitFor()
    await page.getByRole('button', { name: 'Submit time' }).click()
    await page.getByRole('radio', { name: /today/ }).check()
    await page.getByText('You are on the clock.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Submit', exact: true }).isDisabled(), true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    // A person who may not change past time may still enter what they are working on.
    await page.getByRole('button', { name: /Travel.*On the clock/ }).click()
    assert.equal(await page.getByLabel('Start', { exact: true }).isDisabled(), true)
    await page.getByLabel('Notes').fill('On the road')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /On the road/ }).waitFor()
    const [after] = await sheets(maya, '2026-11-18')
    assert.deepEqual([after!.notes, after!.end], ['On the road', ''])
    await remove(running)

    await mayManage(true)
    await visit(page, '/timesheet')
    const day = page.locator('.timesheet-days > li').filter({ hasText: 'Sunday, Nov 15' })
    await day.getByRole('button', { name: 'Add time on Sunday, Nov 15' }).click()
    const { dialog } = dialogOf(page, 'Add time')
    await dialog.getByRole('radio', { name: 'Duration' }).check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Choose what the time is for.').waitFor()
    await dialog.getByText('Enter hours like 7:30, 7.5, or 7h 30m.').waitFor()
    await chooseJob(page, 'Training')
    await dialog.getByLabel('Hours', { exact: true }).fill('1.5')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.match(await textOf(day), /Sunday, Nov 15 1:30 .*Training Duration 1:30/)
    assert.equal(await sidewaysScroll(page), 0)
    const [added] = await sheets(maya, '2026-11-15')
    assert.equal(added!.duration, 5400)
    await closeWindow(page)
    await remove(added)
    await mayManage(false)
  })

  test('a person can record time only in the ways that the company allows', async () => {
    await mayManage(true)
    const page = await openWindow(browser, site, 'employee', desk)
    const { dialog } = dialogOf(page, 'Add time')
    const add = page.getByRole('button', { name: 'Add time', exact: true }).first()
    const allow = async (time_entry: object) => {
      await settings(maya, { time_entry })
      await visit(page, '/timesheet')
    }
    if (isFull) {
      await allow({ timecard: 0 })
      await add.click()
      await dialog.getByLabel('Start', { exact: true }).waitFor()
      assert.equal(await dialog.getByRole('radio').count(), 0)
      await allow({ timecard: null, time_entry: 0 })
      await add.click()
      await dialog.getByLabel('Hours', { exact: true }).waitFor()
      assert.equal(await dialog.getByRole('radio').count(), 0)
    }
    await allow({ timecard: 0, time_entry: 0 })
    assert.equal(await add.isVisible(), false)
    await page.getByRole('gridcell', { name: /^nothing, Service calls › Emergency call, Thu/ }).click()
    await page.getByText('You can’t add time yourself. Ask Nora Quinn to add it.').waitFor()
    await settings(maya, { time_entry: { timecard: null, time_entry: null } })
    await mayManage(false)
    await closeWindow(page)
  })

  test('office people see other people’s timesheets and their time zone; others only their own', async () => {
    await settings(maya, { general: { tz: 'Europe/Berlin' } })
    const page = await open('admin', '/timesheet', desk)
    await choosePerson(page, 'Whose timesheet', 'Maya Torres')
    await page.getByRole('heading', { name: 'Maya Torres’s timesheet' }).waitFor()
    assert.match(page.url(), new RegExp(`user=${maya}`))
    await page.getByText('Times are shown in Berlin time (GMT+1).').waitFor()
    const { dialog, start, end, day } = await addTime(page)
    await dialog.getByText('Maya Torres is in Europe/Berlin (GMT+1).').waitFor()
    if (isFull) {
      await chooseJob(page, 'Training')
      await day.fill('2026-11-15')
      await start.fill('08:00')
      await end.fill('09:30')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const [added] = await sheets(maya, '2026-11-15')
      assert.deepEqual([added!.start, added!.end], ['2026-11-15T08:00:00+01:00', '2026-11-15T09:30:00+01:00'])
      await remove(added)
    } else await dialog.getByRole('button', { name: 'Cancel' }).click()
    await settings(maya, { general: { tz: null } })
    const isHidden = 'This person doesn’t exist, or you don’t have access to their time.'
    await go(page, '/timesheet?user=2147483647')
    await page.getByText(isHidden).waitFor()
    await closeWindow(page)
    const other = await open('employee', `/timesheet?user=${olivia}`, desk)
    await other.getByText(isHidden).waitFor()
    await closeWindow(other)
  })

  nightly.test('an entry shows its pictures, accepts new ones, and is deleted with them', async () => {
    const [entry] = await create(hours('Travel', '2026-02-03', 3))
    const page = await open('admin', '/timesheet/2026-02-03', phone)
    await page.getByRole('button', { name: /Travel/ }).click()
    const { dialog } = dialogOf(page, 'Edit time')
    await addPicture(dialog)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /1 picture/ }).waitFor()
    const [after] = await sheets(olivia, '2026-02-03')
    assert.deepEqual([after!.id, after!.attached_files.length], [entry!.id, 1])
    await page.getByRole('button', { name: /Travel/ }).click()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete entry and pictures' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await sheets(olivia, '2026-02-03'), [])
    await closeWindow(page)
  })
})

async function textOf(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join(' ').split(/\s+/).join(' ')
}

async function addPicture(dialog: Locator): Promise<void> {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
  await dialog
    .getByLabel('Add picture')
    .setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await dialog.getByRole('img', { name: 'door.png' }).waitFor()
}

async function chooseJob(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Job/ }).click()
  const list = page.getByRole('dialog', { name: 'Choose a job' })
  await list.getByLabel('Search jobs').fill(name)
  await list
    .getByRole('treeitem', { name: new RegExp(name) })
    .first()
    .click()
  await list.waitFor({ state: 'detached' })
}
