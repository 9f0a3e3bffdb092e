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
