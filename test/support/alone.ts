import { needOf } from './needs.ts'

// A file that runs by itself, as `node --test test/resources/groups.test.ts`, prepares what it needs, as `npm test` does for
// all files together.

const file = process.argv[1] ?? ''

if (!process.env.TEST_RUN && file.endsWith('.test.ts') && needOf(file) !== 'nothing') {
  process.env.TEST_RUN = 'alone'
  const { prepare } = await import('./prepare.ts')
  const { browsers, stopNow } = await prepare([file])
  await browsers
  process.once('exit', stopNow)
}
