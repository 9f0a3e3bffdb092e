import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { zipSync } from 'fflate'

// node packaging/zip.js <folder> <file>: writes a folder into a ZIP file. Few machines have a program that does.

const [folder, file] = process.argv.slice(2)
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort()
const entries = files.map((path) => [relative(dirname(folder), path), readFileSync(path)])
writeFileSync(file, zipSync(Object.fromEntries(entries)))
