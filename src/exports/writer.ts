import type { Cell } from '../rules/payroll_files/table.ts'

/** Takes bytes of a file, in their order. */
export type Out = (bytes: Uint8Array) => void

/** Makes the bytes of a file of rows. */
export type Writer = {
  rows(rows: Cell[][]): void
  /** Writes what is left; nothing may follow. */
  end(): Promise<void>
}
