import {
  address,
  baseUrl,
  credits,
  headerName,
  hostList,
  mapTiles,
  optionalUrl,
  postgresUrl,
  proxies,
  proxyUrl,
  smtpUrl,
} from './rules/settings/address_values.ts'
import { longEnough, number, oneOf, onOrOff, optionalPort, share, text, waits } from './rules/settings/plain_values.ts'

/** An environment variable that configures the server: its meaning, its default and how to read it. */
export interface Variable {
  readonly env: string
  readonly about: string
  readonly default: string
  /** Another name of the variable, which applies if the first one is not set. */
  readonly also?: string
  readonly secret?: boolean
  readonly parse: (text: string, env: string) => unknown
}

/** All variables. The startup check, `--help` and docs/configuration.md read them from here. */
export const variables = {
  host: {
    env: 'HOST',
    default: '127.0.0.1',
    parse: text,
    about:
      'Address to listen on; 0.0.0.0 for all of this machine. If others can reach the server, by HOST or by CLOCKHOUSE_URL, the first visit asks for a code that the terminal shows.',
  },
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
    parse: postgresUrl,
    about:
      'Uses PostgreSQL instead of the embedded database: postgres://user:password@host:5432/name, with ?schema=name for a separate schema and ?sslmode=… for [encryption](postgresql.md). Name only one host; for failover, use a floating address or a proxy.',
  },
  databasePool: {
    env: 'CLOCKHOUSE_DATABASE_POOL',
    default: '10',
    parse: number(2, 200),
    about: 'Maximum number of connections to PostgreSQL from this process.',
  },
  replicaUrl: {
    env: 'CLOCKHOUSE_REPLICA_URL',
    default: '',
    secret: true,
    parse: postgresUrl,
    about:
      'Address of a streaming replica of that PostgreSQL. Lists, reports and exports are read from it if it has everything that their company has written, otherwise from the primary.',
  },
  url: {
    env: 'CLOCKHOUSE_URL',
    default: '',
    parse: baseUrl,
    about:
      'Public base URL of the server, as browsers and programs see it, such as https://time.example.com or https://office.example/clock ([below a path](proxies.md#below-a-path)). Default: the address it listens on.',
  },
  acmeEmail: {
    env: 'CLOCKHOUSE_ACME_EMAIL',
    default: '',
    parse: address,
    about:
      'Your email address: with it, the server gets a certificate for the host of CLOCKHOUSE_URL from Let’s Encrypt, whose terms you agree to, renews it, and needs no proxy for https. See [https](proxies.md#https-without-a-proxy).',
  },
  acmeDirectory: {
    env: 'CLOCKHOUSE_ACME_DIRECTORY',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    parse: optionalUrl,
    about: 'Address of the directory of another certificate authority that speaks ACME.',
  },
  tlsCert: {
    env: 'CLOCKHOUSE_TLS_CERT',
    default: '',
    parse: text,
    about:
      'File with a certificate of your own for https, as PEM, with the chain. Needs CLOCKHOUSE_TLS_KEY. Read again when it changes.',
  },
  tlsKey: {
    env: 'CLOCKHOUSE_TLS_KEY',
    default: '',
    parse: text,
    about: 'File with the private key of that certificate, as PEM.',
  },
  httpPort: {
    env: 'CLOCKHOUSE_HTTP_PORT',
    default: '',
    parse: optionalPort,
    about:
      'With a certificate: port without encryption that answers the certificate authority and sends browsers to https. Default: 80 with CLOCKHOUSE_ACME_EMAIL, otherwise none.',
  },
  trustedProxies: {
    env: 'CLOCKHOUSE_TRUSTED_PROXIES',
    default: '',
    parse: proxies,
    about:
      'Addresses, networks or host names, separated by commas, of reverse proxies whose X-Forwarded-For is trusted. Host names are looked up again every 15 seconds. loopback, linklocal and uniquelocal stand for those networks.',
  },
  userHeader: {
    env: 'CLOCKHOUSE_USER_HEADER',
    default: '',
    parse: headerName,
    about:
      'Header in which a trusted proxy names the person whom it has signed in, such as Remote-User; they need no password here. Needs CLOCKHOUSE_TRUSTED_PROXIES. From anyone else, the header is ignored. Default: none. See [proxies](proxies.md#sign-in-by-the-proxy).',
  },
  rateLimit: {
    env: 'CLOCKHOUSE_RATE_LIMIT',
    default: '300',
    parse: number(0, 1_000_000),
    about:
      'Requests per access token in 5 minutes; all tokens of a person together get four times as many. 0 turns the limit off.',
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
  refreshDays: {
    env: 'CLOCKHOUSE_REFRESH_DAYS',
    default: '365',
    parse: number(0, 36_500),
    about:
      'Days after which an application can no longer refresh its tokens and the person must allow it again; 0 for never.',
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
      'Mail server for invitations, password resets and notifications: smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start. Needs CLOCKHOUSE_URL. With outbox: nothing is sent, and the app shows administrators the emails instead. Default: no mail is sent.',
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
  ssoPrivate: {
    env: 'CLOCKHOUSE_SSO_PRIVATE',
    default: 'no',
    parse: oneOf('yes', 'no'),
    about:
      'yes allows identity providers for single sign-on at private addresses, still with TLS, for a provider in your own network. With no, administrators cannot make the server send requests into its own network.',
  },
  webhookPrivate: {
    env: 'CLOCKHOUSE_WEBHOOK_PRIVATE',
    default: 'no',
    parse: oneOf('yes', 'no'),
    about:
      'yes allows webhooks at private addresses and without TLS, for programs in your own network. With no, administrators cannot make the server send requests into its own network. See [webhooks](webhooks.md).',
  },
  webhookRetries: {
    env: 'CLOCKHOUSE_WEBHOOK_RETRIES',
    default: '5 300 1800 7200 18000 36000 50400 72000 86400',
    parse: waits,
    about:
      'Seconds to wait before each further attempt to deliver to a webhook. If the last one fails, too, the webhook is switched off.',
  },
  webhooksMax: {
    env: 'CLOCKHOUSE_WEBHOOKS_MAX',
    default: '50',
    parse: number(0, 1000),
    about: 'Maximum number of webhooks per company.',
  },
  httpsProxy: {
    env: 'HTTPS_PROXY',
    also: 'https_proxy',
    default: '',
    secret: true,
    parse: proxyUrl,
    about:
      'HTTP proxy for outgoing requests to https addresses, such as http://proxy.example.com:3128, if the server cannot reach the internet itself. Also in lower case. See [proxies](proxies.md#outgoing-requests).',
  },
  httpProxy: {
    env: 'HTTP_PROXY',
    also: 'http_proxy',
    default: '',
    secret: true,
    parse: proxyUrl,
    about: 'The same for http addresses.',
  },
  noProxy: {
    env: 'NO_PROXY',
    also: 'no_proxy',
    default: '',
    parse: hostList,
    about:
      'Hosts that are reached without a proxy, separated by commas, such as .corp.example or 10.1.2.3:8443; * for all. This machine is always one of them.',
  },
  mapTiles: {
    env: 'CLOCKHOUSE_MAP_TILES',
    default: '',
    parse: mapTiles,
    about:
      'Template of the addresses of map tiles, such as https://tiles.example.com/{z}/{x}/{y}.png; {r} becomes @2x on high-resolution screens. Browsers load the tiles directly, so a key in it is not secret. Needs CLOCKHOUSE_MAP_ATTRIBUTION. Default: no maps. See [maps](maps.md).',
  },
  mapAttribution: {
    env: 'CLOCKHOUSE_MAP_ATTRIBUTION',
    default: '',
    parse: credits,
    about:
      'The attribution that the license of the map requires: text and links, such as © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>.',
  },
  moreCompanies: {
    env: 'CLOCKHOUSE_MORE_COMPANIES',
    default: '0',
    parse: onOrOff,
    about:
      '1 lets administrators create further companies on this server in the app. With 0, only `clockhouse init --another` does.',
  },
  metricsToken: {
    env: 'CLOCKHOUSE_METRICS_TOKEN',
    default: '',
    secret: true,
    parse: longEnough,
    about:
      'Turns on /metrics for Prometheus and protects it with this token: 16 characters or more. See [operating](operating.md).',
  },
  metricsPort: {
    env: 'CLOCKHOUSE_METRICS_PORT',
    default: '',
    parse: optionalPort,
    about: 'Turns on /metrics on a separate port, without a token, at 127.0.0.1 only.',
  },
  accessLog: {
    env: 'CLOCKHOUSE_ACCESS_LOG',
    default: 'no',
    parse: oneOf('no', 'errors', 'yes'),
    about:
      'yes writes a line for every request, errors only for those with status 400 or above. A proxy in front of the server usually does so already. See [operating](operating.md).',
  },
  traceCollector: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    parse: optionalUrl,
    about:
      'Address of an OpenTelemetry collector that accepts OTLP over HTTP, such as http://127.0.0.1:4318. Each request becomes a trace; see [operating](operating.md). `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` also apply. Default: no traces.',
  },
  traceSampler: {
    env: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    parse: oneOf(
      ...['always_on', 'always_off', 'traceidratio'],
      ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
    ),
    about: 'Which requests are traced. `parentbased_…` follows the decision of the caller, if there is one.',
  },
  traceShare: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    parse: share,
    about: 'The share of requests to trace if the sampler is a ratio, from 0 to 1.',
  },
  backupDir: {
    env: 'CLOCKHOUSE_BACKUP_DIR',
    default: '',
    parse: text,
    about:
      'Folder for automatic backups while the server runs, and for the files of `clockhouse backup`: preferably on another disk, or `s3://bucket/folder`. Default: no automatic backups. See [backup](backup.md).',
  },
  awsKey: {
    env: 'AWS_ACCESS_KEY_ID',
    default: '',
    parse: text,
    about: 'The access key of the bucket for backups.',
  },
  awsSecret: { env: 'AWS_SECRET_ACCESS_KEY', default: '', secret: true, parse: text, about: 'The secret of that key.' },
  awsSession: {
    env: 'AWS_SESSION_TOKEN',
    default: '',
    secret: true,
    parse: text,
    about: 'The session token of a temporary access key.',
  },
  awsRegion: { env: 'AWS_REGION', default: 'us-east-1', parse: text, about: 'The region of the bucket.' },
  awsEndpoint: {
    env: 'AWS_ENDPOINT_URL_S3',
    default: '',
    parse: optionalUrl,
    about: 'Address of another server that supports the S3 protocol. Default: Amazon.',
  },
  backupHours: {
    env: 'CLOCKHOUSE_BACKUP_HOURS',
    default: '24',
    parse: number(1, 8760),
    about: 'Hours between automatic backups. Needs CLOCKHOUSE_BACKUP_DIR.',
  },
  backupKeep: {
    env: 'CLOCKHOUSE_BACKUP_KEEP',
    default: '14',
    parse: number(1, 10_000),
    about:
      'Number of backups to keep in CLOCKHOUSE_BACKUP_DIR; older ones are deleted after each new one. Those made in between, by a person or before an update, are counted separately.',
  },
  releases: {
    env: 'CLOCKHOUSE_RELEASES',
    default: '',
    parse: optionalUrl,
    about:
      'Address of the releases that `clockhouse update` asks, such as https://mirror.example.com/clockhouse. Default: the one that the archive was built with. See [updating](installing.md#update).',
  },
  updateNotice: {
    env: 'CLOCKHOUSE_UPDATE_NOTICE',
    default: '0',
    parse: onOrOff,
    about:
      '1 lets the server ask that address once a day whether there is a newer version, and say so in the log; `clockhouse doctor` does, too. It requests one small file and sends nothing.',
  },
  logLevel: {
    env: 'CLOCKHOUSE_LOG_LEVEL',
    default: 'warn',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    about:
      'Lowest level that is logged: trace, debug, info, warn, error or silent. Security events and access lines are written with warn, too.',
  },
} as const satisfies Record<string, Variable>

