import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appCatalogs, shownRefusals } from './messages.ts'

/** The entry points that a browser loads. */
const entry = /[\\/]web[\\/](index\.html|main\.tsx|worker\.ts)$/

/** The first page, which has the clock. */
const today = join(import.meta.dirname, 'pages/today/today.tsx')

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

let first: Set<string> | undefined

/** Whether a module is loaded before the clock shows: it is imported by the entry or the first page, or by what they import. */
function isFirst(id: string, modules: Modules): boolean {
  if (!first) {
    first = new Set([join(import.meta.dirname, 'main.tsx'), today])
    // The index of this package imports every icon.
    for (const one of first)
      if (!one.includes('lucide-react'))
        for (const next of modules.getModuleInfo(one)?.importedIds ?? []) first.add(next)
  }
  return first.has(id) && id !== today && !entry.test(id) && !id.includes('lucide-react')
}

/** Builds the app as static files in `web/dist` (`npm run build`). */
export default defineConfig({
  root: import.meta.dirname,
  // The server says below which path the app is, so the files find each other from where they are.
  base: './',
  plugins: [react(), appCatalogs(), shownRefusals()],
  // The router brings it for versions of React that lack what it stands in for.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    // `/assets` belongs to the server.
    assetsDir: 'app',
    // The content security policy allows nothing inline.
    assetsInlineLimit: 0,
    target: 'es2024',
    manifest: true,
    // `build.ts` moves them to where only tests find them.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), worker: join(import.meta.dirname, 'worker.ts') },
      // The worker must be at the root, under the same name in every version.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? '[name].js' : 'app/[name]-[hash:7].js'),
        // The first file that is loaded names all others.
        chunkFileNames: 'app/[hash:7].js',
        assetFileNames: 'app/[hash:7][extname]',
        // Everything that the first load needs, including the clock, goes into one file, which compresses better than
        // many. By default, each menu icon that a page also uses would get its own file.
        codeSplitting: {
          groups: [
            { name: 'shared', tags: ['$initial'], test: (id) => !entry.test(id) },
            { name: (id, modules) => (isFirst(id, modules) ? 'shared' : null), debugName: 'clock' },
            // Code that many pages use is one file, too, because thirty small files take a phone several round trips.
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
