import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installation } from './installation.ts'

/** The folder of an archive, which has the start script, the versions and usually the data. */
export const archiveFolder = join(fileURLToPath(new URL('../..', import.meta.url)), '../..')

/** What starts the command on this machine: in a clone npm finds it, an archive has it; elsewhere it is installed. */
export const commandName =
  installation.kind === 'clone' ? 'npx clockhouse' : installation.kind === 'archive' ? nameInArchive() : 'clockhouse'

/** The start script of an archive: by its name if the path leads to it, otherwise by its place. */
function nameInArchive(): string {
  const isWindows = process.platform === 'win32'
  const script = join(archiveFolder, isWindows ? 'clockhouse.cmd' : 'clockhouse')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  if (folders.some((folder) => isScript(join(folder, 'clockhouse'), script))) return 'clockhouse'
  if (process.cwd() === archiveFolder) return isWindows ? 'clockhouse' : './clockhouse'
  return script.includes(' ') ? `"${script}"` : script
}

function isScript(file: string, script: string): boolean {
  try {
    return realpathSync(file) === script
  } catch {
    return false
  }
}
