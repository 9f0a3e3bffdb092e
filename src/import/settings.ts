import { isRecord } from '../engine/fields.ts'
import type { Row } from '../engine/sql.ts'
import type { Values } from '../engine/table.ts'
import { isZone, parseInstant } from '../rules/calendar.ts'
import { accepted } from '../rules/setting_kinds.ts'
import { catalog, type SettingEntry } from '../rules/settings.ts'
import { zoneOf } from './shapes.ts'

/** The time zone in the effective settings of an account; Denver's, as the vendor's own default, if there is none. */
export function zoneIn(effective: Values): string {
  const tz = effective.general?.settings?.tz
  const zone = zoneOf(tz, 'America/Denver')
  return isZone(zone) ? zone : 'America/Denver'
}

/**
 * The settings of a company, as rows, from the effective settings of its administrator: those that this server knows,
 * accepts and can change, and that differ from its own default.
 */
export function settingRows(effective: Values): Row[] {
  return Object.entries(catalog).flatMap(([section, entries]) => {
    const given = effective[section]
    if (!isRecord(given) || !isRecord(given.settings)) return []
    const changed = typeof given.last_modified === 'string' ? parseInstant(given.last_modified) : undefined
    return Object.entries<SettingEntry>(entries).flatMap(([key, entry]) => {
      const raw = key === 'tz' ? zoneOf(given.settings[key], '') : given.settings[key]
      if (!entry.form || entry.ours || raw === undefined) return []
      const value = accepted(entry.form, raw)
      if (value === undefined || String(value) === String(entry.default)) return []
      const row = { scope: 'company', scope_id: 0, section, key, value: JSON.stringify(value) }
      return [{ ...row, last_modified: changed?.instant ?? 0 }]
    })
  })
}
