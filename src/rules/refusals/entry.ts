/**
 * One reason for a refusal. `text` is what the API answers, with the names of values in braces; `field` the property or
 * parameter that is at fault, unless each refusal names its own. A text without `{field}` is printed after it. `shown` is
 * the message for people in the app; false if people cannot meet it there, because only programs can ask for it.
 */
export type Entry = { readonly text: string; readonly field?: string; readonly shown: string | false }
