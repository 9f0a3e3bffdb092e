import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'
import type { BaseRecords } from './people_and_jobs.ts'

/** Projects, the notes on them, and their estimates. */
export const projects = {
  async projects(api: Api) {
    const made = await makeProject(api, 'Installation')
    const list = await must(api.GET('/projects', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.projects, made.id).due_date, '2026-06-15T00:00:00+00:00')
    assert.equal(at(list.supplemental_data!.jobcodes!, made.jobcode_id).project_id, made.id)
    const body = { data: [{ id: made.id, status: 'in_progress' as const }] }
    assert.equal(only((await must(api.PUT('/projects', { body }))).results.projects).status, 'in_progress')
  },

  async project_notes(api: Api) {
    const { id: project_id } = await makeProject(api, 'Notes')
    const item = { project_id, note: 'Tiles arrived' }
    const made = only((await must(api.POST('/project_notes', { body: { data: [item] } }))).results.project_notes)
    const list = await must(api.GET('/project_notes', { params: { query: { project_id } } }))
    assert.equal(at(list.results.project_notes, made.id).note, 'Tiles arrived')
    const body = { data: [{ id: made.id, active: false }] }
    assert.equal(only((await must(api.PUT('/project_notes', { body }))).results.project_notes).active, false)
  },

  async project_activities(api: Api) {
    const { id: project_id } = await makeProject(api, 'Feed')
    const list = await must(api.GET('/project_activities', { params: { query: { project_id } } }))
    const types = Object.values(list.results.project_activities).map(({ activity_type }) => activity_type)
    assert.deepEqual(types, ['project_created'])
  },

  async project_activity_replies(api: Api) {
    const activity = await firstActivity(api, 'Answers')
    const item = { project_activity_id: activity, note: 'Good, start Monday' }
    const body = { data: [item] }
    const made = only((await must(api.POST('/project_activity_replies', { body }))).results.project_activity_replies)
    const query = { project_activity_id: activity }
    const list = await must(api.GET('/project_activity_replies', { params: { query } }))
    assert.equal(at(list.results.project_activity_replies, made.id).note, 'Good, start Monday')
    const change = { data: [{ id: made.id, note: 'Tuesday' }] }
    const { results } = await must(api.PUT('/project_activity_replies', { body: change }))
    assert.equal(only(results.project_activity_replies).note, 'Tuesday')
  },

  async project_activity_read_times(api: Api) {
    const { id: project_id } = await makeProject(api, 'Read')
    const body = { data: [{ project_id }] }
    const first = await must(api.POST('/project_activity_read_times', { body }))
    const made = only(first.results.project_activity_read_times)
    const again = await must(api.PUT('/project_activity_read_times', { body }))
    assert.equal(only(again.results.project_activity_read_times).id, made.id)
    const list = await must(api.GET('/project_activity_read_times', { params: { query: { ids: String(project_id) } } }))
    assert.equal(at(list.results.project_activity_read_times, made.id).project_id, project_id)
  },

  async estimates(api: Api) {
    const made = await makeEstimate(api, 'Estimated')
    const list = await must(api.GET('/estimates', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.estimates, made.id).estimate_by, 'none')
    const body = { data: [{ id: made.id, active: false }] }
    assert.equal(only((await must(api.PUT('/estimates', { body }))).results.estimates).active, false)
  },

  async estimate_items(api: Api) {
    const { id: estimate_id } = await makeEstimate(api, 'Estimated in parts')
    const item = { estimate_id, type: 'none', estimated_seconds: 36000 } as const
    const made = only((await must(api.POST('/estimate_items', { body: { data: [item] } }))).results.estimate_items)
    const query = { estimate_ids: String(estimate_id) }
    const list = await must(api.GET('/estimate_items', { params: { query } }))
    assert.equal(at(list.results.estimate_items, made.id).estimated_seconds, 36000)
    const body = { data: [{ id: made.id, estimated_seconds: 40000 }] }
    assert.equal(
      only((await must(api.PUT('/estimate_items', { body }))).results.estimate_items).estimated_seconds,
      40000,
    )
  },
}

async function makeProject(api: Api, name: string) {
  const item = { name, start_date: '2026-05-01', due_date: '2026-06-15' }
  return only((await must(api.POST('/projects', { body: { data: [item] } }))).results.projects)
}

async function makeEstimate(api: Api, name: string) {
  const { id: project_id } = await makeProject(api, name)
  const item = { project_id, estimate_by: 'none' } as const
  return only((await must(api.POST('/estimates', { body: { data: [item] } }))).results.estimates)
}

async function firstActivity(api: Api, name: string): Promise<number> {
  const { id: project_id } = await makeProject(api, name)
  const list = await must(api.GET('/project_activities', { params: { query: { project_id } } }))
  return Object.values(list.results.project_activities)[0]!.id
}

/** Which choices are offered where. */
export const filters = {
  async customfielditem_filters(api: Api, base: BaseRecords) {
    const made = await makeFilter(api, base, 'groups', base.group_id)
    const list = await must(api.GET('/customfielditem_filters', { params: { query: { group_id: base.group_id } } }))
    assert.equal(at(list.results.customfielditem_filters, made.id).customfielditem_id, base.item_id)
    const body = { data: [{ id: made.id, active: false }] }
    const { results } = await must(api.PUT('/customfielditem_filters', { body }))
    assert.equal(only(results.customfielditem_filters).active, false)
  },

  async customfielditem_jobcode_filters(api: Api, base: BaseRecords) {
    const { jobcode_id, customfield_id, item_id } = base
    await makeFilter(api, base, 'jobcodes', jobcode_id)
    const query = { jobcode_ids: String(jobcode_id) }
    const list = await must(api.GET('/customfielditem_jobcode_filters', { params: { query } }))
    const { filtered_customfielditems } = at(list.results.customfielditem_jobcode_filters, jobcode_id)
    assert.deepEqual(filtered_customfielditems, { [customfield_id]: [String(item_id)] })
  },

  async customfielditem_user_filters(api: Api, base: BaseRecords) {
    await makeFilter(api, base, 'users', base.user_id)
    const list = await must(api.GET('/customfielditem_user_filters', { params: { query: { user_id: base.user_id } } }))
    assert.equal(at(list.results.customfielditem_user_filters, base.user_id).type, 'user')
  },

  async pay_runs(api: Api) {
    const list = await must(api.GET('/pay_runs', { params: { query: { states: 'closed' } } }))
    assert.deepEqual(list.results.pay_runs, {})
  },

  async managed_clients(api: Api) {
    const list = await must(api.GET('/managed_clients', { params: { query: { active: 'both' } } }))
    assert.deepEqual(list.results.managed_clients, {})
    assert.equal(list.results.more, false)
  },
}

async function makeFilter(
  api: Api,
  { customfield_id, item_id }: BaseRecords,
  applies_to: 'jobcodes' | 'users' | 'groups',
  applies_to_id: number,
) {
  const item = { customfield_id, customfielditem_id: item_id, applies_to, applies_to_id }
  const body = { data: [item] }
  return only((await must(api.POST('/customfielditem_filters', { body }))).results.customfielditem_filters)
}
