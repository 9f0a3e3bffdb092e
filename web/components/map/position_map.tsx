import './map.css'
import { t } from '../../language.ts'
import { Frame } from './frame.tsx'
import { useLeaflet } from './leaflet.ts'
import type { Units } from './lengths.ts'
import type { Position } from './position.ts'
import { useEditor } from './use_editor.ts'

/** A map for setting a location and the radius of its geofence, by pointer or keyboard. */
export default function PositionMap(props: {
  at: Position | undefined
  /** Meters; undefined without a geofence. */
  radius: number | undefined
  /** The area that the map shows while there is no location. */
  around: readonly Position[]
  units: Units
  onMove: (to: Position) => void
  onRadius: (meters: number) => void
}) {
  const { ref, shown, failed } = useLeaflet()
  useEditor(shown, props)
  return (
    <div>
      <Frame label={t('Map to set the location')} box={ref} failed={failed} small />
      <p className="hint">
        {props.at
          ? t(
              'Click the map or drag the marker. With the keyboard, the arrow keys move the marker, with Shift in small steps.',
            )
          : t('Click where the location is. With the keyboard, move the map with the arrow keys and press Enter.')}
        {props.at && props.radius !== undefined && ` ${t('The handle on the circle sets its radius.')}`}
      </p>
    </div>
  )
}
