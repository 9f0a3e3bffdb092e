import { setTimeout as after } from 'node:timers/promises'
import type { Command } from 'commander'
import type { ApiAccess } from '../mcp/access.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { asError } from '../rules/thrown.ts'
import { second } from '../rules/time/calendar.ts'
import { apiPath } from '../wire/endpoint.ts'
import { machineClock } from '../world.ts'
import { Mistake } from './mistakes.ts'
import { note } from './output.ts'
import { terminal } from './terminal.ts'

const clockPatienceMs = 3000

type Given = { url: string; allowWrites?: true; managedClient?: string }

/** `clockhouse mcp`: the tools for an assistant on this machine. */
export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the tools of a server to an AI assistant on this machine, over standard input and output')
    .option('--url <url>', 'address of the server', 'http://127.0.0.1:8080')
    .option('--allow-writes', 'let the assistant clock people in and out, and add, edit, delete and approve time')
    .option('--managed-client <id>', 'act in this managed client')
    .addHelpText(
      'after',
      `
The access token is in CLOCKHOUSE_TOKEN. The assistant has the rights of its user. Assistants start this command
themselves: see docs/mcp.md.`,
    )
    .action(serve)
}

async function serve({ url, allowWrites, managedClient }: Given): Promise<void> {
  const { env, assistant: transport } = terminal()
  const token = env.CLOCKHOUSE_TOKEN
  if (!token) throw new Mistake('CLOCKHOUSE_TOKEN: an access token is required; see clockhouse token create')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Mistake('--url: http or https')
  const { mcpServer, serveStdio } = await import('../mcp/server.ts')
  const headers = {
    authorization: `Bearer ${token}`,
    ...(managedClient === undefined ? {} : { 'vnd.tsheets.ManagedClientId': managedClient }),
  }
  const api = accessTo(url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), headers)
  // Tools need the time of the server before their first request. If this fails, so will they, with the reason.
  await Promise.race([
    api.request({ method: 'GET', path: '/current_user' }),
    after(clockPatienceMs, undefined, { ref: false }),
  ])
  // Standard output belongs to the protocol.
  const onBug = (error: unknown) => note(String(error))
  const howToAllow = 'The person can start "clockhouse mcp" with --allow-writes.'
  const connect = () => mcpServer({ api, mayWrite: allowWrites ?? false, howToAllow, onBug })
  serveStdio(connect, { ...(transport && { transport }) })
}

/** The API of a server, and its clock, which is not this machine's if the server is a sandbox. */
function accessTo(server: string, headers: Record<string, string>): ApiAccess {
  let ahead = 0
  return {
    now: () => machineClock() + ahead,
    async request({ method, path, body, headers: own, each }) {
      try {
        const response = await fetch(ownAddress(server, apiPath + path), {
          method,
          headers: { ...own, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const shown = Date.parse(response.headers.get('date') ?? '') * 1000
        // The header is in whole seconds.
        if (Math.abs(shown - machineClock() - ahead) > second) ahead = shown - machineClock()
        const link = response.headers.get('link')
        const text = response.ok && each ? '' : await response.text()
        const decoder = new TextDecoder()
        if (response.ok && each)
          for await (const part of response.body ?? []) each(decoder.decode(part, { stream: true }))
        return { status: response.status, text, ...(link !== null && { link }) }
      } catch (error) {
        const { cause, message } = asError(error)
        const why = cause instanceof Error ? cause.message : message
        return { status: 503, text: JSON.stringify({ error: { message: `${server} cannot be reached: ${why}` } }) }
      }
    },
  }
}
