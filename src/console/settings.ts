import { Type } from 'typebox'
import { Company } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import { zones } from '../oauth/sign-in.ts'
import { companyRow } from '../resources/rights.ts'
import {
  changeSettings,
  groupOf,
  loadSettings,
  overtimeChoice,
  overtimeSection,
  type Scope,
  type SettingChange,
  settingsAt,
  settingsSet,
} from '../resources/settings.ts'
import { printUtc } from '../rules/calendar.ts'
import { presets, readRules, writtenRules } from '../rules/overtime.ts'
import { expected, type Form, formOf, readSetting, settingForms } from '../rules/setting_forms.ts'
import { catalogue } from '../rules/settings.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'

const scope = {
  for: Type.Optional(Type.Enum(['company', 'group', 'user'], { description: 'The company when left out.' })),
  id: Type.Optional(Type.Integer({ ...recordNumber, description: 'Number of the group or person.' })),
}

const rules = Type.Array(
  Type.Object(
    { name: Type.String(), kind: Type.String(), after_hours: Type.Number(), multiplier: Type.Number() },
    { additionalProperties: false },
  ),
)

/** What a company has decided: its name, its settings, its overtime rules. */
export const settingsEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/settings',
    about:
      'The settings that hold for the company, or for a group or a person: `set` are those that were set for just them. `forms` says of each setting what it is about and what it may be.',
    who: 'administrators',
    query: Type.Object(scope),
    run: async ({ company, query }) => ({
      ...(await shownSettings(company, scopeOf(query))),
      presets: Object.fromEntries(Object.entries(presets).map(([name, rules]) => [name, writtenRules(rules)])),
      zones,
      forms: allForms(),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/settings',
    about:
      'Changes what is given and leaves the rest. `settings` are values by section and key; null takes back what was set. `overtime` is the name of a preset, a list of rules, `settings` for the thresholds of the settings, or null to take the choice back. `name` is the company’s. Everything is changed, or nothing.',
    who: 'administrators',
    body: Type.Object({
      ...scope,
      name: Type.Optional(Type.String({ maxLength: 200 })),
      settings: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
      overtime: Type.Optional(Type.Union([Type.Null(), Type.String(), rules])),
    }),
    async run({ actor, world, now, body }) {
      const scope = scopeOf(body)
      const changes = Object.entries(body.settings ?? {}).flatMap(([section, values]) =>
        Object.entries(values).map(([key, value]) => readChange(section, key, value, scope)),
      )
      if (body.overtime !== undefined) changes.push(readOvertime(body.overtime))
      const name = body.name === undefined ? {} : { name: readName(body.name, scope) }
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(changeSettings, { companyId: actor.companyId, author, ...scope, changes, ...name }, now)
      const row = await companyRow(world.db.read, actor.companyId)
      return shownSettings(new Company(row!, world.db.read), scope)
    },
  }),
]

function scopeOf({ for: whom = 'company', id }: { for?: 'company' | 'group' | 'user'; id?: number }): Scope {
  if (whom === 'company' && id !== undefined) throw new RequestError(417, 'id: only with for=group or for=user')
  if (whom !== 'company' && id === undefined) throw new RequestError(417, `id: required, the number of the ${whom}`)
  return { scope: whom, scope_id: id ?? 0 }
}

async function shownSettings(company: Company, scope: Scope) {
  await loadSettings(company)
  const held = Object.entries(settingsAt(company, scope, await groupOf(company, scope)))
  const set: Record<string, Record<string, unknown>> = {}
  for (const { section, key, value } of settingsSet(company, scope))
    if (formOf(section, key) && value !== null) set[section] = { ...set[section], [key]: value }
  const chosen = settingsSet(company, scope).find(({ section, key }) => section === overtimeSection && key === 'rules')
  const { company_id, name, client_url, created } = company.row
  return {
    company: { id: company_id, name, client_url, created: printUtc(created) },
    for: scope.scope,
    id: scope.scope_id,
    settings: Object.fromEntries(
      held.filter(([section]) => section in settingForms).map(([section, { settings }]) => [section, settings]),
    ),
    set,
    overtime: chosen?.value ?? (scope.scope === 'company' ? 'settings' : null),
  }
}

function readChange(section: string, key: string, value: unknown, { scope }: Scope): SettingChange {
  const form = formOf(section, key)
  if (form?.company_only && scope !== 'company')
    throw new RequestError(417, `${section}.${key}: can be set for the whole company only`)
  if (form && value === null) return { section, key, value: null }
  return refused(() => ({ section, key, value: readSetting(section, key, value) }))
}

function readOvertime(given: string | readonly unknown[] | null): SettingChange {
  if (given !== null && given !== 'settings')
    refused(
      () => readRules(given),
      (message) => `overtime: ${message}`,
    )
  return overtimeChoice(given)
}

function readName(given: string, { scope }: Scope): string {
  const name = given.trim()
  if (scope !== 'company') throw new RequestError(417, 'name: only the company’s can be changed here')
  if (name === '' || [...name].length > 100) throw new RequestError(417, 'name: must be text of 1 to 100 characters')
  return name
}

/** What the rules say is wrong, as an answer. */
function refused<T>(read: () => T, words = (message: string) => message): T {
  try {
    return read()
  } catch (error) {
    throw new RequestError(417, words((error as Error).message))
  }
}

/** What a page needs to ask for each setting. */
function allForms() {
  const words: Record<string, Record<string, { default: unknown; about: string }>> = catalogue
  const sections = Object.entries<Record<string, Form>>(settingForms).map(([section, forms]) => {
    const entries = Object.entries(forms).map(([key, form]) => {
      const { default: standard, about } = words[section]![key]!
      return [key, { about, default: standard, expected: expected(form), ...form }]
    })
    return [section, Object.fromEntries(entries)]
  })
  return Object.fromEntries(sections)
}
