import { useState } from 'react'
import type { Reason } from '../../../src/rules/refusals/reason.ts'
import { entryOf } from '../../../src/rules/settings/forms.ts'
import { expected } from '../../../src/rules/settings/kinds.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { refresh, useAnswer, useChange } from '../../api/queries.ts'
import { ApiError, ask } from '../../api/request.ts'
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
      const isOfSetting = reasonOf(save.error)?.field?.includes('.')
      return title === tried && !isOfSetting ? save.error?.message : undefined
    },
    /** Discards unsaved changes of these settings. */
    reset(asked: readonly { section: string; key: string }[]): void {
      setDraft((before) => without(before, asked))
      setFrom(undefined)
      save.reset()
    },
    /** The server's error for this setting, if there is one. */
    problem(section: string, key: string): string | undefined {
      const reason = reasonOf(save.error)
      if (reason?.field !== `${section}.${key}`) return undefined
      return mustBe(section, key, reason) ?? save.error?.message
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

function reasonOf(error: Error | null): Reason | undefined {
  return error instanceof ApiError ? error.reason : undefined
}

/** The settings of section general that others must be less than, by the code of the refusal. */
const greater: Readonly<Record<string, string>> = {
  first_period_too_long: 'payroll_last_end_day',
  lunch_too_long: 'lunch_threshold',
  pause_beyond_rest: 'min_rest_hours',
}

/** What a setting must be, in words that name the settings as on the page; undefined if the refusal says it all. */
function mustBe(section: string, key: string, { code, values }: Reason): string | undefined {
  const other = entryOf('general', greater[code] ?? '')
  const value = values?.day ?? values?.hours ?? ''
  if (other) return t('Must be less than “{setting}”, which is {value}', { setting: t(other.label), value })
  const form = entryOf(section, key)?.form
  return form && code === 'setting_malformed' ? t('Must be {value}', { value: expected(form, t) }) : undefined
}

/** The result of `useSettings`. */
export type SettingsForm = ReturnType<typeof useSettings>
