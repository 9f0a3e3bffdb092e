import { asError, breaksConstraint } from '../rules/thrown.ts'
import type { ImportState } from './state.ts'
import type { PageToStore } from './store.ts'

/**
 * Stores a page. If a record violates a database constraint, all others are stored, and that one becomes a problem. The
 * record is found by storing the halves of the page.
 */
export async function storeInHalves(
  given: PageToStore,
  store: (page: PageToStore) => Promise<ImportState>,
): Promise<ImportState> {
  try {
    return await store(given)
  } catch (error) {
    const { list, rows, problems, state, at } = given
    const [first] = rows
    if (!first || !breaksConstraint(error)) throw error
    if (rows.length === 1) {
      const problem = { list, id: first.id, message: brokenRule(asError(error)) }
      return storeInHalves({ ...given, rows: [], problems: [...problems, problem] }, store)
    }
    const middle = Math.ceil(rows.length / 2)
    const half = { ...given, rows: rows.slice(0, middle), beside: [], problems: [], state: { ...state, at } }
    const { counts } = await storeInHalves(half, store)
    return storeInHalves({ ...given, rows: rows.slice(middle), state: { ...state, counts } }, store)
  }
}

/** Describes a violated database constraint for people. */
function brokenRule(error: Error): string {
  // Citus adds a shard number to the name of a constraint.
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
  const constraint = named.replace(/_\d+$/, '')
  if (constraint === 'timesheets_apart') return 'it overlaps another timesheet of the same person'
  // SQLite names the columns only in its message.
  const [, columns] = /failed: ([^\n]+)/.exec(error.message) ?? []
  const names = columns?.split(', ').map((column) => column.replace(/^\w+\./, '')) ?? [
    constraint.replace(/^[a-z]+_/, ''),
  ]
  const shared = names.filter((name) => name !== 'company_id').map((name) => name.replace(/_key$/, ''))
  return `another record has the same ${shared.join(' and ')}`
}
