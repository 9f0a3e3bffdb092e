import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither } from '../support/server.ts'
import {
  addApplication,
  addCompany,
  authorizePath,
  Browser,
  obtainCode,
  password,
  type Server,
  startServer,
} from './support.ts'

/** How long a proof counts. */
const proven = 600

onEither('who is at the screen when an application asks for access', (database) => {
  let server: Server
  let companyId: number
  before(async () => {
    server = await startServer(database)
    companyId = (await addCompany(server)).companyId
  })
  after(() => server.close())

  const credentials = { username: 'dana', password }
  /** A browser in which the person has signed in a while ago, for an application that they have allowed. */
  const signedInBefore = async () => {
    const browser = new Browser(server.origin)
    const { clientId } = await addApplication(server, companyId, { name: 'Earlier' })
    await obtainCode(browser, clientId)
    server.pass(proven + 1)
    return { browser, earlier: clientId }
  }

  test('with an old session, a new application is allowed only after signing in again', async () => {
    const { browser } = await signedInBefore()
    const { clientId } = await addApplication(server, companyId, { name: 'Asker' })
    const page = await browser.open(authorizePath(clientId))
    assert.equal(page.title, 'Sign in')
    const consent = await page.submit(credentials)
    assert.equal(consent.title, 'Allow Asker?')
    assert.ok((await consent.submit({ intent: 'allow' })).target!.searchParams.get('code'))
  })

  test('a question that was shown earlier is not answered ten minutes later', async () => {
    const browser = new Browser(server.origin)
    const { clientId } = await addApplication(server, companyId, { name: 'Asker' })
    const consent = await (await browser.open(authorizePath(clientId))).submit(credentials)
    assert.equal(consent.title, 'Allow Asker?')
    server.pass(proven + 1)
    const page = await consent.submit({ intent: 'allow' })
    assert.equal(page.title, 'Sign in')
    assert.equal((await page.submit(credentials)).title, 'Allow Asker?')
  })

  test('an application that was allowed before gets a code only after signing in again', async () => {
    const { browser, earlier } = await signedInBefore()
    const silent = await browser.open(authorizePath(earlier, { prompt: 'none' }))
    assert.equal(silent.target!.searchParams.get('error'), 'login_required')
    const page = await browser.open(authorizePath(earlier))
    assert.equal(page.title, 'Sign in')
    assert.ok((await page.submit(credentials)).target!.searchParams.get('code'))
    assert.ok((await browser.open(authorizePath(earlier))).target!.searchParams.get('code'), 'a moment later')
  })
})
