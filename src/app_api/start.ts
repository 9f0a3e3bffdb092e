import { Type } from 'typebox'
import { onlyCompany } from '../company/companies.ts'
import { companyRounding } from '../company/pay/worked_time.ts'
import { loadSettings, settingsFor, zoneFor, zonesOf } from '../company/settings/settings.ts'
import { patternOf } from '../company/settings/working_pattern.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import type { Item } from '../engine/table.ts'
import { currentUser } from '../resources/current_user.ts'
import type { User } from '../resources/users/record.ts'
import { seesSection } from '../rules/people/sight.ts'
import { day, localDate, printUtc, zoneOffsets } from '../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, refuseManaging } from './endpoint.ts'
import {
  date,
  instant,
  nullable,
  roundingVersions,
  settingValues,
  workingPattern,
  writtenPattern,
  writtenRounding,
} from './format.ts'

const year = 366 * day

/** For how many years before and after now the app gets the server's offsets. */
const zoneYears = 10

const zoneOffsetsShape = Type.Object({
  first: Type.Number({ description: 'Seconds since the epoch.' }),
  until: Type.Number(),
  offsets: Type.Array(Type.Object({ since: Type.Number(), offset: Type.Number() }), {
    description: 'When each offset starts, and the offset; in seconds.',
  }),
})

const mapShape = Type.Union(
  [
    Type.Object({
      tiles: Type.String({ description: 'The template of their addresses, with {z}, {x} and {y}.' }),
      credits: Type.Array(Type.Object({ text: Type.String(), href: Type.String({ description: 'Empty for text.' }) })),
    }),
    Type.Null(),
  ],
  { description: 'The map tiles that this server is set up to show; null for none.' },
)

/** The data that the app needs first. */
export const startEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/start',
    about: 'Shows who is signed in, to which company, and with which permissions and settings.',
    who: 'everyone',
    answer: Type.Object({
      now: instant('The server’s time.'),
      user: Type.Unsafe<Item>({ $ref: '#/components/schemas/UsersRecord' }),
      company: Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        client_url: Type.String(),
        zone: Type.String({ description: 'IANA time zone.' }),
        version: Type.Integer(),
        setup_version: Type.Integer(),
      }),
      zone: Type.String({ description: 'Your IANA time zone.' }),
      zones: Type.Record(Type.String(), zoneOffsetsShape, {
        description: 'The offsets of the company’s time zones, from the server’s data.',
      }),
      is_admin: Type.Boolean(),
      permissions: Type.Array(Type.String()),
      manages: Type.Array(Type.Integer(), { description: 'The groups that you manage.' }),
      inspects: nullable(
        Type.Object({
          ends: instant(),
          from: nullable(date()),
          to: nullable(date()),
        }),
      ),
      sends_mail: Type.Boolean({ description: 'Whether this server is set up to send email.' }),
      outbox: Type.Boolean({
        description: 'Whether it keeps its email in the outbox, where administrators can read it.',
      }),
      more_companies: Type.Boolean({
        description: 'Whether administrators may create further companies on this server.',
      }),
      runs_server: Type.Boolean({
        description:
          'Whether this server is yours to administer in the app: you are an administrator of its only company.',
      }),
      clock_in_doubt: Type.Boolean({
        description: 'Whether the clock of the server’s machine may be wrong; only administrators are told.',
      }),
      map: mapShape,
      settings: Type.Record(Type.String(), settingValues, { description: 'By section and name.' }),
      working_pattern: workingPattern,
      rounding: roundingVersions,
    }),
    async run({ actor, company, config, now, world }) {
      refuseManaging(actor)
      const text = await currentUser(new URLSearchParams({ supplemental_data: 'no' }), { actor, company, now })
      const user = JSON.parse(text).results.users[actor.userId]
      const { company_id, name, client_url, version, setup_version } = company.row
      const me = company.get('users', actor.userId)
      const settings = await visibleSettings(company, me, actor)
      const zone = zoneFor(company, me)
      // By the day, so that the rest of the answer stays the same from one request to the next.
      const today = now - (now % day)
      const pattern = patternOf(me ?? { id: actor.userId, group_id: 0 }, company, localDate(now, zone))
      return {
        now: printUtc(now),
        user,
        company: { id: company_id, name, client_url, zone: zoneFor(company), version, setup_version },
        zone,
        zones: Object.fromEntries(
          zonesOf(company).map((zone) => [zone, zoneOffsets(zone, today - zoneYears * year, today + zoneYears * year)]),
        ),
        is_admin: actor.isAdmin,
        permissions: [...actor.permissions],
        manages: actor.manages,
        inspects: inspectionIn(actor),
        sends_mail: world.mailer !== undefined,
        outbox: config.smtpUrl === 'outbox:',
        more_companies: config.moreCompanies,
        runs_server: actor.isAdmin && (await onlyCompany(world.db.read)) !== undefined,
        clock_in_doubt: actor.isAdmin && world.sight.clock.isDoubtful(),
        map: config.mapTiles ? { tiles: config.mapTiles.template, credits: config.mapAttribution } : null,
        settings,
        working_pattern: writtenPattern(pattern),
        rounding: writtenRounding(companyRounding(company)),
      }
    },
  }),
]

/** What an inspector may see; null for everyone else. */
function inspectionIn({ inspects }: Actor) {
  return inspects ? { ends: printUtc(inspects.ends), from: inspects.from || null, to: inspects.to || null } : null
}

/** The effective settings of a user, by section, without those that the caller may not see. */
export async function visibleSettings(company: CompanySnapshot, user: User | undefined, actor: Actor) {
  await loadSettings(company)
  const sections = Object.entries(settingsFor(company, user))
  return Object.fromEntries(
    sections.filter(([section]) => seesSection(actor, section)).map(([section, { settings }]) => [section, settings]),
  )
}
