import { translator } from '../language/messages.ts'
import { type Reason, Refused, reason } from '../refusals/reason.ts'
import { settings } from '../refusals/subjects/settings.ts'
import { accepted, expected, type Form } from './kinds.ts'
import { catalog, type SectionName, type SettingEntry, type Settings, type SettingValue } from './settings.ts'

const inEnglish = translator('en')

/** The forms of the settings that can be changed, by section and key. */
export const settingForms: Readonly<Partial<Record<SectionName, Record<string, Form>>>> = Object.fromEntries(
  Object.entries(catalog).flatMap(([section, entries]) => {
    const forms = Object.entries<SettingEntry>(entries).flatMap(([key, { form }]) => (form ? [[key, form]] : []))
    return forms.length > 0 ? [[section, Object.fromEntries(forms)]] : []
  }),
)

/** The declaration of a setting; undefined if there is none. */
export function entryOf(section: string, key: string): SettingEntry | undefined {
  const sections: Record<string, Record<string, SettingEntry>> = catalog
  const entries = Object.hasOwn(sections, section) ? sections[section] : undefined
  return entries && Object.hasOwn(entries, key) ? entries[key] : undefined
}

/** Converts a value to the setting's JSON type. Throws Refused, which names the setting and what was expected. */
export function readSetting(section: string, key: string, given: unknown): SettingValue {
  const entry = entryOf(section, key)
  if (!entry?.form) throw new Refused(settings, 'no_such_setting', { field: `${section}.${key}` })
  const value = accepted(entry.form, given)
  if (value === undefined)
    throw new Refused(settings, 'setting_malformed', {
      field: `${section}.${key}`,
      expected: expected(entry.form, inEnglish),
    })
  return typeof entry.default === 'number' ? Number(value) : String(value)
}

/** Why these settings of section general contradict each other; undefined if they do not. `changed`: the given keys. */
export function conflictOf(general: Settings, changed: ReadonlySet<string>): Reason | undefined {
  const first = Number(general.payroll_first_end_day)
  const last = Number(general.payroll_last_end_day)
  const halves = ['payroll_type', 'payroll_first_end_day', 'payroll_last_end_day']
  if (general.payroll_type === 'semimonthly' && first >= last && halves.some((key) => changed.has(key)))
    return reason('first_period_too_long', { day: last })
  const lunch = Number(general.lunch_deduct) === 1
  const [length, threshold] = [Number(general.lunch_length), Number(general.lunch_threshold)]
  const lunchKeys = ['lunch_deduct', 'lunch_length', 'lunch_threshold']
  if (lunch && length >= threshold && lunchKeys.some((key) => changed.has(key)))
    return reason('lunch_too_long', { hours: threshold })
  const [rest, pause] = [Number(general.min_rest_hours), Number(general.shift_pause_hours)]
  if (rest > 0 && rest <= pause) {
    if (changed.has('min_rest_hours')) return reason('rest_within_pause', { hours: pause })
    if (changed.has('shift_pause_hours')) return reason('pause_beyond_rest', { hours: rest })
  }
  return undefined
}
