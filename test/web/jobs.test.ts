import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
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
} from './browser.ts'
import { dismissToasts, toast } from './toasts.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('jobs and projects', () => {
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

  const all = async (resource: string, query = ''): Promise<Values[]> =>
    Object.values((await site.api('GET', `/${resource}?active=both${query}`)).results[resource])
  const estimateOf = async (project: Values) => {
    const estimates = (await all('estimates')).filter((one) => one.project_id === project.id && one.active)
    const items = await all('estimate_items', `&estimate_ids=${estimates.map(({ id }) => id).join() || 1}`)
    const active = items.filter((item) => item.active)
    return [estimates.length, estimates[0]?.estimate_by, active.map((item) => item.estimated_seconds / 3600)]
  }

  /** A project is added with an estimate, changed, and archived. */
  const project = async (page: Page, width: number) => {
    await page
      .getByText(/^\d+:\d\d of \d+:\d\d/)
      .first()
      .waitFor()
    assert.equal(await sidewaysScroll(page), 0)
    if (width === 390) assert.deepEqual(await smallControls(page), [])
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const name = `Bridge ${width}`
    await page.getByRole('button', { name: 'Add a project' }).click()
    const add = page.getByRole('dialog', { name: 'Add a project' })
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.getByText('Name is required').waitFor()
    await add.getByLabel('Name').fill(name)
    await add.getByLabel('Start').fill('2026-12-10')
    await add.getByLabel('Due').fill('2026-12-01')
    await add.getByLabel('Estimate', { exact: true }).selectOption('One total')
    await add.getByLabel('Estimated hours').fill('1200')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.getByText(/^Due: must not be before the start date/).waitFor()
    await add.getByLabel('Due').fill('2027-03-01')
    assert.deepEqual(await accessibilityProblems(page), [])
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(name)
    await page.getByText('0:00 of 1,200:00').waitFor()
    const [added] = (await all('projects')).filter((one) => one.name === name)
    assert.deepEqual(await estimateOf(added!), [1, 'none', [1200]])

    const change = page.getByRole('dialog', { name })
    await page.getByRole('button', { name, exact: true }).click()
    assert.equal(await change.getByLabel('Estimated hours').inputValue(), '1200:00')
    await change.getByLabel('Estimated hours').fill('900:30')
    await change.getByLabel('Status').selectOption('In progress')
    await change.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0:00 of 900:30').waitFor()
    assert.deepEqual(await estimateOf(added!), [1, 'none', [900.5]])

    await page.getByRole('button', { name, exact: true }).click()
    await change.getByLabel('Estimate', { exact: true }).selectOption({ index: 2 })
    const parts = change.getByRole('group', { name: 'Estimated hours' }).getByRole('textbox')
    await parts.nth(0).fill('40')
    await parts.nth(1).fill('20')
    await change.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0:00 of 60:00').waitFor()
    assert.deepEqual(await estimateOf(added!), [1, 'customfields', [40, 20]])

    await page.getByRole('button', { name, exact: true }).click()
    await change.getByRole('button', { name: 'Archive' }).click()
    await toast(page, `${name} archived.`).waitFor()
    assert.equal((await all('projects')).find(({ id }) => id === added!.id)!.active, false)
  }

  test('jobs are nested, opened by key, found at any level, renamed, moved, assigned to a group, and asked for a custom field', async () => {
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

    const deck = await job('Deck', 'Harmon residence')
    await go(page, `/jobs/${deck.id}`)
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

    const kitchen = await job('Kitchen remodel')
    await go(page, `/jobs/${kitchen.id}`)
    const permit = page.getByRole('checkbox', { name: 'Permit' })
    assert.equal(await page.getByRole('checkbox', { name: 'Cost type' }).isDisabled(), true)
    await permit.click()
    const shows = toast(page, 'Kitchen remodel now shows Permit.')
    await shows.waitFor()
    assert.equal((await job('Kitchen remodel')).required_customfields.length, 1)
    await shows.getByRole('button', { name: 'Undo' }).click()
    await until(
      () => page.locator('.check input:checked:not(:disabled)').count(),
      (count) => count === 1,
    )
    assert.deepEqual((await job('Kitchen remodel')).required_customfields, [])
    await closeWindow(page)
  })

  test('on a phone, a job is added under another, several jobs are moved and back, and a project is added, changed, and archived', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    const { id } = await job('Harmon residence')
    await visit(page, `/jobs/${id}`)
    await page.getByRole('link', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Add a job under Harmon residence' }).waitFor()
    await page.getByLabel('Name').fill('kitchen Remodel')
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
    const added = await job('Sauna', 'Harmon residence')
    assert.deepEqual([added.short_code, added.billable_rate, added.assigned_to_all], ['HS', 72.5, false])
    assert.deepEqual(await assigned(added.id), await assigned(id), 'people who may use the parent may use it')

    await go(page, '/jobs?q=service')
    await page.getByLabel('Select Warranty').check()
    await page.getByLabel('Select Scheduled maintenance').check()
    await page.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').getByLabel('Overhead', { exact: true }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('2 jobs moved.').waitFor()
    assert.equal((await job('Warranty')).parent_id, (await job('Overhead')).id)
    await toast(page, '2 jobs moved.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await job('Warranty')).parent_id, (await job('Service calls')).id)

    await dismissToasts(page)
    await go(page, '/projects')
    await project(page, 390)
    await closeWindow(page)
  })

  test('on a phone, jobs are added from a list, with the parents that sub-jobs need, all of them or none', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/jobs')
    await page.getByRole('button', { name: 'Add several' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add several jobs' })
    await dialog.getByLabel('Names').fill('harmon residence\nQuarry > Pit 1\nQuarry > Pit 2\nDepot')
    await dialog.getByText('Line 1, “harmon residence”: Here already. Take this line off.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Add 4 jobs' }).isDisabled())
    await dialog.getByLabel('Names').fill('Depot')
    await dialog.getByRole('list', { name: 'As read' }).getByText('Depot').waitFor()
    await dialog.getByLabel('Names').fill('Quarry\n  Pit 1\n  Pit 2\nDepot')
    await dialog.getByRole('list', { name: 'As read' }).getByText('Pit 2').waitFor()
    await dialog.getByRole('radio', { name: 'Only selected people' }).check()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(await smallControls(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await dialog.getByRole('button', { name: 'Add 4 jobs' }).click()
    await page.getByText('4 jobs added.').waitFor()
    const quarry = await job('Quarry')
    const added = [quarry, await job('Pit 1', 'Quarry'), await job('Pit 2', 'Quarry'), await job('Depot')]
    assert.deepEqual(
      added.map(({ parent_id, assigned_to_all }) => [parent_id, assigned_to_all]),
      [
        [0, false],
        [quarry.id, false],
        [quarry.id, false],
        [0, false],
      ],
    )
    await closeWindow(page)
  })

  nightly.test('a project is added with an estimate, changed, and archived (1280 px)', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/projects')
    await project(page, 1280)
    await closeWindow(page)
  })

  test('archiving a job lists what is affected and undo restores all of it, and one of many jobs is found by its code', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const school = await job('Cedar Creek School District')
    const before = await jobs()
    const decking = before.find(({ name }) => name === 'Decking')
    const here = Object.keys((await site.api('GET', '/users')).results.users).map(Number)
    const people = (await assigned(decking.id)).filter((id) => here.includes(id))
    await visit(page, `/jobs/${school.id}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    const question = page.getByRole('dialog', { name: 'Archive Cedar Creek School District?' })
    await question.getByText('7 jobs under it will be archived too.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await question.getByRole('button', { name: 'Archive 8 jobs' }).click()
    const archived = toast(page, 'Cedar Creek School District archived.')
    await archived.waitFor()
    assert.deepEqual(await assigned(decking.id), [])
    await archived.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual(await assigned(decking.id), people)
    const shape = (all: typeof before) =>
      all
        .map(({ id, active, locations, required_customfields, filtered_customfielditems, assigned_to_all }) =>
          JSON.stringify({ id, active, locations, required_customfields, filtered_customfielditems, assigned_to_all }),
        )
        .sort()
    assert.deepEqual(shape(await jobs()), shape(before))

    const count = isFull ? 2000 : 600
    for (let start = 0; start < count; start += 50) {
      const data = Array.from({ length: 50 }, (_, at) => ({ name: `Site ${start + at}`, short_code: `S${start + at}` }))
      await site.api('POST', '/jobcodes', { data })
    }
    await visit(page, '/jobs')
    const shown = page.getByRole('table', { name: 'Jobs' }).getByRole('rowheader')
    assert.ok((await shown.count()) < 500, 'not all of them are rendered at once')
    await page.getByLabel('Search jobs').fill(`S${count - 13}`)
    await page.getByText(/^1 of \d+ jobs/).waitFor()
    assert.match((await shown.first().textContent()) ?? '', new RegExp(`Site ${count - 13}`))
    await closeWindow(page)
  })
})
