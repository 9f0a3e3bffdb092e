import { useSyncExternalStore } from 'react'

type Toast = { id: number; text: string; kind: 'good' | 'bad'; action?: { label: string; run: () => void } | undefined }

const secondsShown = 8
let toasts: readonly Toast[] = []
let next = 1
const watchers = new Set<() => void>()

/** Shows a toast, optionally with an action such as Undo, in place of an earlier one if that is still there. */
export function toast(text: string, action?: Toast['action'], instead?: number): number {
  return add({ text, kind: 'good', action }, instead)
}

/** Whether a toast can be seen. */
export function isShown(id: number): boolean {
  return toasts.some((toast) => toast.id === id)
}

/** Shows an error toast, which stays until dismissed. A dialog has said an error without a message. */
export function toastError(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem)
  if (text) add({ text, kind: 'bad' })
}

/** Shows an error with what can be done about it. */
export function toastProblem(text: string, action: Toast['action']): void {
  add({ text, kind: 'bad', action })
}

/** Shows a toast of either kind. */
function add(toast: Omit<Toast, 'id'>, instead?: number): number {
  const id = next++
  const others = toasts.filter((other) => other.id !== instead)
  change([...others.slice(-2), { ...toast, id }])
  if (toast.kind === 'good') setTimeout(() => dismissToast(id), secondsShown * 1000)
  return id
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
  return useSyncExternalStore(watch, current, current)
}

function current(): readonly Toast[] {
  return toasts
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
