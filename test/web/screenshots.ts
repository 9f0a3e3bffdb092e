import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readCatalog } from '../../src/company/catalog.ts'
import { installBrowsers } from '../support/browsers.ts'
import { startTileServer } from '../support/tile_server.ts'
import {
  choosePerson,
  closeWindow,
  openBrowser,
  openWindow,
  Site,
  settled,
  type View,
  visit,
  type Who,
} from './browser.ts'

// `npm run screenshots [-- 1920|1280|390|light|dark|en|de|path …]` takes a screenshot of every page at 1920, 1280 and 390
// px, light and dark, in English and German, into the folder screenshots/, of the administrator's pages and an
// employee's.

const out = join(import.meta.dirname, '../../screenshots')
const wanted = process.argv.slice(2)
const widths = [390, 1280, 1920] as const
const themes = ['light', 'dark'] as const
const languages = ['en', 'de'] as const
const paths = wanted.filter((word) => word.startsWith('/'))

const german = readCatalog('de')

/** A text of the app in the language of the window. */
let say = (text: string): string => text

/** A state of a page: how to prepare it (returns how to undo that), and what to press in it. */
type Moment = {
  name: string
  prepare?: (site: Site) => Promise<() => Promise<unknown>>
  press?: (page: Page) => unknown
}

/** Pages by path, with the person who views them and the state. Signed-out pages have no person. */
const shots: readonly [Who | undefined, string, Moment?][] = [
  [undefined, '/sign-in'],
  ['employee', '/'],
  ['admin', '/'],
  ['employee', '/', { name: 'running', prepare: (site) => clockedIn(site, 4) }],
  ['employee', '/', { name: 'forgotten', prepare: (site) => clockedIn(site, 15) }],
  [
    'employee',
    '/',
    { name: 'job', press: (page) => page.getByRole('button', { name: new RegExp(`^${say('Job')} `) }).click() },
  ],
  ['employee', '/', { name: 'offline', press: (page) => page.context().setOffline(true) }],
  ['admin', '/', { name: 'palette', press: (page) => findInPalette(page, 'riverb') }],
  ['admin', '/', { name: 'keys', press: showKeys }],
  ['employee', '/timesheet'],
  ['admin', '/timesheet', { name: 'person', press: showMateo }],
  ['admin', '/timesheet', { name: 'add', press: (page) => press(page, 'Add time') }],
  ['admin', '/timesheet', { name: 'copy', press: (page) => showMateo(page).then(() => press(page, 'Copy last week')) }],
  ['admin', '/timesheet', { name: 'submit', press: (page) => showMateo(page).then(() => press(page, 'Submit time')) }],
  ['employee', '/schedule'],
  ['admin', '/schedule'],
  ['admin', '/schedule/week/2026-11-25?who=all'],
  ['admin', '/schedule/month/2026-11-18'],
  ['employee', '/time_off'],
  ['admin', '/time_off/waiting'],
  ['admin', '/time_off/calendar'],
  ['admin', '/working'],
  ['admin', '/approvals'],
  ['admin', '/approvals', { name: 'person', press: openPerson }],
  ['admin', '/approvals?day=2026-11-18'],
  ['admin', '/approvals?day=2026-10-20'],
  ['admin', '/reports'],
  ['admin', '/reports/hours?range=last-period&by=customer&within=person'],
  [
    'admin',
    '/reports/hours',
    { name: 'filters', press: (page) => page.getByRole('button', { name: say('Filters') }).click() },
  ],
  ['employee', '/reports/hours'],
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
  ['admin', '/locations', { name: 'place', press: openLot }],
  ['admin', '/holidays'],
  ['admin', '/pto'],
  ['admin', '/pto', { name: 'policy', press: (page) => press(page, 'Add an exception') }],
  ['admin', '/pto/balances'],
  ['admin', '/pto/balances', { name: 'person', press: (page) => press(page, 'Maya Torres') }],
  ['admin', '/projects'],
  ['admin', '/projects', { name: 'add', press: (page) => press(page, 'Add a project') }],
  ['admin', '/welcome'],
  ['admin', '/developers'],
  ['admin', '/developers/tokens'],
  ['admin', '/developers/tokens', { name: 'add', press: (page) => press(page, 'Create token') }],
  ['admin', '/developers/webhooks'],
  ['admin', '/developers/webhooks', { name: 'add', press: (page) => press(page, 'Add a webhook') }],
  ['admin', '/audit'],
  ['admin', '/inspectors'],
  ['admin', '/inspectors', { name: 'add', press: (page) => press(page, 'Add inspector') }],
  ['admin', '/retention'],
  ['admin', '/retention', { name: 'hold', press: (page) => press(page, 'Add legal hold') }],
  ['admin', '/developers/reference/timesheets'],
  ['admin', '/settings'],
  ['admin', '/settings/pay-period'],
  ['admin', '/welcome/reach'],
  ['admin', '/deliveries'],
  ['admin', '/server'],
  ['admin', '/server', { name: 'restore', press: (page) => press(page, 'Restore…') }],
  ['admin', '/outbox'],
  ['admin', '/outbox', { name: 'mail', press: openMail }],
  [
    'employee',
    '/',
    { name: 'bell', press: (page) => page.getByRole('button', { name: new RegExp(`^${say('Messages')}`) }).click() },
  ],
  ['employee', '/me'],
  ['employee', '/me#notifications'],
  [
    'employee',
    '/me',
    { name: 'reminder', press: (page) => press(page, say('Change: {title}').replace('{title}', say('Clock in'))) },
  ],
  ['employee', '/connected'],
]

