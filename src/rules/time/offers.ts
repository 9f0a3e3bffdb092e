/** Items that active filters name, by custom field. */
type Lists = Readonly<Record<string, readonly number[]>>

/**
 * The items a custom field offers: those named by the filters of the person and of the group together, narrowed down to
 * the jobcode's filters. undefined: all items, as nothing filters the field.
 */
export function offeredItems(field: number, person: Lists, group: Lists, jobcode: Lists): number[] | undefined {
  const theirs = new Set([...(person[field] ?? []), ...(group[field] ?? [])])
  const here = new Set(jobcode[field] ?? [])
  if (theirs.size > 0 && here.size > 0) return [...theirs.intersection(here)]
  const only = theirs.size > 0 ? theirs : here
  return only.size > 0 ? [...only] : undefined
}

/**
 * Custom fields in the order of the setting `timecard_fields`; those that it does not name come last, in their previous
 * order.
 */
export function inColumnOrder<Field extends { readonly id: number }>(
  fields: readonly Field[],
  columns: unknown,
): readonly Field[] {
  const order = String(columns ?? '').split(',')
  const placeOf = ({ id }: Field) => (order.includes(String(id)) ? order.indexOf(String(id)) : order.length)
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b))
}
