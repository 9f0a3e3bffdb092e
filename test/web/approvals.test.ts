import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { accessibilityProblems, closeWindow, openBrowser, openWindow, Site, visit } from './browser.ts'

type Person = {
  user_id: number
  name: string
  submitted_to: string
  approved_to: string
  running: number | null
  exceptions: { words: string }[]
}

describe('approvals', () => {
  let site: Site
  let browser: Browser
  before(async () => {
    site = await Site.start()
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await site.stop()
  })

  // The pay period before the current one; all of it can be approved.
  const [start, end] = ['2026-10-25', '2026-11-07']
  const people = async (): Promise<Person[]> =>
    (await site.api('GET', `/api/console/approvals?start_date=${start}&end_date=${end}`)).people
  const datesOf = async (id: number) => {
    const { submitted_to, approved_to } = (await people()).find(({ user_id }) => user_id === id)!
    return [submitted_to, approved_to]
  }

  for (const width of [390, 1280] as const)
    test(`a person’s time is approved, reopened, and approved by undo (${width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      const before = (await people()).filter(({ approved_to, running }) => approved_to < end && running === null)
      const person = before[width === 390 ? 0 : 1]!
      await visit(page, `/approvals?day=${start}`)
      await page.getByRole('button', { name: `Approve ${person.name}’s time` }).click()
      await page.getByText(`${person.name}’s time approved.`).waitFor()
      assert.deepEqual(await datesOf(person.user_id), [end, end])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: `Approve ${person.name}’s time` }).waitFor()
      assert.deepEqual(await datesOf(person.user_id), [person.submitted_to, person.approved_to])
      await closeWindow(page)
    })

  test('everyone without exceptions is approved at once', async () => {
    const page = await openWindow(browser, site, 'admin')
    const clean = (await people()).filter(
      (one) => one.approved_to < end && one.running === null && one.exceptions.length === 0,
    )
    await visit(page, `/approvals?day=${start}`)
    await page.getByRole('button', { name: `Approve ${clean.length} with no issues` }).click()
    await page.getByText(`Time approved for ${clean.length} people.`).waitFor()
    const after = new Map((await people()).map(({ user_id, approved_to }) => [user_id, approved_to]))
    assert.ok(clean.every(({ user_id }) => after.get(user_id) === end))
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: `Approve ${clean.length} with no issues` }).waitFor()
    await closeWindow(page)
  })

  test('exceptions are listed, and time is sent back with a message that the person finds', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    const maya = (await people()).find(({ user_id }) => user_id === site.company.employeeId)!
    await visit(page, `/approvals?day=${start}`)
    for (const { exceptions } of await people())
      for (const { words } of exceptions) await page.getByText(words).first().waitFor()
    if (maya.approved_to >= end) await page.getByRole('button', { name: `Reopen ${maya.name}’s time` }).click()
    await page.getByRole('button', { name: `Send back ${maya.name}’s time` }).click()
    await page.getByLabel('What needs to change?').fill('Thursday is missing.')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
    await page.getByText(`Sent back to ${maya.name}.`).waitFor()
    const [submitted, approved] = await datesOf(maya.user_id)
    assert.ok(submitted! < start && approved! < start)
    await closeWindow(page)

    const hers = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(hers, '/')
    await hers.getByRole('button', { name: /^Messages, \d+ new/ }).click()
    await hers.getByText('Thursday is missing.').waitFor()
    assert.deepEqual(await accessibilityProblems(hers), [])
    await hers.keyboard.press('Escape')
    await hers.getByRole('button', { name: 'Messages', exact: true }).waitFor()
    await closeWindow(hers)
  })
})
