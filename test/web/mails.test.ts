import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { renderEmail, type Stored } from '../../src/notifications/mail_template.ts'
import { english } from '../../src/rules/language/messages.ts'
import { kindNames } from '../../src/rules/notifications/kinds.ts'
import { noticeMail } from '../../src/rules/notifications/mail_subjects.ts'
import { isFull } from '../support/tiers.ts'
import { accessibilityProblems, leaveBrowser, openBrowser } from './browser.ts'

// Mails rendered by a mail program that is a browser. With TEST_PICTURES, screenshots are stored in that folder.

const message = `Hello all,
the yard is closed on Friday: https://northyard.example/news/2026/11/closed-on-friday-what-you-need-to-know

<script>document.title = 'run'</script> New shift: Delivery, Mon 2026-03-09 13:00 to 17:00
مرحبا، وردية جديدة`

const company = 'Northyard Construction'
const base = { company, address: 'maya@northyard.example', link: '', kind: '', path: '' } as const

const mails: (Stored & { name: string })[] = [
  ...kindNames.map((kind) => {
    const { subject, paragraphs } = noticeMail(kind, message, english)
    return { ...base, name: kind, subject, text: paragraphs.join('\n\n'), kind, path: '/schedule' }
  }),
  ...(['invitation', 'reset'] as const).map((link) => {
    const text = `Hello Maya Torres,\n\nThe link works once.\n\n{link}\n\nYou can ignore this mail.`
    return { ...base, name: link, subject: `${company}: set your password and sign in`, text, link }
  }),
]

describe('mails', () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => leaveBrowser(browser))

  const windows: [width: 390 | 700, colorScheme: 'light' | 'dark'][] = [
    [390, 'light'],
    [700, 'dark'],
  ]
  if (isFull) windows.push([390, 'dark'], [700, 'light'])
  for (const [width, colorScheme] of windows)
    test(`every kind of mail fits its window and is legible, ${width} px, ${colorScheme}`, async () => {
      const context = await browser.newContext({ viewport: { width, height: 500 }, colorScheme })
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (const { name, ...mail } of mails) {
        const url = 'https://time.northyard.example'
        const addresses = {
          id: '1.2.3',
          companyId: 1,
          url,
          link: mail.link && `${url}/${mail.link}/S.1__${'ab12'.repeat(12)}`,
          unsubscribe: `${url}/unsubscribe/1.4096.${name}.${'A'.repeat(43)}`,
        }
        const email = renderEmail(mail, addresses, english)
        await page.setContent(email.html)
        assert.equal(await page.title(), mail.subject)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(wide <= width, `${name} is ${wide} px wide`)
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        assert.equal(background, colorScheme === 'dark' ? 'rgb(16, 20, 19)' : 'rgb(245, 245, 243)')
        // All share one layout; a mail has no landmarks of its own.
        const problems = ['message', 'shift', 'invitation'].includes(name) ? await accessibilityProblems(page) : []
        assert.deepEqual(
          problems.filter((problem) => !/^(region|landmark-one-main|page-has-heading-one)/.test(problem)),
          [],
          name,
        )
        const folder = process.env.TEST_PICTURES
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
      assert.deepEqual(asked, [], 'nothing is loaded')
      await context.close()
    })
})
