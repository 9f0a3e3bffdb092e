import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isFull } from '../support/tiers.ts'
import { accessibilityProblems, closeWindow, go, openWindow, type Site, settled, visit, withSite } from './browser.ts'
import { dismissToasts, toast } from './toasts.ts'

const phone = { width: 390, theme: 'dark' } as const
const desktop = { width: 1280, theme: 'light' } as const

describe('custom fields', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
  const field = async (name: string): Promise<any> => {
    const { results } = await site.api('GET', '/customfields?active=both')
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
    return Object.values<any>(results.customfields).find((one) => one.name === name)
  }
  // biome-ignore lint/suspicious/noExplicitAny: records of the API.
  const items = async (id: number): Promise<any[]> => {
    const { results } = await site.api('GET', `/customfielditems?customfield_id=${id}&active=both`)
    return Object.values(results.customfielditems)
  }

  /** The jobs that require a field are chosen on its page. */
  const chooseJobs = async (page: Page) => {
    const permit = await field('Permit')
    const { results } = await site.api('GET', '/jobcodes?name=Bathroom remodel')
    const [bath] = Object.values<{ id: number }>(results.jobcodes)
    await go(page, `/fields/${permit.id}`)
    await page.getByRole('button', { name: 'Change', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search jobs').fill('bath')
    await dialog.getByLabel(/Bathroom remodel/).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Jobs for Permit saved.').waitFor()
    const now = await site.api('GET', `/jobcodes?ids=${bath!.id}`)
    assert.deepEqual(now.results.jobcodes[bath!.id].required_customfields, [permit.id])
  }

  test('on a phone, fields for time and for people are added with their choices, and filled in', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/fields')
    await page.getByText('3 of 6 time entry fields in use.').waitFor()
    await page.getByRole('button', { name: 'Add a field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('permit')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText('Name: another custom field is called Permit.').waitFor()
    await dialog.getByLabel('Name').fill('Site zone')
    await dialog.getByLabel('Required').check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('heading', { name: 'Site zone' }).waitFor()
    await page.getByLabel('Add a choice').fill('North')
    await page.keyboard.press('Enter')
    await page.getByText('North added.').waitFor()
    await page.getByLabel('Add a choice').fill('north')
    await page.keyboard.press('Enter')
    await page.getByText(/already used by the choice North/).waitFor()
    const added = await field('Site zone')
    assert.deepEqual([added.type, added.required, added.show_to_all], ['managed-list', true, true])
    assert.deepEqual(
      (await items(added.id)).map(({ name }) => name),
      ['North'],
    )

    if (isFull) await chooseJobs(page)
    await dismissToasts(page)
    await go(page, '/fields')
    await page.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Applies to').selectOption({ label: 'People' })
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText(/^Name/).last().waitFor()
    await dialog.getByLabel('Name').fill('Shirt size')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('heading', { name: 'Shirt size' }).waitFor()
    await page.getByLabel('Add a choice').fill('Large')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Large added.').waitFor()
    await go(page, `/people/${site.company.employeeId}`)
    await page.getByLabel('Shirt size').selectOption({ label: 'Large' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Maya Torres saved.').waitFor()
    const { users } = (await site.api('GET', `/users?ids=${site.company.employeeId}`)).results
    assert.deepEqual(Object.values(users[site.company.employeeId].customfields), ['Large'])
    await closeWindow(page)
  })

  test('a choice shows another field, is archived and restored with its rules, and limited to a person; a field is archived and restored', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const [cost, vehicle] = [await field('Cost type'), await field('Vehicle')]
    await visit(page, `/fields/${cost.id}`)
    await page.getByRole('button', { name: 'Change Equipment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Machines')
    await dialog.getByLabel('Vehicle').check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Also shows Vehicle').waitFor()
    const changed = (await items(cost.id)).find(({ name }) => name === 'Machines')
    assert.deepEqual(changed.required_customfields, [vehicle.id])
    const rules = async () => {
      const { results } = await site.api('GET', '/customfielditem_filters')
      return Object.keys(results.customfielditem_filters).length
    }
    const before = await rules()
    await settled(page)
    await page.getByRole('button', { name: 'Change Labor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Labor archived.').waitFor()
    assert.ok((await rules()) < before)
    await toast(page, 'Labor archived.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal(await rules(), before)

    const permit = await field('Permit')
    const offered = async () => {
      const { results } = await site.api('GET', `/customfielditem_user_filters?user_id=${site.company.employeeId}`)
      // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
      const [record] = Object.values<any>(results.customfielditem_user_filters)
      return record?.filtered_customfielditems[permit.id] ?? []
    }
    await go(page, `/fields/${permit.id}`)
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog.getByLabel('Applies to').selectOption({ label: 'For a person' })
    await dialog.getByLabel('Search people').fill('maya')
    await dialog.getByRole('radio', { name: /Maya Torres/ }).check()
    await dialog.getByLabel('CC-1041').check()
    await dialog.getByLabel('CC-1102').check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rule saved.').waitFor()
    await page.getByText('only CC-1041 and CC-1102').waitFor()
    assert.equal((await offered()).length, 2)
    await page.getByRole('button', { name: 'the rule: For Maya Torres' }).click()
    await page.getByRole('dialog').getByLabel('CC-1102').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await offered()).length, 1)
    await page.getByRole('button', { name: 'the rule: For Maya Torres' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click()
    await page.getByText('Rule removed.').waitFor()
    assert.equal((await offered()).length, 0)

    const { id } = await field('Vehicle')
    await go(page, `/fields/${id}`)
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('Vehicle archived.').waitFor()
    assert.equal((await field('Vehicle')).active, false)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Vehicle restored.').waitFor()
    assert.equal((await field('Vehicle')).active, true)
    await closeWindow(page)
  })

  test('a person who manages jobs changes choices, but not fields', async () => {
    const { results } = await site.api('GET', '/users?usernames=marcus')
    const [marcus] = Object.keys(results.users)
    const page = await openWindow(browser, site, Number(marcus), desktop)
    await visit(page, '/fields')
    assert.equal(await page.getByRole('button', { name: 'Add a field' }).count(), 0)
    await page.getByRole('link', { name: 'Cost type' }).click()
    await page.getByLabel('Add a choice').fill('Travel')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Travel added.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Archive', exact: true }).count(), 0)
    assert.equal(await page.getByLabel('Required').count(), 0)
    await closeWindow(page)
  })
})
