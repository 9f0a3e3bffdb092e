import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { act, setting } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { useJobOptions } from '../../components/fields/options.ts'
import { usePressed } from '../../components/fields/pressed.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { Dot } from '../../components/people/person.tsx'
import { t } from '../../language.ts'
import type { FieldRecord } from './words.ts'

/** What can show custom fields: jobs, fields and choices. */
type Of = 'jobcodes' | 'customfields' | 'customfielditems'

/** Sets which custom fields show with a job, a field or a choice. */
export function showFields(of: Of, id: number, customfield_ids: readonly number[]): Promise<unknown> {
  return ask('PUT', '/api/console/shown_fields', { body: { of, id, customfield_ids } })
}

const namesMax = 30

/** The jobs that show a field, if it does not show for all jobs. */
export function ShowsWith({ field }: { field: FieldRecord }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const { byId } = useJobs()
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const asking = (jobs.data ?? []).filter(
    ({ active, required_customfields }) => active && required_customfields.includes(field.id),
  )
  return (
    <Card
      title={t('Shown for these jobs')}
      actions={me.is_admin && jobs.data && <Button onClick={() => setOpen(true)}>{t('Change')}</Button>}
    >
      {asking.length === 0 ? (
        <p className="quiet">{t('None yet, so no one sees it. Choose jobs, or show it for all jobs.')}</p>
      ) : (
        <ul className="fields-list">
          {asking.slice(0, namesMax).map(({ id }) => (
            <li key={id}>
              <Link href={`/jobs/${id}`}>
                <Dot id={id} /> {byId.get(id)?.path}
              </Link>
            </li>
          ))}
          {asking.length > namesMax && (
            <li className="quiet">{t('and {count} more', { count: asking.length - namesMax })}</li>
          )}
        </ul>
      )}
      {open && <ChooseJobs field={field} before={new Set(asking.map(({ id }) => id))} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ChooseJobs({
  field,
  before,
  onClose,
}: {
  field: FieldRecord
  before: ReadonlySet<number>
  onClose: () => void
}) {
  const { byId } = useJobs()
  const options = useJobOptions()
  const work = useMemo(() => options?.filter(({ id }) => byId.get(id)?.kind === 'regular'), [options, byId])
  const [chosen, setChosen] = useState(before)
  const save = async () => {
    const changes = [...chosen.symmetricDifference(before)].map((id) => {
      const shown = byId.get(id)?.record.required_customfields ?? []
      const customfield_ids = chosen.has(id) ? [...shown, field.id] : shown.filter((one) => one !== field.id)
      return { of: 'jobcodes', id, customfield_ids }
    })
    await act([setting('shown_fields', changes)])
    toast(t('Jobs for {field} saved.', { field: field.name }))
  }
  return (
    <ActionDialog
      title={t('Jobs that show {field}', { field: field.name })}
      label={t('Save')}
      run={save}
      onClose={onClose}
    >
      <CheckList label={t('Jobs')} things="jobs" options={work} chosen={chosen} onChange={setChosen} />
    </ActionDialog>
  )
}

/** The fields that show whenever this one does. */
export function BringsAlong({ field, others }: { field: FieldRecord; others: readonly FieldRecord[] }) {
  const me = useMe()
  const save = (ids: readonly number[]) => changing(() => showFields('customfields', field.id, ids))
  const { shown, press } = usePressed()
  const turn = (other: FieldRecord, on: boolean) => {
    const before = field.required_customfields
    const undo = undoingBy(() => save(before))
    const saving = save(on ? [...before, other.id] : before.filter((id) => id !== other.id))
    press(other.id, on, saving)
    saving.then(
      () =>
        toast(
          on
            ? t('{field} now also shows {other}.', { field: field.name, other: other.name })
            : t('{field} no longer shows {other}.', { field: field.name, other: other.name }),
          undo,
        ),
      toastError,
    )
  }
  return (
    <Card title={t('Also show')}>
      <p className="quiet">{t('When {field} appears, so do these.', { field: field.name })}</p>
      <FieldChecks
        fields={others}
        chosen={new Set(others.map(({ id }) => id).filter((id) => shown(id, field.required_customfields.includes(id))))}
        disabled={!me.is_admin}
        onTurn={turn}
      />
    </Card>
  )
}

/** A checkbox for each field. */
export function FieldChecks({
  fields,
  chosen,
  disabled,
  onTurn,
}: {
  fields: readonly FieldRecord[]
  chosen: ReadonlySet<number>
  disabled: boolean
  onTurn: (field: FieldRecord, on: boolean) => void
}) {
  return (
    <div className="fields-checks">
      {fields.map((field) => (
        <label key={field.id}>
          <input
            type="checkbox"
            checked={chosen.has(field.id)}
            disabled={disabled}
            onChange={(event) => onTurn(field, event.target.checked)}
          />
          <span>{field.name}</span>
        </label>
      ))}
    </div>
  )
}
