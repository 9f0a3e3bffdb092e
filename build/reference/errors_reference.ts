import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    'A sentence without `{field}` comes after the field and a colon. A status is given where it is always the same.',
    ...subjects.flatMap(([subject, entries]) => [
      `## ${titleOf(subject)}`,
      table(
        ['Code', 'Status', 'Field', 'Sentence'],
        Object.entries(entries).map(([name, { field, text: sentence }]) => [
          code(name),
          statusIn(statuses.get(name)),
          field ? code(field) : '',
          sentence,
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
