import { Type } from 'typebox'
import { visible } from '../../company/rights/visible.ts'
import { loadSettings, settingsFor } from '../../company/settings/settings.ts'
import type { ReadContext } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { minute, printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant } from '../format.ts'

const placesMax = 500

/** A device reports the location of a punch shortly afterwards, once it has found it. */
const aroundPunch = 5 * minute

/** Where people were during a timesheet. */
export const timesheetPlaceEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/timesheet_places',
    about: `Lists where the person was during a timesheet that you may see, as their clients reported it, oldest first, at most ${placesMax}. Empty if the company does not show locations.`,
    who: 'everyone',
    query: Type.Object({ timesheet_id: Type.Integer({ ...recordId, description: 'The timesheet.' }) }),
    answer: Type.Object({
      places: Type.Array(
        Type.Object({
          latitude: Type.Number(),
          longitude: Type.Number(),
          accuracy: Type.Number({ description: 'Radius in meters.' }),
          at: instant('When the person was there.'),
        }),
      ),
    }),
    async run({ actor, company, now, query: { timesheet_id } }) {
      const ctx = { actor, company, now }
      const [sheet] = await company.ask<{ user_id: number; start: number | null; end: number | null }>(
        sql`select user_id, "start", "end" from timesheets
          where company_id = ${actor.companyId} and id = ${timesheet_id} and ${visible('timesheets')(actor)}`,
      )
      if (!sheet) throw new RequestError(404, 'no_such_timesheet', { id: timesheet_id })
      // Time entered as a duration has no start.
      if (sheet.start === null || !(await showsPlaces(sheet.user_id, ctx))) return { places: [] }
      const samples = await company.ask<Sample>(
        sql`select latitude, longitude, accuracy, created from geolocations
          where company_id = ${actor.companyId} and user_id = ${sheet.user_id}
          and created between ${sheet.start - aroundPunch} and ${(sheet.end ?? now) + aroundPunch}
          order by created limit ${placesMax}`,
      )
      return { places: samples.map(({ created, ...sample }) => ({ ...sample, at: printUtc(created) })) }
    },
  }),
]

type Sample = { latitude: number; longitude: number; accuracy: number; created: number }

async function showsPlaces(userId: number, { company }: ReadContext): Promise<boolean> {
  await loadSettings(company)
  await company.look('users', [userId])
  const { installed, show_location } = settingsFor(company, company.get('users', userId)).location_aware.settings
  return Number(installed) === 1 && Number(show_location) === 1
}
