import type { FastifyInstance } from 'fastify'
import { acrossCompanies } from '../company/all_companies.ts'
import { Refusal } from '../engine/errors.ts'
import { sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import type { Dependencies } from '../identity/dependencies.ts'
import { newClientId } from '../identity/names.ts'
import { countAttempt, registrationCounter, waitSecondsOf, waitText } from '../identity/throttle.ts'
import { english } from '../rules/language/messages.ts'
import { hour, second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { checkApplication, findClient } from './applications.ts'
import { readObject } from './bodies.ts'
import { paths } from './paths.ts'
import { registerItself, waitingHours } from './register_itself.ts'
import { scopesIn, scopesToRead } from './scopes.ts'

// Applications that register themselves (RFC 7591), as AI assistants do: only where a company allows it, without a secret,
// and only to read. What they say of themselves is not checked, and the page that asks a person says so.

const nameMax = 80
const addressesMax = 5

/** The company setting that allows it, and the condition that it is on. */
const setting = 'assistants_register'
const allows = sql`scope = 'company' and section = 'general' and key = ${setting} and value = '1'`

/** The company that allows applications to register themselves, if it is the only one on the server. */
export async function registeringCompany({ world }: Dependencies): Promise<number | undefined> {
  const allowing = await acrossCompanies<{ company_id: number }>(
    world,
    (own) => sql`select company_id from settings where ${own} and ${allows}`,
  )
  const [only, ...others] = allowing
  return others.length === 0 ? only?.company_id : undefined
}

/**
 * The application that asks people for access under a client id. One that registered itself asks only while its company
 * allows that, and no longer than it waits unless someone has allowed it.
 */
export async function askingClient({ db, now }: World, clientId: string): ReturnType<typeof findClient> {
  const client = await findClient(db.read, clientId)
  if (!client?.selfRegistered) return client
  const own = sql`company_id = ${client.companyId}`
  const waits = client.created >= now() - waitingHours * hour
  const known = waits ? sql`` : sql`and exists (select 1 from consents where ${own} and client_id = ${clientId})`
  const may = await db.read.get(sql`select 1 as may from settings where ${own} and ${allows} ${known}`)
  return may && client
}

/** Mounts the registration endpoint. */
export function registrationEndpoint(app: FastifyInstance, deps: Dependencies): void {
  const { world, site } = deps
  app.post(paths.register, async (request, reply) => {
    reply.headers({ ...site().headers.plain(), 'cache-control': 'no-store' })
    const refuse = (status: number, error: string, error_description: string) =>
      reply.code(status).send({ error, error_description })
    const companyId = await registeringCompany(deps)
    if (companyId === undefined)
      return refuse(
        403,
        'access_denied',
        'applications are registered by an administrator, in the app under Applications',
      )
    const { object, problem } = readObject(request)
    if (problem) return refuse(problem.status ?? 400, 'invalid_client_metadata', problem.error_description)
    const given = object && metadataIn(object)
    if (!given) return refuse(400, 'invalid_client_metadata', 'the body must be a JSON object with redirect_uris')
    try {
      checkApplication(given)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(400, 'invalid_redirect_uri', error.message)
    }
    const waitSeconds = await countRegistration(world, request.ip)
    if (waitSeconds > 0) {
      reply.header('retry-after', waitSeconds)
      return refuse(429, 'temporarily_unavailable', waitText(waitSeconds, english))
    }
    const clientId = newClientId(world, companyId)
    if (!(await world.db.write(registerItself, { companyId, clientId, ...given }, world.now()))) {
      reply.header('retry-after', waitingHours * 3600)
      return refuse(429, 'temporarily_unavailable', 'too many applications are waiting to be allowed')
    }
    return reply.code(201).send({
      client_id: clientId,
      client_id_issued_at: Math.floor(world.now() / second),
      client_name: given.name,
      redirect_uris: given.redirectUris,
      // Even if it requested a secret: one that anyone can get proves nothing.
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: scopesToRead(scopesIn(given.scope)),
    })
  })
}

/** Counts a registration from an address. Returns the seconds to wait, 0 to go ahead; a refused one writes nothing. */
async function countRegistration(world: World, ip: string): Promise<number> {
  const counters = registrationCounter(ip)
  const seconds = (await waitSecondsOf(world, counters)) || (await countAttempt(world, counters))
  if (seconds > 0) world.sight.security.tell({ event: 'application locked out', seconds })
  return seconds
}

type Metadata = { name: string; redirectUris: string[]; scope: string }

/** The properties of a registration that we use; undefined if the body is not one. */
function metadataIn({ redirect_uris: addresses, client_name: name, scope }: Item): Metadata | undefined {
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > addressesMax) return undefined
  if (!addresses.every((address) => typeof address === 'string')) return undefined
  const host = URL.parse(addresses[0] ?? '')?.host ?? ''
  const plain =
    typeof name === 'string'
      ? name
          .toWellFormed()
          .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
          .trim()
      : ''
  return {
    name: plain.slice(0, nameMax) || host || 'Assistant',
    redirectUris: addresses,
    scope: typeof scope === 'string' ? scope : '',
  }
}
