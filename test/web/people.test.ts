import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  settled,
  until,
  visit,
  withSite,
} from './browser.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'light' } as const

describe('people and groups', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const user = async (username: string) => {
    const { results } = await site.api('GET', `/users?usernames=${username}&active=both`)
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
    return Object.values<any>(results.users)[0]
  }
  const group = async (name: string) => {
    const { results } = await site.api('GET', `/groups?name=${encodeURIComponent(name)}&active=both`)
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
    return Object.values<any>(results.groups)[0]
  }
  const rows = (page: Page) => page.getByRole('table', { name: 'People' }).getByRole('rowheader')

  test('are searched, filtered and sorted as one types, and Back leads to the same list', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/people')
    await page.getByText('24 people').waitFor()
    await page.getByLabel('Search people').fill('tech')
    await page.getByText('5 of 24 people').waitFor()
    assert.equal(await rows(page).count(), 5)
    await page.getByRole('button', { name: 'Name' }).click()
    assert.match((await rows(page).first().textContent()) ?? '', /Zoe Park/)
    assert.equal(
      await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'),
      'descending',
      'the heading shows the sort order',
    )
    await page.getByRole('link', { name: 'Maya Torres' }).click()
    await page.getByRole('heading', { name: 'Maya Torres' }).waitFor()
    await page.goBack()
    await page.getByText('5 of 24 people').waitFor()
    await page.getByLabel('Search people').fill('no one like this')
    await page.getByText('Nothing here matches “no one like this”.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Show', { exact: true }).selectOption('no')
    await page.getByText('1 of 25 people').waitFor()
    assert.match((await rows(page).first().textContent()) ?? '', /Peter Novak\s+Archived/)
    await page.getByLabel('Show', { exact: true }).selectOption('both')
    await page.getByLabel('Group').selectOption({ label: 'Office' })
    await page.getByText('4 of 25 people').waitFor()
    await closeWindow(page)
  })

  test('one is added on a phone; the server’s error is shown at its field', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people')
    await page.getByRole('link', { name: 'Add a person' }).click()
    await page.getByLabel('First name').fill('Rosa')
    await page.getByLabel('Last name').fill('Diaz')
    await page.getByLabel('Username').fill('Maya')
    await page.getByLabel('Email', { exact: true }).fill('rosa')
    await page.getByRole('button', { name: 'Add person' }).click()
    const mail = page.getByLabel('Email', { exact: true })
    await page.getByText('Enter a complete email address, such as ana@example.com.').waitFor()
    assert.equal(await mail.getAttribute('aria-invalid'), 'true')
    assert.ok(await mail.evaluate((input) => input === document.activeElement), 'and has the focus')
    await mail.fill('')
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByText('Username: Maya is taken.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByLabel('Username').fill('rosa')
    await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Service' })
    await page.getByLabel('Pay', { exact: true }).fill('31.50')
    await page.getByRole('radio', { name: /^Manager/ }).check()
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByRole('heading', { name: 'Rosa Diaz' }).waitFor()
    const made = await user('rosa')
    assert.deepEqual(
      [
        made.group_id,
        made.pay_rate,
        made.pay_interval,
        made.permissions.time_tracking,
        made.permissions.manage_schedules,
      ],
      [(await group('Service')).id, 31.5, 'hour', true, true],
    )
    assert.equal(made.permissions.manage_users, false)
    await closeWindow(page)
  })

  test('a username is proposed from the email or the name, without accents, until one is typed', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people/new')
    const username = page.getByLabel('Username')
    const type = async (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    for (const [label, text, proposed] of [
      // Taken by another Zoe of the sample.
      ['First name', 'Zoë', 'zoe2'],
      ['Last name', 'Núñez', 'zoe.nunez'],
      ['Email', 'z.nunez@northside.example', 'z.nunez'],
      // Taken by the sample's employee.
      ['Email', 'maya@northside.example', 'maya2'],
      ['Email', '', 'zoe.nunez'],
    ] as const) {
      await type(label, text)
      await until(
        () => username.inputValue(),
        (value) => value === proposed,
      )
    }
    await username.fill('zn')
    await type('Last name', 'Nunes')
    await type('Email', 'z.nunez@northside.example')
    assert.equal(await username.inputValue(), 'zn')
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByRole('heading', { name: 'Zoë Nunes' }).waitFor()
    assert.equal((await user('zn')).email, 'z.nunez@northside.example')
    await closeWindow(page)
  })

  test('a person is changed; untouched fields stay as they are, and individual permissions can be granted', async () => {
    const before = await user('aaron')
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, `/people/${before.id}`)
    assert.equal(await page.getByRole('radio', { name: /^Employee/ }).isChecked(), true)
    await page.getByLabel('Job title').fill('Lead carpenter')
    await page.getByLabel('Hire date').fill('2020-04-01')
    await page.getByText('Individual permissions').click()
    await page.getByRole('checkbox', { name: 'Sees who is working' }).check()
    assert.equal(await page.getByRole('radio', { name: 'Employee (custom)' }).isChecked(), true)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Aaron Blake saved.').waitFor()
    const now = await user('aaron')
    assert.deepEqual([now.job_title, now.hire_date, now.permissions.status_box], ['Lead carpenter', '2020-04-01', true])
    assert.deepEqual([now.payroll_id, now.pay_rate, now.email], [before.payroll_id, before.pay_rate, before.email])
    await page.getByLabel('Hire date').fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForFunction(() => !document.querySelector('.form-bar'))
    assert.equal((await user('aaron')).hire_date, '0000-00-00')
    await closeWindow(page)
  })

  test('undoing an archive restores the group that the person managed', async () => {
    const luis = await user('luis')
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, `/people/${luis.id}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    const sure = page.getByRole('button', { name: 'Clock out and archive' })
    const undo = page.getByRole('button', { name: 'Undo' })
    await sure.or(undo).first().waitFor()
    // Archiving a person on the clock clocks them out: only then it asks.
    if (await sure.isVisible()) await sure.click()
    await page.getByText('Luis Ortega archived.').waitFor()
    assert.equal((await user('luis')).active, false)
    assert.deepEqual((await group('North Crew')).manager_ids, [])
    await undo.click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('luis')).active, true)
    assert.deepEqual((await group('North Crew')).manager_ids, [String(luis.id)])
    await closeWindow(page)
  })

  test('several people are moved to another group together, and back', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people?q=carpenter')
    await page.getByLabel('Select Ivy Chen').check()
    await page.getByLabel('Select Mateo Cruz').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Change group' }).click()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByLabel('Group of 2 people').selectOption({ label: 'Service' })
    await page.getByRole('dialog').getByRole('button', { name: 'Change group' }).click()
    await page.getByText('2 people now in Service.').waitFor()
    const { id } = await group('Service')
    assert.deepEqual([(await user('ivy')).group_id, (await user('mateo')).group_id], [id, id])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('ivy')).group_id, (await group('South Crew')).id)
    await closeWindow(page)
  })

  test('a person is given jobs: a job includes its children, one of which can be left out', async () => {
    const { id } = await user('zoe')
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, `/people/${id}`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Harmon residence', { exact: true }).check()
    assert.ok(await dialog.getByLabel('Harmon residence › Deck').isChecked())
    await dialog.getByLabel('Harmon residence › Deck').uncheck()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Jobs for Zoe Park saved.').waitFor()
    const { results, supplemental_data } = await site.api('GET', `/jobcode_assignments?user_ids=${id}&active=yes`)
    const own = Object.values<{ user_id: number; jobcode_id: number }>(results.jobcode_assignments)
    const names = own
      .filter(({ user_id }) => user_id === id)
      .map((one) => supplemental_data.jobcodes[one.jobcode_id].name)
    assert.ok(names.includes('Harmon residence') && names.includes('Kitchen remodel') && names.includes('Cabinets'))
    assert.ok(!names.includes('Deck'), names.join())
    assert.ok(names.includes('Service calls'), 'existing assignments stay')
    await closeWindow(page)
  })

  test('without mail, an administrator gets a link to pass on, which lets the person in', async () => {
    const { id } = await user('will')
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, `/people/${id}`)
    await page.getByText('This server isn’t set up to send email.').waitFor()
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('dialog', { name: 'Link for Will Archer' }).waitFor()
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('button', { name: 'Create invitation link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link for Will Archer' })
    await dialog.getByText('It won’t be shown again.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    const link = (await dialog.getByText(/^http.*\/invitation\//).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
    const other = await openWindow(browser, site, undefined, phone)
    await other.goto(new URL(link).pathname)
    await other
      .getByLabel(/password/i)
      .first()
      .waitFor()
    await closeWindow(other)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('Will Archer is signed out everywhere.').waitFor()
    await page.getByRole('button', { name: 'Turn off two-step verification' }).click()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Will Archer didn’t use two-step verification.').waitFor()
    await closeWindow(page)
    const marcus = await user('marcus')
    const office = await openWindow(browser, site, marcus.id, desktop)
    await visit(office, `/people/${id}`)
    await office.getByText('An administrator can create a link to share.').waitFor()
    assert.ok(await office.getByRole('button', { name: 'Create invitation link' }).isDisabled())
    assert.equal(await office.getByRole('button', { name: 'Reset password' }).count(), 0)
    assert.equal(await office.getByRole('button', { name: 'Turn off two-step verification' }).count(), 0)
    assert.equal(await office.getByLabel('Pay', { exact: true }).count(), 0, 'nor does the office see pay')
    await closeWindow(office)
  })

  test('a group gets a name, members and managers; archiving releases its members and undo takes them back', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/groups')
    await page.getByRole('button', { name: 'Add a group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('office')
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await dialog.getByText('Name: another group is called Office.').waitFor()
    await dialog.getByLabel('Name').fill('Night shift')
    const members = dialog.getByRole('group', { name: 'Members' })
    await members.getByLabel('Search people').fill('noah')
    await members.getByLabel(/Noah Fischer/).check()
    await dialog.getByText('One person moves here from another group.').waitFor()
    await dialog
      .getByRole('group', { name: 'Managers' })
      .getByLabel(/Tom Becker/)
      .check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await page.getByText('Night shift added.').waitFor()
    const made = await group('Night shift')
    assert.deepEqual(made.manager_ids, [String((await user('tom')).id)])
    assert.equal((await user('noah')).group_id, made.id)
    await settled(page)
    await page.getByLabel('Select Night shift').check()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Night shift archived.').waitFor()
    assert.equal((await user('noah')).group_id, 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('noah')).group_id, made.id)
    await closeWindow(page)
  })

  test('a group is added once, even when its members are refused at first', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/groups')
    await page.getByRole('button', { name: 'Add a group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Weekend shift')
    const members = dialog.getByRole('group', { name: 'Members' })
    await members.getByLabel('Search people').fill('noah')
    await members.getByRole('checkbox', { name: /Noah/ }).check()
    await page.route('**/api/v1/users', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 429, body: '{}' }),
    )
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.unroute('**/api/v1/users')
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await page.getByText('Weekend shift added.').waitFor()
    assert.equal((await user('noah')).group_id, (await group('Weekend shift')).id)
    await closeWindow(page)
  })

  test('a manager sees the people but cannot change them or groups; an employee has no such page', async () => {
    const luis = await user('luis')
    const page = await openWindow(browser, site, luis.id, desktop)
    await visit(page, '/people')
    assert.equal(await page.getByRole('link', { name: 'Add a person' }).count(), 0)
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await page.getByRole('link', { name: 'Kenji Sato' }).click()
    await page.getByRole('heading', { name: 'Kenji Sato' }).waitFor()
    await settled(page)
    assert.equal(await page.getByRole('textbox').count(), 0)
    assert.equal(await page.getByText('28.5').count(), 0, 'and no pay')
    await page.getByText('Clocks in from a phone').waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
    await closeWindow(page)
    const other = await openWindow(browser, site, 'employee', phone)
    await visit(other, '/people')
    await other.getByText('This page doesn’t exist or you don’t have access').waitFor()
    await closeWindow(other)
  })
})
