import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Imported before everything else (`node --import`), this notes which packages a process loads, and says so when it is
// told to end. Threads have lists of their own, of which nothing is said.

const packages = new Set<string>()

if (isMainThread) {
  registerHooks({
    load(url, context, next) {
      const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
      if (found) packages.add(found[1]!)
      return next(url, context)
    },
  })
  process.on('exit', () => console.error(`loaded: ${[...packages].sort().join(' ')}`))
}
