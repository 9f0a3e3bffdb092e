import type { Records } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import { jobsByPath, namesIn, pathKey } from '../jobs/tree.ts'

type JobRecord = Records['jobcodes']

/** Finds a job by its path, short code or, if unique, name. Returns its id, or a message if there is no match. */
export function jobFinder(jobs: readonly JobRecord[]): (text: string) => number | string {
  const byPath = jobsByPath(jobs)
  const byName = Map.groupBy(jobs, ({ name }) => folded(name))
  const byCode = Map.groupBy(
    jobs.filter(({ short_code }) => short_code !== ''),
    ({ short_code }) => folded(short_code),
  )
  return (text) => {
    const exact = byPath.get(pathKey(namesIn(text)))
    if (exact) return exact.id
    const found = byName.get(folded(text)) ?? byCode.get(folded(text)) ?? []
    if (found.length > 1)
      return t('There are {count} jobs named “{text}”. Include the parent: A > B.', { count: found.length, text })
    return found[0]?.id ?? t('No job is named “{text}”.', { text })
  }
}
