import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Sent } from '../../api/request.ts'
import { t } from '../../language.ts'
import { Button } from '../page/button.tsx'
import './form.css'
import { useUnsaved } from '../dialogs/unsaved_question.tsx'
import { Notice } from '../page/page.tsx'
import { explain, FieldProblem, FieldProblems, type Labels } from '../page/refusals.ts'

type Problems = Readonly<Record<string, string | undefined>>

/** A form over saved values: the user's changes, and the server's errors by field. */
export type Form<Values> = ReturnType<typeof useForm<Values>>

/**
 * Tracks the user's changes separately from the saved values, which may be refetched meanwhile. `labels` names the
 * fields in the form, with messages that are translated here; an error about any other field shows above the buttons.
 */
export function useForm<Values>(saved: Values, labels: Labels) {
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [general, setGeneral] = useState<string>()
  const [sent] = useState<Sent>({})
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const refused = useRef(false)
  const values = { ...saved, ...edits }
  const names = Object.keys(edits) as (keyof Values & string)[]
  const changed = names.filter((name) => JSON.stringify(edits[name]) !== JSON.stringify(saved[name]))
  const changes = Object.fromEntries(changed.map((name) => [name, edits[name]])) as Partial<Values>
  const dirty = changed.length > 0

  useEffect(() => {
    if (!refused.current) return
    refused.current = false
    ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })
  useUnsaved(dirty)

  const set = (patch: Partial<Values>) => {
    setEdits({ ...edits, ...patch })
    setProblems({ ...problems, ...Object.fromEntries(Object.keys(patch).map((name) => [name, undefined])) })
    setGeneral(undefined)
  }
  const labelOf = (name: string) => (labels[name] === undefined ? name : t(labels[name]))
  const refuse = (error: unknown) => {
    refused.current = true
    if (error instanceof FieldProblems) return setProblems(error.problems)
    if (error instanceof FieldProblem)
      return setProblems({ [error.field]: `${labelOf(error.field)}: ${error.message}` })
    const { field, text } = explain(error instanceof Error ? error : { message: String(error) }, labels)
    if (field === undefined) setGeneral(text)
    else setProblems({ [field]: text })
  }
  const reset = () => {
    // Keep what was typed while the save was in progress.
    setEdits(
      (now) =>
        Object.fromEntries(
          Object.entries(now).filter(([name, value]) => value !== edits[name as never]),
        ) as Partial<Values>,
    )
    setProblems({})
    setGeneral(undefined)
  }
  return {
    ref,
    values,
    changes,
    dirty,
    busy,
    problems,
    general,
    set,
    refuse,
    reset,
    /** What it has sent, for the writes that make something. */
    sent,
    /** Props of a text field. */
    text: (name: keyof Values & string) => ({
      label: labelOf(name),
      value: String(values[name] ?? ''),
      error: problems[name],
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<Values>),
    }),
    /** Props of a checkbox. */
    check: (name: keyof Values & string) => ({
      label: labelOf(name),
      checked: Boolean(values[name]),
      onChange: (event: { target: { checked: boolean } }) => set({ [name]: event.target.checked } as Partial<Values>),
    }),
    /** Saves the form; errors show at their fields. */
    onSubmit: (save: (changes: Partial<Values>, values: Values) => Promise<unknown>) => async (event: FormEvent) => {
      event.preventDefault()
      setBusy(true)
      // The same problem is another one after another try.
      setGeneral(undefined)
      try {
        await save(changes, values)
      } catch (error) {
        refuse(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** An error that belongs to no field of the form. It comes into view, as the buttons may be far below it on a phone. */
export function FormProblem({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Shown text={text} />
}

function Shown({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another problem.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={ref}>
      <Notice kind="bad">{text}</Notice>
    </div>
  )
}

/** The buttons of a full-page form. They stay in view while there are unsaved changes, and always for a new record. */
export function SaveBar<Values>({
  form,
  label = t('Save changes'),
  isNew,
}: {
  form: Form<Values>
  label?: string
  isNew?: boolean
}) {
  if (!isNew && !form.dirty && form.general === undefined) return null
  return (
    <div className="form-bar">
      <FormProblem text={form.general} />
      <div className="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {label}
        </Button>
        {form.dirty && (
          <Button kind="quiet" onClick={form.reset}>
            {t('Discard')}
          </Button>
        )}
      </div>
    </div>
  )
}
