import { existsSync } from 'node:fs'

/** What starts the command on this machine: in a clone of the repository, npm finds it; elsewhere it is installed. */
export const commandName = existsSync(new URL('../../build/package.json', import.meta.url))
  ? 'npx clockhouse'
  : 'clockhouse'
