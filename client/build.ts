import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeClientTypes } from '../test/client/describe.ts'

// `node client/build.ts` generates the types from the OpenAPI document and compiles the package into client/dist.

/** Builds the package. */
export async function buildClient(): Promise<void> {
  const folder = import.meta.dirname
  await writeClientTypes()
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '--checkers', '1', '-p', folder], { stdio: 'inherit' })
  copyFileSync(join(folder, 'src/api.d.ts'), join(folder, 'dist/api.d.ts'))
  // The compiler changes the names of imported files only in code.
  for (const name of globSync('dist/*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll(/ from '\.\/(\w+)(?:\.d)?\.ts'/g, " from './$1.js'"))
  }
}

if (import.meta.main) await buildClient()
