import type { Cell } from '../rules/payroll_files/table.ts'
import type { PersonTime } from '../rules/payroll_files/time.ts'

/** Takes bytes of a file, in their order. */
export type Out = (bytes: Uint8Array) => void

/** Makes the bytes of a file. */
export type Writer = {
  /** Takes rows, and the time of the person that they were made of. */
  write(rows: Cell[][], time?: PersonTime): void
  /** Writes what is left; nothing may follow. */
  end(): Promise<void>
}
