import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { day } from '../../src/rules/time/calendar.ts'
import { storeBeat } from '../../src/sight/clock_watch.ts'
import { machineClock } from '../../src/world.ts'
import { spawnClockhouse } from '../cli/command.ts'
import { chromiumOptions } from '../support/browsers.ts'
import { pagesOf, scramble } from '../support/damage.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free_port.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { migratedPlace } from '../support/server.ts'

// Problems as they happen to those who run a server, one at a time: what `clockhouse doctor` says of each, and what the
// Server page says while the server runs. `PLANTED=1` prints the table, `PICTURES=/tmp/pictures` keeps pictures of the page.

const pictures = process.env.PICTURES
const password = 'correct horse battery'

/** A folder with a server's data, and one for its backups. */
type Scene = { place: Awaited<ReturnType<typeof migratedPlace>>['place']; backups: string; token: string }

/** A server on it. */
type Running = Scene & { url: string; call: (method: string, path: string, data?: unknown) => Promise<Reply> }

type Planted = {
  what: string
  env?: (scene: Scene) => Record<string, string>
  /** Done before the server starts. */
  plant?: (scene: Scene) => void | Promise<void>
  /** Done while it runs. */
  happens?: (running: Running) => void | Promise<void>
  /** What doctor says, and the page: its title, detail and remedy in one. */
  doctor: RegExp
  page: RegExp
}

const planted: Planted[] = [
  {
    what: 'no backups are made',
    env: () => ({ CLOCKHOUSE_BACKUP_DIR: '' }),
    doctor: /Backups: this server makes no backups/,
    page: /Backups: this server makes no backups/,
  },
  {
    what: 'the folder for backups is gone while the server runs',
    happens: async ({ backups, call }) => {
      rmSync(backups, { recursive: true })
      writeFileSync(backups, 'a file in its place')
      await call('POST', '/console/server/backups')
    },
    doctor: /Backups: /,
    page: /backup/,
  },
  {
    what: 'a backup is cut off',
    plant: async ({ backups, place }) => {
      const { stdout } = await spawnClockhouse(['backup', backups, '--json'], { env: { CLOCKHOUSE_DATA: place.data } })
      truncateSync(JSON.parse(stdout).file, 5000)
    },
    doctor: /Backups: a backup is damaged/,
    page: /Backups: a backup is damaged/,
  },
  {
    what: 'the folder for backups cannot be created',
    plant: ({ backups }) => writeFileSync(join(backups, 'file'), ''),
    env: ({ backups }) => ({ CLOCKHOUSE_BACKUP_DIR: join(backups, 'file', 'backups') }),
    doctor: /Backups: .*cannot be created/,
    page: /Backups: .*cannot be created/,
  },
  {
    what: 'a variable is misspelled',
    env: () => ({ CLOCKHOUSE_BACKUP_HUORS: '2' }),
    doctor: /CLOCKHOUSE_BACKUP_HUORS/,
    page: /CLOCKHOUSE_BACKUP_HUORS/,
  },
  {
    what: 'people come by an address without TLS',
    env: () => ({ CLOCKHOUSE_URL: 'http://time.example.com' }),
    doctor: /Address: .*TLS|Address: .*https/,
    page: /Address/,
  },
  {
    what: 'HTTPS is promised, and nothing is in front of the server',
    env: () => ({ CLOCKHOUSE_URL: 'https://time.example.com' }),
    doctor: /Address: .*certificate or a reverse proxy/,
    page: /certificate or a reverse proxy/,
  },
  {
    what: 'the links in mail lead to this machine only',
    env: () => ({ CLOCKHOUSE_SMTP_URL: 'smtp://127.0.0.1:9', CLOCKHOUSE_URL: 'http://localhost:8080' }),
    doctor: /Address: links in mail/,
    page: /Address: links in mail/,
  },
  {
    what: 'the mail server takes no mail',
    env: () => ({ CLOCKHOUSE_SMTP_URL: 'smtp://127.0.0.1:9', CLOCKHOUSE_URL: 'http://time.example.com' }),
    happens: async ({ call }) => {
      const maya = { username: 'maya', first_name: 'Maya', last_name: 'Torres', email: 'maya@example.com' }
      const { body, text: made } = await call('POST', '/v1/users', { data: [maya] })
      assert.ok(body.results, made)
      const user_id = body.results.users['1'].id
      const invited = { contact_method: 'email', contact_info: 'maya@example.com', user_id }
      const { status, text } = await call('POST', '/v1/invitations', { data: [invited] })
      assert.equal(status, 200, text)
    },
    doctor: /Mail: .*cannot be used/,
    page: /mail server/,
  },
  {
    what: 'the secret is another one',
    plant: async ({ place, token }) => {
      const server = await ServerProcess.start(place, { CLOCKHOUSE_SECRET: 'the-first-secret-of-them' })
      const hook = { url: 'https://hooks.example.com/', types: ['group.created'] }
      const { status, text } = await callAt(server.url, token, 'POST', '/v1/webhooks', hook)
      assert.equal(status, 200, text)
      await server.stop()
    },
    env: () => ({ CLOCKHOUSE_SECRET: 'another-secret-than-before' }),
    doctor: /Secret: .*not the one/,
    page: /CLOCKHOUSE_SECRET/,
  },
  {
    what: 'other accounts can read the data',
    happens: ({ place }) => chmodSync(place.data, 0o755),
    doctor: /others|other accounts/,
    page: /others|other accounts/,
  },
  {
    what: 'the folder of time zone data is empty',
    plant: ({ backups }) => void mkdirSync(join(backups, 'zones')),
    env: ({ backups }) => ({ ICU_TIMEZONE_FILES_DIR: join(backups, 'zones') }),
    doctor: /zoneinfo64/,
    page: /zoneinfo64/,
  },
  {
    what: 'the file of the database is removed',
    happens: ({ place }) => rmSync(join(place.data, 'clockhouse.db')),
    doctor: /no longer the one that the server has open/,
    page: /no longer the one that the server has open/,
  },
  {
    what: 'a page of the database is damaged',
    plant: ({ place }) => {
      const file = join(place.data, 'clockhouse.db')
      scramble(file, pagesOf(file, 'timesheets')[0]!.pageno)
    },
    happens: async ({ call }) => {
      assert.equal((await call('GET', '/v1/timesheets?ids=1')).status, 503)
    },
    doctor: /Database: .*is damaged/,
    page: /the database is damaged/,
  },
  {
    what: 'the clock is 400 days ahead of the last change',
    plant: async ({ place }) => {
      const beside = await Beside.open(place)
      await beside.db.write(storeBeat, { steady: 0, boot: 'other', forced: true }, machineClock() - 400 * day)
      await beside.close()
    },
    doctor: /^Clock: /,
    page: /^the clock of the machine may be wrong/,
  },
]

