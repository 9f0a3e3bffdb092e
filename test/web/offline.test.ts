import assert from 'node:assert/strict'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  pathsIn,
  type Site,
  settled,
  until,
  visit,
  withSite,
} from './browser.ts'
import { clockShows } from './clock_state.ts'
import { coveredByToasts } from './toasts.ts'

const phone = { width: 390, theme: 'light', worker: true } as const
const minute = 60_000_000

describe('without network', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  /** A proxy that is left open would keep this process from ending, also after a test that failed. */
  const opened: { front: Front; context: BrowserContext }[] = []
  afterEach(async () => {
    for (const { front, context } of opened.splice(0)) {
      await context.close()
      await front.stop()
    }
    await clear()
  })

  const entriesOf = async (): Promise<Values[]> => {
    const query = `?user_ids=${site.company.employeeId}&start_date=2026-11-18&on_the_clock=both`
    const { results } = await site.api('GET', `/timesheets${query}`)
    return Object.values<Values>(results.timesheets).sort((a, b) => a.id - b.id)
  }
  const clear = async () => {
    const ids = (await entriesOf()).map(({ id }) => id)
    if (ids.length > 0) await site.api('DELETE', `/timesheets?ids=${ids}`)
  }
  const main = (page: Page) => page.getByRole('main')
  // biome-ignore lint/performance/useDomNodeTextContent: only what a person sees.
  const textOf = (page: Page) => main(page).innerText()
  const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
  const clockOut = async (page: Page) => {
    await press(page, 'Clock out')
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
  }
  /** Waits until the device's queue is empty. */
  const sent = (page: Page) =>
    main(page)
      .getByText(/will be sent/)
      .first()
      .waitFor({ state: 'detached' })
  /** Opens the clock and waits until it would open without a network, too. */
  const openClock = async (): Promise<Page> => {
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await controlled(page)
    return page
  }

  test('a punch without a network survives a reload, and is sent once with its own time', async () => {
    const page = await openClock()
    await page.context().setOffline(true)
    await page.reload()
    await settled(page)
    await clockShows(page, /You’re offline/)
    // The notice may be below the window; the line under the bar is always in view.
    const line = await page.locator('.clock-waiting').evaluate((element) => {
      const { content, position, top } = getComputedStyle(element, '::before')
      return [content, position, top]
    })
    assert.deepEqual(line, ['"You’re offline."', 'fixed', '56px'])
    assert.deepEqual(await accessibilityProblems(page), [])
    const begun = site.world.now()
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since 10:\d\d AM/)
    await main(page).getByText('Saved on this phone, will be sent').waitFor()
    await main(page).getByLabel('Notes').fill('In the tunnel')
    await page.reload()
    await clockShows(page, /On the clock since/)
    await clockShows(page, /punches are saved on this phone/)
    await press(page, 'Lunch break')
    await clockShows(page, /On lunch break/)
    await press(page, 'End break')
    await clockShows(page, /On the clock since/)
    await clockOut(page)
    await clockShows(page, /Off the clock/)
    assert.deepEqual(await entriesOf(), [])

    await page.context().setOffline(false)
    await sent(page)
    const entries = await entriesOf()
    assert.equal(entries.length, 3)
    assert.ok(Math.abs(Date.parse(entries[0]!.start) * 1000 - begun) < minute, entries[0]!.start)
    assert.deepEqual([entries[0]!.end, entries[1]!.end], [entries[1]!.start, entries[2]!.start])
    assert.deepEqual(
      entries.map(({ notes, jobcode_id }) => [notes, jobcode_id === entries[0]!.jobcode_id]),
      [
        ['In the tunnel', true],
        ['', false],
        ['', true],
      ],
    )
    assert.equal(await main(page).locator('.clock-entries').getByRole('listitem').count(), 3)
    await closeWindow(page)
  })

  test('a punch that is refused, or whose entry has ended elsewhere, stays with the reason until a person deals with it', async () => {
    const page = await openClock()
    await page.context().setOffline(true)
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since/)
    await clockOut(page)
    await clockShows(page, /Off the clock/)
    const elsewhere = { user_id: site.company.employeeId, jobcode_id: 0, type: 'regular', end: '' }
    const start = new Date((site.world.now() - 10 * minute) / 1000).toISOString()
    const made = await site.api('POST', '/timesheets', { data: [{ ...elsewhere, start }] })
    await page.context().setOffline(false)
    const notice = main(page).getByRole('alert')
    await notice.getByText(/Clock-in Wed, Nov 18, .* until .* was not accepted/).waitFor()
    await notice.getByText('You’re already on the clock, probably from another device.').waitFor()
    assert.equal(await notice.count(), 1, 'in and out belong together')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.reload()
    await notice.waitFor()
    await site.api('DELETE', `/timesheets?ids=${made.results.timesheets['1'].id}`)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
    await sent(page)
    const entries = await entriesOf()
    assert.equal(entries.length, 1)
    assert.notEqual(entries[0]!.end, '')

    await clear()
    await clockShows(page, /Off the clock/)
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since/)
    await page.context().setOffline(true)
    const [entry] = await entriesOf()
    await clockOut(page)
    await clockShows(page, /Off the clock/)
    const before = (minutes: number) => new Date(Date.parse(entry!.start) - minutes * 60_000).toISOString()
    await site.api('PUT', '/timesheets', { data: [{ id: entry!.id, start: before(10), end: before(5) }] })
    await page.context().setOffline(false)
    await notice.getByText('That entry was already ended on another device.').waitFor()
    await notice.getByRole('button', { name: 'Remove from this phone' }).click()
    await notice.waitFor({ state: 'detached' })
    assert.equal(Date.parse((await entriesOf())[0]!.end), Date.parse(before(5)))
    await closeWindow(page)
  })

  test('a refused clock-in takes along the switch and the clock-out after it, and all are tried again together', async () => {
    const page = await openClock()
    await page.context().setOffline(true)
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since/)
    await press(page, 'Lunch break')
    await clockShows(page, /On lunch break/)
    await press(page, 'Clock out')
    await clockShows(page, /Off the clock/)
    const elsewhere = { user_id: site.company.employeeId, jobcode_id: 0, type: 'regular', end: '' }
    const start = new Date((site.world.now() - 10 * minute) / 1000).toISOString()
    const made = await site.api('POST', '/timesheets', { data: [{ ...elsewhere, start }] })
    await page.context().setOffline(false)
    const notice = main(page).getByRole('alert')
    await notice.getByText(/Clock-in Wed, Nov 18, .* until .* was not accepted/).waitFor()
    await notice.getByText(/Switching to Lunch break Wed, Nov 18, .* was not accepted/).waitFor()
    await notice.getByText(/Clock-out Wed, Nov 18, .* was not accepted/).waitFor()
    assert.equal(await notice.count(), 1, 'they belong together')
    await site.api('DELETE', `/timesheets?ids=${made.results.timesheets['1'].id}`)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
    await sent(page)
    const entries = await entriesOf()
    assert.deepEqual(
      entries.map(({ end }) => end !== ''),
      [true, true],
    )
    assert.equal(entries[0]!.end, entries[1]!.start)
    await closeWindow(page)
  })

  test('every page can be read as it was last shown, also after a reload', async () => {
    const page = await openClock()
    const reports = ['/reports/hours', '/reports/payroll', '/reports/people', '/reports/projects']
    const paths = [...(await pathsIn(page)).filter((path) => !/^\/($|me\b|connected\b)/.test(path)), ...reports]
    const shown = new Map<string, string>()
    for (const path of paths) {
      await go(page, path)
      shown.set(path, await textOf(page))
    }
    await page.context().setOffline(true)
    await page.goto('/timesheet')
    await settled(page)
    assert.equal(await textOf(page), shown.get('/timesheet'))
    const unread: string[] = []
    for (const path of paths) {
      await go(page, path)
      if (/Couldn’t load/.test(await textOf(page))) unread.push(path)
    }
    assert.deepEqual(unread, [])
    await closeWindow(page)
  })

  test('two tabs show the same and send it once, and a lost answer does not create a second entry', async () => {
    const page = await openClock()
    const other = await page.context().newPage()
    await visit(other, '/')
    await page.context().setOffline(true)
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since/)
    await clockShows(other, /On the clock since/)
    await press(other, 'Rest break')
    await clockShows(page, /On rest break/)
    await page.context().setOffline(false)
    await Promise.all([sent(page), sent(other)])
    const entries = await until(entriesOf, ({ length }) => length > 1)
    assert.deepEqual(
      entries.map(({ end }) => end === ''),
      [false, true],
    )

    await other.close()
    await clear()
    await clockShows(page, /Off the clock/)
    let arrived = 0
    await page.route('**/api/console/clock', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await route.fetch()
      arrived++
      return route.abort().catch(() => {})
    })
    await press(page, 'Clock in')
    await clockShows(page, /One punch is saved on this phone/)
    assert.ok(arrived > 0, 'the server has processed it, perhaps more than once')
    assert.equal((await until(entriesOf, ({ length }) => length > 0)).length, 1)
    await page.unroute('**/api/console/clock')
    await page.reload()
    await clockShows(page, /On the clock since/)
    await sent(page)
    assert.equal((await until(entriesOf, ({ length }) => length > 0)).length, 1)
    await closeWindow(page)
  })

  test('what has failed while the browser believes that it is online is tried again by itself, a little later each time', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/')
    await page.getByText('Can’t reach Clockhouse.').waitFor()
    await page.unroute('**/api/**')
    await main(page).getByRole('button', { name: 'Clock in', exact: true }).waitFor()

    let posts = 0
    await page.route('**/api/console/clock', (route) => {
      if (route.request().method() === 'GET' || posts === 2) return route.continue()
      posts++
      return route.fulfill({ status: 503 })
    })
    await press(page, 'Clock in')
    await main(page).getByRole('button', { name: 'Send now' }).waitFor()
    assert.equal(posts, 1)
    const button = main(page).getByRole('button', { name: 'Clock out', exact: true })
    const before = await button.boundingBox()
    await sent(page)
    assert.equal(posts, 2)
    assert.deepEqual(await button.boundingBox(), before, 'what one aims at stays where it is')
    assert.equal((await entriesOf()).length, 1)
    await closeWindow(page)
    await clear()
  })

  test('signing out warns of unsent punches and saves what is typed; the next person neither sees nor sends them, and later they are sent', async () => {
    const page = await openClock()
    const context = page.context()
    await context.setOffline(true)
    await press(page, 'Clock in')
    await clockShows(page, /On the clock since/)
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const warning = page.getByRole('dialog', { name: 'One punch hasn’t been sent' })
    await warning.getByRole('button', { name: 'Sign out anyway' }).click()
    await page.getByText('You’re offline. Sign out when you’re back online.').waitFor()
    assert.deepEqual(await coveredByToasts(page), [])

    await page.route('**/api/console/clock', (route) =>
      (route.request().method() === 'GET' ? route.continue() : route.abort()).catch(() => {}),
    )
    await context.setOffline(false)
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await warning.getByRole('button', { name: 'Sign out anyway' }).click()
    await page.waitForURL('**/signed-out')
    await page.unroute('**/api/console/clock')
    assert.equal(await page.evaluate(async () => (await caches.keys()).includes('kept')), false)

    await context.addCookies([await site.cookie('admin')])
    await visit(page, '/')
    await clockShows(page, /Off the clock/)
    assert.equal(
      await main(page)
        .getByText(/saved on this/)
        .count(),
      0,
    )
    assert.deepEqual(await entriesOf(), [])

    await context.addCookies([await site.cookie('employee')])
    await visit(page, '/')
    await clockShows(page, /On the clock since/)
    await sent(page)
    assert.equal((await until(entriesOf, ({ length }) => length > 0)).length, 1)

    // What was typed a moment ago is saved first.
    await main(page).getByLabel('Notes').fill('Bay 4')
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/signed-out')
    assert.equal((await entriesOf())[0]!.notes, 'Bay 4')

    await page.context().clearCookies()
    // The app may notice first, and go there itself, which ends this visit.
    await page.goto('/').catch(() => undefined)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.match(page.url(), /\/sign-in/)
    await closeWindow(page)
  })

  test('a new version takes over quietly, and a page of the old one still finds its parts', async () => {
    const { front, page } = await openBehindFront()
    const versions = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app ')))
    const [first] = await versions()
    const worker = await fetch(`${site.url}/worker.js`)
    assert.equal(worker.headers.get('cache-control'), 'no-cache')

    front.version = 'second'
    await page.reload()
    await page.evaluate(cacheIs, { name: 'app second', there: true })
    await controlled(page)
    assert.deepEqual(await versions(), [first, 'app second'])
    front.version = 'third'
    await page.reload()
    await page.evaluate(cacheIs, { name: first!, there: false })
    assert.deepEqual(await versions(), ['app second', 'app third'])

    front.state = 'dead'
    await page.reload()
    await main(page).getByRole('button', { name: 'Clock in' }).waitFor()
  })

  nightly.test('a hanging network does not delay the clock for long', async () => {
    const { front, page } = await openBehindFront()
    front.state = 'hanging'
    await page.reload()
    await clockShows(page, /You’re offline/)
    await press(page, 'Clock in')
    await clockShows(page, /One punch is saved on this device/)
    await clockShows(page, /On the clock since/)
    front.state = 'open'
    await page.reload()
    await sent(page)
    await clockShows(page, /On the clock since/)
    assert.equal((await until(entriesOf, ({ length }) => length > 0)).length, 1)
  })
  async function openBehindFront() {
    const front = await Front.start(site.url)
    const context = await browser.newContext({ baseURL: front.url, timezoneId: 'America/Denver' })
    opened.push({ front, context })
    const cookie = await site.cookie('employee')
    await context.addCookies([{ ...cookie, url: front.url }])
    const page = await context.newPage()
    await visit(page, '/')
    await controlled(page)
    return { front, page }
  }
})

