import { useState } from 'react'
import { translator } from '../../../src/rules/language/messages.ts'
import { entryOf } from '../../../src/rules/settings/forms.ts'
import { expected } from '../../../src/rules/settings/kinds.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { refresh, useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { inPlainWords } from '../../components/page/refusal.ts'
import { t } from '../../language.ts'

type Value = string | number | null
type Settings = AnswerOf<'GET /api/console/settings'>

/** An overtime rule, in hours. */
export type Rule = Settings['presets'][string][number]

/** What the settings apply to: the company, a group or a person. */
export type Scope = { for: 'company' | 'group' | 'user'; id?: number }

/** When a change takes effect: a day, null for all time, or undefined for the server's choice. */
export type From = string | null | undefined

/** Sends a change, once it is known whether it may alter approved time. */
type Send = <T>(send: (alters_approved: boolean) => Promise<T>, change: Change) => Promise<T>

/** A change of settings or overtime rules. */
export type Change = BodyOf<'POST /api/console/settings/preview'>

/** The settings of a company, group or person, with unsaved changes. `send` asks before approved time is altered. */
export function useSettings(scope: Scope, send: Send) {
  const question = useAnswer('setup', '/api/console/settings', scope)
  const [draft, setDraft] = useState<Draft>({})
  const [from, setFrom] = useState<From>()
  const [tried, setTried] = useState('')
  const save = useChange((change: BodyOf<'PUT /api/console/settings'>) =>
    send(
      (alters_approved) =>
        ask('PUT', '/api/console/settings', {
          body: { ...scope, ...change, ...(alters_approved && { alters_approved }) },
        }),
      change,
    ),
  )
  const { data } = question
  return {
    question,
    save,
    /** The current value, with unsaved changes. */
    value(section: string, key: string): Value {
      return draft[section]?.[key] ?? data?.settings[section]?.[key] ?? ''
    },
    change(section: string, key: string, value: Value): void {
      setDraft((before) => ({ ...before, [section]: { ...before[section], [key]: value } }))
    },
    /** The unsaved changes among these settings. */
    changed(asked: readonly { section: string; key: string }[]): Record<string, Record<string, Value>> {
      const found: Record<string, Record<string, Value>> = {}
      for (const { section, key } of asked) {
        const value = draft[section]?.[key]
        if (value !== undefined && String(value) !== String(data?.settings[section]?.[key]))
          found[section] = { ...found[section], [key]: value }
      }
      return found
    },
    /** When changed settings that affect pay take effect. */
    from,
    setFrom,
    /** Whether one of these changes affects pay. */
    isDated(changed: Record<string, Record<string, Value>>): boolean {
      return Object.entries(changed).some(([section, values]) =>
        Object.keys(values).some((key) => data?.forms[section]?.[key]?.dated === true),
      )
    },
    /** Saves a change in the card with this title, and waits until it is shown, so that the draft can be discarded. */
    async saveCard(title: string, change: BodyOf<'PUT /api/console/settings'>): Promise<void> {
      setTried(title)
      await save.mutateAsync(change)
      await refresh(undefined, { cancelRefetch: false })
    },
    /** The server's error about the card with this title as a whole. */
    problemOf(title: string): string | undefined {
      const message = save.error?.message
      return title === tried && message && !/^\w+\.\w+: /.test(message) ? inPlainWords(message) : undefined
    },
    /** Discards unsaved changes of these settings. */
    reset(asked: readonly { section: string; key: string }[]): void {
      setDraft((before) => without(before, asked))
      setFrom(undefined)
      save.reset()
    },
    /** The server's error for this setting, if there is one. */
    problem(section: string, key: string): string | undefined {
      const message = save.error?.message
      const start = `${section}.${key}: `
      if (!message?.toLowerCase().startsWith(start)) return undefined
      const rest = message.slice(start.length)
      const told = mustBe(section, key, rest) ?? inPlainWords(rest)
      return told.charAt(0).toUpperCase() + told.slice(1)
    },
  }
}

type Draft = Record<string, Record<string, Value>>

function without(draft: Draft, asked: readonly { section: string; key: string }[]): Draft {
  const gone = new Set(asked.map(({ section, key }) => `${section}.${key}`))
  return Object.fromEntries(
    Object.entries(draft).map(([section, values]) => [
      section,
      Object.fromEntries(Object.entries(values).filter(([key]) => !gone.has(`${section}.${key}`))),
    ]),
  )
}

/** The server’s message about an invalid value of a setting, in the person’s language. */
function mustBe(section: string, key: string, message: string): string | undefined {
  const [, other = '', than] = /^must be (?:shorter than|before) (\w+), which is (\d+)/.exec(message) ?? []
  const compared = entryOf(section, other)
  if (compared && than)
    return t('Must be less than “{setting}”, which is {value}', { setting: t(compared.label), value: than })
  const form = entryOf(section, key)?.form
  if (!form || message !== `must be ${expected(form, inEnglish)}`) return undefined
  return t('Must be {value}', { value: expected(form, t) })
}

const inEnglish = translator('en')

/** The result of `useSettings`. */
export type SettingsForm = ReturnType<typeof useSettings>
