import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// All stylesheets that a visit has loaded stay and apply to all pages. The stylesheet of a page may therefore style a class
// by itself only if the name is the page's own: `.today` of one page was the column of today in the timesheet of another.

const pages = join(import.meta.dirname, '../web/pages')

test('what a page styles by its class alone has a name of its own', () => {
  const files = globSync('**/*.css', { cwd: pages })
  assert.ok(files.length > 30, `${files.length} stylesheets found`)
  const found = files.flatMap((file) =>
    selectorsIn(readFileSync(join(pages, file), 'utf8'))
      .filter((selector) => /^\.[a-z]+$/.test(selector))
      .map((selector) => `${file}: ${selector} has one word; begin it with that of the page`),
  )
  assert.deepEqual(found, [])
})

function selectorsIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  return [...rules].flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
}
