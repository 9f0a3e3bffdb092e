import { type ComponentType, createContext, useSyncExternalStore } from 'react'

/** True inside a dialog, which itself asks before it is closed. */
export const InDialog = createContext(false)

/** The forms with unsaved changes, and what asks before they are left. */
const unsaved = new Map<object, ComponentType>()
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adds a form with unsaved changes, until the returned function is called. `Question` is rendered meanwhile. */
export function addUnsaved(Question: ComponentType): () => void {
  const form = {}
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', stay)
  unsaved.set(form, Question)
  tell()
  return () => {
    window.removeEventListener('beforeunload', stay)
    unsaved.delete(form)
    tell()
  }
}

/** Whether a page keeps its forms, with what was typed, while the app moves to this path. */
export function keepsForms(path: string): boolean {
  const kept = document.querySelector<HTMLElement>('[data-keeps-forms]')?.dataset.keepsForms
  return kept !== undefined && (path === kept || path.startsWith(`${kept}/`))
}

/** Whether a form outside of dialogs has unsaved changes. */
export function useIsUnsaved(): boolean {
  return useUnsavedQuestion() !== undefined
}

/** What asks before the page is left; undefined if no form outside of dialogs has unsaved changes. */
export function useUnsavedQuestion(): ComponentType | undefined {
  return useSyncExternalStore(listen, () => unsaved.values().next().value)
}
