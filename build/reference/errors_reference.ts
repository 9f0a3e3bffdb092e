import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codesOf, listOf } from '../../src/openapi/codes.ts'
import { codesOfEvery, codesOfItems, codesOfKinds } from '../../src/openapi/codes_by_request.ts'
import type { Entry } from '../../src/rules/refusals/entry.ts'
import { refusalsBySubject } from '../../src/rules/refusals/table.ts'
import { code, table, text } from './markdown.ts'

/** The page docs/reference/errors.md: every reason for a refusal, by subject. */
export function errorsPage(generated: string): string {
  const statuses = statusesOf()
  const subjects = Object.entries<Record<string, Entry>>(refusalsBySubject)
  return text([
    '# Errors',
    generated,
    'An item that is refused has `_status_extra`, a sentence, and `_status_reason`, the same for programs: `code` is one of ' +
      'those below, `field` the property or parameter at fault, `values` what the sentence fills in. Codes and sentences do ' +
      'not change; there may be more of them.',
    'For example, `{"_status_code": 417, "_status_message": "Expectation Failed", "_status_extra": "name must be at most 30 ' +
      'characters", "_status_reason": {"code": "too_long", "field": "name", "values": {"max": 30}}}`.',
    'A request that is refused as a whole has only the sentence, in `error.message`; the app’s API, and requests with a ' +
      'session, also have its reason, in `error.reason`.',
    'A sentence without `{field}` comes after the field and a colon. A status is given where it is always the same. Where ' +
      'few requests can be refused with a code, they are named; OpenAPI lists the codes of every request.',
    ...subjects.flatMap(([subject, entries]) => [
      `## ${titleOf(subject)}`,
      table(
        ['Code', 'Status', 'Field', 'Sentence', 'Requests'],
        Object.entries(entries).map(([name, { field, text: sentence }]) => [
          code(name),
          statusIn(statuses.get(name)),
          field ? code(field) : '',
          sentence,
          requestsOf(name),
        ]),
      ),
    ]),
  ])
}

function statusIn(thrown: ReadonlySet<string> = new Set()): string {
  const [status = ''] = thrown
  return thrown.size === 1 && /^\d+$/.test(status) ? status : ''
}

function titleOf(subject: string): string {
  const words = subject.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

const pathsMax = 3

/** Requests that can be refused with each code. */
const requests = new Map<string, string[]>()
for (const [request, { own, items }] of codesOf)
  for (const name of new Set([...own, ...items])) requests.set(name, [...(requests.get(name) ?? []), request])

/** The requests that can be refused with a code, in words. */
function requestsOf(name: string): string {
  if (listOf(codesOfEvery).includes(name)) return 'all'
  const kinds = Object.entries(codesOfKinds).flatMap(([kind, codes]) =>
    listOf(codes).includes(name) ? [kindWords[kind]!] : [],
  )
  const batches = listOf(codesOfItems).includes(name) ? ['items of batches'] : []
  const own = requests.get(name) ?? []
  const paths = Map.groupBy(own, (request) => request.replace(/^\w+ /, ''))
  const more = `${own.length} ${kinds.length + batches.length > 0 ? 'more' : 'requests'}`
  const named =
    paths.size > pathsMax
      ? [more]
      : [...paths].map(([path, of]) => code(`${of.map((request) => request.split(' ')[0]).join(' ')} ${path}`))
  return [...batches, ...kinds, ...named].join(', ')
}

const kindWords: Readonly<Record<string, string>> = {
  list: 'lists',
  write: 'creates and updates',
  removal: 'deletions',
  report: 'reports',
  endpoint: 'the app’s API',
}

/** The statuses with which the server throws each code. */
function statusesOf(): Map<string, Set<string>> {
  const source = join(import.meta.dirname, '../../src')
  const found = new Map<string, Set<string>>()
  for (const file of globSync('**/*.ts', { cwd: source })) {
    const thrown = readFileSync(join(source, file), 'utf8').matchAll(
      /new (?:Refusal|RequestError|MachineDown)\(\s*([^,]+),\s*'(\w+)'/g,
    )
    for (const [, status, name] of thrown) found.set(name!, (found.get(name!) ?? new Set()).add(status!))
  }
  return found
}
