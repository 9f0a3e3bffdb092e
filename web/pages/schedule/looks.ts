import type { Records } from '../../api/records.ts'
import { seriesColor } from '../../components/series.ts'

/** The API's color for shifts without one of their own, which are shown in the color of their job. */
const plainColor = '#888888'

/** Colors of shifts, as the API names them. */
export const colors: readonly { name: string; value: Records['schedule_events']['color'] }[] = [
  { name: 'Job color', value: '#888888' },
  { name: 'Red', value: '#F44336' },
  { name: 'Light red', value: '#FAB3AE' },
  { name: 'Crimson', value: '#8A2731' },
  { name: 'Beet', value: '#BF1959' },
  { name: 'Pink', value: '#E91E63' },
  { name: 'Orange', value: '#EF6C00' },
  { name: 'Light orange', value: '#F8C499' },
  { name: 'Brown', value: '#785548' },
  { name: 'Olive', value: '#827717' },
  { name: 'Light olive', value: '#CDC8A2' },
  { name: 'Green', value: '#43A047' },
  { name: 'Light green', value: '#B3D9B5' },
  { name: 'Teal', value: '#009688' },
  { name: 'Blue', value: '#2196F3' },
  { name: 'Light blue', value: '#A6D5FA' },
  { name: 'Indigo', value: '#3F51B5' },
  { name: 'Slate', value: '#486B7A' },
  { name: 'Blue gray', value: '#78909C' },
  { name: 'Purple', value: '#9C27B0' },
  { name: 'Light purple', value: '#D7A8DF' },
  { name: 'Deep purple', value: '#673AB7' },
  { name: 'Plum', value: '#6A5E72' },
  { name: 'Black', value: '#010101' },
]

/** The color in which a shift is shown. */
export function colorOf({ color, jobcode_id }: Pick<Records['schedule_events'], 'color' | 'jobcode_id'>): string {
  if (color !== plainColor) return color
  return jobcode_id === 0 ? 'var(--series-8)' : seriesColor(jobcode_id)
}
