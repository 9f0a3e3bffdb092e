import { queryOptions, useQuery } from '@tanstack/react-query'
import { inColumnOrder, offeredItems } from '../../../src/rules/time/offers.ts'
import { useRecords } from '../../api/queries.ts'
import { list, type Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { type Jobs, useJobs } from '../jobs/jobs.ts'
import { inOrder } from '../listing/order.ts'

/** Values of custom fields, by field id; empty ones may be left out. */
export type FieldValues = Readonly<Record<string, string>>

/** A custom field as it appears for one job and one person. */
export type ShownField = {
  id: number
  name: string
  /** Whether the server rejects a timesheet without it. */
  required: boolean
  /** `list`: one of the choices; `text`: free text, with the choices as suggestions. */
  kind: 'list' | 'text'
  choices: readonly string[]
}

/** Returns the custom fields that appear with a job, with their choices. Their values may add more fields. */
export type FieldsOf = (jobId: number | undefined, values: FieldValues) => readonly ShownField[]

type Place = {
  /** The id of the job; 0 or undefined is none. */
  jobId: number | undefined
  /** Whose time it is; by default the signed-in user's. */
  userId?: number | undefined
  /** The current values: a choice may add more fields. */
  values: FieldValues
}

/** A timesheet's custom fields for a job and a person, with their choices. */
export function useCustomFields({ jobId, userId, values }: Place): { fields: readonly ShownField[]; ready: boolean } {
  const { fieldsOf, ready } = useFieldRules(userId)
  return { fields: fieldsOf(jobId, values), ready }
}

/**
 * The custom fields for any job of a person, for callers that need them before a job is chosen. With the `known` jobs, the
 * tree is not loaded.
 */
export function useFieldRules(userId?: number, known?: Pick<Jobs, 'byId'>): { fieldsOf: FieldsOf; ready: boolean } {
  const me = useMe()
  const owner = userId ?? me.user.id
  const all = useRecords('customfields', { active: 'yes' })
  const filters = useRecords('customfielditem_user_filters', { user_id: owner, include_user_group: true })
  const tree = useJobs(owner, false, known === undefined)
  const jobs = known ? { ...known, ready: true } : tree
  const items = useQuery({ ...itemsQuery((all.data ?? []).map(({ id }) => id)), enabled: all.data !== undefined })
  const ready = all.data !== undefined && filters.data !== undefined && jobs.ready && items.data !== undefined
  // Managers may skip required fields on their people's time; those who manage all timesheets may use any item.
  const keepsAll = me.may('manage_timesheets')
  const keepsThis = keepsAll || owner !== me.user.id || me.manages.includes(me.user.group_id)
  const itemLists = items.data ?? []
  const namedFor = (type: 'user' | 'group') =>
    listsOf(filters.data?.find((record) => record.type === type)?.filtered_customfielditems)

  const fieldsOf: FieldsOf = (jobId, values) => {
    const job = jobs.byId.get(jobId ?? 0)?.record
    const here = listsOf(job?.filtered_customfielditems)
    const shown = shownFields(all.data ?? [], itemLists, values, job).map(({ field, itsItems }): ShownField => {
      const managed = field.type === 'managed-list'
      const only = managed ? offeredItems(field.id, namedFor('user'), namedFor('group'), here) : undefined
      const offered = only && !keepsAll ? itsItems.filter(({ id }) => only.includes(id)) : itsItems
      const asked = field.show_to_all || job?.required_customfields.includes(field.id) === true
      return {
        id: field.id,
        name: field.name,
        required: field.required && asked && !keepsThis && only?.length !== 0,
        kind: managed ? 'list' : 'text',
        choices: offered.map(({ name }) => name).sort(inOrder),
      }
    })
    return inColumnOrder(shown, me.settings.general?.timecard_fields)
  }
  return { fieldsOf: ready ? fieldsOf : () => [], ready }
}

/** The items of these fields, in the same order. */
export function itemsQuery(fields: readonly number[]) {
  return queryOptions({
    queryKey: ['setup', 'customfielditems', 'of', fields],
    queryFn: ({ signal }) =>
      Promise.all(
        fields.map((customfield_id) => list('customfielditems', { customfield_id }, { signal, shown: true })),
      ),
  })
}

/** Errors for values that are missing or not offered, by field id. */
export function fieldProblems(fields: readonly ShownField[], values: FieldValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { id, name, required, kind, choices } of fields) {
    const value = values[id]?.trim() ?? ''
    if (value === '' && required)
      problems[id] = kind === 'list' ? t('Choose {name}.', { name }) : t('Fill in {name}.', { name })
    if (value !== '' && kind === 'list' && !choices.includes(value))
      problems[id] = t('“{value}” is not offered with this job. Choose another one.', { value })
  }
  return problems
}

/** The values of the visible fields only, as the API expects them on a timesheet. */
export function shownValues(fields: readonly ShownField[], values: FieldValues): Record<string, string> {
  return Object.fromEntries(fields.map(({ id }) => [id, values[id]?.trim() ?? '']))
}

type FieldRecord = Records['customfields']
type ItemRecord = Records['customfielditems']

/** The job's fields, and those that a visible field or a selected choice adds. */
function shownFields(
  all: readonly FieldRecord[],
  items: readonly (readonly ItemRecord[])[],
  values: FieldValues,
  job: Records['jobcodes'] | undefined,
) {
  const shown = new Set(all.filter(({ show_to_all }) => show_to_all).map(({ id }) => id))
  for (const id of job?.required_customfields ?? []) shown.add(id)
  // The set grows while it is iterated, as an added field may add more.
  for (const id of shown) {
    const at = all.findIndex((field) => field.id === id)
    const chosen = items[at]?.find(({ name }) => name === values[id])
    for (const further of [...(all[at]?.required_customfields ?? []), ...(chosen?.required_customfields ?? [])])
      shown.add(further)
  }
  return all.flatMap((field, at) => (shown.has(field.id) ? [{ field, itsItems: items[at] ?? [] }] : []))
}

/** Lists of item ids by field, which some resources return as strings, or as "" if there are none. */
function listsOf(lists: string | Record<string, (string | number)[]> = ''): Record<string, number[]> {
  if (typeof lists === 'string') return {}
  return Object.fromEntries(Object.entries(lists).map(([field, items]) => [field, items.map(Number)]))
}
