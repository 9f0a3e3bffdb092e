import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, type TestContext } from 'node:test'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { type Config, readConfig } from '../../src/config.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { insertSession } from '../../src/identity/sessions.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { type Server, start } from '../../src/start.ts'
import type { World } from '../../src/world.ts'
import { chromiumOptions, wholeChromiumOptions } from '../support/browsers.ts'
import { isCounting, writeReached } from '../support/reach.ts'
import { password, placeSample, type SampleCompany, startOfDay } from '../support/sample_company.ts'
import { freshPlace, threads } from '../support/server.ts'
import { recordEvents, recordedIn } from './recorded.ts'

// needs: browser

export { password, startOfDay }

/** The person who uses the browser: the owner, Maya Torres, or anyone by id. */
export type Who = 'admin' | 'employee' | number

/** A window: its width, its theme, and a phone's finger or a pointer. */
export type View = {
  width: 390 | 1280 | 1920
  theme: 'light' | 'dark'
  /** The language of the browser; `en-US` if not given. */
  locale?: string
  /** Runs the app's service worker: for pushes, and without network. */
  worker?: true
  /** A touch screen in a wide window. */
  touch?: true
  /** Attaches developer tools, which a window keeps. */
  tools?: true
}

/** The four windows in which every page is looked at. */
export const views: readonly View[] = ([390, 1280] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
)

type SiteOptions = { empty?: true; settings?: Record<string, string> }

/** Ports of sites that were stopped. At the same address, a window finds the app compiled, as the last site served it. */
const freePorts: number[] = []

/** A listening server with the sandbox's company in it, or with nothing, on the embedded database. */
export class Site {
  readonly url: string
  readonly company: SampleCompany
  readonly #server: Server
  readonly #config: Config
  readonly #tokens = new Map<Who, string>()
  readonly #stop: () => Promise<void>

  private constructor(server: Server, config: Config, company: SampleCompany, stop: () => Promise<void>) {
    this.url = server.address
    this.#server = server
    this.company = company
    this.#config = { ...config, url: server.address }
    this.#stop = stop
  }

  /** Starts one; stop it in `after`. The server's clock begins at `startOfDay` and runs. */
  static async start(options: SiteOptions = {}): Promise<Site> {
    const { place, clean } = await freshPlace('sqlite')
    const port = freePorts.pop() ?? 0
    const begun = performance.now()
    const now = () => startOfDay + Math.round((performance.now() - begun) * 1000)
    const log = process.env.TEST_LOG ?? 'silent'
    const config = {
      ...readConfig({ PORT: `${port}`, CLOCKHOUSE_RATE_LIMIT: '0', CLOCKHOUSE_LOG_LEVEL: log, ...options.settings }),
      ...place,
    }
    const company = options.empty ? { id: 0, slug: '', adminId: 0, employeeId: 0 } : await placeSample(place)
    const server = await start(config, { now, threads })
    return new Site(server, config, company, async () => {
      await server.stop()
      freePorts.push(Number(new URL(server.address).port))
      await clean()
    })
  }

  /** Of the server as it runs now: one that has restored a backup has another. */
  get world(): World {
    return this.#server.world
  }

  /** A token of the API, to prepare and to look at what a page shows. */
  async token(who: Who = 'admin'): Promise<string> {
    const { token } = await createToken(this.world, { ...this.account(who), name: 'Test' })
    return token
  }

