import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { IdentityProvider } from '../support/identity_provider.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse sso and clockhouse scim', (database) => {
  let server: TestServer
  let company: TestCompany
  let provider: IdentityProvider

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    provider = await new IdentityProvider().start(['http://127.0.0.1/sign-in/sso/callback'])
  })
  after(async () => {
    await server.stop()
    await provider.stop()
  })

  const run = (args: string[], input = '') => clockhouse(args, { env: on(server.place), input })
  const sso = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['sso', ...args])
    assert.equal(code, 0, stderr)
    return stdout
  }

  test('sso commands set up the identity provider, map groups, and turn single sign-on off', async () => {
    await server.createOne(company, 'groups', { name: 'Crew' })
    assert.match(
      await sso('show'),
      /No provider is set up[\s\S]*redirect +http:\/\/127\.0\.0\.1:8080\/sign-in\/sso\/callback/,
    )
    const given = [
      '--issuer',
      provider.origin,
      '--client-id',
      provider.clientId,
      '--secret-file',
      '-',
      '--label',
      'Acme',
    ]
    const more = ['--mode', 'enforced', '--create-people', 'yes', '--groups-claim', 'groups', '--map', 'crew=x=Crew']
    const stated = ['--verifies-addresses', 'yes', '--signs-out', 'yes']
    const set = await run(['sso', 'set', ...given, ...more, ...stated], `${provider.clientSecret}\n`)
    assert.deepEqual([set.code, set.stdout], [0, 'Single sign-on is enforced.\n'], set.stderr)
    const shown = JSON.parse(await sso('show', '--json'))
    assert.deepEqual([shown.label, shown.mode, shown.hasSecret, shown.createsPeople], ['Acme', 'enforced', true, true])
    assert.equal(shown.groupMap[0][0], 'crew=x')
    assert.deepEqual([shown.verifiesAddresses, shown.signsOut], [true, true])
    assert.doesNotMatch(JSON.stringify(shown), /secret of the tests/)
    assert.match(await sso('set', '--label', 'Acme ID'), /is enforced/)
    assert.match(await sso('show'), /Acme ID: enforced/)
    assert.match(await sso('off'), /is off\. Everyone can use a password/)
    assert.match(await sso('off'), /was off/)
    assert.match(await sso('unlink', 'ada'), /ada was not linked/)
    const wrong = await run(['sso', 'set', '--issuer', 'https://10.0.0.1', '--mode', 'optional'])
    assert.deepEqual([wrong.code, /private network/.test(wrong.stderr)], [1, true], wrong.stderr)
    const group = await run(['sso', 'set', '--map', 'crew=Nonesuch', '--mode', 'off'])
    assert.match(group.stderr, /there is no group Nonesuch/)
  })

  test('sso domain adds, verifies and removes domains', async () => {
    assert.match(
      await sso('domain', 'add', 'Example.com'),
      /Give example\.com this TXT record[\s\S]*clockhouse-verification=/,
    )
    assert.match(await sso('domain', 'verify', 'example.com', '--trust'), /example\.com is verified/)
    assert.match(await sso('show'), /domain +example\.com verified/)
    assert.match(await sso('domain', 'remove', 'example.com'), /Removed example\.com/)
    assert.match((await run(['sso', 'domain', 'remove', 'example.com'])).stderr, /there is no domain example\.com/)
    assert.match((await run(['sso', 'domain', 'add', 'nonsense'])).stderr, /expected a domain/)
  })

  test('scim commands create, list and delete tokens for SCIM', async () => {
    const { id, token } = (await run(['scim', 'create', '--name', 'Okta', '--json'])).json()
    const headers = { authorization: `Bearer ${token}` }
    const ask = async () => (await server.app.inject({ url: '/scim/v2/Users', headers })).statusCode
    assert.equal(await ask(), 200)
    assert.match((await run(['scim', 'list'])).stdout, /Okta/)
    assert.equal((await run(['scim', 'delete', String(id)])).stdout, `Deleted token ${id}.\n`)
    assert.equal(await ask(), 401)
    assert.match((await run(['scim', 'delete', 'x'])).stderr, /there is no token x/)
    assert.match((await run(['scim', 'list'])).stdout, /There are no tokens/)
  })
})
