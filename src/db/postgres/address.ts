import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'

// Instants are 8-byte integers below 2^53: numbers, not text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** The longest time to connect, including the wait for a free connection, in milliseconds. */
export const connectMs = 10_000

/** The parameters of an address that are read here, so that the driver does not read them in its own way. */
const ownParameters = [...['schema', 'options'], ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat']]

/** How to connect to a database. `?schema=name` in the address selects a schema; `sslmode` is as in libpq. */
export async function connectionTo(address: string): Promise<{ connection: pg.ClientConfig; schema: string | null }> {
  const url = new URL(address)
  const given = Object.fromEntries(ownParameters.map((name) => [name, url.searchParams.get(name)]))
  for (const name of ownParameters) url.searchParams.delete(name)
  const { schema = null } = given
  const ssl = await tlsTo(url, given)
  // The driver would take what the address says instead.
  if (ssl !== undefined) url.searchParams.delete('ssl')
  const options = [given.options, schema && `-c search_path=${schema}`].filter(Boolean).join(' ')
  return {
    connection: {
      connectionString: url.href,
      types,
      ...(ssl !== undefined && { ssl }),
      ...(options && { options }),
    },
    schema,
  }
}

/** The encryption that an address asks for; undefined if it does not say. Throws if a file cannot be read. */
async function tlsTo(url: URL, given: Record<string, string | null>): Promise<ConnectionOptions | false | undefined> {
  const { sslmode: mode, sslrootcert: root, sslcert, sslkey } = given
  if (!mode && !root && !sslcert && !sslkey) return undefined
  const files = filesOf(given)
  const unverified = { ...files, rejectUnauthorized: false }
  const ofAuthority = { ...files, checkServerIdentity: () => undefined }
  switch (mode) {
    case 'disable':
      return false
    case 'allow':
    case 'prefer':
      return (await offersTls(url)) ? unverified : false
    case 'no-verify':
      return unverified
    case 'require':
      return root ? ofAuthority : unverified
    case 'verify-ca':
      return ofAuthority
    default:
      return files
  }
}

function filesOf({ sslrootcert: root, sslcert, sslkey }: Record<string, string | null>): ConnectionOptions {
  return {
    ...(root && root !== 'system' && { ca: readFileSync(root, 'utf8') }),
    ...(sslcert && { cert: readFileSync(sslcert, 'utf8') }),
    ...(sslkey && { key: readFileSync(sslkey, 'utf8') }),
  }
}

/** PostgreSQL's request for encryption, which it answers with S or N. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Whether a server offers encryption. False also if it cannot be reached, which the connection then reports. */
function offersTls({ hostname, port, searchParams }: URL): Promise<boolean> {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')
  // A socket of this machine needs no encryption.
  if (host.startsWith('/')) return Promise.resolve(false)
  return new Promise((resolve) => {
    const at = Number(searchParams.get('port') ?? (port || 5432))
    const socket = connect({ port: at, host: host || 'localhost', timeout: connectMs })
    const end = (offers: boolean) => {
      socket.destroy()
      resolve(offers)
    }
    socket.once('timeout', () => end(false))
    socket.once('connect', () => socket.write(tlsRequest))
    socket.once('data', (answer) => end(answer.toString('latin1', 0, 1) === 'S'))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
  })
}
