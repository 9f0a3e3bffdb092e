import { checkLimit, loadLimit } from '../../company/settings/limits.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Context, may, type ReadContext } from '../../engine/context.ts'
import { Refusal, RequestError } from '../../engine/errors.ts'
import { isRecord, parseText } from '../../engine/fields.ts'
import { fold, inList, sql } from '../../engine/sql.ts'
import type { Item, RecordOf } from '../../engine/table.ts'
import { manages } from '../../rules/people/access.ts'
import { isLonger } from '../../rules/text/length.ts'
import { offeredItems } from '../../rules/time/offers.ts'
import { check, itemNameMax, matches, newItem } from '../customfielditems.ts'
import type { CustomField } from '../customfields.ts'
import type { Change } from './change.ts'

type User = RecordOf<'users'>

/** Custom field values of a timesheet: field id → id of the chosen or typed item. */
export type Choices = Record<string, number>

/** Fields, their ids, and how they print for a timesheet without values. */
type Fields = { readonly fields: readonly CustomField[]; readonly ids: readonly number[]; readonly empty: string }

/** The active fields of timesheets, and archived ones with a value here; the same lists for most timesheets. */
function timesheetFields(company: CompanySnapshot, choices: Choices): Fields {
  const { all, active, archived } = company.memo('timesheetFields', () => {
    const all = company.listed('customfields').filter((field) => field.applies_to === 'timesheet')
    return {
      all,
      active: fieldsIn(all.filter((field) => field.active)),
      archived: all.filter((field) => !field.active),
    }
  })
  if (archived.every((field) => choices[field.id] === undefined)) return active
  return fieldsIn(all.filter((field) => field.active || choices[field.id] !== undefined))
}

function fieldsIn(fields: readonly CustomField[]): Fields {
  const ids = fields.map((field) => field.id)
  return { fields, ids, empty: JSON.stringify(Object.fromEntries(ids.map((id) => [id, '']))) }
}

/** Values by field, still as names; `choose` finds their items. Blank values are dropped, as item names are trimmed. */
export function parseChoices(value: unknown, name: string): Choices {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, 'not_values_by_field', { field: name })
  const texts = Object.entries(value).map(([key, entry]) => [
    key,
    entry === null ? '' : parseText(entry, `${name}.${key}`).trim(),
  ])
  return Object.fromEntries(texts)
}

/** The part of a timesheet, or of a deleted one, that its references need. */
type Shown = { user_id: number; jobcode_id: number; customfields: Choices; attached_files?: number[] | undefined }

/** The records that a timesheet refers to: its jobcode, its owner, the custom fields it shows, and its files. */
export function relatedOf(row: Shown, { company }: ReadContext): Record<string, readonly number[]> {
  return {
    jobcodes: [row.jobcode_id],
    users: [row.user_id],
    customfields: timesheetFields(company, row.customfields).ids,
    files: row.attached_files ?? [],
  }
}

/** Looks up the data for printing timesheets: the owners for the state, the fields and items for the values. */
export async function lookUpShown(rows: readonly Shown[], { company }: ReadContext): Promise<void> {
  await company.list('customfields')
  await company.look(
    'users',
    rows.map((row) => row.user_id),
  )
  const items: number[] = []
  for (const { customfields } of rows) items.push(...Object.values(customfields))
  await company.look('customfielditems', items)
}

/** Prints the values of the fields as item names. */
export function printChoices(choices: Choices, _: Item, { company }: ReadContext): string {
  const { fields, empty } = timesheetFields(company, choices)
  if (Object.keys(choices).length === 0) return empty
  const values = fields.map((field): [string, string] => {
    const item = choices[field.id]
    return [String(field.id), item === undefined ? '' : (company.get('customfielditems', item)?.name ?? '')]
  })
  return JSON.stringify(Object.fromEntries(values))
}

/** The values in an item, as far as they can name an existing or new item. */
export function choiceTexts({ customfields }: Item): string[] {
  const given = isRecord(customfields) ? Object.values(customfields) : []
  return given.flatMap((value) =>
    ['string', 'number'].includes(typeof value) && value !== '' ? [String(value).replaceAll('\0', '')] : [],
  )
}

/** The most different custom field values in a request, because statements have a limited number of parameters. */
const valuesMax = 5000

/**
 * Loads the items these values name, or that would clash with a new item of that name. Throws RequestError 417 if there
 * are too many values.
 */
export async function loadChoices(
  values: readonly string[],
  fields: readonly CustomField[],
  { work, company }: Context,
): Promise<void> {
  if (values.length === 0) return
  await loadLimit('customfielditems', company)
  const names = [...new Set(values.map((value) => fold(value.trim())))]
  if (names.length > valuesMax) throw new RequestError(417, 'too_many_different_values', { max: valuesMax })
  const fieldIds = fields.map((field) => field.id)
  await work.load(
    'customfielditems',
    sql`${inList(sql`customfield_id`, fieldIds)} and (${inList(sql`name_key`, names)} or ${inList(sql`short_code_key`, names)})`,
  )
}

