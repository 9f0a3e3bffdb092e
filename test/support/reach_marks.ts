import { test } from 'node:test'
import { beginFile, writeCalls } from './reach.ts'

// Between the files of a process, in a run that makes the map of what tests reach. Not in `reach.ts`, because node:test must
// not be loaded before `untracked.ts` has run.

/** The name of a test that only marks the end of a file; it is not counted. */
export const endOfFile = 'The end of a file, for the map of what tests reach'

/** Marks the place after the tests of the current file and before those of the next one. */
export function markEndOfFile(next: string): void {
  test(endOfFile, () => {
    writeCalls()
    beginFile(next)
  })
}
