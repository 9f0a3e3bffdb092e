import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'
import type { BaseRecords } from './people_and_jobs.ts'

/** Who works when, who is reminded, who is invited, and who is off. */
export const schedule = {
  async schedule_calendars(api: Api) {
    const list = await must(api.GET('/schedule_calendars'))
    assert.deepEqual(
      Object.values(list.results.schedule_calendars).map(({ name }) => name),
      ['Schedule'],
    )
  },

  async schedule_events(api: Api, { user_id, jobcode_id }: BaseRecords) {
    const calendars = (await must(api.GET('/schedule_calendars'))).results.schedule_calendars
    const [calendar] = Object.values(calendars)
    const shift = {
      start: '2026-05-06T08:00:00-06:00',
      end: '2026-05-06T12:00:00-06:00',
      title: 'Delivery',
      jobcode_id,
    }
    const item = { ...shift, schedule_calendar_id: calendar!.id, assigned_user_ids: [String(user_id)] }
    const made = only((await must(api.POST('/schedule_events', { body: { data: [item] } }))).results.schedule_events)
    assert.deepEqual(made.assigned_user_ids, [String(user_id)])
    const query = { schedule_calendar_ids: String(calendar!.id), start: '2026-05-06T00:00:00-06:00' }
    const list = await must(api.GET('/schedule_events', { params: { query } }))
    assert.equal(at(list.results.schedule_events, made.id).title, 'Delivery')
    const body = { data: [{ id: made.id, active: false }] }
    assert.equal(only((await must(api.PUT('/schedule_events', { body }))).results.schedule_events).active, false)
  },

  async reminders(api: Api, { user_id }: BaseRecords) {
    const when = { due_time: '07:55:00', due_days_of_week: 'Mon,Tue,Wed,Thu,Fri', distribution_methods: 'Push,Email' }
    const item = { user_id, reminder_type: 'clock-in', ...when, active: true, enabled: true } as const
    const made = only((await must(api.POST('/reminders', { body: { data: [item] } }))).results.reminders)
    const list = await must(api.GET('/reminders', { params: { query: { user_ids: `0,${user_id}` } } }))
    assert.equal(at(list.results.reminders, made.id).due_time, '07:55:00')
    const body = { data: [{ id: Number(made.id), due_time: '07:50:00' }] }
    assert.equal(only((await must(api.PUT('/reminders', { body }))).results.reminders).due_time, '07:50:00')
  },

  async invitations(api: Api, { user_id }: BaseRecords) {
    const item = { user_id, contact_method: 'email', contact_info: 'worker@northyard.example' } as const
    const { results } = await must(api.POST('/invitations', { body: { data: [item] } }))
    assert.equal(only(results.invites)._status_code, 201)
  },

  async time_off_requests(api: Api, { user_id, pto_jobcode_id }: BaseRecords) {
    const entry = { date: '2026-04-09', entry_method: 'manual', duration: 28800, jobcode_id: pto_jobcode_id } as const
    const item = { user_id, time_off_request_notes: [{ note: 'Family' }], time_off_request_entries: [entry] }
    const body = { data: [item] }
    const made = only((await must(api.POST('/time_off_requests', { body }))).results.time_off_requests)
    const list = await must(api.GET('/time_off_requests', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.time_off_requests, made.id).status, 'pending')
    const approval = { data: [{ id: made.id, status: 'approved' as const }] }
    const { results } = await must(api.PUT('/time_off_requests', { body: approval }))
    assert.equal(at(results.time_off_requests, made.id)._status_code, 200)
  },

  async time_off_request_entries(api: Api, { user_id, pto_jobcode_id }: BaseRecords) {
    const entry = { date: '2026-04-13', entry_method: 'manual', duration: 28800, jobcode_id: pto_jobcode_id } as const
    const body = { data: [{ user_id, time_off_request_entries: [entry] }] }
    const request = only((await must(api.POST('/time_off_requests', { body }))).results.time_off_requests)
    const more = { data: [{ ...entry, date: '2026-04-14', time_off_request_id: request.id }] }
    const added = await must(api.POST('/time_off_request_entries', { body: more }))
    const made = only(added.results.time_off_request_entries)
    const query = { time_off_request_ids: String(request.id) }
    const list = await must(api.GET('/time_off_request_entries', { params: { query } }))
    assert.equal(Object.keys(list.results.time_off_request_entries).length, 2)
    const denial = { data: [{ id: made.id, status: 'denied' as const }] }
    const { results } = await must(api.PUT('/time_off_request_entries', { body: denial }))
    assert.equal(only(results.time_off_request_entries).status, 'denied')
  },
}
