import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'

/** Creates, reads, changes and archives or removes a record of each: people, and what they work on. */
export const peopleAndJobs = {
  async groups(api: Api) {
    const made = only((await must(api.POST('/groups', { body: { data: [{ name: 'Roofers' }] } }))).results.groups)
    const list = await must(api.GET('/groups', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.groups, made.id).name, 'Roofers')
    const body = { data: [{ id: made.id, name: 'Masons', active: false }] }
    const changed = only((await must(api.PUT('/groups', { body }))).results.groups)
    assert.deepEqual([changed.name, changed.active], ['Masons', false])
  },

  async users(api: Api) {
    const person = { username: 'ines', first_name: 'Ines', last_name: 'Lund', permissions: { time_tracking: true } }
    const made = only((await must(api.POST('/users', { body: { data: [person] } }))).results.users)
    const list = await must(api.GET('/users', { params: { query: { usernames: 'ines' } } }))
    assert.equal(at(list.results.users, made.id).permissions?.time_tracking, true)
    const body = { data: [{ id: made.id, job_title: 'Foreman' }] }
    assert.equal(only((await must(api.PUT('/users', { body }))).results.users).job_title, 'Foreman')
  },

  async jobcodes(api: Api) {
    const body = { data: [{ name: 'Harbour Street', billable: true, billable_rate: 64.5 }] }
    const made = only((await must(api.POST('/jobcodes', { body }))).results.jobcodes)
    const list = await must(api.GET('/jobcodes', { params: { query: { name: 'Harb*' } } }))
    assert.equal(at(list.results.jobcodes, made.id).billable_rate, 64.5)
    const archived = await must(api.PUT('/jobcodes', { body: { data: [{ id: made.id, active: false }] } }))
    assert.equal(only(archived.results.jobcodes).active, false)
  },

  async jobcode_assignments(api: Api, { user_id, jobcode_id }: BaseRecords) {
    const body = { data: [{ user_id, jobcode_id }] }
    const made = only((await must(api.POST('/jobcode_assignments', { body }))).results.jobcode_assignments)
    const list = await must(api.GET('/jobcode_assignments', { params: { query: { user_ids: String(user_id) } } }))
    assert.equal(at(list.results.jobcode_assignments, made.id).jobcode_id, jobcode_id)
    const gone = await must(api.DELETE('/jobcode_assignments', { params: { query: { ids: String(made.id) } } }))
    assert.equal(only(gone.results.jobcode_assignments)._status_code, 200)
  },

  async customfields(api: Api) {
    const made = only(
      (await must(api.POST('/customfields', { body: { data: [{ name: 'Zone', type: 'managed-list' }] } }))).results
        .customfields,
    )
    const list = await must(api.GET('/customfields', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.customfields, made.id).type, 'managed-list')
    const body = { data: [{ id: made.id, required: true }] }
    assert.equal(only((await must(api.PUT('/customfields', { body }))).results.customfields).required, true)
  },

  async customfielditems(api: Api, { customfield_id }: BaseRecords) {
    const body = { data: [{ customfield_id, name: 'South' }] }
    const made = only((await must(api.POST('/customfielditems', { body }))).results.customfielditems)
    const query = { customfield_id }
    const list = await must(api.GET('/customfielditems', { params: { query } }))
    assert.equal(at(list.results.customfielditems, made.id).name, 'South')
    const archived = await must(api.PUT('/customfielditems', { body: { data: [{ id: made.id, active: false }] } }))
    assert.equal(only(archived.results.customfielditems).active, false)
  },
}

/** Records that the cycles build on, created by a program that used the same client. */
export type BaseRecords = Record<
  'user_id' | 'jobcode_id' | 'pto_jobcode_id' | 'customfield_id' | 'item_id' | 'group_id',
  number
>
