import type { Command } from 'commander'
import { givenTo, type Variable, variables } from '../../config.ts'
import * as options from '../options.ts'
import { printJson, say } from '../output.ts'
import { terminal } from '../terminal.ts'

/** `clockhouse config`: lists the environment variables that configure the server. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('list the environment variables that configure the server, and their values')
    .addOption(options.json())
    .action((given: { json?: true }) => {
      const rows = Object.values<Variable>(variables).map((variable) => {
        const value = givenTo(variable, terminal().env)
        return { variable, shown: value !== undefined && variable.secret ? '(secret)' : value }
      })
      if (given.json)
        return printJson(
          rows.map(({ variable, shown }) => ({
            name: variable.env,
            value: shown ?? null,
            default: variable.default,
            secret: variable.secret ?? false,
            about: variable.about,
          })),
        )
      for (const { variable, shown } of rows) {
        const standard = variable.default === '' ? 'not set' : `${variable.default}, the default`
        say(`${variable.env} = ${shown ?? `(${standard})`}\n    ${variable.about}`)
      }
    })
}
