import type { Item } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import { msg } from '../../rules/language/messages.ts'

// Breaks and unpaid time off are jobcodes that the public API lists but cannot write; companies manage them in the app
// and at the command line. Each is assigned to everyone, because everyone may take a break.

/** Types of jobcode that only the app and the command line create. */
export const breakTypes = ['unpaid_break', 'paid_break', 'unpaid_time_off'] as const
/** One of these types. */
export type BreakType = (typeof breakTypes)[number]

/** A break as a company defines it. */
export type Break = { name: string; type: BreakType }

/** The breaks offered to a new company, named in the language of its founder. */
export const usualBreaks: readonly Break[] = [
  { name: msg('30-minute unpaid meal'), type: 'unpaid_break' },
  { name: msg('10-minute paid rest'), type: 'paid_break' },
]

/** The jobcode of a new break, not yet assigned to anyone. */
export function newBreak({ name, type }: Break): Item {
  return {
    name,
    type,
    parent_id: 0,
    assigned_to_all: false,
    billable: false,
    billable_rate: 0,
    active: true,
    has_children: false,
    short_code: '',
    required_customfields: [],
    filtered_customfielditems: {},
    locations: [],
    project_id: 0,
    customfields: {},
    created: 0,
  }
}

/** Adds a new company's breaks, within the transaction that creates it. */
export function insertBreaks(breaks: readonly Break[], work: UnitOfWork): void {
  for (const one of breaks) {
    const { id } = work.insert('jobcodes', { ...newBreak(one), assigned_to_all: true })
    work.insert('jobcode_assignments', { user_id: 0, jobcode_id: id, active: true, inherited: false, created: 0 })
  }
}
