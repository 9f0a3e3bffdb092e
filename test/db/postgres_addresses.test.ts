import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { connectTo } from '../../src/db/postgres/connections.ts'
import { sql } from '../../src/engine/sql.ts'
import { makeCertificates } from '../../src/sandbox/certificate.ts'
import { machineClock } from '../../src/world.ts'
import { startPostgres } from '../support/postgres.ts'
import { postgresUrl } from '../support/server.ts'

const suffix = `${process.pid}_${Math.trunc(performance.now())}`

/** Runs statements as the superuser of the run's PostgreSQL, or of another one. */
async function asAdmin(statements: string[], url = postgresUrl()): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens a database as a server does, and returns how many migrations it has. */
async function open(databaseUrl: string): Promise<number> {
  const place = { databaseUrl, databasePool: 2, data: '' }
  const db = await openDatabase(place, machineClock(), { operations: [] }, () => {})
  try {
    return Number((await db.read.get<{ count: number }>(sql`select count(*) as count from migrations`))!.count)
  } finally {
    await db.close()
  }
}

describe('rights in PostgreSQL', () => {
  const role = `guest_${suffix}`
  const schema = `given_${suffix}`
  const as = (name: string) => {
    const url = new URL(postgresUrl())
    url.username = role
    url.password = 'secret'
    url.searchParams.set('schema', name)
    return url.href
  }
  before(() =>
    asAdmin([
      'create extension if not exists btree_gist schema public',
      `create role ${role} login password 'secret'`,
      `create schema ${schema}`,
      `grant all on schema ${schema} to ${role}`,
    ]),
  )
  after(() => asAdmin([`drop schema ${schema} cascade`, `drop role ${role}`]))

  test('an account that may not create schemas uses one that was made for it, later even without creating tables', async () => {
    const migrations = await open(as(schema))
    assert.ok(migrations > 30)
    await asAdmin([`revoke create on schema ${schema} from ${role}`])
    assert.equal(await open(as(schema)), migrations)
  })

  test('a schema that is missing and may not be created is refused with the name of the variable', async () => {
    const message =
      /^cannot open the PostgreSQL server at .* \(CLOCKHOUSE_DATABASE_URL\): permission denied for database/
    await assert.rejects(open(as(`other_${suffix}`)), { message })
  })

  test('a schema is selected beside other options of the address', async () => {
    const url = new URL(as(schema))
    url.searchParams.set('options', '-c geqo=off')
    const { client } = await connectTo(url.href)
    const { rows } = await client.query(`select current_schema() as schema, current_setting('geqo') as geqo`)
    await client.end()
    assert.deepEqual(rows, [{ schema, geqo: 'off' }])
  })
})

describe('the encoding of PostgreSQL', () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII'])
    test(`a database with the encoding ${encoding} is refused at the start`, async () => {
      const name = `${encoding.toLowerCase()}_${suffix}`
      await asAdmin([
        `create database ${name} encoding '${encoding}' locale 'C' locale_provider libc template template0`,
      ])
      const url = new URL(postgresUrl())
      url.pathname = `/${name}`
      const message = new RegExp(`^the encoding of the database ${name} .* is ${encoding}, .* encoding 'UTF8'`)
      await assert.rejects(open(url.href), { message })
      await asAdmin([`drop database ${name}`])
    })
})

