import { seriesColor } from '../jobs/series.ts'
import { initialsOf } from './names.ts'

/** A circle with a person's initials. Decorative, as the name is next to it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span className="avatar" aria-hidden="true" style={{ width: size, height: size, fontSize: size * 0.36 }}>
      {initialsOf(name)}
    </span>
  )
}

/** A dot in a job's color. */
export function Dot({ id }: { id: number }) {
  return <span className="dot" aria-hidden="true" style={{ background: seriesColor(id) }} />
}