/** Waits until the service worker has cached the app and serves this page. */
function controlled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const turn = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (registration.installing || registration.waiting || registration.active?.state !== 'activated') await turn()
    while (!navigator.serviceWorker.controller) await turn()
  })
}

/** In the page: waits until a cache of that name exists, or no longer does. */
async function cacheIs({ name, there }: { name: string; there: boolean }): Promise<void> {
  while ((await caches.keys()).includes(name) !== there) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** A proxy in front of a server: changes the service worker, or blocks requests in one of two ways. */
class Front {
  version = ''
  state: 'open' | 'dead' | 'hanging' = 'open'
  readonly url: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(target: string): Promise<Front> {
    const server = createServer((asked, answer) => {
      if (front.state === 'dead') return asked.socket.destroy()
      if (front.state === 'hanging') return
      const worker = asked.url === '/worker.js'
      const headers = { ...asked.headers }
      // Its text is changed in transit, so it must not be compressed.
      if (worker) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
      const through = request(target + asked.url, { method: asked.method!, headers }, (given) => {
        if (!worker || front.version === '') return given.pipe(answer.writeHead(given.statusCode!, given.headers))
        given
          .setEncoding('utf8')
          .toArray()
          .then(
            (parts) => {
              const text = parts.join('').replace(/builtVersion = "[^"]*"/, `builtVersion = "${front.version}"`)
              answer.writeHead(200, { ...given.headers, 'content-length': Buffer.byteLength(text) }).end(text)
            },
            () => answer.destroy(),
          )
      })
      through.on('error', () => answer.destroy())
      asked.pipe(through)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const front = new Front(server)
    return front
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