/** All variables with their values. */
export type Config = { -readonly [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['parse']> }

/** The text that the environment gives to a variable; undefined if there is none. */
export function givenTo({ env, also = env }: Variable, environment: Record<string, string | undefined>) {
  return environment[env] ?? environment[also]
}

/** Reads the variables from the environment. Throws an Error that names the variable and what was expected. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([key, variable]) => {
    const parse: Variable['parse'] = variable.parse
    return [key, parse(givenTo(variable, environment) ?? variable.default, variable.env)]
  })
  const conflict = contradiction(environment)
  if (conflict) throw new Error(conflict.message)
  return Object.fromEntries(entries)
}

/** The names of variables in the environment that look like ours and do not exist. */
export function unknownIn(environment: Record<string, string | undefined>): string[] {
  const all = Object.values<Variable>(variables).flatMap(({ env, also = env }) => [env, also])
  const names = new Set([...all, 'CLOCKHOUSE_PASSWORD'])
  return Object.keys(environment).filter((name) => name.startsWith('CLOCKHOUSE_') && !names.has(name))
}

/** The variables for outgoing requests alone, for commands that run whatever else is set; those that are invalid are left out. */
export function outgoingProxies(
  environment: Record<string, string | undefined>,
): Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy'> {
  const given = (variable: Variable) => givenTo(variable, environment) ?? ''
  const url = (variable: Variable) => (URL.canParse(given(variable)) ? given(variable) : '')
  const { httpsProxy, httpProxy, noProxy } = variables
  return { httpsProxy: url(httpsProxy), httpProxy: url(httpProxy), noProxy: hostList(given(noProxy)) }
}

