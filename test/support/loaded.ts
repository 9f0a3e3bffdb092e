import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Imported before everything else (`node --import`), this records which packages a process loads, directly or as part
// of a bundled file, and prints them when the process is asked to end. Worker threads have their own lists, which are
// not printed.

const packages = new Set<string>()

if (isMainThread) {
  registerHooks({
    load(url, context, next) {
      for (const file of [url, ...sourcesOf(url)]) {
        const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)
        if (found) packages.add(found[1]!)
      }
      return next(url, context)
    },
  })
  process.on('exit', () => console.error(`loaded: ${[...packages].sort().join(' ')}`))
}

/** The sources of a bundled file, according to its source map. */
function sourcesOf(url: string): string[] {
  const map = url.startsWith('file:') ? new URL(`${url}.map`) : undefined
  return map && existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : []
}
