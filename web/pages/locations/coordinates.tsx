import { LocateFixed } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { Check, TextField } from '../../components/fields/field.tsx'
import type { Form } from '../../components/fields/form.tsx'
import { inUnits, type Units } from '../../components/map/lengths.ts'
import { PositionMap } from '../../components/map/map.tsx'
import { positionOf, radiusLimits, radiusOf } from '../../components/map/position.ts'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import type { Values } from './location_form.ts'
import { isPlaced } from './places.ts'

/** The coordinates as numbers, and a button that fills in this device's position. */
export function Coordinates({ form }: { form: Form<Values> }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const here = () => {
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        setProblem(undefined)
        form.set({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) })
      },
      () => {
        setBusy(false)
        setProblem(t('This device didn’t share its location. Allow it in the browser, or enter the coordinates.'))
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <>
      <div className="form-row">
        <TextField
          {...form.text('latitude')}
          inputMode="decimal"
          autoComplete="off"
          hint={t('As shown on a map, such as 39.73915.')}
        />
        <TextField {...form.text('longitude')} inputMode="decimal" autoComplete="off" hint={t('Such as -104.98470.')} />
      </div>
      <div className="actions">
        <Button icon={<LocateFixed size={18} aria-hidden="true" />} busy={busy} onClick={here}>
          {t('Use my current location')}
        </Button>
        {problem && (
          <small className="error" role="alert">
            {problem}
          </small>
        )}
      </div>
    </>
  )
}

/** Whether there is a geofence, and its radius. */
export function FenceFields({ form, units }: { form: Form<Values>; units: Units }) {
  const { min, max } = radiusLimits
  return (
    <div className="form-row">
      <Check {...form.check('fenced')} hint={t('Shows whether punches were made inside the circle.')} />
      {form.values.fenced && (
        <TextField
          {...form.text('radius')}
          inputMode="numeric"
          maxLength={4}
          hint={t('From {min} to {max}.', { min: inUnits(min, units), max: inUnits(max, units) })}
        />
      )}
    </div>
  )
}

/** The map of a location: sets its coordinates, and the radius of its geofence. */
export function PlaceOnMap({ form, mayFence, units }: { form: Form<Values>; mayFence: boolean; units: Units }) {
  const places = useRecords('locations', { active: 'both' })
  const { latitude, longitude, fenced, radius } = form.values
  const at = useMemo(() => positionOf(latitude, longitude), [latitude, longitude])
  const around = useMemo(() => (places.data ?? []).filter((place) => place.active && isPlaced(place)), [places.data])
  return (
    <PositionMap
      at={at}
      radius={mayFence && fenced ? radiusOf(radius, units) : undefined}
      around={around}
      units={units}
      onMove={(to) => form.set({ latitude: to.latitude.toFixed(6), longitude: to.longitude.toFixed(6) })}
      onRadius={(meters) => form.set({ radius: String(inUnits(meters, units)) })}
    />
  )
}
