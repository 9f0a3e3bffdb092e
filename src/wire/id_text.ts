import { isId } from '../engine/table.ts'

/** The id in a text of digits; 0, which is no record's id, for any other text. */
export function idIn(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return isId(id) ? id : 0
}
