import { describe, test } from 'node:test'

// `npm test` runs in minutes and finds nearly every mistake. `npm run test:all` also runs what is long: more seeds and
// requests, the second database for tests whose SQL is the engine's, and files called `….nightly.test.ts`. The forge
// runs it each night and for every release.

/** Whether this run is `npm run test:all`. */
export const isFull = process.env.TEST_TIER === 'all'

/**
 * Tests and groups of tests that only `npm run test:all` runs, used like those of node:test. The end of `npm test` says
 * that there are more.
 */
export const nightly: Pick<typeof import('node:test'), 'describe' | 'test'> = isFull
  ? { describe, test }
  : { describe: (async () => {}) as unknown as typeof describe, test: (async () => {}) as unknown as typeof test }
