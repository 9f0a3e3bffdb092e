import type { Values } from '../../../src/engine/table.ts'
import { batches, down, fresh, numbered, put, type Sample } from '../sampling.ts'
import type { TestCompany } from '../server.ts'

type Known = { projects: Values[]; activity: number; field: Values; choices: Values[]; estimates: Values[] }

const known = new WeakMap<TestCompany, Known>()
const of = (company: TestCompany) => known.get(company)!

/** The project that is listed first: everything done to it is in one feed. */
const first = (company: TestCompany) => of(company).projects.at(-1)!.id

/** Projects and what belongs to them. */
export const projectSamples: Record<string, Sample> = {
  projects: {
    all: () => '?active=both',
    reversed: true,
    order: (row) => row.name.toLowerCase(),
    item: (n) => ({ name: `Project ${down(n)}` }),
    change: { description: 'changed' },
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      const projects = await batches(server, company, 'projects', items)
      known.set(company, { projects, activity: 0, field: {}, choices: [], estimates: [] })
    },
    touch: put('projects', () => ({ name: fresh() })),
    references: { jobcode_id: 'jobcodes', parent_jobcode_id: 'jobcodes' },
    numbers: { jobcode_ids: 'jobcodes', parent_jobcode_id: 'jobcodes' },
  },
  project_notes: {
    all: (company) => `?active=both&project_id=${first(company)}`,
    reversed: true,
    order: (row) => -row.id,
    item: (n, company) => ({ project_id: first(company), note: `Note ${n}` }),
    change: { note: 'changed' },
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'project_notes', items)
    },
    touch: put('project_notes', () => ({ note: fresh() })),
    references: { project_id: 'projects', user_id: 'users' },
    numbers: { user_ids: 'users' },
  },
  project_activities: {
    all: (company) => `?project_id=${first(company)}`,
    reversed: true,
    order: (row) => -row.id,
    make: (server, company) => projectSamples.project_activities!.touch(server, company, 0),
    async touch(server, company) {
      await put('projects', () => ({ description: fresh() }))(server, company, first(company))
    },
  },
  project_activity_replies: {
    all: (company) => `?active=both&project_activity_id=${of(company).activity}`,
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({ project_activity_id: of(company).activity, note: `Reply ${n}` }),
    change: { note: 'changed' },
    async make(server, company, count) {
      const [activity] = await server.list(company, 'project_activities', `?project_id=${first(company)}`)
      of(company).activity = activity!.id
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'project_activity_replies', items)
    },
    touch: put('project_activity_replies', () => ({ note: fresh() })),
    references: { project_activity_id: 'project_activities' },
    numbers: { user_ids: 'users' },
  },
  project_activity_read_times: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.project_id,
    item: (n, company) => ({ project_id: of(company).projects[n % of(company).projects.length]!.id }),
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'project_activity_read_times', items)
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'project_activity_read_times', `?ids=${id}`)
      await batches(server, company, 'project_activity_read_times', [{ project_id: row!.project_id }])
    },
    references: { project_id: 'projects', user_id: 'users' },
  },
  estimates: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({
      project_id: of(company).projects[n % of(company).projects.length]!.id,
      active: n < of(company).projects.length,
      estimate_by: 'customfields',
      estimate_by__id: of(company).field.id,
    }),
    change: { active: false },
    async make(server, company, count) {
      const field = { name: 'Zone', type: 'managed-list' }
      of(company).field = await server.createOne(company, 'customfields', field)
      const names = numbered(count).map((n) => ({ customfield_id: of(company).field.id, name: `Zone ${n}` }))
      of(company).choices = await batches(server, company, 'customfielditems', names)
      const items = numbered(count).map((n) => this.item!(n, company))
      of(company).estimates = await batches(server, company, 'estimates', items)
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'estimates', `?active=both&ids=${id}`)
      await put('estimates', () => ({ active: !row!.active }))(server, company, id)
    },
    references: { project_id: 'projects', estimate_by__id: 'customfields' },
  },
  estimate_items: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({
      estimate_id: of(company).estimates.at(-1)!.id,
      type: 'tag_clouds',
      type_id: of(company).choices[n % of(company).choices.length]!.id,
      estimated_seconds: 3600,
      active: n < 50,
    }),
    change: { estimated_seconds: 7200 },
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'estimate_items', items)
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'estimate_items', `?active=both&ids=${id}`)
      await put('estimate_items', () => ({ estimated_seconds: row!.estimated_seconds + 1 }))(server, company, id)
    },
    references: { estimate_id: 'estimates', type_id: 'customfielditems' },
    numbers: { estimate_ids: 'estimates' },
  },
}
