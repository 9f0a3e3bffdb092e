import { type Static, Type } from 'typebox'
import { changeSettings } from '../../company/settings/change_settings.ts'
import { lastApproved, type OvertimeChange } from '../../company/settings/overtime_choice.ts'
import {
  earlierValues,
  groupOf,
  loadSettings,
  overtimeSetAt,
  type Scope,
  type SettingChange,
  settingsAt,
  settingsSet,
} from '../../company/settings/settings.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import type { Handle } from '../../engine/sql.ts'
import { translator } from '../../rules/language/messages.ts'
import { acceptRules } from '../../rules/overtime/contradictions.ts'
import { versionsOf } from '../../rules/overtime/policy.ts'
import { presets } from '../../rules/overtime/presets.ts'
import { writtenRules } from '../../rules/overtime/written.ts'
import { Refused } from '../../rules/refusals/reason.ts'
import { entryOf, readSetting, settingForms } from '../../rules/settings/forms.ts'
import { expected } from '../../rules/settings/kinds.ts'
import type { Settings } from '../../rules/settings/settings.ts'
import { isLonger } from '../../rules/text/length.ts'
import { isDate, printUtc } from '../../rules/time/calendar.ts'
import { zones } from '../../rules/time/zone_names.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable, overtimeRule, ruleDetails, settingValues } from '../format.ts'

/** The query or body properties that choose whose settings. */
export const settingScope = {
  for: Type.Optional(Type.Enum(['company', 'group', 'user'], { description: 'The company by default.' })),
  id: Type.Optional(Type.Integer({ ...recordId, description: 'The group or user.' })),
}

// The values are checked by `acceptRules`, whose messages name the rule.
const rules = Type.Array(
  Type.Object(
    { name: Type.String(), kind: Type.String(), after_hours: Type.Number(), multiplier: Type.Number(), ...ruleDetails },
    { additionalProperties: false },
  ),
)

const value = Type.Union([Type.String(), Type.Number()])

const version = Type.Object({
  from: nullable(Type.String({ description: 'The first workday on which they apply; null for always.' })),
  rules: nullable(Type.Union([Type.String(), Type.Array(overtimeRule)])),
})

const held = {
  company: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    client_url: Type.String(),
    created: instant(),
  }),
  for: Type.Enum(['company', 'group', 'user']),
  id: Type.Integer({ description: 'The group or user; 0 for the company.' }),
  settings: Type.Record(Type.String(), settingValues, { description: 'The effective settings, by section and name.' }),
  set: Type.Record(Type.String(), settingValues, { description: 'The settings set at this level.' }),
  earlier: Type.Array(
    Type.Object({
      setting: Type.String({ description: 'Such as `general.week_start`.' }),
      until: Type.String({ description: 'The first day on which it no longer applied.' }),
      value: nullable(value),
    }),
    {
      description:
        'Previous values at this level of settings that pay depends on; null means that it was not set here.',
    },
  ),
  overtime: nullable(
    Type.Union([Type.String(), Type.Array(overtimeRule)], {
      description:
        'The name of a preset, a list of rules, or `settings` for the thresholds in the settings; null if nothing is chosen for the group or user.',
    }),
  ),
  overtime_versions: Type.Array(version, {
    description: 'The rules chosen at this level and when each took effect, oldest first.',
  }),
  approved_to: nullable(
    Type.String({ description: 'The last approved day of the people to whom rules of this level apply.' }),
  ),
}

type Overtime = Static<typeof held.overtime>

const form = Type.Object({
  about: Type.String(),
  default: value,
  expected: Type.String({ description: 'A description of valid values.' }),
  kind: Type.Enum(['flag', 'number', 'choice', 'text', 'zone', 'date', 'time', 'columns', 'jobcodes']),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  decimals: Type.Optional(Type.Integer()),
  choices: Type.Optional(Type.Array(value)),
  company_only: Type.Optional(Type.Boolean({ description: 'Groups and users cannot have their own.' })),
  dated: Type.Optional(Type.Boolean({ description: 'Pay depends on it, so a change takes effect from a date.' })),
})

