import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greeting } from '../../src/cli/foreground.ts'
import { readConfig } from '../../src/config.ts'
import { isLocal, setupCodeToShow } from '../../src/identity/factors/setup_code.ts'
import { start } from '../../src/start.ts'
import { on, Running } from '../cli/command.ts'
import { addCompany, Browser, password, startServer } from '../oauth/support.ts'
import { freshPlace, migratedPlace, onEither, threads } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// On a server that others can reach, a stranger who comes first must not become its administrator.

const setup = {
  company_name: 'Northyard Ltd',
  first_name: 'Dana',
  last_name: 'Fox',
  email: 'dana@example.com',
  username: 'dana',
  tz: 'Europe/Berlin',
  password,
}

const cases: [settings: Record<string, string>, local: boolean][] = [
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '::1' }, true],
  [{ CLOCKHOUSE_URL: 'http://localhost:8080' }, true],
  [{ CLOCKHOUSE_URL: 'http://[::1]:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '' }, false],
  [{ HOST: '192.168.1.5' }, false],
  [{ HOST: '127.evil.example' }, false],
  [{ CLOCKHOUSE_URL: 'https://time.example.com' }, false],
  [{ CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' }, false],
]

test('only a server that only its own machine can reach is set up without a code', () => {
  for (const [settings, local] of cases) assert.equal(isLocal(readConfig(settings)), local, JSON.stringify(settings))
})

onEither('the setup code', (database) => {
  const settings = { HOST: '0.0.0.0' }
  const config = readConfig(settings)

  test('the setup code is asked for on the first visit, and no form without it creates a company', async () => {
    const server = await startServer(database, { settings })
    try {
      const code = (await setupCodeToShow(server.world, config))!
      assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
      assert.equal(await setupCodeToShow(server.world, config), code, 'the next start shows the same one')
      assert.equal(await setupCodeToShow(server.world, readConfig({})), undefined)
      const page = await new Browser(server.origin).open('/')
      assert.match(page.text, /name="setup_code"/)
      assert.ok(!page.text.includes(code))
      for (const typed of ['', 'AAAA-AAAA-AAAA', code.slice(0, -1)]) {
        const refused = await page.submit({ ...setup, setup_code: typed })
        assert.equal(refused.status, 403)
        assert.match(refused.text, /This is not the setup code/)
        assert.match(refused.text, /value="Northyard Ltd"/)
        assert.ok(!refused.text.includes(password))
      }
      const made = await page.submit({ ...setup, setup_code: ` ${code.replaceAll('-', '').toLowerCase()} ` })
      assert.equal(made.title, 'Hello, Dana Fox')
      assert.equal(await setupCodeToShow(server.world, config), undefined, 'it is shown no more')
      assert.ok(!server.log.join('').includes(code))
    } finally {
      await server.close()
    }
  })

  test('the setup code can be guessed five times, then only after a wait, even with the right code', async () => {
    const server = await startServer(database, { settings })
    try {
      const code = (await setupCodeToShow(server.world, config))!
      const page = await new Browser(server.origin).open('/')
      const submit = (setup_code: string) => page.submit({ ...setup, setup_code })
      for (let times = 0; times < 5; times++) assert.equal((await submit('wrong')).status, 403)
      const late = await submit(code)
      assert.equal(late.status, 429)
      assert.ok(Number(late.headers.get('retry-after')) > 0)
      server.pass(10)
      assert.equal((await submit(code)).title, 'Hello, Dana Fox')
    } finally {
      await server.close()
    }
  })

  test('the setup code is not asked for on a server that only its own machine can reach', async () => {
    const server = await startServer(database)
    try {
      const page = await new Browser(server.origin).open('/')
      assert.doesNotMatch(page.text, /setup_code/)
      assert.equal((await page.submit(setup)).title, 'Hello, Dana Fox')
    } finally {
      await server.close()
    }
  })

  test('the setup code is not shown once there is a company', async () => {
    const server = await startServer(database, { settings })
    try {
      await addCompany(server)
      assert.equal(await setupCodeToShow(server.world, config), undefined)
    } finally {
      await server.close()
    }
  })
})

test('the greeting has the setup code and the addresses at which other machines reach the server', async () => {
  const { place, clean } = await migratedPlace('sqlite')
  const greet = async (settings: Record<string, string>) => {
    const config = { ...readConfig({ PORT: '0', CLOCKHOUSE_LOG_LEVEL: 'silent', ...settings }), ...place }
    const server = await start(config, { threads })
    const text = greeting(server, config)
    for (const [, address] of text.matchAll(/On other machines: (\S+)/g))
      assert.equal((await fetch(`${address}/sign-in`)).status, 200)
    await server.stop()
    return text
  }
  const local = await greet({})
  assert.match(local, /The first visit creates your company and its administrator\.\n/)
  assert.doesNotMatch(local, /setup code|On other machines/)
  const code = /the setup code (\S+)\.\n/.exec(await greet({ HOST: '0.0.0.0' }))![1]!
  const behindProxy = await greet({ HOST: '0.0.0.0', CLOCKHOUSE_URL: 'https://time.example.com' })
  assert.ok(behindProxy.includes(`the setup code ${code}.`))
  assert.doesNotMatch(behindProxy, /On other machines/)
  await clean()
})

nightly.test('the terminal shows the setup code and where other machines reach the server', async () => {
  const { place, clean } = await freshPlace('sqlite')
  const env = { ...on(place), PORT: '0' }
  const start = (more: Record<string, string>) =>
    Running.start(['serve'], /running at [\s\S]*--help/, { env: { ...env, ...more } })
  const here = await start({})
  assert.match(here.first[0], /The first visit creates your company and its administrator\.\n/)
  assert.doesNotMatch(here.first[0], /setup code|On other machines/)
  assert.equal(await here.stop(), 0)
  const open = await start({ HOST: '0.0.0.0' })
  const code = /the setup code (\S+)\.\n/.exec(open.first[0])![1]!
  for (const [, address] of open.first[0].matchAll(/On other machines: (\S+)/g))
    assert.equal((await fetch(`${address}/sign-in`)).status, 200)
  assert.equal(await open.stop(), 0)
  const again = await start({ HOST: '0.0.0.0', CLOCKHOUSE_URL: 'https://time.example.com' })
  assert.ok(again.first[0].includes(`the setup code ${code}.`))
  assert.doesNotMatch(again.first[0], /On other machines/)
  assert.equal(await again.stop(), 0)
  await clean()
})
