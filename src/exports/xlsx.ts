import writeXlsxFile, { type Row } from 'write-excel-file/node'
import { RequestError } from '../engine/errors.ts'
import { elementAt } from '../rules/elements.ts'
import type { Translate } from '../rules/language/messages.ts'
import { type Cell, type Column, headingOf, type Table } from '../rules/payroll_files/table.ts'
import type { Out, Writer } from './writer.ts'

/** The package holds the whole sheet in memory, about 4 kB per row; larger exports must be CSV. */
const rowsMax = 50_000

const formats = {
  text: '@',
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
  whole: '0',
  hours: '0.00',
  clock: '[h]:mm',
  money: '0.00',
}

/** Writes a spreadsheet with one sheet, and a header row that is frozen and filters the rows. Text cells are never interpreted as formulas. */
export function xlsxWriter({ columns, foot, sums }: Table, name: string, t: Translate, out: Out): Writer {
  const sheet: Row[] = [
    columns.map((column) => ({ value: headingOf(column, t), fontWeight: 'bold' as const, wrap: true })),
  ]
  return {
    write: (rows) => {
      if (sheet.length + rows.length > rowsMax + 1)
        throw new RequestError(417, 'too_many_spreadsheet_rows', { max: rowsMax })
      for (const row of rows)
        sheet.push(row.map((cell, index) => styled(cellOf(cell, elementAt(columns, index)), sums?.has(row) ?? false)))
    },
    end: async () => {
      const filtered = `A1:${letters(columns.length)}${sheet.length}`
      if (foot) sheet.push(foot.map((cell, index) => styled(cellOf(cell, elementAt(columns, index)), true)))
      const file = writeXlsxFile(
        sheet,
        { sheet: sheetName(name), stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) },
        { features: filterOf(filtered) },
      )
      out(await file.toBuffer())
    },
  }
}

/** Spreadsheets take at most 31 characters, without those that mean something in references. */
function sheetName(title: string): string {
  return title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim()
}

type Features = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>

/** Adds buttons to the header row that filter the rows; the row of totals is not one of them. */
function filterOf(range: string): Features {
  const transform = (xml: string) => xml.replace('</sheetData>', `</sheetData><autoFilter ref="${range}"/>`)
  return [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }]
}

/** The name of a column by its number from 1: A to Z, AA and so on. */
function letters(column: number): string {
  const rest = (column - 1) % 26
  const letter = String.fromCharCode(65 + rest)
  return column > 26 ? letters((column - 1 - rest) / 26) + letter : letter
}

function styled(cell: Row[number], bold: boolean): Row[number] {
  return bold && cell && typeof cell === 'object' && 'value' in cell ? { ...cell, fontWeight: 'bold' } : cell
}

function cellOf(value: Cell, { kind }: Column): Row[number] {
  if (value === '') return null
  // A spreadsheet counts time in days.
  if (kind === 'clock' && typeof value === 'number') return { value: value / 86_400, format: formats.clock }
  if (typeof value === 'number') return { value, format: formats[kind] }
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), format: formats.date }
  if (kind === 'time') return { value: new Date(`${value.replace(' ', 'T').replace('Z', '')}Z`), format: formats.time }
  return { value, type: String }
}
