import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { nightly } from '../support/tiers.ts'
import { startTileServer } from '../support/tile_server.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  leaveBrowser,
  openBrowser,
  openWindow,
  Site,
  startOfDay,
  until,
  views,
  visit,
} from './browser.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'light' } as const

type Tiles = Awaited<ReturnType<typeof startTileServer>>

// closeWindow fails when the content security policy was violated.
describe('maps', () => {
  let tiles: Tiles
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

  test('locations are shown and moved on a map, with their geofences, and an entry shows where the person was', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await showLocations(page, tiles, site)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Lot 14/ }).click()
    await movePin(page)
    const { dialog } = formOf(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lot 14 saved.').waitFor()
    const { results } = await site.api('GET', '/locations')
    const saved = Object.values<{ label: string; latitude: number }>(results.locations).find(
      ({ label }) => label === 'Lot 14',
    )
    assert.equal(saved!.latitude, 39.75)

    await page.getByRole('button', { name: /^Lot 14/ }).click()
    await changeRadius(page)
    // What was set on the map is not lost without a question.
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await whereEntryWas(page, site)
    await dimmed(page, 'dark')
    await closeWindow(page)
  })

  test('a phone places a new location with a tap or Enter, and shows where people on the clock were last seen', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/locations')
    await page.getByRole('button', { name: 'Add a location' }).click()
    const form = formOf(page)
    await form.map.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await form.pin.waitFor()
    const [north, east] = await form.at()
    assert.ok(Math.abs(north - 39.7) < 1 && Math.abs(east + 105) < 1, 'near the other locations')
    await form.map.tap({ position: { x: 200, y: 220 } })
    await until(form.at, ([tapped]) => tapped < north)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await go(page, '/working')
    const map = page.getByRole('application', { name: 'Map of where people were last seen' })
    await map.getByRole('img', { name: 'Grace Adeyemi' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  for (const view of views.filter(({ width, theme }) => width !== desktop.width || theme !== desktop.theme))
    nightly.test(`locations are shown on a map with their geofences (${view.width} px, ${view.theme})`, async () => {
      const page = await openWindow(browser, site, 'admin', view)
      await showLocations(page, tiles, site)
      if (view.width === 1280) await dimmed(page, 'light')
      await closeWindow(page)
    })
})

/** The page of locations shows them on a map; a click on one opens it. */
async function showLocations(page: Page, tiles: Tiles, site: Site): Promise<void> {
  tiles.asked.length = 0
  await visit(page, '/locations')
  const map = page.getByRole('application', { name: 'Map of the locations' })
  await map.locator('.leaflet-tile-loaded').first().waitFor()
  assertTilesAsked(tiles, site)
  assert.ok((await map.locator('path.map-fence').count()) >= 2)
  await map.getByRole('img', { name: 'Lot 14' }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'Example Maps' }).getAttribute('href'),
    'https://example.com/license',
  )
  assert.deepEqual(await accessibilityProblems(page), [])
  await map.getByRole('img', { name: 'Cedar Creek gymnasium' }).click()
  await page.getByRole('dialog', { name: 'Cedar Creek gymnasium' }).waitFor()
}

/** An entry shows on a map where the person was. */
async function whereEntryWas(page: Page, site: Site): Promise<void> {
  const user_id = site.company.adminId
  const at = (minutes: number) => new Date(startOfDay / 1000 + minutes * 60_000).toISOString()
  const entry = { user_id, jobcode_id: 0, type: 'regular', start: at(-59), end: at(-2) }
  await site.api('POST', '/timesheets', { data: [entry] })
  const sample = { user_id, accuracy: 20, altitude: 0, latitude: 39.7412, longitude: -105.2109, created: at(-58) }
  await site.api('POST', '/geolocations', { data: [sample] })
  await go(page, '/timesheet')
  await page.getByRole('gridcell', { name: /^0:57, / }).click()
  const map = page.getByRole('application', { name: 'Map of where the person was' })
  await map.locator('.leaflet-tile-loaded').first().waitFor()
  await page.getByText(/^Reported at \d+:\d\d/).waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
}

