import type { Cell } from '../rules/payroll_files/table.ts'
import type { PersonTime } from '../rules/payroll_files/time.ts'

/** Receives the bytes of a file, in order. */
export type Out = (bytes: Uint8Array) => void

/** Writes a file. */
export type Writer = {
  /** Writes rows, with the person's time that they were made from. */
  write(rows: Cell[][], time?: PersonTime): void
  /** Writes the rest of the file. Must be the last call. */
  end(): Promise<void>
}
