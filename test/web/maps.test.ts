import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startTileServer } from '../support/tile_server.ts'
import {
  accessibilityProblems,
  closeWindow,
  leaveBrowser,
  openBrowser,
  openWindow,
  Site,
  startOfDay,
  views,
  visit,
} from './browser.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'light' } as const

// closeWindow fails when the content security policy was violated.
describe('maps', () => {
  let tiles: Awaited<ReturnType<typeof startTileServer>>
  let site: Site
  let browser: Browser
  before(async () => {
    tiles = await startTileServer()
    site = await Site.start({ settings: tiles.settings })
    browser = await openBrowser()
  })
  after(async () => {
    await leaveBrowser(browser)
    await site.stop()
    await tiles.stop()
  })

  const formOf = (page: Page) => {
    const dialog = page.getByRole('dialog')
    return {
      dialog,
      map: dialog.getByRole('application', { name: 'Map to set the location' }),
      pin: dialog.getByRole('button', { name: 'The location. The arrow keys move it.' }),
      handle: dialog.getByRole('slider', { name: 'Radius of the circle' }),
      at: async () => [
        Number(await dialog.getByLabel('Latitude').inputValue()),
        Number(await dialog.getByLabel('Longitude').inputValue()),
      ],
      radius: async () => Number(await dialog.getByLabel('Radius in meters').inputValue()),
    }
  }

  const openLot = async (page: Page) => {
    await visit(page, '/locations')
    await page.getByRole('button', { name: /^Lot 14/ }).click()
    const form = formOf(page)
    await form.pin.waitFor()
    return form
  }

  for (const view of views)
    test(`locations are shown with their geofences, at ${view.width}, ${view.theme}`, async () => {
      tiles.asked.length = 0
      const page = await openWindow(browser, site, 'admin', view)
      await visit(page, '/locations')
      const map = page.getByRole('application', { name: 'Map of the locations' })
      await map.locator('.leaflet-tile-loaded').first().waitFor()
      assert.ok(tiles.asked.length > 0)
      for (const { path, referer } of tiles.asked) {
        const [, zoom, x, y] = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path)!.map(Number)
        assert.ok(x! < 2 ** zoom! && y! < 2 ** zoom!, path)
        assert.equal(referer, `${site.url}/`)
      }
      // Golden, Colorado.
      const [, zoom, x] = /^\/tiles\/(\d+)\/(\d+)\//.exec(tiles.asked[0]!.path)!.map(Number)
      assert.ok(Math.abs(x! - ((-105 + 180) / 360) * 2 ** zoom!) < 4, tiles.asked[0]!.path)
      assert.ok((await map.locator('path.map-fence').count()) >= 2)
      await map.getByRole('img', { name: 'Lot 14' }).waitFor()
      assert.equal(
        await page.getByRole('link', { name: 'Example Maps' }).getAttribute('href'),
        'https://example.com/license',
      )
      assert.deepEqual(await accessibilityProblems(page), [])
      await map.getByRole('img', { name: 'Cedar Creek gymnasium' }).click()
      await page.getByRole('dialog', { name: 'Cedar Creek gymnasium' }).waitFor()
      await closeWindow(page)
    })

  test('the map is dimmed in the dark theme, also where it is chosen on the device', async () => {
    for (const [chosen, filter] of [
      ['dark', 'brightness(0.75)'],
      ['light', 'none'],
    ] as const) {
      const theme = chosen === 'dark' ? 'light' : 'dark'
      const page = await openWindow(browser, site, 'admin', { width: 1280, theme })
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), chosen)
      await visit(page, '/locations')
      const tile = page.locator('.leaflet-tile-loaded').first()
      assert.equal(await tile.evaluate((element) => getComputedStyle(element).filter), filter, chosen)
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        chosen === 'dark' ? 'rgb(16, 20, 19)' : 'rgb(245, 245, 243)',
      )
      await page.context().close()
    }
  })

  test('the marker is dragged, clicked and moved with the arrow keys; the fields follow and are saved', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const form = await openLot(page)
    const [north, east] = await form.at()
    await drag(page, form.pin, 60, 40)
    const [dragged, draggedEast] = await form.at()
    assert.ok(dragged! < north! && draggedEast! > east!, 'to the south-east')
    await form.pin.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    const [up, left] = await form.at()
    assert.ok(up! > dragged! && left! < draggedEast!, 'to the north-west')
    await page.keyboard.press('Shift+ArrowUp')
    const fine = (await form.at())[0]! - up!
    assert.ok(fine > 0 && fine < (up! - dragged!) / 5, 'in a small step')
    assert.deepEqual(await accessibilityProblems(page), [])
    await form.map.click({ position: { x: 80, y: 200 } })
    const [, clicked] = await form.at()
    assert.ok(clicked! < left!, 'to the west')
    await form.dialog.getByLabel('Latitude').fill('39.7500')
    await form.dialog.getByLabel('Longitude').fill('-105.2000')
    await form.pin.waitFor()
    await form.dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lot 14 saved.').waitFor()
    const { results } = await site.api('GET', '/locations')
    const saved = Object.values<{ label: string; latitude: number }>(results.locations).find(
      ({ label }) => label === 'Lot 14',
    )
    assert.equal(saved!.latitude, 39.75)
    await closeWindow(page)
  })

  test('the radius is dragged and set with keys', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    const form = await openLot(page)
    const before = await form.radius()
    await drag(page, form.handle, 25, 0)
    const dragged = await form.radius()
    assert.ok(dragged > before, `${before} to ${dragged}`)
    await form.handle.focus()
    await page.keyboard.press('ArrowLeft')
    assert.equal(await form.radius(), dragged - 10)
    assert.equal(await form.handle.getAttribute('aria-valuenow'), String(dragged - 10))
    await page.keyboard.press('End')
    assert.equal(await form.radius(), 1000)
    await form.dialog.getByLabel('Radius in meters').fill('300')
    assert.equal(await form.handle.getAttribute('aria-valuetext'), '300 meters')
    await form.dialog.getByLabel('Geofence').uncheck()
    assert.equal(await form.handle.count(), 0)
    assert.equal(await form.dialog.locator('path.map-fence').count(), 0)
    // What was set on the map is not lost without a question.
    await form.dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await closeWindow(page)
  })

  test('a new location is placed with a tap, or with Enter', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/locations')
    await page.getByRole('button', { name: 'Add a location' }).click()
    const form = formOf(page)
    await form.map.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await form.pin.waitFor()
    const [north, east] = await form.at()
    assert.ok(Math.abs(north! - 39.7) < 1 && Math.abs(east! + 105) < 1, 'near the other locations')
    await form.map.tap({ position: { x: 200, y: 220 } })
    assert.ok((await form.at())[0]! < north!)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await closeWindow(page)
  })

  test('people on the clock are shown where they were last seen', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/working')
    const map = page.getByRole('application', { name: 'Map of where people were last seen' })
    await map.getByRole('img', { name: 'Grace Adeyemi' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('an entry shows where the person was', async () => {
    const user_id = site.company.adminId
    const at = (minutes: number) => new Date(startOfDay / 1000 + minutes * 60_000).toISOString()
    const entry = { user_id, jobcode_id: 0, type: 'regular', start: at(-59), end: at(-2) }
    await site.api('POST', '/timesheets', { data: [entry] })
    const sample = { user_id, accuracy: 20, altitude: 0, latitude: 39.7412, longitude: -105.2109, created: at(-58) }
    await site.api('POST', '/geolocations', { data: [sample] })
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/timesheet')
    await page.getByRole('gridcell', { name: /^0:57, / }).click()
    const map = page.getByRole('application', { name: 'Map of where the person was' })
    await map.locator('.leaflet-tile-loaded').first().waitFor()
    await page.getByText(/^Reported at \d+:\d\d/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('without a tile server, the page draws the locations itself and asks no one else', async () => {
    const plain = await Site.start()
    const page = await openWindow(browser, plain, 'admin', desktop)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(plain.url)) elsewhere.push(request.url())
    })
    await visit(page, '/locations')
    await page.getByRole('img', { name: /Map of the locations/ }).waitFor()
    await page.getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('dialog').getByLabel('Latitude').waitFor()
    assert.equal(await page.getByRole('application').count(), 0)
    assert.deepEqual(elsewhere, [])
    await closeWindow(page)
    await plain.stop()
  })
})

async function drag(page: Page, what: Locator, right: number, down: number): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const box = (await what.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right / 2, y + down / 2)
  await page.mouse.move(x + right, y + down)
  await page.mouse.up()
}
