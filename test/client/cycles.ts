import { type Api, must, only } from './cycle.ts'
import { files } from './files.ts'
import { type BaseRecords, peopleAndJobs } from './people_and_jobs.ts'
import { places } from './places.ts'
import { filters, projects } from './projects.ts'
import { schedule } from './schedule.ts'
import { time } from './time.ts'

/** By resource: creates a record, finds it, changes it, and removes or archives it, as far as the resource allows. */
export const cycles: Record<string, (api: Api, base: BaseRecords) => Promise<void>> = {
  ...peopleAndJobs,
  ...time,
  ...places,
  ...schedule,
  ...projects,
  ...filters,
  ...files,
}

/** Creates the records that the cycles build on. */
export async function prepare(api: Api): Promise<BaseRecords> {
  const person = { username: 'worker', first_name: 'Wanda', last_name: 'Worker', permissions: { time_tracking: true } }
  const user = only((await must(api.POST('/users', { body: { data: [person] } }))).results.users)
  const job = { name: 'Roof repair', assigned_to_all: true }
  const jobcode = only((await must(api.POST('/jobcodes', { body: { data: [job] } }))).results.jobcodes)
  const away = { name: 'Vacation', type: 'pto', assigned_to_all: true } as const
  const pto = only((await must(api.POST('/jobcodes', { body: { data: [away] } }))).results.jobcodes)
  const field = { name: 'Site', type: 'managed-list', applies_to: 'timesheet' } as const
  const customfield = only((await must(api.POST('/customfields', { body: { data: [field] } }))).results.customfields)
  const north = { customfield_id: customfield.id, name: 'North' }
  const item = only((await must(api.POST('/customfielditems', { body: { data: [north] } }))).results.customfielditems)
  const group = only((await must(api.POST('/groups', { body: { data: [{ name: 'Crew' }] } }))).results.groups)
  return {
    user_id: user.id,
    jobcode_id: jobcode.id,
    customfield_id: customfield.id,
    item_id: item.id,
    group_id: group.id,
    pto_jobcode_id: pto.id,
  }
}
