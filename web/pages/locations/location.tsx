import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { act, creating, madeIn, type Step, setting, updating } from '../../api/actions.ts'
import type { Item, Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { setActive } from '../../components/dialogs/restoring.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { TextArea, TextField } from '../../components/fields/field.tsx'
import { type Form, FormProblem, useForm } from '../../components/fields/form.tsx'
import { useJobOptions } from '../../components/fields/options.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { inUnits, lengthText, metersIn, type Units, useUnits } from '../../components/map/lengths.ts'
import { SpotsMap, useHasMap } from '../../components/map/map.tsx'
import { radiusLimits } from '../../components/map/position.ts'
import { Button } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { FieldProblems } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { Coordinates, FenceFields, PlaceOnMap } from './coordinates.tsx'
import type { Values } from './location_form.ts'
import { type Fence, isPlaced, mapSpots, type Place, placeName } from './places.ts'

const labels = {
  label: msg('Name'),
  addr1: msg('Street'),
  addr2: msg('Address line 2'),
  city: msg('City'),
  state: msg('State'),
  zip: msg('Postal code'),
  country: msg('Country'),
  latitude: msg('Latitude'),
  longitude: msg('Longitude'),
  notes: msg('Notes'),
  fenced: msg('Geofence'),
  radius: msg('Radius in meters'),
}

const labelsIn: Readonly<Record<Units, Readonly<Record<keyof typeof labels, string>>>> = {
  meters: labels,
  feet: { ...labels, radius: msg('Radius in feet') },
}

/** Of a new geofence. */
const usualRadius: Readonly<Record<Units, number>> = { meters: 150, feet: 500 }

/** Edits a location: its name, address, coordinates, jobs and geofence. Without `place`, adds a new one. */
export function LocationDialog({
  place,
  fence,
  onClose,
}: {
  place: Place | undefined
  fence: Fence | undefined
  onClose: () => void
}) {
  const me = useMe()
  const hasMap = useHasMap()
  const options = useJobOptions(isWork)
  const linked = place?.linked_objects.jobcodes ?? []
  const [jobs, setJobs] = useState<ReadonlySet<number>>(new Set(linked))
  const units = useUnits()
  const form = useForm<Values>(valuesOf(place, fence, units), labelsIn[units])
  if (!me.may('manage_jobcodes') || place?.active === false)
    return <LocationFacts place={place!} fence={fence} onClose={onClose} />
  const save = form.onSubmit(async (changes, values) => {
    const { fenced, radius, ...rest } = changes
    const links = jobs.symmetricDifference(new Set(linked)).size > 0 ? { linked_objects: { jobcodes: [...jobs] } } : {}
    const item: Item = { ...coordinatesOf(rest), ...links }
    const isFence = fenced !== undefined || (radius !== undefined && values.fenced)
    const saved = place ? updating('locations', [{ id: place.id, ...item }]) : creating('locations', [item])
    const fencing = isFence ? [fenceStep(place?.id ?? madeIn(0), values, units)] : []
    await changing(() => act([saved, ...fencing], form.sent))
    toast(place ? t('{name} saved.', { name: placeName(place) }) : t('Location added.'))
    onClose()
  })
  return (
    <Dialog
      title={place ? placeName(place) : t('Add a location')}
      size="large"
      onClose={onClose}
      footer={
        <>
          {place && (
            <Button
              kind="quiet"
              onClick={() => {
                onClose()
                void turnLocation(place)
              }}
            >
              {t('Archive')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="location" kind="primary" busy={form.busy}>
            {place ? t('Save') : t('Add location')}
          </Button>
        </>
      }
    >
      <form id="location" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('label')} maxLength={255} autoComplete="off" hint={t('The name people use for it.')} />
        <Address form={form} />
        <Coordinates form={form} />
        {me.is_admin && <FenceFields form={form} units={units} />}
        {hasMap && <PlaceOnMap form={form} mayFence={me.is_admin} units={units} />}
        {!me.is_admin && (
          <p className="hint">
            {fence && `${fenceWords(fence, units)} `}
            {t('Only an administrator can set a geofence.')}
          </p>
        )}
        <CheckList label={t('Jobs done here')} things="jobs" options={options} chosen={jobs} onChange={setJobs} />
        <TextArea {...form.text('notes')} maxLength={4000} />
      </form>
    </Dialog>
  )
}

function Address({ form }: { form: Form<Values> }) {
  return (
    <>
      <div className="form-row">
        <TextField {...form.text('addr1')} maxLength={255} autoComplete="off" />
        <TextField {...form.text('addr2')} maxLength={255} autoComplete="off" />
      </div>
      <div className="form-row">
        <TextField {...form.text('city')} maxLength={255} autoComplete="off" />
        <TextField {...form.text('state')} maxLength={255} autoComplete="off" />
      </div>
      <div className="form-row">
        <TextField {...form.text('zip')} maxLength={255} autoComplete="off" />
        <TextField {...form.text('country')} maxLength={255} autoComplete="off" />
      </div>
    </>
  )
}

function LocationFacts({ place, fence, onClose }: { place: Place; fence: Fence | undefined; onClose: () => void }) {
  const me = useMe()
  const hasMap = useHasMap()
  const units = useUnits()
  const { byId } = useJobs()
  const jobs = (place.linked_objects.jobcodes ?? []).flatMap((id) => byId.get(id)?.path ?? [])
  return (
    <Dialog
      title={placeName(place)}
      onClose={onClose}
      footer={
        !place.active &&
        me.may('manage_jobcodes') && (
          <Button
            kind="primary"
            onClick={() => {
              onClose()
              void turnLocation(place)
            }}
          >
            {t('Restore')}
          </Button>
        )
      }
    >
      <Facts
        of={[
          [t('Address'), [place.formatted_address, place.country].filter(Boolean).join(', ')],
          [t('Coordinates'), isPlaced(place) ? `${place.latitude}, ${place.longitude}` : t('Unknown')],
          [t('Geofence'), fence ? fenceWords(fence, units) : t('None')],
          [t('Jobs'), jobs.join(', ') || t('None')],
          [t('Notes'), place.notes || t('None')],
        ]}
      />
      {hasMap && isPlaced(place) && (
        <SpotsMap small label={t('Map of the location')} spots={mapSpots([place], fence ? [fence] : [])} />
      )}
    </Dialog>
  )
}

/** Archives or restores a location. Archiving removes its links to jobs, and Undo restores them. */
function turnLocation({ id, active, linked_objects, ...place }: Place): Promise<boolean> {
  const links = { linked_objects: { jobcodes: linked_objects.jobcodes ?? [] } }
  return setActive({
    resource: 'locations',
    things: 'locations',
    rows: [{ id, name: placeName(place) }],
    active: !active,
    ...(active && { remember: async () => () => [updating('locations', [{ id, ...links }])] }),
  })
}

function fenceStep(location_id: number | object, { fenced, radius }: Values, units: Units): Step {
  const meters = metersIn(Number(radius), units)
  const { min, max } = radiusLimits
  if (fenced && (!Number.isInteger(Number(radius)) || meters < min || meters > max))
    throw new FieldProblems({
      radius: t('{field} must be a whole number from {min} to {max}.', {
        field: t(labelsIn[units].radius),
        min: inUnits(min, units),
        max: inUnits(max, units),
      }),
    })
  return setting('fence', [{ location_id, enabled: fenced, ...(fenced && { radius: meters }) }])
}

function fenceWords({ enabled, radius }: Fence, units: Units): string {
  return enabled
    ? t('A circle with a radius of {length}.', { length: lengthText(radius, units) })
    : t('Set up, but turned off.')
}

function valuesOf(place: Place | undefined, fence: Fence | undefined, units: Units): Values {
  const known = place !== undefined && isPlaced(place)
  return {
    label: place?.label ?? '',
    addr1: place?.addr1 ?? '',
    addr2: place?.addr2 ?? '',
    city: place?.city ?? '',
    state: place?.state ?? '',
    zip: place?.zip ?? '',
    country: place?.country ?? '',
    latitude: known ? String(place.latitude) : '',
    longitude: known ? String(place.longitude) : '',
    notes: place?.notes ?? '',
    fenced: fence?.enabled ?? false,
    radius: String(fence ? inUnits(fence.radius, units) : usualRadius[units]),
  }
}

/** Coordinates as numbers; empty fields clear them. */
function coordinatesOf(changes: Partial<Values>): Item {
  const { latitude, longitude, ...item } = changes
  const read = (text: string) => text.trim().replace(',', '.') || 0
  return {
    ...item,
    ...(latitude !== undefined && { latitude: read(latitude) }),
    ...(longitude !== undefined && { longitude: read(longitude) }),
  }
}

function isWork({ type }: Records['jobcodes']): boolean {
  return type === 'regular'
}