describe('the encryption of connections to PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-tls-'))
  const file = (name: string) => join(folder, name)
  const warnings: string[] = []
  const hear = ({ message }: Error) => warnings.push(message)

  before(async () => {
    process.on('warning', hear)
    server = await startPostgres()
    const { ca, cert, key } = await makeCertificates(machineClock() / 1000)
    writeFileSync(file('root.crt'), ca)
    writeFileSync(file('other.crt'), (await makeCertificates(machineClock() / 1000)).ca)
    // The server writes its files itself, so they are its own.
    const write = (name: string, text: string) =>
      `copy (select unnest(string_to_array(${pg.escapeLiteral(text)}, E'\\n'))) to program 'umask 077; cat > ${name}'`
    await asAdmin(
      [
        ...[write('own.crt', cert), write('own.key', key)],
        ...[`alter system set ssl_cert_file = 'own.crt'`, `alter system set ssl_key_file = 'own.key'`],
        ...['alter system set ssl = on', 'select pg_reload_conf()'],
      ],
      server.url,
    )
  })
  after(async () => {
    process.off('warning', hear)
    rmSync(folder, { recursive: true })
    await server.stop()
  })

  /** Whether a connection is encrypted, or why there is none. */
  const connect = async (url: string, parameters: string): Promise<boolean | string> => {
    const address = new URL(url)
    for (const [name, value] of new URLSearchParams(parameters))
      address.searchParams.set(name, value.endsWith('.crt') ? file(value) : value)
    try {
      readConfig({ CLOCKHOUSE_DATABASE_URL: address.href })
      const { client } = await connectTo(address.href)
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      await client.end()
      return rows[0].ssl
    } catch (error) {
      return (error as Error).message
    }
  }

  const cases: [parameters: string, encrypting: boolean | RegExp, plain: boolean | RegExp][] = [
    ['', false, false],
    ['sslmode=', false, false],
    ['sslmode=disable', false, false],
    ['sslmode=disable&ssl=true', false, false],
    ['sslmode=allow', true, false],
    ['sslmode=prefer', true, false],
    ['sslmode=require', true, /does not support SSL/],
    ['ssl=true&sslmode=require', true, /does not support SSL/],
    ['ssl=false&sslmode=verify-full&sslrootcert=root.crt', true, /does not support SSL/],
    ['sslmode=no-verify', true, /does not support SSL/],
    ['sslmode=require&uselibpqcompat=true', true, /does not support SSL/],
    ['sslmode=require&sslrootcert=root.crt', true, /does not support SSL/],
    ['sslmode=require&sslrootcert=other.crt', /certificate/, /does not support SSL/],
    ['sslmode=verify-ca&sslrootcert=root.crt', true, /does not support SSL/],
    ['sslmode=verify-ca&sslrootcert=root.crt&host=127.1', true, /does not support SSL/],
    ['sslmode=verify-ca&sslrootcert=other.crt', /certificate/, /does not support SSL/],
    ['sslmode=verify-full&sslrootcert=root.crt', true, /does not support SSL/],
    ['sslmode=verify-full&sslrootcert=root.crt&host=127.1', /altnames/, /does not support SSL/],
    ['sslmode=verify-full', /certificate/, /does not support SSL/],
    ['sslmode=verify-full&sslrootcert=system', /certificate/, /does not support SSL/],
    ['sslrootcert=root.crt', true, /does not support SSL/],
    ['sslmode=verify-ca', /needs sslrootcert/, /needs sslrootcert/],
    ['sslmode=require&sslrootcert=system', /needs sslmode=verify-full/, /needs sslmode=verify-full/],
    ['sslmode=always', /CLOCKHOUSE_DATABASE_URL: sslmode must be one of disable, /, /sslmode must be one of/],
    ['sslmode=require&sslrootcert=missing.crt', /ENOENT.*missing\.crt/, /ENOENT.*missing\.crt/],
  ]
  const assertIs = (found: boolean | string, expected: boolean | RegExp) => {
    if (expected instanceof RegExp) assert.match(String(found), expected)
    else assert.equal(found, expected)
  }
  for (const [parameters, encrypting, plain] of cases)
    test(`"${parameters}" means the same as in libpq, with a server that encrypts and one that does not`, async () => {
      assertIs(await connect(server.url, parameters), encrypting)
      assertIs(await connect(postgresUrl(), parameters), plain)
    })

  test('a server whose certificate is not trusted is refused with what to do, and no warning of the library appears', async () => {
    const message = /\(CLOCKHOUSE_DATABASE_URL\): .*certificate.*; name .* with sslrootcert=.*sslmode=require$/
    await assert.rejects(open(`${server.url}?sslmode=verify-full`), { message })
    assert.ok((await open(`${server.url}?sslmode=require`)) > 30)
    assert.deepEqual(warnings, [])
  })
})
