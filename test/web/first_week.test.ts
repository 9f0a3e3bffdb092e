import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { closeWindow, openWindow, type Site, withSite } from './browser.ts'

/** At most so many presses lead from the first visit to the first week that is approved, closed and paid, with its file. */
const pressesMax = 20

describe('the first week', () => {
  let site: Site
  let browser: Browser
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { empty: true },
  )

  test('an administrator gets from the first visit to the files of the first closed week with few presses', async () => {
    const page = await openWindow(browser, site, undefined, { width: 1280, theme: 'light' })
    const presses: string[] = []
    // With a mouse alone, a field that does not have the focus is pressed before something is typed.
    const fields: string[] = []
    const press = async (what: Locator) => {
      await what.waitFor()
      presses.push(
        (await what.getAttribute('aria-label')) ?? (await what.textContent())?.replaceAll(/\s+/g, ' ').trim() ?? '',
      )
      await what.click()
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    const type = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true })
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) fields.push(label)
      await field.fill(text)
    }

    await page.goto('/')
    await type('Company name', 'Hill Roofing')
    await press(button('Continue'))
    await press(button('Continue'))
    await type('First name', 'Ada')
    await type('Last name', 'Hill')
    await type('Email', 'ada@hill.example')
    await type('Password', 'a long enough one')
    const missing: string[] = []
    page.on('response', (response) => response.status() === 404 && missing.push(response.url()))
    await press(button('Create company'))
    await button(/^All 3 are right/).waitFor()
    assert.deepEqual(missing, [], 'the form leads to a page that exists')

    await press(button(/^All 3 are right/))
    await press(button('Skip: Make Clockhouse reachable'))
    await press(page.getByRole('link', { name: /^Add your people/ }))
    await type('Names', 'Ana Silva, 30\nBruno Reis, 25.50')
    await press(button('Add 2 people'))
    await page.getByRole('dialog', { name: 'Links for 2 people' }).waitFor()
    const links = await page.locator('.dialog .link-slips code').allTextContents()
    assert.equal(links.length, 2)
    await press(button('I’ve saved them'))
    await page.getByRole('table', { name: 'People' }).getByText('Bruno Reis').waitFor()

    // The page of a step that is done leads to the next one.
    const next = page.getByRole('region', { name: 'Setup' }).getByRole('link')
    await press(next.filter({ hasText: 'Next: Add what they work on' }))
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    assert.equal(await next.count(), 0, 'this step is not done')
    await type('Names', 'Harmon residence\nWorkshop')
    await press(button('Add 2 jobs'))
    await page.getByRole('table', { name: 'Jobs' }).getByText('Workshop').waitFor()
    await next.filter({ hasText: 'Next: ' }).waitFor()

    // What the crew does meanwhile: it signs in with the links, clocks in and out for a week, and submits it.
    for (const link of links) await signIn(link)
    await workWeek(page)

    await press(page.getByRole('link', { name: 'Approvals', exact: true }))
    await press(button(/^Approve 2 submitted \(80:00 h\)/))
    await press(page.locator('.payrun-close').getByRole('button', { name: 'Close pay run' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Close pay run' }))
    await page.getByText('It paid $2,220.00 to 2 people.').waitFor()
    const download = page.waitForEvent('download')
    await press(button('Download'))
    assert.match((await download).suggestedFilename(), /\.csv$/)
    console.log(`${presses.length} presses: ${presses.join(' · ')}`)
    console.log(`${presses.length + fields.length} by the mouse alone, with the fields ${fields.join(' · ')}`)
    assert.ok(presses.length <= pressesMax, `${presses.length} presses, at most ${pressesMax}: ${presses.join(' · ')}`)
    await closeWindow(page)
  })

  /** A person opens the link of the sheet on a phone, and chooses a password. */
  async function signIn(link: string): Promise<void> {
    const phone = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
    await phone.goto(link)
    await phone.getByLabel('New password', { exact: true }).fill('a long enough one')
    await phone.getByLabel('Repeat password', { exact: true }).fill('a long enough one')
    await phone.getByRole('button').last().click()
    await phone.getByRole('button', { name: 'Clock in' }).waitFor()
    await closeWindow(phone)
  }

  /** The time of a past week, which no one can clock in the test. */
  async function workWeek(page: Page): Promise<void> {
    const { request } = page.context()
    const list = async (name: string, query: string) =>
      Object.keys((await (await request.get(`/api/v1/${name}?${query}`)).json()).results[name]).map(Number)
    const send = async (method: string, name: string, data: unknown) => {
      const headers = { 'idempotency-key': crypto.randomUUID(), origin: new URL(page.url()).origin }
      const response = await request.fetch(`/api/v1/${name}`, { method, headers, data: { data } })
      const { results } = await response.json()
      return Object.values<{ _status_code: number }>(results[name]).map(({ _status_code }) => _status_code)
    }
    const { user } = await (await request.get('/api/console/start')).json()
    const crew = (await list('users', 'active=yes')).filter((id) => id !== user.id)
    const [jobcode_id] = await list('jobcodes', 'type=regular')
    const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']
    const entries = crew.flatMap((user_id) =>
      days.map((date) => ({
        ...{ user_id, jobcode_id, type: 'regular' },
        ...{ start: `${date}T07:00:00-07:00`, end: `${date}T15:00:00-07:00` },
      })),
    )
    const submitted = crew.map((id) => ({ id, submitted_to: '2026-11-07' }))
    const statuses = [...(await send('POST', 'timesheets', entries)), ...(await send('PUT', 'users', submitted))]
    assert.deepEqual(statuses, Array(12).fill(200))
  }
})
