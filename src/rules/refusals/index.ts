import type { Entry } from './entry.ts'
import { type Reason, sentence } from './reason.ts'
import { refusals } from './table.ts'

/** The sentence that the API answers. */
export function textOf(reason: Reason): string {
  return sentence(refusals[reason.code], reason)
}

/** The reason with the field of its entry, unless it names its own. */
export function withField({ code, field, values }: Reason): Reason {
  const { field: usual }: Entry = refusals[code]
  const of = field ?? usual
  return { code, ...(of !== undefined && { field: of }), ...(values && { values }) }
}
