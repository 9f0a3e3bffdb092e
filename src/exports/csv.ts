import { stringify } from 'csv-stringify/sync'
import { type Column, clockText, type Table } from '../rules/payroll_files/table.ts'
import { csvLines } from '../rules/text/csv.ts'
import { guarded } from '../rules/text/formulas.ts'
import type { DecimalMark } from './question.ts'
import type { Out, Writer } from './writer.ts'

/** `forPeople`: whether people open the file in a spreadsheet. Otherwise, a program reads it. */
type Options = { forPeople: boolean; mark: DecimalMark }

/**
 * Writes CSV. Files for people have a byte order mark, so spreadsheets read them as UTF-8,
 * and text that would be a formula gets an apostrophe. Programs get every text as it was written.
 */
export function csvWriter({ columns, foot }: Table, out: Out, { forPeople, mark }: Options): Writer {
  const print = (rows: readonly unknown[][], bom: boolean) =>
    stringify(rows as unknown[][], {
      bom,
      delimiter: mark === 'comma' ? ';' : ',',
      ...csvLines,
      cast: {
        number: (value, { column }) => numberText(value, columns[Number(column)], mark),
        string: (value) => (forPeople ? guarded(value) : value),
      },
    })
  out(Buffer.from(print([columns.map(({ header }) => header)], forPeople)))
  return {
    write: (rows) => out(Buffer.from(print(rows, false))),
    end: async () => {
      if (foot) out(Buffer.from(print([foot], false)))
    },
  }
}

function numberText(value: number, column: Column | undefined, mark: DecimalMark): string {
  if (column?.kind === 'clock') return clockText(value)
  const text = column?.kind === 'hours' || column?.kind === 'money' ? value.toFixed(2) : String(value)
  return mark === 'comma' ? text.replace('.', ',') : text
}
