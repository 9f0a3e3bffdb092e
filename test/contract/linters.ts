import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'

// `node test/contract/linters.ts`, a part of `npm run check`: the two linters that integrators use find no error in the
// OpenAPI documents of both APIs, and no warning but those that are meant so.

type Finding = { rule: string; message: string }

/** Warnings that are meant so, by rule: what a self-hosted server cannot say, and redirects that are no 2xx. */
const meant = [
  'no-server-example.com',
  'operation-2xx-response /authorize',
  'operation-4xx-response /openapi.json',
  'info-contact',
]

const documents = {
  public: describeApi('https://time.example.com'),
  app: describeAppApi('https://time.example.com'),
}

for (const [name, document] of Object.entries(documents)) {
  const source = JSON.stringify(document)
  const findings = [...(await findingsOfRedocly(source)), ...(await findingsOfSpectral(source))]
  for (const { rule, message } of findings.filter(({ rule }) => !meant.includes(rule))) {
    console.error(`The OpenAPI document of the ${name} API: ${rule}: ${message}`)
    process.exitCode = 1
  }
}

async function findingsOfRedocly(source: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  return problems.map(({ ruleId, message, location }) => {
    const [, path] = /^#\/paths\/([^/]+)/.exec(location[0]?.pointer ?? '') ?? []
    return { rule: path ? `${ruleId} ${path.replaceAll('~1', '/')}` : ruleId, message }
  })
}

async function findingsOfSpectral(source: string): Promise<Finding[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [oas] } as spectral.RulesetDefinition)
  const problems = await linter.run(JSON.parse(source))
  return problems.map(({ code, message, path }) => ({ rule: String(code), message: `${message} (${path.join('/')})` }))
}
