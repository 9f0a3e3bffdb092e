import { operation, sql } from '../../../src/engine/sql.ts'
import { UnitOfWork } from '../../../src/engine/unit_of_work.ts'
import { day, fresh, numbered, type Sample } from '../sampling.ts'
import { seed, write } from '../seed.ts'

const noteOnRun = operation('test.noteOnRun', async (tx, { companyId, id }: { companyId: number; id: number }) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await work.load('pay_runs', sql`id = ${id}`)
  work.change('pay_runs', id, { note: fresh() })
  await work.flush()
})

/** Pay runs, which clients only read. */
export const payRunSamples: Record<string, Sample> = {
  pay_runs: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.id,
    async make(server, company, count) {
      const rows = numbered(count).map((n) => ({
        ...{ kind: 'off_cycle', state: 'closed', start_date: day(n), end_date: day(n), note: '', revision: 0 },
        ...{ user_ids: [company.adminId], people: 1, seconds: 3600, gross_cents: 2000, adjustments: 0 },
        ...{ rules: 'rules', closed: server.now, closed_by_user_id: company.adminId, sent: 0, sent_by_user_id: 0 },
        created_by_user_id: company.adminId,
      }))
      await seed(server, company.id, 'pay_runs', rows)
    },
    touch: (server, company, id) => write(server, noteOnRun, { companyId: company.id, id }),
  },
}