mkdirSync(out, { recursive: true })
await installBrowsers()
const tiles = await startTileServer()
const backups = mkdtempSync(join(tmpdir(), 'clockhouse-backups-'))
const settings = { CLOCKHOUSE_SMTP_URL: 'outbox:', CLOCKHOUSE_BACKUP_DIR: backups, ...tiles.settings }
const site = await Site.start({ settings })
await sendMessages(site)
await site.api('POST', '/api/console/server/backups')
const browser = await openBrowser()
try {
  for (const view of viewsWanted())
    for (const who of [undefined, 'employee', 'admin'] as const) {
      const language = view.locale!.slice(0, 2)
      say = language === 'de' ? (text) => german[text] ?? text : (text) => text
      const mine = shots.filter(([whose, path]) => whose === who && (paths.length === 0 || paths.includes(path)))
      if (mine.length === 0) continue
      const page = await openWindow(browser, site, who, view)
      for (const [, path, moment] of mine) {
        const undo = await moment?.prepare?.(site)
        await visit(page, path)
        await moment?.press?.(page)
        await settled(page)
        const place = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'clock'
        const name = [place, moment?.name, who ?? 'signed-out'].filter(Boolean).join('-')
        const file = `${name}-${view.width}-${view.theme}-${language}.png`
        await page.screenshot({ path: join(out, file) })
        await page.context().setOffline(false)
        await undo?.()
        console.log(file)
      }
      await closeWindow(page)
    }
} finally {
  await browser.close()
  await site.stop()
  await tiles.stop()
  rmSync(backups, { recursive: true })
}
process.exit(0)

/** The windows that were asked for; of what is not named, all. */
function viewsWanted(): View[] {
  const of = <T extends string | number>(all: readonly T[]) => {
    const named = all.filter((one) => wanted.includes(String(one)))
    return named.length > 0 ? named : all
  }
  return of(widths).flatMap((width) =>
    of(themes).flatMap((theme) =>
      of(languages).map((language): View => ({ width, theme, locale: language === 'de' ? 'de-DE' : 'en-US' })),
    ),
  )
}

/** Clocks the employee in so many hours ago, before lunch or long before. */
async function clockedIn(site: Site, hoursAgo: number): Promise<() => Promise<unknown>> {
  const { results: jobs } = await site.api('GET', '/jobcodes?name=Emergency call')
  const jobcode_id = Number(Object.keys(jobs.jobcodes)[0])
  const at = (hours: number) => new Date(site.world.now() / 1000 - hours * 3_600_000).toISOString()
  const entry = { user_id: site.company.employeeId, jobcode_id, type: 'regular' }
  const done = { ...entry, start: at(hoursAgo), end: at(hoursAgo - 2), notes: 'Replaced the valve on the second floor' }
  const running = { ...entry, start: at(hoursAgo > 12 ? hoursAgo : hoursAgo - 2), end: '', notes: 'Waiting for parts' }
  const data = hoursAgo > 12 ? [running] : [done, running]
  const { results } = await site.api('POST', '/timesheets', { data })
  const ids = Object.values<{ id: number }>(results.timesheets).map(({ id }) => id)
  return () => site.api('DELETE', `/timesheets?ids=${ids}`)
}

/** Messages for the bell, and mails for the outbox. */
async function sendMessages(site: Site): Promise<void> {
  const user_id = site.company.employeeId
  await site.api('PUT', '/users', { data: [{ id: user_id, email: 'maya@torres-family.example' }] })
  const data = [
    { user_id, message: 'The truck is in the workshop until Friday. Take the van.', method: 'email' },
    { user_id, message: 'Safety talk on Thursday at 7:30 in the yard, before anyone leaves.', method: 'email' },
    { user_id, message: 'Bring the long ladder to the school.' },
  ]
  await site.api('POST', '/notifications', { data })
  await site.round()
}

async function openMail(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: say('Messages') })
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** The days of the first person in a pay run. */
async function openPerson(page: Page): Promise<void> {
  await page.locator('.payrun-opener').first().click()
  await page.locator('.payrun-days').waitFor()
}

/** A location with its geofence on the map. */
async function openLot(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Lot 14/ }).click()
  await page.getByRole('dialog').getByRole('application').scrollIntoViewIfNeeded()
}

/** Another person's timesheet, with a full week. */
async function showMateo(page: Page): Promise<void> {
  await choosePerson(page, say('Whose timesheet'), 'Mateo Cruz', say)
  await page.getByRole('heading', { name: /Mateo Cruz/ }).waitFor()
}

async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: say(name), exact: true })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function showKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

async function findInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: say('Search pages, people, and jobs') }).fill(words)
}
