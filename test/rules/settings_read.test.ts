import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { settingForms } from '../../src/rules/settings/forms.ts'
import { catalog } from '../../src/rules/settings/settings.ts'

// A setting that can be saved has an effect: something other than its declaration and the page that asks for it reads it.

const root = join(import.meta.dirname, '../..')
const declared = ['src/rules/settings/settings.ts', 'src/rules/settings/kinds.ts', 'src/rules/settings/forms.ts']
const others = [
  'web/pages/settings/plan.ts',
  'web/api/schema.d.ts',
  'web/node_modules/**',
  'web/dist/**',
  'src/sample/**',
]

const commentOrString = /\/\*.*?\*\/|\/\/[^\n]*|(['"`])(?:\\.|(?!\1)[^\\])*\1/gs

/** Everything that may read settings, without comments and prose. */
const code = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root, exclude: [...declared, ...others] })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .map((text) => text.replaceAll(commentOrString, (part) => (/^\/|\s/.test(part) ? '' : part)))
  .join('\n')

const sections = Object.entries<Record<string, unknown>>(catalog)

function isRead(section: string, key: string): boolean {
  const several = sections.filter(([, entries]) => Object.hasOwn(entries, key)).length > 1
  // What has a namesake in another section is read with the name of its own on the same line.
  const found = several ? `\\b${section}\\b[^\\n]*\\b${key}\\b|\\b${key}\\b[^\\n]*\\b${section}\\b` : `\\b${key}\\b`
  return new RegExp(found).test(code)
}

describe('the settings that can be saved', () => {
  for (const [section, forms] of Object.entries(settingForms))
    for (const key of Object.keys(forms))
      test(`the code reads the setting ${section}.${key}`, () =>
        assert.ok(isRead(section, key), 'nothing reads it: give it an effect, or no form'))

  test('a setting that no code reads would be found', () => {
    for (const key of ['timesheet_map', 'mtc_combine_regular_timesheets', 'pto_entry', 'time_entry_method'])
      assert.ok(!isRead('time_entry', key), key)
    assert.ok(!isRead('projects', 'installed'))
  })
})
