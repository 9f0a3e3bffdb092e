import assert from 'node:assert/strict'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'

const phone = { width: 390, theme: 'dark' } as const
const desktop = { width: 1280, theme: 'light' } as const

describe('the import of people and jobs', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const choose = (page: Page, text: string | Buffer, name = 'list.csv') =>
    page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: typeof text === 'string' ? Buffer.from(text) : text })
  const listed = async (resource: string, query: string) => {
    const { results } = await site.api('GET', `/${resource}?${query}`)
    // biome-ignore lint/suspicious/noExplicitAny: records of the API.
    return Object.values<any>(results[resource])
  }
  const checked = async (page: Page) => {
    await page.getByRole('button', { name: 'Check rows' }).click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
  }
  const wrong = async (page: Page, label: string) =>
    (await page.getByRole('table', { name: label }).locator('tbody tr').allTextContents()).map((text) => text.trim())

  /** An import goes on after a lost response without doing anything twice, and keeps saved rows when it is canceled. */
  const interrupted = async (page: Page) => {
    await visit(page, '/people/import')
    const once = Array.from({ length: 120 }, (_, at) => `Once${at},Only,once${at}`)
    await choose(page, `First name,Last name,Username\n${once.join('\n')}`)
    await checked(page)
    let cut = 0
    await page.route('**/api/v1/users', async (route) => {
      cut++
      // The server has done it, and the network breaks.
      if (cut === 2) {
        await route.fetch()
        await route.abort('connectionreset')
      } else await route.continue()
    })
    await page.getByRole('button', { name: 'Import 120 people' }).click()
    await page.getByText('The import stopped.').waitFor()
    assert.equal((await listed('users', 'first_name=Once*&limit=200')).length, 100)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('120 people added, 0 people changed.').waitFor()
    await page.getByText('All rows were imported.').waitFor()
    assert.equal((await listed('users', 'first_name=Once*&limit=200')).length, 120)
    await page.unroute('**/api/v1/users')

    await visit(page, '/people/import')
    const half = Array.from({ length: 150 }, (_, at) => `Half${at},Way,half${at}`)
    await choose(page, `First name,Last name,Username\n${half.join('\n')}`)
    await checked(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let sent = 0
    await page.route('**/api/v1/users', async (route) => {
      sent++
      if (sent === 2) await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Import 150 people' }).click()
    await page.getByText('Done: 50 of 150').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    release()
    await page.getByText('100 people added, 0 people changed, then canceled.').waitFor()
    assert.equal((await listed('users', 'first_name=Half*&limit=200')).length, 100)
    assert.match((await wrong(page, 'Not imported'))[0]!, /^102Entire rowNot imported/)
    await page.unroute('**/api/v1/users')
  }

  test('people are imported from a file with mistakes, each shown with its line and column; an interrupted import goes on or is canceled', async () => {
    const lines = [
      'Vorname;Nachname;E-Mail;Login;Team;Role;Employee number;Hired on;Jobs;Favorite color;Pay',
      'Jörg;Müller;joerg@example.com;joerg;Yard;Manager;501;03.02.2026;Overhead > Travel;blue;31,50', // 2
      'Ana;Costa;;ana;Service;;502;;;;', // 3
      'Nameless;;;nameless;;;;;;;', // 4
      'Bo;Berg;no address;bo;;;;;;;', // 5: the server refuses it
      'Cy;Cole;;;;;;;;;', // 6
      'Di;Dahl;;di;;King;;;;;', // 7
      'Ed;Ek;;ed;;;;31.02.2026;;;', // 8
      'Flo;Falk;;flo;;;105;;;;', // 9: the number is another person's
      'Gil;Gran;;gil;;;;;Moon base;;', // 10
      'Maya;Torres;;MAYA;;;;;;;', // 11: nothing differs
      'Kenji;Sato;;kenji;Service;Manager;;;;;', // 12: changes
      ...Array.from({ length: 50 }, (_, at) => `Bulk;Person ${at};;bulk${at};;;;;;;`), // 13 to 62
      'Late;Twin;;Ana;;;;;;;', // 63: far from its twin
    ]
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/people')
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('heading', { name: 'Import people' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    // As Windows encoded it before UTF-8.
    await choose(page, Buffer.from(lines.join('\r\n'), 'latin1'))
    await page.getByText('list.csv: 62 rows.').waitFor()
    assert.equal(await page.getByLabel('Field for Vorname').inputValue(), 'first_name')
    assert.equal(await page.getByLabel('Field for Favorite color').inputValue(), '', 'an unknown column is skipped')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByLabel('Field for Login').selectOption('')
    await page.getByLabel('Field for E-Mail').selectOption('')
    await page.getByText('The import needs a username.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Check rows' }).isDisabled())
    await page.getByLabel('Field for Login').selectOption({ label: 'Username' })
    await page.getByLabel('Field for E-Mail').selectOption({ label: 'Email' })
    const before = (await listed('users', 'active=both&limit=200')).length
    await checked(page)
    assert.deepEqual(await wrong(page, 'Problems'), [
      '4Last nameEnter a last name.',
      '5EmailEmail must be an email address.',
      '6UsernameEnter a username or an email address.',
      '7Role“King” is not a role. Use Employee, Manager, Office, Administrator.',
      '8Hire date“31.02.2026” is not a date. Use a format like 2026-03-31.',
      '9Employee numberEmployee number: 105 is taken.',
      '10JobsNo job is named “Moon base”.',
      '63UsernameDuplicate of row 3.',
    ])
    const sums = await page.getByRole('list', { name: 'Totals' }).getByRole('listitem').allTextContents()
    assert.deepEqual(sums, ['52 added', '1 changed', '1 unchanged', '8 rows with problems'])
    await page.getByText('New groups: Yard.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal((await listed('users', 'active=both&limit=200')).length, before, 'nothing is saved yet')

    await page.getByRole('button', { name: 'Import 53 people' }).click()
    await page.getByText('52 people added, 1 person changed.').waitFor()
    const [joerg] = await listed('users', 'usernames=joerg')
    const [yard] = await listed('groups', 'name=Yard')
    assert.deepEqual(
      [joerg.first_name, joerg.last_name, joerg.group_id, joerg.employee_number, joerg.hire_date, joerg.pay_rate],
      ['Jörg', 'Müller', yard.id, 501, '2026-02-03', 31.5],
    )
    assert.ok(joerg.permissions.manage_schedules && joerg.permissions.time_tracking && !joerg.permissions.admin)
    const assigned = await listed('jobcode_assignments', `user_ids=${joerg.id}&active=yes`)
    assert.equal(assigned.filter(({ user_id }) => user_id === joerg.id).length, 1)
    const [kenji] = await listed('users', 'usernames=kenji')
    const [service] = await listed('groups', 'name=Service')
    assert.deepEqual([kenji.group_id, kenji.last_name, kenji.permissions.status_box], [service.id, 'Sato', true])
    assert.equal((await listed('users', 'usernames=bulk49')).length, 1)
    assert.equal((await listed('users', 'usernames=ana'))[0].last_name, 'Costa')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows' }).click(),
    ])
    const mended = (await text(await file.createReadStream())).trim().split('\r\n')
    assert.equal(mended.length, 9)
    assert.equal(mended[1], 'Nameless;;;nameless;;;;;;;;Last name: Enter a last name.')
    assert.match(mended[2]!, /^Bo;.*;Email: Email must be an email address\.$/)
    assert.match(mended[0]!, /^Vorname;Nachname;.*;Problem$/)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('link', { name: 'See all people' }).click()
    await page.getByText('76 people').waitFor()
    await interrupted(page)
    await closeWindow(page)
  })

  test('jobs are imported on a phone with their parents and people, invalid files are refused, and the page needs a permission', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/jobs/import')
    const lines = [
      '\uFEFFCustomer,Job,Code,Billable,Rate,Assigned to',
      'Lakeside > Pavilion,Roof,LPR,yes,"1,066.50",Everyone', // 2
      'Lakeside > Pavilion,Floor,LPF,,,"North Crew; maya"', // 3
      'Lakeside,Pavilion,,,,', // 4: a parent of others
      'Harmon residence,Deck,HD2,x,72,', // 5: exists, changes
      'Harmon residence,Deck,HD3,,,', // 6: twice
      'Harmon residence,Cellar,HB,,,', // 7: the code is taken
      'Warehouse 9,Gate,,,,', // 8: archived
      'Lakeside > Pavilion,Door,LPR,,,', // 9: the code is used in row 2
      'Lakeside,Jetty,A B,maybe,,Someone', // 10: three problems
    ]
    await choose(page, lines.join('\n'))
    await page.getByText('list.csv: 9 rows.').waitFor()
    assert.equal(await page.getByLabel('Field for Customer').inputValue(), 'inside')
    await checked(page)
    assert.deepEqual(await wrong(page, 'Problems'), [
      '6JobDuplicate of row 5.',
      '7Short codeShort code: HB is used by another job under the same parent.',
      '8Parent job“Warehouse 9” is archived. Restore it first.',
      '9Short codeDuplicate of row 2.',
      '10Billable“maybe” is not valid. Use yes or no.',
      '10Who can use itNo person or group is named “Someone”.',
      '10Short codeShort code must be letters and digits.',
    ])
    await page.getByText('New parent jobs: Lakeside.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await page.getByRole('button', { name: 'Import 4 jobs' }).click()
    await page.getByText('3 jobs added, 1 job changed.').waitFor()
    const all = await listed('jobcodes', 'limit=200')
    const named = (name: string) => all.find((job) => job.name === name)
    assert.equal(named('Roof').parent_id, named('Pavilion').id)
    assert.equal(named('Pavilion').parent_id, named('Lakeside').id)
    assert.deepEqual(
      [named('Roof').billable, named('Roof').billable_rate, named('Roof').assigned_to_all],
      [true, 1066.5, true],
    )
    assert.deepEqual([named('Deck').short_code, named('Deck').billable_rate], ['HD2', 72])
    const users = (await listed('jobcode_assignments', `jobcode_id=${named('Floor').id}&active=yes`)).map(
      ({ user_id }) => user_id,
    )
    assert.ok(users.includes(site.company.employeeId) && users.length > 5)

    await go(page, '/people/import')
    await choose(page, Buffer.from('PK\u0003\u0004 a spreadsheet'), 'list.xlsx')
    await page.getByText('This is a spreadsheet. Save it as CSV').waitFor()
    await choose(page, 'First name,Last name\n\n , \n')
    await page.getByText('This file has no rows below the column names').waitFor()
    await choose(page, `Username\n${'someone\n'.repeat(10_001)}`)
    await page.getByText('This file has 10001 rows. You can import 10000 at a time.').waitFor()
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a template' }).click(),
    ])
    await choose(page, await buffer(await template.createReadStream()))
    await page.getByText('people.csv').or(page.getByText('list.csv: 2 rows.')).first().waitFor()
    await checked(page)
    assert.equal(await page.getByRole('table', { name: 'Problems' }).count(), 0, 'the example is right')
    await closeWindow(page)
    const other = await openWindow(browser, site, 'employee', phone)
    await visit(other, '/people/import')
    await other.getByText('This page doesn’t exist or you don’t have access').waitFor()
    await settled(other)
    await closeWindow(other)
  })

  test('a bad file is read by what it decides, asks about the rest, and has its broken rows named', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people/import')
    const lines = [
      'Crew list', // 1
      '', // 2
      'Employee;Username;Pay;Paid per;Hired on;Phone', // 3
      '"Díaz, Rosalía";rosalia;64.000;year;03/02/2026;3035550142', // 4
      '"Ek, Linus;linus;58.000;year;02/03/2026;', // 5: a quotation mark that is never closed
      'Bo Berg;bo;52.000;year;04/02/2026;3.03555E+09', // 6
      'Cy Cole;cy;31.000;year;04/02/2026;303;555', // 7: a cell too many
      'King, Jr.;king;28.000;year;04/02/2026;', // 8
    ]
    await choose(page, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
    await page.getByText('list.csv: 5 rows.').waitFor()
    assert.equal(await page.getByLabel('Row with the column names').inputValue(), '3')
    assert.equal(await page.getByLabel('Read special letters as').inputValue(), 'windows-1252')
    await page.getByText('Some values can be read in two ways.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Check rows' }).isDisabled())
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await page.getByLabel('Read “64.000” in Pay as').selectOption({ label: '64,000.00' })
    await page.getByLabel('Read “03/02/2026” in Hire date as').selectOption({ label: 'February 3, 2026' })
    await checked(page)
    assert.deepEqual(await wrong(page, 'Problems'), [
      '5Entire rowA quotation mark is opened in this row but never closed.',
      '6Mobile phone“3.03555E+09” was shortened by a spreadsheet. Enter all of its digits.',
      '7Entire rowThis row has 7 cells, but the file has 6 columns. Put cells with a semicolon in quotation marks.',
      '8Full name“King, Jr.” can be read in several ways. Enter first and last name in separate columns.',
    ])
    assert.deepEqual(
      await page.getByRole('list', { name: 'How the file is read' }).getByRole('listitem').allTextContents(),
      [
        'Encoding: Windows-1252. Separator: semicolon. Column names: row 3.',
        'Pay: “64.000” is read as 64,000.00.',
        'Hire date: “03/02/2026” is read as February 3, 2026.',
      ],
    )
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await page.getByRole('button', { name: 'Import 1 person' }).click()
    await page.getByText('1 person added, 0 people changed.').waitFor()
    const [rosalia] = await listed('users', 'usernames=rosalia')
    assert.deepEqual(
      [rosalia.first_name, rosalia.last_name, rosalia.pay_rate, rosalia.pay_interval, rosalia.hire_date],
      ['Rosalía', 'Díaz', 64000, 'year', '2026-02-03'],
    )
    await closeWindow(page)
  })

  nightly.test('ten thousand lines are read and shown without delay', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/people/import')
    const many = Array.from({ length: 10_000 }, (_, at) => `Many${at},People,many${at},not a date`)
    await choose(page, `First name,Last name,Username,Hired on\n${many.join('\n')}`)
    await page.getByText('list.csv: 10000 rows.').waitFor()
    await checked(page)
    await page.getByText('And 9900 more.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled())
    await closeWindow(page)
  })
})
