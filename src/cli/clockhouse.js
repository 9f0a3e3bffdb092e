#!/usr/bin/env node
// The command. Clockhouse needs Node.js 26, which is among its packages: an older Node.js starts that one instead.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmEnds } from './npm_parent.js'

const needed = 26

if (Number.parseInt(process.versions.node, 10) >= needed) await runCommand()
else handOver(packagedNode())

/** Runs the command from the bundle. In a clone it runs from the sources while the bundle is not up to date. */
async function runCommand() {
  const sources = new URL('../../build/bundle.ts', import.meta.url)
  if (!existsSync(sources)) return import('../../dist/clockhouse.js')
  const { entry } = await import(sources)
  await import(entry('clockhouse'))
}

/** The Node.js among the packages; undefined if npm did not install it. */
function packagedNode() {
  const { resolve } = createRequire(import.meta.url)
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const prefix of ['node-', 'node-bin-']) {
    try {
      const folder = dirname(
        resolve(`${prefix}${process.platform.replace('win32', 'win')}-${process.arch}/package.json`),
      )
      const file = join(folder, 'bin', program)
      if (existsSync(file)) return file
    } catch {
      // Not this package.
    }
  }
  return undefined
}

function handOver(node) {
  if (!node) {
    console.error(
      `clockhouse: this is Node.js ${process.versions.node}, and ${needed} or newer is needed. It comes with the optional packages: install again without --omit=optional, or install Node.js ${needed}.`,
    )
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  child.on('error', (error) => {
    console.error(`clockhouse: could not start ${node}: ${error.message}`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
