import type { Command } from 'commander'
import { messageOf } from '../../rules/thrown.ts'
import { type Readiness, readinessIn } from '../doctor/server.ts'
import { askServer } from '../local_server.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say } from '../output.ts'
import { localUrl } from '../server_url.ts'

/** `clockhouse health`: whether a running server is ready, for service managers. */
export function healthCommand(program: Command): void {
  program
    .command('health')
    .description('ask a running server whether it is ready')
    .option('--url <url>', 'address of the server; by default the one at which HOST and PORT have it listen')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
For health checks of containers and monitoring, which need no other program then. It prints the words of /readyz. Exit code
0: the server is ready; 1: it is not, or does not answer.`,
    )
    .action(async ({ url, json }: { url?: string; json?: true }) => {
      const address = (url ?? localUrl(configured())).replace(/\/+$/, '')
      if (!URL.canParse(address) || address.endsWith(':0'))
        throw new Mistake('--url is needed: the address of the server, such as http://127.0.0.1:8080', 2)
      const { causes = [], warnings = [], status } = await readinessAt(address, url === undefined)
      if (status !== 'ready') throw new Mistake(`the server at ${address} is not ready: ${causes.join(', ')}`)
      if (json) return printJson({ address, status, warnings })
      say(warnings.length === 0 ? 'ready' : `ready, with warnings: ${warnings.join(', ')}`)
    })
}

async function readinessAt(address: string, isHere: boolean): Promise<Readiness> {
  const answer = await askServer(address, '/readyz', { isHere }).catch((error) => {
    throw new Mistake(`no server answers at ${address}: ${messageOf(error)}`)
  })
  const readiness = readinessIn(answer)
  if (readiness.status === undefined) throw new Mistake(`what answers at ${address} is not a Clockhouse server`)
  return readiness
}
