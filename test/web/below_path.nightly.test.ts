import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../support/free_port.ts'
import { documentedConfig, installProxies, type ProxyName, ReverseProxy } from '../support/reverse_proxies.ts'
import { closeWindow, leaveBrowser, openBrowser, openWindow, password, Site, settled, until } from './browser.ts'

// The app below a path, behind Debian's nginx and Caddy with the examples of docs/proxies.md. Beside each example, the
// same proxy takes the path away.

/** What an example becomes if the proxy takes the path away. */
const takingAway: Record<ProxyName, (config: string) => string> = {
  nginx: (config) =>
    config
      .replace(/location ~ \S+ \{/, 'location /clock/ {')
      .replace('proxy_pass http://127.0.0.1:8080;', 'proxy_pass http://127.0.0.1:8080/;'),
  Caddy: (config) =>
    config
      .replace(/^\s*@clockhouse .*\n/m, '')
      .replace(
        'reverse_proxy @clockhouse 127.0.0.1:8080',
        'handle_path /clock/* {\n    reverse_proxy 127.0.0.1:8080\n  }',
      ),
}

for (const name of ['nginx', 'Caddy'] as const)
  for (const passing of ['passes on', 'takes away'] as const)
    describe(`below a path that ${name} ${passing}`, () => {
      let site: Site
      let browser: Browser
      let proxy: ReverseProxy
      let home: string

      before(async () => {
        await installProxies()
        const [port, behind] = [await freePort(), await freePort()]
        const example = documentedConfig(name)
        const config = passing === 'passes on' ? example : takingAway[name](example)
        assert.ok(passing === 'passes on' || config !== example)
        proxy = await ReverseProxy.start(name, config, { port, behind })
        home = `${proxy.origin}/clock`
        const settings = { CLOCKHOUSE_URL: home, CLOCKHOUSE_TRUSTED_PROXIES: 'loopback', PORT: String(behind) }
        site = await Site.start({ settings })
        browser = await openBrowser()
      })
      after(async () => {
        if (browser) await leaveBrowser(browser)
        await site?.stop()
        await proxy?.stop()
      })

      test('a person signs in, clocks in, follows links, reloads, opens the app without network, and signs out', async () => {
        const page = await openWindow(browser, site, undefined, { width: 1280, theme: 'light', worker: true })
        const elsewhere: string[] = []
        page.context().on('request', (request) => {
          const url = request.url()
          if (url.startsWith(proxy.origin) && !url.startsWith(`${home}/`)) elsewhere.push(url)
        })
        await page.goto(`${proxy.origin}/clock`)
        await page.getByLabel('Username').fill('maya')
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.waitForURL(`${home}/`)
        await settled(page)
        await punch(page)
        await visitAll(page, home)

        await page.goto(`${home}/timesheet/2026-11-16`)
        await settled(page)
        await page.reload()
        await settled(page)
        assert.equal(page.url(), `${home}/timesheet/2026-11-16`)
        await withoutNetwork(page, home)

        await page.getByRole('button', { name: 'your account' }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Signed out' }).waitFor()
        assert.equal(page.url(), `${home}/signed-out`)
        await page.getByRole('link', { name: 'Sign in again' }).click()
        await page.getByLabel('Username').waitFor()
        assert.deepEqual(
          elsewhere.filter((url) => url !== `${proxy.origin}/clock`),
          [],
          'nothing was asked of the rest of the host',
        )
        await closeWindow(page)
      })
    })

/** Clocks in or out, whichever the clock offers. */
async function punch(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const [begin, end] = [
    main.getByRole('button', { name: 'Clock in', exact: true }),
    main.getByRole('button', { name: 'Clock out', exact: true }),
  ]
  await begin.or(end).first().waitFor()
  if (await begin.isVisible()) {
    await begin.click()
    await end.waitFor()
  }
}

/** Follows the links of the navigation, and goes back. */
async function visitAll(page: Page, home: string): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
  const count = await links.count()
  assert.ok(count > 2, `${count} links`)
  for (let index = 0; index < count; index++) {
    await links.nth(index).click()
    await settled(page)
    assert.ok(page.url().startsWith(`${home}/`), page.url())
  }
  const last = page.url()
  await page.goBack()
  await until(
    async () => page.url(),
    (url) => url !== last && url.startsWith(`${home}/`),
  )
}

/** The app is installed for its path only, and opens without network. */
async function withoutNetwork(page: Page, home: string): Promise<void> {
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  assert.equal(scope, `${home}/`)
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    const { start_url, scope, icons } = await (await fetch(href)).json()
    return [start_url, scope, ...icons.map(({ src }: { src: string }) => src)].map((path) => new URL(path, href).href)
  })
  for (const address of manifest) assert.ok(address.startsWith(`${home}/`), address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await page.goto(`${home}/`)
  await page.getByRole('main').getByRole('button', { name: 'Clock out', exact: true }).waitFor()
  await page.context().setOffline(false)
  await page.goto(`${home}/me`)
  await settled(page)
}
