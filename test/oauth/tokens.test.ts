import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deleteOld } from '../../src/jobs/delete_old.ts'
import { createApplication, deleteApplication, listApplications, rotateSecret } from '../../src/oauth/applications.ts'
import { createToken, deleteToken, extendToken, listTokens } from '../../src/oauth/tokens.ts'
import { onBoth, onEither } from '../support/server.ts'
import {
  addApplication,
  addCompany,
  Browser,
  callback,
  obtainCode,
  post,
  redeem,
  refresh,
  revokeUserOperation,
  runStatement,
  type Server,
  startServer,
  works,
} from './support.ts'

const minute = 60

onEither('codes and tokens', (database) => {
  let server: Server
  let companyId: number
  let userId: number
  let app: { clientId: string; clientSecret: string | undefined }
  let browser: Browser

  before(async () => {
    server = await startServer(database)
    const made = await addCompany(server)
    companyId = made.companyId
    userId = made.userId
    app = await addApplication(server, companyId)
    browser = new Browser(server.origin)
  })
  after(() => server.close())

  const tokens = async (client = app, more = {}) => {
    const { body } = await redeem(server, client, await obtainCode(browser, client.clientId), more)
    assert.ok(body.access_token, JSON.stringify(body))
    return body as { access_token: string; refresh_token: string }
  }

  test('a code works once; a second use ends what the first obtained', async () => {
    const code = await obtainCode(browser, app.clientId)
    const first = await redeem(server, app, code)
    assert.equal(first.status, 200)
    assert.equal(await works(server, first.body.access_token), true)
    const second = await redeem(server, app, code)
    assert.equal(second.status, 400)
    assert.equal(second.body.error, 'invalid_grant')
    assert.equal(second.headers.get('cache-control'), 'no-store')
    assert.equal(await works(server, first.body.access_token), false)
    assert.equal((await refresh(server, app, first.body.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await redeem(server, app, code)).body.error, 'invalid_grant')
  })

  test('a code expires after ten minutes, with the error text that clients know', async () => {
    const code = await obtainCode(browser, app.clientId)
    server.pass(10 * minute + 1)
    const { status, body } = await redeem(server, app, code)
    assert.equal(status, 400)
    assert.deepEqual(body, { error: 'invalid_grant', error_description: 'The authorization code has expired' })
    const late = await obtainCode(browser, app.clientId)
    server.pass(9 * minute)
    assert.equal((await redeem(server, app, late)).status, 200)
  })

  test('a code is bound to its client and redirect address', async () => {
    const other = await addApplication(server, companyId)
    const code = await obtainCode(browser, app.clientId)
    assert.equal((await redeem(server, other, code)).body.error, 'invalid_grant')
    const elsewhere = await redeem(server, app, code, { redirect_uri: `${callback}2` })
    assert.equal(elsewhere.body.error, 'invalid_grant')
    assert.equal((await redeem(server, app, code)).status, 200, 'failed attempts do not spend it')
  })

  test('a code, an access token and a refresh token cannot stand in for each other', async () => {
    const code = await obtainCode(browser, app.clientId)
    assert.equal((await refresh(server, app, code)).body.error, 'invalid_grant')
    const { access_token, refresh_token } = await tokens()
    assert.equal((await redeem(server, app, refresh_token)).body.error, 'invalid_grant')
    assert.equal((await refresh(server, app, access_token)).body.error, 'invalid_grant')
  })

  test('PKCE is enforced when a challenge was sent', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    const code = await obtainCode(browser, app.clientId, challenge)
    assert.equal((await redeem(server, app, code)).body.error, 'invalid_grant')
    const wrong = randomBytes(32).toString('base64url')
    assert.equal((await redeem(server, app, code, { code_verifier: wrong })).body.error, 'invalid_grant')
    assert.equal((await redeem(server, app, code, { code_verifier: verifier })).status, 200)
    const plain = await obtainCode(browser, app.clientId)
    assert.equal(
      (await redeem(server, app, plain, { code_verifier: verifier })).body.error,
      'invalid_grant',
      'downgrade',
    )
  })

  test('a public client needs PKCE, has no secret, and gets no grace period', async () => {
    const open = await addApplication(server, companyId, { publicClient: true })
    assert.equal(open.clientSecret, undefined)
    const verifier = randomBytes(32).toString('base64url')
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    await assert.rejects(obtainCode(browser, open.clientId), /PKCE/)
    const code = await obtainCode(browser, open.clientId, challenge)
    const sneaky = await redeem(server, { ...open, clientSecret: 'x' }, code, { code_verifier: verifier })
    assert.equal(sneaky.body.error, 'invalid_client')
    const { body } = await redeem(server, open, code, { code_verifier: verifier })
    const fresh = await refresh(server, open, body.refresh_token)
    assert.equal(fresh.status, 200)
    assert.equal((await refresh(server, open, body.refresh_token)).body.error, 'invalid_grant')
    assert.equal(
      (await refresh(server, open, fresh.body.refresh_token)).body.error,
      'invalid_grant',
      'the family is gone',
    )
    assert.equal(await works(server, fresh.body.access_token), false)
  })

  test('a refresh returns a new pair; the old access token lives ten more minutes', async () => {
    const old = await tokens()
    const { status, body } = await refresh(server, app, old.refresh_token)
    assert.equal(status, 200)
    assert.equal(Object.keys(body).length, 8)
    assert.notEqual(body.access_token, old.access_token)
    assert.notEqual(body.refresh_token, old.refresh_token)
    assert.equal(await works(server, old.access_token), true)
    server.pass(9 * minute)
    assert.equal(await works(server, old.access_token), true)
    server.pass(minute + 1)
    assert.equal(await works(server, old.access_token), false)
    assert.equal(await works(server, body.access_token), true)
  })

  test('repeating a refresh within a minute gets the same answer, later it ends the family', async () => {
    const old = await tokens()
    const first = await refresh(server, app, old.refresh_token)
    server.pass(50)
    const second = await refresh(server, app, old.refresh_token)
    assert.equal(second.status, 200)
    assert.deepEqual(second.body, first.body)
    server.pass(20)
    const third = await refresh(server, app, old.refresh_token)
    assert.deepEqual([third.status, third.body.error], [400, 'invalid_grant'])
    assert.equal(await works(server, first.body.access_token), false)
    assert.equal((await refresh(server, app, first.body.refresh_token)).body.error, 'invalid_grant')
  })

  test('a refresh token belongs to its client, and separate authorizations of one person are separate families', async () => {
    const one = await tokens()
    const two = await tokens()
    const other = await addApplication(server, companyId)
    assert.equal((await refresh(server, other, one.refresh_token)).body.error, 'invalid_grant')
    await refresh(server, app, one.refresh_token)
    server.pass(11 * minute)
    assert.equal(await works(server, two.access_token), true)
    await refresh(server, app, one.refresh_token) // reuse
    assert.equal(await works(server, two.access_token), true)
  })

  test('a refresh token is valid for 30 days after its access token has expired', async () => {
    const one = await tokens()
    server.pass(864_000 + 29 * 86_400)
    assert.equal(await works(server, one.access_token), false)
    const { status, body } = await refresh(server, app, one.refresh_token)
    assert.equal(status, 200)
    server.pass(864_000 + 30 * 86_400 + 1)
    const late = await refresh(server, app, body.refresh_token)
    assert.deepEqual(late.body, { error: 'invalid_grant', error_description: 'The refresh token has expired' })
    browser = new Browser(server.origin)
  })

  test('an application refreshes for a year; then the person must allow it again', async () => {
    let { refresh_token } = await tokens()
    for (let month = 0; month < 12; month++) {
      server.pass(30 * 86_400)
      const { status, body } = await refresh(server, app, refresh_token)
      assert.equal(status, 200, `in month ${month + 1}`)
      refresh_token = String(body.refresh_token)
    }
    server.pass(5 * 86_400 + 1)
    const late = await refresh(server, app, refresh_token)
    assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant'])
    browser = new Browser(server.origin)
    assert.equal((await refresh(server, app, (await tokens()).refresh_token)).status, 200)
  })

  test('guesses at a secret wait longer and longer, and no other application with them', async () => {
    const guessed = await addApplication(server, companyId)
    const wrong = { clientId: guessed.clientId, clientSecret: 'wrong' }
    for (let guess = 0; guess < 20; guess++)
      assert.equal((await refresh(server, wrong, 'x')).body.error, 'invalid_client')
    const refused = await refresh(server, wrong, 'x')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    // The right secret would be told from a wrong one otherwise.
    assert.equal((await refresh(server, guessed, 'x')).status, 429)
    assert.equal((await refresh(server, app, (await tokens()).refresh_token)).status, 200)
    server.pass(900)
    assert.equal((await refresh(server, guessed, 'x')).body.error, 'invalid_grant')
  })

  test('a client that proves itself may be refused often', async () => {
    for (let n = 0; n < 30; n++) assert.equal((await refresh(server, app, 'x')).body.error, 'invalid_grant')
    assert.equal((await refresh(server, app, (await tokens()).refresh_token)).status, 200)
  })

  test('every error of the token endpoint is the documented one', async () => {
    const right = { client_id: app.clientId, client_secret: app.clientSecret! }
    const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: callback }
    const cases: [Record<string, string>, string][] = [
      [{}, 'invalid_request'],
      [{ ...right }, 'invalid_request'],
      [{ ...right, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{ ...code }, 'invalid_request'],
      [{ ...code, client_id: app.clientId }, 'invalid_request'],
      [{ ...code, ...right, client_secret: 'wrong' }, 'invalid_client'],
      [{ ...code, ...right, client_id: 'app_1_00000000000000000000' }, 'invalid_client'],
      [{ ...code, ...right, client_id: '\0' }, 'invalid_client'],
      [{ ...right, grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
      [{ ...right, grant_type: 'authorization_code', redirect_uri: callback }, 'invalid_request'],
      [{ ...code, ...right }, 'invalid_grant'],
      [{ ...right, grant_type: 'refresh_token' }, 'invalid_request'],
      [{ ...right, grant_type: 'refresh_token', refresh_token: 'S.1__00' }, 'invalid_grant'],
      [{ ...right, grant_type: 'refresh_token', refresh_token: '\0\u{d800}'.toWellFormed() }, 'invalid_grant'],
    ]
    for (const [fields, error] of cases) {
      const { status, headers, body } = await post(server, '/api/v1/grant', fields)
      assert.equal(status, 400, JSON.stringify(fields))
      assert.equal(body.error, error, JSON.stringify(fields))
      assert.deepEqual(Object.keys(body), ['error', 'error_description'])
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('www-authenticate'), null)
    }
    const twice = new URLSearchParams({ ...code, ...right })
    twice.append('code', 'y')
    assert.equal((await post(server, '/api/v1/grant', twice.toString())).body.error, 'invalid_request')
  })

  test('the token endpoint accepts forms and JSON, and refuses other types', async () => {
    const code = await obtainCode(browser, app.clientId)
    const fields = {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.clientSecret!,
      code,
      redirect_uri: callback,
    }
    const json = { 'content-type': 'application/json; charset=utf-8' }
    for (const broken of ['{', '[]', 'null', '"x"', '{"grant_type":{}}'])
      assert.equal((await post(server, '/api/v1/grant', broken, json)).body.error, 'invalid_request', broken)
    assert.equal(
      (await post(server, '/api/v1/grant', '<x/>', { 'content-type': 'text/xml' })).body.error,
      'invalid_request',
    )
    assert.equal((await post(server, '/api/v1/grant', `x=${'y'.repeat(40_000)}`)).body.error, 'invalid_request')
    assert.equal((await post(server, '/api/v1/grant', JSON.stringify(fields), json)).status, 200)
  })

  test('the token endpoint ignores a stale bearer header, and supports HTTP Basic', async () => {
    const stale = { authorization: 'Bearer S.1__stale' }
    assert.equal((await redeem(server, app, await obtainCode(browser, app.clientId), {}, stale)).status, 200)

    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${app.clientId}:${secret}`).toString('base64')}`,
    })
    const fields = async () => ({
      grant_type: 'authorization_code',
      code: await obtainCode(browser, app.clientId),
      redirect_uri: callback,
    })
    assert.equal((await post(server, '/api/v1/grant', await fields(), basic(app.clientSecret!))).status, 200)
    const wrong = await post(server, '/api/v1/grant', await fields(), basic('wrong'))
    assert.equal(wrong.status, 401)
    assert.equal(wrong.body.error, 'invalid_client')
    assert.match(wrong.headers.get('www-authenticate')!, /^Basic realm="/)
  })

  test('revocation ends the family; introspection reports only a client’s own tokens', async () => {
    const credentials = { client_id: app.clientId, client_secret: app.clientSecret! }
    const other = await addApplication(server, companyId)
    const others = { client_id: other.clientId, client_secret: other.clientSecret! }
    const one = await tokens()
    const seen = await post(server, '/api/v1/introspect', { ...credentials, token: one.access_token })
    assert.equal(seen.status, 200)
    const { exp, iat, ...rest } = seen.body as { exp: number; iat: number }
    // They are read from the clock one after the other.
    assert.ok(Math.abs(exp - iat - 864_000) <= 1, `${exp - iat}`)
    assert.ok(Math.abs(iat - server.world.now() / 1_000_000) < 60)
    assert.deepEqual(rest, {
      active: true,
      client_id: app.clientId,
      token_type: 'bearer',
      scope: '',
      sub: String(userId),
      user_id: String(userId),
      company_id: String(companyId),
      iss: server.origin,
    })
    const refreshed = await post(server, '/api/v1/introspect', { ...credentials, token: one.refresh_token })
    assert.equal(refreshed.body.active, true)
    const foreign = await post(server, '/api/v1/introspect', { ...others, token: one.access_token })
    assert.deepEqual(foreign.body, { active: false })
    assert.equal((await post(server, '/api/v1/introspect', { token: one.access_token })).status, 400)

    await post(server, '/api/v1/revoke', { ...others, token: one.access_token })
    assert.equal(await works(server, one.access_token), true, 'only its own client can revoke')
    assert.equal((await post(server, '/api/v1/revoke', { ...credentials, token: 'unknown' })).status, 200)
    assert.equal((await post(server, '/api/v1/revoke', { ...credentials, token: one.access_token })).status, 200)
    assert.equal(await works(server, one.access_token), false)
    assert.equal((await refresh(server, app, one.refresh_token)).body.error, 'invalid_grant')
    const gone = await post(server, '/api/v1/introspect', { ...credentials, token: one.access_token })
    assert.deepEqual(gone.body, { active: false })
  })

  test('a spent refresh token is not active', async () => {
    const credentials = { client_id: app.clientId, client_secret: app.clientSecret! }
    const one = await tokens()
    await refresh(server, app, one.refresh_token)
    const seen = await post(server, '/api/v1/introspect', { ...credentials, token: one.refresh_token })
    assert.deepEqual(seen.body, { active: false })
  })

  test('an archived person gets no tokens', async () => {
    const one = await tokens()
    const code = await obtainCode(browser, app.clientId)
    await server.db.write(runStatement, `update users set active = 0 where id = ${userId}`, 0)
    assert.equal((await redeem(server, app, code)).body.error, 'invalid_grant')
    assert.equal((await refresh(server, app, one.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await browser.open('/account')).title, 'Sign in', 'and is signed out')
    await server.db.write(runStatement, `update users set active = 1 where id = ${userId}`, 0)
  })

  test('revoking a user deletes tokens, grants, consents and sessions', async () => {
    const one = await tokens()
    const manual = await createToken(server.world, { companyId, userId, name: 'Script' })
    assert.match((await browser.open('/account')).title, /^Hello/)
    await server.world.db.write(revokeUserOperation, { companyId, userId }, server.world.now())
    assert.equal(await works(server, one.access_token), false)
    assert.equal(await works(server, manual.token), false)
    assert.equal((await refresh(server, app, one.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await browser.open('/account')).title, 'Sign in')
  })

  test('an application is registered, listed, gets a new secret, and is removed with all its tokens', async () => {
    const own = await addApplication(server, companyId, { name: 'Short-lived' })
    const listed = (await listApplications(server.world, companyId)).find((one) => one.id === own.id)!
    assert.equal(listed.name, 'Short-lived')
    assert.deepEqual(listed.redirectUris, [callback])
    const one = await tokens(own)
    assert.ok((await listApplications(server.world, companyId)).find(({ id }) => id === own.id)!.lastUsed > 0)
    const secret = await rotateSecret(server.world, companyId, own.id)
    assert.equal((await refresh(server, own, one.refresh_token)).body.error, 'invalid_client')
    const renewed = await refresh(server, { ...own, clientSecret: secret! }, one.refresh_token)
    assert.equal(renewed.status, 200)
    assert.equal(await deleteApplication(server.world, companyId, own.id), true)
    assert.equal(await deleteApplication(server.world, companyId, own.id), false)
    assert.equal(await works(server, renewed.body.access_token), false)
    assert.equal((await refresh(server, own, one.refresh_token)).body.error, 'invalid_client')
  })

  test('redirect addresses must be https or loopback', async () => {
    const register = (uri: string) =>
      createApplication(server.world, { companyId, userId, name: 'X', redirectUris: [uri] })
    for (const uri of [
      'http://app.example.com/',
      'https://app.example.com/#x',
      'https://user:pw@app.example.com/',
      'javascript:alert(1)',
      'data:text/html,x',
      'custom:/x',
      '/relative',
      'https://app.example.com/ x',
      'http://localhost.example.com/',
      'http://127.0.0.2/',
      '',
    ])
      await assert.rejects(register(uri), { status: 417 }, uri)
    for (const uri of [
      'https://a.example/cb?x=1',
      'http://localhost:3000/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:9/',
    ])
      await register(uri)
  })

  test('a manual token is shown once, listed, extended, and deleted at once', async () => {
    const { id, token, expires } = await createToken(server.world, { companyId, userId, name: 'My script' })
    assert.match(token, new RegExp(`^S\\.${companyId}__`))
    assert.ok(Math.abs(expires - server.world.now() - 60 * 86_400e6) < 60e6)
    assert.equal(await works(server, token), true)
    const listed = (await listTokens(server.world, companyId, userId)).find((one) => one.id === id)!
    assert.deepEqual([listed.kind, listed.name, listed.application], ['manual', 'My script', 'My script'])
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(token))
    const later = server.world.now() + 3600 * 86_400e6
    assert.equal(await extendToken(server.world, { companyId, userId, id, expires: later }), true)
    assert.equal(await extendToken(server.world, { companyId, userId: userId + 1, id, expires: later }), false)
    await assert.rejects(extendToken(server.world, { companyId, userId, id, expires: later + 100 * 86_400e6 }), {
      status: 417,
    })
    await assert.rejects(createToken(server.world, { companyId, userId, name: 'x', expires: 1 }), { status: 417 })
    assert.equal(await deleteToken(server.world, { companyId, userId: userId + 1, id }), false)
    assert.equal(await deleteToken(server.world, { companyId, userId, id }), true)
    assert.equal(await works(server, token), false)
  })

  test('deleting a granted token ends its family', async () => {
    const one = await tokens()
    const [newest] = await listTokens(server.world, companyId, userId)
    assert.equal(newest!.kind, 'oauth')
    assert.equal(newest!.application, 'Payroll Bridge')
    await deleteToken(server.world, { companyId, userId, id: newest!.id })
    assert.equal(await works(server, one.access_token), false)
    assert.equal((await refresh(server, app, one.refresh_token)).body.error, 'invalid_grant')
  })

  test('no code, token, secret or session is in the database or the log', async () => {
    const own = await addApplication(server, companyId)
    const code = await obtainCode(browser, own.clientId)
    const { body } = await redeem(server, own, code)
    const fresh = await refresh(server, own, body.refresh_token)
    const pending = await browser.open(
      `/api/v1/authorize?response_type=code&client_id=${own.clientId}&redirect_uri=${callback}&state=1&prompt=consent`,
    )
    const manual = await createToken(server.world, { companyId, userId, name: 'Scan' })
    const secrets = [
      code,
      body.access_token,
      body.refresh_token,
      fresh.body.access_token,
      fresh.body.refresh_token,
      own.clientSecret!,
      manual.token,
      browser.cookie('clockhouse')!,
      browser.cookie('clockhouse')!.split('.')[1]!,
      pending.form().action.split('/').at(-1)!,
    ]
    const contents = await server.contents()
    for (const secret of secrets) {
      assert.ok(String(secret).length >= 40)
      assert.ok(!contents.includes(String(secret)), `${secret} is in the database`)
      assert.ok(!server.log.join('').includes(String(secret)), `${secret} is in the log`)
    }
    assert.match(contents, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('the sweep removes expired rows and nothing else', async () => {
    const one = await tokens()
    server.pass(864_000)
    await deleteOld(server.world)
    const { status, body } = await refresh(server, app, one.refresh_token)
    assert.equal(status, 200)
    server.pass(200 * 86_400)
    await deleteOld(server.world)
    assert.equal(await works(server, body.access_token), false)
    const contents = await server.contents()
    assert.doesNotMatch(contents, /RefreshToken|AuthorizationCode/)
  })
})

onBoth('simultaneous requests for tokens', (database) => {
  let server: Server
  let app: { clientId: string; clientSecret: string | undefined }
  let browser: Browser

  before(async () => {
    server = await startServer(database)
    app = await addApplication(server, (await addCompany(server)).companyId)
    browser = new Browser(server.origin)
  })
  after(() => server.close())

  test('exactly one of 20 simultaneous redemptions of a code succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const code = await obtainCode(browser, app.clientId)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(server, app, code)))
      const won = answers.filter((answer) => answer.status === 200)
      assert.equal(won.length, 1)
      for (const { status, body } of answers)
        if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    }
  })

  const throughTwo = async () => {
    const twin = await server.twin()
    try {
      for (let round = 0; round < 5; round++) {
        const code = await obtainCode(browser, app.clientId)
        const servers = [server, twin, server, twin, server, twin]
        const answers = await Promise.all(servers.map((one) => redeem(one, app, code)))
        assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400, 400, 400, 400, 400])
      }
      const code = await obtainCode(browser, app.clientId)
      assert.equal((await redeem(twin, app, code)).status, 200, 'keys are shared')
    } finally {
      await twin.close()
    }
  }
  // The embedded database has one server; several share PostgreSQL.
  if (database === 'postgres')
    test('exactly one of simultaneous redemptions of a code through two servers succeeds', throughTwo)

  test('simultaneous refreshes all get the same new pair', async () => {
    const { body: old } = await redeem(server, app, await obtainCode(browser, app.clientId))
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(server, app, old.refresh_token)))
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
    assert.equal(new Set(answers.map((answer) => answer.body.access_token)).size, 1)
    assert.equal(new Set(answers.map((answer) => answer.body.refresh_token)).size, 1)
  })
})
