import { LayoutTemplate, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { msg } from '../../../../src/rules/language/messages.ts'
import { ask } from '../../../api/request.ts'
import { changing } from '../../../components/dialogs/changing.ts'
import { Confirm } from '../../../components/dialogs/confirm.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { SelectField, TextField } from '../../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../../components/fields/form.tsx'
import { Button } from '../../../components/page/button.tsx'
import { Empty } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { useBoard } from '../board.ts'
import { colorOf } from '../looks.ts'
import {
  nameMax,
  saveTemplate,
  sorted,
  type Template,
  templateNamed,
  templateTimes,
  useTemplates,
} from './templates.ts'
import type { TemplateInForm } from './use_template.ts'

/** Chooses a template for a new shift; nothing while there are none. */
export function TemplateField({
  value,
  onChoose,
}: {
  value: Template | undefined
  onChoose: (template: Template | undefined) => void
}) {
  const { timeFormat } = useBoard()
  const templates = sorted(useTemplates())
  if (templates.length === 0) return null
  return (
    <SelectField
      label={t('Template')}
      value={templates.some(({ id }) => id === value?.id) ? value?.id : 0}
      onChange={({ target }) => onChoose(templates.find(({ id }) => id === Number(target.value)))}
    >
      <option value={0}>{t('No template')}</option>
      {templates.map((template) => (
        <option key={template.id} value={template.id}>
          {`${template.name} · ${templateTimes(template, timeFormat)}`}
        </option>
      ))}
    </SelectField>
  )
}

/** Asks for a name and saves a shift's form under it. A template that has the name already is replaced. */
export function SaveTemplateDialog({ template }: { template: TemplateInForm }) {
  const templates = useTemplates()
  return (
    <NameDialog
      title={t('Save as template')}
      name={template.suggested}
      action={(name) => (templateNamed(templates, name) ? t('Replace') : t('Save'))}
      hint={(name) => {
        const same = templateNamed(templates, name)
        return same
          ? t('There’s already a template called {name}. It will be replaced.', { name: same.name })
          : t('All schedulers can use it. It includes everything except the people and the day.')
      }}
      problem={template.problem}
      save={(name) => saveTemplate(name, template.fields, templateNamed(templates, name))}
      onSaved={template.saved}
      onClose={() => template.setNaming(false)}
    />
  )
}

/** Lists the templates, to rename and delete them. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const templates = sorted(useTemplates())
  const [renamed, setRenamed] = useState<Template>()
  const [removed, setRemoved] = useState<Template>()
  return (
    <>
      <Dialog title={t('Shift templates')} onClose={onClose}>
        {templates.length === 0 ? (
          <Empty icon={<LayoutTemplate size={32} aria-hidden="true" />} title={t('No templates yet')}>
            {t('Open a shift and choose “Save as template” to use its times and details again.')}
          </Empty>
        ) : (
          <ul className="rows">
            {templates.map((template) => (
              <Row
                key={template.id}
                template={template}
                onRename={() => setRenamed(template)}
                onRemove={() => setRemoved(template)}
              />
            ))}
          </ul>
        )}
      </Dialog>
      {renamed && (
        <NameDialog
          title={t('Rename template')}
          name={renamed.name}
          save={(name) =>
            ask('PUT', '/api/console/shift_templates/{id}', { params: { id: renamed.id }, body: { name } })
          }
          onSaved={() => setRenamed(undefined)}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {removed && (
        <Confirm
          title={t('Delete {name}?', { name: removed.name })}
          action={t('Delete')}
          run={() => ask('DELETE', '/api/console/shift_templates/{id}', { params: { id: removed.id } })}
          onDone={() => setRemoved(undefined)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('Shifts made from it stay as they are.')}</p>
        </Confirm>
      )}
    </>
  )
}

function Row({ template, onRename, onRemove }: { template: Template; onRename: () => void; onRemove: () => void }) {
  const { timeFormat, jobOf } = useBoard()
  const { name, title, jobcode_id, location } = template
  const details = [templateTimes(template, timeFormat), title, jobOf(jobcode_id).path, location]
  return (
    <li>
      <div className="template-row">
        <span className="dot" aria-hidden="true" style={{ background: colorOf(template) }} />
        <div>
          <strong>{name}</strong>
          <p className="quiet">{details.filter((text) => text !== '' && text !== name).join(' · ')}</p>
        </div>
      </div>
      <div className="actions">
        <Button
          kind="quiet"
          icon={<Pencil size={18} aria-hidden="true" />}
          label={t('Rename {name}', { name })}
          onClick={onRename}
        />
        <Button
          kind="quiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          label={t('Delete {name}', { name })}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

const labels = { name: msg('Name') }

type NameProps = {
  title: string
  /** The name at first. */
  name: string
  /** The label of the button, by the name. */
  action?: (name: string) => string
  hint?: (name: string) => string
  /** Why it cannot be saved. */
  problem?: string | undefined
  save: (name: string) => Promise<Template>
  onSaved: (template: Template) => void
  onClose: () => void
}

/** Asks for the name of a template. Errors show at the name. */
function NameDialog({ title, name, action, hint, problem, save, onSaved, onClose }: NameProps) {
  const form = useForm({ name }, labels)
  const typed = form.values.name
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="template" kind="primary" busy={form.busy} disabled={problem !== undefined}>
            {action?.(typed) ?? t('Save')}
          </Button>
        </>
      }
    >
      <form
        id="template"
        ref={form.ref}
        className="form"
        noValidate
        onSubmit={form.onSubmit(async () => onSaved(await changing(() => save(typed))))}
      >
        <FormProblem text={problem ?? form.general} />
        <TextField {...form.text('name')} required maxLength={nameMax} autoComplete="off" hint={hint?.(typed)} />
      </form>
    </Dialog>
  )
}
