import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { fold, type Handle, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { type EventColor, plansEvents } from '../rules/time/schedule.ts'
import { moveSetup } from './versions.ts'

/** The most templates per company. */
const templatesMax = 200
/** The most characters of a template's name. */
export const templateNameMax = 100

/**
 * A template of shifts. `start_time` and `end_time` are HH:MM, and an end that is not after the start is on the next day;
 * both are null for all day. `jobcode_id` is 0 for none.
 */
type ShiftTemplate = {
  id: number
  name: string
  jobcode_id: number
  all_day: boolean
  start_time: string | null
  end_time: string | null
  title: string
  notes: string
  location: string
  color: EventColor
}

/** The properties to set; omitted ones stay as they are. */
type Patch = Partial<Omit<ShiftTemplate, 'id'>>

const blank: Omit<ShiftTemplate, 'id'> = {
  name: '',
  jobcode_id: 0,
  all_day: false,
  start_time: null,
  end_time: null,
  title: '',
  notes: '',
  location: '',
  color: '#888888',
}

/** Throws RequestError 403 for people who cannot plan any shifts. */
export function checkPlans(actor: Actor): void {
  if (!plansEvents(actor)) throw new RequestError(403, 'templates_need_planner')
}

type TemplateRow = Omit<ShiftTemplate, 'all_day' | 'start_time' | 'end_time'> & {
  all_day: number
  start_time: string
  end_time: string
}

/** The templates of a company, by name. */
export async function shiftTemplates(handle: Handle, companyId: number): Promise<ShiftTemplate[]> {
  const rows = await handle.all<TemplateRow>(
    sql`select id, name, jobcode_id, all_day, start_time, end_time, title, notes, location, color
      from shift_templates where company_id = ${companyId} order by name_key`,
  )
  return rows.map(({ id, all_day, start_time, end_time, ...row }) => ({
    ...row,
    id: Number(id),
    jobcode_id: Number(row.jobcode_id),
    all_day: all_day === 1,
    start_time: start_time || null,
    end_time: end_time || null,
  }))
}

type Given = { actor: Actor; patch: Patch }

/** Adds a template. */
export const addShiftTemplate = operation(
  'addShiftTemplate',
  async (tx, { actor, patch }: Given): Promise<ShiftTemplate> => {
    const { companyId, userId, application } = actor
    checkPlans(actor)
    const work = await UnitOfWork.begin(tx, companyId, { userId, application })
    const all = await shiftTemplates(tx, companyId)
    const template = checked({ ...blank, ...patch, id: work.nextId() }, all)
    if (all.length >= templatesMax) throw new RequestError(417, 'too_many_templates', { max: templatesMax })
    await checkJob(template.jobcode_id, work)
    work.append('shift_templates', { ...rowOf(template), created: tx.now })
    await work.flush()
    await moveSetup(tx, companyId)
    return template
  },
)

/** Changes a template. A job that it has already may be archived. */
export const changeShiftTemplate = operation(
  'changeShiftTemplate',
  async (tx, { actor, id, patch }: Given & { id: number }): Promise<ShiftTemplate> => {
    const { companyId, userId, application } = actor
    checkPlans(actor)
    const work = await UnitOfWork.begin(tx, companyId, { userId, application })
    const all = await shiftTemplates(tx, companyId)
    const before = existing(all, id)
    const template = checked({ ...before, ...patch }, all)
    if (template.jobcode_id !== before.jobcode_id) await checkJob(template.jobcode_id, work)
    const row = rowOf(template)
    await tx.run(sql`update shift_templates set name = ${row.name}, name_key = ${row.name_key},
      jobcode_id = ${row.jobcode_id}, all_day = ${row.all_day}, start_time = ${row.start_time},
      end_time = ${row.end_time}, title = ${row.title}, notes = ${row.notes}, location = ${row.location},
      color = ${row.color} where company_id = ${companyId} and id = ${id}`)
    await moveSetup(tx, companyId)
    return template
  },
)

/** Deletes a template and returns it. Shifts that were made from it stay. */
export const removeShiftTemplate = operation(
  'removeShiftTemplate',
  async (tx, { actor, id }: { actor: Actor; id: number }): Promise<ShiftTemplate> => {
    const { companyId } = actor
    checkPlans(actor)
    await tx.lockCompany(companyId)
    const template = existing(await shiftTemplates(tx, companyId), id)
    await tx.run(sql`delete from shift_templates where company_id = ${companyId} and id = ${id}`)
    await moveSetup(tx, companyId)
    return template
  },
)

function existing(all: readonly ShiftTemplate[], id: number): ShiftTemplate {
  const template = all.find((each) => each.id === id)
  if (!template) throw new RequestError(404, 'no_such_template', { id })
  return template
}

/** The template as it is stored. Throws RequestError 417 for what it cannot be. */
function checked(given: ShiftTemplate, all: readonly ShiftTemplate[]): ShiftTemplate {
  const name = given.name.trim()
  if (name === '') throw new RequestError(417, 'missing', { field: 'name' })
  const same = all.find((each) => each.id !== given.id && fold(each.name) === fold(name))
  if (same) throw new RequestError(417, 'template_name_taken', { name: same.name })
  if (given.all_day) return { ...given, name, start_time: null, end_time: null }
  for (const field of ['start_time', 'end_time'] as const) {
    if (given[field] === null) throw new RequestError(417, 'required_unless_all_day', { field })
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(given[field])) throw new RequestError(417, 'time_of_day_malformed', { field })
  }
  return { ...given, name }
}

async function checkJob(id: number, { company }: UnitOfWork): Promise<void> {
  if (id === 0) return
  await company.look('jobcodes', [id])
  if (!company.get('jobcodes', id)?.active)
    throw new RequestError(417, 'no_active_jobcode', { field: 'jobcode_id', id })
}

function rowOf(template: ShiftTemplate) {
  return {
    ...template,
    name_key: fold(template.name),
    all_day: Number(template.all_day),
    start_time: template.start_time ?? '',
    end_time: template.end_time ?? '',
  }
}
