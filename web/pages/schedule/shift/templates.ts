import { folded } from '../../../../src/rules/text/folded.ts'
import type { AnswerOf } from '../../../api/contract.ts'
import { useAnswer } from '../../../api/queries.ts'
import { ask } from '../../../api/request.ts'
import { inOrder } from '../../../components/listing/order.ts'
import { type TimeFormat, timeText } from '../../../components/time/time_format.ts'
import { t } from '../../../language.ts'

/** A template of shifts. */
export type Template = AnswerOf<'GET /api/console/shift_templates'>['templates'][number]

/** The most characters of a template's name. */
export const nameMax = 100

/** What a template fills in. */
export type TemplateFields = Omit<Template, 'id' | 'name'>

const none: readonly Template[] = []

/** The company's templates of shifts. Only people who plan shifts may request them. */
export function useTemplates(enabled = true): readonly Template[] {
  const { data } = useAnswer('setup', '/api/console/shift_templates', undefined, { enabled })
  return data?.templates ?? none
}

/** The templates in the order in which people look for them. */
export function sorted(templates: readonly Template[]): Template[] {
  return templates.toSorted((a, b) => inOrder(a.name, b.name))
}

/** The template with this name, in upper or lower case. */
export function templateNamed(templates: readonly Template[], name: string): Template | undefined {
  return templates.find((template) => folded(template.name) === folded(name))
}

/** Saves a new template, or replaces the fields of an existing one. */
export function saveTemplate(name: string, fields: TemplateFields, existing: Template | undefined): Promise<Template> {
  const body = { ...fields, name: name.trim() }
  return existing
    ? ask('PUT', '/api/console/shift_templates/{id}', { params: { id: existing.id }, body })
    : ask('POST', '/api/console/shift_templates', { body })
}

/** `7 AM – 3:30 PM`, or `All day`. */
export function templateTimes({ start_time, end_time }: TemplateFields, timeFormat: TimeFormat): string {
  if (start_time === null || end_time === null) return t('All day')
  const text = (time: string) => timeText(`1970-01-01T${time}:00Z`, 'UTC', timeFormat)
  return `${text(start_time)} – ${text(end_time)}`
}