/** Merges the given values into the current ones. Unknown values of a free-form field become items of it. */
export function choose(
  before: Choices,
  given: Record<string, number | string>,
  ctx: Context,
  fields: readonly CustomField[],
): Choices {
  const after = { ...before }
  for (const [key, value] of Object.entries(given)) {
    const field = fields.find((field) => String(field.id) === key && field.applies_to === 'timesheet')
    if (!field) throw new Refusal(417, 'no_such_field', { id: key })
    const current = before[field.id]
    if (current !== undefined && ctx.work.get('customfielditems', current)?.name === value) continue
    if (value === '') {
      delete after[field.id]
      continue
    }
    if (!field.active) throw new Refusal(417, 'field_archived', { name: field.name })
    after[field.id] = itemFor(field, String(value), ctx)
  }
  return after
}

function itemFor(field: CustomField, value: string, ctx: Context): number {
  const items = ctx.work.all('customfielditems')
  const key = fold(value)
  const known = items.find((item) => item.customfield_id === field.id && fold(item.name) === key)
  if (known?.active) return known.id
  const mayAdd =
    field.type === 'free-form' ||
    may(ctx.actor, 'manage_jobcodes') ||
    may(ctx.actor, 'manage_timesheets') ||
    ctx.actor.manages.length > 0
  if (!mayAdd) throw new Refusal(417, 'not_a_choice', { value: JSON.stringify(value), name: field.name })
  if (isLonger(value, itemNameMax))
    throw new Refusal(417, 'field_value_too_long', { name: field.name, max: itemNameMax })
  if (!matches(field, value))
    throw new Refusal(417, 'field_value_mismatch', { name: field.name, pattern: field.regex_filter })
  if (known) {
    check(known, ctx, 'customfields')
    ctx.work.change('customfielditems', known.id, { active: true })
    checkLimit('customfielditems', ctx, field.id)
    return known.id
  }
  check({ id: 0, customfield_id: field.id, name: value, short_code: '' }, ctx, 'customfields')
  const made = ctx.work.insert('customfielditems', newItem(field.id, value))
  checkLimit('customfielditems', ctx, field.id)
  return made.id
}

/** The part of a timesheet its choices depend on. */
type Chosen = { jobcode_id: number; customfields: Choices }

/**
 * Refuses (417) an item that the filters of the owner, of the owner's group or of the jobcode exclude, if it is newly
 * chosen or the jobcode changed. For users who manage all time, filters are only suggestions.
 */
export function choicesAreOffered({ before, after: sheet, owner, ctx, facts }: Change): void {
  if (may(ctx.actor, 'manage_timesheets')) return
  for (const field of facts.fields) {
    const item = sheet.customfields[field.id]
    const stands = before?.jobcode_id === sheet.jobcode_id && before.customfields[field.id] === item
    if (item === undefined || stands || !field.active) continue
    if (offered(field, sheet, owner, ctx)?.includes(item) === false) {
      const name = ctx.work.get('customfielditems', item)?.name
      throw new Refusal(417, 'choice_not_offered', { name: field.name, id: field.id, value: JSON.stringify(name) })
    }
  }
}

/** The items a field offers the owner with the jobcode; undefined: all. */
function offered(field: CustomField, { jobcode_id }: Chosen, owner: User, { company, work }: Context) {
  if (field.type !== 'managed-list') return undefined
  const people = company.listed('customfielditem_user_filters')
  const of = (id: number) => people.find((record) => record.id === id)?.filtered_customfielditems ?? {}
  const jobcode = work.get('jobcodes', jobcode_id)
  return offeredItems(field.id, of(owner.id), of(owner.group_id), jobcode?.filtered_customfielditems ?? {})
}

/**
 * Refuses (417) if a required field that shows with the jobcode and offers any items is empty. Does not apply to
 * managers.
 */
export function requiredFieldsAreSet({ after: sheet, owner, ctx, facts }: Change): void {
  if (may(ctx.actor, 'manage_timesheets') || manages(ctx.actor, owner)) return
  const jobcode = ctx.work.get('jobcodes', sheet.jobcode_id)
  for (const field of facts.fields) {
    const applies =
      field.active &&
      field.applies_to === 'timesheet' &&
      (field.show_to_all || jobcode?.required_customfields.includes(field.id))
    const missing = applies && field.required && sheet.customfields[field.id] === undefined
    if (missing && offered(field, sheet, owner, ctx)?.length !== 0)
      throw new Refusal(417, 'field_value_required', { name: field.name, id: field.id })
  }
}
