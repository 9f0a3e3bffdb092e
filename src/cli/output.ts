import { printLocal, printUtc } from '../rules/calendar.ts'
import { terminal } from './terminal.ts'

/** Prints a value as one line of JSON, for programs. */
export function printJson(value: unknown): void {
  terminal().write(`${JSON.stringify(value)}\n`)
}

/** Prints to people. */
export function say(text: string): void {
  terminal().write(`${text}\n`)
}

/** Prints to people beside an output that a program may read. */
export function note(text: string): void {
  terminal().writeError(`${text}\n`)
}

/** Rows below a line of headings, in columns as wide as they need to be. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [headings, ...rows].map((row) => row.map(String))
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]!.length)))
  return texts
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** An instant for people: minutes, in the zone of this machine. '-' for none. */
export function moment(instant: number): string {
  if (instant === 0) return '-'
  return printLocal(instant, Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 16).replace('T', ' ')
}

/** An instant for programs, as the API prints it; null for none. */
export function stamp(instant: number): string | null {
  return instant === 0 ? null : printUtc(instant)
}
