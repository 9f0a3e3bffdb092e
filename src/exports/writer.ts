import type { Cell, Part } from '../rules/payroll_files/table.ts'
import type { PersonTime } from '../rules/payroll_files/time.ts'

/** Receives the bytes of a file, in order. */
export type Out = (bytes: Uint8Array) => void

/** Writes a file. */
export type Writer = {
  /** Writes rows, with the person's time that they were made from. */
  write(rows: Cell[][], time?: PersonTime): void
  /** Begins another table after the first. Only in formats that can hold several. */
  next?(part: Part): void
  /** Writes the rest of the file. Must be the last call. */
  end(): Promise<void>
}
