import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { act, creating, updating } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { SelectField, TextArea, TextField } from '../../components/fields/field.tsx'
import { type Form, FormProblem, useForm } from '../../components/fields/form.tsx'
import { Button } from '../../components/page/button.tsx'
import { Loaded } from '../../components/page/page.tsx'
import { FieldProblems } from '../../components/page/refusals.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { ParentField } from '../jobs/parent.tsx'
import { EstimateFields } from './estimate_fields.tsx'
import { type Estimated, estimateSteps, type Project, planOf, statuses } from './plan.ts'

type Props = { project: Project | undefined; onClose: () => void }

const labels = {
  name: msg('Name'),
  parent_jobcode_id: msg('Parent job'),
  status: msg('Status'),
  description: msg('Description'),
  start_date: msg('Start'),
  due_date: msg('Due'),
  estimate: msg('Estimate'),
}

/** Adds or changes a project, with its estimate. */
export function ProjectDialog(props: Props) {
  const { project, onClose } = props
  const estimates = useRecords('estimates', { active: 'yes' }, { enabled: project !== undefined })
  const estimate = estimates.data?.find(({ project_id }) => project_id === project?.id)
  const items = useRecords('estimate_items', { estimate_ids: [estimate?.id ?? 0] }, { enabled: estimate !== undefined })
  const known = estimate && items.data ? { estimate, items: items.data } : undefined
  const isReady = project === undefined || (estimates.data && (estimate === undefined || items.data))
  if (isReady) return <ProjectForm {...props} known={known} />
  return (
    <Dialog title={project?.name ?? ''} onClose={onClose}>
      <Loaded of={{ ...estimates, data: undefined }}>{() => null}</Loaded>
    </Dialog>
  )
}

function ProjectForm({ project, known, onClose }: Props & { known: Estimated | undefined }) {
  const hours = useHours()
  const day = (text: string | undefined) => (text ?? '').slice(0, 10)
  const form = useForm(
    {
      name: project?.name ?? '',
      parent_jobcode_id: project?.parent_jobcode_id ?? 0,
      status: project?.status ?? ('not_started' as Project['status']),
      description: project?.description ?? '',
      start_date: day(project?.start_date),
      due_date: day(project?.due_date),
      estimate: '',
    },
    labels,
  )
  const [plan, setPlan] = useState(() => planOf(known, hours))
  const save = form.onSubmit(async (_, { estimate: _estimate, parent_jobcode_id, ...values }) => {
    if (values.name.trim() === '')
      throw new FieldProblems({ name: t('{field} is required', { field: t(labels.name) }) })
    const saved = project
      ? updating('projects', [{ id: project.id, ...values }])
      : creating('projects', [{ ...values, parent_jobcode_id }])
    const steps = [saved, ...estimateSteps(project?.id, known, plan, 1)]
    await changing(() => act(steps, form.sent))
    toast(t('{name} saved.', { name: values.name.trim() }))
    onClose()
  })
  return (
    <Dialog
      title={project ? project.name : t('Add a project')}
      onClose={onClose}
      footer={
        <>
          {project && <ArchiveButton project={project} onClose={onClose} />}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="project" kind="primary" busy={form.busy}>
            {project ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form id="project" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
        {!project && <Parent form={form} />}
        <SelectField
          {...form.text('status')}
          hint={t('Completing a project archives its job, so no more time is added.')}
        >
          {Object.entries(statuses).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectField>
        <div className="form-row">
          <TextField {...form.text('start_date')} type="date" />
          <TextField {...form.text('due_date')} type="date" />
        </div>
        <EstimateFields plan={plan} error={form.problems.estimate} onChange={setPlan} />
        <TextArea {...form.text('description')} rows={2} maxLength={300} />
      </form>
    </Dialog>
  )
}

function Parent({ form }: { form: Form<{ parent_jobcode_id: number }> }) {
  const jobs = useRecords('jobcodes', { active: 'yes' })
  return (
    <ParentField
      all={jobs.data ?? []}
      job={undefined}
      value={form.values.parent_jobcode_id}
      error={form.problems.parent_jobcode_id}
      onChange={(parent_jobcode_id) => form.set({ parent_jobcode_id })}
    />
  )
}

function ArchiveButton({ project, onClose }: { project: Project; onClose: () => void }) {
  const turn = () =>
    changing(async () => only(await update('projects', [{ id: project.id, active: !project.active }]))).then(() => {
      const { name } = project
      toast(project.active ? t('{name} archived.', { name }) : t('{name} restored.', { name }))
      onClose()
    }, toastError)
  return (
    <Button kind="quiet" onClick={() => void turn()}>
      {project.active ? t('Archive') : t('Restore')}
    </Button>
  )
}
