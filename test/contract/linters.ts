import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'

// `node test/contract/linters.ts`, a part of `npm run check`: the two linters that integrators use find no error in the
// OpenAPI documents of both APIs, and no warning but those that are meant so. They take 18 seconds, so documents that
// passed before, with the same linters, are not read again.

const root = join(import.meta.dirname, '../..')
const passedFile = join(root, '.cache/linted')

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

const sources = Object.entries(documents).map(([name, document]) => ({ name, source: JSON.stringify(document) }))
const fingerprint = fingerprintOf([
  ...sources.map(({ source }) => source),
  ...[import.meta.filename, join(root, 'package-lock.json')].map((file) => readFileSync(file, 'utf8')),
])
if (!existsSync(passedFile) || readFileSync(passedFile, 'utf8') !== fingerprint) {
  for (const { name, source } of sources) await lint(name, source)
  if (!process.exitCode) {
    mkdirSync(dirname(passedFile), { recursive: true })
    writeFileSync(passedFile, fingerprint)
  }
}

function fingerprintOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}\0${text}`)
  return hash.digest('hex')
}

async function lint(name: string, source: string): Promise<void> {
  const findings = [...(await findingsOfRedocly(source)), ...(await findingsOfSpectral(source))]
  for (const { rule, message } of findings.filter(({ rule }) => !meant.includes(rule))) {
    console.error(`The OpenAPI document of the ${name} API: ${rule}: ${message}`)
    process.exitCode = 1
  }
}

async function findingsOfRedocly(source: string): Promise<Finding[]> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core')
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  return problems.map(({ ruleId, message, location }) => {
    const [, path] = /^#\/paths\/([^/]+)/.exec(location[0]?.pointer ?? '') ?? []
    return { rule: path ? `${ruleId} ${path.replaceAll('~1', '/')}` : ruleId, message }
  })
}

async function findingsOfSpectral(source: string): Promise<Finding[]> {
  const { default: spectral } = await import('@stoplight/spectral-core')
  const { oas } = await import('@stoplight/spectral-rulesets')
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [oas] } as Parameters<typeof linter.setRuleset>[0])
  const problems = await linter.run(JSON.parse(source))
  return problems.map(({ code, message, path }) => ({ rule: String(code), message: `${message} (${path.join('/')})` }))
}
