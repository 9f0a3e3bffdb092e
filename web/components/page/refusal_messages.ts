import type { Entry } from '../../../src/rules/refusals/entry.ts'
import { refusals } from '../../../src/rules/refusals/table.ts'

/** What people see for each reason, by its code. The build keeps these messages only, without the API's own texts. */
export const refusalMessages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Entry>(refusals).flatMap(([code, { shown }]) => (shown === false ? [] : [[code, shown]])),
)