  /** Calls the API with a token, over the wire; gives the parsed body and throws on an error. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  async api(method: string, path: string, data?: unknown, who: Who = 'admin'): Promise<any> {
    const ask = async () => {
      const token = this.#tokens.get(who) ?? (await this.token(who))
      this.#tokens.set(who, token)
      return fetch(`${this.url}${path.startsWith('/api/') ? '' : '/api/v1'}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(data !== undefined && { 'content-type': 'application/json' }),
        },
        ...(data === undefined ? {} : { body: JSON.stringify(data) }),
      })
    }
    if (method === 'GET') await pressesArrived()
    let response = await ask()
    // Expired, or deleted by what is tested.
    if (response.status === 401 && this.#tokens.delete(who)) response = await ask()
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text && JSON.parse(text)
  }

  /** The cookie of a new session; `confirmed` is when the person proved who they are, now if it is not given. */
  async cookie(who: Who, more: { confirmed?: number } = {}): Promise<{ name: string; value: string; url: string }> {
    const { companyId } = this.account(who)
    const value = `${companyId}.${this.world.random(32).toString('base64url')}`
    await this.world.db.write(
      insertSession,
      {
        ...this.account(who),
        ...{ hash: digest(value), id: digest(value).slice(-16), address: '127.0.0.1', agent: '', ...more },
      },
      this.world.now(),
    )
    return { name: 'clockhouse', value, url: this.url }
  }

