/** What was found about the setup of a server. `remedy`: what to do about it. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; message: string; remedy?: string }

/** Translates messages to the language of the reader. */
type Translate = (message: string, values?: Readonly<Record<string, string | number>>) => string

/** Looks at the setup of a server. `backups`: the names of those that there are, if that is known. */
export type Examine = (t: Translate, backups: readonly BackupFile[] | Error) => Promise<Finding[]>

/** A file at the place for backups, and whether it has all of its pages. */
export type BackupFile = { name: string; isWhole: boolean }

/** The state of a check. `since`: when that state began, in microseconds since the epoch. */
export type CheckState = {
  name: string
  /** What is checked, in a few words. */
  about: string
  isInTrouble: boolean
  /** Whether the server is not ready while this is in trouble. */
  blocks: boolean
  since: number
  /** What the log says when the trouble begins. */
  begins: string
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
