import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { installBrowsers } from '../support/browsers.ts'
import { closeWindow, openBrowser, openWindow, Site, settled, views, visit, type Who } from './browser.ts'

// `npm run screenshots [-- part of a path …]` takes a picture of every page, at 1280 and 390 px, light and dark, into the
// folder screenshots/, of the administrator's pages and of an employee's.

const out = join(import.meta.dirname, '../../screenshots')
const wanted = process.argv.slice(2)

/** What is done on a page before its picture is taken, and what the picture is called then. */
type Step = { name: string; run: (page: Page) => Promise<void> }

/** Pages by address, and whose they are shown as. Signed-out pages have nobody. */
const shots: readonly [Who | undefined, string, Step?][] = [
  [undefined, '/sign-in'],
  ['employee', '/'],
  ['employee', '/timesheet'],
  ['admin', '/timesheet', { name: 'somebody', run: showMateo }],
  ['admin', '/timesheet', { name: 'add', run: (page) => press(page, 'Add time') }],
  ['admin', '/timesheet', { name: 'copy', run: (page) => showMateo(page).then(() => press(page, 'Copy last week')) }],
  ['admin', '/timesheet', { name: 'submit', run: (page) => showMateo(page).then(() => press(page, 'Submit time')) }],
  ['employee', '/schedule'],
  ['admin', '/schedule'],
  ['admin', '/schedule/week/2026-11-25?who=all'],
  ['admin', '/schedule/month/2026-11-18'],
  ['employee', '/time_off'],
  ['admin', '/time_off/waiting'],
  ['admin', '/time_off/calendar'],
  ['admin', '/working'],
  ['admin', '/approvals'],
  ['admin', '/approvals?day=2026-11-01'],
  ['admin', '/reports'],
  ['admin', '/reports/payroll?range=last-period'],
  ['admin', '/reports/people'],
  ['admin', '/reports/files'],
  ['admin', '/reports/projects'],
  ['admin', '/people'],
  ['admin', '/people/new'],
  ['admin', '/people/import'],
  ['admin', '/groups'],
  ['admin', '/groups?group=new'],
  ['admin', '/jobs'],
  ['admin', '/jobs?q=demolition'],
  ['admin', '/jobs/new'],
  ['admin', '/fields'],
  ['admin', '/locations'],
  ['admin', '/locations?place=new'],
  ['admin', '/welcome'],
  ['admin', '/developers'],
  ['admin', '/developers/tokens'],
  ['admin', '/developers/reference/timesheets'],
  ['admin', '/settings'],
  ['employee', '/me'],
  ['employee', '/connected'],
]

mkdirSync(out, { recursive: true })
installBrowsers()
const site = await Site.start()
const browser = await openBrowser()
try {
  for (const view of views)
    for (const who of [undefined, 'employee', 'admin'] as const) {
      const mine = shots.filter(([whose, path]) => whose === who && (wanted.length === 0 || wanted.includes(path)))
      if (mine.length === 0) continue
      const page = await openWindow(browser, site, who, view)
      for (const [, path, step] of mine) {
        await visit(page, path)
        await step?.run(page)
        await settled(page)
        const place = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'clock'
        const name = [place, step?.name, who ?? 'nobody'].filter(Boolean).join('-')
        await page.screenshot({ path: join(out, `${name}-${view.width}-${view.theme}.png`) })
        console.log(`${name} ${view.width} ${view.theme}`)
      }
      await closeWindow(page)
    }
} finally {
  await browser.close()
  await site.stop()
}
process.exit(0)

/** Somebody else's timesheet, with a week that is full. */
async function showMateo(page: Page): Promise<void> {
  await page.getByLabel('Whose timesheet').selectOption({ label: 'Mateo Cruz' })
  await page.getByRole('heading', { name: /^Mateo Cruz/ }).waitFor()
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}
