import { type FormEvent, useState } from 'react'
import { useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { kindsOfHour, type Section, type Setup, type SetupField, setupFields } from './setup_plan.ts'

/** Names and codes of one payroll program. */
export function SetupForm({
  title,
  section,
  values,
  onClose,
}: {
  title: string
  section: keyof Setup
  values: Section
  onClose: () => void
}) {
  const [draft, setDraft] = useState<Section>(values)
  const save = useChange(() => ask('PUT', '/api/console/exports/setup', { body: { [section]: filled(draft) } }))
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
      <form id="reports-setup" className="form" onSubmit={submit}>
        {save.error && <Notice kind="bad">{save.error.message}</Notice>}
        {setupFields[section].map((field) => (
          <SetupControl
            key={field.key}
            field={field}
            value={draft[field.key]}
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
  onChange,
}: {
  field: SetupField
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  if (field.kind === 'text')
    return (
      <TextField
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
        maxLength={field.maxLength ?? 64}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (field.kind === 'choice')
    return (
      <SelectField
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
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
  return <TextsFor field={field} texts={texts} onChange={onChange} />
}

/** A text for each kind of hour, each top-level job, or each group. */
function TextsFor({
  field,
  texts,
  onChange,
}: {
  field: Extract<SetupField, { kind: 'hours' | 'jobs' | 'groups' }>
  texts: Record<string, string>
  onChange: (value: Record<string, string>) => void
}) {
  const rows = useRowsOf(field, texts)
  const { choices } = field
  return (
    <fieldset className="form">
      <legend className="label">{t(field.label)}</legend>
      {field.hint && <p className="hint">{t(field.hint)}</p>}
      <div className="form-row">
        {rows.map(([key, name]) =>
          choices ? (
            <SelectField
              key={key}
              label={name}
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
              label={name}
              maxLength={160}
              value={texts[key] ?? ''}
              onChange={({ target }) => onChange({ ...texts, [key]: target.value })}
            />
          ),
        )}
      </div>
    </fieldset>
  )
}

function useRowsOf(
  field: Extract<SetupField, { kind: 'hours' | 'jobs' | 'groups' }>,
  texts: Record<string, string>,
): [string, string][] {
  const jobs = useJobs()
  const groups = useRecords('groups', { active: 'yes' })
  if (field.kind === 'groups') return (groups.data ?? []).map(({ id, name }) => [String(id), name])
  const all = [...jobs.byId.values()]
  if (field.kind === 'jobs') {
    const shown = all.filter(
      ({ id, active, kind, record }) =>
        kind === 'regular' && ((active && record.parent_id === 0) || String(id) in texts),
    )
    return [['default', t('Everything else')], ...shown.map(({ id, path }): [string, string] => [String(id), path])]
  }
  const kinds = Object.entries(kindsOfHour).filter(([kind]) => !field.without?.includes(kind))
  const timeOff = all.filter(({ kind, active, id }) => kind === 'pto' && (active || `pto_${id}` in texts))
  const rates = Object.keys(texts).filter((key) => key.startsWith('rate_'))
  return [
    ...kinds.map(([kind, name]): [string, string] => [kind, t(name)]),
    ...timeOff.map(({ id, path }): [string, string] => [`pto_${id}`, path]),
    ...rates.map((key): [string, string] => [key, t('Overtime, {rate} ×', { rate: key.slice(5) })]),
  ]
}
