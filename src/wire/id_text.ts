import { isId } from '../engine/table.ts'

/** The id that a text of digits is; 0, the id of no record, for every other text. */
export function idIn(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return isId(id) ? id : 0
}
