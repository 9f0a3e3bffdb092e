import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'
import type { BaseRecords } from './people_and_jobs.ts'

/** Clocks in and out, deletes, finds among the deleted; schedules a message and cancels it. */
export const time = {
  async timesheets(api: Api, { user_id, jobcode_id }: BaseRecords) {
    const sheet = { user_id, jobcode_id, type: 'manual', date: '2026-02-10', duration: 28800 } as const
    const made = only((await must(api.POST('/timesheets', { body: { data: [sheet] } }))).results.timesheets)
    const query = { start_date: '2026-02-10', end_date: '2026-02-10' }
    const list = await must(api.GET('/timesheets', { params: { query } }))
    assert.equal(at(list.results.timesheets, made.id).duration, 28800)
    assert.equal(at(list.supplemental_data!.jobcodes!, jobcode_id).type, 'regular')
    const body = { data: [{ id: made.id, notes: 'Gate code at the desk' }] }
    const changed = only((await must(api.PUT('/timesheets', { body }))).results.timesheets)
    assert.equal(changed.notes, 'Gate code at the desk')
    const gone = await must(api.DELETE('/timesheets', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(gone.results.timesheets, made.id)._status_code, 200)
  },

  async timesheets_deleted(api: Api, { user_id, jobcode_id }: BaseRecords) {
    const sheet = { user_id, jobcode_id, type: 'manual', date: '2026-02-11', duration: 60 } as const
    const made = only((await must(api.POST('/timesheets', { body: { data: [sheet] } }))).results.timesheets)
    await must(api.DELETE('/timesheets', { params: { query: { ids: String(made.id) } } }))
    const query = { start_date: '2026-02-11', end_date: '2026-02-11' }
    const list = await must(api.GET('/timesheets_deleted', { params: { query } }))
    assert.equal(at(list.results.timesheets_deleted, made.id).user_id, user_id)
  },

  async notifications(api: Api, { user_id }: BaseRecords) {
    const item = { user_id, message: 'Please submit your time.', delivery_time: '2027-01-01T08:00:00+00:00' }
    const made = only((await must(api.POST('/notifications', { body: { data: [item] } }))).results.notifications)
    const query = { user_id }
    const list = await must(api.GET('/notifications', { params: { query } }))
    assert.equal(at(list.results.notifications, made.id).msg_tracking_id, made.msg_tracking_id)
    const gone = await must(api.DELETE('/notifications', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(gone.results.notifications, made.id)._status_code, 200)
  },
}