/** What is wrong with variables that contradict each other, and how to fix it; or undefined. */
export function contradiction(environment: Record<string, string | undefined>): Conflict | undefined {
  const { smtpUrl, url, mapTiles, mapAttribution, userHeader, trustedProxies } = variables
  const given = ({ env }: Variable) => environment[env]?.trim() ?? ''
  // A request's Host header must not get into a mail: an attacker could make its links lead elsewhere.
  if (given(smtpUrl) && given(smtpUrl) !== 'outbox:' && !given(url))
    return {
      message: `${smtpUrl.env} needs ${url.env}, for the links in mail`,
      remedy: `Set ${url.env} to the address that people use.`,
    }
  if (given(userHeader) && !given(trustedProxies))
    return {
      message: `${userHeader.env} needs ${trustedProxies.env}: no one else may say who a person is`,
      remedy: `Set ${trustedProxies.env} to the address of the proxy that signs people in.`,
    }
  if (given(mapTiles) && !given(mapAttribution))
    return {
      message: `${mapTiles.env} needs ${mapAttribution.env}, the attribution of the map`,
      remedy: `Set ${mapAttribution.env} to the attribution that the license of the map requires.`,
    }
  if (/^http:/i.test(given(mapTiles)) && /^https:/i.test(given(url)))
    return {
      message: `${mapTiles.env} must begin with https, as ${url.env} does; browsers refuse to mix them`,
      remedy: `Set ${mapTiles.env} to an address with https.`,
    }
  return ofCertificate(given)
}

type Conflict = { message: string; remedy: string }

/** The same of those about the certificate of the server. */
function ofCertificate(given: (variable: Variable) => string): Conflict | undefined {
  const { url, acmeEmail, tlsCert, tlsKey, httpPort } = variables
  const certificate = [acmeEmail, tlsCert].find(given)
  if ((given(tlsCert) === '') !== (given(tlsKey) === '') || (given(tlsCert) && given(acmeEmail)))
    return {
      message: `${tlsCert.env} and ${tlsKey.env} go together, without ${acmeEmail.env}`,
      remedy: `Set both to use a certificate of your own, or only ${acmeEmail.env} to get one.`,
    }
  if (certificate && !/^https:/i.test(given(url)))
    return {
      message: `${certificate.env} needs ${url.env} with https, for the name in the certificate`,
      remedy: `Set ${url.env} to the address that people use, such as https://time.example.com.`,
    }
  if (given(httpPort) && !certificate)
    return {
      message: `${httpPort.env} needs a certificate, by ${acmeEmail.env} or ${tlsCert.env}`,
      remedy: 'Use PORT for the port of the server.',
    }
  return undefined
}
