import { msg } from '../../../src/rules/language/messages.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'

/** The words for yes and no in a file. */
export const [yes, no] = [msg('yes'), msg('no')]

/** Whether a cell contains this word, in English or in the person’s language. */
export function isWord(text: string, message: string): boolean {
  return [message, t(message)].some((word) => folded(word) === folded(text))
}

/** Parses yes or no in common words; undefined if it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (isWord(text, yes)) return true
  if (isWord(text, no)) return false
  if (['y', 'true', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí'].includes(word)) return true
  return ['n', 'false', '0', '-', 'off', 'nein', 'non'].includes(word) ? false : undefined
}
