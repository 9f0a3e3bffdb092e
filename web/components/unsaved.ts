import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

/** True inside a dialog, which itself asks before it is closed. */
export const InDialog = createContext(false)

const unsaved = new Set<object>()
const listeners = new Set<() => void>()

/** While `dirty`, the user must confirm before leaving the page, unless a dialog already asks. */
export function useUnsaved(dirty: boolean): void {
  const inDialog = useContext(InDialog)
  useEffect(() => {
    if (!dirty || inDialog) return
    const form = {}
    const tell = () => {
      for (const listener of listeners) listener()
    }
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    unsaved.add(form)
    tell()
    return () => {
      window.removeEventListener('beforeunload', stay)
      unsaved.delete(form)
      tell()
    }
  }, [dirty, inDialog])
}

/** Whether a form outside of dialogs has unsaved changes. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unsaved.size > 0,
  )
}
