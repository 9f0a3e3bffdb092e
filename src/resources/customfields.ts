import { visible } from '../company/rights/visible.ts'
import { loadSettings, settingsFor } from '../company/settings/settings.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, derived, id, idList, instant, oneOf, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, choice, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { fold, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { lettersAndDigits } from '../rules/formats.ts'
import { reason } from '../rules/refusals/reason.ts'
import { setting } from '../rules/settings/settings.ts'

/** The letters and digits of a short code, for custom fields and their items. */
export const shortCode = {
  max: 32,
  trim: true,
  folded: true,
  pattern: /^[\p{L}\p{N}]+$/u,
  expect: lettersAndDigits,
}

const fields = {
  id: id(),
  active: bool({ initial: () => true, about: 'False: archived, neither shown nor usable.' }),
  required: bool({ about: 'Timesheets that show the field need a value.' }),
  applies_to: oneOf(['timesheet', 'user', 'jobcode'], {
    access: 'create',
    about: 'Only fields of timesheets can be created here.',
  }),
  type: oneOf(['managed-list', 'free-form'], {
    access: 'create',
    required: true,
    about: 'Whether a value must be one of the items, or may be any text (which becomes an item).',
  }),
  short_code: text({ ...shortCode, about: 'Unique unless empty; generated if omitted.' }),
  regex_filter: text({ access: 'read-only', about: 'New items must match it in full (ECMAScript).' }),
  name: text({
    required: true,
    min: 1,
    max: 64,
    trim: true,
    folded: true,
    about: 'Unique among fields with the same applies_to.',
  }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  ui_preference: derived({ type: 'string', enum: ['drop_down', 'text_box_with_suggest'] }, (row) =>
    row.type === 'managed-list' ? '"drop_down"' : '"text_box_with_suggest"',
  ),
  required_customfields: idList({ access: 'read-only', about: 'Other fields shown together with this one.' }),
  show_to_all: bool({ about: 'Shown with every jobcode; otherwise only with those tied to the field.' }),
}

/** A piece of extra data on timesheets, users or jobcodes. */
export type CustomField = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    customfields: CustomField
  }
}

/** `activeMax`: how many fields of timesheets may be active. */
type Facts = { activeMax: number }

/** Extra data collected on timesheets. The choices of a managed list are its items. */
export const customfields = resource<typeof fields, Facts>('customfields', {
  about: 'Extra data collected on timesheets.',
  order: sql`name_key, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    active: state('active', 'yes'),
    applies_to: choice(['timesheet', 'user', 'jobcode', 'all'], 'timesheet', (value) => sql`applies_to = ${value}`, {
      every: 'all',
    }),
    value_type: choice(['managed-list', 'free-form', 'both'], 'both', (value) => sql`type = ${value}`, {
      every: 'both',
    }),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('customfields'),
  async facts(_, { company }) {
    await company.list('customfields')
    await loadSettings(company)
    return { activeMax: setting(settingsFor(company), 'customfields', 'maximum_allowed_timesheet_custom_fields') }
  },
  create(draft, ctx, facts) {
    const { work } = ctx
    checkRight(ctx)
    if (draft.applies_to !== 'timesheet') throw new Refusal(417, 'must_be_timesheet', { field: 'applies_to' })
    const archived = work.all('customfields').find((other) => !other.active && sameName(other, draft))
    if (archived) {
      const { name, active, required, type, show_to_all } = draft
      const patch = { name, active, required, type, show_to_all, short_code: draft.short_code || archived.short_code }
      check({ ...archived, ...patch }, archived, ctx, facts)
      return work.change('customfields', archived.id, patch)
    }
    const made = { ...draft, short_code: draft.short_code || freeCode(ctx) }
    check(made, undefined, ctx, facts)
    return work.insert('customfields', made)
  },
  update(before, patch, ctx, facts) {
    checkRight(ctx)
    check({ ...before, ...patch }, before, ctx, facts)
    return ctx.work.change('customfields', before.id, patch)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'custom field' }) },
})

type PersonField = Pick<CustomField, 'name' | 'type' | 'required'> & {
  companyId: number
  author: { userId: number; application: string }
  uuid: string
}

/** Adds a custom field for people, which API clients can only read. Returns its id. */
export const addPersonField = operation('addPersonField', async (tx, given: PersonField): Promise<number> => {
  const { companyId, author, uuid, ...field } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  await work.load('customfields', sql`1 = 1`)
  const fixed = { applies_to: 'user' as const, active: true, show_to_all: true, regex_filter: '' }
  const short_code = freeCode({ work, uuid: () => uuid })
  const draft = { ...field, ...fixed, short_code, required_customfields: [] }
  check({ ...draft, id: 0 }, undefined, { work }, { activeMax: 0 })
  const { id } = work.insert('customfields', draft)
  await work.flush()
  return id
})

function checkRight({ actor }: Context): void {
  if (!actor.isAdmin) throw new Refusal(417, 'custom_fields_need_administrator')
}

/** The part of a field that the rules look at; a new field has the id 0. */
type Checked = Pick<CustomField, 'id' | 'name' | 'short_code' | 'applies_to' | 'active' | 'show_to_all'>

function check(
  field: Checked,
  before: CustomField | undefined,
  { work }: Pick<Context, 'work'>,
  { activeMax }: Facts,
): void {
  if (field.applies_to !== 'timesheet' && !field.show_to_all && before?.show_to_all)
    throw new Refusal(417, 'show_to_all_fixed')
  const others = work.all('customfields').filter((other) => other.id !== field.id)
  for (const other of others) {
    if (sameName(other, field)) throw new Refusal(417, 'custom_field_name_taken', { name: other.name })
    if (field.short_code !== '' && fold(other.short_code) === fold(field.short_code))
      throw new Refusal(417, 'custom_field_code_taken', { code: other.short_code, name: other.name })
  }
  if (!field.active || before?.active || field.applies_to !== 'timesheet') return
  if (others.filter((other) => other.active && other.applies_to === 'timesheet').length >= activeMax)
    throw new Refusal(417, 'too_many_custom_fields', { max: activeMax })
}

function sameName(one: Checked, other: Checked): boolean {
  return one.applies_to === other.applies_to && fold(one.name) === fold(other.name)
}

/** Eight digits that no other field uses. */
function freeCode({ work, uuid }: Pick<Context, 'work' | 'uuid'>): string {
  const taken = new Set(work.all('customfields').map((field) => field.short_code))
  let number = Number.parseInt(uuid().slice(0, 8), 16) % 90_000_000
  while (taken.has(String(10_000_000 + number))) number = (number + 1) % 90_000_000
  return String(10_000_000 + number)
}
