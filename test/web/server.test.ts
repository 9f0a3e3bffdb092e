import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { backupName } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  startOfDay,
  views,
  visit,
  withSite,
} from './browser.ts'

// The Server page: its charts, the last errors, and a backup that is restored from it.

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-server-'))
// A backup that is not due yet, and is not whole.
const old = backupName('0.2.0', startOfDay - hour)
writeFileSync(join(folder, old), 'cut off')

describe('the Server page', () => {
  let site: Site
  let browser: Browser
  after(() => rmSync(folder, { recursive: true }))
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { settings: { CLOCKHOUSE_BACKUP_DIR: folder } },
  )

  const picture = async (page: Page, name: string) => {
    const { TEST_PICTURES: pictures } = process.env
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }

  test('a server that has just been started draws nothing, and then what it has measured', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/server')
    await page.getByText(/^Collecting since .* The first numbers come after a minute\.$/).waitFor()
    await page.getByText(/^None since the server was started/).waitFor()
    assert.equal(await page.getByRole('img', { name: /^Requests/ }).count(), 0)
    await closeWindow(page)
    const { history, database } = site.world.sight
    const minute = 60_000
    const now = performance.now()
    for (let n = 0; n < 90; n++) {
      // The machine slept for a while.
      if (n >= 20 && n <= 30) continue
      for (let asked = 0; asked < 40 + 30 * Math.sin(n / 9); asked++) history.answered(200, 0.004 + (n % 7) * 0.003)
      for (let stored = 0; stored < 5; stored++) database.commits.took(0.001 + (n % 5) * 0.0004)
      if (n === 40) history.answered(500, 0.03)
      await history.sample(site.world.db, dirname(database.file!.path), database.commits, now - (89 - n) * minute)
    }
    const { log } = site.world
    log.error(
      { err: new Error('the answer of "Ada" has no end'), route: '/api/v1/users', requestId: 'a-1' },
      'a request failed',
    )
    for (let n = 0; n < 7; n++)
      log.error({ err: new TypeError(`x.y${n} is not a function`) }, 'a background round failed')
    for (const view of views) {
      const shown = await openWindow(browser, site, 'admin', view)
      await visit(shown, '/server')
      for (const name of [
        /^Requests: .* a minute, .* at most, .* in all$/,
        /^Answers: .* ms 95% are faster/,
        /^Memory: .* MB/,
      ])
        await shown.getByRole('img', { name }).waitFor()
      const faults = shown.getByRole('list', { name: 'Last errors' }).getByRole('listitem')
      assert.equal(await faults.count(), 5)
      await shown.getByRole('button', { name: 'Show 3 more' }).click()
      await shown.getByText(/\d.* used$/).waitFor()
      await shown.getByText('/api/v1/users · the answer of “…” has no end').waitFor()
      assert.deepEqual(await accessibilityProblems(shown), [])
      assert.equal(await sidewaysScroll(shown), 0)
      if (view.width === 390) assert.deepEqual(await smallControls(shown), [])
      await picture(shown, `server-${view.width}-${view.theme}`)
      await closeWindow(shown)
    }
  })

  test('a backup is restored from the page, which says what is lost and goes on by itself', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/server')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('The backup was made and checked.').waitFor()
    const name = readdirSync(folder).find((file) => file !== old)
    await site.api('POST', '/jobcodes', { data: [{ name: 'Too late' }] })
    await page.getByRole('button', { name: 'Restore…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ changes? of (a record|records)\.$/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await picture(page, 'server-restore')
    await dialog.getByRole('button', { name: 'Restore this backup' }).click()
    await page.getByText(`The backup ${name} was restored.`).waitFor()
    await settled(page)
    await picture(page, 'server-restored')
    assert.equal(await page.getByRole('img', { name: /^Requests/ }).count(), 1, 'the history goes on')
    const { results } = await site.api('GET', '/jobcodes')
    const names = Object.values(results.jobcodes as Record<string, { name: string }>).map((job) => job.name)
    assert.ok(!names.includes('Too late'))
    assert.equal(readdirSync(folder).length, 3, 'what was there before is backed up')
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })
})
