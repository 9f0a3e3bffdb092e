import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 720px)'

/** True in a phone-sized window, where tables become cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(narrow).matches)
}

function watch(changed: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