/** The map is dimmed in the dark theme only, also where the theme is chosen on the device. */
async function dimmed(page: Page, chosen: 'dark' | 'light'): Promise<void> {
  await page.evaluate((theme) => localStorage.setItem('theme', theme), chosen)
  await visit(page, '/locations')
  const tile = page.locator('.leaflet-tile-loaded').first()
  assert.equal(
    await tile.evaluate((element) => getComputedStyle(element).filter),
    chosen === 'dark' ? 'brightness(0.75)' : 'none',
  )
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    chosen === 'dark' ? 'rgb(16, 20, 19)' : 'rgb(245, 245, 243)',
  )
}

/** The tiles were requested from this site's page, exist, and begin in Golden, Colorado. */
function assertTilesAsked(tiles: Tiles, site: Site): void {
  assert.ok(tiles.asked.length > 0)
  for (const { path, referer } of tiles.asked) {
    const [, zoom, x, y] = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path)!.map(Number)
    assert.ok(x! < 2 ** zoom! && y! < 2 ** zoom!, path)
    assert.equal(referer, `${site.url}/`)
  }
  const [, zoom, x] = /^\/tiles\/(\d+)\/(\d+)\//.exec(tiles.asked[0]!.path)!.map(Number)
  assert.ok(Math.abs(x! - ((-105 + 180) / 360) * 2 ** zoom!) < 4, tiles.asked[0]!.path)
}

/** The form of a location: its map, what is on it, and the values in the fields. */
function formOf(page: Page) {
  const dialog = page.getByRole('dialog')
  const numberIn = async (label: string) => Number(await dialog.getByLabel(label).inputValue())
  return {
    dialog,
    map: dialog.getByRole('application', { name: 'Map to set the location' }),
    pin: dialog.getByRole('button', { name: 'The location. The arrow keys move it.' }),
    handle: dialog.getByRole('slider', { name: 'Radius of the circle' }),
    at: async (): Promise<[number, number]> => [await numberIn('Latitude'), await numberIn('Longitude')],
    radius: () => numberIn('Radius in feet'),
    /** In meters. */
    circle: async () =>
      Number(await dialog.getByRole('slider', { name: 'Radius of the circle' }).getAttribute('aria-valuenow')),
  }
}

/** The pin is dragged, moved with keys, placed with a click, and set with the fields. */
async function movePin(page: Page): Promise<void> {
  const form = formOf(page)
  await form.pin.waitFor()
  const [north, east] = await form.at()
  await drag(page, form.pin, 60, 40)
  // To the south-east.
  const [dragged, draggedEast] = await until(form.at, ([lat, lon]) => lat < north && lon > east)
  await form.pin.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  // To the north-west.
  const [up, left] = await until(form.at, ([lat, lon]) => lat > dragged && lon < draggedEast)
  await page.keyboard.press('Shift+ArrowUp')
  const [higher] = await until(form.at, ([lat]) => lat > up)
  assert.ok(higher - up < (up - dragged) / 5, 'in a small step')
  assert.deepEqual(await accessibilityProblems(page), [])
  await form.map.click({ position: { x: 80, y: 200 } })
  // To the west.
  await until(form.at, ([, lon]) => lon < left)
  await form.dialog.getByLabel('Latitude').fill('39.7500')
  await form.dialog.getByLabel('Longitude').fill('-105.2000')
  await form.pin.waitFor()
}

/** The radius is dragged, set with keys and with its field, and turned off. */
async function changeRadius(page: Page): Promise<void> {
  const form = formOf(page)
  await form.pin.waitFor()
  const before = await form.radius()
  await drag(page, form.handle, 25, 0)
  await until(form.radius, (radius) => radius > before)
  const dragged = await form.circle()
  await form.handle.focus()
  await page.keyboard.press('ArrowLeft')
  await until(form.circle, (radius) => radius === dragged - 10)
  await page.keyboard.press('End')
  await until(form.radius, (radius) => radius === 3280)
  await form.dialog.getByLabel('Radius in feet').fill('985')
  assert.equal(await form.handle.getAttribute('aria-valuetext'), '985 ft')
  await form.dialog.getByLabel('Geofence').uncheck()
  assert.equal(await form.handle.count(), 0)
  assert.equal(await form.dialog.locator('path.map-fence').count(), 0)
}

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
