import { SpotsMap, useHasMap } from '../../components/map/map.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { Person } from './board.ts'

/** Where the people on the clock were last seen; renders nothing if that is unknown or there is no map. */
export function PeopleMap({ people }: { people: readonly Person[] }) {
  const hasMap = useHasMap()
  const spots = people.flatMap(({ id, name, running, place }) =>
    running && place
      ? [{ key: id, name, latitude: place.latitude, longitude: place.longitude, kind: 'person', radius: 0 } as const]
      : [],
  )
  if (!hasMap || spots.length === 0) return null
  return (
    <Card className="working-map">
      <SpotsMap small label={t('Map of where people were last seen')} spots={spots} />
    </Card>
  )
}
