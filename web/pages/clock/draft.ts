import { useEffect, useRef, useState } from 'react'
import { openDrafts } from '../../api/punches.ts'
import type { FieldValues } from '../../components/fields/field_rules.ts'

/** Edits of the running entry that may not be saved yet. */
export type Draft = { notes?: string; values?: FieldValues }

const restMilliseconds = 1200
const empty: Draft = {}

/**
 * Saves edits shortly after the last keystroke and when leaving the page; edits cut off by a reload are restored by
 * `name`. `take` hands over unsaved edits to a caller that saves them together with something else, and says with `forget`
 * that they are saved.
 */
export function useDraft(name: string, save: (draft: Draft) => Promise<void>) {
  const [draft, setDraft] = useState(() => leftBehind(name))
  const latest = useRef({ draft, save, saved: empty, isTaken: false })
  latest.current.draft = draft
  latest.current.save = save

  const saveNow = useRef(async () => {
    const { draft, save, saved } = latest.current
    if (draft === empty || draft === saved) return
    latest.current.saved = draft
    await save(draft)
    // Keep what was typed in the meantime; everything else is now in the entry itself.
    setDraft((now) => (now === draft ? empty : now))
  }).current

  useEffect(() => {
    if (draft === empty) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(draft))
  }, [name, draft])
  useEffect(() => {
    if (draft === empty) return
    const timer = setTimeout(() => void saveNow(), restMilliseconds)
    return () => clearTimeout(timer)
  }, [draft, saveNow])
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void saveNow()
    }
    document.addEventListener('visibilitychange', hidden)
    openDrafts.add(saveNow)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      openDrafts.delete(saveNow)
      // What was handed over may be refused; then the page shows the entry again, with its draft.
      if (latest.current.isTaken) return
      sessionStorage.removeItem(name)
      void saveNow()
    }
  }, [name, saveNow])

  const take = (): Draft => {
    // What was typed since the last press belongs to it, too.
    const { draft } = latest.current
    Object.assign(latest.current, { saved: draft, isTaken: true })
    return draft
  }
  const forget = () => sessionStorage.removeItem(name)
  return { draft, write: (more: Draft) => setDraft((before) => ({ ...before, ...more })), take, forget }
}

function leftBehind(name: string): Draft {
  const text = sessionStorage.getItem(name)
  return text === null ? empty : JSON.parse(text)
}
