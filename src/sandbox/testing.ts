// The library `clockhouse/testing`: a sandbox in a test file of any runner. It needs Node.js 20; the server itself runs
// on the Node.js that comes with the package.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askSandbox } from './ask.ts'

/** How a sandbox starts. */
export interface SandboxOptions {
  /** The situation: `usual`, `pay-period-end`, `clock-change` or `500-people`. */
  scenario?: string
  /** The time on its clock, such as `2026-12-01T08:00` (in Denver) or `2026-12-01T08:00:00Z`. Default: now. */
  now?: string
  /** True if its clock runs. Otherwise it stands still until the test moves it. */
  running?: boolean
  /** The same seed generates the same company; 1 by default. */
  seed?: number
  /** True for HTTPS; `ca` is then the certificate to trust. */
  https?: boolean
  /** A PostgreSQL server for the data, as postgres://user:password@host:5432/name. Default: a folder. */
  databaseUrl?: string
}

/** The time on its clock: in UTC, and in the company's time zone. */
export interface ClockReading {
  now: string
  local: string
  tz: string
  running: boolean
}

/** A fault, and the requests that it applies to. */
export interface FaultOptions {
  /** The status returned instead of handling the request, from 400 to 599. */
  status?: number
  /** Seconds in the header Retry-After; 1 by default with status 429. */
  retry_after?: number
  /** Milliseconds until the request is handled. */
  delay_ms?: number
  /** The connection is cut: before the request is handled, halfway through the answer, or after it was handled. */
  cut?: 'before' | 'halfway' | 'after'
  /** The item of a POST or PUT, from 1, that is refused; the others are handled. */
  refuse_item?: number
  /** The token is treated as expired. */
  expired_token?: true
  /** The error message. */
  message?: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after /api/v1, such as `/timesheets` or `/reports/*`. */
  path?: string
  /** Requests that are let through first. */
  skip?: number
  /** How many requests fail after that; all if omitted. */
  count?: number
  /** From 0 to 1; the same seed chooses the same requests. */
  probability?: number
  seed?: number
}

/** A rule for faults, with the requests that it has matched, and those that failed. */
export interface ListedFault extends FaultOptions {
  id: number
  matched: number
  failed: number
}

/** An email that was recorded instead of sent. */
export interface RecordedMail {
  company_id: number
  id: number
  to: string
  subject: string
  text: string
  html: string
  /** When it was sent, in UTC. */
  created: string
  /** The addresses in the text. */
  links: string[]
}

/** A push that was recorded instead of sent. */
export interface RecordedPush {
  company_id: number
  user_id: number
  device_id: number
  message: string
  state: string
  status: number
  created: string
}

/** A message to a webhook: the request, and the last response. */
export interface RecordedWebhook {
  company_id: number
  webhook_id: number
  url: string
  number: number
  message_id: string
  type: string
  body: unknown
  state: string
  attempts: number
  status: number
  error: string
  answer: string
  created: string
}

/** The credentials for using the sandbox: the JSON line of `clockhouse sandbox --json`. */
export interface Credentials {
  base_url: string
  access_token: string
  employee_access_token: string
  client_id: string
  client_secret: string
  redirect_uri: string
  login_company: string
  login_user: string
  login_password: string
  user_id: number
  employee_user_id: number
  sandbox_url: string
  ca_file?: string
  data_dir?: string
  database_url?: string
}

/** The clock of a sandbox. */
export interface Clock {
  read(): Promise<ClockReading>
  /**
   * Moves it forward by a duration such as `+7d`, `+90m` or `+1h30m`; everything that becomes due on the way happens in
   * order.
   */
  move(by: string): Promise<ClockReading>
  /** Moves it forward to a later instant. */
  set(instant: string): Promise<ClockReading>
  run(): Promise<ClockReading>
  stop(): Promise<ClockReading>
}