  /** Does at once what the background does every half minute. */
  round(): Promise<void> {
    return new BackgroundWork(this.world, this.#config).runDue()
  }

  account(who: Who): { companyId: number; userId: number } {
    const { id, adminId, employeeId } = this.company
    return { companyId: id, userId: typeof who === 'number' ? who : who === 'admin' ? adminId : employeeId }
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}

/** The Chromium of this process, how many files use it, and what closes it when none has for a while. */
let shared: Browser | undefined
let users = 0
let closing: NodeJS.Timeout | undefined
const closesAfterMs = 3000

/**
 * The Chromium that the files of a process share; one of a run would have to pass on every message to the process of its
 * test. With `whole`, one that shows notifications, which its file closes.
 */
export async function openBrowser({ whole = false } = {}): Promise<Browser> {
  if (whole) return chromium.launch(wholeChromiumOptions)
  users += 1
  clearTimeout(closing)
  if (!shared?.isConnected()) shared = await chromium.launch(chromiumOptions)
  return shared
}

/** Closes what a file has left open in the shared Chromium, but for the windows that the next one will use. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(leftOpen(browser).map((context) => context.close()))
  users -= 1
  // A hook of the whole process would not do: it may run before the last file has begun.
  if (users === 0) closing = setTimeout(closeShared, closesAfterMs)
}

/** What tests have left open, but for the windows that the next one will use. */
function leftOpen(browser: Browser): BrowserContext[] {
  const kept = new Set([...(idle.get(browser)?.values() ?? [])].flat().map((page) => page.context()))
  return browser.contexts().filter((context) => !kept.has(context))
}

/** Waits a while for what clocks and cells show before the server has it, so that a test reads what it has pressed. */
async function pressesArrived(): Promise<void> {
  const pages = shared ? leftOpen(shared).flatMap((context) => context.pages()) : []
  const sent = pages.map((page) =>
    page.locator('[data-sending], [aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 2000 }),
  )
  await Promise.allSettled(sent)
}

/** Closes it; a file that comes later opens another at once. */
function closeShared(): void {
  const last = shared
  shared = undefined
  void last?.close()
}

/**
 * Starts a site and opens the browser before the tests of a suite, and leaves both after them. `ready` receives them, and may
 * prepare more.
 */
export function withSite(ready: (site: Site, browser: Browser) => unknown, options: SiteOptions = {}): void {
  let site: Site | undefined
  let browser: Browser | undefined
  before(async () => {
    site = await Site.start(options)
    browser = await openBrowser()
    await ready(site, browser)
  })
  afterEach(async (context) => {
    if (!browser || (context as TestContext).passed) return
    for (const page of leftOpen(browser).flatMap((context) => context.pages()))
      console.error((await recordedIn(page)).join('\n  '))
  })
  after(async () => {
    if (browser) await leaveBrowser(browser)
    await site?.stop()
  })
}

/** The errors in the scripts of a window, for `closeWindow`. */
const problemsOf = new WeakMap<Page, string[]>()

/** Windows that were closed, by browser, site and view. The next one like it loads and compiles the app in half the time. */
const idle = new WeakMap<Browser, Map<string, Page[]>>()

/** Writes that can have an idempotency key. */
const hasKeys =
  /^\/api\/(v1\/(?!webhooks\b)|console\/(actions|clock|corrections(\/\d+\/decision)?|pay_amounts|pto_adjustments)$)/

/** A window that knows nothing of those before it, signed in as a person or as no one. */
export async function openWindow(
  browser: Browser,
  site: Site,
  who: Who | undefined,
  view: View = { width: 1280, theme: 'light' },
): Promise<Page> {
  const page = idleWindows(browser, site.url, view).pop() ?? (await newWindow(browser, site.url, view))
  if (who) await page.context().addCookies([await site.cookie(who)])
  if (isCounting) await page.coverage.startJSCoverage({ resetOnNavigation: false })
  const problems: string[] = []
  problemsOf.set(page, problems)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    // The reference sends what its reader has written, and some tests send requests from a page of the API.
    const own = !/^\/(developers\/reference|api)\//.test(`${new URL(page.url()).pathname}/`)
    const write = writeIn(request)
    if (own && write && !write.key === hasKeys.test(write.path))
      problems.push(`${write.method} ${write.path} has ${write.key ? 'an' : 'no'} idempotency key`)
  })
  page.on('console', (message) => {
    // A refused request is said in the console, too; pages say it where people look.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(`${page.url()}: ${message.text()}`)
  })
  return page
}

async function newWindow(browser: Browser, baseURL: string, view: View): Promise<Page> {
  const phone = view.width === 390
  const context = await browser.newContext({
    baseURL,
    viewport: { width: view.width, height: { 390: 844, 1280: 800, 1920: 1080 }[view.width] },
    hasTouch: phone || view.touch === true,
    isMobile: phone,
    colorScheme: view.theme,
    timezoneId: 'America/Denver',
    locale: view.locale ?? 'en-US',
    reducedMotion: 'reduce',
    // A worker would first fetch the whole app for each new window.
    serviceWorkers: view.worker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000)
  await recordEvents(context)
  const page = await context.newPage()
  await page.addInitScript(countWritesOfPresses, sendsMore)
  viewOf.set(page, view)
  return page
}

/** Presses that send more than one write, by what their paths begin with, and why. */
const sendsMore: Readonly<Record<string, string>> = {
  '/api/v1/files': 'each picture is an upload of its own',
  '/api/console/settings': 'the bar of the settings saves card by card, and says at each what was refused',
  '/api/console/alert_rules': 'a card of the settings',
  '/api/console/confirmation': 'a proof of who is there, before the write that it lets through',
  '/api/console/invitation_links': 'links are for people who exist already, and are shown once',
  '/api/console/passkeys': 'a ceremony: the server asks, the device answers',
  '/api/console/devices': 'belongs to the browser, not to what was pressed',
  '/api/console/sign_out': 'follows the removal of the browser from the devices',
  '/api/console/messages/read': 'a consequence of looking at them',
}

/**
 * Runs in each page before its scripts: says in the console, which fails a test, that one press has sent two writes. Between
 * them, the page would show what was not meant, and lose one half if the network breaks.
 */
function countWritesOfPresses(excepted: Readonly<Record<string, string>>): void {
  const { fetch } = window
  const keys = new Set<string>()
  let sent: { path: string; key: string }[] = []
  const begin = (event: Event) => {
    if (event.isTrusted) sent = []
  }
  for (const type of ['pointerdown', 'keydown', 'input', 'drop']) addEventListener(type, begin, true)
  window.fetch = (input, init) => {
    const path = new URL(String(input), location.href).pathname
    const headers = new Headers(init?.headers)
    const method = init?.method ?? 'GET'
    const reads =
      method === 'GET' || headers.get('x-clockhouse-dry-run') === 'yes' || /\/(reports|preview)\b/.test(path)
    const isExcepted = Object.keys(excepted).some((start) => path.startsWith(start))
    // The import writes a file part by part, and shows how far it is.
    const counts = !reads && !isExcepted && path.startsWith('/api/') && !location.pathname.includes('/import')
    const write = { path: `${method} ${path}`, key: headers.get('idempotency-key') ?? '' }
    // What is sent again has its key.
    if (counts && !keys.has(write.key)) {
      // Punches of earlier presses may have waited; each press makes one (test/web_rules/use_clock_out.test.ts).
      const isPunch = ({ path: each }: { path: string }) => each === 'POST /api/console/clock'
      const others = sent.filter((other) => !(isPunch(other) && isPunch(write)))
      if (others.length > 0)
        console.error(`One press has sent ${[...others, write].map(({ path: each }) => each).join(' and ')}`)
      sent.push(write)
      if (write.key !== '') keys.add(write.key)
    }
    return fetch.call(window, input, init)
  }
}

const viewOf = new WeakMap<Page, View>()

function idleWindows(browser: Browser, url: string, view: View): Page[] {
  const windows = idle.get(browser) ?? new Map<string, Page[]>()
  idle.set(browser, windows)
  const key = JSON.stringify([url, view])
  const found = windows.get(key) ?? []
  windows.set(key, found)
  return found
}

/**
 * Closes the window; fails when a script failed in it, the content security policy was broken, or a write was sent without
 * an idempotency key.
 */
export async function closeWindow(page: Page): Promise<void> {
  const view = viewOf.get(page)!
  if (isCounting) writeReached(await page.coverage.stopJSCoverage())
  // Neither a worker nor a tool that was attached can be taken from a window.
  if (view.worker || view.tools) await page.context().close()
  else await empty(page, view)
  assert.deepEqual(problemsOf.get(page), [])
}

/** Takes everything from a window that a test has left there, and keeps it for the next one. */
async function empty(page: Page, view: View): Promise<void> {
  const context = page.context()
  const { origin } = new URL(page.url())
  // What is still on its way would be lost with the window, and the test has not seen what became of it.
  await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached', timeout: 5000 })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/icon-192.png')
  for (const event of ['pageerror', 'request', 'response', 'requestfinished', 'requestfailed', 'console', 'dialog'])
    page.removeAllListeners(event)
  const tools = await context.newCDPSession(page)
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await tools.detach()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setGeolocation(null)
  await page.emulateMedia({ media: null, colorScheme: view.theme })
  idleWindows(context.browser()!, origin, view).push(page)
}

/** A request that changes something: its method, path and idempotency key. */
export type Write = { method: string; path: string; key: string | undefined }

/** The writes that a page sends to the API from now on, as they are sent. */
export function writesOf(page: Page): Write[] {
  const writes: Write[] = []
  page.on('request', (request) => {
    const write = writeIn(request)
    if (write) writes.push(write)
  })
  return writes
}

/** The write that a request is, if it is one of the app: not a report or a dry run, which change nothing. */
function writeIn(request: Request): Write | undefined {
  const method = request.method()
  const path = new URL(request.url()).pathname
  const headers = request.headers()
  if (method === 'GET' || !path.startsWith('/api/') || path.startsWith('/api/v1/reports/')) return undefined
  if (headers['x-clockhouse-dry-run'] === 'yes') return undefined
  return { method, path, key: headers['idempotency-key'] }
}

/** Opens a path and waits until nothing is loading any more. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Waits until the page has its title and no part of it is loading. */
export async function settled(page: Page): Promise<void> {
  const patience = performance.now() + 30_000
  for (;;) {
    try {
      // Looks often; a locator would look half a second apart, and `waitForFunction` would compile the whole of
      // Playwright in the page.
      const state = await page.evaluate(looksSettled, patience - performance.now())
      assert.equal(state, 'settled', `${page.url()} is still loading after 30 seconds`)
      return
    } catch (error) {
      // The page went elsewhere meanwhile.
      if (!/context was destroyed|navigation/.test(String(error))) throw error
    }
  }
}

/** Runs in the page. Looking at every frame would have a frame drawn each time. */
function looksSettled(milliseconds: number): Promise<'settled' | 'late'> {
  const late = performance.now() + milliseconds
  return new Promise((resolve) => {
    const look = () => {
      const isShown = document.querySelector('h1')?.checkVisibility()
      if (isShown && !document.querySelector('[aria-busy="true"]')) resolve('settled')
      else if (performance.now() > late) resolve('late')
      else setTimeout(look, 20)
    }
    look()
  })
}

/** Opens a path as a link of the app does, in a window that has the app, and waits until nothing is loading any more. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await settled(page)
}

/** The smaller build, which reaches a page and is compiled there in two thirds of the time. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe has to say against the page, as sentences. In a second theme only colors differ; in a second language, all else. */
export async function accessibilityProblems(
  page: Page,
  { onlyColors = false, anyColors = true } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([runOnly, enabled]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        // Style sheets are read for experimental rules only, which do not run.
        preload: { assets: ['media'] },
        ...(runOnly && { runOnly }),
        rules: { 'color-contrast': { enabled } },
      })
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
      )
    },
    [onlyColors ? ['color-contrast', 'link-in-text-block'] : undefined, anyColors] as const,
  )
}

