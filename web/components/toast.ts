import { useSyncExternalStore } from 'react'

type Toast = { id: number; text: string; kind: 'good' | 'bad'; action?: { label: string; run: () => void } | undefined }

const secondsShown = 8
let toasts: readonly Toast[] = []
let next = 1
const watchers = new Set<() => void>()

/** Says something in passing, with a way back if there is one. It stays longer than it takes to read. */
export function toast(text: string, action?: Toast['action']): void {
  add({ text, kind: 'good', action })
}

/** Says what went wrong; stays until it is put away. */
export function toastError(problem: unknown): void {
  add({ text: problem instanceof Error ? problem.message : String(problem), kind: 'bad' })
}

function add(toast: Omit<Toast, 'id'>): void {
  const id = next++
  change([...toasts.slice(-2), { ...toast, id }])
  if (toast.kind === 'good') setTimeout(() => putAway(id), secondsShown * 1000)
}

/** Takes a toast away. */
export function putAway(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function change(to: readonly Toast[]): void {
  toasts = to
  for (const watcher of watchers) watcher()
}

/** The toasts that are shown. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(watch, () => toasts)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