/** A running sandbox. Stop it with `await using` or `stop()`. */
export interface Sandbox {
  /** The address of the API, ending in /api/v1. */
  readonly url: string
  /** The token of an administrator. */
  readonly token: string
  readonly credentials: Credentials
  /** The certificate to trust, as PEM, with `https`. */
  readonly ca: string | undefined
  readonly clock: Clock
  /** Makes requests fail from now on. */
  fault(options: FaultOptions): Promise<ListedFault>
  faults(): Promise<ListedFault[]>
  clearFaults(): Promise<void>
  /** Resets data and clock, and removes all faults. */
  reset(): Promise<void>
  /** Saves the current data and clock under a name. */
  snapshot(name: string): Promise<void>
  restore(name: string): Promise<void>
  /** The emails recorded so far, oldest first; those to one address if it is given. */
  mails(to?: string): Promise<RecordedMail[]>
  pushes(): Promise<RecordedPush[]>
  /** The messages sent to webhooks so far, with the responses, oldest first. Messages that are due are sent before. */
  webhooks(): Promise<RecordedWebhook[]>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a sandbox in a separate process that ends with this one. */
export async function sandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { child, credentials } = await startServer(options)
  const ca = credentials.ca_file === undefined ? undefined : readFileSync(credentials.ca_file, 'utf8')
  const ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> =>
    askSandbox<T>(credentials.sandbox_url + path, method, { body, ca })
  const change = (body: object): Promise<ClockReading> => ask('POST', '/clock', body)
  const stop = (): Promise<void> => stopServer(child)
  return {
    url: credentials.base_url,
    token: credentials.access_token,
    credentials,
    ca,
    clock: {
      read: () => ask('GET', '/clock'),
      move: (move) => change({ move }),
      set: (set) => change({ set }),
      run: () => change({ running: true }),
      stop: () => change({ running: false }),
    },
    fault: (given) => ask('POST', '/faults', given),
    faults: async () => (await ask<{ faults: ListedFault[] }>('GET', '/faults')).faults,
    clearFaults: async () => void (await ask('DELETE', '/faults')),
    reset: async () => void (await ask('POST', '/reset')),
    snapshot: async (name) => void (await ask('POST', '/snapshots', { name })),
    restore: async (name) => void (await ask('POST', `/snapshots/${encodeURIComponent(name)}/restore`)),
    mails: async (to) => {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
      return (await ask<{ mails: RecordedMail[] }>('GET', `/mails${query}`)).mails
    },
    pushes: async () => (await ask<{ pushes: RecordedPush[] }>('GET', '/pushes')).pushes,
    webhooks: async () => (await ask<{ webhooks: RecordedWebhook[] }>('GET', '/webhooks')).webhooks,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function startServer({ scenario, now, running, seed, https, databaseUrl }: SandboxOptions) {
  const about = new URL('../../package.json', import.meta.url)
  const launcher = fileURLToPath(new URL(JSON.parse(readFileSync(about, 'utf8')).bin.clockhouse, about))
  const args = [
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
    ...(now === undefined ? [] : ['--now', now]),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ...(running ? [] : ['--stopped']),
    ...(https ? ['--https'] : []),
  ]
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, PORT: ___, ...env } = process.env
  const child = spawn(process.execPath, [launcher, 'sandbox', '--json', '--with-parent', '--port', '0', ...args], {
    env: { ...env, CLOCKHOUSE_DATABASE_URL: databaseUrl ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  let failed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    failed += text
  })
  const line = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}: ${failed.trim()}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('\n')) resolve(printed.slice(0, printed.indexOf('\n')))
    })
  })
  // A runner that has run all its tests must not wait for it.
  child.unref()
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as { unref?: () => void }).unref?.()
  const credentials: Credentials = JSON.parse(line)
  return { child, credentials }
}

function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.ref()
    child.once('exit', () => resolve())
    // It also ends when its standard input does, which is what happens if this process ends without stopping it.
    child.stdin!.end()
  })
}
