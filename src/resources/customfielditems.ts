import { visible } from '../company/rights/visible.ts'
import { checkLimit, loadLimit } from '../company/settings/limits.ts'
import { type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, hidden, id, idList, instant, numberOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, pattern, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { fold, inList, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { reason } from '../rules/refusals/reason.ts'
import { endFilters, loadActiveFilters } from './customfielditem_filters/active.ts'
import { type CustomField, shortCode } from './customfields.ts'

/** The part of an item that must be unique; a new item has the id 0. */
type Named = Pick<CustomFieldItem, 'id' | 'customfield_id' | 'name' | 'short_code'>

/** Length limits of an item's name and of a regex_filter. */
export const itemNameMax = 128
const regexMax = 255

const fields = {
  id: id(),
  customfield_id: ref('customfields', { access: 'create', required: true }),
  active: bool({ initial: () => true, about: 'False: archived.' }),
  short_code: text({ ...shortCode, about: 'Unique among all items of the company unless empty.' }),
  name: text({ required: true, min: 1, max: itemNameMax, trim: true, folded: true, about: 'Unique within the field.' }),
  last_modified: instant({ access: 'read-only' }),
  required_customfields: idList({ access: 'read-only', about: 'Fields shown when this item is selected.' }),
  created: hidden(instant()),
}

/** A value offered by a managed list, or typed into a free-form field. */
type CustomFieldItem = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    customfielditems: CustomFieldItem
  }
}

/** The values of custom fields. Timesheets refer to them by id, so a new name also shows on old timesheets. */
export const customfielditems = resource('customfielditems', {
  about: 'The values of a custom field.',
  order: sql`name_key, id`,
  fields,
  filters: {
    customfield_id: exactlyNumber('customfield_id'),
    ids: anyOf('id'),
    active: state('active', 'yes'),
    name: pattern('name'),
    modified_before: before(),
    modified_since: since(),
  },
  demands: [['customfield_id']],
  visible: visible('customfielditems'),
  related: (row) => ({ customfields: [row.customfield_id] }),
  async facts(items, { company, work }) {
    await company.list('customfields')
    await loadLimit('customfielditems', company)
    const rows = items.map((item) => work.get('customfielditems', numberOf(item.id)))
    const fieldIds = items.map((item, index) => rows[index]?.customfield_id ?? numberOf(item.customfield_id))
    const wanted = items.flatMap((item) => [item.name, item.short_code].flatMap(key))
    const within = inList(
      sql`customfield_id`,
      fieldIds.filter((id) => company.listed('customfields').some((field) => field.id === id)),
    )
    await work.load(
      'customfielditems',
      sql`(${inList(sql`short_code_key`, wanted)} or (${within} and ${inList(sql`name_key`, wanted)}))`,
    )
    const turned = items.flatMap((item, index) => (item.active === undefined ? [] : (rows[index]?.id ?? [])))
    if (turned.length > 0) await loadActiveFilters(work, inList(sql`customfielditem_id`, turned))
  },
  create(draft, ctx) {
    const { work } = ctx
    checkRight(ctx)
    const field = work.get('customfields', draft.customfield_id)
    if (!field?.active) throw new Refusal(417, 'no_active_custom_field', { id: draft.customfield_id })
    const archived = work
      .all('customfielditems')
      .find((other) => !other.active && other.customfield_id === field.id && fold(other.name) === fold(draft.name))
    if (archived) {
      const patch = { active: draft.active, short_code: draft.short_code || archived.short_code }
      check({ ...archived, ...patch }, ctx)
      const restored = work.change('customfielditems', archived.id, patch)
      if (restored.active) checkLimit('customfielditems', ctx, field.id)
      return restored
    }
    check(draft, ctx)
    if (!matches(field, draft.name)) throw new Refusal(417, 'pattern_mismatch', { pattern: field.regex_filter })
    const made = work.insert('customfielditems', draft)
    if (made.active) checkLimit('customfielditems', ctx, field.id)
    return made
  },
  update(before, patch, ctx) {
    checkRight(ctx)
    check({ ...before, ...patch }, ctx)
    const field = ctx.work.get('customfields', before.customfield_id)
    if (field && patch.name !== undefined && patch.name !== before.name && !matches(field, patch.name))
      throw new Refusal(417, 'pattern_mismatch', { pattern: field.regex_filter })
    const after = ctx.work.change('customfielditems', before.id, patch)
    if (before.active && !after.active)
      endFilters(ctx.work, ({ customfielditem_id }) => customfielditem_id === after.id)
    if (!before.active && after.active) checkLimit('customfielditems', ctx, after.customfield_id)
    return after
  },
  absent: { status: 417, reason: reason('absent', { kind: 'custom field item' }) },
})

/** A new item for `work.insert`: a value typed into a free-form field. The name must be trimmed and not empty. */
export function newItem(customfield_id: number, name: string): Item {
  return { customfield_id, active: true, short_code: '', name, required_customfields: [], created: 0 }
}

/** Whether a field allows such a new item. Both texts are short, so no pattern runs for long. */
export function matches(field: Pick<CustomField, 'regex_filter'>, name: string): boolean {
  if (field.regex_filter === '' || field.regex_filter.length > regexMax) return true
  try {
    return name.length <= itemNameMax && new RegExp(`^(?:${field.regex_filter})$`).test(name)
  } catch {
    return true
  }
}

function checkRight({ actor }: Context): void {
  if (!may(actor, 'manage_jobcodes'))
    throw new Refusal(417, 'manage_jobcodes_needed', { doing: 'changing custom field items' })
}

/**
 * Within a field, an item's name must differ from the names and short codes of the others; short codes must be unique
 * in the company. `label` is what the client calls the name.
 */
export function check(item: Named, { work }: Context, label = 'name'): void {
  const name = fold(item.name)
  const code = fold(item.short_code)
  for (const other of work.all('customfielditems')) {
    if (other.id === item.id) continue
    const near = other.customfield_id === item.customfield_id
    if (near && (fold(other.name) === name || fold(other.short_code) === name))
      throw new Refusal(417, 'item_name_taken', { field: label, name: other.name })
    if (code !== '' && (fold(other.short_code) === code || (near && fold(other.name) === code)))
      throw new Refusal(417, 'item_name_taken', { field: 'short_code', name: other.name })
  }
}

/** A text in the form used for lookups; empty if it cannot be one. */
function key(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const folded = fold(String(value).slice(0, 300))
  return folded === '' || folded.includes('\0') || !folded.isWellFormed() ? [] : [folded]
}