/** The fields of a change of settings and overtime rules. */
export const changeFields = {
  ...settingScope,
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Values by section and name; null restores the default.',
    }),
  ),
  overtime: Type.Optional(
    Type.Union([Type.Null(), Type.String(), rules], {
      description:
        'The name of a preset, a list of rules, `settings` for the thresholds in the settings, or null to restore the default. A legal preset also sets general.shift_boundary to `split`, unless it is set.',
    }),
  ),
  overtime_from: Type.Optional(
    nullable(
      Type.String({
        description:
          'The first workday on which the rules apply, null for all time; by default the day after the last approved one.',
      }),
    ),
  ),
  settings_from: Type.Optional(
    nullable(
      Type.String({
        description:
          'The first day for changed settings that pay depends on, null for all time; by default the first day of the next workweek after the last approved day.',
      }),
    ),
  ),
  alters_approved: Type.Optional(
    Type.Boolean({ description: 'Accept rules and settings even if they change how approved time is paid.' }),
  ),
}

/** The company's name, settings and overtime rules. */
export const settingsEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/settings',
    about: 'Shows the settings of the company, a group or a user.',
    who: 'administrators',
    query: Type.Object(settingScope),
    answer: Type.Object({
      ...held,
      presets: Type.Record(Type.String(), Type.Array(overtimeRule), { description: 'Overtime rules by name.' }),
      zones: Type.Array(Type.String(), { description: 'The known time zones.' }),
      forms: Type.Record(Type.String(), Type.Record(Type.String(), form), {
        description: 'A description of each setting and its possible values, by section and name.',
      }),
    }),
    run: async ({ company, world, query }) => ({
      ...(await shownSettings(company, scopeOf(query), world.db.read)),
      presets: Object.fromEntries(Object.entries(presets).map(([name, rules]) => [name, writtenRules(rules)])),
      zones: zones(),
      forms: allForms(),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/settings',
    about:
      'Changes the settings, overtime rules and name of the company; omitted fields stay as they are. Either every change is made or none.',
    who: 'administrators',
    body: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 200, description: 'The name of the company.' })),
      ...changeFields,
    }),
    answer: Type.Object(held),
    async run({ actor, world, now, body }) {
      const { scope, ...wanted } = readChanges(body)
      const name = body.name === undefined ? {} : { name: readName(body.name, scope) }
      const author = { userId: actor.userId, application: actor.application }
      const given = { companyId: actor.companyId, author, ...scope, ...wanted, ...name }
      await world.db.write(changeSettings, given, now)
      return shownSettings(await CompanySnapshot.of(actor.companyId, world.db.read), scope, world.db.read)
    },
  }),
]

/** Parses a change of settings. Throws RequestError 417 for an invalid value. */
export function readChanges(body: Asked) {
  const scope = scopeOf(body)
  const changes = Object.entries(body.settings ?? {}).flatMap(([section, values]) =>
    Object.entries(values).map(([key, value]) => readChange(section, key, value, scope)),
  )
  const { settings_from: from, alters_approved = false } = body
  return { scope, changes, ...readOvertime(body), ...(from !== undefined && { from }), alters_approved }
}

/** Whose settings the request is about. Throws RequestError 417 if an id is missing or not allowed. */
export function scopeOf({ for: whom = 'company', id }: { for?: 'company' | 'group' | 'user'; id?: number }): Scope {
  if (whom === 'company' && id !== undefined) throw new RequestError(417, 'id_only_for_group_or_user')
  if (whom !== 'company' && id === undefined) throw new RequestError(417, 'id_of_whom_required', { kind: whom })
  return { scope: whom, scope_id: id ?? 0 }
}

