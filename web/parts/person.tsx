/** What makes a name: the parts that users of the API have. */
type Named = { first_name: string; last_name: string; username?: string; display_name?: string }

/** The name by which people know somebody. */
export function nameOf(user: Named): string {
  return user.display_name || `${user.first_name} ${user.last_name}`.trim() || user.username || ''
}

/** The initials of a name in a circle. It stands beside the name, so it says nothing by itself. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => [...part][0])
  return (
    <span className="avatar" aria-hidden="true" style={{ width: size, height: size, fontSize: size * 0.36 }}>
      {[initials[0], initials.length > 1 ? initials.at(-1) : ''].join('').toUpperCase()}
    </span>
  )
}

const seriesCount = 8

/** The colour of a job, a person or whatever else has a number: the same everywhere. */
export function seriesColor(id: number): string {
  return `var(--series-${(id % seriesCount) + 1})`
}

/** A dot in the colour of a job. */
export function Dot({ id }: { id: number }) {
  return <span className="dot" aria-hidden="true" style={{ background: seriesColor(id) }} />
}
