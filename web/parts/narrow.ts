import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 720px)')

/** True on a window as narrow as a phone, where tables become cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => query.matches)
}

function watch(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
