import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { closeWindow, openWindow, password, type Site, visit, withSite } from './browser.ts'

describe('changes of people that give access, long after signing in', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const user = async (username: string) => {
    const { results } = await site.api('GET', `/users?usernames=${username}`)
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API.
    return Object.values<any>(results.users)[0]
  }
  const open = async (id: number) => {
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light' })
    await page.context().addCookies([await site.cookie('admin', { confirmed: 0 })])
    await visit(page, `/people/${id}`)
    return page
  }
  const prove = async (page: Page) => {
    const question = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await question.getByLabel('Your password').fill(password)
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.waitFor({ state: 'detached' })
  }

  test('the address of another person is saved after the password, and not if one cancels', async () => {
    const { id, email } = await user('aaron')
    const page = await open(id)
    await page.getByLabel('Email').fill('aaron.blake@example.net')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Confirm first that it’s you').count(), 0, 'the person knows')
    assert.equal((await user('aaron')).email, email)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await prove(page)
    await page.getByText('Aaron Blake saved.').waitFor()
    assert.equal((await user('aaron')).email, 'aaron.blake@example.net')
    await closeWindow(page)
  })

  test('a person becomes an administrator, and is invited, after the password', async () => {
    const { id } = await user('zoe')
    const page = await open(id)
    await page.getByRole('radio', { name: /^Administrator/ }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await prove(page)
    await page.getByText('Zoe Park saved.').waitFor()
    assert.equal((await user('zoe')).permissions.admin, true)
    await page.context().addCookies([await site.cookie('admin', { confirmed: 0 })])
    await page.getByRole('button', { name: /^(Invite|Create invitation link)/ }).click()
    await prove(page)
    await page.getByRole('dialog').getByText('Link', { exact: true }).waitFor()
    // Without https, browsers have no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click()
    await page.getByText('Your browser blocked copying. Select the text and copy it yourself.').waitFor()
    await closeWindow(page)
  })
})
