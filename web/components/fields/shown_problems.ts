import { type RefObject, useEffect, useRef } from 'react'

/**
 * After a form has been refused, focuses the first field with a problem, or scrolls to the message about the whole
 * form, because both may be outside the window on a phone. `problems` is a new object whenever problems are found, and
 * empty if there are none.
 */
export function useShownProblems(problems: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.values(problems).every((problem) => problem === undefined)) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (field) field.focus()
    else form.current?.querySelector('.notice.bad')?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return form
}
