import type { BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { ownName } from '../../own_address.ts'
import type { Step } from './steps.ts'

type Marks = BodyOf<'PUT /api/console/setup_steps'>

/** A step whose defaults can be confirmed. */
export type Confirmable = NonNullable<Marks['confirmed']>[number]

/** The steps of the setup, and what an administrator says about them. */
export function useSetupSteps() {
  const answer = useAnswer('time', '/api/console/setup_steps')
  const mark = useChange((body: Marks) => ask('PUT', '/api/console/setup_steps', { body }))
  const steps = answer.data?.steps ?? []
  const skipped = steps.filter((step) => step.skipped).map(({ name }) => name)
  const confirmed = steps.filter((step) => step.confirmed).map(({ name }) => name as Confirmable)
  return {
    answer,
    steps,
    error: mark.error,
    busy: mark.isPending,
    /** Skips a step, or takes that back. */
    skip: (name: Step['name'], is: boolean) => mark.mutateAsync({ skipped: withOrWithout(skipped, name, is) }),
    /** Says that the defaults of a step are right, or takes that back. */
    confirm: (name: Confirmable, is: boolean) =>
      mark.mutateAsync({ skipped, confirmed: withOrWithout(confirmed, name, is) }),
    /** Says that the defaults of these steps are right, too. */
    confirmAll: (names: readonly Confirmable[]) =>
      mark.mutateAsync({ skipped, confirmed: [...new Set([...confirmed, ...names])] }),
  }
}

/** From now on, in this window, the pages of settled steps lead to the next one. The shell looks for it. */
export function followSteps(): void {
  sessionStorage.setItem(ownName('setup'), 'followed')
}

function withOrWithout<Name extends string>(names: readonly Name[], name: Name, is: boolean): Name[] {
  const others = names.filter((one) => one !== name)
  return is ? [...others, name] : others
}
