import assert from 'node:assert/strict'
import type { Values } from '../../../src/engine/table.ts'
import { batches, numbered, of, type Sample } from '../sampling.ts'
import type { TestCompany, TestServer } from '../server.ts'

/** Two items of the managed list that no other sample refers to, and the users that have filters. */
const made = new WeakMap<TestCompany, { items: number[]; users: number[] }>()

const about = (company: TestCompany, item: number, applies_to: string, applies_to_id: number): Values => ({
  customfield_id: of(company).customfield,
  customfielditem_id: made.get(company)!.items[item]!,
  applies_to,
  applies_to_id,
})

const filterOf = (n: number, company: TestCompany) => {
  const { jobcodes } = of(company)
  return about(company, n < 1000 ? 0 : 1, 'jobcodes', jobcodes[n % jobcodes.length]!)
}

/** Removes or restores the filter of a target. */
async function turn(server: TestServer, company: TestCompany, query: string): Promise<void> {
  const [row] = await server.list(company, 'customfielditem_filters', `${query}&active=both`)
  const { body, text } = await server.put(company, '/customfielditem_filters', [{ id: row!.id, active: !row!.active }])
  assert.equal(body.results.customfielditem_filters['1']._status_code, 200, text)
}

export const filterSamples: Record<string, Sample> = {
  customfielditem_filters: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => row.id,
    item: filterOf,
    change: { active: false },
    async make(server, company, count) {
      const items = ['Zone A', 'Zone B'].map((name) => ({ customfield_id: of(company).customfield, name }))
      const zones = await batches(server, company, 'customfielditems', items)
      const people = await server.list(company, 'users', `?active=both&limit=${count}`)
      made.set(company, { items: zones.map(({ id }) => id), users: people.map(({ id }) => id) })
      await batches(
        server,
        company,
        'customfielditem_filters',
        numbered(count).map((n) => filterOf(n, company)),
      )
    },
    touch: (server, company, id) => turn(server, company, `?ids=${id}`),
    references: {
      customfield_id: 'customfields',
      customfielditem_id: 'customfielditems',
      applies_to_id: 'jobcodes',
    },
    numbers: { jobcode_id: 'jobcodes', user_id: 'users', group_id: 'groups' },
  },
  customfielditem_jobcode_filters: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.id,
    // Jobcode filters already exist.
    make: async () => {},
    touch: (server, company, id) => turn(server, company, `?jobcode_id=${id}`),
    numbers: { jobcode_ids: 'jobcodes', jobcode_id: 'jobcodes' },
  },
  customfielditem_user_filters: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.id,
    async make(server, company) {
      const filters = made.get(company)!.users.map((user) => about(company, 0, 'users', user))
      await batches(server, company, 'customfielditem_filters', filters)
    },
    touch: (server, company, id) => turn(server, company, `?user_id=${id}`),
    numbers: { user_id: 'users', group_id: 'groups' },
  },
}
