import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isScriptOfNpm } from '../../src/cli/server/npm_parent.js'

const cases: [about: string, env: Record<string, string>, ends: boolean][] = [
  ['a shell', {}, false],
  [
    'npm start',
    { npm_lifecycle_event: 'start', npm_lifecycle_script: 'node build/index.ts && node dist/main.js' },
    true,
  ],
  ['npx clockhouse', { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'clockhouse'" }, true],
  ['a script of another project', { npm_lifecycle_event: 'dev', npm_lifecycle_script: 'clockhouse sandbox' }, true],
  [
    'a script after another program',
    { npm_lifecycle_event: 'dev', npm_lifecycle_script: 'tsc && clockhouse serve' },
    true,
  ],
  [
    'a script in the background',
    { npm_lifecycle_event: 'pretest', npm_lifecycle_script: 'clockhouse sandbox & sleep 5' },
    false,
  ],
  ['a program that npm runs', { npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest' }, false],
]

for (const [about, env, ends] of cases)
  test(`a server started by ${about} ${ends ? 'ends when npm ends' : 'outlives npm'}`, () =>
    assert.equal(isScriptOfNpm(env), ends))