/**
 * Controls that a finger would miss: what can be pressed and is smaller than 44 px, text links inside sentences aside. And
 * fields whose text is below 16 px, into which iPhones zoom.
 */
export function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44
    const seen = [
      ...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea, [role=button], summary'),
    ]
    const zoomed =
      ':is(select, textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color]))'
    return seen.flatMap((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      if (element.matches(zoomed) && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        return [`the text of ${element.outerHTML.slice(0, 120)} is smaller than 16 px`]
      // What a label around or for it takes in is pressed just as well.
      const label =
        element instanceof HTMLInputElement ? (element.closest('label') ?? element.parentElement) : undefined
      const box = (
        /^(checkbox|radio|file)$/.test((element as HTMLInputElement).type) && label ? label : element
      ).getBoundingClientRect()
      const inSentence = element.matches('p a, p button, .notice a, .notice button, small a, td a, dd a, .hint button')
      const offScreen = box.right <= 0 || box.width <= 1
      if (inSentence || offScreen || (box.height >= least - 0.5 && box.width >= 24)) return []
      return [`${element.outerHTML.slice(0, 120)} is ${Math.round(box.width)} × ${Math.round(box.height)}`]
    })
  })
}

/** How much wider than the window the page is, in px; 0 when nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

/** Looks until what is seen passes, as a page takes its time; gives it. Fails with what was seen last. */
export async function until<T>(look: () => Promise<T>, passes: (seen: T) => boolean): Promise<T> {
  const late = Promise.withResolvers<never>()
  let last: T | undefined
  const patience = setTimeout(() => late.reject(new Error(`After 30 seconds still: ${JSON.stringify(last)}`)), 30_000)
  try {
    for (;;) {
      const seen = await Promise.race([look(), late.promise])
      if (passes(seen)) return seen
      last = seen
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    clearTimeout(patience)
  }
}

/** Chooses a person by name in the field with this label; `say` translates for a window in another language. */
export async function choosePerson(
  within: Page | Locator,
  label: string,
  name: string,
  say = (text: string) => text,
): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within.getByRole('button', { name: new RegExp(`^${label} `) }).click()
  await page.getByRole('combobox', { name: say('Search people') }).fill(name)
  await page
    .getByRole('listbox', { name: say('People') })
    .getByRole('option', { name })
    .first()
    .click()
}

/** Chooses a time zone in its field, found by what is typed: a city, an offset. */
export async function chooseZone(within: Page | Locator, words: string, name = words): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within.getByRole('button', { name: /^Time zone / }).click()
  await page.getByRole('combobox', { name: 'Search time zones' }).fill(words)
  await page.getByRole('listbox', { name: 'Time zones' }).getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** Every address in the menus, and two that are in none. */
export async function pathsIn(page: Page): Promise<string[]> {
  await visit(page, '/')
  const links = await page.locator('nav a, .menu-list a').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  for (const menu of await page.locator('.menu-button').all()) {
    if (!(await menu.isVisible())) continue
    await menu.click()
    for (const link of await page.locator('.menu-list a').all()) paths.push(await link.getAttribute('href'))
  }
  await visit(page, '/more')
  for (const link of await page.locator('main a').all()) paths.push(await link.getAttribute('href'))
  return [...new Set([...paths.filter((path) => path !== null), '/more', '/nowhere'])]
}
