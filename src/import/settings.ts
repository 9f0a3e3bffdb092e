import { isRecord } from '../engine/fields.ts'
import type { Row } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { accepted } from '../rules/settings/kinds.ts'
import { catalog, type SettingEntry } from '../rules/settings/settings.ts'
import { isZone, parseInstant } from '../rules/time/calendar.ts'
import { zoneOf } from './shapes.ts'

/** The time zone in the effective settings of an account; Denver's, the vendor's default, if there is none. */
export function zoneIn(effective: Item): string {
  const { general } = effective
  const tz = isRecord(general) && isRecord(general.settings) ? general.settings.tz : undefined
  const zone = zoneOf(tz, 'America/Denver')
  return isZone(zone) ? zone : 'America/Denver'
}

/** The `last_modified` of a section that was never changed. */
const untouched = '2001-01-01T12:00:00+00:00'

/** Settings of the source: the rows to store, and all keys with a value, by section, including defaults. */
export type ImportedSettings = { rows: readonly Row[]; told: Readonly<Record<string, readonly string[]>> }

/**
 * The settings of a company from the effective settings of its administrator: those that this server knows, accepts and
 * can change. Only those that differ from its own defaults become rows. If a section was changed back to the defaults,
 * one of them keeps the time of that change.
 */
export function settingsIn(effective: Item): ImportedSettings {
  const told: Record<string, string[]> = {}
  const rows = Object.entries(catalog).flatMap(([section, entries]) => {
    const given = effective[section]
    if (!isRecord(given) || !isRecord(given.settings)) return []
    const { settings } = given
    const changed = typeof given.last_modified === 'string' ? parseInstant(given.last_modified) : undefined
    const known = Object.entries<SettingEntry>(entries).flatMap(([key, entry]) => {
      const raw = key === 'tz' ? zoneOf(settings[key], '') : settings[key]
      const value = entry.form && !entry.ours && raw !== undefined ? accepted(entry.form, raw) : undefined
      if (value === undefined) return []
      const row = { scope: 'company', scope_id: 0, section, key, value: JSON.stringify(value) }
      const differs = String(value) !== String(entry.default)
      return [{ differs, row: { ...row, last_modified: changed?.instant ?? 0 } }]
    })
    told[section] = known.map(({ row }) => row.key)
    const differing = known.filter(({ differs }) => differs)
    const kept = differing.length === 0 && changed && given.last_modified !== untouched ? known.slice(0, 1) : differing
    return kept.map(({ row }) => row)
  })
  return { rows, told }
}