describe('what is wrong with a server', () => {
  let browser: Browser | undefined
  before(async () => {
    if (pictures) browser = await chromium.launch(chromiumOptions)
  })
  after(() => browser?.close())

  for (const { what, env, plant, happens, doctor, page } of planted)
    test(`doctor and the Server page both say that ${what}`, async (t) => {
      const scene = await sceneOf(t)
      await plant?.(scene)
      const port = String(await freePort())
      const settings = { PORT: port, CLOCKHOUSE_BACKUP_DIR: scene.backups, ...env?.(scene) }
      const server = await ServerProcess.start(scene.place, settings)
      t.after(() => server.stop())
      const url = `http://127.0.0.1:${port}`
      const call: Running['call'] = (...request) => callAt(url, scene.token, ...request)
      // Another address leads elsewhere.
      const app = browser && !('CLOCKHOUSE_URL' in settings) ? await openApp(browser, url) : undefined
      await happens?.({ ...scene, url, call })
      const said = async () => {
        const { stdout } = await spawnClockhouse(['doctor', '--json'], {
          env: { CLOCKHOUSE_DATA: scene.place.data, ...settings },
        })
        const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] }
        return findings
          .filter(({ state }) => state !== 'ok')
          .map(({ check, message, remedy }) => `${check}: ${message} → ${remedy}`)
      }
      const shown = async () => {
        const { status, body, text } = await callAt(url, scene.token, 'GET', '/console/server')
        assert.equal(status, 200, text)
        const problems: Record<string, string>[] = body.problems
        return problems.map(({ title, detail, remedy }) => `${title}: ${detail} → ${remedy}`)
      }
      const found: { doctor?: string; page?: string } = {}
      await eventually(`the page says that ${what}`, async () => {
        found.page = (await shown()).find((text) => page.test(text))
        return found.page
      })
      found.doctor = (await said()).find((text) => doctor.test(text))
      if (app) {
        await app.goto(`${url}/server`)
        await app.getByRole('heading', { name: 'Backups' }).first().waitFor()
        await app.screenshot({ path: `${pictures}/${what.replaceAll(' ', '-')}.png`, fullPage: true })
        await app.close()
      }
      if (process.env.PLANTED) console.log(`${what}\n  doctor: ${found.doctor}\n  page:   ${found.page}`)
      assert.ok(found.doctor, `doctor says: ${(await said()).join('\n')}`)
    })
})

type Reply = { status: number; body: Values; text: string }

/** Calls an endpoint below /api. */
async function callAt(url: string, token: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${url}/api${path}`, { method, headers, ...sent })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), text }
}

/** The app of the administrator, who has signed in. */
async function openApp(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${url}/`)
  return page
}

async function sceneOf(t: { after: (clean: () => unknown) => void }): Promise<Scene> {
  const { place, clean } = await migratedPlace('sqlite')
  t.after(clean)
  const backups = mkdtempSync(join(tmpdir(), 'clockhouse-planted-'))
  t.after(() => rmSync(backups, { recursive: true, force: true }))
  const beside = await Beside.open(place)
  const { token } = await beside.company()
  await beside.close()
  if (pictures) {
    const env = { CLOCKHOUSE_DATA: place.data, CLOCKHOUSE_PASSWORD: password }
    const { code, stderr } = await spawnClockhouse(['user', 'password', '--user', 'ada'], { env })
    assert.equal(code, 0, stderr)
  }
  return { place, backups, token }
}
