import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// `node client/build.ts` generates the types from the OpenAPI document and compiles the package into client/dist.

/** Builds the package into a folder that it empties first. */
export async function buildClient(dist = join(import.meta.dirname, 'dist')): Promise<void> {
  const folder = import.meta.dirname
  const { writeClientTypes } = await import('../test/client/describe.ts').catch(nameStep)
  await writeClientTypes()
  rmSync(dist, { recursive: true, force: true })
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const compiler = [join(typescript, 'bin/tsc'), '--checkers', '1', '-p', folder, '--outDir', dist]
  execFileSync(process.execPath, compiler, { stdio: 'inherit' })
  copyFileSync(join(folder, 'src/api.d.ts'), join(dist, 'api.d.ts'))
  // The compiler changes the names of imported files only in code.
  for (const name of globSync('*.d.ts', { cwd: dist })) {
    const text = readFileSync(join(dist, name), 'utf8')
    writeFileSync(join(dist, name), text.replaceAll(/ from '\.\/(\w+)(?:\.d)?\.ts'/g, " from './$1.js'"))
  }
}

/** The generator of the types has packages of its own, in test/client, which an installation may have left out. */
function nameStep(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error('The packages of test/client are missing: run "npm ci" in the folder of the clone first.', {
    cause: error,
  })
}

if (import.meta.main)
  await buildClient().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
