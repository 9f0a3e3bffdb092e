// What anonymizing leaves of a person, for all who do it or have to respect it.

/** The name of a person who was anonymized. */
export function placeholderName(userId: number): { first_name: string; last_name: string } {
  return { first_name: 'Former', last_name: `person ${userId}` }
}

/** Columns with values of records as JSON, whose notes are removed, by table. */
export const withNotes: Readonly<Record<string, readonly string[]>> = {
  timesheet_history: ['old_values', 'new_values'],
  corrections: ['changes'],
}

/** Values as JSON, without notes. */
export function withoutNotes(json: string): string {
  if (json === '') return json
  const values = JSON.parse(json)
  if (values !== null && typeof values === 'object' && 'notes' in values) values.notes = ''
  return JSON.stringify(values)
}
