import { useState } from 'react'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'

type Value = string | number | null
type Settings = AnswerOf<'GET /api/console/settings'>

/** A rule of overtime as people write it. */
export type Rule = Settings['presets'][string][number]

/** Whose settings: the company's, a group's or a person's. */
export type Scope = { for: 'company' | 'group' | 'user'; id?: number }

/** The settings of a company, a group or a person, with what was changed on the page and not saved yet. */
export function useSettings(scope: Scope) {
  const question = useAnswer('setup', '/api/console/settings', scope)
  const [draft, setDraft] = useState<Record<string, Record<string, Value>>>({})
  const save = useChange((change: BodyOf<'PUT /api/console/settings'>) =>
    ask('PUT', '/api/console/settings', { body: { ...scope, ...change } }),
  )
  const { data } = question
  return {
    question,
    save,
    /** The value as it will be: changed here, or as it is. */
    value(section: string, key: string): Value {
      return draft[section]?.[key] ?? data?.settings[section]?.[key] ?? ''
    },
    change(section: string, key: string, value: Value): void {
      setDraft((before) => ({ ...before, [section]: { ...before[section], [key]: value } }))
    },
    /** What was changed of these settings. */
    changed(asked: readonly { section: string; key: string }[]): Record<string, Record<string, Value>> {
      const found: Record<string, Record<string, Value>> = {}
      for (const { section, key } of asked) {
        const value = draft[section]?.[key]
        if (value !== undefined && String(value) !== String(data?.settings[section]?.[key]))
          found[section] = { ...found[section], [key]: value }
      }
      return found
    },
    /** Forgets what was changed. */
    reset(): void {
      setDraft({})
      save.reset()
    },
    /** What the server said against a setting, if it was this one. */
    problem(section: string, key: string): string | undefined {
      const message = save.error?.message
      const start = `${section}.${key}: `
      if (!message?.toLowerCase().startsWith(start)) return undefined
      const rest = message.slice(start.length)
      return rest.charAt(0).toUpperCase() + rest.slice(1)
    },
  }
}

/** What `useSettings` gives. */
export type SettingsForm = ReturnType<typeof useSettings>
