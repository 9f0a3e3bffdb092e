import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// The server may be below a path of a host. Its addresses are made in one place (src/rules/settings/own_address.ts, and
// web/own_address.ts for the app), and links, redirects and cookies leave it in one place each. What makes an address in
// another way would be right at the top of a host only, where most tests are.

const root = join(import.meta.dirname, '..')

/** What is not written elsewhere: where, how it looks, and the files that may. */
const rules: readonly { where: string; pattern: RegExp; only: readonly string[]; instead: string }[] = [
  {
    where: 'src/**/*.ts',
    pattern:
      /\b(?:config\.url|site(?:\(\))?\.(?:url|origin)|origin)\s*\+\s|\$\{(?:config\.url|site(?:\(\))?\.(?:url|origin))\}/,
    only: ['src/rules/settings/address_values.ts'],
    instead: 'ownAddress(base, path)',
  },
  {
    where: 'src/**/*.ts',
    pattern: /request\.host\b|config\.url \|\|/,
    only: ['src/identity/public_url.ts', 'src/identity/dependencies.ts', 'src/start.ts', 'src/cli/foreground.ts'],
    instead: 'publicUrl(config, request), or serverUrl(config) in a command',
  },
  {
    where: 'src/**/*.ts',
    pattern: /\.redirect\(/,
    only: ['src/identity/pages/respond.ts', 'src/identity/sso/routes.ts', 'src/identity/sso/trial.ts'],
    instead: 'goTo(site, reply, path)',
  },
  {
    where: 'src/**/*.ts',
    pattern: /type\('text\/html|\.type = (?:browser \? )?'html'/,
    only: ['src/identity/pages/respond.ts', 'src/http/spa.ts', 'src/oauth/index.ts', 'src/oauth/shape.ts'],
    instead: 'sendPage(site, reply, page)',
  },
  {
    where: 'src/**/*.ts',
    pattern: /header\('set-cookie'/,
    only: ['src/identity/cookies.ts'],
    instead: 'setCookie',
  },
  {
    where: 'web/**/*.{ts,tsx}',
    pattern: /\blocation\.pathname\b/,
    only: ['web/own_address.ts', 'web/components/page/anchor.ts', 'web/components/dialogs/unsaved_question.tsx'],
    instead: 'pathOf()',
  },
  {
    // Two servers on one host share what the browser keeps by name.
    where: 'web/**/*.{ts,tsx}',
    pattern: /\b(?:locks\.request|new BroadcastChannel|(?:local|session)Storage\.\w+)\(\s*['"`]/,
    only: [],
    instead: 'ownName(name)',
  },
  {
    where: 'web/**/*.{ts,tsx}',
    pattern: /\b(?:fetch|EventSource|assign|register|open)\((?:['`]\/|path\b)/,
    only: [],
    instead: 'own(path)',
  },
  {
    where: 'web/**/*.{ts,tsx}',
    // Paths of pages are for the router, which knows the prefix.
    pattern:
      /<(?:a|img)\b[^>]*\b(?:href|src)=(?:"\/|\{[`']\/)|\b(?:href|src)=(?:"|\{[`'])\/(?:api|assets|app|sign-|account)\b/,
    only: [],
    instead: 'own(path), or Link for a page',
  },
]

for (const { where, pattern, only, instead } of rules)
  test(`own addresses are made in one place: ${instead}`, () => {
    const files = globSync(where, { cwd: root, exclude: ['**/node_modules/**', 'web/dist/**'] })
    const found = files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !only.includes(file))
      .flatMap((file) => {
        const at = pattern.exec(readFileSync(join(root, file), 'utf8'))
        return at ? [`${file}: ${at[0]}`] : []
      })
    assert.deepEqual(found, [], `write ${instead} instead`)
    for (const file of only) assert.match(readFileSync(join(root, file), 'utf8'), pattern, `${file} no longer needs it`)
  })
