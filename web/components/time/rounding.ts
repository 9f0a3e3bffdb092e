import { type RoundingVersion, roundingOf } from '../../../src/rules/time/rounding.ts'
import type { AnswerOf } from '../../api/contract.ts'

/** How a person's hours are rounded, oldest first, from what the server says about it. */
export function roundingIn(described: AnswerOf<'GET /api/console/time_rules'>['rounding']): readonly RoundingVersion[] {
  if (described.length === 0) return [{ from: null, rounding: undefined }]
  return described.map(({ from, ...section }) => ({ from, rounding: roundingOf(section) }))
}
