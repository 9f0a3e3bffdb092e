import type { Command } from 'commander'
import { type Setting, settings } from '../config.ts'
import * as options from './options.ts'
import { printJson, say } from './output.ts'
import { terminal } from './terminal.ts'

/** `clockhouse settings`: lists all settings. */
export function settingsCommand(program: Command): void {
  program
    .command('settings')
    .description('list all settings, which are environment variables, and their values')
    .addOption(options.json())
    .action((given: { json?: true }) => {
      const rows = Object.values<Setting>(settings).map((setting) => {
        const value = terminal().env[setting.env]
        return { setting, shown: value !== undefined && setting.secret ? '(secret)' : value }
      })
      if (given.json)
        return printJson(
          rows.map(({ setting, shown }) => ({
            name: setting.env,
            value: shown ?? null,
            default: setting.default,
            secret: setting.secret ?? false,
            about: setting.about,
          })),
        )
      for (const { setting, shown } of rows) {
        const standard = setting.default === '' ? 'not set' : `${setting.default}, the default`
        say(`${setting.env} = ${shown ?? `(${standard})`}\n    ${setting.about}`)
      }
    })
}
