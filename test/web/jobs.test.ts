import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { accessibilityProblems, closeWindow, openWindow, type Site, settled, visit, withSite } from './browser.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('jobs', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  // biome-ignore lint/suspicious/noExplicitAny: records of the API.
  const jobs = async (query = ''): Promise<any[]> => {
    const { results } = await site.api('GET', `/jobcodes?type=all&active=both${query}`)
    return Object.values(results.jobcodes)
  }
  const job = async (name: string, parent?: string) => {
    const all = await jobs()
    const parentId = parent && all.find((one) => one.name === parent).id
    return all.find((one) => one.name === name && (parentId === undefined || one.parent_id === parentId))
  }
  const assigned = async (id: number): Promise<number[]> => {
    const { results } = await site.api('GET', `/jobcode_assignments?jobcode_id=${id}&active=yes&type=all`)
    return Object.values<{ user_id: number }>(results.jobcode_assignments)
      .map(({ user_id }) => user_id)
      .sort((a, b) => a - b)
  }

  test('are nested, open by key, and are found at any level', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/jobs')
    const table = page.getByRole('table', { name: 'Jobs' })
    assert.equal(await table.getByText('Lot 14 garage').count(), 0)
    const turn = page.getByRole('button', { name: 'Sub-jobs of Aspen Ridge Homes' })
    await turn.focus()
    await page.keyboard.press('Enter')
    assert.equal(await turn.getAttribute('aria-expanded'), 'true')
    await table.getByText('Lot 14 garage').waitFor()
    assert.equal(await table.getByText('Electrical').count(), 0)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await page.getByLabel('Search jobs').fill('aspen elec')
    await page.getByText(/^1 of \d+ jobs/).waitFor()
    await page.getByText('Aspen Ridge Homes › Lot 14 garage').waitFor()
    assert.equal(await table.getByRole('rowheader').count(), 1)
    await page.getByLabel('Search jobs').fill('')
    await page.getByLabel('Type').selectOption({ label: 'Breaks' })
    await page.getByRole('link', { name: /Lunch break/ }).click()
    await page.getByRole('link', { name: 'Rename or archive it' }).waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    await closeWindow(page)
  })

  test('one is added inside another, on a phone; a name that is taken is refused at its field', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    const { id } = await job('Harmon residence')
    await visit(page, `/jobs/${id}`)
    await page.getByRole('link', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Add a job under Harmon residence' }).waitFor()
    await page.getByLabel('Name').fill('deck')
    await page.getByRole('button', { name: 'Add job' }).click()
    await page.getByText('Name: another job with this parent has this name.').waitFor()
    await page.getByLabel('Name').fill('Sauna')
    await page.getByLabel('Short code').fill('H D')
    await page.getByRole('button', { name: 'Add job' }).click()
    await page.getByText(/^Short code must be letters and digits/).waitFor()
    await page.getByLabel('Short code').fill('HS')
    await page.getByLabel('Billable').check()
    await page.getByLabel('Hourly rate').fill('72,50')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('radio', { name: 'Only selected people' }).check()
    await page.getByRole('button', { name: 'Add job' }).click()
    await page.getByRole('heading', { name: 'Sauna' }).waitFor()
    const made = await job('Sauna', 'Harmon residence')
    assert.deepEqual([made.short_code, made.billable_rate, made.assigned_to_all], ['HS', 72.5, false])
    assert.deepEqual(await assigned(made.id), await assigned(id), 'people who may use the parent may use it')
    await closeWindow(page)
  })

  test('one is renamed, moved and given to a group', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const deck = await job('Deck', 'Harmon residence')
    await visit(page, `/jobs/${deck.id}`)
    await page.getByLabel('Name').fill('Terrace')
    await page.getByRole('button', { name: /^Parent job / }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByText('Harmon residence › Deck').count(), 0, 'never under itself')
    await dialog.getByLabel('Search jobs').fill('river')
    await dialog.getByLabel('Riverbend Apartments', { exact: true }).check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Terrace saved.').waitFor()
    const moved = await job('Terrace')
    assert.equal(moved.parent_id, (await job('Riverbend Apartments')).id)
    await settled(page)
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Service' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('People for Terrace saved.').waitFor()
    assert.ok((await assigned(moved.id)).includes(site.company.employeeId))
    await page.getByRole('radio', { name: 'Everyone' }).check()
    await page.getByText('Everyone can use Terrace.').waitFor()
    assert.equal((await job('Terrace')).assigned_to_all, true)
    await closeWindow(page)
  })

  test('archiving lists what is affected; undo restores jobs, people, locations and fields', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const school = await job('Cedar Creek School District')
    const before = await jobs()
    const decking = before.find(({ name }) => name === 'Decking')
    const here = Object.keys((await site.api('GET', '/users')).results.users).map(Number)
    const people = (await assigned(decking.id)).filter((id) => here.includes(id))
    await visit(page, `/jobs/${school.id}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Archive Cedar Creek School District?' })
    await dialog.getByText('7 jobs under it will be archived too.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Archive 8 jobs' }).click()
    await page.getByText('Cedar Creek School District archived.').waitFor()
    assert.deepEqual(await assigned(decking.id), [])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual(await assigned(decking.id), people)
    const shape = (all: typeof before) =>
      all
        .map(({ id, active, locations, required_customfields, filtered_customfielditems, assigned_to_all }) =>
          JSON.stringify({ id, active, locations, required_customfields, filtered_customfielditems, assigned_to_all }),
        )
        .sort()
    assert.deepEqual(shape(await jobs()), shape(before))
    await closeWindow(page)
  })

  test('several jobs are moved together, and back', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/jobs?q=service')
    await page.getByLabel('Select Warranty').check()
    await page.getByLabel('Select Scheduled maintenance').check()
    await page.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').getByLabel('Overhead', { exact: true }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('2 jobs moved.').waitFor()
    assert.equal((await job('Warranty')).parent_id, (await job('Overhead')).id)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await job('Warranty')).parent_id, (await job('Service calls')).id)
    await closeWindow(page)
  })

  test('a job requires a custom field that does not show with every job', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const { id } = await job('Kitchen remodel')
    await visit(page, `/jobs/${id}`)
    const permit = page.getByRole('checkbox', { name: 'Permit' })
    assert.equal(await page.getByRole('checkbox', { name: 'Cost type' }).isDisabled(), true)
    await permit.click()
    await page.getByText('Kitchen remodel now shows Permit.').waitFor()
    assert.equal((await job('Kitchen remodel')).required_customfields.length, 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.check input:checked:not(:disabled)').length === 1)
    assert.deepEqual((await job('Kitchen remodel')).required_customfields, [])
    await closeWindow(page)
  })

  test('two thousand jobs are searched without waiting', async () => {
    for (let start = 0; start < 2000; start += 50) {
      const data = Array.from({ length: 50 }, (_, at) => ({ name: `Site ${start + at}`, short_code: `S${start + at}` }))
      await site.api('POST', '/jobcodes', { data })
    }
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/jobs')
    const shown = page.getByRole('table', { name: 'Jobs' }).getByRole('rowheader')
    assert.ok((await shown.count()) < 500, 'not all of them are rendered at once')
    await page.getByLabel('Search jobs').fill('S1987')
    await page.getByText(/^1 of \d+ jobs/).waitFor()
    assert.match((await shown.first().textContent()) ?? '', /Site 1987/)
    await closeWindow(page)
  })
})
