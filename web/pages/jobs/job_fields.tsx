import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { recordsQuery, useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { Check } from '../../components/fields/field.tsx'
import { usePressed } from '../../components/fields/pressed.ts'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import type { JobRecord } from './tree.ts'

/** The custom fields of a job, and the choices it offers. */
export function JobFields({ job }: { job: JobRecord }) {
  const fields = useRecords('customfields', { active: 'yes' })
  return (
    <Card title={t('Custom fields')}>
      <Loaded of={fields} skeleton={<Skeleton lines={2} />}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">
              {rich(t('None yet. <a>Custom fields</a> collect more details with each time entry.'), {
                a: (text) => <Link href="/fields">{text}</Link>,
              })}
            </p>
          ) : (
            <FieldList job={job} fields={all} />
          )
        }
      </Loaded>
    </Card>
  )
}

function FieldList({ job, fields }: { job: JobRecord; fields: readonly Records['customfields'][] }) {
  const me = useMe()
  const offered = typeof job.filtered_customfielditems === 'object' ? job.filtered_customfielditems : {}
  const filtered = fields.filter(({ id }) => offered[id])
  const items = useQueries({
    queries: filtered.map(({ id }) => recordsQuery('customfielditems', { customfield_id: id })),
  })
  const words = (fieldId: number) => {
    const list = items[filtered.findIndex(({ id }) => id === fieldId)]?.data ?? []
    const names = list.filter(({ id }) => offered[fieldId]?.includes(id)).map(({ name }) => name)
    return names.length > 0 ? t('Offers only {choices}', { choices: names.join(', ') }) : undefined
  }
  const show = (customfield_ids: readonly number[]) =>
    changing(() => ask('PUT', '/api/console/shown_fields', { body: { of: 'jobcodes', id: job.id, customfield_ids } }))
  const { shown, press } = usePressed()
  const turn = (field: Records['customfields'], on: boolean) => {
    const before = job.required_customfields
    const after = on ? [...before, field.id] : before.filter((id) => id !== field.id)
    const saving = show(after)
    const names = { job: job.name, field: field.name }
    press(field.id, on, saving)
    saving.then(
      () =>
        toast(
          on ? t('{job} now shows {field}.', names) : t('{job} no longer shows {field}.', names),
          undoingBy(() => show(before)),
        ),
      toastError,
    )
  }
  return (
    <div>
      {fields.map((field) => (
        <Check
          key={field.id}
          label={field.name}
          hint={[
            field.show_to_all ? t('Shown for all jobs') : field.required ? t('Required where shown') : undefined,
            words(field.id),
          ]
            .filter(Boolean)
            .join('. ')}
          checked={field.show_to_all || shown(field.id, job.required_customfields.includes(field.id))}
          disabled={field.show_to_all || !me.is_admin}
          onChange={(event) => turn(field, event.target.checked)}
        />
      ))}
      {!me.is_admin && <p className="hint">{t('Only an administrator can change which fields show here.')}</p>}
    </div>
  )
}
