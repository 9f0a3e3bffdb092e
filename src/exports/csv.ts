import { stringify } from 'csv-stringify/sync'
import { type Column, clockText, type Table } from '../rules/payroll_files/table.ts'
import type { Out, Writer } from './writer.ts'

/**
 * Writes CSV with line endings as in RFC 4180. Text that a spreadsheet would interpret as a formula gets an apostrophe.
 * `bom` is for files that people open, so spreadsheets read them as UTF-8.
 */
export function csvWriter({ columns, foot }: Table, out: Out, options: { bom: boolean }): Writer {
  const print = (rows: readonly unknown[][], bom: boolean) =>
    stringify(rows as unknown[][], {
      bom,
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: {
        number: (value, { column }) => numberText(value, columns[Number(column)]),
        // Hours that were paid too much are negative; no spreadsheet takes them for a formula.
        string: (value) => (/^-\d+(\.\d+)?$/.test(value) ? { value, escape_formulas: false } : value),
      },
    })
  out(Buffer.from(print([columns.map(({ header }) => header)], options.bom)))
  return {
    write: (rows) => out(Buffer.from(print(rows, false))),
    end: async () => {
      if (foot) out(Buffer.from(print([foot], false)))
    },
  }
}

function numberText(value: number, column: Column | undefined): string {
  if (column?.kind === 'clock') return clockText(value)
  return column?.kind === 'hours' || column?.kind === 'money' ? value.toFixed(2) : String(value)
}
