/** An environment variable that configures the server: its meaning, its default and how to read it. */
export interface Variable {
  readonly env: string
  readonly about: string
  readonly default: string
  readonly secret?: boolean
  readonly parse: (text: string, env: string) => unknown
}

const text = (value: string) => value

function number(min: number, max: number) {
  return (value: string, env: string): number => {
    const parsed = Number(value)
    if (!Number.isInteger(parsed) || parsed < min || parsed > max)
      throw new Error(`${env} must be a whole number from ${min} to ${max}, not "${value}"`)
    return parsed
  }
}

function oneOf(...words: string[]) {
  return (value: string, env: string): string => {
    if (!words.includes(value)) throw new Error(`${env} must be one of ${words.join(', ')}, not "${value}"`)
    return value
  }
}

function baseUrl(value: string, env: string): string {
  if (value === '') return ''
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error(`${env} must be a URL such as https://time.example.com, not "${value}"`)
  return new URL(value).origin
}

function smtpUrl(value: string, env: string): string {
  if (value === '' || value === 'outbox:') return value
  const example = 'smtp://user:password@mail.example.com:587'
  // The value contains a password, so the message does not repeat it.
  if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol) || new URL(value).hostname === '')
    throw new Error(`${env} must be a URL such as ${example}`)
  return value
}

function address(value: string, env: string): string {
  if (value !== '' && !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(value))
    throw new Error(`${env} must be an address such as no-reply@example.com, not "${value}"`)
  return value
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** All variables. The startup check, `--help` and docs/configuration.md read them from here. */
export const variables = {
  host: { env: 'HOST', default: '127.0.0.1', parse: text, about: 'Address to listen on.' },
  port: { env: 'PORT', default: '8080', parse: number(0, 65535), about: 'Port to listen on; 0 picks a free one.' },
  data: {
    env: 'CLOCKHOUSE_DATA',
    default: './data',
    parse: text,
    about: 'Folder of the embedded database. Not used with CLOCKHOUSE_DATABASE_URL.',
  },
  databaseUrl: {
    env: 'CLOCKHOUSE_DATABASE_URL',
    default: '',
    secret: true,
    parse: text,
    about:
      'Uses PostgreSQL instead of the embedded database: postgres://user:password@host:5432/name, with ?schema=name for a schema of its own.',
  },
  databasePool: {
    env: 'CLOCKHOUSE_DATABASE_POOL',
    default: '10',
    parse: number(2, 200),
    about: 'Maximum number of connections to PostgreSQL from this process.',
  },
  url: {
    env: 'CLOCKHOUSE_URL',
    default: '',
    parse: baseUrl,
    about: 'Public base URL of the server, as browsers and programs see it. Default: the address it listens on.',
  },
  trustedProxies: {
    env: 'CLOCKHOUSE_TRUSTED_PROXIES',
    default: '',
    parse: list,
    about: 'Addresses or networks, separated by commas, of reverse proxies whose X-Forwarded-For is trusted.',
  },
  rateLimit: {
    env: 'CLOCKHOUSE_RATE_LIMIT',
    default: '300',
    parse: number(0, 1_000_000),
    about: 'Requests per access token in 5 minutes; 0 turns the limit off.',
  },
  uploadBytes: {
    env: 'CLOCKHOUSE_UPLOAD_BYTES',
    default: '2097152',
    parse: number(65_536, 104_857_600),
    about: 'Maximum size in bytes of one upload request, all its files together, as encoded in the request.',
  },
  tokenSeconds: {
    env: 'CLOCKHOUSE_TOKEN_SECONDS',
    default: '864000',
    parse: number(60, 315_360_000),
    about: 'Lifetime of an access token in seconds. Some client libraries need more than 604800.',
  },
  secret: {
    env: 'CLOCKHOUSE_SECRET',
    default: '',
    secret: true,
    parse: text,
    about:
      'Signs cookies and encrypts the keys of two-step verification. Default: generated on first start and kept in the database.',
  },
  smtpUrl: {
    env: 'CLOCKHOUSE_SMTP_URL',
    default: '',
    secret: true,
    parse: smtpUrl,
    about:
      'Mail server for invitations, password resets and notifications: smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start. Needs CLOCKHOUSE_URL. With outbox: nothing is sent, and the app shows administrators what would have been. Default: no mail is sent.',
  },
  mailFrom: {
    env: 'CLOCKHOUSE_MAIL_FROM',
    default: '',
    parse: address,
    about: 'From address of all mail. Default: no-reply@ the host of CLOCKHOUSE_URL.',
  },
  pushPrivate: {
    env: 'CLOCKHOUSE_PUSH_PRIVATE',
    default: 'no',
    parse: oneOf('yes', 'no'),
    about:
      'yes allows push services at private addresses and without TLS, for a push service in your own network. With no, users cannot make the server send requests into its own network.',
  },
  logLevel: {
    env: 'CLOCKHOUSE_LOG_LEVEL',
    default: 'warn',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    about: 'Lowest level that is logged: trace, debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, Variable>

/** All variables with their values. */
export type Config = { -readonly [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['parse']> }

/** Reads the variables from the environment. Throws an Error that names the variable and what was expected. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([key, variable]) => {
    const parse: Variable['parse'] = variable.parse
    return [key, parse(environment[variable.env] ?? variable.default, variable.env)]
  })
  const problem = contradiction(environment)
  if (problem) throw new Error(problem)
  return Object.fromEntries(entries)
}

/** A message about variables that contradict each other, or undefined. */
export function contradiction(environment: Record<string, string | undefined>): string | undefined {
  const { smtpUrl, url } = variables
  // A request's Host header must not get into a mail: an attacker could make its links lead elsewhere.
  if (environment[smtpUrl.env] && environment[smtpUrl.env] !== 'outbox:' && !environment[url.env])
    return `${smtpUrl.env} needs ${url.env}, for the links in mail`
  return undefined
}
