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
}
