import { Type } from 'typebox'
import { breakTypes } from '../../company/breaks/breaks.ts'
import { zoneFor } from '../../company/settings/settings.ts'
import type { ReadContext } from '../../engine/context.ts'
import { resourceNamed } from '../../engine/resource.ts'
import { type Handle, inList, sql } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { list, supplementalOf } from '../../wire/list.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'

/** Days back for which the clock shows entries: this week and the three before. */
const recentDays = 28

const recordsOf = (schema: string) => Type.Array(Type.Unsafe<Item>({ $ref: `#/components/schemas/${schema}Record` }))

/** The data for the clock besides the time entries, without the rest of the job tree. */
export const clockEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/clock',
    about: 'Shows the jobs you used recently, the breaks, and the custom fields: enough to clock in and out.',
    who: 'everyone',
    answer: Type.Object({
      jobcodes: recordsOf('Jobcodes'),
      assigned: Type.Array(Type.Integer(), { description: 'The recently used jobs that are assigned to you.' }),
      has_jobs: Type.Boolean({ description: 'Whether any job is assigned to you.' }),
      customfields: recordsOf('Customfields'),
      customfielditems: recordsOf('Customfielditems'),
      customfielditem_user_filters: recordsOf('CustomfielditemUserFilters'),
    }),
    async run({ actor, company, now, world }) {
      refuseManaging(actor)
      const ctx = { actor, company, now }
      const since = addDays(localDate(now, zoneFor(company)), -recentDays)
      const found = await idsOf(ctx, since)
      const wanted = new Map(Object.entries(found).map(([name, ids]) => [name, new Set(ids)]))
      const sections: Record<string, Record<string, Item>> = JSON.parse(await supplementalOf(wanted, ctx))
      const listed = (name: string) => Object.values(sections[name] ?? {})
      const jobcodes = listed('jobcodes')
      return {
        jobcodes,
        ...(await assignmentsOf(
          ctx,
          jobcodes.map(({ id }) => Number(id)),
        )),
        customfields: listed('customfields'),
        customfielditems: listed('customfielditems'),
        customfielditem_user_filters: await filtersOf(ctx, world.db.read),
      }
    },
  }),
]

async function idsOf({ actor, company }: ReadContext, since: string) {
  const { companyId, userId } = actor
  const rows = await company.ask<{ name: 'jobcodes' | 'customfields' | 'customfielditems'; id: number }>(
    sql`select 'jobcodes' as name, jobcode_id as id from timesheets
        where company_id = ${companyId} and user_id = ${userId} and date >= ${since} and jobcode_id <> 0
        group by jobcode_id
      union all select 'jobcodes', id from jobcodes
        where company_id = ${companyId} and active = 1 and ${inList(sql`type`, [...breakTypes])}
      union all select 'customfields', id from customfields where company_id = ${companyId} and active = 1
      union all select 'customfielditems', i.id from customfielditems i
        join customfields f on f.company_id = i.company_id and f.id = i.customfield_id and f.active = 1
        where i.company_id = ${companyId} and i.active = 1`,
  )
  const of = (name: string) => rows.filter((row) => row.name === name).map(({ id }) => id)
  return { jobcodes: of('jobcodes'), customfields: of('customfields'), customfielditems: of('customfielditems') }
}

async function assignmentsOf({ actor, company }: ReadContext, ids: readonly number[]) {
  const { companyId, userId } = actor
  const mine = sql`select jobcode_id from jobcode_assignments
    where company_id = ${companyId} and active = 1 and user_id in (0, ${userId})`
  const [assigned, some] = await Promise.all([
    company.ask<{ jobcode_id: number }>(sql`${mine} and ${inList(sql`jobcode_id`, [0, ...ids])}`),
    company.ask(sql`select 1 as one from jobcodes where company_id = ${companyId} and type = ${'regular'} and active = 1
      and has_children = 0 and id in (${mine}) limit 1`),
  ])
  return { assigned: [...new Set(assigned.map(({ jobcode_id }) => jobcode_id))], has_jobs: some.length > 0 }
}

async function filtersOf(ctx: ReadContext, handle: Handle): Promise<Item[]> {
  const name = 'customfielditem_user_filters'
  const search = new URLSearchParams({
    user_id: String(ctx.actor.userId),
    include_user_group: 'yes',
    supplemental_data: 'no',
  })
  const { results } = JSON.parse(String(await list(resourceNamed(name), search, ctx, handle)))
  return Object.values(results[name])
}
