import { type Static, Type } from 'typebox'
import { addHold, holdReasonMax, type LegalHold, legalHolds, releaseHold } from '../../company/rights/legal_holds.ts'
import { retentionOf, setRetention } from '../../company/settings/retention.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import type { Handle } from '../../engine/sql.ts'
import { wouldDelete } from '../../jobs/delete_old.ts'
import {
  daysKept,
  isRetentionKind,
  leastDays,
  type RetentionKind,
  retentionKinds,
  retentionLaw,
  retentionProblem,
} from '../../rules/settings/retention.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date, instant, moment, nameOf, nullable, person } from '../format.ts'

const kinds = Object.keys(retentionKinds).filter(isRetentionKind)

const kept = Type.Object({
  kind: Type.Enum(kinds),
  days: Type.Integer({ description: 'How many days records are kept; 0 is forever.' }),
  chosen: Type.Boolean({ description: 'Whether the company has chosen it.' }),
  least_days: Type.Integer({ description: 'The fewest days that may be chosen.' }),
  law: nullable(Type.String({ description: 'The law that requires them.' })),
})

const retention = Type.Object({
  country: Type.String({
    description: 'The company’s country; empty if not set, in which case the strictest law applies.',
  }),
  kinds: Type.Array(kept),
})

const hold = Type.Object({
  id: Type.Integer(),
  of: nullable(person),
  start_date: nullable(date('The first date that it covers; null for no limit.')),
  end_date: nullable(date('The last one.')),
  reason: Type.String(),
  created: instant(),
  created_by: person,
  released: nullable(instant('When it was released; null while it is active.')),
  released_by: nullable(person),
})

const params = Type.Object({ id: recordId })
const day = (description: string) => Type.Optional(Type.String({ description }))

/** How long records are kept, and legal holds. */
export const retentionEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/retention',
    about: 'Shows how long the company keeps records of each kind, and what the law requires.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: retention,
    run: ({ actor, world }) => shown(world.db.read, actor.companyId),
  }),
  endpoint({
    method: 'PUT',
    path: '/retention',
    about:
      'Sets how long records of a kind are kept. From the next day on, older ones are permanently deleted, except under a legal hold.',
    who: 'administrators',
    firstPartyOnly: true,
    body: Type.Object({
      kind: Type.Enum(kinds),
      days: nullable(Type.Integer({ description: 'At least `least_days`; 0 is forever. null restores the default.' })),
    }),
    answer: retention,
    async run({ actor, world, now, body: { kind, days } }) {
      const { companyId } = actor
      await world.db.write(setRetention, { companyId, author: authorOf(actor), kind, days }, now)
      return shown(world.db.read, companyId)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/retention/preview',
    about: 'Counts the records that would be deleted now if records of a kind were kept for this many days.',
    who: 'administrators',
    firstPartyOnly: true,
    query: Type.Object({
      kind: Type.Enum(kinds),
      days: Type.Optional(Type.Integer({ minimum: 0, description: 'By default, the current choice; 0 is forever.' })),
    }),
    answer: Type.Object({
      kind: Type.Enum(kinds),
      before: nullable(date('Records from before this date would be deleted; null if none ever are.')),
      count: Type.Integer(),
    }),
    async run({ actor: { companyId }, world, now, query: { kind, days } }) {
      const { chosen, country } = await retentionOf(world.db.read, companyId)
      const problem = days === undefined ? undefined : retentionProblem(kind, days, country)
      if (problem) throw new RequestError(417, problem)
      const wanted = days ?? daysKept(kind, chosen.get(kind), country)
      const found = await wouldDelete(world.db.read, { companyId, kind, days: wanted, now })
      return { kind, before: found?.before ?? null, count: found?.count ?? 0 }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/legal_holds',
    about: 'Lists the legal holds: active ones first, then newest first.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: Type.Object({ holds: Type.Array(hold) }),
    run: ({ actor, company, world }) => holdsOf(company, world.db.read, actor.companyId),
  }),
  endpoint({
    method: 'POST',
    path: '/legal_holds',
    about:
      'Keeps records from being deleted, whatever retention is chosen, and a person from being anonymized, until the hold is released.',
    who: 'administrators',
    firstPartyOnly: true,
    body: Type.Object({
      user_id: Type.Optional(nullable(recordId)),
      start_date: day('The first date of the records; if omitted, there is no limit.'),
      end_date: day('The last date; if omitted, there is no limit.'),
      reason: Type.String({ maxLength: holdReasonMax }),
    }),
    answer: Type.Object({ id: Type.Integer() }),
    async run({ actor, world, now, body }) {
      const { user_id, start_date = '', end_date = '', reason } = body
      const held = { user_id: user_id ?? 0, start_date, end_date, reason }
      const given = { companyId: actor.companyId, author: authorOf(actor), hold: held }
      return { id: await world.db.write(addHold, given, now) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/legal_holds/:id/release',
    about: 'Releases a legal hold. The chosen retention then applies to the records again.',
    who: 'administrators',
    firstPartyOnly: true,
    params,
    answer: Type.Object({ released: Type.Integer() }),
    async run({ actor, world, now, params: { id } }) {
      await world.db.write(releaseHold, { companyId: actor.companyId, author: authorOf(actor), id }, now)
      return { released: id }
    },
  }),
]

function authorOf({ userId, application }: Actor) {
  return { userId, application }
}

async function shown(handle: Handle, companyId: number): Promise<Static<typeof retention>> {
  const { chosen, country } = await retentionOf(handle, companyId)
  const law = retentionLaw(country)
  const isTime = (kind: RetentionKind) => 'isTime' in retentionKinds[kind]
  return {
    country,
    kinds: kinds.map((kind) => ({
      kind,
      days: daysKept(kind, chosen.get(kind), country),
      chosen: chosen.has(kind),
      least_days: leastDays(kind, country),
      law: (isTime(kind) && law?.law) || null,
    })),
  }
}

async function holdsOf(
  company: CompanySnapshot,
  handle: Handle,
  companyId: number,
): Promise<{ holds: Static<typeof hold>[] }> {
  const holds = await legalHolds(handle, companyId)
  const people = (held: LegalHold) => [held.user_id, held.created_by_user_id, held.released_by_user_id]
  await company.look('users', holds.flatMap(people))
  return {
    holds: holds.map(({ user_id, start_date, end_date, created, created_by_user_id, ...rest }) => ({
      ...{ id: rest.id, reason: rest.reason },
      of: user_id > 0 ? nameOf(company, user_id) : null,
      start_date: start_date || null,
      end_date: end_date || null,
      created: printUtc(Number(created)),
      created_by: nameOf(company, created_by_user_id),
      released: moment(Number(rest.released)),
      released_by: Number(rest.released) > 0 ? nameOf(company, rest.released_by_user_id) : null,
    })),
  }
}
