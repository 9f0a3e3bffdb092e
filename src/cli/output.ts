import { elementAt } from '../rules/elements.ts'
import { printLocal, printUtc } from '../rules/time/calendar.ts'
import { terminal } from './terminal.ts'

/** Prints a value as one line of JSON, for programs. */
export function printJson(value: unknown): void {
  terminal().write(`${JSON.stringify(value)}\n`)
}

/** Prints text for people. */
export function say(text: string): void {
  terminal().write(`${text}\n`)
}

/** Prints text for people to standard error, when a program may read standard output. */
export function note(text: string): void {
  terminal().writeError(`${text}\n`)
}

/** Formats rows below a line of headings, in aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [headings, ...rows].map((row) => row.map(String))
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => elementAt(row, column).length)))
  return texts
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(elementAt(widths, column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** An instant for people, to the minute, in this machine's time zone; '-' for 0. */
export function moment(instant: number): string {
  if (instant === 0) return '-'
  return printLocal(instant, Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 16).replace('T', ' ')
}

/** An instant for programs, as the API prints it; null for 0. */
export function stamp(instant: number): string | null {
  return instant === 0 ? null : printUtc(instant)
}

/** A number and its noun, such as `1 delivery` or `2 deliveries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`
}
