import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { t } from '../../language.ts'

/** A break or an unpaid time off code. */
export type Break = AnswerOf<'GET /api/console/breaks'>['breaks'][number]

/** Names of the types on screen, in the order of the form. */
export const typeNames: Readonly<Record<Break['type'], string>> = {
  unpaid_break: msg('Unpaid break'),
  paid_break: msg('Paid break'),
  unpaid_time_off: msg('Unpaid time off'),
}

/** What each type means for pay. */
export const typeHints: Readonly<Record<Break['type'], string>> = {
  unpaid_break: msg('Taken at the clock. Its time is not paid.'),
  paid_break: msg('Taken at the clock. Its time is paid as hours worked.'),
  unpaid_time_off: msg('An absence without pay, such as jury duty.'),
}

/** Adds a break and shows a toast. Throws the server's refusal. */
export function addBreak(body: Pick<Break, 'name' | 'type'>): Promise<void> {
  return changing(async () => {
    const { name } = await ask('POST', '/api/console/breaks', { body })
    toast(t('{name} added.', { name }))
  })
}

/** Renames a break and shows a toast. Throws the server's refusal. */
export function renameBreak(id: number, name: string): Promise<void> {
  return changing(async () => {
    const saved = await ask('PUT', '/api/console/breaks/{id}', { params: { id }, body: { name } })
    toast(t('{name} saved.', { name: saved.name }))
  })
}

/** Archives or restores a break, with Undo. Errors show as a toast. */
export async function setBreakActive({ id, name }: Break, active: boolean): Promise<void> {
  const put = (to: boolean) =>
    changing(() => ask('PUT', '/api/console/breaks/{id}', { params: { id }, body: { active: to } }))
  const undo = undoingBy(async () => {
    await put(!active)
    toast(t('Undone.'))
  })
  await put(active).then(
    () => toast(active ? t('{name} restored.', { name }) : t('{name} archived.', { name }), undo),
    toastError,
  )
}
