import './bars.css'
import { useEffect, useMemo, useRef, useState } from 'react'

/** One bar: the label below it, and its value in each series. */
type Bar = { key: string; label: string; values: ReadonlyMap<string, number> }

/** A series: its color and name. */
export type Series = { key: string; name: string; color: string }

const height = 240
/** Width of a digit on the axis. */
const digit = 6.6
const bottom = 28
const top = 8

/** A stacked bar chart over days. A table next to it has the same figures, so screen readers get one sentence. */
export function Bars({
  bars,
  series,
  about,
  format,
  step,
}: {
  bars: readonly Bar[]
  series: readonly Series[]
  about: string
  /** Formats a value for the axis and the tooltip. */
  format: (value: number) => string
  /** Grid lines are at multiples of this, in the unit of the values. */
  step: number
}) {
  const frame = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)))
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  const sums = useMemo(() => bars.map(({ values }) => sumOf(values)), [bars])
  const ticks = scale(Math.max(step, ...sums), step)
  const most = ticks.at(-1)!
  const left = Math.max(44, 14 + digit * Math.max(...ticks.map((tick) => format(tick).length)))
  const y = (value: number) => top + (height - top - bottom) * (1 - value / most)
  const slot = (width - left) / Math.max(1, bars.length)
  // Skip labels that would touch each other.
  const every = Math.ceil(44 / slot)
  return (
    <figure className="bars" ref={frame}>
      <div className="bars-frame">
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={about}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="bars-line" />
              <text x={left - 8} y={y(tick) + 4} className="bars-text" textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ key, label, values }, index) => {
            let base = 0
            return (
              <g key={key}>
                <title>{`${label}: ${format(sums[index]!)}`}</title>
                {series.map((one) => {
                  const value = values.get(one.key) ?? 0
                  if (value <= 0) return null
                  const from = base
                  base += value
                  return (
                    <rect
                      key={one.key}
                      x={left + (index + 0.5) * slot - Math.min(56, slot * 0.72) / 2}
                      width={Math.min(56, slot * 0.72)}
                      y={y(from + value)}
                      height={Math.max(0.5, y(from) - y(from + value))}
                      fill={one.color}
                      rx={1.5}
                    />
                  )
                })}
                {index % every === 0 && left + (index + 0.5) * slot + 18 <= width && (
                  <text x={left + index * slot + slot / 2} y={height - 8} className="bars-text" textAnchor="middle">
                    {label}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption>
        <ul className="bars-legend">
          {series.map(({ key, name, color }) => (
            <li key={key}>
              <span className="bars-mark" style={{ background: color }} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** A progress line for a part of a whole, shown next to its number. */
export function Meter({ value, of, over }: { value: number; of: number; over?: boolean }) {
  const share = of > 0 ? Math.min(1, value / of) : 0
  return (
    <span className={`meter ${over ? 'over' : ''}`} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

function sumOf(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((sum, value) => sum + value, 0)
}

/** Ticks from zero to above the largest value, in at most five steps. */
function scale(most: number, step: number): number[] {
  const size = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000, 20_000, 50_000]
    .map((factor) => factor * step)
    .find((size) => most / size <= 5)
  const chosen = size ?? most / 5
  return Array.from({ length: Math.ceil(most / chosen) + 1 }, (_, index) => index * chosen)
}
