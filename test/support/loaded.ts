import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Imported before everything else (`node --import`), this records which packages a process loads, and prints them when
// it is told to end. Worker threads have lists of their own, which are not printed.

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
