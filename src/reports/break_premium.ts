import type { ReadContext } from '../engine/context.ts'
import type { Handle } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { type BreakPremium, premiumByKind } from '../rules/time/break_premiums.ts'
import { secondsBy } from './overtime.ts'
import type { PaidRuns } from './runs/paid_runs.ts'
import { unprovidedBreaks } from './unprovided_breaks.ts'

export { unprovidedBreaks } from './unprovided_breaks.ts'

/** The premium in reports, separate from the work. */
export const breakPremiumSchema = secondsBy(
  'Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present if the company pays it.',
)

/** The same as JSON for a person's row; nothing if the company pays none. */
export function printPremium(premium: Record<string, number> | undefined): string {
  return premium ? `,"break_premium_seconds":${JSON.stringify(premium)}` : ''
}

/**
 * Seconds of premium by kind of break, for each user to whom the company pays one, as `unprovidedBreaks` finds them;
 * `paid` has those of days that pay runs have paid.
 */
export async function breakPremiums(
  users: readonly User[],
  range: Range,
  ctx: ReadContext,
  handle: Handle,
  paid?: PaidRuns,
): Promise<Map<number, Record<string, number>>> {
  const found = await unprovidedBreaks(users, range, ctx, handle)
  if (paid)
    return new Map(
      users.flatMap(({ id }) => {
        const premium = paid.premium(id, found.get(id))
        return premium ? [[id, premium]] : []
      }),
    )
  return new Map([...found].map(([id, premiums]) => [id, premiumByKind(premiums)]))
}

/** The premiums that are paid beside the work. The others are time worked, and among the stretches of `paidTime`. */
export function besideWork<P extends Pick<BreakPremium, 'worked'>>(premiums: readonly P[] = []): P[] {
  return premiums.filter(({ worked }) => !worked)
}
