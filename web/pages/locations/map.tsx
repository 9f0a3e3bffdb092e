import { lengthText, roundLength, useUnits } from '../../components/map/lengths.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { type Fence, type Place, placeName, spotsOf } from './places.ts'

const margin = 40
/** The minimum extent of the map around a single location, in meters. */
const least = 400
const pinsMax = 300
const letter = 7.5
const line = 16

/** The locations and their geofences, drawn to scale with north up. */
export function PlacesMap({
  places,
  fences,
  onOpen,
}: {
  places: readonly Place[]
  fences: readonly Fence[]
  onOpen: (id: number) => void
}) {
  const units = useUnits()
  const [width, height] = useNarrow() ? [360, 220] : [1240, 300]
  const spots = spotsOf(places, fences).slice(0, pinsMax)
  if (spots.length < 2) return null
  const reach = (of: (spot: (typeof spots)[number]) => number) =>
    Math.max(least, ...spots.map((one) => Math.abs(of(one))))
  const scale = Math.min((width / 2 - margin) / reach(({ x }) => x), (height / 2 - margin) / reach(({ y }) => y))
  const bar = roundLength(width / 5 / scale, units)
  const pins = spots.map(({ place, x, y, radius }) => ({
    place,
    cx: width / 2 + x * scale,
    cy: height / 2 + y * scale,
    circle: radius > 0 ? Math.max(radius * scale, 3) : 0,
  }))
  const names = namesFor(pins, width, height)
  return (
    <Card className="locations-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('Map of the locations, north up')}>
        {pins.map(({ place, cx, cy, circle }, at) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list below opens the same dialogs and works by keyboard.
          <g key={place.id} className="locations-spot" onClick={() => onOpen(place.id)}>
            <title>{placeName(place)}</title>
            {circle > 0 && <circle className="fence" cx={cx} cy={cy} r={circle} />}
            <circle className="pin" cx={cx} cy={cy} r={6} />
            {names[at] && (
              <text x={names[at].x} y={names[at].y} textAnchor={names[at].anchor}>
                {placeName(place)}
              </text>
            )}
          </g>
        ))}
        <g className="locations-scale">
          <path d={`M 16 ${height - 20} v 6 h ${bar * scale} v -6`} />
          <text x={16} y={height - 26}>
            {lengthText(bar, units)}
          </text>
        </g>
      </svg>
    </Card>
  )
}

type Pin = { place: Place; cx: number; cy: number }
type Name = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }
type Box = { left: number; right: number; top: number; bottom: number }

/** Positions of the names: next to, above or below their pins if there is room, else undefined. */
function namesFor(pins: readonly Pin[], width: number, height: number): (Name | undefined)[] {
  const taken: Box[] = pins.map(({ cx, cy }) => ({ left: cx - 7, right: cx + 7, top: cy - 7, bottom: cy + 7 }))
  return pins.map(({ place, cx, cy }) => {
    const length = placeName(place).length * letter
    const ways: Name[] = [
      { x: cx + 12, y: cy + 5, anchor: 'start' },
      { x: cx - 12, y: cy + 5, anchor: 'end' },
      { x: cx, y: cy - 12, anchor: 'middle' },
      { x: cx, y: cy + 22, anchor: 'middle' },
    ]
    for (const name of ways) {
      const left = name.x - { start: 0, middle: length / 2, end: length }[name.anchor]
      const box = { left, right: left + length, top: name.y - line, bottom: name.y }
      const inside = box.left > 0 && box.right < width && box.top > 0 && box.bottom < height
      if (!inside || taken.some((other) => overlaps(box, other))) continue
      taken.push(box)
      return name
    }
    return undefined
  })
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
