import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/restoring.ts'
import { toast, toastError } from '../../components/toast.ts'

/** A break or an unpaid time off code. */
export type Break = AnswerOf<'GET /api/console/breaks'>['breaks'][number]

/** Names of the types on screen, in the order of the form. */
export const typeNames: Readonly<Record<Break['type'], string>> = {
  unpaid_break: 'Unpaid break',
  paid_break: 'Paid break',
  unpaid_time_off: 'Unpaid time off',
}

/** What each type means for pay. */
export const typeHints: Readonly<Record<Break['type'], string>> = {
  unpaid_break: 'Taken at the clock. Its time is not paid.',
  paid_break: 'Taken at the clock. Its time is paid as hours worked.',
  unpaid_time_off: 'An absence without pay, such as jury duty.',
}

/** Adds a break and says so. Throws the server's refusal. */
export function addBreak(body: Pick<Break, 'name' | 'type'>): Promise<void> {
  return changing(async () => {
    const { name } = await ask('POST', '/api/console/breaks', { body })
    toast(`${name} added.`)
  })
}

/** Renames a break and says so. Throws the server's refusal. */
export function renameBreak(id: number, name: string): Promise<void> {
  return changing(async () => {
    const saved = await ask('PUT', '/api/console/breaks/{id}', { params: { id }, body: { name } })
    toast(`${saved.name} saved.`)
  })
}

/** Archives or restores a break, with Undo. Errors show as a toast. */
export async function setBreakActive({ id, name }: Break, active: boolean): Promise<void> {
  const put = (to: boolean) =>
    changing(() => ask('PUT', '/api/console/breaks/{id}', { params: { id }, body: { active: to } }))
  const undo = () => void put(!active).then(() => toast('Undone.'), toastError)
  await put(active).then(
    () => toast(`${name} ${active ? 'restored' : 'archived'}.`, { label: 'Undo', run: undo }),
    toastError,
  )
}
