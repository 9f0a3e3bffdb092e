import { t } from '../../../language.ts'
import { type Damage, damageOf } from './cells.ts'
import { separatorNames } from './separators.ts'
import type { Line, Sheet } from './sheet.ts'

/** Why a line cannot be read; undefined if it can. */
export function lineProblem(
  { problem, cells }: Line,
  { headers, separator }: Pick<Sheet, 'headers' | 'separator'>,
): string | undefined {
  if (problem === 'quote_open') return t('A quotation mark is opened in this row but never closed.')
  if (problem === 'quote_stray')
    return t('A quotation mark is misplaced. Put the whole cell in quotation marks, and double those inside it.')
  if (problem === 'cut') return t('The file ends in the middle of this row.')
  if (problem !== 'too_many_cells') return undefined
  return t(
    'This row has {count} cells, but the file has {all} columns. Put cells with a {separator} in quotation marks.',
    {
      count: cells.length,
      all: headers.length,
      separator: t(separatorNames[separator] ?? separator),
    },
  )
}

/** Why a cell cannot be what was meant; undefined if it can. */
export function cellProblem(text: string): string | undefined {
  const damage = damageOf(text)
  return damage && damageTexts[damage](text)
}

const damageTexts: Record<Damage, (value: string) => string> = {
  shortened: (value) => t('“{value}” was shortened by a spreadsheet. Enter all of its digits.', { value }),
  error: (value) => t('“{value}” is an error of a spreadsheet. Enter the value.', { value }),
  lines: () => t('This cell has several lines. A quotation mark may be missing here or above.'),
}
