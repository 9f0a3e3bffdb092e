import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const tiles = 'https://tiles.example.com/{z}/{x}/{y}{r}.png?key=1'
const attribution = '&copy; <a href="https://example.com/license">Example Maps</a> contributors'
const settings = { CLOCKHOUSE_MAP_TILES: tiles, CLOCKHOUSE_MAP_ATTRIBUTION: attribution }

onEither('map tiles', (database) => {
  let withMap: TestServer
  let without: TestServer
  before(async () => {
    withMap = await TestServer.start(database, settings)
    without = await TestServer.start(database)
  })
  after(async () => {
    await withMap.stop()
    await without.stop()
  })

  const policy = async (server: TestServer, company: TestCompany, url: string): Promise<string> => {
    const cookie = await server.session(company.id, company.adminId)
    const { headers } = await server.app.inject({ url, headers: { accept: 'text/html', cookie } })
    return String(headers['content-security-policy'])
  }

  test('the content security policy of the app names the origin of map tiles only if they are set', async () => {
    const allowed = "img-src 'self' data: blob: https://tiles.example.com;"
    assert.match(await policy(withMap, await withMap.company('Northyard'), '/locations'), new RegExp(allowed))
    const plain = await policy(without, await without.company('Northyard'), '/locations')
    assert.match(plain, /img-src 'self' data: blob:;/)
    assert.doesNotMatch(plain, /https?:/)
  })

  test('the content security policy of other pages does not name map tiles', async () => {
    const { headers } = await withMap.app.inject({ url: '/sign-in' })
    assert.doesNotMatch(String(headers['content-security-policy']), /tiles\.example\.com/)
  })

  test('the app gets the address template of map tiles and their attribution, or that there is no map', async () => {
    const start = await ask(withMap, await withMap.company('Southyard'), 'GET', '/start')
    assert.deepEqual(start.body.map, {
      tiles,
      credits: [
        { text: '© ', href: '' },
        { text: 'Example Maps', href: 'https://example.com/license' },
        { text: ' contributors', href: '' },
      ],
    })
    assert.equal((await ask(without, await without.company('Southyard'), 'GET', '/start')).body.map, null)
  })
})

const refusals: readonly [name: string, value: string, problem: RegExp][] = [
  ['CLOCKHOUSE_MAP_TILES', 'tiles.example.com/{z}/{x}/{y}.png', /must be a URL such as/],
  ['CLOCKHOUSE_MAP_TILES', 'ftp://tiles.example.com/{z}/{x}/{y}.png', /must be a URL such as/],
  ['CLOCKHOUSE_MAP_TILES', 'https://tiles.example.com/{z}/{x}.png', /with \{y\} in its path/],
  [
    'CLOCKHOUSE_MAP_TILES',
    'https://tiles.example.com/{z}/{x}/{y}.png?k={key}',
    /it knows \{z\}, \{x\}, \{y\} and \{r\}/,
  ],
  ['CLOCKHOUSE_MAP_TILES', 'https://{s}.tiles.example.com/{z}/{x}/{y}.png', /must be a URL such as/],
  ['CLOCKHOUSE_MAP_TILES', 'https://user:word@tiles.example.com/{z}/{x}/{y}.png', /must be a URL such as/],
  // A host that would end the directive of the policy.
  ['CLOCKHOUSE_MAP_TILES', 'https://a;script-src/{z}/{x}/{y}.png', /must be a URL such as/],
  ['CLOCKHOUSE_MAP_TILES', 'https://*/{z}/{x}/{y}.png', /must be a URL such as/],
  ['CLOCKHOUSE_MAP_ATTRIBUTION', '', /CLOCKHOUSE_MAP_TILES needs CLOCKHOUSE_MAP_ATTRIBUTION/],
  ['CLOCKHOUSE_MAP_ATTRIBUTION', '<img src=x>', /must be text and links/],
  ['CLOCKHOUSE_MAP_ATTRIBUTION', '<a href="javascript:alert(1)">x</a>', /must be text and links/],
]

for (const [name, value, problem] of refusals)
  test(`the setting ${name}="${value}" stops the start`, () => {
    assert.throws(
      () => readConfig({ ...settings, [name]: value }),
      (error: Error) => error.message.includes(name) && problem.test(error.message),
    )
  })

test('unencrypted map tiles for a site with TLS stop the start, as browsers would not load them', () => {
  const plain = { ...settings, CLOCKHOUSE_MAP_TILES: 'http://tiles.example.com/{z}/{x}/{y}.png' }
  assert.throws(() => readConfig({ ...plain, CLOCKHOUSE_URL: 'https://time.example.com' }), /must begin with https/)
  assert.equal(readConfig(plain).mapTiles?.origin, 'http://tiles.example.com')
})
