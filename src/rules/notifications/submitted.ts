type Dates = { readonly id: number; readonly submitted_to: string; readonly approved_to: string }

/**
 * Whether a change of a person's dates needs an approval: they submitted more days themselves, and those were not
 * approved in the same change. Administrators approve their own time.
 */
export function asksForApproval(
  before: Dates,
  after: Dates,
  by: { readonly userId: number; readonly isAdmin: boolean },
): boolean {
  const further = after.submitted_to > before.submitted_to && after.submitted_to > after.approved_to
  return further && by.userId === after.id && !by.isAdmin
}
