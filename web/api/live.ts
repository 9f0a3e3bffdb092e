import { refresh } from './queries.ts'

/** Listens for changes in the company and has what is shown asked for anew. Gives how to stop. */
export function followChanges(): () => void {
  let known: { version: number; setup_version: number } | undefined
  const events = new EventSource('/api/console/events')
  events.addEventListener('change', (event) => {
    const state = JSON.parse(event.data) as NonNullable<typeof known>
    const before = known
    known = state
    if (!before || before.version === state.version) return
    void refresh(before.setup_version === state.setup_version ? 'time' : undefined)
  })
  return () => events.close()
}
