import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { closeWindow, leaveBrowser, openBrowser, openWindow, Site, visit } from './browser.ts'

// What a phone loads before the clock shows: the page, the entry, the clock, what they import, their styles, and what
// browsers without Temporal need.

const dist = join(import.meta.dirname, '../../web/dist')
const budgetBytes = 150_000

type Chunk = { file: string; imports?: string[]; css?: string[] }

test('the first load stays below 150 kB', () => {
  const chunks = readChunks()
  const temporal = Object.keys(chunks).find((name) => name.includes('temporal-polyfill')) ?? 'Temporal'
  const wanted = new Set(['index.html', 'pages/today/today.tsx', temporal])
  for (const name of wanted) {
    assert.ok(chunks[name], `the build has no ${name}`)
    for (const further of chunks[name].imports ?? []) wanted.add(further)
  }
  const files = new Set([
    'index.html',
    ...[...wanted].flatMap((name) => [chunks[name]!.file, ...(chunks[name]!.css ?? [])]),
  ])
  assert.ok(![...files].some((file) => file.includes('leaflet')), 'the library of maps is loaded with maps only')
  const sizes = [...files].map((file) => {
    const bytes = readFileSync(join(dist, file))
    return { file, brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes).length }
  })
  const total = (kind: 'brotli' | 'gzip') => sizes.reduce((sum, size) => sum + size[kind], 0)
  const list = sizes.map(({ file, brotli, gzip }) => `${file}: ${brotli} brotli, ${gzip} gzip`).join('\n')
  for (const kind of ['brotli', 'gzip'] as const)
    assert.ok(total(kind) < budgetBytes, `${total(kind)} bytes with ${kind}, at most ${budgetBytes}\n${list}`)
})

test('a phone can clock in after at most 18 requests and 150 kB', async () => {
  const [site, browser] = [await Site.start(), await openBrowser()]
  try {
    // A new window, in which no file is cached.
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', tools: true })
    await page.addInitScript(() => {
      new MutationObserver((_, watch) => {
        if (!document.querySelector('.clock-button:enabled')) return
        Object.assign(window, { usableAt: performance.now() })
        watch.disconnect()
      }).observe(document, { childList: true, subtree: true, attributes: true })
    })
    await visit(page, '/')
    const loaded = await page.evaluate(() => {
      const { usableAt } = window as unknown as { usableAt: number }
      const all = performance.getEntries().filter((one) => one instanceof PerformanceResourceTiming)
      return all
        .filter(({ startTime }) => startTime < usableAt)
        .map(({ name, transferSize }) => ({ name, transferSize }))
    })
    const list = loaded.map(({ name, transferSize }) => `${new URL(name).pathname}: ${transferSize}`).join('\n')
    const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)
    assert.ok(loaded.length >= 10 && bytes > 50_000, `not all was seen:\n${list}`)
    assert.ok(loaded.length <= 18, `${loaded.length} requests before one can clock in\n${list}`)
    assert.ok(bytes < budgetBytes, `${bytes} bytes before one can clock in\n${list}`)
    await closeWindow(page)
  } finally {
    await leaveBrowser(browser)
    await site.stop()
  }
})

test('the server names a page’s code in its headers, so that it loads in parallel with the app’s own', async () => {
  const chunks = readChunks()
  const site = await Site.start()
  try {
    const { name, value } = await site.cookie('admin')
    const headers = { accept: 'text/html', cookie: `${name}=${value}` }
    const linksOf = async (path: string) => (await fetch(site.url + path, { headers })).headers.get('link') ?? ''
    for (const [path, file] of [
      ['/', 'pages/today/today.tsx'],
      ['/timesheet', 'pages/timesheet/timesheet.tsx'],
      ['/timesheet/2026-11-18?user=7', 'pages/timesheet/timesheet.tsx'],
      ['/schedule/week/2026-11-18', 'pages/schedule/schedule.tsx'],
      ['/people/new', 'pages/people/person.tsx'],
      ['/people/import', 'pages/import/people_page.tsx'],
    ] as const) {
      const links = await linksOf(path)
      const { file: script, css } = chunks[file]!
      assert.ok(links.includes(`</${script}>; rel=modulepreload`), `${path} names ${script}: ${links}`)
      for (const style of css ?? [])
        assert.ok(links.includes(`</${style}>; rel=preload; as=style; crossorigin`), `${path}: ${style}`)
      for (const [, named] of links.matchAll(/<([^>]+)>/g)) assert.equal((await fetch(site.url + named)).status, 200)
    }
    assert.equal(await linksOf('/nowhere'), '')
    const signedOut = await fetch(`${site.url}/timesheet`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    assert.equal(signedOut.headers.get('link'), null)
  } finally {
    await site.stop()
  }
})

function readChunks(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
}
