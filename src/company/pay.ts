import { Refusal } from '../engine/errors.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Person } from './records.ts'

type Given = {
  companyId: number
  author: { userId: number; application: string }
  pay: readonly { user_id: number; pay_rate: number; pay_interval: 'hour' | 'year' }[]
}

/** Sets people's pay, which API clients can only read. Changes all of them or, with a Refusal, none. */
export const setPay = operation('setPay', async (tx, { companyId, author, pay }: Given): Promise<void> => {
  const work = await UnitOfWork.begin(tx, companyId, author)
  const ids = pay.map(({ user_id }) => user_id)
  await work.load('users', inList(sql`id`, ids))
  for (const [index, { user_id, pay_rate, pay_interval }] of pay.entries()) {
    if (!work.get<Person>('users', user_id))
      throw new Refusal(417, `data.${index}.user_id: there is no user ${user_id}`)
    work.change('users', user_id, { pay_rate: Math.round(pay_rate * 100) / 100, pay_interval })
  }
  await work.flush()
})
