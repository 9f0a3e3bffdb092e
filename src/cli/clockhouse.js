#!/usr/bin/env node
// The command. Node.js 26 is among its packages: a Node.js that is too old starts that one instead.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNode, nodeNeeded } from './server/node_needed.js'
import { whenNpmEnds } from './server/npm_parent.js'

// The sources of a clone have no Temporal but that of Node.js.
const needed = isClone() ? '26' : nodeNeeded

if (isClone() && !hasPackage('pg')) fail(`its packages are not installed: run "npm ci" in ${folder()} first.`)
if (isNode(process.versions.node, needed)) await runCommand()
else handOver(packagedNode())

/**
 * Runs the command from the bundle. In a clone, a server that is started before anything was built is built first, and
 * a command runs from the sources while the bundle is not up to date.
 */
async function runCommand() {
  if (!isClone()) return import('../../dist/clockhouse.js')
  const { entry } = await import(inRoot('build/bundle.ts'))
  const needsApp = startsServer(process.argv.slice(2)) && !existsSync(inRoot('web/dist/.built-from'))
  if ((needsApp || entry('clockhouse').href.endsWith('.ts')) && !hasPackage('commander'))
    fail(`the packages that build it are not installed: run "npm ci --include=dev" in ${folder()} first.`)
  if (needsApp) build()
  await import(entry('clockhouse'))
}

function isClone() {
  return existsSync(inRoot('build/bundle.ts'))
}

/** Whether npm has installed a package. Every installation has pg; only those that can build Clockhouse have commander. */
function hasPackage(name) {
  try {
    return createRequire(import.meta.url).resolve(name) !== ''
  } catch {
    return false
  }
}

function folder() {
  return fileURLToPath(inRoot('.'))
}

function inRoot(path) {
  return new URL(`../../${path}`, import.meta.url)
}

/** Whether the arguments start a server with the web app, rather than do something with one. */
function startsServer([command = 'serve', ...rest]) {
  if (rest.some((word) => word === '--help' || word === '-h')) return false
  return command === 'serve' || (command === 'sandbox' && (rest[0] ?? '-').startsWith('-'))
}

/** Builds the web app and the bundle, as `npm start` does. Standard output belongs to the command. */
function build() {
  const { status, signal } = spawnSync(process.execPath, [fileURLToPath(inRoot('build/index.ts'))], {
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) return
  if (signal) process.exit(128 + constants.signals[signal])
  fail('the web app could not be built.')
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
    fail(
      `this is Node.js ${process.versions.node}, and ${needed} or newer is needed. It comes with the optional packages: install again without --omit=optional, or install Node.js ${needed}.`,
    )
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  child.on('error', (error) => fail(`could not start ${node}: ${error.message}`))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function fail(message) {
  console.error(`clockhouse: ${message}`)
  process.exit(1)
}
