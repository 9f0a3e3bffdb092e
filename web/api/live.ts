import { own } from '../own_address.ts'
import { leavesReference } from './changes.ts'
import { noteReached, tellBack } from './connection.ts'
import type { PartOf } from './contract.ts'
import { refresh, refreshChanged } from './queries.ts'

type Change = PartOf<'GET /api/console/events'>
type State = Pick<Change, 'version' | 'setup_version'>

/**
 * How long to wait before reconnecting. A restarting server, or its reverse proxy, may answer in a way that makes the
 * browser give up.
 */
const againMilliseconds = 10_000

/** Follows changes in the company since `loaded`, and refetches what is shown. Returns a function that stops it. */
export function followChanges(loaded: State): () => void {
  let known = loaded
  let events: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    events = new EventSource(own('/api/console/events'))
    events.addEventListener('change', (event) => {
      const state = JSON.parse(event.data) as Change
      const before = known
      known = state
      if (before.version === state.version) return
      const { changed } = state
      const isTime = before.setup_version === state.setup_version
      if (changed && (isTime || leavesReference(changed))) void refreshChanged(changed)
      else void refresh(isTime ? 'time' : undefined)
    })
    events.addEventListener('open', () => {
      noteReached(true)
      tellBack()
    })
    events.addEventListener('error', () => {
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(listen, againMilliseconds)
    })
  }
  listen()
  return () => {
    clearTimeout(timer)
    events.close()
  }
}
