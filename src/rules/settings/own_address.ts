// Where the server's own pages, files and endpoints are. Inside, all paths begin at the server's root, such as `/sign-in`;
// people may reach it below a path of a host, as in `https://office.example/clock`. Everything that leaves the server
// gets its address here, and everything that arrives loses the prefix here.

/** The path below which people reach the server: `/clock` of `https://office.example/clock`; '' without one. */
export function prefixOf(url: string): string {
  return url === '' ? '' : new URL(url).pathname.replace(/\/$/, '')
}

/** The address of one of the server's paths. `base`: its public URL, or its prefix for an address on the same host. */
export function ownAddress(base: string, path: string): string {
  return base + path
}

/** The server's path of an address below the prefix, `/` for the prefix itself; any other stays as it is. */
export function pathBelow(prefix: string, address: string): string {
  if (prefix === '' || !address.startsWith(prefix)) return address
  const rest = address.slice(prefix.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : address
}

/** HTML or a header with the server's paths as links, with the prefix before each of them. */
export function linksBelow(prefix: string, text: string): string {
  return prefix === ''
    ? text
    : text.replace(/((?: (?:href|src|action|data-challenge)="|(?:^|, )<))(?=\/(?!\/))/g, `$1${prefix}`)
}

/**
 * The first parts of the server's own paths. A prefix that begins with one of them would be ambiguous, because a proxy
 * may take the prefix away or leave it.
 */
export const ownSegments: readonly string[] = [
  ...['.well-known', 'api', 'app', 'assets', 'calendar', 'livez', 'mcp', 'metrics', 'readyz', 'sandbox', 'scim'],
  ...[
    'account',
    'forgotten',
    'interaction',
    'invitation',
    'password',
    'reset',
    'setup',
    'sign-in',
    'sign-out',
    'signed-out',
  ],
  ...['unsubscribe', 'approvals', 'audit', 'breaks', 'companies', 'connected', 'deliveries', 'developers', 'fields'],
  ...['groups', 'holidays', 'inspectors', 'jobs', 'locations', 'me', 'more', 'outbox', 'pay_runs', 'people'],
  ...[
    'projects',
    'pto',
    'reports',
    'retention',
    'schedule',
    'server',
    'settings',
    'time_off',
    'timesheet',
    'welcome',
    'working',
  ],
]
