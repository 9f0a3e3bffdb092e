import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { translateTo } from '../company/translate.ts'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import { languageAccepted } from '../rules/language/languages.ts'
import { msg } from '../rules/language/messages.ts'
import { pathBelow, prefixOf } from '../rules/settings/own_address.ts'
import { codeOf } from '../rules/thrown.ts'
import { Requests } from '../sight/requests.ts'
import { apiPath, consolePath } from '../wire/endpoint.ts'
import { errorBody, errorBodyForApp } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { corsHeaders, jsonHeaders } from './headers.ts'

/** The port is free as soon as the server has stopped listening; it is waited for this long, in milliseconds. */
const freeMs = 10_000
const tryMs = 10

/** When clients should try again, in seconds. */
const retrySeconds = 3

/** What answers while the server cannot. */
export type Meanwhile = { close(): Promise<void> }

/**
 * Listens where the server has listened, and answers for it: that it is being restored, to people with a page that looks
 * again by itself. Rejects if the port does not become free.
 */
export async function answerMeanwhile(config: Config, { log, now }: Pick<World, 'log' | 'now'>): Promise<Meanwhile> {
  const requests = new Requests(randomBytes(5).toString('hex'))
  const prefix = prefixOf(config.url)
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = answerTo(request, pathBelow(prefix, request.url ?? '/'))
    const all = {
      ...headers,
      'x-request-id': requests.of(request).id,
      'cache-control': 'no-store',
      connection: 'close',
    }
    response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body)
  }
  const certificate = await certificateOf(config, { log, now })
  const server = certificate?.createServer({}, take) ?? createServer(take)
  await listenWhenFree(server, config)
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      ;(certificate ?? server).closeAllConnections()
      await closed
    },
  }
}

async function certificateOf(config: Config, { log, now }: Pick<World, 'log' | 'now'>) {
  if (config.tlsCert === '' && config.acmeEmail === '') return undefined
  const { Certificate } = await import('./tls/certificate.ts')
  return Certificate.open(config, log, now)
}

async function listenWhenFree(server: Server, { host, port }: Config): Promise<void> {
  const until = performance.now() + freeMs
  for (;;)
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      return
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || performance.now() > until) throw error
      await after(tryMs)
    }
}

type Answered = { status: number; headers: Record<string, string>; body: string }

/** The answer to a request: in JSON as any other refusal, but for people. */
function answerTo(request: IncomingMessage, url: string): Answered {
  const [path = ''] = url.split('?', 1)
  if (path === '/livez') return { status: 200, headers: jsonHeaders, body: '{"status":"alive"}' }
  const away = { 'retry-after': String(retrySeconds) }
  const ofState = { ...jsonHeaders, ...away }
  if (path === '/readyz')
    return { status: 503, headers: ofState, body: '{"status":"not ready","causes":["restoring"]}' }
  const isApi = path.startsWith(`${apiPath}/`)
  if (!isApi && request.method === 'GET' && request.headers.accept?.includes('text/html'))
    return { status: 503, headers: { ...pageHeaders, ...away }, body: pageIn(request) }
  const { message, reason } = new RequestError(503, 'being_restored')
  const isForApp = path.startsWith(`${consolePath}/`) || request.headers.authorization === undefined
  const body = isForApp ? errorBodyForApp(503, message, reason) : errorBody(503, message)
  return { status: 503, headers: isApi ? { ...ofState, ...corsHeaders } : ofState, body }
}

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f5f5f3,#101413);color:light-dark(#161a18,#eef2ef)}main{max-width:30rem}h1{font-size:1.5rem;margin:0 0 8px}p{margin:0}`

const styleHash = createHash('sha256').update(style).digest('base64')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
}

const title = msg('Clockhouse is being restored')
const text = msg(
  'The server is going back to a backup. This page looks again by itself, and goes on as soon as it can.',
)

/** The page for people, in the language of the browser. It asks for itself again after a few seconds. */
function pageIn(request: IncomingMessage): string {
  const language = languageAccepted(request.headers['accept-language'])
  const t = translateTo(language)
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>${t(title)}</title>
<style>${style}</style>
<main><h1>${t(title)}</h1><p>${t(text)}</p></main>
</html>
`
}
