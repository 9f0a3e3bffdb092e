import asyncHooks from 'node:async_hooks'
import { countCalls } from './reach.ts'
import { keepStatements } from './statement_texts.ts'

// Imported before everything else (`node --import`). The test runner of Node.js follows every promise with an async hook, to
// find out which test an uncaught error belongs to. That makes an await 30 times as slow, a sixth of the time of a test
// file. Here the hook follows everything but promises, so such an error may fail the file instead of the test; it is
// printed (`test_runner.test.ts`).

const { createHook } = asyncHooks

asyncHooks.createHook = (callbacks) => {
  if (!new Error().stack?.includes('node:internal/test_runner/')) return createHook(callbacks)
  asyncHooks.createHook = createHook
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error))
  return createHook({ ...callbacks, trackPromises: false })
}

keepStatements()
countCalls()
