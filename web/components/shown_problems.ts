import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a form that has just been refused: gives the first field with a problem the focus, or brings what is said about the
 * whole form into view, as both may be outside the window on a phone. `problems` are new when they are found, and empty if
 * there are none.
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
