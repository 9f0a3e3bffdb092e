import { useSyncExternalStore } from 'react'

type Toast = { id: number; text: string; kind: 'good' | 'bad'; action?: { label: string; run: () => void } | undefined }

const secondsShown = 8
let toasts: readonly Toast[] = []
let next = 1
const watchers = new Set<() => void>()

/** Shows a toast, optionally with an action such as Undo. */
export function toast(text: string, action?: Toast['action']): void {
  add({ text, kind: 'good', action })
}

/** Shows an error toast, which stays until dismissed. */
export function toastError(problem: unknown): void {
  add({ text: problem instanceof Error ? problem.message : String(problem), kind: 'bad' })
}

function add(toast: Omit<Toast, 'id'>): void {
  const id = next++
  change([...toasts.slice(-2), { ...toast, id }])
  if (toast.kind === 'good') setTimeout(() => dismissToast(id), secondsShown * 1000)
}

/** Dismisses a toast. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function change(to: readonly Toast[]): void {
  toasts = to
  for (const watcher of watchers) watcher()
}

/** The visible toasts. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(watch, () => toasts)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