async function shownSettings(company: CompanySnapshot, scope: Scope, handle: Handle) {
  await loadSettings(company)
  const held = Object.entries(settingsAt(company, scope, await groupOf(company, scope)))
  const set: Record<string, Settings> = {}
  for (const { section, key, value } of settingsSet(company, scope))
    if (entryOf(section, key)?.form && value !== null) set[section] = { ...set[section], [key]: value }
  const versions = versionsOf(overtimeSetAt(company, scope))
  const { company_id, name, client_url, created } = company.row
  return {
    company: { id: company_id, name, client_url, created: printUtc(created) },
    for: scope.scope,
    id: scope.scope_id,
    settings: Object.fromEntries(
      held.filter(([section]) => section in settingForms).map(([section, { settings }]) => [section, settings]),
    ),
    set,
    earlier: earlierAt(company, scope),
    overtime: (versions.at(-1)?.rules ?? (scope.scope === 'company' ? 'settings' : null)) as Overtime,
    overtime_versions: versions.map(({ from, rules }) => ({ from, rules: rules as Overtime })),
    approved_to: (await lastApproved(company, handle, scope)) ?? null,
  }
}

/** The earlier values of settings that have a form. */
function earlierAt(company: CompanySnapshot, scope: Scope) {
  return settingsSet(company, scope).flatMap(({ section, key }) => {
    if (!entryOf(section, key)?.form) return []
    const values = earlierValues(company, scope, section, key)
    return values.map(({ until, value }) => ({
      setting: `${section}.${key}`,
      until,
      value: typeof value === 'string' || typeof value === 'number' ? value : null,
    }))
  })
}

function readChange(section: string, key: string, value: unknown, { scope }: Scope): SettingChange {
  const form = entryOf(section, key)?.form
  if (form?.company_only && scope !== 'company')
    throw new RequestError(417, 'company_wide_only', { field: `${section}.${key}` })
  if (form && value === null) return { section, key, value: null }
  return refused(() => ({ section, key, value: readSetting(section, key, value) }))
}

function readOvertime({ overtime, overtime_from, alters_approved }: Asked): { overtime?: OvertimeChange } {
  if (overtime === undefined && overtime_from !== undefined) throw new RequestError(417, 'only_with_overtime')
  if (overtime === undefined) return {}
  if (typeof overtime_from === 'string' && !isDate(overtime_from))
    throw new RequestError(417, 'date_or_null_malformed', { field: 'overtime_from' })
  if (overtime !== null && overtime !== 'settings') refused(() => acceptRules(overtime), 'overtime')
  const more = {
    ...(overtime_from !== undefined && { from: overtime_from }),
    ...(alters_approved && { alters_approved }),
  }
  return { overtime: { rules: overtime, ...more } }
}

type Asked = {
  for?: 'company' | 'group' | 'user'
  id?: number
  settings?: Record<string, Record<string, unknown>>
  overtime?: string | readonly unknown[] | null
  overtime_from?: string | null
  settings_from?: string | null
  alters_approved?: boolean
}

function readName(given: string, { scope }: Scope): string {
  const name = given.trim()
  if (scope !== 'company') throw new RequestError(417, 'only_the_company_name')
  if (name === '' || isLonger(name, 100)) throw new RequestError(417, 'company_name_length')
  return name
}

/** Turns an error of the rules into RequestError 417, about this field if it names none. */
function refused<T>(read: () => T, field?: string): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused)
      throw new RequestError(417, { ...(field !== undefined && { field }), ...error.reason })
    throw error
  }
}

const inEnglish = translator('en')

/** The description and the possible values of each setting, by section and name. */
function allForms() {
  return mapValues(settingForms, (forms, section) =>
    mapValues(forms, (form, name) => {
      const entry = entryOf(section, name)
      if (!entry || typeof entry.default === 'object') throw new Error(`${section}.${name} has no text or number`)
      const { default: usual, label, dated } = entry
      const more = { expected: expected(form, inEnglish), ...form, ...(dated && { dated }) }
      return { about: label, default: usual, ...more }
    }),
  )
}

function mapValues<From, To>(of: Record<string, From>, to: (value: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value, name)]))
}
