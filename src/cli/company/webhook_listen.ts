import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import { signatureProblem } from '../../webhooks/signature.ts'
import { machineClock } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { note, printJson, say } from '../output.ts'
import { terminal } from '../terminal.ts'

type Given = { port: number; secret?: string; status: number; count?: number; json?: true }

const bodyMax = 10_000_000

/** `clockhouse webhook listen`: a receiver on this machine that shows what arrives. */
export function listenCommand(webhook: Command): void {
  webhook
    .command('listen')
    .description('receive messages on this machine, verify them and print them')
    .option('--port <n>', 'port at 127.0.0.1', options.whole(0, 65_535), 8090)
    .option(
      '--secret <text>',
      'secret of the webhook; default: CLOCKHOUSE_WEBHOOK_SECRET; without one, nothing is verified',
    )
    .option('--status <n>', 'status to answer with', options.whole(200, 599), 200)
    .option('--count <n>', 'exit after this many messages', options.whole(1, 1_000_000))
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Prints each message on a line of its own. One whose signature does not fit is answered with 401. Ctrl+C ends it.
  clockhouse webhook listen --secret whsec_…`,
    )
    .action(listen)
}

async function listen(given: Given): Promise<void> {
  const secret = given.secret ?? terminal().env.CLOCKHOUSE_WEBHOOK_SECRET
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw new Mistake('--secret must begin with whsec_, as it was shown when the webhook was added', 2)
  let left = given.count ?? Number.POSITIVE_INFINITY
  await new Promise<void>((end, fail) => {
    const server = createServer((request, response) => {
      answer(request, response, secret, given)
        .catch((error) => note(`A request was cut: ${error.message}`))
        .finally(() => {
          left -= 1
          if (left <= 0) server.close(() => end())
        })
    })
    server.once('error', fail)
    server.listen({ host: '127.0.0.1', port: given.port }, () => {
      const { port } = server.address() as AddressInfo
      note(`Listening at http://127.0.0.1:${port}/${secret === undefined ? ', without verifying: give --secret' : ''}`)
    })
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, secret: string | undefined, given: Given) {
  const parts: Buffer[] = []
  let length = 0
  const received: AsyncIterable<Buffer> = request
  for await (const part of received) {
    length += part.length
    if (length > bodyMax) throw new Error('it is too long')
    parts.push(part)
  }
  const body = Buffer.concat(parts).toString()
  const now = Math.floor(machineClock() / 1_000_000)
  const problem = secret === undefined ? undefined : signatureProblem(request.headers, body, { secret, now })
  const status = problem === undefined ? given.status : 401
  response.writeHead(status, { connection: 'close' }).end()
  const id = String(request.headers['webhook-id'] ?? '')
  const verified = secret === undefined ? 'unverified' : problem === undefined ? 'verified' : `REFUSED: ${problem}`
  if (given.json) printJson({ id, verified: secret === undefined ? null : problem === undefined, body: parsed(body) })
  else say(`${id} ${verified}\n  ${body}`)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
