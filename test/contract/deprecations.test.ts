import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Deprecation, deprecationHeaders, deprecations } from '../../src/wire/deprecations.ts'

const known: Deprecation[] = [
  { parameter: 'old', since: '2026-01-01', instead: 'new' },
  { parameter: 'older', since: '2025-01-01', sunset: '2027-03-01', instead: 'new' },
  { parameter: 'oldest', since: '2024-01-01', sunset: '2027-01-01', instead: 'new' },
]

const cases: [url: string, headers: object][] = [
  ['/api/v1/users', {}],
  ['/api/v1/users?limit=5', {}],
  ['/api/v1/users?name=old', {}],
  ['/api/v1/users?bold=1', {}],
  ['/api/v1/users?old=1', { deprecation: '@1767225600' }],
  ['/api/v1/users?limit=5&older=1', { deprecation: '@1735689600', sunset: 'Mon, 01 Mar 2027 00:00:00 GMT' }],
  // Of several, the one that has been deprecated for longest and the one that ends first.
  ['/api/v1/users?old=1&older=1&oldest=1', { deprecation: '@1704067200', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }],
]
for (const [url, headers] of cases)
  test(`the answer for ${url} has ${Object.keys(headers).join(' and ') || 'no header of a deprecation'}`, () => {
    assert.deepEqual(deprecationHeaders(url, known), headers)
  })

test('the API changelog lists every deprecated parameter', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/api-changelog.md'), 'utf8')
  for (const { parameter, since, instead, sunset = 'not planned' } of deprecations)
    assert.match(page, new RegExp(`^\\| \`${parameter}\` \\| ${since}.*\\| \`${instead}\` \\| ${sunset} \\|$`, 'm'))
})
