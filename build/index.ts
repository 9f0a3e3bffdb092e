import { bundle } from './bundle.ts'

// `npm run build` builds the web app into web/dist and the server into dist, each unless it was built from these sources.

await Promise.all([import('../web/build.ts'), bundle()])
