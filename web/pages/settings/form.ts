import { useState } from 'react'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'

type Value = string | number | null
type Settings = AnswerOf<'GET /api/console/settings'>

/** An overtime rule, in hours. */
export type Rule = Settings['presets'][string][number]

/** What the settings apply to: the company, a group or a person. */
export type Scope = { for: 'company' | 'group' | 'user'; id?: number }

/** The settings of a company, group or person, with unsaved changes. */
export function useSettings(scope: Scope) {
  const question = useAnswer('setup', '/api/console/settings', scope)
  const [draft, setDraft] = useState<Record<string, Record<string, Value>>>({})
  const [from, setFrom] = useState('')
  const save = useChange((change: BodyOf<'PUT /api/console/settings'>) =>
    ask('PUT', '/api/console/settings', { body: { ...scope, ...change } }),
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
    /** The day from which changed settings hold that pay depends on; '' for the server's choice. */
    from,
    setFrom,
    /** Whether pay depends on one of these changes. */
    isDated(changed: Record<string, Record<string, Value>>): boolean {
      return Object.entries(changed).some(([section, values]) =>
        Object.keys(values).some((key) => data?.forms[section]?.[key]?.dated === true),
      )
    },
    /** Discards unsaved changes. */
    reset(): void {
      setDraft({})
      setFrom('')
      save.reset()
    },
    /** The server's error for this setting, if there is one. */
    problem(section: string, key: string): string | undefined {
      const message = save.error?.message
      const start = `${section}.${key}: `
      if (!message?.toLowerCase().startsWith(start)) return undefined
      const rest = message.slice(start.length)
      return rest.charAt(0).toUpperCase() + rest.slice(1)
    },
  }
}

/** The result of `useSettings`. */
export type SettingsForm = ReturnType<typeof useSettings>
