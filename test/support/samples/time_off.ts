import type { Values } from '../../../src/engine/table.ts'
import { batches, day, fresh, numbered, put, type Sample } from '../sampling.ts'
import type { TestCompany } from '../server.ts'

/** The kind of absence and the requests of each company. */
const known = new WeakMap<TestCompany, { jobcode: number; requests: number[] }>()
const of = (company: TestCompany) => known.get(company) ?? { jobcode: 0, requests: [0] }

const entry = (n: number, company: TestCompany): Values => ({
  entry_method: 'manual',
  date: day(n % 1000),
  duration: 3600,
  jobcode_id: of(company).jobcode,
})

let seconds = 0

/** Requests for time off and their entries. */
export const timeOff: Record<string, Sample> = {
  time_off_requests: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({
      time_off_request_entries: [entry(n, company)],
      time_off_request_notes: [{ note: 'Why' }],
    }),
    change: { time_off_request_notes: [{ note: 'changed' }] },
    async make(server, company, count) {
      const name = fresh()
      const { id: jobcode } = await server.createOne(company, 'jobcodes', { name, type: 'pto' })
      await server.createOne(company, 'jobcode_assignments', { user_id: company.adminId, jobcode_id: jobcode })
      known.set(company, { jobcode, requests: [] })
      const items = numbered(count).map((n) => this.item!(n, company))
      const made = await batches(server, company, 'time_off_requests', items)
      of(company).requests.push(...made.map(({ id }) => id))
    },
    touch: put('time_off_requests', () => ({ time_off_request_notes: [{ note: fresh() }] })),
    references: { user_id: 'users' },
    numbers: { user_ids: 'users' },
  },
  time_off_request_entries: {
    all: () => '?start_time=2000-01-01T00:00:00Z',
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({
      ...entry(n, company),
      time_off_request_id: of(company).requests[n % of(company).requests.length],
    }),
    change: { duration: 7200 },
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'time_off_request_entries', items)
    },
    touch: put('time_off_request_entries', () => {
      seconds += 1
      return { duration: seconds }
    }),
    references: { time_off_request_id: 'time_off_requests', jobcode_id: 'jobcodes', user_id: 'users' },
    numbers: {
      time_off_request_ids: 'time_off_requests',
      approver_user_ids: 'users',
      user_ids: 'users',
      jobcode_ids: 'jobcodes',
    },
  },
}
