import type { Punch } from './punches.ts'

// Punches build on each other: one ends the entry that another begins, and begins the next. If the first is refused, all
// that build on it are, and they are tried again or removed together.

/** A punch, and all that depend on it, in the order they were made. */
export function withDependents({ key }: Punch, all: readonly Punch[]): readonly Punch[] {
  const keys = new Set<number | string>([key])
  return all.filter((punch) => {
    // What a punch depends on was made before it.
    if (punch.key !== key && !keys.has(punch.of)) return false
    keys.add(punch.key)
    return true
  })
}

/** The punches after one was refused, for that reason; `isGone` if the entry it belongs to has ended or was deleted. */
export function refused(all: readonly Punch[], punch: Punch, reason: string, isGone: boolean): readonly Punch[] {
  // A location is useless without its punch.
  if (punch.kind === 'place') return all.filter(({ key }) => key !== punch.key)
  const together = new Set(withDependents(punch, all))
  return all.map((other) => {
    if (!together.has(other)) return other
    const hasWords = noteOf(other) !== '' || Object.keys(valuesOf(other)).length > 0
    // The clock still has those of a clock-out if the entry runs on.
    const holdsWords = hasWords && (other.key !== punch.key || isGone || punch.kind === 'edit')
    return { ...other, refused: reason, ...(holdsWords && { holdsWords }) }
  })
}

/** The punches when a refused one is tried again. With the old keys, the server would only repeat its answers. */
export function retried(all: readonly Punch[], punch: Punch, newKey: () => string): readonly Punch[] {
  const keys = new Map<number | string, string>(withDependents(punch, all).map(({ key }) => [key, newKey()]))
  return all.map((other) => {
    const key = keys.get(other.key)
    if (key === undefined) return other
    const { refused: _, sent: __, holdsWords: ___, ...rest } = other
    return { ...rest, key, of: keys.get(other.of) ?? other.of }
  })
}

/** The punches when a refused one is given up. */
export function removed(all: readonly Punch[], punch: Punch): readonly Punch[] {
  const together = new Set(withDependents(punch, all))
  return all.filter((other) => !together.has(other))
}

/** The note that a punch gives an entry; '' for none. */
export function noteOf({ item: { notes } }: Punch): string {
  return typeof notes === 'string' ? notes.trim() : ''
}

/** The values that a punch gives the custom fields of an entry, by their ids. */
export function valuesOf({ item: { customfields } }: Punch): Record<string, string> {
  const values = Object.entries((customfields ?? {}) as Record<string, unknown>)
  return Object.fromEntries(values.map(([id, value]) => [id, String(value).trim()]).filter(([, value]) => value !== ''))
}

/** The refused punches that do not depend on another of them. */
export function firstRefused(all: readonly Punch[]): readonly Punch[] {
  const keys = new Set<number | string>(all.flatMap((punch) => (punch.refused ? [punch.key] : [])))
  return all.filter(({ key, of, refused }) => refused && (of === key || !keys.has(of)))
}
