import { type FormEvent, useEffect, useRef, useState } from 'react'
import { amountKindNames } from '../../../src/rules/pay/amounts.ts'
import { restKind } from '../../../src/rules/payroll_files/kinds.ts'
import { useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { kindText } from '../approvals/problem_words.ts'
import { kindsOfHour, type Section, type Setup, type SetupField, setupFields } from './setup_plan.ts'

const noneMissing: readonly string[] = []

/** Names and codes of one payroll program. */
export function SetupForm({
  title,
  section,
  values,
  missing = noneMissing,
  onClose,
}: {
  title: string
  section: keyof Setup
  values: Section
  /** What a file lacks, such as `hours_3.pto`. Its fields are marked until they have a value. */
  missing?: readonly string[]
  onClose: () => void
}) {
  const [draft, setDraft] = useState<Section>(values)
  const save = useChange(() => ask('PUT', '/api/console/exports/setup', { body: { [section]: filled(draft) } }))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // After the dialog has chosen its first field.
    const field = form.current?.elements.namedItem(missing[0] ?? '')
    const drawn = requestAnimationFrame(() => field instanceof HTMLElement && field.focus())
    return () => cancelAnimationFrame(drawn)
  }, [missing])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast(t('Saved. New files will use these settings.'))
      },
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="reports-setup" kind="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form ref={form} id="reports-setup" className="form" onSubmit={submit}>
        {save.error && <Notice kind="bad">{save.error.message}</Notice>}
        {setupFields[section].map((field) => (
          <SetupControl
            key={field.key}
            field={field}
            value={draft[field.key]}
            missing={missing}
            onChange={(value) => setDraft({ ...draft, [field.key]: value })}
          />
        ))}
      </form>
    </Dialog>
  )
}

/** Without empty values: an empty code means none. */
function filled(section: Section): Section {
  const entries = Object.entries(section).flatMap(([key, value]): [string, Section[string]][] => {
    if (typeof value === 'string') return value.trim() ? [[key, value.trim()]] : []
    const texts = Object.entries(value).filter(([, text]) => text.trim())
    return texts.length > 0 ? [[key, Object.fromEntries(texts)]] : []
  })
  return Object.fromEntries(entries)
}

type Value = Section[string]

function SetupControl({
  field,
  value,
  missing,
  onChange,
}: {
  field: SetupField
  value: Value | undefined
  missing: readonly string[]
  onChange: (value: Value) => void
}) {
  const error = missing.includes(field.key) && !value ? t('Is missing.') : undefined
  if (field.kind === 'text')
    return (
      <TextField
        name={field.key}
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
        maxLength={field.maxLength ?? 64}
        error={error}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (field.kind === 'choice')
    return (
      <SelectField
        name={field.key}
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
        error={error}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('Not set')}</option>
        {Object.entries(field.words).map(([name, words]) => (
          <option key={name} value={name}>
            {t(words)}
          </option>
        ))}
      </SelectField>
    )
  const texts = typeof value === 'object' ? value : {}
  return <TextsFor {...{ field, texts, missing, onChange }} />
}

type TextsField = Extract<SetupField, { kind: 'hours' | 'amounts' | 'jobs' | 'groups' }>

/** A text for each kind of hour or amount, each top-level job, or each group. */
function TextsFor({
  field,
  texts,
  missing,
  onChange,
}: {
  field: TextsField
  texts: Record<string, string>
  missing: readonly string[]
  onChange: (value: Record<string, string>) => void
}) {
  const lacking = missing.flatMap((key) => (key.startsWith(`${field.key}.`) ? [key.slice(field.key.length + 1)] : []))
  const rows = useRowsOf(field, [...Object.keys(texts), ...lacking])
  const { choices } = field
  const errorAt = (key: string) => (lacking.includes(key) && !texts[key]?.trim() ? t('Is missing.') : undefined)
  return (
    <fieldset className="form">
      <legend className="label">{t(field.label)}</legend>
      {field.hint && <p className="hint">{t(field.hint)}</p>}
      <div className="form-row">
        {rows.map(([key, name]) =>
          choices ? (
            <SelectField
              key={key}
              name={`${field.key}.${key}`}
              label={name}
              error={errorAt(key)}
              value={texts[key] ?? ''}
              onChange={({ target }) => onChange({ ...texts, [key]: target.value })}
            >
              <option value="">{t('None@@hours')}</option>
              {Object.entries(choices).map(([choice, words]) => (
                <option key={choice} value={choice}>
                  {t(words)}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              key={key}
              name={`${field.key}.${key}`}
              label={name}
              maxLength={160}
              error={errorAt(key)}
              value={texts[key] ?? ''}
              onChange={({ target }) => onChange({ ...texts, [key]: target.value })}
            />
          ),
        )}
      </div>
    </fieldset>
  )
}

/** The rows of a field, by key, with those in use that are not usual. */
function useRowsOf(field: TextsField, used: readonly string[]): [string, string][] {
  const jobs = useJobs()
  const groups = useRecords('groups', { active: 'yes' })
  if (field.kind === 'groups') return (groups.data ?? []).map(({ id, name }) => [String(id), name])
  const all = [...jobs.byId.values()]
  if (field.kind === 'jobs') {
    const shown = all.filter(
      ({ id, active, kind, record }) =>
        kind === 'regular' && ((active && record.parent_id === 0) || used.includes(String(id))),
    )
    return [['default', t('Everything else')], ...shown.map(({ id, path }): [string, string] => [String(id), path])]
  }
  if (field.kind === 'amounts')
    return [...amountKindNames, restKind].map((kind): [string, string] => [kind, kindText(kind)])
  const kinds = Object.keys(kindsOfHour).filter((kind) => !field.without?.includes(kind))
  const timeOff = all.filter(({ kind, active, id }) => kind === 'pto' && (active || used.includes(`pto_${id}`)))
  const usual = new Map([
    ...kinds.map((kind): [string, string] => [kind, kindText(kind)]),
    ...timeOff.map(({ id, path }): [string, string] => [`pto_${id}`, path]),
  ])
  const others = [...new Set(used)].filter((key) => !usual.has(key) && !key.startsWith('pto_'))
  return [...usual, ...others.map((key): [string, string] => [key, kindText(key)])]
}
