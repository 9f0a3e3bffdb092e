import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { accessibilityProblems, closeWindow, go, openWindow, type Site, until, visit, withSite } from './browser.ts'
import { toast } from './toasts.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('locations', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
  const place = async (label: string): Promise<any> => {
    const { results } = await site.api('GET', '/locations?active=both')
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
    return Object.values<any>(results.locations).find((one) => one.label === label)
  }
  // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
  const fence = async (id: number): Promise<any> => {
    const { results } = await site.api('GET', `/geofence_configs?type=locations&type_ids=${id}`)
    return Object.values(results.geofence_configs)[0]
  }

  test('a location is added on a phone at the current position, with a geofence and a job; a person who only manages a group has read access', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 39.7, longitude: -105.2 })
    await visit(page, '/locations')
    await page.getByRole('button', { name: 'Add a location' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('New site')
    await dialog.getByRole('button', { name: 'Use my current location' }).click()
    await until(
      () => dialog.getByLabel('Longitude').inputValue(),
      (value) => value === '-105.200000',
    )
    await dialog.getByRole('button', { name: 'Add location' }).click()
    await dialog
      .getByText(/^Street|^One of addr1|one of/)
      .first()
      .waitFor()
    await dialog.getByLabel('City').fill('Golden')
    await dialog.getByLabel('Latitude').fill('139')
    await dialog.getByRole('button', { name: 'Add location' }).click()
    await dialog.getByText('Latitude must be a number from -90 to 90.').waitFor()
    await dialog.getByLabel('Latitude').fill('39,7')
    await dialog.getByLabel('Geofence').check()
    await dialog.getByLabel('Radius in feet').fill('720')
    await dialog.getByLabel('Search jobs').fill('deck')
    await dialog.getByLabel(/Harmon residence › Deck/).check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Add location' }).click()
    await page.getByText('Location added.').waitFor()
    const added = await place('New site')
    assert.deepEqual([added.latitude, added.longitude, added.linked_objects.jobcodes.length], [39.7, -105.2, 1])
    assert.deepEqual([(await fence(added.id)).enabled, (await fence(added.id)).radius], [true, 219])
    await page
      .getByRole('row', { name: /New site/ })
      .or(page.getByRole('listitem').filter({ hasText: 'New site' }))
      .getByText('720 ft')
      .first()
      .waitFor()
    assert.equal(await page.getByText('-105.2').count(), 0, 'no one reads coordinates')
    await closeWindow(page)

    const { results } = await site.api('GET', '/users?usernames=luis')
    const manager = await openWindow(browser, site, Number(Object.keys(results.users)[0]), phone)
    await visit(manager, '/locations')
    assert.equal(await manager.getByRole('button', { name: 'Add a location' }).count(), 0)
    await manager.getByRole('button', { name: /^Cedar Creek gymnasium/ }).click()
    await manager.getByText('A circle with a radius of 655 ft.').waitFor()
    assert.equal(await manager.getByRole('textbox').count(), 0)
    assert.deepEqual(await accessibilityProblems(manager), [])
    await closeWindow(manager)
  })

  test('a location is added once even if its geofence is refused at first, renamed, archived, and restored with its jobs', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/locations')
    await page.getByRole('button', { name: 'Add a location' }).click()
    const add = page.getByRole('dialog', { name: 'Add a location' })
    await add.getByLabel('Name').fill('Quarry')
    await add.getByLabel('City').fill('Golden')
    await add.getByLabel('Geofence').check()
    await add.getByLabel('Radius in feet').fill('20')
    await add.getByRole('button', { name: 'Add location' }).click()
    await add.getByText('Radius in feet must be a whole number from 165 to 3280.').waitFor()
    await add.getByLabel('Radius in feet').fill('655')
    await add.getByLabel('City').fill('Boulder')
    await add.getByRole('button', { name: 'Add location' }).click()
    await page.getByText('Location added.').waitFor()
    const { results } = await site.api('GET', '/locations')
    const added = Object.values<Values>(results.locations).filter(({ label }) => label === 'Quarry')
    assert.deepEqual(
      added.map(({ city }) => city),
      ['Boulder'],
    )
    assert.deepEqual([(await fence(added[0]!.id)).enabled, (await fence(added[0]!.id)).radius], [true, 200])

    const { id } = await place('Lot 14')
    await go(page, `/locations?place=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Lot 14' })
    await dialog.getByLabel('Name').fill('Lot 14, north gate')
    await dialog.getByLabel('Geofence').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lot 14 saved.').waitFor()
    assert.equal((await fence(id)).enabled, false)
    await page.getByRole('button', { name: /Lot 14, north gate/ }).waitFor()

    const before = await place('Harmon residence')
    await page.getByRole('img', { name: /Map of the locations/ }).waitFor()
    await page.getByRole('button', { name: /^Harmon residence/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Harmon residence archived.').waitFor()
    assert.deepEqual((await place('Harmon residence')).linked_objects, {})
    await toast(page, 'Harmon residence archived.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual((await place('Harmon residence')).linked_objects, before.linked_objects)
    await closeWindow(page)
  })

  test('without a tile server, the page draws the locations itself and asks no one else', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) elsewhere.push(request.url())
    })
    await visit(page, '/locations')
    await page.getByRole('img', { name: /Map of the locations/ }).waitFor()
    await page.getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('dialog').getByLabel('Latitude').waitFor()
    assert.equal(await page.getByRole('application').count(), 0)
    assert.deepEqual(elsewhere, [])
    await closeWindow(page)
  })
})
