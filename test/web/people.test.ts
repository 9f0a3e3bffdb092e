import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  password,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  until,
  visit,
  withSite,
} from './browser.ts'
import { toast } from './toasts.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'light' } as const

const byName = new Intl.Collator('en', { sensitivity: 'base' }).compare

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

  test('people are found while typing, filtered, and sorted, and are changed, assigned jobs, archived, and restored', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/people')
    await page.getByText('24 people').waitFor()
    const all = await page.locator('tbody .two-lines > span:first-child').allTextContents()
    assert.deepEqual(all, all.toSorted(byName))
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

    const before = await user('aaron')
    await go(page, `/people/${before.id}`)
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
    await page.locator('.form-bar').waitFor({ state: 'detached' })
    assert.equal((await user('aaron')).hire_date, '0000-00-00')

    const { id } = await user('zoe')
    await go(page, `/people/${id}`)
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

    const luis = await user('luis')
    await go(page, `/people/${luis.id}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    const sure = page.getByRole('button', { name: 'Clock out and archive' })
    const archived = toast(page, 'Luis Ortega archived.')
    const undo = archived.getByRole('button', { name: 'Undo' })
    await sure.or(undo).first().waitFor()
    // Archiving a person on the clock clocks them out: only then it asks.
    if (await sure.isVisible()) await sure.click()
    await archived.waitFor()
    assert.equal((await user('luis')).active, false)
    assert.deepEqual((await group('North Crew')).manager_ids, [])
    await undo.click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('luis')).active, true)
    assert.deepEqual((await group('North Crew')).manager_ids, [String(luis.id)])
    await closeWindow(page)
  })

  test('on a phone, a person is added with a proposed username, and errors are shown at their field', async () => {
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
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page opens at its top')
    assert.equal(await page.getByLabel('Pay', { exact: true }).inputValue(), '31.50')
    const added = await user('rosa')
    assert.deepEqual(
      [
        added.group_id,
        added.pay_rate,
        added.pay_interval,
        added.permissions.time_tracking,
        added.permissions.manage_schedules,
      ],
      [(await group('Service')).id, 31.5, 'hour', true, true],
    )
    assert.equal(added.permissions.manage_users, false)

    await go(page, '/people/new')
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
    await dialog.getByText('Works only on this computer.').waitFor()
    assert.equal(await dialog.getByRole('link').getAttribute('href'), '/welcome/reach')
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
    const factors = page.getByRole('button', { name: 'Turn off two-step verification' })
    const ends = page.getByRole('button', { name: 'Sign out everywhere' })
    await settled(page)
    assert.deepEqual([await factors.count(), await ends.count()], [0, 0], 'what he has not is not offered')
    await setUpTwoSteps(id)
    await page.reload()
    await ends.click()
    await page.getByText('Will Archer is signed out everywhere.').waitFor()
    await factors.click()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Will Archer now signs in with just a password.').waitFor()
    await factors.waitFor({ state: 'detached' })
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

  /** The person signs in and turns on two-step verification. */
  const setUpTwoSteps = async (id: number) => {
    const { name, value } = await site.cookie(id)
    const ask = async (method: string, body: unknown) => {
      const response = await fetch(`${site.url}/api/console/two_factor/totp`, {
        method,
        headers: {
          cookie: `${name}=${value}`,
          origin: site.url,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      assert.equal(response.status, 200)
      return response.json()
    }
    const { secret } = await ask('POST', { password })
    await ask('PUT', { code: new TOTP({ secret }).generate({ timestamp: site.world.now() / 1000 }) })
  }

  test('people are added from a list of names, and get links on a sheet to print, also for those who lost theirs', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people')
    await page.getByRole('button', { name: 'Add several' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add several people' })
    await dialog.getByLabel('Names').fill('Nadia Olsen, nadia@olsen.example\nCher\nReis, Bruno')
    await dialog.getByText('Line 2, “Cher”: Enter a first and a last name.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Add 2 people' }).isDisabled())
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByLabel('Names').fill('Nadia Olsen, nadia@olsen.example\nReis, Bruno, 2550')
    await dialog.getByText(/^Really .*2,550.00 an hour\?$/).waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Add 2 people' }).isDisabled())
    await dialog.getByLabel('The marked lines are right').check()
    assert.ok(await dialog.getByRole('button', { name: 'Add 2 people' }).isEnabled())
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByLabel('Names').fill('Nadia Olsen, nadia@olsen.example\nReis, Bruno, 25,50')
    await dialog.getByLabel('Group').selectOption({ label: 'Service' })
    await dialog.getByLabel('Pay per hour').fill('3l')
    await dialog.getByText('Enter a number, such as 24.50.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Add 2 people' }).isDisabled())
    await dialog.getByLabel('Pay per hour').fill('31')
    const read = dialog.getByRole('list', { name: 'As read' })
    await read.getByText(/nadia@olsen.example · .*31.00 an hour/).waitFor()
    await read.getByText('25.50 an hour').waitFor()
    assert.deepEqual(await smallControls(page), [])
    await dialog.getByRole('button', { name: 'Add 2 people' }).click()
    const sheet = page.getByRole('dialog', { name: 'Links for 2 people' })
    await sheet.getByRole('img', { name: 'QR code for Bruno Reis' }).waitFor()
    await sheet.getByText('Works only on this computer.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    const links = await sheet.locator('code').allInnerTexts()
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.locator('.link-paper').getByText('Username: bruno.reis').isVisible())
    assert.equal(await page.getByRole('heading', { name: 'People', exact: true }).isVisible(), false)
    await page.emulateMedia({ media: 'screen' })
    await sheet.getByRole('button', { name: 'I’ve saved them' }).click()
    const [nadia, bruno] = [await user('nadia'), await user('bruno.reis')]
    assert.deepEqual([nadia.email, bruno.group_id], ['nadia@olsen.example', (await group('Service')).id])
    assert.deepEqual([nadia.pay_rate, bruno.pay_rate, bruno.pay_interval], [31, 25.5, 'hour'])
    assert.equal(bruno.permissions.manage_users, false)
    for (const link of links) assert.equal((await fetch(link)).status, 200)
    await closeWindow(page)

    const wide = await openWindow(browser, site, 'admin', desktop)
    await visit(wide, '/people')
    for (const name of ['Nadia Olsen', 'Bruno Reis'])
      await wide.getByRole('checkbox', { name: new RegExp(name) }).check()
    await wide.getByRole('button', { name: 'Invite', exact: true }).click()
    await wide.getByRole('dialog').getByRole('button', { name: 'Invite 2' }).click()
    await wide.getByRole('dialog', { name: 'Links for 2 people' }).waitFor()
    for (const link of links) assert.equal((await fetch(link)).status, 404, 'earlier links stop working')
    await closeWindow(wide)
  })

  test('a group is added with members and managers, and archiving releases its members until it is undone', async () => {
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
    const added = await group('Night shift')
    assert.deepEqual(added.manager_ids, [String((await user('tom')).id)])
    assert.equal((await user('noah')).group_id, added.id)
    await settled(page)
    await page.getByLabel('Select Night shift').check()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Night shift archived.').waitFor()
    assert.equal((await user('noah')).group_id, 0)
    await toast(page, 'Night shift archived.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('noah')).group_id, added.id)
    await closeWindow(page)
  })

  nightly.test('several people are moved to another group together, and back', async () => {
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
    await toast(page, '2 people now in Service.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await user('ivy')).group_id, (await group('South Crew')).id)
    await closeWindow(page)
  })

  nightly.test('a group is added once, with its members, even if that is refused at first', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/groups')
    const dialog = page.getByRole('dialog')
    const members = dialog.getByRole('group', { name: 'Members' })
    await page.getByRole('button', { name: 'Add a group' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Weekend shift')
    await members.getByLabel('Search people').fill('noah')
    await members.getByRole('checkbox', { name: /Noah/ }).check()
    await page.route('**/api/console/actions', (route) => route.fulfill({ status: 429, body: '{}' }))
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.unroute('**/api/console/actions')
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await page.getByText('Weekend shift added.').waitFor()
    assert.equal((await user('noah')).group_id, (await group('Weekend shift')).id)
    await closeWindow(page)
  })

  nightly.test('people are listed in the order of their names on every page', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/people')
    for (const [path, names] of [
      ['/people', 'tbody .two-lines > span:first-child'],
      ['/reports/payroll?range=last-period', 'tbody .reports-row'],
      ['/working', '.working-part:last-of-type .working-name'],
    ] as const) {
      await go(page, path)
      // A report may be there before the names of its people, and its rows move when they come.
      await until(
        async () => (await page.locator(names).allTextContents()).map((name) => name.trim()),
        (shown) =>
          shown.length > 3 &&
          !shown.some((name) => /^Person \d/.test(name)) &&
          isDeepStrictEqual(shown, shown.toSorted(byName)),
      )
    }
    await go(page, '/timesheet')
    await page.getByRole('button', { name: /^Whose timesheet / }).click()
    const offered = await page.getByRole('option').locator('span').allTextContents()
    assert.ok(offered.length > 10)
    assert.deepEqual(offered, offered.toSorted(byName))
    await closeWindow(page)
  })

  test('a manager sees people but changes neither them nor groups, and an employee has no such page', async () => {
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

describe('people of a server that sends email', () => {
  let site: Site
  let browser: Browser
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { settings: { CLOCKHOUSE_SMTP_URL: 'outbox:' } },
  )

  test('of a list of new people, those with an address are invited by email, and the others get links', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/people')
    await page.getByRole('button', { name: 'Add several' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add several people' })
    await dialog
      .getByLabel('Names')
      .fill('Bruno Reis\nNadia Olsen, nadia@olsen.example, 31\nOtto Berg, otto@berg.example')
    await dialog.getByRole('button', { name: 'Add 3 people' }).click()
    await page.getByText('2 people invited.').waitFor()
    await page
      .getByRole('dialog', { name: 'Link for 1 person' })
      .getByRole('img', { name: 'QR code for Bruno Reis' })
      .waitFor()
    const { results } = await site.api('GET', '/users?usernames=bruno.reis,nadia,otto')
    assert.deepEqual(
      Object.values<Values>(results.users).map(({ first_name, pay_rate }) => [first_name, pay_rate]),
      [
        ['Bruno', 0],
        ['Nadia', 31],
        ['Otto', 0],
      ],
    )
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await site.round()
    // Emails contain links that sign people in, so tokens of the API do not read them.
    const { mails } = await page.evaluate(async () => (await fetch('/api/console/outbox')).json())
    assert.deepEqual(mails.map(({ to }: { to: string }) => to).sort(), ['nadia@olsen.example', 'otto@berg.example'])
    await closeWindow(page)
  })
})
