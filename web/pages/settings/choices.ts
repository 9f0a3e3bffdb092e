import { inOrder } from '../../components/listing/order.ts'
import { locale, t } from '../../language.ts'
import type { ShownSetting } from './plan.ts'

/** A choice of a setting: the stored value, and its text on screen. */
export type Choice = { value: string | number; text: string }

/** What can be chosen for a setting; undefined if its value is typed. Countries are sorted by name. */
export function choicesOf(setting: ShownSetting): readonly Choice[] | undefined {
  const { form, words } = setting
  const values = form.kind === 'choice' ? form.choices : words && Object.keys(words)
  const namer = namers[`${setting.section}.${setting.key}`]
  const choices = values?.map((value) => ({ value, text: textOf(value, words, namer) }))
  return namer ? choices?.sort((a, b) => rankOf(a) - rankOf(b) || inOrder(a.text, b.text)) : choices
}

type Namer = (code: string) => string

/** Names in the person’s language, from the browser. */
const namers: Record<string, Namer> = {
  'general.country': (code) => nameIn('region', code),
  'general.currency': (code) => `${code}, ${nameIn('currency', code)}`,
}

function nameIn(type: 'region' | 'currency', code: string): string {
  return new Intl.DisplayNames(locale() ?? 'en-US', { type }).of(code)!
}

function textOf(value: string | number, words: ShownSetting['words'], namer: Namer | undefined): string {
  const word = words?.[value]
  if (namer && value !== '') return namer(String(value))
  return word === undefined ? String(value).replaceAll('_', ' ') : t(word)
}

/** No country or currency is the first choice. */
function rankOf({ value }: Choice): number {
  return value === '' ? 0 : 1
}
