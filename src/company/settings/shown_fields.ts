import { Refusal } from '../../engine/errors.ts'
import { operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'

/** The records that custom fields can be tied to: jobcodes, other custom fields, and their items. */
export const showing = ['jobcodes', 'customfields', 'customfielditems'] as const

const names = { jobcodes: 'job', customfields: 'custom field', customfielditems: 'custom field item' } as const

type Given = {
  companyId: number
  author: { userId: number; application: string }
  of: (typeof showing)[number]
  id: number
  customfield_ids: readonly number[]
}

/**
 * Sets which custom fields of timesheets a record shows: its `required_customfields`, which API clients can only read.
 */
export const showFields = operation('showFields', async (tx, given: Given): Promise<void> => {
  const { companyId, author, of, id, customfield_ids } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  await work.load('customfields', sql`1 = 1`)
  if (of !== 'customfields') await work.load(of, sql`id = ${id}`)
  const record = work.get(of, id)
  if (!record) throw new Refusal(404, 'no_such_record', { field: 'id', kind: names[of], id })
  if (!record.active) throw new Refusal(417, 'record_archived', { kind: names[of], id })
  const wanted = [...new Set(customfield_ids)].sort((a, b) => a - b)
  for (const fieldId of wanted) {
    const field = work.get('customfields', fieldId)
    if (!field?.active || field.applies_to !== 'timesheet')
      throw new Refusal(417, 'no_active_timesheet_field', { id: fieldId })
    if (of === 'customfields' && fieldId === id) throw new Refusal(417, 'field_shows_with_itself')
  }
  work.change(of, id, { required_customfields: wanted })
  await work.flush()
})
