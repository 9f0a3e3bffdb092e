import { seriesColor } from './series.ts'

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

/** A dot in the colour of a job. */
export function Dot({ id }: { id: number }) {
  return <span className="dot" aria-hidden="true" style={{ background: seriesColor(id) }} />
}
