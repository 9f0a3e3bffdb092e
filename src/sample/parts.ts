import { generateInSteps, type Plan } from './generate.ts'
import type { Begun, Part } from './place.ts'

/** Records that are placed in one step. */
const rowsPerPart = 400

/**
 * A company in parts, made up bit by bit from what is written down of it: the same parts every time. `pause` lets others
 * go first.
 */
export async function partsOf(begun: Begun, pause: () => Promise<void>): Promise<Part[]> {
  const numbers = begun.numbers.values().flatMap(({ first, count }) =>
    Array(count)
      .keys()
      .map((index) => first + index),
  )
  const { seed, now, ownerId, calendarId, zone } = begun
  const nextId = () => numbers.next().value!
  // Nobody can sign in as anybody of the story.
  const steps = generateInSteps({ seed, now, ownerId, calendarId, zone, password: '', nextId })
  for (;;) {
    const step = steps.next()
    if (step.done) return cut(apartFrom(ownerId, step.value))
    await pause()
  }
}

/** The story without what it says of the owner, who is a real person, and without anything that would reach people. */
function apartFrom(ownerId: number, plan: Plan): Part[] {
  const records = plan.records
    .filter(([resource]) => resource !== 'notifications')
    .map(([table, rows]): Part => ({ table, isResource: true, rows }))
  const others = plan.rows.map(([table, rows]): Part => ({ table, isResource: false, rows }))
  return [...records, ...others].map((part) => {
    const { table, rows } = part
    if (table === 'users')
      return { ...part, rows: rows.filter((row) => row.id !== ownerId).map((row) => ({ ...row, ...unreachable })) }
    if (table === 'pto_ledger') return { ...part, rows: rows.filter((row) => row.user_id !== ownerId) }
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
