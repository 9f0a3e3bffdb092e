import { Refusal, RequestError } from '../../engine/errors.ts'
import { inList, operation, sql } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { amountProblem, type GivenAmount, isRegular, type PayAmount, storedAmount } from '../../rules/pay/amounts.ts'
import { withField } from '../../rules/refusals/index.ts'
import { reason } from '../../rules/refusals/reason.ts'
import { amountsOf } from './pay_rates.ts'

// What people are paid beside their hours. An amount is approved with the time of its date: from then on it stays as it
// is, and what is wrong with it is corrected by another one.

/** The most amounts in one request. */
export const amountsMax = 1000

type Given = { companyId: number; author: Author; amounts: readonly GivenAmount[]; alters_approved?: boolean }

/**
 * Adds amounts, all or, with a Refusal that names the first one at fault, none. Refuses one on approved dates, and one
 * that changes the regular rate of approved time, unless it says `alters_approved`.
 */
export const addPayAmounts = operation('addPayAmounts', async (tx, given: Given): Promise<PayAmount[]> => {
  const { companyId, author, amounts, alters_approved = false } = given
  if (amounts.length > amountsMax) throw new RequestError(417, 'too_many_amounts', { max: amountsMax })
  const work = await UnitOfWork.begin(tx, companyId, author)
  const people = [...new Set(amounts.map(({ user_id }) => user_id))]
  await work.load('users', inList(sql`id`, people))
  const corrects = [...new Set(amounts.map(({ corrects }) => corrects))].filter((id) => id !== 0)
  const known =
    corrects.length === 0
      ? []
      : await amountsOf(sql`(${inList(sql`id`, corrects)} or ${inList(sql`corrects`, corrects)})`, companyId, tx)
  const added: PayAmount[] = []
  for (const [index, amount] of amounts.entries()) {
    const path = amounts.length === 1 ? undefined : index
    const refuse = (problem: ReturnType<typeof reason>) => {
      const named = withField(problem)
      throw new Refusal(417, path === undefined ? named : { ...named, field: `amounts.${path}.${named.field}` })
    }
    const problem = amountProblem(amount)
    if (problem) refuse(problem)
    const user = work.get('users', amount.user_id)
    if (!user) refuse(reason('no_such_user', { field: 'user_id', id: amount.user_id }))
    else {
      const stored = storedAmount(spanOf(amount, known))
      const wrong =
        correctionProblem(stored, [...known, ...added]) ?? lockProblem(stored, user.approved_to, alters_approved)
      if (wrong) refuse(wrong)
      added.push({ ...stored, id: work.nextId(), author: author.userId, created: tx.now })
    }
  }
  for (const amount of added) work.append('pay_amounts', amount)
  await work.flush()
  return added
})

/**
 * Removes an amount and returns it. Refuses one that does not exist, is approved or has corrections; and one that changes
 * the regular rate of approved time, unless it says `alters_approved`.
 */
export const removePayAmount = operation(
  'removePayAmount',
  async (
    tx,
    given: { companyId: number; author: Author; id: number; alters_approved?: boolean },
  ): Promise<PayAmount> => {
    const { companyId, author, id, alters_approved = false } = given
    const work = await UnitOfWork.begin(tx, companyId, author)
    const [removed] = await amountsOf(sql`id = ${id}`, companyId, tx)
    if (!removed) throw new RequestError(404, 'no_such_amount', { id })
    const [correction] = await amountsOf(sql`corrects = ${id}`, companyId, tx)
    if (correction) throw new RequestError(417, 'amount_is_corrected', { id })
    await work.load('users', sql`id = ${removed.user_id}`)
    const wrong = lockProblem(removed, work.get('users', removed.user_id)?.approved_to ?? '', alters_approved)
    if (wrong) throw new RequestError(417, wrong)
    work.afterWrite(async (tx) => {
      await tx.run(sql`delete from pay_amounts where company_id = ${companyId} and id = ${id}`)
      // Pay is reference data, so browsers that show it reload it.
      await tx.run(sql`update companies set setup_version = setup_version + 1 where company_id = ${companyId}`)
    }, removed.user_id)
    await work.flush()
    return removed
  },
)

/** A correction is earned when the amount that it corrects was. */
function spanOf(amount: GivenAmount, known: readonly PayAmount[]): GivenAmount {
  const corrected = amount.corrects === 0 ? undefined : known.find(({ id }) => id === amount.corrects)
  return corrected ? { ...amount, starts: corrected.starts, ends: corrected.ends } : amount
}

/** Why an amount cannot correct the one that it names. */
function correctionProblem(amount: ReturnType<typeof storedAmount>, known: readonly PayAmount[]) {
  const { corrects, user_id, kind, cents } = amount
  if (corrects === 0) return undefined
  const corrected = known.find(({ id }) => id === corrects)
  if (!corrected) return reason('no_such_amount', { field: 'corrects', id: corrects })
  if (corrected.user_id !== user_id || corrected.kind !== kind || corrected.corrects !== 0)
    return reason('corrected_amount_differs', { id: corrects })
  const left = known.reduce((sum, other) => sum + (other.corrects === corrects ? other.cents : 0), corrected.cents)
  return left + cents < 0 ? reason('corrected_below_zero', { id: corrects }) : undefined
}

/** Why the approval of a person’s time does not allow an amount to be added or removed. */
function lockProblem(amount: ReturnType<typeof storedAmount>, approved_to: string, alters_approved: boolean) {
  if (amount.date <= approved_to) return reason('amount_approved', { date: approved_to })
  if (alters_approved || !isRegular(amount) || amount.starts > approved_to) return undefined
  return reason('approved_pay_would_change', { date: approved_to, option: 'alters_approved' })
}
