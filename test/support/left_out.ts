import { samples } from './samples.ts'
import { batches } from './sampling.ts'
import type { TestCompany, TestServer } from './server.ts'

/** Records that lists leave out unless asked for: of other people, archived people and fields, drafts and teams. */
export async function makeLeftOut(server: TestServer, company: TestCompany): Promise<void> {
  const [colleague, leaver] = [await server.user(company), await server.user(company)]
  const [calendar] = await server.list(company, 'schedule_calendars')
  const hours = { start: '2026-03-02T08:00:00-07:00', end: '2026-03-02T16:00:00-07:00' }
  const shift = { schedule_calendar_id: calendar!.id, ...hours, timezone: 'UTC', draft: false }
  const [assigned, teamed] = [[leaver.id], [colleague.id, company.adminId]].map((ids) => ids.map(String))
  await batches(server, company, 'schedule_events', [
    { ...shift, assigned_user_ids: assigned },
    { ...shift, assigned_user_ids: teamed },
    { ...shift, assigned_user_ids: teamed, draft: true },
    { ...shift, assigned_user_ids: [], draft: true, active: false },
  ])
  await batches(server, company, 'notifications', [{ ...samples.notifications!.item!(1, company), user_id: leaver.id }])
  await batches(server, colleague, 'files', [samples.files!.item!(1, company)])
  const field = await server.createOne(company, 'customfields', {
    name: 'Former',
    type: 'managed-list',
  })
  await server.createOne(company, 'customfielditems', { customfield_id: field.id, name: 'Item' })
  await server.put(company, '/customfields', [{ id: field.id, active: false }])
  const sheet = { user_id: leaver.id, jobcode_id: 0, type: 'manual', date: '2026-02-03', duration: 60 }
  await batches(server, company, 'timesheets', [sheet])
  await server.put(company, '/users', [{ id: leaver.id, active: false }])
}
