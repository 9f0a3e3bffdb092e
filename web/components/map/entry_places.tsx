import { useAnswer } from '../../api/queries.ts'
import { locale, t } from '../../language.ts'
import { clockTime } from '../../time.ts'
import { useTwelve } from '../time/hours.ts'
import { SpotsMap, useHasMap } from './map.tsx'

/**
 * Where the person was during an entry, on a map and as a list; renders nothing if that is unknown or there is no map.
 */
export function EntryPlaces({ sheetId, zone }: { sheetId: number; zone: string }) {
  const hasMap = useHasMap()
  const twelve = useTwelve()
  const { data } = useAnswer('time', '/api/console/timesheet_places', { timesheet_id: sheetId }, { enabled: hasMap })
  if (!hasMap || !data || data.places.length === 0) return null
  const spots = data.places.map(({ latitude, longitude, accuracy, at }, key) => {
    const name = clockTime(at, zone, twelve)
    return { key, latitude, longitude, name, kind: 'person', radius: accuracy } as const
  })
  const times = new Set(spots.map(({ name }) => name))
  return (
    <section aria-label={t('Where the person was')}>
      <SpotsMap small label={t('Map of where the person was')} spots={spots} />
      <p className="hint">{t('Reported at {times}.', { times: new Intl.ListFormat(locale()).format(times) })}</p>
    </section>
  )
}
