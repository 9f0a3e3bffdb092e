import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The files that a browser is told to load. */
const entry = /[\\/]web[\\/](index\.html|main\.tsx|worker\.ts)$/

/** The app as static files in `web/dist`; `npm run build` makes them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    // `/assets` is the server's own.
    assetsDir: 'app',
    // The policy of the page allows nothing that is written into it.
    assetsInlineLimit: 0,
    target: 'es2024',
    manifest: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), worker: join(import.meta.dirname, 'worker.ts') },
      // The worker has to be at the root, under the same name in every version.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? '[name].js' : 'app/[name]-[hash].js'),
        // What every page needs is one file. By default, each icon of the menu that a page shows too is a file of its own.
        codeSplitting: { groups: [{ name: 'shared', tags: ['$initial'], test: (id) => !entry.test(id) }] },
      },
    },
  },
})
