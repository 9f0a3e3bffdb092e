import type { AnswerOf } from '../../api/contract.ts'
import { instant } from '../../time.ts'

export type History = AnswerOf<'GET /api/console/server/history'>
type Step = History['steps'][number]

/** A value that holds for a step, between two instants in microseconds since the epoch. */
export type Point = { from: number; to: number; value: number }

/** What a chart shows: the range of its time axis, the known values, and the newest one; null if that is unknown. */
export type Series = { from: number; to: number; points: readonly Point[]; newest: number | null }

/** One line of the history. Steps in which a value is unknown have no point, and there may be none at all. */
export function seriesOf({ since, until, step_seconds, steps }: History, read: (step: Step) => number | null): Series {
  const [size, to] = [step_seconds * 1_000_000, instant(until)]
  const first = steps[0] ? instant(steps[0].from) : instant(since)
  const points = steps.flatMap((step) => {
    const [from, value] = [instant(step.from), read(step)]
    return value === null ? [] : [{ from, to: Math.min(to, from + size), value }]
  })
  const last = steps.at(-1)
  return { from: first, to: Math.max(to, first + size), points, newest: last ? read(last) : null }
}

/** The height of a chart, and its width, in the units of its picture. */
export const frame = { width: 200, height: 48 }

/**
 * The outlines of a series as paths: the line above, and the area between it and zero. What follows without a gap is one
 * piece. The largest value reaches the top; if all are zero, the line is at the bottom.
 */
export function outlinesOf({ from, to, points }: Series): { line: string; area: string } {
  const most = Math.max(0, ...points.map(({ value }) => value))
  const x = (at: number) => round(((at - from) / Math.max(1, to - from)) * frame.width)
  const y = (value: number) => round(frame.height - 1 - (most === 0 ? 0 : (value / most) * (frame.height - 3)))
  const pieces: Point[][] = []
  for (const point of points) {
    const last = pieces.at(-1)
    if (last && last.at(-1)!.to === point.from) last.push(point)
    else pieces.push([point])
  }
  const lines = pieces.map((piece) => piece.map((one) => `${x(one.from)} ${y(one.value)} ${x(one.to)} ${y(one.value)}`))
  return {
    line: lines.map((line) => `M${line.join('L')}`).join(''),
    area: pieces
      .map((piece, at) => {
        const bottom = `${x(piece.at(-1)!.to)} ${frame.height}L${x(piece[0]!.from)} ${frame.height}`
        return `M${lines[at]!.join('L')}L${bottom}Z`
      })
      .join(''),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
