import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'

// The public document names every published endpoint, and the two linters that integrators use find nothing wrong with
// it, nor with that of the app API.

const document = describeApi('https://time.example.com')
const documents = { public: document, app: describeAppApi('https://time.example.com') }

/** Warnings that are meant so, by rule: what a self-hosted server cannot say, and redirects that are no 2xx. */
const meant = [
  'no-server-example.com',
  'operation-2xx-response /authorize',
  'operation-4xx-response /openapi.json',
  'info-contact',
]

for (const [name, document] of Object.entries(documents)) {
  test(`redocly finds no error in the ${name} document, and no warning that is not meant`, async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
    const findings = problems.map(({ ruleId, message, location }) => {
      const [, path] = /^#\/paths\/([^/]+)/.exec(location[0]?.pointer ?? '') ?? []
      return { rule: path ? `${ruleId} ${path.replaceAll('~1', '/')}` : ruleId, message }
    })
    assert.deepEqual(
      findings.filter(({ rule }) => !meant.includes(rule)),
      [],
    )
  })

  test(`spectral finds no error in the ${name} document, and no warning that is not meant`, async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [oas] } as spectral.RulesetDefinition)
    const findings = (await linter.run(JSON.parse(JSON.stringify(document)))).map(({ code, message, path }) => {
      return { rule: String(code), message, path: path.join('/') }
    })
    assert.deepEqual(
      findings.filter(({ rule }) => !meant.includes(rule)),
      [],
    )
  })
}

test('openapi.json describes every endpoint of docs/endpoints.md, with its methods and no others', () => {
  const table = readFileSync(join(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
  const published = [...table.matchAll(/^\| (\/\S+) \| ([A-Z ]+) \|$/gm)].map(([, path, methods]) => [path, methods])
  assert.ok(published.length >= 44, `${published.length} rows`)
  for (const [path, methods] of published) {
    const described = Object.keys(document.paths[path!] ?? {}).map((method) => method.toUpperCase())
    assert.deepEqual(described.sort(), methods!.split(' ').sort(), `${path}`)
  }
})
