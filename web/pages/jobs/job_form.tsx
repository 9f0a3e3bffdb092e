import { msg } from '../../../src/rules/language/messages.ts'
import { create, type Item, only, update } from '../../api/records.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { type Form, SaveBar, useForm } from '../../components/fields/form.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { FieldProblem } from '../../components/page/refusals.ts'
import { typedRate } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { ParentField } from './parent.tsx'
import { EveryoneOrSelected } from './people_choice.tsx'
import { type JobRecord, kinds } from './tree.ts'

type Values = {
  name: string
  parent_id: number
  type: JobRecord['type']
  short_code: string
  billable: boolean
  billable_rate: string
  assigned_to_all: boolean
}

const labels = {
  name: msg('Name'),
  parent_id: msg('Parent job'),
  type: msg('Type'),
  short_code: msg('Short code'),
  billable: msg('Billable'),
  billable_rate: msg('Hourly rate'),
}

/** Edits a job's details. */
export function JobForm({ job, all }: { job: JobRecord; all: readonly JobRecord[] }) {
  const form = useForm<Values>(valuesOf(job), labels)
  const save = form.onSubmit(async (changes) => {
    const saved = await changing(async () => only(await update('jobcodes', [{ id: job.id, ...itemOf(changes) }])))
    form.reset()
    toast(t('{name} saved.', { name: saved.name }))
  })
  return (
    <form ref={form.ref} className="jobs-form" onSubmit={save} noValidate>
      <Card title={t('About')}>
        <JobFieldSet form={form} job={job} all={all} />
      </Card>
      <SaveBar form={form} />
    </form>
  )
}

/** Adds a job under another one or at the top level. */
export function NewJobForm({
  parentId,
  all,
  onMade,
}: {
  parentId: number
  all: readonly JobRecord[]
  onMade: (id: number) => void
}) {
  const form = useForm<Values>({ ...valuesOf(undefined), parent_id: parentId }, labels)
  const { values } = form
  const inherits = all.find(({ id }) => id === values.parent_id)?.assigned_to_all === true
  const save = form.onSubmit(async (_, given) => {
    const made = await changing(async () => only(await create('jobcodes', [itemOf(given)], { sent: form.sent })))
    // If the job exists, the server answers with the existing one.
    if (all.some(({ id }) => id === made.id))
      throw new FieldProblem('name', t('another job with this parent has this name.'))
    toast(t('{name} added.', { name: made.name }))
    onMade(made.id)
  })
  return (
    <form ref={form.ref} className="jobs-form" onSubmit={save} noValidate>
      <Card>
        <JobFieldSet form={form} job={undefined} all={all} />
      </Card>
      <Card title={t('Who can use it')}>
        {inherits ? (
          <Notice>{t('Everyone, because everyone can use its parent job.')}</Notice>
        ) : (
          <>
            <EveryoneOrSelected
              everyone={values.assigned_to_all}
              onEveryone={(assigned_to_all) => form.set({ assigned_to_all })}
            />
            {!values.assigned_to_all && (
              <p className="hint">
                {values.parent_id === 0
                  ? t('You’ll choose them on the next page.')
                  : t('Anyone who can use its parent job can use it too. You can add others on the next page.')}
              </p>
            )}
          </>
        )}
      </Card>
      <SaveBar form={form} label={t('Add job')} isNew />
    </form>
  )
}

function JobFieldSet({
  form,
  job,
  all,
}: {
  form: Form<Values>
  job: JobRecord | undefined
  all: readonly JobRecord[]
}) {
  const { values } = form
  return (
    <div className="form">
      <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
      {!job && values.parent_id === 0 && (
        <SelectField {...form.text('type')}>
          {(['regular', 'pto'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(kinds[kind])}
            </option>
          ))}
        </SelectField>
      )}
      {values.type === 'regular' && (
        <ParentField
          all={all}
          job={job}
          value={values.parent_id}
          error={form.problems.parent_id}
          onChange={(parent_id) => form.set({ parent_id })}
        />
      )}
      <TextField
        {...form.text('short_code')}
        maxLength={32}
        autoComplete="off"
        hint={t('Optional. Letters and digits to find the job by.')}
      />
      {values.type === 'regular' && (
        <div className="form-row">
          <Check {...form.check('billable')} />
          {values.billable && <TextField {...form.text('billable_rate')} inputMode="decimal" maxLength={12} />}
        </div>
      )}
    </div>
  )
}

function valuesOf(job: JobRecord | undefined): Values {
  return {
    name: job?.name ?? '',
    parent_id: job?.parent_id ?? 0,
    type: job?.type ?? 'regular',
    short_code: job?.short_code ?? '',
    billable: job?.billable ?? false,
    billable_rate: job?.billable_rate ? typedRate(job.billable_rate) : '',
    assigned_to_all: job?.assigned_to_all ?? true,
  }
}

function itemOf({ billable_rate, ...rest }: Partial<Values>): Item {
  return { ...rest, ...(billable_rate !== undefined && { billable_rate: billable_rate.trim().replace(',', '.') || 0 }) }
}
