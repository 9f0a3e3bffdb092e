/** A backup in the place of a server's backups. */
type KeptBackup = {
  name: string
  /** When it was made, in microseconds since the epoch. */
  instant: number
  bytes: number
  /** False if the file is not what was stored. */
  isWhole: boolean
  /** What in the database contradicted itself when it was made; '' if nothing did, or this server does not know. */
  problem: string
}

/** Makes backups, and shows them. */
export interface BackupKeeper {
  /** Their folder, or the bucket. */
  readonly place: string
  readonly isRunning: boolean
  /** Why the last attempt failed, and when. */
  readonly failure: { at: number; problem: string } | undefined
  /** Newest first. */
  list(): Promise<KeptBackup[]>
  /** Makes one, or waits for the one that is being made; rejects if it cannot be made. */
  makeNow(): Promise<{ name: string; problem: string }>
  /** Runs a function with the file of one. */
  lend<T>(name: string, use: (file: string) => Promise<T>): Promise<T>
}

/** Which backup is to be restored, and who wants that. */
export type RestoreRequest = { name: string; companyId: number; userId: number }

/**
 * A restoration, under way or the last one. Instants in microseconds since the epoch; `ended` is 0 until then. `backup`: the
 * backup of what was there; `kept`: where that is kept itself; `problem`: why it failed.
 */
export type Restored = {
  name: string
  step: 'preparing' | 'backing_up' | 'replacing' | 'done' | 'failed'
  began: number
  ended: number
  backup: string
  kept: string
  problem: string
}

/** Restores backups while the process goes on. */
export interface Restorer {
  /** What is being restored, or was since the process was started. */
  readonly state: Restored | undefined
  readonly isRunning: boolean
  /** Begins to restore a backup. Throws if another one is being restored. */
  begin(request: RestoreRequest): void
}
