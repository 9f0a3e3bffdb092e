import { circle, type LatLng, type Map as LeafletMap, latLng, marker } from 'leaflet'
import { type RefObject, useEffect, useRef } from 'react'
import { t } from '../../language.ts'
import { iconOf, pointOf } from './leaflet.ts'
import { lengthText, type Units } from './lengths.ts'
import { clampRadius, eastOf, type Position, radiusAfter, radiusLimits, stepOf } from './position.ts'

type Edited = {
  at: Position | undefined
  radius: number | undefined
  around: readonly Position[]
  units: Units
  onMove: (to: Position) => void
  onRadius: (meters: number) => void
}

const nearest = 17

/** Shows the location as a marker and its geofence as a circle, and reports where they are moved to. */
export function useEditor(shown: LeafletMap | undefined, edited: Edited): void {
  const latest = useRef(edited)
  latest.current = edited
  useView(shown, latest)
  usePlacing(shown, latest)
  useMarker(shown, latest)
  useFence(shown, latest)
}

/** Shows the location, or the area of the others, initially and whenever the location leaves the view. */
function useView(shown: LeafletMap | undefined, latest: RefObject<Edited>): void {
  const { at, around } = latest.current
  const begun = useRef<LeafletMap>(undefined)
  useEffect(() => {
    if (!shown) return
    const { radius = 0 } = latest.current
    const isNew = begun.current !== shown
    if (at && (isNew || !shown.getBounds().contains(pointOf(at)))) {
      shown.fitBounds(latLng(pointOf(at)).toBounds(Math.max(radius, 150) * 2.6), { maxZoom: nearest, animate: false })
      begun.current = shown
    } else if (isNew && around.length > 0) {
      shown.fitBounds(around.map(pointOf), { maxZoom: 13, padding: [20, 20], animate: false })
      begun.current = shown
    } else if (shown.getZoom() === undefined) shown.setView([20, 0], 1, { animate: false })
  }, [shown, latest, at, around])
}

/** A click on the map moves the location there; Enter moves it to the center. */
function usePlacing(shown: LeafletMap | undefined, latest: RefObject<Edited>): void {
  useEffect(() => {
    if (!shown) return
    const box = shown.getContainer()
    const clicked = ({ latlng }: { latlng: LatLng }) => report(shown, latest, latlng)
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === box) report(shown, latest, shown.getCenter())
    }
    shown.on('click', clicked)
    box.addEventListener('keydown', pressed)
    return () => {
      shown.off('click', clicked)
      box.removeEventListener('keydown', pressed)
    }
  }, [shown, latest])
}

function report(shown: LeafletMap, latest: RefObject<Edited>, to: LatLng): void {
  const { lat, lng } = to.wrap()
  latest.current.onMove({ latitude: lat, longitude: lng })
  typed(shown)
}

/** Tells the dialog around the map that there are unsaved changes. */
function typed(shown: LeafletMap): void {
  shown.getContainer().dispatchEvent(new Event('input', { bubbles: true }))
}

function useMarker(shown: LeafletMap | undefined, latest: RefObject<Edited>): void {
  const { at } = latest.current
  const pin = useRef<ReturnType<typeof marker>>(undefined)
  const isPlaced = at !== undefined
  useEffect(() => {
    if (!shown || !isPlaced) return
    const made = marker(pointOf(latest.current.at!), { icon: iconOf('place'), draggable: true })
    made.addTo(shown)
    made.on('dragend', () => report(shown, latest, made.getLatLng()))
    const box = made.getElement()!
    box.setAttribute('aria-label', t('The location. The arrow keys move it.'))
    box.addEventListener('keydown', (event) => {
      const step = stepOf(event.key, event.shiftKey)
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      report(shown, latest, shown.unproject(shown.project(made.getLatLng()).add(step)))
    })
    pin.current = made
    return () => {
      made.remove()
      pin.current = undefined
    }
  }, [shown, latest, isPlaced])
  useEffect(() => {
    if (at) pin.current?.setLatLng(pointOf(at))
  }, [at])
}

function useFence(shown: LeafletMap | undefined, latest: RefObject<Edited>): void {
  const { at, radius } = latest.current
  const drawn = useRef<{ update: () => void }>(undefined)
  const isFenced = at !== undefined && radius !== undefined
  useEffect(() => {
    if (!shown || !isFenced) return
    const center = () => latLng(pointOf(latest.current.at!))
    const fence = circle(center(), { radius: latest.current.radius!, className: 'map-fence', interactive: false })
    const handle = marker(center(), { icon: iconOf('handle'), draggable: true })
    fence.addTo(shown)
    handle.addTo(shown)
    const box = handle.getElement()!
    const set = (meters: number) => {
      latest.current.onRadius(meters)
      typed(shown)
    }
    let dragging = false
    handle.on('dragstart', () => {
      dragging = true
    })
    handle.on('drag', () => fence.setRadius(clampRadius(center().distanceTo(handle.getLatLng()))))
    handle.on('dragend', () => {
      dragging = false
      set(clampRadius(center().distanceTo(handle.getLatLng())))
      update()
    })
    box.addEventListener('keydown', (event) => {
      const next = radiusAfter(event.key, latest.current.radius!)
      if (next === undefined) return
      event.preventDefault()
      event.stopPropagation()
      set(next)
    })
    const update = () => {
      const { at, radius } = latest.current
      if (dragging || !at || radius === undefined) return
      fence.setLatLng(pointOf(at)).setRadius(radius)
      handle.setLatLng(pointOf(eastOf(at, radius)))
      describe(box, radius, latest.current.units)
    }
    drawn.current = { update }
    update()
    return () => {
      fence.remove()
      handle.remove()
      drawn.current = undefined
    }
  }, [shown, latest, isFenced])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when they change.
  useEffect(() => drawn.current?.update(), [at, radius])
}

function describe(handle: HTMLElement, radius: number, units: Units): void {
  const said = {
    role: 'slider',
    'aria-label': t('Radius of the circle'),
    'aria-valuemin': radiusLimits.min,
    'aria-valuemax': radiusLimits.max,
    'aria-valuenow': radius,
    'aria-valuetext': lengthText(radius, units),
  }
  for (const [name, value] of Object.entries(said)) handle.setAttribute(name, String(value))
}
