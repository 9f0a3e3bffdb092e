import { linkClient } from '../../../src/resources/managed_clients.ts'
import { numbered, type Sample } from '../sampling.ts'
import type { TestCompany, TestServer } from '../server.ts'

/** Makes one company manage another, or ends that; returns the id of the link. */
export function link(server: TestServer, managing: TestCompany, managed: number, active = true): Promise<number> {
  return server.db.write(linkClient, { companyId: managing.id, managedId: managed, active }, server.now)
}

/** The company of each sample link. */
const managedBy = new Map<TestCompany, Map<number, number>>()

export const managedClientSamples: Record<string, Sample> = {
  managed_clients: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => Number(row.id),
    async make(server, company, count) {
      const links = new Map<number, number>()
      for (const n of numbered(count)) {
        const { id } = await server.company(`Client ${n}`)
        links.set(await link(server, company, id), id)
      }
      managedBy.set(company, links)
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'managed_clients', `?active=both&ids=${id}`)
      await link(server, company, managedBy.get(company)!.get(Number(id))!, !row!.active)
    },
  },
}
