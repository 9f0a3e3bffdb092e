import { type Context, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'

/** Refuses (417) users who may not change projects and their estimates. */
export function checkManager({ actor }: Context): void {
  if (!may(actor, 'manage_projects'))
    throw new Refusal(417, 'manage_projects_needed', { doing: 'changing projects and their estimates' })
}
