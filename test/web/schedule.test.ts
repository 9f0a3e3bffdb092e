import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  until,
  visit,
  withSite,
} from './browser.ts'
import { dismissToasts, toast } from './toasts.ts'

// The schedule for planners and for workers. Today is Wednesday, November 18, 2026.

const phone = { width: 390, theme: 'light' } as const

describe('the schedule', () => {
  let site: Site
  let browser: Browser
  let calendar: number
  let crew: Map<string, Values>
  withSite(async (...started) => {
    ;[site, browser] = started
    calendar = Number(Object.keys((await site.api('GET', '/schedule_calendars')).results.schedule_calendars)[0])
    const { results } = await site.api('GET', '/users?active=yes')
    crew = new Map(Object.values<Values>(results.users).map((user) => [user.first_name, user]))
  })

  const idOf = (name: string): number => crew.get(name)!.id
  /** The shifts of some days from the API, each with all its people. */
  const shifts = async (from: string, to: string, who: 'admin' | 'employee' = 'admin'): Promise<Values[]> => {
    const range = `start=${from}T00:00:00-07:00&starts_before=${to}T00:00:00-07:00&active=yes&draft=both&team_events=base`
    const path = `/schedule_events?schedule_calendar_ids=${calendar}&limit=200&${range}`
    return Object.values((await site.api('GET', path, undefined, who)).results.schedule_events)
  }
  const add = async (shift: Values): Promise<Values> => {
    const data = [{ schedule_calendar_id: calendar, ...shift }]
    const { results } = await site.api('POST', '/schedule_events', { data, team_events: 'base' })
    assert.equal(results.schedule_events['1']._status_code, 200, JSON.stringify(results))
    return results.schedule_events['1']
  }
  const cell = (page: Page, name: string, day: string) => {
    const at = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(day)
    return page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('gridcell')
      .nth(at)
  }

  test('only planners see a draft and its conflicts, and once it is published its person sees it and is notified', async () => {
    const [office, worker] = [
      await openWindow(browser, site, 'admin'),
      await openWindow(browser, site, 'employee', phone),
    ]
    await visit(office, `/schedule/week/2026-12-06?person=${idOf('Maya')}`)
    await cell(office, 'Maya Torres', 'Thu')
      .getByRole('button', { name: /^Add a shift, Maya Torres/ })
      .click()
    const dialog = office.getByRole('dialog', { name: 'New shift' })
    await dialog.getByLabel('Title').fill('Boiler check')
    await dialog.getByLabel('Start time').fill('09:00')
    await dialog.getByLabel('End time').fill('12:30')
    await dialog.getByLabel('Location').fill('44 Elm Street')
    await dialog.getByRole('button', { name: /^Job/ }).click()
    await office.getByRole('dialog', { name: 'Choose a job' }).getByText('Emergency call').click()
    assert.deepEqual(await accessibilityProblems(office), [])
    await dialog.getByRole('button', { name: 'Save as draft' }).click()
    const chip = cell(office, 'Maya Torres', 'Thu').getByRole('button', {
      name: /9 AM – 12:30 PM\s*Boiler check.*draft/,
    })
    await chip.waitFor()
    const [created] = await shifts('2026-12-06', '2026-12-13')
    assert.deepEqual(
      [created!.start, created!.end, created!.draft, created!.assigned_user_ids],
      ['2026-12-10T09:00:00-07:00', '2026-12-10T12:30:00-07:00', true, [String(site.company.employeeId)]],
    )

    await visit(worker, '/schedule/week/2026-12-06')
    await worker.getByText('No shifts this week yet.').waitFor()
    assert.deepEqual(await shifts('2026-12-06', '2026-12-13', 'employee'), [])

    await office.getByRole('button', { name: 'Publish 1 draft' }).click()
    const publishing = office.getByRole('dialog', { name: 'Publish 1 shift' })
    await publishing.getByText('Maya Torres will be notified.').waitFor()
    await publishing.getByText('Thu, Dec 10, 9 AM – 12:30 PM · Boiler check').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(office), [])
    await publishing.getByRole('button', { name: 'Publish 1 shift' }).click()
    await toast(office, '1 shift published. 1 person will be notified.').waitFor()
    await office
      .getByRole('button', { name: /^Publish/ })
      .first()
      .waitFor({ state: 'detached' })

    // No one reloads: the page is updated live.
    const line = worker.getByRole('button', { name: /Boiler check/ })
    await line.waitFor()
    await line.click()
    const details = worker.getByRole('dialog', { name: 'Boiler check' })
    await details.getByText('9 AM – 12:30 PM').waitFor()
    await details.getByRole('link', { name: '44 Elm Street' }).waitFor()
    await details.getByText('Service calls › Emergency call').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(worker), [])
    const told = await site.api('GET', '/api/console/messages', undefined, 'employee')
    const messages = told.messages.map(({ message }: Values) => message)
    assert.ok(messages.includes('New shift: Boiler check, Thu 2026-12-10 09:00 to 12:30'), JSON.stringify(messages))
    await closeWindow(worker)

    // Conflicts are shown before and after a shift is saved.
    const off = { date: '2027-01-13', entry_method: 'manual', duration: 28800, jobcode_id: await jobNamed('Vacation') }
    await site.api('POST', '/time_off_requests', {
      data: [{ user_id: idOf('Kenji'), status: 'approved', time_off_request_entries: [off] }],
    })
    await add({
      start: '2027-01-13T07:00:00-07:00',
      end: '2027-01-13T12:00:00-07:00',
      assigned_user_ids: [idOf('Noah')],
    })
    await dismissToasts(office)
    await go(office, '/schedule/week/2027-01-13')
    await cell(office, 'Kenji Sato', 'Wed').getByText('Vacation').waitFor()
    await cell(office, 'Kenji Sato', 'Wed')
      .getByRole('button', { name: /^Add a shift/ })
      .click()
    await dialog.getByRole('checkbox', { name: /Noah Fischer/ }).check()
    const warnings = dialog.getByRole('status')
    await warnings.getByText('Kenji Sato has time off.').waitFor()
    await warnings.getByText('Noah Fischer has another shift, 7 AM – 12 PM.').waitFor()
    await dialog.getByLabel('Start time').fill('12:00')
    await warnings.getByText('Noah Fischer').waitFor({ state: 'detached' })
    await dialog.getByLabel('End time').fill('11a')
    // It would end before it starts, so it ends the next day.
    assert.equal(await dialog.getByLabel('End date').inputValue(), '2027-01-14')
    await dialog.getByLabel('End date').fill('2027-01-13')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('End time must be after start time.').waitFor()
    await dialog.getByLabel('End time').fill('17:00')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast(office, 'Shift published.').waitFor()
    await cell(office, 'Kenji Sato', 'Wed')
      .getByRole('button', { name: /12 PM – 5 PM.*1 warning/ })
      .waitFor()
    await closeWindow(office)
  })

  test('shifts are moved, copied and deleted by keyboard and by dragging, with undo, and are filtered', async () => {
    const { id } = await add({
      start: '2026-12-15T08:00:00-07:00',
      end: '2026-12-15T16:00:00-07:00',
      assigned_user_ids: [idOf('Will')],
      title: 'Gutters',
    })
    await add({
      start: '2027-01-05T22:00:00-07:00',
      end: '2027-01-06T06:00:00-07:00',
      assigned_user_ids: [idOf('Aaron'), idOf('Ben')],
      title: 'Night watch',
    })
    const now = async () => {
      const found = (await shifts('2026-12-13', '2026-12-20')).find((shift) => shift.id === id)
      return found && [found.start, found.assigned_user_ids.join()]
    }
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/schedule/week/2026-12-15')
    await page.getByRole('button', { name: /Gutters/ }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await toast(page, 'Moved to Wed, Dec 16.').waitFor()
    assert.deepEqual(await now(), ['2026-12-16T08:00:00-07:00', String(idOf('Will'))])
    // The focus moved with it, so it can be moved further.
    const moved = cell(page, 'Will Archer', 'Wed').getByRole('button', { name: /Gutters/ })
    await moved.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await toast(page, 'Moved to Wed, Dec 16, Zoe Park.').waitFor()
    assert.deepEqual(await now(), ['2026-12-16T08:00:00-07:00', String(idOf('Zoe'))])
    await toast(page, 'Zoe Park').getByRole('button', { name: 'Undo' }).click()
    await cell(page, 'Will Archer', 'Wed')
      .getByRole('button', { name: /Gutters/ })
      .focus()
    await page.keyboard.press('Delete')
    await toast(page, 'Shift deleted.').waitFor()
    assert.equal(await now(), undefined)
    await toast(page, 'Shift deleted.').getByRole('button', { name: 'Undo' }).click()
    const chip = cell(page, 'Will Archer', 'Wed').getByRole('button', { name: /Gutters/ })
    await chip.focus()
    assert.deepEqual(await now(), ['2026-12-16T08:00:00-07:00', String(idOf('Will'))])
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    assert.match(focused ?? '', /^Add a shift, Tom Becker, Sunday, December 13/)
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { name: 'Dec 20 – 26, 2026' }).waitFor()

    await dismissToasts(page)
    const all = async () =>
      (await shifts('2027-01-03', '2027-01-10'))
        .map(({ start, assigned_user_ids, draft }) => [start.slice(0, 16), assigned_user_ids.map(Number), draft])
        .sort()
    await go(page, '/schedule/week/2027-01-03')
    // A shift past midnight shows on the next day as well.
    await cell(page, 'Aaron Blake', 'Wed')
      .getByRole('button', { name: /until 6 AM.*Night watch/ })
      .waitFor()
    const night = (name: string, day: string) =>
      cell(page, name, day).getByRole('button', { name: /10 PM – 6 AM.*Night watch/ })
    await night('Ben Whitaker', 'Tue').dragTo(cell(page, 'Dmitri Volkov', 'Thu'))
    await toast(page, 'Moved to Thu, Jan 7, Dmitri Volkov for all 2 people.').waitFor()
    assert.deepEqual(await all(), [['2027-01-07T22:00', [idOf('Aaron'), idOf('Dmitri')], false]])
    await night('Dmitri Volkov', 'Thu').dragTo(cell(page, 'Open shifts', 'Thu'))
    await toast(page, 'Moved to Thu, Jan 7, Open.').waitFor()
    assert.deepEqual(await all(), [['2027-01-07T22:00', [idOf('Aaron')], false]])
    await page.keyboard.down('Control')
    await night('Aaron Blake', 'Thu').dragTo(cell(page, 'Open shifts', 'Mon'))
    await page.keyboard.up('Control')
    await toast(page, 'Copied to Mon, Jan 4, Open as a draft.').waitFor()
    assert.deepEqual(await all(), [
      ['2027-01-04T22:00', [], true],
      ['2027-01-07T22:00', [idOf('Aaron')], false],
    ])

    // Filters, which the address keeps, and a month that leads to its days.
    await go(page, '/schedule/week/2026-11-18')
    await page.getByLabel('Group').selectOption('Service')
    await page.getByRole('row', { name: /Maya Torres/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Aaron Blake/ }).count(), 0)
    const chooseJob = async (path: string) => {
      await page.getByRole('button', { name: /^Job / }).click()
      await page.getByRole('combobox', { name: 'Search jobs' }).fill(path.split(' › ').at(-1)!)
      await page.getByRole('option', { name: path, exact: true }).click()
    }
    await chooseJob('Service calls › Warranty')
    await settled(page)
    const titles = await page.locator('.shift-chip-title').allInnerTexts()
    assert.ok(titles.length > 0 && titles.every((title) => title.trim() === 'Warranty'), titles.join())
    await page.getByRole('radio', { name: 'Month' }).check()
    await page.getByRole('heading', { name: 'November 2026' }).waitFor()
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Job Service calls › Warranty' }).waitFor()
    await page.getByLabel('Group').selectOption('All groups')
    await chooseJob('All jobs')
    await page.getByRole('button', { name: 'Wednesday, November 18, 2026, 19 shifts' }).click()
    await page.getByRole('heading', { name: 'Wednesday, November 18' }).waitFor()
    await page.getByText('161:30 planned').waitFor()
    await closeWindow(page)
  })

  test('a person who is planned for more than a week of regular hours is marked, and the dots of jobs are explained', async () => {
    const { results } = await site.api('GET', '/jobcodes?name=Travel&supplemental_data=no')
    const [job] = Object.values<Values>(results.jobcodes)
    const days = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15']
    for (const [index, day] of days.entries())
      await add({
        ...{ start: `${day}T08:00:00-07:00`, end: `${day}T${index === 4 ? '18:30' : '16:00'}:00-07:00` },
        ...{ assigned_user_ids: [idOf('Maya')], title: 'Roof', jobcode_id: job!.id },
      })
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/schedule/week/2027-01-13?who=all')
    const row = page.getByRole('row', { name: /Maya Torres/ })
    await row.getByText('42:30').waitFor()
    await row.getByText('2:30 over 40:00').waitFor()
    assert.equal(await page.getByText(/ over 40:00/).count(), 1)
    await page.getByRole('list', { name: 'Jobs' }).getByText('Travel').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('a week is copied once as drafts, with undo, and a schedule left open requests only what has changed', async () => {
    const page = await openWindow(browser, site, 'admin')
    const count = async () => (await shifts('2026-11-29', '2026-12-06')).length
    assert.equal(await count(), 0)
    const { adminId } = site.company
    const own = { start: '2026-11-24T08:00:00-07:00', end: '2026-11-24T09:00:00-07:00', assigned_user_ids: [adminId] }
    const { id } = await add({ ...own, title: 'Stocktaking' })
    await visit(page, '/schedule/week/2026-11-29?who=all')
    const copyOn = async () => {
      await page.getByRole('button', { name: 'Previous week' }).click()
      await page.getByRole('heading', { name: 'Nov 22 – 28, 2026' }).waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Copy to next week' }).click()
    }
    // Many shifts are created, and deleted again, in the steps of an action.
    const done: { create: Values[]; update: Values[] } = { create: [], update: [] }
    page.on('response', (response) => {
      const request = response.request()
      const { pathname } = new URL(request.url())
      const isAlone = pathname.endsWith('/schedule_events') && request.method() !== 'GET'
      const alone = { do: request.method() === 'POST' ? 'create' : 'update', what: 'schedule_events' } as const
      const body = isAlone || pathname.endsWith('/actions') ? request.postDataJSON() : { steps: [] }
      for (const step of body.steps ?? [{ ...alone, ...body }])
        if (step.what === 'schedule_events') done[step.do as keyof typeof done].push(...step.data)
    })
    /** Takes back the copies, and returns them. */
    const undo = async (copied: RegExp): Promise<Values[]> => {
      await toast(page, copied).getByRole('button', { name: 'Undo' }).click()
      const { create: created, update: deleted } = done
      await until(
        async () => deleted.length,
        (number) => number > 0 && number === created.length,
      )
      deleted.length = 0
      await page.getByText('No shifts this week yet.').waitFor()
      assert.equal(await count(), 0)
      return created.splice(0)
    }
    const copyHere = async (copied: RegExp) => {
      await page.getByRole('button', { name: 'Copy last week' }).dblclick()
      return undo(copied)
    }
    const before = await shifts('2026-11-22', '2026-11-29')
    if (isFull) {
      await copyOn()
      await undo(/shifts copied to Nov 29 – Dec 5, 2026 as drafts/)
      const everyone = await copyHere(/\d shifts copied to Nov 29 – Dec 5, 2026 as drafts/)
      assert.equal(everyone.length, before.length)
    }
    // In their own view, a planner copies only their own shifts.
    await page.getByRole('radio', { name: 'Me' }).check()
    const copied = await copyHere(/1 shift copied to Nov 29 – Dec 5, 2026 as drafts/)
    assert.deepEqual(
      copied.map(({ title, assigned_user_ids }: Values) => [title, assigned_user_ids]),
      [['Stocktaking', [adminId]]],
    )
    await page.getByRole('radio', { name: 'Everyone' }).check()
    await copyOn()
    await page.getByRole('heading', { name: 'Nov 29 – Dec 5, 2026' }).waitFor()
    const after = await shifts('2026-11-29', '2026-12-06')
    assert.equal(after.length, before.length)
    assert.ok(after.every(({ draft }) => draft))
    assert.deepEqual(after.map(({ title }) => title).sort(), before.map(({ title }) => title).sort())
    await copyOn()
    await toast(page, 'All shifts are already in Nov 29 – Dec 5, 2026.').waitFor()
    await site.api('PUT', '/schedule_events', { data: [{ id, active: false }] })

    // Left open, the page requests only what has changed.
    await go(page, '/schedule')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !pathname.endsWith('/events')) asked.push(pathname)
    })
    const tell = async (message: string) => {
      const answered = page.waitForResponse('**/api/console/messages')
      await site.api('POST', '/notifications', { data: [{ user_id: site.company.adminId, message }] })
      await answered
      await settled(page)
    }
    // With the first event after the page was loaded, it is not known what has changed in between.
    await tell('The truck is away.')
    await until(
      async () => {
        asked.length = 0
        await tell('The truck is back.')
        return [...new Set(asked)].join()
      },
      (paths) => paths === '/api/console/messages',
    )
    asked.length = 0
    const reloaded = page.waitForResponse('**/api/console/lists/schedule_events?*')
    const shift = {
      schedule_calendar_id: calendar,
      start: '2026-11-20T15:00:00+00:00',
      end: '2026-11-20T17:00:00+00:00',
      title: 'Left open',
      all_day: false,
      assigned_user_ids: String(site.company.adminId),
    }
    await site.api('POST', '/schedule_events', { data: [shift] })
    await reloaded
    await page.getByText('Left open').first().waitFor()
    await closeWindow(page)
  })

  nightly.test('a shift in another time zone shows the zone, and its times for the reader', async () => {
    await add({
      start: '2027-01-20T08:00:00-05:00',
      end: '2027-01-20T16:00:00-05:00',
      timezone: 'America/New_York',
      assigned_user_ids: [site.company.employeeId],
      title: 'Trade fair',
    })
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/schedule/week/2027-01-20')
    await page.getByRole('button', { name: /8 AM – 4 PM EST Trade fair/ }).click()
    await page.getByText('In your time zone: 6 AM – 2 PM').waitFor()
    await closeWindow(page)
  })

  nightly.test('on a phone a planner adds a shift for several people, and finds it under its day', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/schedule')
    await page.getByRole('button', { name: /^Sat 21/ }).click()
    await page.getByText('No shifts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add a shift on Saturday, November 21' }).click()
    const dialog = page.getByRole('dialog', { name: 'New shift' })
    await dialog.getByLabel('All day').check()
    await dialog.getByLabel('Title').fill('First aid course')
    await dialog.getByRole('checkbox', { name: /Maya Torres/ }).check()
    await dialog.getByRole('checkbox', { name: /Will Archer/ }).check()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await dialog.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('button', { name: /All day Maya Torres, Will Archer First aid course Draft/ }).click()
    await page.getByRole('dialog', { name: 'Edit shift' }).getByRole('button', { name: 'Publish' }).click()
    await toast(page, 'Shift published.').waitFor()
    const [course] = (await shifts('2026-11-21', '2026-11-22')) as [Values]
    assert.deepEqual([course.all_day, course.draft, course.assigned_user_ids.length], [true, false, 2])
    await closeWindow(page)
  })

  test('on a phone a worker sees their next shifts but cannot plan, and subscribes to them in a calendar', async () => {
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/schedule')
    const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'My next shifts' }) })
    assert.match((await next.getByRole('button').first().textContent()) ?? '', /^Now8\sAM –\s4:30\sPM/)
    assert.equal(await page.getByRole('button', { name: /Add/ }).count(), 0)
    await page.getByRole('radio', { name: 'Month' }).check()
    await page.getByRole('button', { name: /^Friday, November 20, 2026, 1 shift/ }).click()
    await page.getByRole('region', { name: 'Friday, November 20, 2026' }).getByText('8 AM – 4:30 PM').waitFor()

    // A link for calendar programs.
    await page.getByRole('radio', { name: 'Week' }).check()
    const subscribe = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Subscribe in your calendar' }).click()
      return page.getByRole('dialog', { name: 'Subscribe in your calendar' })
    }
    const dialog = await subscribe()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByLabel('Your link').inputValue()
    assert.match(await (await fetch(url)).text(), /^BEGIN:VCALENDAR.*SUMMARY:Scheduled maintenance/s)
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Close' }).click()
    const again = await subscribe()
    await again.getByText('You have an active link, created').waitFor()
    await again.getByRole('button', { name: 'Turn off link' }).click()
    await again.getByRole('button', { name: 'Yes, turn off' }).click()
    await toast(page, 'Link turned off.').waitFor()
    assert.equal((await fetch(url)).status, 404)
    await closeWindow(page)
  })

  test('a schedule of hundreds of people renders only the rows in view, and the arrow keys reach the others', async () => {
    const now = { first_name: 'Zed', group_id: 0 }
    const count = isFull ? 475 : 95
    const people = Array.from({ length: count }, (_, index) => ({
      ...now,
      last_name: `Ziegler ${index + 1}`,
      username: `zed${index + 1}`,
    }))
    for (let start = 0; start < people.length; start += 50)
      await site.api('POST', '/users', { data: people.slice(start, start + 50) })
    const page = await openWindow(browser, site, 'admin')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visit(page, '/schedule')
    assert.equal(asked.filter((path) => path.endsWith('/users')).length, 1)
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
    assert.ok((await nodes()) < 2000, `${await nodes()} nodes`)
    const grid = page.getByRole('grid')
    assert.equal(await grid.getAttribute('aria-rowcount'), `${count + 26}`)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('rowheader', { name: `Zed Ziegler ${count}` }).waitFor()
    assert.ok((await nodes()) < 2000, `${await nodes()} nodes`)
    // The arrow keys go on into rows that were not rendered: each press moves, however fast they follow.
    await page.evaluate(() => window.scrollTo(0, 0))
    await cell(page, 'Aaron', 'Wed').waitFor()
    await grid.locator('[tabindex="0"]').focus()
    const stops = await page.evaluate(pressDown, 90)
    assert.equal(new Set(stops).size, stops.length, 'a press did not move')
    assert.match(stops.at(-1)!, /Zed Ziegler/)
    await page.keyboard.press('Control+End')
    const row = page.getByRole('row').filter({ has: page.locator(':focus') })
    assert.match((await row.getByRole('rowheader').textContent()) ?? '', /Zoe Park/, 'the last row')
    await closeWindow(page)
  })

  async function jobNamed(name: string): Promise<number> {
    const { results } = await site.api('GET', `/jobcodes?type=all&name=${name}`)
    return Number(Object.keys(results.jobcodes)[0])
  }
})

/** Runs in the page. Presses the down arrow so often within one task; returns row and name of each stop. */
function pressDown(times: number): string[] {
  return Array.from({ length: times }, () => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    const stop = document.activeElement!
    return `${stop.closest('tr')?.querySelector('th')?.textContent}: ${stop.getAttribute('aria-label') ?? stop.textContent}`
  })
}
