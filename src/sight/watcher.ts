/** The state of a check. `since`: when that state began, in microseconds since the epoch. */
export type CheckState = {
  name: string
  /** What is checked, in a few words. */
  about: string
  isInTrouble: boolean
  /** Whether the server is not ready while this is in trouble. */
  blocks: boolean
  since: number
  /** What is wrong, for the operator; '' if nothing is. */
  detail: string
  /** What to do about it. */
  remedy: string
}

/** Watches over the server. */
export interface Watcher {
  /** Looks at everything that is due. */
  beat(): Promise<void>
  /** All checks, with their states. */
  states(): CheckState[]
}
