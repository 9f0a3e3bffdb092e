import type { Entry } from './entry.ts'
import type { RefusalCode, refusals } from './table.ts'

// Rules name their reasons with this file. It does not import the table, which the web app does not load at its start.

/** Why something is refused. `field` is the property or parameter at fault, if it is one thing. */
export type Reason = {
  readonly code: RefusalCode
  readonly field?: string
  readonly values?: { readonly [name: string]: string | number }
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Named<E extends Entry> = E extends { field: string } ? Exclude<NamesIn<E['text']>, 'field'> : NamesIn<E['text']>
type ValuesNamed<Names extends string> = { [N in Names]: N extends 'field' ? string : string | number } & {
  field?: string
}

/** The values to give with a code: those that its text names. A field replaces that of the entry. */
export type Given<C extends RefusalCode> = C extends RefusalCode
  ? [Named<(typeof refusals)[C]>] extends [never]
    ? [values?: { field?: string }]
    : [values: ValuesNamed<Named<(typeof refusals)[C]>>]
  : never

/** A reason with its values. */
export function reason<C extends RefusalCode>(code: C, ...[given = {}]: Given<C>): Reason {
  const { field, ...values }: { field?: string } = given
  const hasValues = Object.keys(values).length > 0
  return { code, ...(field !== undefined && { field }), ...(hasValues && { values: values as Reason['values'] & {} }) }
}

/** The sentence of an entry. A text without `{field}` comes after the field. */
export function sentence({ text, field: usual }: Entry, { field = usual, values }: Reason): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name) => String(name === 'field' ? field : values?.[name]))
  return field === undefined || text.includes('{field}') ? filled : `${field}: ${filled}`
}

/** Thrown by a rule that does not accept what it reads; `entries` has the code. */
export class Refused<C extends RefusalCode = RefusalCode> extends Error {
  readonly reason: Reason
  constructor(entries: { readonly [Code in C]: Entry }, code: C, ...values: Given<C>) {
    const why = reason(code, ...values)
    super(sentence(entries[code], why))
    this.reason = why
  }
}
