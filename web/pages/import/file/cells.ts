/** What damaged a cell: a spreadsheet that shortened a number or could not reckon it, or more than one line. */
export type Damage = 'shortened' | 'error' | 'lines'

/** Whether a cell cannot be what was meant: `3.03555E+09`, `#REF!`, `#####`, or text of several lines. */
export function damageOf(text: string): Damage | undefined {
  if (/^[-+]?\d([.,]\d+)?E[+-]\d{2,3}$/i.test(text)) return 'shortened'
  if (/^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|#+)$/i.test(text)) return 'error'
  return text.includes('\n') ? 'lines' : undefined
}

/**
 * First and last name from one text: `Rosa Diaz`, `Diaz, Rosa`. Undefined if a comma separates something else, as in
 * `Martin King, Jr.`.
 */
export function namesFrom(text: string): { first: string; last: string } | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > 2) return undefined
  if (parts.length === 2) {
    const [last = '', first = ''] = parts
    return last === '' || first === '' || isSuffix(first) ? undefined : { first, last }
  }
  const [, first = text, last = ''] = /^(.*?)\s+(\S+)$/.exec(text) ?? []
  return { first, last }
}

function isSuffix(text: string): boolean {
  return /^(jr|sr|ii|iii|iv|v|phd|ph\.d|md|m\.d|esq|cpa|rn|pe)\.?$/i.test(text)
}
