import { useRef, useState } from 'react'

/**
 * Text being typed in one place; `text` is undefined when nothing is. An edit ends once. A single key press can end it
 * twice within one event: it saves and moves the focus, and losing the focus saves as well. React state does not change
 * in between, so a ref decides.
 */
export function useEdit() {
  const typed = useRef<string>(undefined)
  const [text, setText] = useState<string>()
  const set = (to: string | undefined) => {
    typed.current = to
    setText(to)
  }
  return {
    text,
    /** Begins or continues an edit. */
    type: (to: string) => set(to),
    /** Ends the edit and returns the text; undefined if it has already ended. */
    end: (): string | undefined => {
      const last = typed.current
      set(undefined)
      return last
    },
  }
}
