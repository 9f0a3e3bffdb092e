import '../../components/listing/takes_all.css'
import { MapPin, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { activeFilter, type Column, useList } from '../../components/listing/list.ts'
import { ActiveFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { lengthText, type Units, useUnits } from '../../components/map/lengths.ts'
import { SpotsMap, useHasMap } from '../../components/map/map.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import './locations.css'
import { t } from '../../language.ts'
import { LocationDialog } from './location.tsx'
import { PlacesMap } from './map.tsx'
import { type Fence, fenceOf, isPlaced, mapSpots, type Place, placeName } from './places.ts'

/** The page with the company's locations. */
export default function LocationsPage() {
  const me = useMe()
  const places = useRecords('locations', { active: 'both' })
  const fences = useRecords('geofence_configs', { active: 'yes' })
  const [search, setSearch] = useSearchParams()
  const opened = search.get('place') ?? undefined
  const open = (id: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === undefined) after.delete('place')
        else after.set('place', id)
        return after
      },
      { replace: true },
    )
  const mayEdit = me.may('manage_jobcodes')
  const place = places.data?.find(({ id }) => String(id) === opened)
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => open('new')}>
      {t('Add a location')}
    </Button>
  )
  return (
    <Page title={t('Locations')} about={t('Where work is done, and for which jobs.')} actions={mayEdit && add}>
      <Loaded
        of={places}
        skeleton={
          <Card>
            <Skeleton lines={6} height={52} />
          </Card>
        }
      >
        {(all) =>
          all.length === 0 ? (
            <Card>
              <Empty
                icon={<MapPin size={40} aria-hidden="true" />}
                title={t('No locations yet')}
                action={mayEdit ? add : undefined}
              >
                {t(
                  'Add the places where people work and link the jobs done there. With coordinates, you can compare punches with the location.',
                )}
              </Empty>
            </Card>
          ) : (
            <Places places={all} fences={fences.data ?? []} onOpen={open} />
          )
        }
      </Loaded>
      {places.data && fences.data && (place || (opened === 'new' && mayEdit)) && (
        <LocationDialog
          key={opened}
          place={place}
          fence={place && fenceOf(place, fences.data)}
          onClose={() => open(undefined)}
        />
      )}
    </Page>
  )
}

function Places({
  places,
  fences,
  onOpen,
}: {
  places: readonly Place[]
  fences: readonly Fence[]
  onOpen: (id: string) => void
}) {
  const { byId } = useJobs()
  const units = useUnits()
  const { columns, text } = useMemo(() => {
    // Sub-jobs of a linked job need not be listed.
    const jobs = ({ linked_objects: { jobcodes = [] } }: Place) => {
      const tops = jobcodes.filter((id) => !jobcodes.includes(byId.get(id)?.record.parent_id ?? 0))
      const names = tops.flatMap((id) => byId.get(id)?.path ?? [])
      return names.length > jobsMax
        ? t('{jobs} and {count} more', { jobs: names.slice(0, jobsMax).join(', '), count: names.length - jobsMax })
        : names.join(', ')
    }
    const text = (place: Place) =>
      `${placeName(place)} ${place.formatted_address} ${place.country} ${place.notes} ${jobs(place)}`
    return { columns: columnsOf(jobs, fences, units, onOpen), text }
  }, [byId, fences, units, onOpen])
  const list = useList({ rows: places, text, columns, filters: activeFilter })
  const hasMap = useHasMap()
  const openPlace = (id: number) => onOpen(String(id))
  const spots = hasMap ? mapSpots(list.rows, fences, openPlace).slice(0, spotsMax) : []
  return (
    <>
      {hasMap ? (
        spots.length > 0 && (
          <Card className="locations-map">
            <SpotsMap label={t('Map of the locations')} spots={spots} />
          </Card>
        )
      ) : (
        <PlacesMap places={list.rows} fences={fences} onOpen={openPlace} />
      )}
      <Card>
        <ListTools list={list} things={['location', 'locations']}>
          <ActiveFilter list={list} />
        </ListTools>
        <ListTable
          list={list}
          columns={columns}
          label={t('Locations')}
          nameOf={placeName}
          isDim={({ active }) => !active}
        />
      </Card>
    </>
  )
}

const jobsMax = 3
const spotsMax = 300

function columnsOf(
  jobs: (place: Place) => string,
  fences: readonly Fence[],
  units: Units,
  onOpen: (id: string) => void,
): Column<Place>[] {
  const fenceText = (place: Place) => {
    const fence = fenceOf(place, fences)
    if (!fence) return ''
    const length = lengthText(fence.radius, units)
    return fence.enabled ? length : t('{length}, turned off', { length })
  }
  return [
    {
      key: 'name',
      name: t('Name'),
      by: placeName,
      cell: (place) => (
        <>
          <button type="button" className="listing-open takes-all two-lines" onClick={() => onOpen(String(place.id))}>
            <span>
              {placeName(place)} {!place.active && <span className="badge">{t('Archived')}</span>}{' '}
              {place.active && !isPlaced(place) && <span className="badge">{t('Not on the map')}</span>}
            </span>
            {place.label && place.formatted_address !== place.label && <small>{place.formatted_address}</small>}
          </button>
        </>
      ),
    },
    {
      key: 'jobs',
      name: t('Jobs'),
      by: jobs,
      cell: (place) => jobs(place) || <span className="quiet">{t('None')}</span>,
    },
    {
      key: 'fence',
      name: t('Geofence'),
      by: (place) => fenceOf(place, fences)?.radius ?? 0,
      cell: (place) => fenceText(place) || <span className="quiet">{t('None')}</span>,
    },
  ]
}
