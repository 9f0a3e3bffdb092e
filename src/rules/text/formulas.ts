// Spreadsheets take text that begins with one of these characters for a formula.
const begins = /^[=+\-@\t\r＝＋－＠]/
const guardedText = /^'+[=+\-@\t\r＝＋－＠]/
const plainNumber = /^-\d+([.,]\d+)?$/

/**
 * Text for a file that people open in a spreadsheet: an apostrophe before what would be a formula. Numbers below zero stay
 * as they are. `unguarded` takes the apostrophe away again.
 */
export function guarded(text: string): string {
  if (plainNumber.test(text)) return text
  return begins.test(text) || guardedText.test(text) ? `'${text}` : text
}

/** Text as it was before `guarded`. */
export function unguarded(text: string): string {
  return guardedText.test(text) ? text.slice(1) : text
}
