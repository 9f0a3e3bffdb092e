import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licenses of the packages that these modules belong to, which must be distributed with a bundle. */
export function licensesOf(modules: Iterable<string>): string {
  const folders = new Set([...modules].map(folderOf).filter((folder) => folder !== undefined))
  const texts = [...folders].map(licenseOf).sort()
  return `Clockhouse contains these packages, each under its own license.\n\n${[...new Set(texts)].join('\n')}`
}

/** The folder of the package that a module belongs to; undefined for our own. */
function folderOf(module: string): string | undefined {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module)?.[1]
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file))
  const notice = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${'-'.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n${notice}`
}
