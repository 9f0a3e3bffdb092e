import { generateInSteps, type Plan } from './generate.ts'
import type { Begun, Part } from './place.ts'

/** Records created in one transaction. */
const rowsPerPart = 400

/**
 * Generates a company in parts from its stored state: the same parts every time. `pause` yields to other work between
 * steps.
 */
export async function partsOf(begun: Begun, pause: () => Promise<void>): Promise<Part[]> {
  const numbers = begun.numbers.values().flatMap(({ first, count }) =>
    Array(count)
      .keys()
      .map((index) => first + index),
  )
  const { seed, now, ownerId, calendarId, zone } = begun
  const nextId = () => numbers.next().value!
  // No one can sign in as a generated user.
  const steps = generateInSteps({ seed, now, ownerId, calendarId, zone, password: '', nextId })
  for (;;) {
    const step = steps.next()
    if (step.done) return cut(withoutOwner(ownerId, step.value))
    await pause()
  }
}

/** The plan without the owner, who is a real person, and without anything that would be sent to people. */
function withoutOwner(ownerId: number, plan: Plan): Part[] {
  const records = plan.records
    .filter(([resource]) => resource !== 'notifications')
    .map(([table, rows]): Part => ({ table, isResource: true, rows }))
  const others = plan.rows.map(([table, rows]): Part => ({ table, isResource: false, rows }))
  return [...records, ...others].map((part) => {
    const { table, rows } = part
    if (table === 'users')
      return { ...part, rows: rows.filter((row) => row.id !== ownerId).map((row) => ({ ...row, ...unreachable })) }
    if (table === 'pto_ledger' || table === 'pay_rates')
      return { ...part, rows: rows.filter((row) => row.user_id !== ownerId) }
    if (table === 'reminders') return { ...part, rows: rows.map((row) => ({ ...row, enabled: false })) }
    return part
  })
}

const unreachable = { email: '', email_verified: false, mobile_number: '' }

function cut(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.rows.length / rowsPerPart) }, (_, index) => ({
      ...part,
      rows: part.rows.slice(index * rowsPerPart, (index + 1) * rowsPerPart),
    })),
  )
}
