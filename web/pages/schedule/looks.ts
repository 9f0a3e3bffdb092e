import { msg } from '../../../src/rules/language/messages.ts'
import type { Records } from '../../api/records.ts'
import { seriesColor } from '../../components/jobs/series.ts'

/** The API's color for shifts without their own color, which are shown in the color of their job. */
const plainColor = '#888888'

/** The colors of shifts by their API names; the names are messages. */
export const colors: readonly { name: string; value: Records['schedule_events']['color'] }[] = [
  { name: msg('Job color'), value: '#888888' },
  { name: msg('Red'), value: '#F44336' },
  { name: msg('Light red'), value: '#FAB3AE' },
  { name: msg('Crimson'), value: '#8A2731' },
  { name: msg('Beet'), value: '#BF1959' },
  { name: msg('Pink'), value: '#E91E63' },
  { name: msg('Orange'), value: '#EF6C00' },
  { name: msg('Light orange'), value: '#F8C499' },
  { name: msg('Brown'), value: '#785548' },
  { name: msg('Olive'), value: '#827717' },
  { name: msg('Light olive'), value: '#CDC8A2' },
  { name: msg('Green'), value: '#43A047' },
  { name: msg('Light green'), value: '#B3D9B5' },
  { name: msg('Teal'), value: '#009688' },
  { name: msg('Blue'), value: '#2196F3' },
  { name: msg('Light blue'), value: '#A6D5FA' },
  { name: msg('Indigo'), value: '#3F51B5' },
  { name: msg('Slate'), value: '#486B7A' },
  { name: msg('Blue gray'), value: '#78909C' },
  { name: msg('Purple'), value: '#9C27B0' },
  { name: msg('Light purple'), value: '#D7A8DF' },
  { name: msg('Deep purple'), value: '#673AB7' },
  { name: msg('Plum'), value: '#6A5E72' },
  { name: msg('Black'), value: '#010101' },
]

/** The color in which a shift is shown. */
export function colorOf({ color, jobcode_id }: Pick<Records['schedule_events'], 'color' | 'jobcode_id'>): string {
  if (color !== plainColor) return color
  return jobcode_id === 0 ? 'var(--series-8)' : seriesColor(jobcode_id)
}
