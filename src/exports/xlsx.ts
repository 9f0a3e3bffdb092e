import writeXlsxFile, { type Row } from 'write-excel-file/node'
import { RequestError } from '../engine/errors.ts'
import type { Cell, Column } from '../rules/payroll_files/table.ts'
import type { Out, Writer } from './writer.ts'

/** The package holds the whole sheet in memory, about 4 kB per row; larger exports must be CSV. */
const rowsMax = 50_000

const formats = { text: '@', date: 'yyyy-mm-dd', whole: '0', hours: '0.00', money: '0.00' }

/** Writes a spreadsheet with one sheet and a frozen header row. Text cells are never interpreted as formulas. */
export function xlsxWriter(columns: readonly Column[], name: string, out: Out): Writer {
  const sheet: Row[] = [columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const }))]
  return {
    write: (rows) => {
      if (sheet.length + rows.length > rowsMax + 1)
        throw new RequestError(
          417,
          `format: a spreadsheet can have at most ${rowsMax} rows; use csv, or select fewer days or people`,
        )
      for (const row of rows) sheet.push(row.map((cell, index) => cellOf(cell, columns[index]!)))
    },
    end: async () => {
      const file = writeXlsxFile(sheet, {
        sheet: name,
        stickyRowsCount: 1,
        columns: columns.map(({ width }) => ({ width })),
      })
      out(await file.toBuffer())
    },
  }
}

function cellOf(value: Cell, { kind }: Column): Row[number] {
  if (value === '') return null
  if (typeof value === 'number') return { value, format: formats[kind] }
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), format: formats.date }
  return { value, type: String }
}
