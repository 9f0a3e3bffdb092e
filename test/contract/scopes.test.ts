import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopesOffered } from '../../src/oauth/scopes.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import type { Document } from '../../src/openapi/document.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { resources, samples } from '../support/samples.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// A token with one scope gets records of that type and of no other one, also beside the records that it asks for.

onEither('a token with one scope', (database) => {
  let server: TestServer
  let company: TestCompany
  let paths: string[]

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) if (samples[name]) await samples[name].make(server, company, 3)
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const member = await server.user(company, { group_id: group.id })
    for (const user_id of [company.adminId, member.id])
      await server.createOne(company, 'timesheets', {
        ...{
          user_id,
          jobcode_id: 0,
          type: 'regular',
          start: new Date(server.now / 1000 - 3_600_000).toISOString(),
          end: '',
        },
      })
    const document = (await server.call(undefined, 'GET', '/openapi.json')).body as Document
    paths = Object.entries(document.paths).flatMap(([path, { get }]) => (get && !path.includes('{') ? path : []))
  })
  after(() => server.stop())

  const tokenOf = async (scopes: string) => {
    const whose = { companyId: company.id, userId: company.adminId, name: scopes }
    return (await createToken(server.world, { ...whose, expires: server.now + 3_600_000_000, scopes })).token
  }
  const asked = (path: string) => {
    const sample = samples[path.slice(1)]
    if (sample) return path + sample.all(company)
    return `${path}?start_date=2026-02-01&end_date=2026-03-03`
  }

  test('lists and reports have no supplemental data of other types', async () => {
    const allowed = new Map<string, number>()
    for (const scope of scopesOffered.filter((scope) => scope.includes(':'))) {
      const [type] = scope.split(':')
      const token = await tokenOf(scope)
      for (const path of paths.filter((path) => !path.startsWith('/changes'))) {
        const { status, body } = await server.call(token, 'GET', asked(path))
        if (path.split('/')[1] !== type) {
          const isOpen = ['/current_user', '/last_modified_timestamps', '/openapi.json'].includes(path) || status >= 400
          assert.ok(isOpen, `${scope} ${path}: ${status}`)
          if (path !== '/current_user') continue
        }
        if (status === 200) allowed.set(scope, (allowed.get(scope) ?? 0) + 1)
        const names = Object.keys(body.supplemental_data ?? {})
        const own = quirks.get(type!)?.section ?? type
        assert.deepEqual(
          names.filter((name) => name !== own),
          [],
          `${scope} ${path}`,
        )
      }
    }
    assert.ok(allowed.get('reports:read')! >= 4 && allowed.size > 40, JSON.stringify([...allowed]))
    const all = await server.get(company, '/reports/current_totals')
    assert.deepEqual(Object.keys(all.body.supplemental_data).sort(), ['groups', 'timesheets', 'users'])
    assert.ok(all.body.supplemental_data.groups[0], 'the group of people without one')
  })
})
