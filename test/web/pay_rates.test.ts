import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

const question = 'from=2026-11-02&to=2026-11-15'

describe('pay rates', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const one = async (path: string): Promise<{ id: number; pay_rate: number }> => {
    const { results } = await site.api('GET', path)
    return Object.values<{ id: number; pay_rate: number }>(Object.values<object>(results)[0] as never)[0]!
  }

  for (const width of isFull ? ([390, 1280] as const) : ([1280] as const))
    test(`the pay rates of a person are listed with their dates, added, and removed (${width} px)`, async () => {
      const before = await one('/users?usernames=aaron')
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      await visit(page, `/people/${before.id}`)
      const list = page.getByRole('list', { name: 'Pay rates' })
      const rows = list.getByRole('listitem')
      await list.getByText('Since the beginning').waitFor()
      assert.equal(await rows.count(), 1)
      await page.getByRole('button', { name: 'Add a rate' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a pay rate' })
      await dialog.getByLabel('Rate').fill('much')
      await dialog.getByRole('button', { name: 'Add rate' }).click()
      await dialog.getByText('Rate must be a number, like 24.50.').waitFor()
      await dialog.getByLabel('Rate').fill('41.25')
      await dialog.getByLabel('From').fill('2026-10-01')
      assert.deepEqual(await accessibilityProblems(page), [])
      await dialog.getByRole('button', { name: 'Add rate' }).click()
      const consent = page.getByRole('dialog', { name: 'Change approved time?' })
      await consent
        .getByText(/^Time through \w+ \d+, 2026 is approved\. Some of it would be paid differently/)
        .waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await consent.getByRole('button', { name: 'Cancel' }).click()
      await dialog.getByText('Nothing was changed.').waitFor()
      await dialog.getByRole('button', { name: 'Add rate' }).click()
      // A click in the place of the last one, as fast as no one reads, would be ignored.
      await consent.getByRole('button', { name: 'Change it' }).press('Enter')
      await page.getByText('41.25 an hour added.').waitFor()
      await rows.first().filter({ hasText: '41.25 an hour' }).waitFor()
      assert.match((await rows.first().textContent()) ?? '', /41\.25 an hour All workFrom Oct 1, 2026Today/)
      assert.equal((await one('/users?usernames=aaron')).pay_rate, 41.25)
      await page.getByRole('button', { name: 'Add a rate' }).click()
      await dialog.getByLabel('Rate').fill('40')
      await dialog.getByLabel('From').fill('2026-10-01')
      await dialog.getByRole('button', { name: 'Add rate' }).click()
      await dialog.getByText('From: there already is a rate from this day; remove it first').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
      await page.getByRole('button', { name: 'Remove 41.25 an hour, from Oct 1, 2026' }).click()
      await consent.getByRole('button', { name: 'Change it' }).click()
      await page.getByText('41.25 an hour removed.').waitFor()
      await page.waitForFunction(() => document.querySelectorAll('.pay-rates li').length === 1)
      assert.equal((await one('/users?usernames=aaron')).pay_rate, before.pay_rate)
      await closeWindow(page)
    })

  test('a salary, a bonus and piece work are added on the page of a person, and an amount is corrected', async () => {
    const aaron = await one('/users?usernames=aaron')
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light' })
    await visit(page, `/people/${aaron.id}`)
    const rates = page.getByRole('list', { name: 'Pay rates' })
    await page.getByRole('button', { name: 'Add a rate' }).click()
    const rate = page.getByRole('dialog', { name: 'Add a pay rate' })
    await rate.getByLabel('Per', { exact: true }).selectOption('month')
    await rate.getByLabel('Rate').fill('5000')
    await rate.getByLabel('Hours a week').fill('37.5')
    assert.deepEqual(await accessibilityProblems(page), [])
    await rate.getByLabel('From').fill('2027-01-01')
    await rate.getByRole('button', { name: 'Add rate' }).click()
    await rates.getByText('5,000.00 a month').waitFor()
    await rates.getByText('for 37.5 hours a week').waitFor()
    await page.getByRole('button', { name: 'Remove 5,000.00 a month, from Jan 1, 2027' }).click()
    await page.getByText('5,000.00 a month removed.').waitFor()
    const amounts = page.getByRole('list', { name: 'Amounts' })
    const dialog = page.getByRole('dialog', { name: 'Add an amount' })
    const add = async (values: Record<string, string>) => {
      await page.getByRole('button', { name: 'Add an amount' }).click()
      for (const [label, value] of Object.entries(values))
        if (label === 'Kind') await dialog.getByLabel(label).selectOption(value)
        else await dialog.getByLabel(label).fill(value)
      await dialog.getByRole('button', { name: 'Add amount' }).click()
    }
    await add({ Amount: '-1', 'Paid on': '2027-01-15' })
    await dialog.getByText('Only a correction of an amount can be negative').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByLabel('Amount').fill('250')
    await dialog.getByRole('button', { name: 'Add amount' }).click()
    await amounts.getByText('Bonus, 250.00').waitFor()
    await add({ Kind: 'piece', Quantity: '12', 'Rate for each': '18.5', 'Paid on': '2027-01-16' })
    await amounts.getByText('Piece work, 222.00').waitFor()
    await page.getByRole('button', { name: 'Remove Piece work, 222.00' }).click()
    await page.getByText('Piece work, 222.00 removed.').waitFor()
    await page.getByRole('button', { name: 'Correct Bonus, 250.00' }).click()
    const correction = page.getByRole('dialog', { name: 'Correct Bonus, 250.00' })
    await correction.getByLabel('Amount').fill('-50')
    await correction.getByLabel('Paid on').fill('2027-01-20')
    await correction.getByRole('button', { name: 'Add correction' }).click()
    await amounts.getByText('Bonus, -50.00').waitFor()
    assert.equal(await sidewaysScroll(page), 0, 'nothing is wider than the window')
    await closeWindow(page)
  })

  test('the pay rates of a job are for everyone or a person, and the payroll report shows administrators the gross pay', async () => {
    const job = await one('/jobcodes?name=Framing')
    const page = await openWindow(browser, site, 'admin')
    await visit(page, `/jobs/${job.id}`)
    const dialog = page.getByRole('dialog', { name: 'Add a pay rate' })
    for (const [person, rate] of [
      ['Everyone', '38'],
      ['Aaron Blake', '39.5'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a rate' }).click()
      await dialog.getByRole('button', { name: 'Person Everyone' }).waitFor()
      if (person !== 'Everyone') await choosePerson(dialog, 'Person', person)
      assert.equal(await dialog.getByLabel('Per', { exact: true }).count(), 0, 'rates of jobs are by the hour')
      await dialog.getByLabel('Rate').fill(rate)
      await dialog.getByLabel('From').fill('')
      await dialog.getByRole('button', { name: 'Add rate' }).click()
      await page
        .getByRole('dialog', { name: 'Change approved time?' })
        .getByRole('button', { name: 'Change it' })
        .press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    const rows = page.getByRole('list', { name: 'Pay rates' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    assert.deepEqual(
      (await rows.allTextContents()).map((text) => text.trim()),
      ['38.00 an hour EveryoneSince the beginningToday', '39.50 an hour Aaron BlakeSince the beginningToday'],
    )
    assert.deepEqual(await accessibilityProblems(page), [])
    await go(page, `/reports/payroll?${question}`)
    await grossPay(page)
    await closeWindow(page)

    if (isFull) {
      const phone = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
      await visit(phone, `/reports/payroll?${question}`)
      await grossPay(phone)
      await closeWindow(phone)
    }
    for (const width of isFull ? ([390, 1280] as const) : ([390] as const)) {
      const employee = await openWindow(browser, site, 'employee', { width, theme: 'light' })
      await visit(employee, `/reports/payroll?${question}`)
      await employee.getByRole('columnheader', { name: 'Regular' }).waitFor()
      assert.equal(await employee.getByText(/gross pay/i).count(), 0)
      await closeWindow(employee)
    }
  })

  test('Hours and Payroll have columns for money for administrators, not for managers', async () => {
    const job = await one('/jobcodes?name=Framing')
    await site.api('PUT', '/jobcodes', { data: [{ id: job.id, billable: true, billable_rate: 80 }] })
    const manager = await one('/users?usernames=luis')
    const moneyOn = async (who: 'admin' | number) => {
      const page = await openWindow(browser, site, who)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const seen: string[][] = []
      for (const path of ['/reports', '/reports/payroll']) {
        await (seen.length === 0 ? visit : go)(page, `${path}?${question}`)
        await page.locator('.reports-table tbody tr').first().waitFor()
        if (who === 'admin') await page.getByRole('columnheader', { name: 'Billable' }).first().waitFor()
        const headings = await page.getByRole('columnheader').allTextContents()
        seen.push(['Cost', 'Billable', 'Gross pay'].filter((name) => headings.some((text) => text.includes(name))))
      }
      await closeWindow(page)
      return { seen, asksForPay: asked.includes('/api/console/gross_pay') }
    }
    const admin = await moneyOn('admin')
    assert.deepEqual([admin.seen[0], admin.asksForPay], [['Cost', 'Billable'], true])
    assert.ok(admin.seen[1]!.includes('Billable'))
    assert.deepEqual(await moneyOn(manager.id), { seen: [[], []], asksForPay: false })
  })
})

/** The payroll report has the gross pay of each rate, and its total once more above. Framing has a rate of its own. */
async function grossPay(page: Page): Promise<void> {
  await page.getByText('Gross pay by rate').waitFor()
  const shown = page
    .getByRole('region', { name: 'Gross pay by rate' })
    .or(page.locator('.card', { hasText: 'Gross pay by rate' }))
  const total = (await shown.locator('tfoot .number').last().textContent())!
  assert.match(total, /^\d{1,3}(,\d{3})*\.\d\d$/)
  assert.equal(await page.locator('.reports-sums dd', { hasText: total }).count(), 1)
  assert.ok((await shown.getByText(/^Overtime 1\.5 × at \d+\.\d\d an hour$/).count()) > 0)
  // Those who worked at several rates.
  const average = /^Average rate of the workweek from \w{3}, Nov \d+: \d+\.\d+ an hour$/
  assert.ok((await shown.getByText(average).count()) > 0)
  assert.deepEqual(await accessibilityProblems(page), [])
  assert.equal(await sidewaysScroll(page), 0, 'nothing is wider than the window')
}
