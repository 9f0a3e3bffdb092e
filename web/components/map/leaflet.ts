import 'leaflet/dist/leaflet.css'
import { control, type DivIcon, divIcon, type LatLngTuple, type Map as LeafletMap, map, tileLayer } from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import type { Position } from './position.ts'

const zoomMax = 19

/** A map in the element of `ref`, once the element exists, and whether its tiles fail to load. */
export function useLeaflet(): {
  ref: RefObject<HTMLDivElement | null>
  shown: LeafletMap | undefined
  failed: boolean
} {
  const tiles = useMe().map!.tiles
  const ref = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<LeafletMap>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const box = ref.current!
    const made = map(box, optionsHere())
    // Many tile servers require a referrer; the app's other requests send none.
    const layer = tileLayer(tiles, { maxZoom: zoomMax, referrerPolicy: 'strict-origin' })
    layer.on('tileload', () => setFailed(false))
    layer.on('tileerror', () => setFailed(true))
    layer.addTo(made)
    control.zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(made)
    // The mouse wheel scrolls the page until the user interacts with the map.
    made.on('focus', () => made.scrollWheelZoom.enable())
    made.on('blur', () => made.scrollWheelZoom.disable())
    const sizes = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    sizes.observe(box)
    setShown(made)
    return () => {
      sizes.disconnect()
      made.remove()
      setShown(undefined)
    }
  }, [tiles])
  return { ref, shown, failed }
}

function optionsHere() {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    attributionControl: false,
    // The map's buttons have names in the app's language.
    zoomControl: false,
    scrollWheelZoom: false,
    // One finger scrolls the page; two move the map.
    dragging: !matchMedia('(pointer: coarse)').matches,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
    maxZoom: zoomMax,
  }
}

/** A point as the library takes it. */
export function pointOf({ latitude, longitude }: Position): LatLngTuple {
  return [latitude, longitude]
}

/** A marker drawn with CSS, large enough to touch. */
export function iconOf(kind: 'place' | 'person' | 'handle'): DivIcon {
  return divIcon({ className: `map-pin map-${kind}`, iconSize: [28, 28], html: '' })
}
