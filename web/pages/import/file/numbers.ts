/** The decimal mark of a column. */
export type Mark = 'point' | 'comma'

/** What a text says: a number, one that depends on the mark, or undefined if it is not a number. */
type Found = { mark: Mark | undefined; value: number } | { point: number; comma: number } | undefined

/**
 * Parses a number as people write it: `1,234.50`, `37,5`, `$ 24`, `1 234,50 €`. `64.000` is 64 or 64,000: the mark of its
 * column decides. Undefined if it is not a number, or if nothing decides.
 */
export function readNumber(text: string, mark: Mark | undefined): number | undefined {
  const found = numberIn(text)
  if (!found) return undefined
  if ('value' in found) return found.value
  return mark && found[mark]
}

/** Parses a number that may be below zero: `-20`, `(20.00)`. */
export function readSigned(text: string, mark: Mark | undefined): number | undefined {
  const below = /^\s*(?:[-−](.*)|\((.*)\)|(.*)[-−])\s*$/.exec(text)
  const value = readNumber(below ? (below[1] ?? below[2] ?? below[3] ?? '') : text, mark)
  return value === undefined || !below ? value : -value
}

/**
 * The decimal mark that the numbers of a column show. `open` is a number that can be read in two ways if they show none,
 * or both; `shown` one from which the reading can be seen.
 */
export function markOf(texts: readonly string[]): { mark?: Mark; open?: string; shown?: string } {
  const marks = new Set<Mark>()
  let unclear: string | undefined
  let shown: string | undefined
  for (const text of texts) {
    const found = numberIn(text.replaceAll(/[-−()]/g, ''))
    if (!found) continue
    if ('point' in found) unclear ??= text
    else if (found.mark) {
      marks.add(found.mark)
      shown ??= text
    }
  }
  const [mark] = marks.size === 1 ? marks : []
  return {
    ...(mark && { mark }),
    ...(unclear !== undefined && !mark && { open: unclear }),
    ...(unclear !== undefined ? { shown: unclear } : shown !== undefined && { shown }),
  }
}

const space = String.raw`[ \u00a0\u2009\u202f'’]`
const forms: readonly [RegExp, Mark | undefined][] = [
  [/^\d+$/, undefined],
  [new RegExp(String.raw`^\d{1,3}(${space}\d{3})+$`), undefined],
  [new RegExp(String.raw`^\d{1,3}(${space}\d{3})+\.\d+$`), 'point'],
  [new RegExp(String.raw`^\d{1,3}(${space}\d{3})+,\d+$`), 'comma'],
  [/^\d{1,3}(,\d{3})+\.\d+$/, 'point'],
  [/^\d{1,3}(\.\d{3})+,\d+$/, 'comma'],
  [/^\d{1,3}(,\d{3}){2,}$/, 'point'],
  [/^\d{1,3}(\.\d{3}){2,}$/, 'comma'],
  // As in India.
  [/^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/, 'point'],
  [/^\d*\.\d+$/, 'point'],
  [/^\d*,\d+$/, 'comma'],
]

function numberIn(text: string): Found {
  const bare = text.trim().replace(/^([A-Z]{0,3}\p{Sc}|[A-Z]{3})\s*|\s*(\p{Sc}|[A-Z]{3})$/gu, '')
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) {
    const [whole, split] = [Number(bare.replace(/[.,]/, '')), Number(bare.replace(',', '.'))]
    return bare.includes('.') ? { point: split, comma: whole } : { point: whole, comma: split }
  }
  const form = forms.find(([pattern]) => pattern.test(bare))
  if (!form) return undefined
  const [, mark] = form
  const digits = mark === 'comma' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  return { mark, value: Number(digits.replaceAll(new RegExp(space, 'g'), '')) }
}
