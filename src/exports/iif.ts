import type { Table } from '../rules/payroll_files/table.ts'
import { toWindows } from '../rules/payroll_files/windows.ts'
import type { Out, Writer } from './writer.ts'

/** Writes IIF for QuickBooks Desktop: tab-separated text in Windows-1252, quoted like Excel where necessary. */
export function iifWriter({ above = [], columns }: Table, out: Out): Writer {
  const print = (rows: readonly (readonly unknown[])[]) =>
    out(toWindows(rows.map((row) => `${row.map(cell).join('\t')}\r\n`).join('')))
  print([...above, columns.map(({ header }) => header)])
  return { write: print, end: async () => {} }
}

function cell(value: unknown): string {
  const text = String(value)
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
